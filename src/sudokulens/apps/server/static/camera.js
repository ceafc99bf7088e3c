// The device's camera: its stream, its light, and its frames as JPEG.

import { t } from "./words.js";

// Without the last of these browsers may cut the picture to the wished shape, and the grid with it.
const WISH = { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 }, resizeMode: "none" };

/** Why there is no picture, in words for the person; `code` tells the cases apart. */
export class CameraError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

export class Camera {
  #stream = null;
  #starts = 0;
  // One frame in flight, one that waits, one that is being made.
  #canvases = Array.from({ length: 3 }, () => document.createElement("canvas"));

  constructor(video) { this.video = video; }

  get running() { return this.#stream !== null && this.video.videoWidth > 0; }

  /** Asks for the camera and shows it; a CameraError says why that cannot be. `lost` hears when it goes away later. */
  async start(device, lost) {
    if (!navigator.mediaDevices?.getUserMedia) {
      throw new CameraError(t("Browsers lend the camera to secure pages only. On a phone, open the https link that sudokulens serve --lan prints."), "insecure");
    }
    this.stop();
    const start = this.#starts;
    const chosen = device ? { ...WISH, facingMode: undefined, deviceId: { exact: device } } : WISH;
    const stream = await navigator.mediaDevices.getUserMedia({ video: chosen, audio: false }).catch((fault) => {
      throw explained(fault);
    });
    if (start !== this.#starts) {
      // The person was asked, and closed the view before answering.
      end(stream);
      throw new CameraError(t("The camera was closed again."), "closed");
    }
    this.#stream = stream;
    this.#track.addEventListener("ended", lost);
    this.video.srcObject = this.#stream;
    await this.video.play();
  }

  stop() {
    this.#starts++;
    end(this.#stream);
    this.#stream = null;
    this.video.srcObject = null;
  }

  get #track() { return this.#stream?.getVideoTracks()[0]; }
  get device() { return this.#track?.getSettings().deviceId; }
  get hasTorch() { return Boolean(this.#track?.getCapabilities?.().torch); }
  setTorch(on) { return this.#track.applyConstraints({ advanced: [{ torch: on }] }); }

  /** The devices to choose from; their number is known once the camera runs. */
  async devices() {
    const all = await navigator.mediaDevices.enumerateDevices();
    return all.filter(({ kind }) => kind === "videoinput").map(({ deviceId }) => deviceId);
  }

  /** Resolves when the camera has a picture that was not seen before. */
  nextFrame() {
    return new Promise((resolve) => {
      if (this.video.requestVideoFrameCallback) this.video.requestVideoFrameCallback(() => resolve());
      else requestAnimationFrame(() => resolve());
    });
  }

  /** The current picture, scaled so that its longer side is at most `longest`, on a canvas that is not in `keep`. */
  capture(longest = Infinity, keep = []) {
    const canvas = this.#canvases.find((one) => !keep.includes(one));
    const { videoWidth, videoHeight } = this.video;
    const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    // The pixels are read back for every frame, so they had better stay out of the graphics card.
    canvas.getContext("2d", { alpha: false, willReadFrequently: true }).drawImage(this.video, 0, 0, width, height);
    return canvas;
  }
}

/** The canvas as JPEG. */
export const toJpeg = (canvas, quality) => new Promise((resolve, reject) => {
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(t("The picture could not be made.")))), "image/jpeg", quality);
});

function end(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function explained(fault) {
  const [message, code] = {
    NotAllowedError: [t("This page may not use the camera. Allow it in the browser's settings for this page, usually behind the symbol beside the address."),
      "denied"],
    NotFoundError: [t("No camera was found on this device."), "none"],
    OverconstrainedError: [t("This camera is no longer connected."), "none"],
    NotReadableError: [t("The camera is in use by another program."), "busy"],
  }[fault.name] ?? [t("The camera cannot be used: {reason}", { reason: fault.message }), "other"];
  return new CameraError(message, code);
}
