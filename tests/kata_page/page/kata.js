// The page of one kata.

import { $, made } from "./drawing.js";
import * as evening from "./evening.js";
import * as layout from "./layout.js";
import { Editor, Screen } from "./panes.js";
import { python, why } from "./python.js";
import { begin, hint, learnt, stub } from "./statement.js";
import * as store from "./store.js";
import * as verdict from "./verdict.js";
import { word } from "./words.js";

const MOST_EARLIER = 20;
const { kata } = document.body.dataset;
const say = (name, more = "") => ($("state").textContent = name && `${word(name)}${more}`);

function warn(name) {
  $("trouble").hidden = false;
  $("trouble").textContent = word(name);
}

store.whenFull(() => warn("notKept"));

// The code: one's own, which is kept, or that of a link, which is kept for this tab only

let isLinked = false;
const own = () => store.get(`code/${kata}`) ?? stub;
const earlier = () => store.read(`earlier/${kata}`, []);

function keep() {
  if (isLinked) history.replaceState({ ...history.state, code: editor.text }, "");
  else store.set(`code/${kata}`, editor.text);
  $("verdict").classList.add("old");
  $("solved").hidden = true;
  noteProgress({ [kata]: { isOld: true } });
}

// What is known of each kata, and whether its code has changed since.
function noteProgress(facts) {
  const states = store.read("progress");
  for (const [name, fact] of Object.entries(facts)) states[name] = { ...states[name], ...fact };
  store.write("progress", states);
}

// Code of a link never shares a Python with one's own.
function show(text, comesWithLink) {
  if (comesWithLink !== isLinked) python.renew();
  isLinked = comesWithLink;
  $("linked").hidden = !isLinked;
  if (!isLinked) history.replaceState(null, "", location.pathname);
  editor.text = text;
}

// Show other code; what stood there is kept beside it, newest first.
function replace(text, kept = [own(), ...earlier()]) {
  const others = [...new Set(kept)].filter((code) => code !== stub && code !== text);
  store.write(`earlier/${kata}`, others.slice(0, MOST_EARLIER));
  show(text, false);
  keep();
  showProgress();
}

async function openLink() {
  if (!location.hash.startsWith("#code=")) return;
  try {
    const text = history.state?.code ?? (await store.fromLink(location.hash));
    if (text !== own()) show(text, true);
  } catch {
    warn("damaged");
  }
}

const editor = new Editor($("editor"), own(), keep);
addEventListener("storage", () => { // another tab has written
  if (!isLinked) editor.text = own();
  showProgress();
});

// A run

const screen = new Screen($("screen"));
python.onState = (name) => say(name);
python.onLoading = (part) => ($("loading").value = part);

function busy(is) {
  $("run").disabled = $("ask").disabled = is;
  $("stop").disabled = !is;
}

// All that somebody has written, with what stands in the editor; the code of a link comes alone.
const files = () => ({ ...(isLinked ? {} : store.written()), [store.path(kata)]: editor.text });

function view(isPytest) {
  $("verdict").hidden = isPytest;
  $("screen").hidden = !isPytest;
  $("as-pytest").ariaPressed = isPytest;
  $("as-verdict").ariaPressed = !isPytest;
  if (isPytest) screen.begin();
}
$("as-verdict").onclick = () => view(false);
$("as-pytest").onclick = () => view(true);

async function run(options = $("options").value) {
  busy(true);
  $("trouble").hidden = true;
  layout.openTab("outcome");
  const code = editor.text, wasLinked = isLinked;
  const cache = wasLinked ? {} : store.read("cache");
  const reply = await python.ask("run", [kata, options], { ...cache, ...files() }, screen);
  const { broken, records = [], ...kept } = JSON.parse(reply.answer ?? "{}");
  const ended = broken ? "broken" : reply.ended;
  if (ended === "crash") screen.clear(); // Pyodide has written its stack.
  if (ended) screen.write(`\n${why({ ...reply, ended })}`);
  if (broken) python.renew();
  const record = records.find((other) => other.kata === kata);
  if (kept.cache && !broken && !wasLinked) {
    store.write("cache", kept.cache);
    noteProgress(kept.progress);
    if (record?.whole) noteProgress({ [kata]: { isOld: editor.text !== code, stages: record.stages } });
  }
  if (!wasLinked) evening.ran({ kata, code, record, ended });
  say("");
  busy(false);
  showProgress();
  showVerdict(record, code);
}

function showVerdict(record, code) {
  const isGreen = record?.state === "green" && record.whole;
  $("verdict").classList.toggle("old", editor.text !== code);
  $("verdict").replaceChildren(...(record && !isGreen ? verdict.parts(record, { run, hint }) : []));
  view(!record);
  if (record && !record.whole) $("stages").replaceChildren(...verdict.cells(record.stages));
}

function showProgress() {
  const states = store.read("progress");
  for (const item of document.querySelectorAll("#path [data-kata]")) {
    const { states: bar = [], green } = states[item.dataset.kata] ?? {};
    item.querySelector(".bar").replaceChildren(...bar.map((state) => made("i", { className: ["passed", "failed"].includes(state) ? state : "quiet" })));
    item.classList.toggle("green", Boolean(green));
  }
  const { stages = [], green, isOld } = states[kata] ?? {};
  $("stages").replaceChildren(...verdict.cells(stages));
  $("solved").hidden = !green || isOld || isLinked;
  if (green) $("learnt").replaceChildren(...learnt());
  $("count").textContent = Object.values(states).filter((state) => state.green).length;
  $("before").disabled = !earlier().length;
  if ($("begin")) $("begin").hidden = own() !== stub;
}

// What somebody does

$("test").onsubmit = (event) => {
  event.preventDefault();
  run();
};
$("stop").onclick = () => python.stop();
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !["s", "Enter"].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  $("run").click();
}, { capture: true }); // The editor has a key of this name as well.

const typed = [];
let place = 0;

$("try").onsubmit = async (event) => {
  event.preventDefault();
  const line = $("call").value;
  typed.push(line);
  place = typed.length;
  busy(true);
  const reply = await python.ask("attempt", [kata, line], files());
  $("answer").hidden = false;
  $("answer").textContent += `>>> ${line}\n${reply.answer ?? why(reply)}`;
  $("answer").scrollTop = $("answer").scrollHeight;
  $("call").value = "";
  say("");
  busy(false);
};
$("call").onkeydown = ({ key }) => {
  if (key !== "ArrowUp" && key !== "ArrowDown") return;
  place = Math.max(0, Math.min(typed.length, place + (key === "ArrowUp" ? -1 : 1)));
  $("call").value = typed[place] ?? "";
};

function tryCall(call) {
  layout.openTab("outcome");
  $("call").value = call;
  if ($("ask").disabled) $("call").focus();
  else $("try").requestSubmit();
}

function download(name, content) {
  const link = made("a", { href: URL.createObjectURL(new Blob([content])), download: name });
  link.click();
}

$("download").onclick = () => download(`${kata}.py`, editor.text);
$("all").onclick = async () => {
  const { answer } = await python.ask("zipped", [{ [store.path(kata)]: own(), ...store.written() }]);
  const who = store.get("evening/name") ?? new Date().toISOString().slice(0, 10);
  if (answer) download(`katas-${who.replace(/[^\p{L}\p{N}-]+/gu, "-")}.zip`, answer);
  say("");
};
$("bring").onclick = () => $("file").click();
$("file").onchange = async () => {
  const [file] = $("file").files;
  if (file?.size > store.LARGEST) warn("large");
  else if (file) replace(await file.text());
  $("file").value = "";
};
$("stub").onclick = () => replace(stub);
$("before").onclick = () => { // once more for the code before that, and round again
  const [text, ...others] = earlier();
  replace(text, [...others, own()]);
};
$("take").onclick = () => replace(editor.text);
$("leave").onclick = () => show(own(), false);
$("link").onclick = async () => {
  const link = await store.toLink(editor.text);
  $("address").hidden = false;
  $("address").value = new URL(link, location.href).href;
  $("address").select();
};
addEventListener("hashchange", openLink);

// The start

say("loading");
layout.begin();
begin({ tryCall, run });
evening.start($("evening"), { [kata]: stub });
showProgress();
await openLink();
try {
  say("ready", `: ${await python.ready}`);
} catch (error) {
  say("");
  warn("notStarted");
  $("trouble").title = error;
}
$("loading").hidden = true;
busy(false);
