// The camera view: sends frames, draws each answer on the frame it is about, and hands over the board.

import { fromFields } from "./board.js";
import { Camera, toJpeg } from "./camera.js";
import { LiveLink } from "./live.js";
import { drawView } from "./livedraw.js";
import { LiveWords } from "./livewords.js";
import { openDialog } from "./notices.js";
import { t } from "./words.js";

const SIDES = [1280, 960, 720, 560];
const QUALITIES = [0.8, 0.8, 0.75, 0.6];
const STALLED = 600;
const LEAD = 45;
const CHOICE = "sudokulens.camera";
const find = (name) => document.getElementById(name);

export class LivePanel {
  #camera = new Camera(find("camera-video"));
  #link = new LiveLink();
  #words = new LiveWords();
  #canvas = find("camera-picture");
  // Without an alpha channel the browser does not paint the video beneath it as well.
  #context = this.#canvas.getContext("2d", { alpha: false });
  #run = 0;
  #making = -1;
  #device = null;
  #awake = null;
  #made = null;
  #flying = null;
  #view = null;
  #sent = 0;
  #delay = 0;
  #side = 0;
  #stall = 0;

  /** `onBoard` takes a puzzle, `onPhoto` a picture, both after the camera has been closed. */
  constructor(onBoard, onPhoto) {
    this.dialog = find("camera");
    this.onBoard = onBoard;
    this.onPhoto = onPhoto;
    this.dialog.addEventListener("close", () => this.#stop());
    document.addEventListener("visibilitychange", () => this.#followVisibility());
    this.#installButtons();
    this.#link.addEventListener("ready", () => this.#begin());
    this.#link.addEventListener("view", ({ detail }) => this.#show(detail));
    this.#link.addEventListener("problem", ({ detail }) => this.#endure(detail));
    this.#link.addEventListener("end", ({ detail }) => this.#fail(detail));
  }

  /** Opens the view and starts the camera. */
  open() {
    if (!this.dialog.open) openDialog("camera");
    return this.#start();
  }

  #installButtons() {
    const onClick = (name, action) => find(name).addEventListener("click", action);
    onClick("camera-close", () => this.dialog.close());
    onClick("camera-again", () => this.#start());
    onClick("camera-use", () => this.#takeBoard());
    onClick("camera-photo", () => this.#takePhoto());
    onClick("camera-instead", () => { this.dialog.close(); find("capture-input").click(); });
    onClick("camera-torch", () => this.#toggleTorch());
    onClick("camera-switch", () => this.#switchCamera());
    for (const input of this.dialog.querySelectorAll("input[type=radio]")) {
      input.addEventListener("change", () => { this.#keepChoice(); this.#wish(); });
    }
    this.#recallChoice();
  }

  async #start(device = this.#device) {
    this.#stop();
    const run = this.#run;
    this.#device = device;
    find("camera-trouble").hidden = true;
    this.#words.waiting(t("Starting the camera…"));
    try {
      await this.#camera.start(device, () => this.#fail(t("The camera was disconnected.")));
    } catch (fault) {
      if (run === this.#run) this.#fail(fault.message);
      return;
    }
    if (run !== this.#run) return;
    performance.mark("camera-running");
    this.#keepAwake(run);
    this.#words.waiting(t("Looking for a puzzle"));
    find("camera-torch").hidden = !this.#camera.hasTorch;
    find("camera-photo").disabled = false;
    this.#link.open();
    const devices = await this.#camera.devices();
    find("camera-switch").hidden = devices.length < 2;
  }

  /** Keeps a phone that is held over the paper awake. */
  async #keepAwake(run) {
    const lock = await navigator.wakeLock?.request("screen").catch(() => null);
    if (run === this.#run) this.#awake = lock;
    else lock?.release();
  }

  #stop() {
    this.#release();
    this.#link.close();
    this.#camera.stop();
    this.#awake?.release();
    this.#awake = null;
    this.#run++;
    [this.#view, this.#made, this.#flying] = [null, null, null];
    this.#canvas.hidden = true;
    find("camera-use").disabled = find("camera-photo").disabled = true;
    find("camera-torch").setAttribute("aria-pressed", "false");
    this.#words.clear();
  }

  /** A hidden page has no use for the camera. */
  #followVisibility() {
    if (!this.dialog.open) return;
    if (document.hidden) this.#stop();
    else if (find("camera-trouble").hidden) this.#start();
  }

  #fail(reason) {
    this.#stop();
    find("camera-trouble-text").textContent = reason;
    find("camera-trouble").hidden = false;
    find("camera-again").focus();
  }

  #chosen(name) { return this.dialog.querySelector(`input[name=camera-${name}]:checked`).value; }

  #wish() {
    const mode = this.#chosen("mode");
    find("camera-levels").hidden = mode !== "hint";
    this.#link.send({ mode, level: this.#chosen("level") });
  }

  #keepChoice() {
    try { localStorage.setItem(CHOICE, this.#chosen("mode")); } catch { /* It then lasts as long as the page. */ }
  }

  /** The view opens on a hint, or on what was chosen last; a solution that nobody asked for would spoil the puzzle. */
  #recallChoice() {
    let kept = null;
    try { kept = localStorage.getItem(CHOICE); } catch { /* Then on a hint. */ }
    for (const input of this.dialog.querySelectorAll("input[name=camera-mode]")) if (input.value === kept) input.checked = true;
    find("camera-levels").hidden = this.#chosen("mode") !== "hint";
  }

  /** Someone answers: for the first time, or in place of a service that has gone with a frame in flight. */
  #begin() {
    [this.#made, this.#flying] = [null, null];
    this.#wish();
    if (this.#making !== this.#run) this.#makeFrames();
  }

  /** Makes the next frame while one is in flight, as late as it can be without keeping the service waiting. */
  async #makeFrames() {
    const run = this.#making = this.#run;
    while (run === this.#run) {
      await this.#camera.nextFrame();
      if (run !== this.#run || !this.#camera.running) return;
      if ("held" in this.dialog.dataset) this.#draw(this.#camera.video, this.#view);
      if (this.#flying && performance.now() - this.#sent < this.#delay - LEAD) continue;
      const canvas = this.#camera.capture(SIDES[this.#side], [this.#flying?.canvas, this.#made?.canvas]);
      const picture = await this.#link.prepared(canvas, QUALITIES[this.#side]);
      if (run !== this.#run) return;
      if (!picture) continue;
      this.#made = { canvas, picture };
      this.#send();
    }
  }

  /** Sends the newest frame, unless one is in flight. */
  #send() {
    if (this.#flying || !this.#made || !this.#link.isOpen) return;
    [this.#flying, this.#made] = [this.#made, null];
    this.#sent = performance.now();
    this.#link.send(this.#flying.picture);
    clearTimeout(this.#stall);
    this.#stall = setTimeout(() => this.#hold(), STALLED);
  }

  #show(view) {
    if (!this.#flying) return;
    const { canvas } = this.#flying;
    this.#flying = null;
    this.#release();
    this.#adapt(performance.now() - this.#sent);
    this.#send();
    this.#view = view;
    this.#draw(canvas, view);
    this.dialog.dataset.state = view.state;
    this.#words.tell(view);
    find("camera-use").disabled = !view.solution;
  }

  /** While an answer is late, the last one lies on the camera's newest picture: a still hand sees it in its place. */
  #hold() {
    if (this.#view) this.dialog.dataset.held = "";
  }

  #release() {
    clearTimeout(this.#stall);
    delete this.dialog.dataset.held;
  }

  /** The frame that a view is about, with the view on it: whatever the delay, digits lie on their cells. */
  #draw(frame, view) {
    const { width, height } = view;
    const room = (this.#canvas.parentElement.clientWidth * devicePixelRatio) / width;
    const scale = Math.min(2, Math.max(1, Math.round(room * 2) / 2));
    if (this.#canvas.width !== width * scale || this.#canvas.height !== height * scale) {
      [this.#canvas.width, this.#canvas.height] = [width * scale, height * scale];
    }
    this.#context.drawImage(frame, 0, 0, width * scale, height * scale);
    drawView(this.#context, view, scale);
    this.#canvas.hidden = false;
  }

  /** Smaller frames where answers are slow. */
  #adapt(milliseconds) {
    this.#delay = this.#delay ? 0.9 * this.#delay + 0.1 * milliseconds : milliseconds;
    if (this.#delay > this.#link.patience && this.#side < SIDES.length - 1) [this.#side, this.#delay] = [this.#side + 1, 0];
  }

  /** A frame that could not be read is no reason to stop. */
  #endure({ frame }) {
    if (frame === null) return;
    this.#flying = null;
    this.#send();
  }

  #takeBoard() {
    const puzzle = fromFields(this.#view.fields);
    this.dialog.close();
    this.onBoard(puzzle);
  }

  async #takePhoto() {
    const picture = await toJpeg(this.#camera.capture(), 0.92);
    this.dialog.close();
    this.onPhoto(picture);
  }

  async #toggleTorch() {
    const button = find("camera-torch");
    const on = button.getAttribute("aria-pressed") !== "true";
    try {
      await this.#camera.setTorch(on);
      button.setAttribute("aria-pressed", String(on));
    } catch {
      button.hidden = true; // Some cameras promise a light that they do not have.
    }
  }

  async #switchCamera() {
    const devices = await this.#camera.devices();
    await this.#start(devices[(devices.indexOf(this.#camera.device) + 1) % devices.length]);
  }
}
