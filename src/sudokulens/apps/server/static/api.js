// Calls to the service: with live.js the only modules that reach the network. What goes wrong becomes a ServiceError.

import { language, t } from "./words.js";

export class ServiceError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

async function call(path, options) {
  let answer;
  try {
    answer = await fetch(path, { ...options, headers: { "accept-language": language(), ...options?.headers } });
  } catch {
    throw new ServiceError(t("The service cannot be reached. Is sudokulens serve still running?"), "unreachable");
  }
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new ServiceError(problem.detail ?? t("The service answered {status}.", { status: answer.status }), problem.code ?? String(answer.status));
}

const send = (name, body) =>
  call(`/api/${name}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const ask = async (name, body) => (await send(name, body)).json();
const get = async (name) => (await call(`/api/${name}`)).json();

export const solve = (board) => ask("solve", { board });
export const hint = (board, level) => ask("hint", { board, level });
export const path = (board) => ask("path", { board });
export const scene = (board) => ask("scene", { board });
export const check = (board) => ask("check", { board });
export const rate = (board) => ask("rate", { board });
export const generate = (wishes) => ask("generate", wishes);
export const convert = (board, to) => ask("convert", { board, to });
export const sheet = async (boards) => (await send("sheet", { boards, per_page: 1 })).blob();
export const qr = async (text) => (await send("qr", { text })).blob();

/** What can be chosen: levels, sizes, symmetries, techniques, formats. */
export const choices = () => get("choices");

/** Where this page can be reached by other devices; null where only this one can. */
export const reach = () => get("reach");

/** The lesson of a technique: its example in stages, a near miss, a position to practise on. */
export const lesson = (technique) => get(`techniques/${encodeURIComponent(technique)}`);

export const languages = () => get("languages");
export const catalogue = (code) => get(`catalogue/${code}`);

/** The sample newspaper as a picture file. */
export const sample = async () => (await call("/sample.jpg")).blob();

/** The grids in a picture; `shown` asks for the picture too, in a form that every browser shows. */
export async function scan(picture, shown = false) {
  const body = new FormData();
  body.append("image", picture, "photo");
  return (await call(`/api/scan${shown ? "?picture=true" : ""}`, { method: "POST", body })).json();
}
