// Pictures as pixels: the browser decodes them and turns them upright.

const MAX_PIXELS = 24_000_000; // Pixels: larger pictures are halved, as the service does.
let canvas = null;

/** RGBA bytes of a Blob or ImageBitmap with their [width, height], and the picture's own size. */
export async function pixelsOf(picture) {
  const bitmap = picture instanceof ImageBitmap ? picture : await createImageBitmap(picture, { imageOrientation: "from-image", colorSpaceConversion: "none" });
  const full = [bitmap.width, bitmap.height];
  const divisor = full[0] * full[1] > MAX_PIXELS ? 2 : 1;
  const size = full.map((side) => Math.ceil(side / divisor));
  if (canvas?.width !== size[0] || canvas?.height !== size[1]) canvas = new OffscreenCanvas(...size);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.globalCompositeOperation = "copy";
  context.drawImage(bitmap, 0, 0, ...size);
  bitmap.close();
  return { rgba: context.getImageData(0, 0, ...size).data, size, full };
}
