// The statement of a kata: its languages, its hints, and what can be tried.

import { $, made } from "./drawing.js";
import * as store from "./store.js";
import { speak, wanted, word } from "./words.js";

const { kata } = document.body.dataset;
export const stub = $("text").content.textContent;

// The languages

const languages = document.querySelectorAll("#languages button");
const articles = [...document.querySelectorAll("article")];
const article = () => articles.find((text) => !text.hidden);

function choose(language) {
  const chosen = articles.find((text) => text.lang === language) ?? articles[0];
  for (const text of articles) text.hidden = text !== chosen;
  for (const button of languages) button.ariaPressed = button.lang === chosen.lang;
  speak(chosen.lang);
}
for (const button of languages) {
  button.onclick = () => {
    store.set("language", button.lang);
    choose(button.lang);
  };
}
choose(wanted());

// What the statement says that one has learnt
export function learnt() {
  const heading = [...article().querySelectorAll("h2")].find((text) => text.textContent === word("learnt"));
  const parts = [];
  for (let part = heading?.nextElementSibling; part?.tagName === "P"; part = part.nextElementSibling) parts.push(part.cloneNode(true));
  return parts;
}

// Shows one more hint of a stage: each has a number and the stage in its heading.
export function hint(stage) {
  const heading = (part) => part.querySelector("summary").textContent;
  const isHint = (part) => /^\S+ \d+,/.test(heading(part)) && heading(part).includes(stage);
  const hints = [...article().querySelectorAll("details")].filter(isHint);
  $("hints").querySelector("p.hint")?.remove();
  const next = hints[$("hints").childElementCount]?.cloneNode(true) ?? made("p", {}, word("noHint"));
  next.open = true;
  next.className = "note hint";
  $("hints").append(next);
  next.scrollIntoView({ block: "nearest" });
}

// Every call in the examples can be tried: a function's name, and its brackets in the same line.
const functions = [...stub.matchAll(/^def (\w+)/gm)].map(([, name]) => name).join("|");
const calls = new RegExp(`(?<!\\w)(?:${functions})\\((?:[^()\n]|\\([^()\n]*\\))*\\)`, "g");

// `acts` are functions for the buttons.
export function begin(acts) {
  for (const example of document.querySelectorAll("article pre")) {
    const button = (call) => made("button", { type: "button", className: "ask", onclick: () => acts.tryCall(call) }, `>>> ${call}`);
    example.after(...(example.textContent.match(calls) ?? []).map(button));
  }
  for (const command of document.querySelectorAll("article code")) {
    if (command.textContent !== `pytest katas/${kata}`) continue;
    command.replaceWith(made("button", { onclick: () => acts.run() }, command.textContent));
  }
}

$("statement").onclick = (event) => { // once for each kata, and not when it is done
  const isDone = store.read("progress")[kata]?.green;
  if (!event.target.closest("a[href^=see]") || isDone || store.get(`seen/${kata}`)) return;
  if (confirm(word("spoils"))) store.set(`seen/${kata}`, "yes");
  else event.preventDefault();
};
