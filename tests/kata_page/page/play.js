// The page: it keeps the moves of a game, and asks for all that the rules decide.

import { answer } from "./ask.js";
import { $, made, pressable } from "./drawing.js";

const SIZES = { tictactoe: 3, reversi: 8 };
const SIDES = ["X", "O"], COLOURS = { X: "black", O: "white" };
const PAUSE = 600; // milliseconds before a move, for those who watch
const players = await answer("players", {}); // by game
let game = "tictactoe", first = "X", moves = [], at = 0; // what is shown is the position after `at` moves
let positions = [], view = null, table = 0, paused = false, playing = false;
let turn = 0; // of whoever did something last: what was asked before is dropped

const cells = () => [...$("board").querySelectorAll("button")];
const isReversi = () => game === "reversi";
const isYou = (side) => $(side).value === "you";
const name = (side) => $(side).selectedOptions[0].text;

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
  for (const button of cells()) button.disabled = true; // nobody can move until it is drawn
  history.replaceState(null, "", `#${[game, $("X").value, $("O").value]}`);
  sessionStorage.setItem("game", JSON.stringify({ hash: location.hash, first, moves, at })); // for a reload
  ({ positions } = await ask("look", { moves }));
  view = positions[at];
  draw();
  drawCheck($("check").checked && view.side ? await ask("check") : null);
  if (!view.side || isYou(view.side) || paused) return;
  const [{ cell, told, instead }] = await Promise.all([ask("move"), new Promise((done) => setTimeout(done, PAUSE))]);
  if (mine !== turn) return;
  if (!told) return play(cell);
  tell(told, `${view.side} (${name(view.side)}) has not moved.`);
  $("instead").hidden = !instead;
  $("instead").onclick = () => {
    $(view.side).value = instead;
    load();
  };
}

function play(cell) {
  moves = [...moves.slice(0, at), cell];
  step(at + 1, false);
}

function step(to, stop) {
  [at, paused] = [to, stop];
  show();
}

function load() { // what was saved since, at another table
  table = Math.random();
  show();
}

function begin() {
  endMatch();
  clearMatch();
  [first, moves, at, paused] = ["X", [], 0, false];
  load();
}

async function best() { // on request, and for nobody but you
  turn++;
  const { cell } = await ask("move", { [view.side]: "reference" });
  cells()[cell].parentElement.className = "marked";
  $("status").textContent = `The reference's search would play ${named(cell)}.`;
}

function takeBack() { // to your last turn; where you only watch, one move
  const you = SIDES.some(isYou);
  let to = at - 1;
  while (you && to > 0 && !isYou(positions[to].side)) to--;
  step(to, !you);
}

// What is seen

function named(cell) {
  return `(${Math.floor(cell / SIZES[game])}, ${cell % SIZES[game]})`;
}

function drawBoard({ board, cell, line }) {
  cells().forEach((button, number) => {
    const side = board[number].replace(".", ""), isLast = number === cell;
    const place = button.parentElement;
    place.className = isLast ? "marked" : "";
    place.dataset.sign = button.textContent = side;
    button.className = line.includes(number) ? "won" : "";
    button.dataset.says = "";
    button.ariaLabel = `${named(number)}: ${side || "empty"}${isLast ? ", last move" : ""}`;
  });
}

// The last move in words.
function played({ mover, cell, turned }) {
  if (!mover) return "";
  return `${mover} played ${named(cell)}${turned.length ? `, ${turned.length} turned` : ""}. `;
}

function draw() {
  const { side, board, legal } = view, yours = side && isYou(side), mine = SIDES.filter(isYou);
  drawBoard(view);
  if (yours) for (const cell of legal) cells()[cell].disabled = false;
  for (const one of SIDES) {
    $(`score-${one}`).textContent = isReversi() ? board.split(one).length - 1 : "";
    $(one).parentElement.classList.toggle("turn", side === one);
  }
  const passes = side && side === view.mover ? `${side === "X" ? "O" : "X"} has no legal move and passes. ` : "";
  const now = side ? `${side} is to move.` : view.result;
  $("status").textContent = played(view) + passes + now.replace(/^[XO]/, (one) => `${one} (${name(one)})`);
  $("you").textContent = mine.length !== 1 ? "" : isReversi() ? `You are ${COLOURS[mine]} (${mine}).` : `You are ${mine}.`;
  $("trouble").hidden = true;
  $("rematch").hidden = Boolean(side);
  $("best").disabled = !yours;
  $("back").disabled = !at;
  $("run").disabled = !side || yours;
  $("run").textContent = paused ? "Go on from here" : "Pause";
  $("match").disabled = mine.length > 0;
  $("at").max = moves.length;
  $("at").value = at;
}

function drawCheck(answer) { // also that there is none
  for (const [cell, [yours, right]] of Object.entries(answer?.cells ?? {})) {
    const button = cells()[cell], says = yours === right ? yours : `${yours}, not ${right}`;
    button.classList.toggle("wrong", yours !== right);
    button.dataset.says = says;
    button.ariaLabel += `; your negamax says ${says}`;
  }
  $("checked").textContent = answer?.told ?? "Your negamax is right here.";
  $("checked").hidden = !answer;
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
  const games = $("games").valueAsNumber, won = { X: 0, O: 0, "": 0 };
  turn++;
  playing = paused = true;
  draw();
  $("match").textContent = "Stop";
  clearMatch();
  table = Math.random();
  for (let number = 1; number <= games; number++) {
    const begins = SIDES[(number + 1) % 2], game = await ask("play", { first: begins, moves: [] });
    won[game.winner]++;
    const words = SIDES.map((side) => `${name(side)} won ${won[side]}`).join(", ");
    $("tally").textContent = `${words}, draws: ${won[""]}; ${number} of ${games}`;
    $("results").append(result(number, begins, game));
    if (game.told) tell(game.told, `${name(SIDES[+(game.winner === "X")])} lost game ${number}.`);
    if (game.told && game.status !== "failed") break; // It cannot play at all.
  }
  endMatch();
}

function result(number, begins, { winner, moves: played }) { // opens the game
  const onclick = () => {
    endMatch();
    [first, moves] = [begins, played];
    step(moves.length, true);
  };
  const ariaLabel = `game ${number}: ${winner ? `${winner} wins` : "a draw"}`;
  return made("button", { textContent: winner || "=", className: winner || "draw", ariaLabel, onclick });
}

function clearMatch() {
  $("results").replaceChildren();
  $("tally").textContent = "";
}

function endMatch() {
  playing = false;
  $("match").textContent = "Start";
}

// What somebody does

function choosePlayers() {
  const [kind, ...keys] = location.hash.slice(1).split(",");
  game = kind in SIZES ? kind : "tictactoe";
  $("game").value = game;
  $("check").checked = false;
  $("check").parentElement.hidden = isReversi();
  $("board").style.setProperty("--n", SIZES[game]);
  $("board").replaceChildren(pressable(SIZES[game], play));
  SIDES.forEach((side, number) => {
    $(side).replaceChildren(...players[game].map(([key, name]) => new Option(name, key)));
    const known = players[game].some(([key]) => key === keys[number]);
    $(side).value = known ? keys[number] : ["you", "yours"][number];
  });
  begin();
}

for (const side of SIDES) $(side).onchange = begin;
$("game").onchange = (event) => (location.hash = event.target.value);
$("new").onclick = $("rematch").onclick = begin;
$("best").onclick = best;
$("again").onclick = load;
$("back").onclick = takeBack;
$("swap").onclick = () => {
  [$("X").value, $("O").value] = [$("O").value, $("X").value];
  begin();
};
$("check").onchange = show;
$("at").oninput = (event) => step(event.target.valueAsNumber, true);
$("match").onclick = match;
$("run").onclick = () => {
  paused = !paused;
  show();
};
addEventListener("hashchange", choosePlayers);

const kept = JSON.parse(sessionStorage.getItem("game")); // the game that was on this page before it was loaded again
const isKept = kept?.hash === location.hash;
choosePlayers();
if (isKept) {
  ({ first, moves, at } = kept);
  step(at, at < moves.length);
}
