// Files that are dropped, and code that is pasted: they run here, and then go to the room.

import { $, made } from "/drawing.js";
import { ran, start } from "/evening.js";
import { python, why } from "/python.js";
import { path } from "/store.js";
import { word } from "/words.js";

const MOST = 1_000_000; // characters of code
const COLOURS = /\x1b\[[\d;]*m/g;
const say = (text) => ($("status").textContent = text);
const screen = {
  clear: () => {},
  write: (text) => $("screen").append(text.replaceAll(COLOURS, "")),
};
const katas = Object.keys(await (await fetch("/evening/katas")).json());

// The files of Python in a ZIP, by name.
async function unzipped(file) {
  const { answer } = await python.ask("unzipped", [new Uint8Array(await file.arrayBuffer())]);
  return JSON.parse(answer ?? "{}");
}

// The code for each kata, by the names of one person's files: katas/<kata>/<kata>.py, ada_<kata>.py, and the like.
function byKata(texts) {
  const chosen = {};
  for (const [name, text] of Object.entries(texts)) {
    const stem = name.split("/").at(-1).replace(/\.py$/, "");
    const kata = katas.find((known) => `_${stem}`.endsWith(`_${known}`));
    if (!kata || text.length >= MOST || /(^|\/)(tests\/|solutions\/|test_)/.test(name)) continue;
    if ((chosen[kata] ?? text) !== text) throw new Error(word("twice", `${kata}.py`));
    chosen[kata] = text;
  }
  return chosen;
}

async function run(codes) {
  $("run").disabled = true;
  $("screen").textContent = "";
  const files = Object.fromEntries(Object.entries(codes).map(([kata, code]) => [path(kata), code]));
  for (const [kata, code] of Object.entries(codes)) {
    say(`${kata}: ${word("running")}`);
    const reply = await python.ask("run", [kata, "-q --no-header"], files, screen);
    const { broken, records = [] } = JSON.parse(reply.answer ?? "{}");
    const ended = broken ? "broken" : reply.ended;
    const record = records.find((each) => each.kata === kata);
    ran({ kata, code, record, ended });
    if (ended) screen.write(`\n${why({ ...reply, ended })}\n`);
    if (broken) python.renew();
  }
  say(Object.keys(codes).length ? "" : word("noKata", `${katas[0]}.py`));
  $("run").disabled = false;
}

$("kata").append(...katas.map((kata) => made("option", {}, kata)));
$("paste").onsubmit = async (event) => {
  event.preventDefault();
  const [file] = $("file").files;
  try {
    if (!file) await run({ [$("kata").value]: $("code").value });
    else if (file.name.endsWith(".zip")) await run(byKata(await unzipped(file)));
    else if (file.size < MOST) await run(byKata({ [file.name]: await file.text() }));
    else say(word("large"));
  } catch (error) {
    say(`${word("unread")}: ${error.message}`);
  }
};
start($("evening"));
// If Python couldn't start, a run tries it again.
say(await python.ready.then((version) => `${word("ready")}: ${version}`, () => word("notStarted")));
$("run").disabled = false;
