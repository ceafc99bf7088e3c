// What can be asked of the service or of the engine in the page, whichever answers: with live.js all that reaches either.

import { through } from "./backend.js";

export { ServiceError } from "./service.js";

const send = (name, body) => through((one) => one.send(name, body));
const ask = async (name, body) => (await send(name, body)).json();
const get = async (name) => (await through((one) => one.get(name))).json();

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
export const sample = async () => (await fetch("sample.jpg")).blob();

/** The grids in a picture; `shown` asks for the picture too, in a form that every browser shows. */
export const scan = (picture, shown = false) => through((one) => one.scan(picture, shown));
