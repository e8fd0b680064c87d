// A board of either game, for every page that shows one.

const $ = (id) => document.getElementById(id);
const sizes = { tictactoe: 3, reversi: 8 };
const cells = () => [...$("board").querySelectorAll("button")];

function made(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// Nobody can press a cell before a page enables it.
function buildBoard(game, press) {
  const numbers = [...Array(sizes[game]).keys()];
  const head = (textContent) => made("span", { textContent });
  const cell = (number) => made("button", { disabled: true, onclick: () => press(number) }, made("span", { className: "disc" }));
  $("board").className = game;
  $("board").style.setProperty("--n", numbers.length);
  $("board").replaceChildren(head(""), ...numbers.map(head));
  for (const row of numbers) $("board").append(head(row), ...numbers.map((column) => cell(row * numbers.length + column)));
}

function named(cell) {
  const size = Math.sqrt(cells().length);
  return `(${Math.floor(cell / size)}, ${cell % size})`;
}

function drawBoard({ board, cell, line }) {
  cells().forEach((button, number) => {
    const side = board[number].replace(".", ""), isLast = number === cell;
    button.className = line.includes(number) ? "won" : isLast ? "last" : "";
    button.dataset.says = "";
    button.dataset.side = button.firstChild.textContent = side;
    button.ariaLabel = `${named(number)}: ${side || "empty"}${isLast ? ", last move" : ""}`;
  });
}

// The last move in words.
function played({ mover, cell, turned }) {
  if (!mover) return "";
  return `${mover} played ${named(cell)}${turned.length ? `, ${turned.length} turned` : ""}. `;
}
