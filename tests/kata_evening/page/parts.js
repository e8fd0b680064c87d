// The parts of a wall. All text of anybody's is text, and never markup.

const SIGNS = { passed: "✓", failed: "✗", stopped: "?", "not run": "·" };
const MEANING = { passed: "passes", failed: "fails", stopped: "time ran out", "not run": "not run yet" };

export const $ = (id) => document.getElementById(id);

export function made(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

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

// The matrix of a kata; with `press`, a name or a cell can be pressed.
export function matrix({ name, green, stages, rows, worst }, press = null) {
  const head = stages.map((stage) => made("th", { scope: "col", className: stage === worst ? "worst" : "" }, stage));
  const isNamed = rows.some((row) => row.name);
  const cell = (state, number) =>
    made("td", { className: state.replace(" ", "-"), title: `${stages[number]}: ${MEANING[state]}` }, SIGNS[state]);
  const label = (row) => (press ? made("button", { onclick: () => press(row.name, name) }, row.name) : row.name);
  const body = rows.map((row) =>
    made("tr", {}, isNamed ? made("th", { scope: "row" }, label(row)) : null, ...row.states.map(cell)));
  return made("section", { className: "kata" },
    made("h2", {}, `${name}: ${green} of ${rows.length} green`),
    made("div", { className: "wide", tabIndex: 0, role: "region", "aria-label": name },
      made("table", {},
        made("thead", {}, made("tr", {}, isNamed ? made("th", {}, "name") : null, ...head)),
        made("tbody", {}, ...body))));
}

// A board without a mark or a word about an answer.
export function board({ cells, words, legend }) {
  if (!cells.length) return null;
  const rows = cells.map((row) => made("tr", {}, ...row.map((sign) =>
    made("td", { "data-sign": sign }, sign === "." || sign === " " ? "" : sign))));
  const signs = legend.filter(([sign]) => cells.flat().includes(sign)).map((pair) => pair.join("  "));
  return made("figure", { className: "board", style: `--n: ${Math.max(cells.length, cells[0].length)}` },
    made("table", {}, made("tbody", {}, ...rows)),
    made("figcaption", {}, [...words, ...signs].join("\n")));
}

export function slide({ drawing, question, call, typed, expected, why }) {
  const drawn = board(drawing);
  return made("section", { className: "slide" },
    drawn ?? made("pre", {}, typed ? `${call}\ntyped: ${typed}` : call),
    made("h2", {}, question),
    why || expected ? made("p", { className: "answer" }, [expected, why].filter(Boolean).join(": ")) : null);
}

export function solutions(pair) {
  const panes = pair.map(({ name, code }) =>
    made("div", {}, made("h2", {}, name || "a solution"), made("pre", { className: "code", tabIndex: 0 }, code)));
  const texts = panes.map((pane) => pane.lastChild);
  for (const text of texts) {
    text.onscroll = () => texts.forEach((other) => (other.scrollTop = text.scrollTop));
  }
  return made("section", { className: "pair" }, ...panes);
}
