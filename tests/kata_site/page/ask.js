// How the page of the games asks: Python in its worker, with the code that this browser keeps.

import { Python } from "./python.js";
import * as store from "./store.js";

const python = new Python();
let waiting = 0;
document.getElementById("status").textContent = "Python is loading …";

// A new game does not wait for the old one.
export async function answer(verb, details) {
  if (verb === "new" && waiting) python.stop();
  waiting++;
  const told = await python.ask("play", [verb, JSON.stringify(details)], store.written());
  waiting--;
  return told.ended ? { error: "Python had to be started again; begin a new game." } : JSON.parse(told.answer);
}
