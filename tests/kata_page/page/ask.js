// How the page of the games asks: the server that it came from. In a site, ask.worker.js has this name.

import { word } from "./words.js";

export function answer(verb, request) {
  const headers = { "Content-Type": "application/json" };
  return fetch(verb, { method: "POST", headers, body: JSON.stringify(request) })
    .then((reply) => reply.json())
    .catch(() => ({ error: `${word("nobody")}: python -m katas play` }));
}
