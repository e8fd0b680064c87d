// A board of either game, for every page that shows one.

const $ = (id) => document.getElementById(id);
const sizes = { tictactoe: 3, reversi: 8 };
const cells = () => [...$("board").querySelectorAll("button")];

function made(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function buildBoard(game, press) {
  const size = sizes[game], numbers = [...Array(size).keys()];
  const head = (role, textContent) => made("div", { role, textContent });
  const cell = (number) => {
    const spans = ["disc", "says"].map((className) => made("span", { className }));
    return made("div", { role: "gridcell" }, made("button", { tabIndex: -1, onclick: () => press(number) }, ...spans));
  };
  const row = (r) => made("div", { role: "row" }, head("rowheader", r), ...numbers.map((c) => cell(r * size + c)));
  const columns = numbers.map((c) => head("columnheader", c));
  $("board").className = game;
  $("board").style.setProperty("--n", size);
  $("board").replaceChildren(made("div", { role: "row" }, head("columnheader", "row"), ...columns), ...numbers.map(row));
}

function drawBoard(board, last, line) {
  const size = Math.sqrt(board.length);
  cells().forEach((button, cell) => {
    const side = button.dataset.side = board[cell].replace(".", "");
    button.classList.toggle("last", cell === last);
    button.classList.toggle("won", line.includes(cell));
    const words = `row ${Math.floor(cell / size)}, column ${cell % size}: ${side || "empty"}`;
    button.ariaLabel = cell === last ? `${words}, last move` : words;
  });
  $("board").querySelector("svg")?.remove();
  const points = line.map((cell, number) => `${number % 3 ? "L" : "M"}${cell % 3 + 0.5},${Math.floor(cell / 3) + 0.5}`);
  const svg = `<svg viewBox="0 0 3 3" aria-hidden="true"><path d="${points.join("")}" pathLength="1"/></svg>`;
  if (line.length) $("board").insertAdjacentHTML("beforeend", svg);
}
