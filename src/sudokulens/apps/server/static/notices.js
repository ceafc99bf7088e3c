// What the page tells the person: quiet messages, announcements for screen readers, failures, and that it is at work.

const find = (name) => document.getElementById(name);

/** Messages go into the open dialog, where there is one: the page around it is covered, and not spoken. */
function bring(name) {
  const [element, place] = [find(name), document.querySelector("dialog[open]") ?? document.body];
  if (element.parentElement !== place) place.append(element);
  return element;
}

/** Says something to screen readers only. */
export function announce(text) {
  const status = bring("status");
  status.textContent = "";
  // A change in the next frame is spoken even when the text is the same as before.
  requestAnimationFrame(() => { status.textContent = text; });
}

/**
 * Opens a dialog and says its title: not every screen reader does so itself. It takes the place of what was said before,
 * which would be spoken again when the page is uncovered.
 */
export function openDialog(name) {
  const dialog = find(name);
  dialog.showModal();
  announce(find(dialog.getAttribute("aria-labelledby")).textContent);
}

let standing = null;

/** Offers an action, { words, act }, beside every message that has none of its own, until it is called with null. */
export function keepOffering(action) { standing = action; }

/** Shows a message below the board until the next one, with a button if `action` is { words, act }; "" takes it away. */
export function tell(text, action = text ? standing : null) {
  const button = find("message-action");
  find("message").textContent = text;
  button.hidden = !action;
  button.textContent = action?.words ?? "";
  button.onclick = action?.act ?? null;
  if (text) announce(text);
}

/** Shows a failure, above an open dialog too, which would cover it. */
export function fail(text) {
  const failure = bring("failure");
  find("failure-text").textContent = text.slice(0, 1).toUpperCase() + text.slice(1);
  failure.hidden = false;
}

export function dismissFailure() { find("failure").hidden = true; }

/** Runs something that may fail or take a while; a failure is shown, and then the answer is undefined. */
export async function attempt(doing, work) {
  const shown = setTimeout(() => {
    find("busy-text").textContent = doing;
    bring("busy").hidden = false;
    announce(doing);
  }, 250);
  try {
    dismissFailure();
    return await work();
  } catch (fault) {
    fail(fault.message || String(fault));
    return undefined;
  } finally {
    clearTimeout(shown);
    find("busy").hidden = true;
  }
}
