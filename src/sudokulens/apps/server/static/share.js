// A link that holds the whole puzzle, and the same as a QR code.

import * as api from "./api.js";
import { cluesOnly } from "./board.js";
import { fail } from "./notices.js";
import { decode, encode, isCode } from "./sharecode.js";
import { copy } from "./transfer.js";

const find = (name) => document.getElementById(name);

export const linkTo = (puzzle) => `${location.origin}/#${encode(puzzle)}`;

/** The puzzle in the address, if there is one; the address is then cleaned, so that a reload keeps later work. */
export function puzzleInAddress() {
  const code = location.hash.slice(1);
  if (!isCode(code)) return null;
  history.replaceState(null, "", location.pathname);
  try {
    return decode(code);
  } catch (fault) {
    fail(fault.message);
    return null;
  }
}

export function installShare(session) {
  const [dialog, progress, link, picture] = ["share-dialog", "share-progress", "share-link", "share-qr"].map(find);

  const update = async () => {
    link.value = linkTo(progress.checked ? session.puzzle : cluesOnly(session.puzzle));
    try {
      const code = await api.qr(link.value);
      URL.revokeObjectURL(picture.src);
      picture.src = URL.createObjectURL(code);
      picture.hidden = false;
    } catch (fault) {
      picture.hidden = true;
      find("share-note").textContent = `The link works without the QR code, which could not be made: ${fault.message}`;
    }
  };

  progress.addEventListener("change", update);
  find("share-copy").addEventListener("click", () => copy(link));
  find("open-share").addEventListener("click", () => { dialog.showModal(); update(); });
}
