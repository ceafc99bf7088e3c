// The sheet that tells of the puzzle: from below on a phone, beside the board on a large window. One section at a time.

const find = (name) => document.getElementById(name);
const sections = () => [...find("sheet").children];
const closings = new Map();
let leave = () => {};

/** `act` puts the focus elsewhere when what had it is taken away: else the keyboard starts again at the top of the page. */
export function onLeft(act) { leave = act; }

/** `close` is called when another section takes the sheet. */
export function onReplaced(name, close) { closings.set(name, close); }

/** Shows one section in place of what was there. */
export function openSheet(name) {
  for (const section of sections()) {
    if (section.id !== name && !section.hidden) {
      section.hidden = true;
      closings.get(section.id)?.();
    }
  }
  find(name).hidden = false;
  find("sheet").hidden = false;
  find("sheet").scrollTop = 0;
}

/** Takes the section away, if it is the one that is shown. */
export function closeSheet(name) {
  const section = find(name);
  if (section.hidden) return;
  // Some browsers give no focus to a button that is clicked: then the page itself has it.
  const hadFocus = section.contains(document.activeElement) || document.activeElement === document.body;
  section.hidden = true;
  if (hadFocus) leave();
  find("sheet").hidden = sections().every(({ hidden }) => hidden);
}

/** Takes whatever is shown away. */
export function clearSheet() {
  for (const section of sections()) {
    if (section.hidden) continue;
    closeSheet(section.id);
    closings.get(section.id)?.();
  }
}
