// Pictures before they are read: no larger than reading needs, and in a form that the browser can show.

import { t } from "./words.js";

const MAX_SIDE_PIXELS = 2000;
const QUALITY = 0.92;

/** The picture upright and no larger than reading needs; `shown` is false where the browser cannot decode it. */
export async function prepared(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const kind = scale === 1 && file.type === "image/png" ? "image/png" : "image/jpeg";
    return { picture: await blobOf(canvas, kind, QUALITY), shown: true };
  } catch {
    return { picture: file, shown: false }; // The service knows more formats than the browser.
  }
}

/** The canvas as a picture file. */
export const blobOf = (canvas, kind = "image/jpeg", quality = QUALITY) => new Promise((resolve, reject) => {
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t("The picture could not be made.")))), kind, quality);
});

/** A picture that came as a data URL, as a file. */
export const fromDataUrl = async (address) => {
  const [head, body] = address.split(",");
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: /data:([^;]+)/.exec(head)[1] });
};
