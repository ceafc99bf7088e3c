// Calls to the service. Whatever goes wrong becomes a ServiceError with a sentence for the person.

export class ServiceError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

async function call(path, options) {
  let answer;
  try {
    answer = await fetch(path, { method: "POST", ...options });
  } catch {
    throw new ServiceError("The service cannot be reached. Is sudokulens serve still running?", "unreachable");
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new ServiceError(problem.detail ?? `The service answered ${answer.status}.`, problem.code ?? String(answer.status));
}

const send = (name, body) =>
  call(`/api/${name}`, { headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const ask = async (name, body) => (await send(name, body)).json();

export const solve = (board) => ask("solve", { board });
export const hint = (board, level) => ask("hint", { board, level });
export const path = (board) => ask("path", { board });
export const check = (board) => ask("check", { board });
export const rate = (board) => ask("rate", { board });
export const generate = (wishes) => ask("generate", wishes);
export const convert = (board, to) => ask("convert", { board, to });
export const sheet = async (boards) => (await send("sheet", { boards, per_page: 1 })).blob();
export const qr = async (text) => (await send("qr", { text })).blob();

/** The grids in a picture, with the picture as it looks solved. */
export async function scan(picture) {
  const body = new FormData();
  body.append("image", picture, "photo");
  return (await call("/api/scan?overlay=true", { body })).json();
}
