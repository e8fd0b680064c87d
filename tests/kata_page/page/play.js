// The page: it keeps the moves of a game, and asks for all that the rules decide.

import { answer } from "./ask.js";
import { $, made, pressable } from "./drawing.js";
import { word } from "./words.js";

const SIZES = { tictactoe: 3, reversi: 8 };
const SIDES = ["X", "O"];
const PAUSE = 600; // milliseconds before a move, for those who watch
const players = await answer("players", {}); // by game
let game = "tictactoe", first = "X", moves = [], at = 0; // what is shown is the position after `at` moves
let positions = [], view = null, table = 0, paused = false, playing = false;
let turn = 0; // of whoever did something last: what was asked before is dropped

const cells = () => [...$("board").querySelectorAll("button")];
const isReversi = () => game === "reversi";
const isYou = (side) => $(side).value === "you";
const name = (side) => $(side).selectedOptions[0].text;
const named = (side) => `${side} (${name(side)})`;
const placed = (cell) => `(${Math.floor(cell / SIZES[game])}, ${cell % SIZES[game]})`;
const discs = (side) => view.board.split(side).length - 1;

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
  history.replaceState({ first, moves, at }, "", `#${[game, $("X").value, $("O").value]}`); // for a reload
  ({ positions } = await ask("look", { moves }));
  view = positions[at];
  draw();
  drawCheck($("check").checked && view.side ? await ask("check") : null);
  if (!view.side || isYou(view.side) || paused) return;
  const [{ cell, told, instead }] = await Promise.all([ask("move"), new Promise((done) => setTimeout(done, PAUSE))]);
  if (mine !== turn) return;
  if (!told) return play(cell);
  tell(told, word("notMoved", named(view.side)));
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
  $("status").textContent = word("would", placed(cell));
}

function takeBack() { // to your last turn; where you only watch, one move
  const you = SIDES.some(isYou);
  let to = at - 1;
  while (you && to > 0 && !isYou(positions[to].side)) to--;
  step(to, !you);
}

// What is seen

function drawBoard({ board, cell, line }) {
  cells().forEach((button, number) => {
    const side = board[number].replace(".", ""), isLast = number === cell;
    const place = button.parentElement;
    place.className = isLast ? "marked" : "";
    place.dataset.sign = button.textContent = side;
    button.className = line.includes(number) ? "won" : "";
    button.dataset.says = "";
    button.ariaLabel = `${placed(number)}: ${side || word("free")}${isLast ? `, ${word("last")}` : ""}`;
  });
}

// The last move in words, and what comes next.
function course({ mover, cell, turned, side, winner }) {
  const result = () => (winner ? word("wins", named(winner)) : word("draw"));
  return [
    mover && word("played", mover, placed(cell)),
    turned.length && word("turned", turned.length),
    side && side === mover && word("passes", SIDES.find((other) => other !== side)),
    side ? word("toMove", named(side)) : result(),
    !side && isReversi() && `${discs("X")} : ${discs("O")}`,
  ].filter(Boolean).join(" ");
}

function draw() {
  const { side, legal } = view, yours = side && isYou(side), mine = SIDES.filter(isYou);
  drawBoard(view);
  if (yours) for (const cell of legal) cells()[cell].disabled = false;
  for (const each of SIDES) {
    $(`score-${each}`).textContent = isReversi() ? discs(each) : "";
    $(each).parentElement.classList.toggle("turn", side === each);
  }
  $("status").textContent = course(view);
  $("you").textContent = mine.length !== 1 ? "" : `${word("youAre")} ${mine}${isReversi() ? ` (${word(mine)})` : ""}.`;
  $("trouble").hidden = true;
  $("rematch").hidden = Boolean(side);
  $("best").disabled = !yours;
  $("back").disabled = !at;
  $("run").disabled = !side || yours;
  $("run").textContent = word(paused ? "goOn" : "pause");
  $("match").disabled = mine.length > 0;
  $("at").max = moves.length;
  $("at").value = at;
}

// What a move is worth; "?" is no word.
const worth = (value) => (value === "?" ? value : word(value));

function drawCheck(answer) { // also that there is none
  for (const [cell, [yours, right]] of Object.entries(answer?.cells ?? {})) {
    const button = cells()[cell];
    const says = yours === right ? worth(yours) : word("no", worth(yours), worth(right));
    button.classList.toggle("wrong", yours !== right);
    button.dataset.says = says;
    button.ariaLabel += `; ${word("says", says)}`;
  }
  $("checked").textContent = answer?.told ?? word("right");
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
  $("match").textContent = word("stop");
  clearMatch();
  table = Math.random();
  for (let number = 1; number <= games; number++) {
    const begins = SIDES[(number + 1) % 2], game = await ask("play", { first: begins, moves: [] });
    won[game.winner]++;
    const sums = SIDES.map((side) => word("won", name(side), won[side]));
    $("tally").textContent = [...sums, word("tally", won[""], number, games)].join(", ");
    $("results").append(result(number, begins, game));
    if (game.told) tell(game.told, word("lost", name(SIDES[+(game.winner === "X")]), number));
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
  const ariaLabel = `${number}: ${winner ? word("wins", winner) : word("draw")}`;
  return made("button", { textContent: winner || "=", className: winner || "draw", ariaLabel, onclick });
}

function clearMatch() {
  $("results").replaceChildren();
  $("tally").textContent = "";
}

function endMatch() {
  playing = false;
  $("match").textContent = word("start");
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
    $(side).replaceChildren(...players[game].map(([key, kata]) => new Option(kata ? word("yours", kata) : word(key), key)));
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
$("run").onclick = () => step(at, !paused);
addEventListener("hashchange", choosePlayers);

const kept = history.state; // of the page before it was loaded again
choosePlayers();
if (kept) {
  ({ first, moves, at } = kept);
  step(at, at < moves.length);
}
