// The page: it keeps the moves of a game, and asks for all that the rules decide.

import { answer, players } from "./ask.js";

const $ = (id) => document.getElementById(id);
const SIDES = ["X", "O"], COLOURS = { X: "black", O: "white" };
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

function made(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const all = await players(); // by game: the rows of the board, and who can play
let game = "tictactoe", first = "X", moves = [], at = 0; // what is shown is the position after `at` moves
let view = null, table = "", isOld = true, paused = false, playing = false;
let turn = 0; // of whoever did something last: what was asked before is dropped

async function ask(verb, more = {}) { // comes back only if there is an answer, and it is still wanted
  const asked = { table, game, first, X: $("X").value, O: $("O").value, moves: moves.slice(0, at), ...more };
  const mine = turn, answered = await answer(verb, asked);
  if (mine === turn && !answered.error) return answered;
  if (mine === turn) {
    endMatch();
    tell(answered.error, "");
  }
  return new Promise(() => {});
}

const size = () => all.sizes[game];
const isYou = (side) => $(side).value === "you";
const you = () => SIDES.some(isYou);
const name = (side) => $(side).selectedOptions[0].text;
const place = (cell) => [Math.floor(cell / size()), cell % size()];
const named = (cell) => `(${place(cell).join(", ")})`;
const cells = () => [...$("board").querySelectorAll("button")];

// The course of a game

async function show() {
  const mine = ++turn;
  for (const button of cells()) button.ariaDisabled = true; // nobody can move until it is drawn
  remember();
  await renew();
  view = await ask("look", { moves, at });
  draw();
  drawCheck($("check").checked && view.side ? await ask("check") : null);
  if (!view.side || isYou(view.side) || paused) return;
  const [{ cell, told, instead }] = await Promise.all([ask("move"), wait(you() ? 600 : 2000 / 2 ** $("speed").value)]);
  if (mine !== turn) return;
  if (!told) return play(cell);
  tell(told, `${view.side} (${name(view.side)}) has not moved.`);
  offer(view.side, instead);
}

function play(cell) {
  moves = [...moves.slice(0, at), cell];
  step(at + 1, false);
}

function step(to, stop) {
  [at, paused] = [to, stop];
  show();
}

async function renew() { // in each place that asks: what was dropped is asked for again
  if (isOld) [table, isOld] = [(await ask("new")).table, false];
}

function load() { // what was saved since
  isOld = true;
  show();
}

function begin() {
  endMatch();
  [moves, at, paused] = [[], 0, false];
  first = $("first").value || SIDES[Math.floor(2 * Math.random())];
  load();
}

function remember() { // for a page that is loaded again
  history.replaceState(null, "", `#${[game, $("X").value, $("O").value]}`);
  sessionStorage.setItem("game", JSON.stringify({ hash: location.hash, first, moves, at }));
}

function goOn() { // with the game that was on this page before it was loaded again
  const kept = JSON.parse(sessionStorage.getItem("game"));
  if (kept?.hash !== location.hash) return choosePlayers();
  choosePlayers();
  ({ first, moves, at } = kept);
  step(at, at < moves.length);
}

function swap() {
  [$("X").value, $("O").value] = [$("O").value, $("X").value];
  clearMatch();
  begin();
}

async function best() { // on request, and for nobody but you
  turn++;
  const { cell } = await ask("best"), marked = cells()[cell];
  marked.classList.add("best");
  marked.ariaLabel += ", best move";
  $("status").textContent = `The reference's search would play ${named(cell)}.`;
}

function takeBack() { // to your last turn; where you only watch, one move
  let to = at - 1;
  while (you() && to > 0 && !isYou(view.plies[to].side)) to--;
  moves.length = to;
  step(to, !you());
}

// What is seen

function build() {
  const numbers = [...Array(size()).keys()], title = game === "reversi" ? "Reversi" : "Tic-tac-toe";
  const head = (role, text) => made("div", { role, textContent: text });
  const cell = (number) => {
    const spans = ["disc", "says"].map((className) => made("span", { className }));
    const button = made("button", { tabIndex: number ? -1 : 0 }, ...spans);
    button.onclick = () => button.ariaDisabled === "false" && play(number);
    return made("div", { role: "gridcell" }, button);
  };
  const board = Object.assign($("board"), { className: game, ariaLabel: `${title}; the arrow keys move` });
  board.style.setProperty("--n", size());
  board.replaceChildren(
    made("div", { role: "row" }, head("columnheader", "row"), ...numbers.map((c) => head("columnheader", c))),
    ...numbers.map((r) => made("div", { role: "row" }, head("rowheader", r), ...numbers.map((c) => cell(r * size() + c)))));
  for (const side of SIDES) $(side).replaceChildren(...all.players[game].map(([key, name]) => new Option(name, key)));
  $("check").parentElement.querySelector("code").textContent = game === "reversi" ? "legal_moves" : "negamax";
}

function draw() {
  const last = view.plies[at - 1], yours = view.side && isYou(view.side);
  cells().forEach((button, cell) => {
    const side = view.board[cell].replace(".", ""), legal = yours && view.legal.includes(cell);
    const far = last ? Math.max(...place(cell).map((number, i) => Math.abs(number - place(last.cell)[i]))) : 0;
    button.classList.remove("best");
    const seen = { placed: side && !button.dataset.side, last: cell === last?.cell, legal, won: view.line.includes(cell) };
    for (const [key, is] of Object.entries(seen)) button.classList.toggle(key, Boolean(is));
    button.style.setProperty("--wait", `${60 * far}ms`);
    button.dataset.side = side;
    button.ariaDisabled = !legal;
    const [r, c] = place(cell), words = side || (legal && game === "reversi" ? "empty, legal" : "empty");
    button.ariaLabel = `row ${r}, column ${c}: ${words}${seen.last ? ", last move" : ""}`;
  });
  drawLine();
  drawMoves();
  for (const side of SIDES) {
    $(`score-${side}`).textContent = game === "reversi" ? view.score[side] : "";
    $(side).parentElement.classList.toggle("turn", view.side === side);
  }
  $("status").ariaLive = you() || !view.side ? "polite" : "off"; // nobody can listen so fast as they play
  $("status").textContent = words(last);
  $("trouble").hidden = true;
  $("you").textContent = youAre();
  $("rematch").hidden = Boolean(view.side);
  $("best").disabled = !yours;
  $("back").disabled = !at;
  $("run").disabled = !view.side || isYou(view.side);
  $("run").textContent = paused ? "Go on from here" : "Pause";
  $("match").disabled = you();
}

function youAre() { // nothing to be said where both sides are you, or none
  const yours = SIDES.filter(isYou);
  if (yours.length !== 1) return "";
  return game === "reversi" ? `You are ${COLOURS[yours[0]]} (${yours[0]}).` : `You are ${yours[0]}.`;
}

function words(last) {
  const turned = last && view.turned.length ? `, ${count(view.turned.length, "disc")} turned` : "";
  const before = last ? `${last.side} played ${named(last.cell)}${turned}. ` : "";
  const pass = view.passed ? `${view.passed} has no legal move and passes. ` : "";
  const sides = (text) => text.replace(/^[XO]/, (side) => `${side} (${name(side)})`);
  return before + pass + sides(view.side ? `${view.side} is to move.` : view.result);
}

function drawLine() {
  $("board").querySelector("svg")?.remove();
  const ends = view.line.filter((_, number) => number % 3 !== 1).map((cell) => place(cell).reverse().map((at) => at + 0.5));
  const paths = ends.map((end, number) => `${"ML"[number % 2]}${end}`); // there can be two lines
  const svg = `<svg viewBox="0 0 3 3" aria-hidden="true"><path d="${paths.join("")}" pathLength="1"/></svg>`;
  if (paths.length) $("board").insertAdjacentHTML("beforeend", svg);
}

function drawMoves() {
  const items = moves.map((cell, number) => {
    const { side, passed } = view.plies[number];
    const button = made("button", { textContent: `${side} ${named(cell)}`, onclick: () => step(number + 1, true) });
    if (number + 1 === at) button.ariaCurrent = "step";
    return made("li", {}, button, passed && ` ${passed} passes`);
  });
  $("moves").replaceChildren(...items);
  const here = items[at - 1];
  if (here) $("moves").scrollTop = here.offsetTop - $("moves").offsetTop - $("moves").clientHeight / 2;
}

function drawCheck(answer) {
  const differing = [], isReversi = game === "reversi", box = $("checked");
  const mine = isReversi ? "legal_moves" : "negamax", theirs = isReversi ? "rules" : "reference";
  cells().forEach((button, cell) => {
    const [yours, right] = answer?.cells[cell] ?? ["", ""], says = button.querySelector(".says");
    says.className = `says ${isReversi ? "" : yours}`;
    says.textContent = yours === right ? yours : isReversi ? "+\u2212"[+(right === "legal")] : `${yours}, not ${right}`;
    button.classList.toggle("wrong", yours !== right);
    if (yours) button.ariaLabel += `; your ${mine} says ${yours}`;
    if (yours !== right) differing.push(`${named(cell)} is ${right}${isReversi ? "" : `, not ${yours}`}`);
  });
  box.hidden = !answer;
  if (!answer) return;
  const agrees = answer.told ? answer.told.split("\n")[0] : `Your ${mine} agrees with the ${theirs} here.`;
  const disagrees = `Your ${mine} disagrees with the ${theirs}: ${differing.join("; ")}.`;
  box.querySelector("p").textContent = differing.length ? disagrees : agrees;
  box.classList.toggle("wrong", Boolean(answer.told) && answer.status !== "not written");
  box.querySelector("details").hidden = !answer.told;
  box.querySelector("pre").textContent = answer.told;
}

function tell(text, words) {
  $("status").textContent = words;
  $("trouble").hidden = false;
  $("instead").hidden = true;
  $("trouble").querySelector("pre").textContent = text;
  $("trouble").scrollIntoView({ block: "nearest" });
}

function offer(side, key) { // the reference, where a player is not written yet
  $("instead").hidden = !key;
  $("instead").onclick = () => {
    $(side).value = key;
    clearMatch();
    load();
  };
}

// A match: whole games, of which each is asked for by itself

async function match() {
  if (playing) {
    endMatch();
    return load();
  }
  const games = Math.min(Math.max(Math.trunc($("games").value), 1), 1000), won = { X: 0, draw: 0, O: 0 };
  turn++;
  playing = paused = true;
  $("run").textContent = "Go on from here";
  $("match").textContent = "Stop";
  $("trouble").hidden = true;
  clearMatch();
  await renew();
  for (let number = 1; number <= games; number++) {
    const begins = SIDES[(number + 1) % 2], played = await ask("play", { first: begins, moves: [] });
    won[played.winner || "draw"]++;
    drawMatch(won, number, games, { ...played, begins });
    if (played.told) tell(played.told, `${name(SIDES[+(played.winner === "X")])} lost game ${number}.`);
    if (played.told && played.status !== "failed") break; // It cannot play at all.
  }
  endMatch();
}

function drawMatch(won, number, games, played) {
  const drawn = count(won.draw, "draw");
  const words = `${name("X")} won ${won.X}, ${name("O")} won ${won.O}, ${drawn}; ${number} of ${count(games, "game")}`;
  for (const part of $("bar").children) {
    part.style.flexGrow = won[part.className];
    part.textContent = won[part.className] || "";
  }
  $("bar").ariaLabel = $("tally").textContent = words;
  $("tally").ariaLive = number < games ? "off" : "polite";
  const how = played.winner ? `${played.winner} wins` : "a draw";
  const open = () => {
    endMatch();
    [first, moves] = [played.begins, played.moves];
    step(moves.length, true);
  };
  const look = { textContent: played.winner || "=", className: played.winner || "draw", ariaLabel: `game ${number}: ${how}` };
  $("results").append(made("li", {}, made("button", { ...look, title: look.ariaLabel, onclick: open })));
}

function clearMatch() {
  $("results").replaceChildren();
  for (const part of $("bar").children) part.style.flexGrow = 0;
  $("bar").ariaLabel = "no games yet";
  $("tally").textContent = "";
}

function endMatch() {
  playing = false;
  $("match").textContent = "Start";
}

// What somebody does

function choosePlayers() {
  const [kind, ...players] = location.hash.slice(1).split(",");
  game = kind in all.sizes ? kind : "tictactoe";
  document.querySelector(`input[value=${game}]`).checked = true;
  $("check").checked = game === "reversi";
  build();
  clearMatch();
  SIDES.forEach((side, number) => {
    const known = all.players[game].some(([key]) => key === players[number]);
    $(side).value = known ? players[number] : ["you", "yours"][number];
  });
  begin();
}

for (const side of SIDES) $(side).addEventListener("change", clearMatch);
for (const id of ["X", "O", "first"]) $(id).addEventListener("change", begin);
$("game").onchange = (event) => (location.hash = event.target.value);
$("new").onclick = $("rematch").onclick = begin;
$("best").onclick = best;
$("again").onclick = load;
$("back").onclick = takeBack;
$("swap").onclick = swap;
$("check").onchange = show;
$("match").onclick = match;
$("run").onclick = () => {
  paused = !paused;
  if (!paused) moves.length = at;
  show();
};
$("board").onkeydown = (event) => {
  const from = cells().indexOf(document.activeElement), n = size(), [r, c] = place(from);
  const to = {
    ArrowUp: [r - 1, c], ArrowDown: [r + 1, c], ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], Home: [r, 0], End: [r, n - 1],
  }[event.key];
  if (!to) return;
  event.preventDefault();
  if (to.some((number) => number < 0 || number >= n)) return;
  cells().forEach((button, cell) => (button.tabIndex = cell === to[0] * n + to[1] ? 0 : -1));
  cells()[to[0] * n + to[1]].focus();
};
addEventListener("hashchange", choosePlayers);
goOn();
