// What the page tells the person: quiet messages, announcements for screen readers, failures, and that it is at work.

const find = (name) => document.getElementById(name);

/** Says something to screen readers only. */
export function announce(text) {
  find("status").textContent = "";
  // A change in the next frame is spoken even when the text is the same as before.
  requestAnimationFrame(() => { find("status").textContent = text; });
}

/** Shows a message below the board until the next one, with a button if `action` is { words, act }; "" takes it away. */
export function tell(text, action = null) {
  const button = find("message-action");
  find("message").textContent = text;
  button.hidden = !action;
  button.textContent = action?.words ?? "";
  button.onclick = action?.act ?? null;
  if (text) announce(text);
}

/** Shows a failure, above an open dialog too, which would cover it. */
export function fail(text) {
  (document.querySelector("dialog[open]") ?? document.body).append(find("failure"));
  find("failure-text").textContent = text;
  find("failure").hidden = false;
}

export function dismissFailure() { find("failure").hidden = true; }

/** Runs something that may fail or take a while; a failure is shown, and then the answer is undefined. */
export async function attempt(doing, work) {
  const shown = setTimeout(() => {
    find("busy-text").textContent = doing;
    find("busy").hidden = false;
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
