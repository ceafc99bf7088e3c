// A link that holds the whole puzzle, and the same as a QR code.

import * as api from "./api.js";
import { cluesOnly, toFields } from "./board.js";
import { fail, openDialog } from "./notices.js";
import { decode, encode, isCode } from "./sharecode.js";
import { copy, puzzleOf } from "./transfer.js";
import { t } from "./words.js";

const TEXT = "board=";
const find = (name) => document.getElementById(name);

/** The part of a link that holds the puzzle: a short code, or the whole text where it has rules or grids that codes cannot hold. */
async function fragmentOf(puzzle) {
  if (!puzzle.shape.rules.length && !puzzle.shape.overlaps) return encode(puzzle);
  return TEXT + encodeURIComponent((await api.convert(toFields(puzzle), "line")).text);
}

/** The link that opens the puzzle, under the address by which others reach this page. */
export const linkTo = (fragment, { base, token }) => `${base}/${token ? `?token=${token}` : ""}#${fragment}`;

/** Whether an address means the device itself, so that a link with it is useless elsewhere. */
export const isLocal = (base) => /^\w+:\/\/(localhost|127\.|\[::1\])/.test(base);

/** The puzzle in the address, if there is one; the address is then cleaned, so that a reload keeps later work. */
export async function puzzleInAddress() {
  const code = location.hash.slice(1);
  const isText = code.startsWith(TEXT);
  if (!isCode(code) && !isText) return null;
  history.replaceState(null, "", location.pathname);
  try {
    return isText ? await puzzleOf(decodeURIComponent(code.slice(TEXT.length))) : decode(code);
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
    const reach = { base: base ?? new URL(".", location.href).href.replace(/\/$/, ""), token };
    const fragment = await fragmentOf(progress.checked ? session.puzzle : cluesOnly(session.puzzle));
    link.value = linkTo(fragment, reach);
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
  return () => { openDialog("share-dialog"); update(); };
}
