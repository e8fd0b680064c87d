// How the page of the games asks, in a site: Python in its worker, with the code that this browser keeps.

import { python, why } from "./python.js";
import * as store from "./store.js";
import { word } from "./words.js";

document.querySelector("a").hidden = false; // the way back to the katas
let table = 0;
document.getElementById("status").textContent = word("loading");

export async function answer(verb, request) {
  if (request.table !== table) python.stop(); // A new game doesn't wait for the old one.
  table = request.table;
  const reply = await python.ask("play", [verb, JSON.stringify(request)], store.written());
  return reply.ended ? { error: why(reply) } : JSON.parse(reply.answer);
}
