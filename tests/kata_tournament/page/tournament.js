const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const { names, games, lines } = data;
const MARKS = data.size > 3 ? { X: "X, black", O: "O, white" } : { X: "X", O: "O" };
let game, at = 0, timer = 0;

function made(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// The table

function drawTable() {
  const head = ["place", "player", "points", "won", "drawn", "lost", "different", "sure"];
  const columns = [...head, ...names.map((_, number) => number + 1)];
  const table = document.querySelector("table");
  table.style.setProperty("--n", names.length);
  table.style.setProperty("--games", data.total / (names.length - 1)); // in a row
  table.tHead.rows[0].append(...columns.map((text) => made("th", { scope: "col", textContent: text })));
  table.tBodies[0].append(...data.rows.map(drawRow));
  games.forEach((one, number) => {
    const words = `${names[one.first]} begins against ${names[one.second]}: ${one.result}`;
    const link = made("a", { href: `#${number}`, title: words, ariaLabel: words, textContent: one.winner || "=" });
    link.className = `${one.winner || "draw"} ${one.fault ? "fault" : ""}`;
    table.tBodies[0].rows[one.first].cells[head.length + one.second].append(link);
  });
}

function drawRow(row, number) {
  const cell = (textContent, className = "") => made("td", { textContent, className });
  const sure = cell(row.percent, "sure");
  if (row.sure) sure.append(made("meter", { value: row.sure, min: 0.5 }));
  const numbers = [row.points, row.won, row.drawn, row.lost, row.different];
  const against = names.map((_, other) => cell("", other === number ? "itself" : "games"));
  const name = made("th", { scope: "row", textContent: names[number], title: names[number] });
  return made("tr", {}, cell(row.place, "place"), name, ...numbers.map((text) => cell(text)), sure, ...against);
}

// A game, move by move

function open(number) {
  game = games[number];
  at = 0;
  const finalists = !data.live && game.first + game.second === 1;
  $("players").textContent = `${finalists ? "The final: " : ""}${names[game.first]} (${MARKS.X}) against ${names[game.second]} (${MARKS.O})`;
  $("at").max = lines[game.line].plies.length;
  $("other").hidden = other() < 0;
  if (!$("replay").open) $("replay").showModal();
  $("run").focus();
  run(true);
  draw();
}

const other = () => games.findIndex((one) => one.first === game.second && one.second === game.first && one.round === game.round);

function draw() {
  const { plies, won } = lines[game.line], board = [...data.start], isOver = at === plies.length;
  for (const { side, cells } of plies.slice(0, at)) for (const cell of cells) board[cell] = side;
  const last = plies[at - 1];
  [...$("board").querySelectorAll("button")].forEach((button, cell) => {
    button.dataset.side = board[cell].replace(".", "");
    button.classList.toggle("last", cell === last?.cells[0]);
    button.classList.toggle("won", isOver && won.includes(cell));
    button.ariaLabel = `row ${row(cell)}, column ${cell % data.size}: ${button.dataset.side || "empty"}`;
  });
  const turned = last && last.cells.length - 1;
  const discs = turned ? `, and ${turned} turned` : "";
  const played = last ? `Move ${at}: ${last.side} to row ${row(last.cells[0])}, column ${last.cells[0] % data.size}${discs}. ` : "";
  $("status").textContent = played + (isOver ? game.result : "");
  $("at").value = at;
  if (isOver) run(false);
}

const row = (cell) => Math.floor(cell / data.size);

function run(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => step(at + 1), data.size > 3 ? 600 : 1000) : 0;
  $("run").textContent = on ? "Pause" : at === lines[game.line].plies.length ? "Again" : "Go on";
}

function step(to) {
  at = Math.min(Math.max(to, 0), lines[game.line].plies.length);
  draw();
}

function build() {
  const numbers = [...Array(data.size).keys()];
  const cell = () => made("div", { role: "gridcell" }, made("button", { tabIndex: -1 }, made("span", { className: "disc" })));
  const head = (role, textContent) => made("div", { role, textContent });
  $("board").className = data.game;
  $("board").role = "grid";
  $("board").ariaLabel = "The board";
  $("board").style.setProperty("--n", data.size);
  $("board").append(
    made("div", { role: "row" }, head("columnheader", "row"), ...numbers.map((column) => head("columnheader", column))),
    ...numbers.map((row) => made("div", { role: "row" }, head("rowheader", row), ...numbers.map(cell))));
}

$("run").onclick = () => {
  if (!timer && at === lines[game.line].plies.length) at = 0;
  run(!timer);
  draw();
};
$("at").oninput = () => {
  run(false);
  step(Number($("at").value));
};
$("other").onclick = () => (location.hash = other());
$("close").onclick = () => $("replay").close();
$("replay").onclose = () => {
  clearInterval(timer);
  history.replaceState(history.state, "", location.pathname);
};
$("replay").onkeydown = (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[event.key]; // also a presenter's
  if (!by) return;
  event.preventDefault();
  run(false);
  step(at + by);
};
onhashchange = () => games[location.hash.slice(1)] && location.hash && open(location.hash.slice(1));

const final = games.findIndex((one) => one.first === 0 && one.second === 1);
$("final").hidden = data.live || final < 0;
$("final").onclick = () => (location.hash = final);
document.title = document.querySelector("h1").textContent = data.title;
$("done").hidden = games.length === data.total;
$("done").max = data.total;
$("done").value = games.length;
$("played").textContent = data.words;
$("told").append(...data.told.map((text) => made("li", { textContent: text })));
build();
drawTable();

// While games are played, the page looks for more; what was seen stays where it was.
const wide = document.querySelector(".wide"), links = () => [...document.querySelectorAll(".games a")];
const { x, y, focused } = history.state ?? {};
if (y) scrollTo(0, y);
wide.scrollLeft = x ?? 0;
links().find((link) => link.ariaLabel === focused)?.focus({ preventScroll: true });
if (data.live) {
  setInterval(() => {
    if ($("replay").open) return;
    history.replaceState({ x: wide.scrollLeft, y: scrollY, focused: document.activeElement.ariaLabel }, "");
    location.reload();
  }, 3000);
}
onhashchange();
