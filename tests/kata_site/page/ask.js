// How the page of the games asks: Python in its worker, with the code that this browser keeps.

import { named } from "./files.js";
import { Python } from "./python.js";
import * as store from "./store.js";

const python = new Python();
let waiting = 0;
document.getElementById("status").textContent = "Python is loading …";

async function asked(verb, details) {
  waiting++;
  const told = await python.ask("play", [verb, details], named(store.written()));
  waiting--;
  return told.ended ? { error: "Python had to be started again; begin a new game." } : JSON.parse(told.answer);
}

export const players = () => asked("players", "");

// A new game does not wait for the old one.
export function answer(verb, details) {
  if (verb === "new" && waiting) python.stop();
  return asked(verb, JSON.stringify(details));
}
