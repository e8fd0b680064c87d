// How the page of the games asks: Python in its worker, with the code that this browser keeps.

import { Python } from "./python.js";
import * as store from "./store.js";

const python = new Python();
let table = 0;
document.getElementById("status").textContent = "Python is loading …";

// A new game, at another table, does not wait for the old one.
export async function answer(verb, details) {
  if (details.table !== table) python.stop();
  table = details.table;
  const told = await python.ask("play", [verb, JSON.stringify(details)], store.written());
  return told.ended ? { error: "Python had to be started again; begin a new game." } : JSON.parse(told.answer);
}
