// How the page of the games asks, in a site: Python in its worker, with the code that this browser keeps.

import { Python, why } from "./python.js";
import * as store from "./store.js";

const python = new Python();
let table = 0;
document.getElementById("status").textContent = "Python is loading …";

export async function answer(verb, request) {
  if (request.table !== table) python.stop(); // A new game doesn't wait for the old one.
  table = request.table;
  const reply = await python.ask("play", [verb, JSON.stringify(request)], store.written());
  return reply.ended ? { error: why(reply) } : JSON.parse(reply.answer);
}
