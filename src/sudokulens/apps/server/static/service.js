// The service over the network, one of the two that answer this page. What goes wrong becomes a ServiceError.

import { language, t } from "./words.js";

export class ServiceError extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** What went wrong, by the status and the problem document of an answer. */
export const refusal = (status, problem) =>
  new ServiceError(problem.detail ?? t("The service answered {status}.", { status }), problem.code ?? String(status));

async function call(path, options) {
  let answer;
  try {
    answer = await fetch(path, { ...options, headers: { "accept-language": language(), ...options?.headers } });
  } catch {
    throw new ServiceError(t("The service cannot be reached. Is sudokulens serve still running?"), "unreachable");
  }
  if (answer.ok) return answer;
  throw refusal(answer.status, await answer.json().catch(() => ({})));
}

export class Service {
  /** The answer to a request with a body, as something that has json() and blob(). */
  send(name, body) {
    return call(`api/${name}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  }

  /** The same without one. */
  get(name) { return call(`api/${name}`); }

  /** The grids in a picture; `shown` asks for the picture too, in a form that every browser shows. */
  async scan(picture, shown) {
    const body = new FormData();
    body.append("image", picture, "photo");
    return (await call(`api/scan${shown ? "?picture=true" : ""}`, { method: "POST", body })).json();
  }
}
