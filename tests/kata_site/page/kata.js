// The page of one kata.

import { Editor } from "./editor.js";
import { Python } from "./python.js";
import { Screen } from "./screen.js";
import * as store from "./store.js";

const $ = (id) => document.getElementById(id);
const { kata } = document.body.dataset;
const stub = $("text").content.textContent;
const say = (text) => ($("state").textContent = text);

// The code: one's own, which is kept, or that of a link, which is not

const own = () => store.get(`code/${kata}`) ?? stub;
let isLinked = false;

function keep() {
  if (isLinked) return;
  try {
    store.set(`code/${kata}`, editor.text);
  } catch {
    say("Your code cannot be kept: this browser has no room for it.");
  }
}

function show(text, comesWithLink) {
  isLinked = comesWithLink;
  $("linked").hidden = !isLinked;
  if (!isLinked) history.replaceState(null, "", location.pathname);
  editor.text = text;
}

function replace(text) { // what stood there is kept beside it
  const old = own();
  if (old !== stub && old !== text) store.keepEarlier(kata, old);
  show(text, false);
  keep();
  showEarlier();
}

async function openLink() {
  if (!location.hash.startsWith("#code=")) return;
  try {
    const text = await store.fromLink(location.hash);
    if (text !== own()) show(text, true);
  } catch {
    say("This link is damaged.");
  }
}

function showEarlier() {
  const options = store.earlier(kata).map(([when, text]) => {
    const lines = text.trimEnd().split("\n").length;
    return new Option(`${new Date(when).toLocaleString()}, ${lines} lines`, when);
  });
  $("earlier").replaceChildren(new Option(options.length ? "choose" : "none", ""), ...options);
}

const editor = new Editor($("editor"), own(), keep);
addEventListener("storage", (event) => { // another tab has written
  if (store.isCode(event.key, kata) && !isLinked) editor.text = own();
  showProgress();
});

// A run

const python = new Python();
const INTERNAL_ERROR = 3; // an exit code of pytest
const screen = new Screen($("screen"));
python.onState = say;

function busy(is) {
  for (const id of ["run", "ask", "all"]) $(id).disabled = is;
  $("stop").disabled = !is;
}

// All that somebody has written, with what stands in the editor; the code of a link comes alone.
const files = () => ({ ...(isLinked ? {} : store.written()), [store.path(kata)]: editor.text });

// In one tab after the other, because they keep one cache.
const alone = (task) => (navigator.locks ? navigator.locks.request("katas", task) : task());

async function run() {
  if ($("run").disabled) return;
  busy(true);
  const began = performance.now();
  await alone(test);
  say(`${((performance.now() - began) / 1000).toFixed(1)} s`);
  busy(false);
  showProgress();
}

async function test() {
  const details = [kata, $("options").value];
  const told = await python.ask("run", details, { ...store.read("cache", {}), ...files() }, screen);
  const { code, changed, cache, progress } = JSON.parse(told.answer ?? "{}");
  if (told.ended) stopped(told.ended);
  else if (changed || code === INTERNAL_ERROR) {
    stopped("broken", changed);
    python.renew();
  } else if (!isLinked) {
    store.write("cache", cache);
    store.write("progress", { ...store.read("progress", {}), ...progress });
  }
}

// One plain sentence in place of a screen that no longer tells of the code.
function stopped(why, changed) {
  if (why !== "stopped") screen.clear();
  screen.write(`\x1b[31m${sentence(why, changed)}\x1b[0m\n`);
}

function sentence(why, changed = "") {
  const sentences = {
    stopped: "You stopped it.",
    crash: "Python came to its end.",
    timeout: "Python did not come back.",
    broken: `Your code changes something that pytest needs${changed}: here they share one Python.`,
  };
  return `${sentences[why]} A new Python is starting.`;
}

function showProgress() {
  const states = store.read("progress", {});
  for (const item of document.querySelectorAll("#path li")) {
    item.querySelector(".bar").textContent = states[item.dataset.kata]?.bar ?? "";
  }
  $("count").textContent = Object.values(states).filter((state) => state.green).length;
  $("solved").hidden = !states[kata]?.green;
  if ($("begin")) $("begin").hidden = own() !== stub;
}

// What somebody does

$("run").onclick = run;
$("stop").onclick = () => python.stop();
$("options").onkeydown = (event) => {
  if (event.key === "Enter") run();
};
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !["s", "Enter"].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}, { capture: true }); // The editor has a key of this name as well.

$("try").onsubmit = async (event) => {
  event.preventDefault();
  busy(true);
  const told = await python.ask("attempt", [kata, $("call").value], files());
  $("answer").hidden = false;
  $("answer").textContent = told.answer ?? sentence(told.ended);
  say("");
  busy(false);
};

function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.click();
}

$("download").onclick = () => download(`${kata}.py`, editor.text);
$("all").onclick = async () => {
  busy(true);
  const { answer } = await python.ask("zipped", [{ [store.path(kata)]: own(), ...store.written() }]);
  if (answer) download("katas.zip", answer);
  say("");
  busy(false);
};
$("bring").onclick = () => $("file").click();
$("file").onchange = async () => {
  replace(await $("file").files[0].text());
  $("file").value = "";
};
$("stub").onclick = () => replace(stub);
$("earlier").onchange = () => {
  const found = store.earlier(kata).find(([when]) => when === $("earlier").value);
  if (found) replace(found[1]);
};
$("take").onclick = () => replace(editor.text);
$("leave").onclick = () => show(own(), false);
$("link").onclick = async () => {
  const field = $("address").querySelector("input");
  field.value = new URL(await store.toLink(editor.text), location.href).href;
  $("address").hidden = false;
  field.select();
  await navigator.clipboard?.writeText(field.value).catch(() => {});
};
addEventListener("hashchange", openLink);

$("statement").onclick = (event) => { // once for each kata, and not when it is done
  const link = event.target.closest("a[href^=see]");
  if (!link || store.get(`choice/seen/${kata}`) || store.read("progress", {})[kata]?.green) return;
  event.preventDefault();
  $("spoiler").showModal();
  $("spoiler").onclose = () => {
    if ($("spoiler").returnValue !== "yes") return;
    store.set(`choice/seen/${kata}`, "yes");
    location.href = link.href;
  };
};

const languages = document.querySelectorAll("#languages button");
const articles = [...document.querySelectorAll("article")];

function speak(wanted) {
  const shown = articles.find((article) => article.lang === wanted) ?? articles[0];
  for (const article of articles) article.hidden = article !== shown;
  for (const button of languages) button.ariaPressed = button.lang === shown.lang;
}
for (const button of languages) {
  button.onclick = () => {
    store.set("choice/language", button.lang);
    speak(button.lang);
  };
}
speak(store.get("choice/language") ?? navigator.language.slice(0, 2));

$("path").open = innerWidth >= 1000;
showEarlier();
showProgress();
await openLink();
try {
  say(`Python ${await python.ready} is ready`);
  busy(false);
} catch (error) {
  say(`Python did not start (${error}). Load the page again.`);
}
