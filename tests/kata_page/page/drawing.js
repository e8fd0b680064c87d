// A board and the words about it, from a Drawing of kata_tables.drawing as JSON. All text of anybody's is text, and never markup.

export const $ = (id) => document.getElementById(id);

const BRACKETS = "[]"; // the sign of a mark that keeps the sign of its cell

export function made(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const numbersTo = (length) => [...Array(length).keys()];
const isEmpty = (sign) => sign === "." || sign === " ";

// What somebody who can't see the board hears of it.
const spoken = (rows) => `A board: ${rows.map((row) => row.map((sign) => (isEmpty(sign) ? "empty" : sign)).join(" ")).join("; ")}`;

function table({ cells, marks, numbered }) {
  const signs = new Map(marks.map(({ row, column, sign }) => [`${row},${column}`, sign]));
  const width = Math.max(...cells.map((row) => row.length));
  const cell = (sign, row, column) => {
    const mark = signs.get(`${row},${column}`);
    const shown = mark === undefined || mark === BRACKETS ? sign : mark;
    const properties = { className: mark === undefined ? "" : "marked", "data-sign": shown };
    return made("td", properties, isEmpty(shown) ? "" : shown);
  };
  const head = made("tr", {}, made("th"), ...numbersTo(width).map((column) => made("th", {}, `${column}`)));
  const rows = cells.map((row, number) =>
    made("tr", {}, numbered ? made("th", {}, `${number}`) : null, ...row.map((sign, column) => cell(sign, number, column))));
  const body = made("tbody", {}, numbered ? head : null, ...rows);
  return made("table", { className: width === 8 ? "felt" : "", role: "img", "aria-label": spoken(cells) }, body);
}

function captions({ cells, marks, words, legend }) {
  const signs = new Set([...cells.flat(), ...marks.map(({ sign }) => sign)]);
  const meanings = legend
    .filter(([sign]) => signs.has(sign))
    .map(([sign, meaning]) => (sign === BRACKETS ? `framed: ${meaning}` : `${sign}  ${meaning}`));
  return [...words, ...meanings];
}

// Returns a figure; null if there is nothing to draw.
export function draw(drawing) {
  const lines = captions(drawing);
  if (!drawing.cells.length && !lines.length && !drawing.about.length) return null;
  return made("figure", { className: "drawing" },
    drawing.cells.length ? table(drawing) : null,
    lines.length ? made("figcaption", {}, lines.join("\n")) : null,
    drawing.about.length ? made("pre", {}, drawing.about.join("\n")) : null);
}

// A board whose cells are buttons: nobody can press one before a page enables it.
export function pressable(size, press) {
  const cells = numbersTo(size).map(() => Array(size).fill("."));
  const board = table({ cells, marks: [], numbered: true });
  board.role = "presentation";
  board.ariaLabel = null;
  board.querySelector("th").role = "presentation"; // the corner
  board.querySelectorAll("td").forEach((cell, number) =>
    cell.append(made("button", { disabled: true, onclick: () => press(number) })));
  return board;
}

// The style of a line of code: what is too long goes on at its indent, by the rules of `house.css`.
export const indent = (text) => `--indent: ${text.search(/\S|$/)}ch`;
