// The verdict of a run as a page: it draws the record of kata_kit.record, which comes as JSON.

import { draw, made } from "./drawing.js";
import { word } from "./words.js";

function stateOf({ passed, failed, locked, not_run }) {
  if (failed) return "failed";
  return passed && !locked && !not_run ? "passed" : "waiting";
}

// The stages of a kata as cells of a list.
export function cells(stages) {
  return stages.map((stage) => made("li", { className: stateOf(stage) }, stage.name));
}

// navigator.clipboard is missing where a page comes over plain HTTP.
function copy(text, button) {
  const area = made("textarea", { value: text });
  button.after(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  button.focus();
  button.textContent = word("copied");
}

function pasted(call) {
  const button = made("button", { type: "button", onclick: () => copy(call, button) }, word("copy"));
  return made("div", { className: "call" }, made("pre", { tabIndex: 0 }, made("code", {}, call)), button);
}

function answers({ headline, expected, got }) {
  if (!expected || (!got && headline.includes(expected))) return null;
  const answer = (name, state, text) => text && made("div", { className: state }, made("dt", {}, word(name)), made("dd", {}, text));
  return made("dl", { className: "answers row" }, answer("expected", "passed", expected), answer("got", "failed", got));
}

// A failure below its title, with everything that is known of it.
function body(failure) {
  const { details, traceback, drawing, call, typed, why } = failure;
  return [
    answers(failure),
    details.length ? made("p", { className: "details" }, details.join("\n")) : null,
    traceback.length ? made("pre", { tabIndex: 0 }, traceback.join("\n")) : null,
    draw(drawing),
    call ? pasted(call) : null,
    typed ? made("pre", { tabIndex: 0 }, `typed: ${typed}`) : null,
    why ? made("p", {}, made("b", {}, `${word("why")}: `), why) : null,
  ].filter(Boolean);
}

function card({ name, text }) {
  return made("aside", { className: "note perhaps" },
    made("h3", {}, `${word("perhaps")}: ${name}`), ...text.split("\n").map((line) => made("p", {}, line)));
}

const folded = ({ title, failure }) =>
  made("details", { name: "failure" },
    made("summary", {}, made("b", {}, title), ` ${failure.headline}`), ...body(failure));

// Draws the failures of a record; `acts` are functions for the buttons.
export function parts(record, acts) {
  const [first, ...others] = record.failures.filter(({ failure }) => failure);
  const hints = made("div", { id: "hints" });
  if (!first) return [made("h2", {}, record.words), hints];
  const button = (name, act) => made("button", { type: "button", onclick: act }, word(name));
  const { status, stage, title, failure } = first, isAnswer = Boolean(failure.got);
  if (status === "broken") return [made("h2", {}, failure.headline), ...body(failure)]; // It's no case.
  return [
    made("p", { className: "case" }, made("span", { className: "failed" }, stage), isAnswer ? "" : ` ${title}`),
    made("h2", {}, isAnswer ? title : failure.headline),
    ...body(failure),
    record.misconception ? card(record.misconception) : null,
    made("p", { className: "row" },
      button("alone", () => acts.run(`--case="${title.replace(/["\\]/g, "\\$&")}"`)),
      button("hint", () => acts.hint(stage)),
      button("stages", () => acts.run("--all-stages"))),
    hints,
    others.length ? made("section", {}, made("h3", {}, `${others.length} ${word("more")}`), ...others.map(folded)) : null,
  ].filter(Boolean);
}
