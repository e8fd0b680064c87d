// The facilitator's page: everybody's states by name, what lies behind them, and what the room gets to see.

import { $, draw, made } from "/drawing.js";
import { follow, matrix } from "./parts.js";

let first = null; // of two solutions that the room is to see: a name and a kata

async function post(verb, body) {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`/facilitator/${verb}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) $("status").textContent = (await response.json()).error;
}
const open = (what) => post("open", what);
const button = (text, onclick) => made("button", { onclick }, text);
const people = (names) => (names.length === 1 ? names[0] : `${names.length} people (${names.join(", ")})`);

follow("/facilitator/events", (view) => {
  if (view.trouble) $("status").textContent = view.trouble;
  $("opened").replaceChildren(...controls(view.opened));
  $("topics").replaceChildren(made("h2", {}, "To talk about"), ...view.topics.map(topic));
  if (!view.topics.length) $("topics").append(made("p", {}, "Nothing yet."));
  const stuck = Object.entries(view.people).filter(([, minutes]) => minutes);
  $("stuck").hidden = !stuck.length;
  $("stuck").replaceChildren(made("h2", {}, "Stuck for a while"), ...stuck.map(([name, minutes]) =>
    made("p", {}, `${name}: ${minutes} minutes`)));
  $("room").replaceChildren(...view.katas.map((kata) => matrix(kata, cell)), names(Object.keys(view.people)));
});

function controls({ names, answer, slide, solutions }) {
  const sees = solutions.length ? "two solutions" : slide.length ? `“${slide[2]}”` : "the states of everybody";
  return [
    made("p", {}, `The room sees ${sees}${names ? ", with names" : ", without names"}. `),
    button(names ? "Hide names" : "Show names", () => open({ names: !names })),
    slide.length ? button(answer ? "Hide the answer" : "Show the answer", () => open({ answer: !answer })) : null,
    slide.length || solutions.length
      ? button("Back to everybody", () => open({ slide: [], solutions: [], answer: false })) : null,
  ].filter(Boolean);
}

function topic({ name, text, people: who, slide }) {
  return made("article", {},
    made("p", {}, made("strong", {}, `${people(who)}: ${name}`)),
    ...text.split("\n").filter(Boolean).map((line) => made("p", {}, line)),
    button(`Show “${slide[2]}” to the room`, () => open({ slide, solutions: [], answer: false })));
}

function names(everybody) {
  const release = (name) => {
    if (confirm(`Anybody can then take the name ${name}. Release it?`)) post("release", { name });
  };
  return made("details", {}, made("summary", {}, `Everybody's names (${everybody.length})`),
    ...everybody.map((name) => made("p", {}, `${name} `, button("Release", () => release(name)))));
}

// Somebody's code beside its first failure

async function cell(name, kata) {
  const response = await fetch(`/facilitator/cell?${new URLSearchParams({ name, kata })}`);
  const { error, code, record, steps } = await response.json();
  const isSecond = first && `${first}` !== `${[name, kata]}`;
  const compare = () => {
    $("cell").close();
    if (isSecond) open({ solutions: [first, [name, kata]], slide: [] });
    else $("status").textContent = `${name}'s code is the first; now click the second name.`;
    first = isSecond ? null : [name, kata];
  };
  const label = isSecond ? `Show ${first[0]}'s and ${name}'s code to the room` : "Show it beside another";
  $("cell").replaceChildren(
    made("form", { method: "dialog", className: "row" }, made("h2", {}, `${name}: ${kata}`), made("button", {}, "Close")),
    made("p", {}, error ?? record.words),
    ...(error ? [] : [line(steps), made("div", { className: "pair" },
      made("div", {}, made("pre", { className: "code", tabIndex: 0 }, code), button(label, compare)),
      made("div", {}, ...failure(record)))]));
  $("cell").showModal();
}

function failure({ failures: [first], misconception }) {
  if (!first) return [made("p", {}, "Nothing fails.")];
  const { headline, traceback, drawing, question, call, why } = first.failure;
  return [
    made("h3", {}, `${first.stage}: ${first.title}`),
    made("p", {}, headline),
    draw(drawing),
    made("p", {}, question),
    made("pre", {}, call || traceback.join("\n")),
    made("p", {}, why),
    misconception ? made("p", {}, made("strong", {}, `perhaps: ${misconception.name}`), ` ${misconception.text}`) : null,
  ].filter(Boolean);
}

// The states of runs over time, as a small line.
function line(steps) {
  const marks = steps.map(([time, bar]) => {
    const state = bar.includes("?") ? "stopped" : bar.includes("x") ? "failed" : "passed";
    return made("i", { className: state, title: `${new Date(1000 * time).toLocaleTimeString()} ${bar}` });
  });
  const runs = steps.length === 1 ? "1 run" : `${steps.length} runs`;
  return made("p", { className: "line" }, `${runs} `, made("span", { role: "img", "aria-label": "red and green" }, ...marks));
}
