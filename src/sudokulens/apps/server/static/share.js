// A link that holds the whole puzzle, and the same as a QR code.

import * as api from "./api.js";
import { cluesOnly } from "./board.js";
import { fail } from "./notices.js";
import { decode, encode, isCode } from "./sharecode.js";
import { copy } from "./transfer.js";
import { t } from "./words.js";

const find = (name) => document.getElementById(name);

/** The link that opens the puzzle, under the address by which others reach this page. */
export const linkTo = (puzzle, { base, token }) => `${base}/${token ? `?token=${token}` : ""}#${encode(puzzle)}`;

/** Whether an address means the device itself, so that a link with it is of no use elsewhere. */
export const isLocal = (base) => /^\w+:\/\/(localhost|127\.|\[::1\])/.test(base);

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

/** Wires the dialog up; gives back what opens it. */
export function installShare(session) {
  const [dialog, progress, link, picture] = ["share-dialog", "share-progress", "share-link", "share-qr"].map(find);

  const update = async () => {
    const { base, token } = await api.reach().catch(() => ({ base: null, token: null }));
    const reach = { base: base ?? location.origin, token };
    link.value = linkTo(progress.checked ? session.puzzle : cluesOnly(session.puzzle), reach);
    find("share-note").textContent = isLocal(reach.base)
      ? t("This link works on this device only. For your phone, start the service with: sudokulens serve --lan")
      : t("The whole puzzle is in the link; it is stored nowhere.");
    picture.hidden = true;
    if (isLocal(reach.base)) return; // A phone cannot follow such a link.
    try {
      const code = await api.qr(link.value);
      URL.revokeObjectURL(picture.src);
      picture.src = URL.createObjectURL(code);
      picture.hidden = false;
    } catch (fault) {
      find("share-note").textContent = t("The link works without the QR code, which could not be made: {reason}", { reason: fault.message });
    }
  };

  progress.addEventListener("change", update);
  find("share-copy").addEventListener("click", () => copy(link));
  return () => { dialog.showModal(); update(); };
}
