// The parts of a wall. All text of anybody's is text, and never markup.

import { $, draw, indent, made } from "/drawing.js";

const SIGNS = { passed: "✓", failed: "✗", stopped: "?", "not run": "–" };
const MEANING = { passed: "passes", failed: "fails", stopped: "didn't end", "not run": "not run yet" };
const SHARED = 3; // lines of two solutions before the first that differs
const MOST_ROWS = 20; // that can be read from the back of a room

// What the signs of a matrix mean, in a line.
export const legend = () =>
  made("p", { className: "legend row" },
    ...Object.entries(SIGNS).map(([state, sign]) => made("span", {}, `${sign} ${MEANING[state]}`)),
    made("span", {}, made("span", { className: "worst" }, "red"), ": where most people are stuck"));

// Calls a function with what a wall shows, again and again; the browser asks anew when the server comes back.
export function follow(address, show) {
  const events = new EventSource(address);
  events.onmessage = ({ data }) => {
    $("status").textContent = "";
    show(JSON.parse(data));
  };
  events.onerror = () => {
    $("status").textContent = "No connection to the evening; trying again …";
    if (events.readyState === EventSource.CLOSED) setTimeout(() => follow(address, show), 3000);
  };
}

// A kata as matrices that fit on a wall.
export function parted(kata) {
  const size = Math.ceil(kata.rows.length / Math.ceil(kata.rows.length / MOST_ROWS));
  const starts = kata.rows.flatMap((_, number) => (number % size ? [] : [number]));
  return starts.map((start) => ({ ...kata, rows: kata.rows.slice(start, start + size) }));
}

// The matrix of a kata; with `press`, a name or a cell can be pressed.
export function matrix({ name, title, stages, rows, worst }, press = null) {
  const head = stages.map((stage) => made("th", { scope: "col", className: stage === worst ? "worst" : "" }, stage));
  const isNamed = rows.some(([name]) => name);
  const cell = (state, number) =>
    made("td", { className: state.replace(" ", "-"), title: `${stages[number]}: ${MEANING[state]}` }, SIGNS[state]);
  const label = (person) => (press ? made("button", { onclick: () => press(person, name) }, person) : person);
  const body = rows.map(([person, states]) =>
    made("tr", {}, isNamed ? made("th", { scope: "row" }, label(person)) : null, ...states.map(cell)));
  return made("section", { className: "kata" },
    made("h2", {}, title),
    made("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": name },
      made("table", {},
        made("thead", {}, made("tr", {}, isNamed ? made("th", {}, "name") : null, ...head)),
        made("tbody", {}, ...body))));
}

export function slide({ drawing, question, call, typed, expected, why }) {
  const drawn = draw(drawing);
  const size = Math.max(drawing.cells.length, drawing.cells[0]?.length ?? 1);
  return made("section", { className: "slide", style: `--n: ${size}` },
    drawn ?? made("pre", {}, typed ? `${call}\ntyped: ${typed}` : call),
    made("h1", {}, question),
    why || expected ? made("p", { className: "answer" }, [expected, why].filter(Boolean).join(": ")) : null);
}

// Two solutions, as large as their lines allow.
export function solutions(pair) {
  const texts = pair.map(({ code }) => code.replace(/^\s*\n/, "").trimEnd().replaceAll("\t", "    ").split("\n"));
  // Both may begin with a long stub, and what differs is what the room talks about.
  const same = texts[0].findIndex((text, number) => text !== texts[1][number]);
  const codes = texts.map((text) => text.slice(Math.max(same - SHARED, 0)));
  const lines = Math.max(...codes.map((code) => code.length));
  const columns = Math.max(...codes.flat().map((text) => text.length), 1);
  const panes = pair.map(({ name }, number) =>
    made("div", {}, made("h2", {}, name || "AB"[number]),
      made("pre", { className: "code", tabIndex: 0 }, ...codes[number].map(line))));
  const boxes = panes.map((pane) => pane.lastChild);
  for (const box of boxes) {
    box.onscroll = () => boxes.forEach((other) => (other.scrollTop = box.scrollTop));
  }
  return made("section", { className: "pair", style: `--lines: ${lines}; --columns: ${columns}` }, ...panes);
}

const line = (text) => made("span", { style: indent(text) }, `${text}\n`);
