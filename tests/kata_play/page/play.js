// The page: it keeps the moves of a game, and asks for all that the rules decide.

import { answer } from "./ask.js";

const SIDES = ["X", "O"], COLOURS = { X: "black", O: "white" };
const SIGNS = { legal: "+", "not legal": "\u2212" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const players = await answer("players", {}); // by game
let game = "tictactoe", first = "X", moves = [], at = 0; // what is shown is the position after `at` moves
let positions = [], view = null, table = "", isOld = true, paused = false, playing = false;
let turn = 0; // of whoever did something last: what was asked before is dropped

const count = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const isReversi = () => game === "reversi";
const isYou = (side) => $(side).value === "you";
const name = (side) => $(side).selectedOptions[0].text;
const place = (cell) => [Math.floor(cell / sizes[game]), cell % sizes[game]];
const named = (cell) => `(${place(cell).join(", ")})`;

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

// The course of a game

async function show() {
  const mine = ++turn;
  for (const button of cells()) button.ariaDisabled = true; // nobody can move until it is drawn
  history.replaceState(null, "", `#${[game, $("X").value, $("O").value]}`);
  sessionStorage.setItem("game", JSON.stringify({ hash: location.hash, first, moves, at })); // for a reload
  await renew();
  ({ positions } = await ask("look", { moves }));
  view = positions[at];
  draw();
  drawCheck($("check").checked && view.side ? await ask("check") : null);
  if (!view.side || isYou(view.side) || paused) return;
  const pause = SIDES.some(isYou) ? 600 : 2000 / 2 ** $("speed").value;
  const [{ cell, told, instead }] = await Promise.all([ask("move"), new Promise((done) => setTimeout(done, pause))]);
  if (mine !== turn) return;
  if (!told) return play(cell);
  tell(told, `${view.side} (${name(view.side)}) has not moved.`);
  $("instead").hidden = !instead;
  $("instead").onclick = () => sit({ [view.side]: instead }, load);
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
  first = $("first").value;
  load();
}

function sit(keys, then) {
  for (const [side, key] of Object.entries(keys)) $(side).value = key;
  clearMatch();
  then();
}

async function best() { // on request, and for nobody but you
  turn++;
  const { cell } = await ask("move", { [view.side]: "reference" }), marked = cells()[cell];
  marked.classList.add("best");
  marked.ariaLabel += ", best move";
  $("status").textContent = `The reference's search would play ${named(cell)}.`;
}

function takeBack() { // to your last turn; where you only watch, one move
  const you = SIDES.some(isYou);
  let to = at - 1;
  while (you && to > 0 && !isYou(positions[to].side)) to--;
  moves.length = to;
  step(to, !you);
}

// What is seen

function draw() {
  const yours = view.side && isYou(view.side), mine = SIDES.filter(isYou);
  drawBoard(view.board, view.cell, view.line);
  cells().forEach((button, cell) => {
    const legal = yours && view.legal.includes(cell);
    button.classList.remove("best");
    button.classList.toggle("legal", Boolean(legal));
    button.ariaDisabled = !legal;
    if (legal && isReversi()) button.ariaLabel += ", legal";
  });
  for (const side of SIDES) {
    $(`score-${side}`).textContent = isReversi() ? view.board.split(side).length - 1 : "";
    $(side).parentElement.classList.toggle("turn", view.side === side);
  }
  $("status").ariaLive = mine.length || !view.side ? "polite" : "off"; // nobody can listen so fast as they play
  $("status").textContent = words();
  $("you").textContent = mine.length !== 1 ? "" : isReversi() ? `You are ${COLOURS[mine]} (${mine}).` : `You are ${mine}.`;
  $("trouble").hidden = true;
  $("rematch").hidden = Boolean(view.side);
  $("best").disabled = !yours;
  $("back").disabled = !at;
  $("run").disabled = !view.side || yours;
  $("run").textContent = paused ? "Go on from here" : "Pause";
  $("match").disabled = mine.length > 0;
  drawMoves();
}

function words() {
  const turned = view.turned.length ? `, ${count(view.turned.length, "disc")} turned` : "";
  const before = view.mover ? `${view.mover} played ${named(view.cell)}${turned}. ` : "";
  const pass = view.passed ? `${view.passed} has no legal move and passes. ` : "";
  const now = view.side ? `${view.side} is to move.` : view.result;
  return before + pass + now.replace(/^[XO]/, (side) => `${side} (${name(side)})`);
}

function drawMoves() {
  const items = positions.slice(1).map(({ mover, cell, passed }, number) => {
    const button = made("button", { textContent: `${mover} ${named(cell)}`, onclick: () => step(number + 1, true) });
    if (number + 1 === at) button.ariaCurrent = "step";
    return made("li", {}, button, passed && ` ${passed} passes`);
  });
  $("moves").replaceChildren(...items);
}

function drawCheck(answer) { // also that there is none
  const { cells: said = {}, told, status } = answer ?? {}, mine = $("function").textContent;
  const find = (selector) => $("checked").querySelector(selector);
  const differing = Object.keys(said).filter((cell) => said[cell][0] !== said[cell][1]);
  cells().forEach((button, cell) => {
    const [yours, right] = said[cell] ?? ["", ""], says = button.querySelector(".says");
    says.className = `says ${yours}`;
    says.textContent = yours === right ? yours : isReversi() ? SIGNS[yours] : `${yours}, not ${right}`;
    button.classList.toggle("wrong", yours !== right);
    if (yours) button.ariaLabel += `; your ${mine} says ${yours}`;
  });
  const theirs = isReversi() ? "rules" : "reference", right = differing.map((cell) => `${named(cell)} is ${said[cell][1]}`);
  const agrees = told ? told.split("\n")[0] : `Your ${mine} agrees with the ${theirs} here.`;
  find("p").textContent = right.length ? `Your ${mine} disagrees with the ${theirs}: ${right.join("; ")}.` : agrees;
  find("pre").textContent = told;
  find("details").hidden = !told;
  $("checked").hidden = !answer;
  $("checked").classList.toggle("wrong", Boolean(told) && status !== "not written");
}

function tell(text, words) {
  $("status").textContent = words;
  $("trouble").hidden = false;
  $("instead").hidden = true;
  $("trouble").querySelector("pre").textContent = text;
  $("trouble").scrollIntoView({ block: "nearest" });
}

// A match: whole games, of which each is asked for by itself

async function match() {
  if (playing) {
    endMatch();
    return load();
  }
  if (!$("games").reportValidity()) return;
  const games = $("games").valueAsNumber, won = { X: 0, draw: 0, O: 0 };
  turn++;
  playing = paused = isOld = true;
  draw();
  $("match").textContent = "Stop";
  clearMatch();
  await renew();
  for (let number = 1; number <= games; number++) {
    const begins = SIDES[(number + 1) % 2], played = await ask("play", { first: begins, moves: [] });
    won[played.winner || "draw"]++;
    drawMatch(won, number, games);
    $("results").append(result(number, begins, played));
    if (played.told) tell(played.told, `${name(SIDES[+(played.winner === "X")])} lost game ${number}.`);
    if (played.told && played.status !== "failed") break; // It cannot play at all.
  }
  endMatch();
}

function drawMatch(won, number, games) {
  for (const part of $("bar").children) {
    part.style.flexGrow = won[part.className];
    part.textContent = won[part.className] || "";
  }
  const words = `${name("X")} won ${won.X}, ${name("O")} won ${won.O}, ${count(won.draw, "draw")}`;
  $("tally").ariaLive = number < games ? "off" : "polite";
  $("tally").textContent = `${words}; ${number} of ${count(games, "game")}`;
}

function result(number, begins, { winner, moves: played }) { // opens the game
  const onclick = () => {
    endMatch();
    [first, moves] = [begins, played];
    step(moves.length, true);
  };
  const ariaLabel = `game ${number}: ${winner ? `${winner} wins` : "a draw"}`;
  const button = made("button", { textContent: winner || "=", className: winner || "draw", ariaLabel, onclick });
  return made("li", {}, button);
}

function clearMatch() {
  $("results").replaceChildren();
  for (const part of $("bar").children) part.style.flexGrow = 0;
  $("tally").textContent = "";
}

function endMatch() {
  playing = false;
  $("match").textContent = "Start";
}

// What somebody does

function choosePlayers() {
  const [kind, ...keys] = location.hash.slice(1).split(",");
  game = kind in sizes ? kind : "tictactoe";
  $("game").value = game;
  $("check").checked = isReversi();
  $("function").textContent = isReversi() ? "legal_moves" : "negamax";
  buildBoard(game, (cell) => cells()[cell].ariaDisabled === "false" && play(cell));
  cells()[0].tabIndex = 0;
  $("board").ariaLabel = `${isReversi() ? "Reversi" : "Tic-tac-toe"}; the arrow keys move`;
  SIDES.forEach((side, number) => {
    $(side).replaceChildren(...players[game].map(([key, name]) => new Option(name, key)));
    const known = players[game].some(([key]) => key === keys[number]);
    $(side).value = known ? keys[number] : ["you", "yours"][number];
  });
  clearMatch();
  begin();
}

for (const side of SIDES) $(side).addEventListener("change", clearMatch);
for (const id of ["X", "O", "first"]) $(id).addEventListener("change", begin);
$("game").onchange = (event) => (location.hash = event.target.value);
$("new").onclick = $("rematch").onclick = begin;
$("best").onclick = best;
$("again").onclick = load;
$("back").onclick = takeBack;
$("swap").onclick = () => sit({ X: $("O").value, O: $("X").value }, begin);
$("check").onchange = show;
$("match").onclick = match;
$("run").onclick = () => {
  paused = !paused;
  if (!paused) moves.length = at;
  show();
};
$("board").onkeydown = (event) => {
  const here = cells().indexOf(document.activeElement), size = sizes[game], arrow = ARROWS[event.key];
  if (!arrow) return;
  event.preventDefault();
  const [row, column] = place(here).map((number, axis) => Math.min(Math.max(number + arrow[axis], 0), size - 1));
  const there = cells()[row * size + column];
  for (const cell of cells()) cell.tabIndex = cell === there ? 0 : -1;
  there.focus();
};
addEventListener("hashchange", choosePlayers);

const kept = JSON.parse(sessionStorage.getItem("game")); // the game that was on this page before it was loaded again
const isKept = kept?.hash === location.hash;
choosePlayers();
if (isKept) {
  ({ first, moves, at } = kept);
  step(at, at < moves.length);
}
