// The page of one kata.

import { Editor } from "./editor.js";
import { download, fromLink, named, toLink } from "./files.js";
import { Python } from "./python.js";
import { Screen } from "./screen.js";
import * as store from "./store.js";

const $ = (id) => document.getElementById(id);
const { kata, next } = document.body.dataset;
const stub = $("text").content.textContent;
const say = (text) => ($("state").textContent = text);

// The code: one's own, which is kept, or that of a link, which is not

const own = () => store.code(kata) ?? stub;
let isLinked = false;

function keep() {
  if (isLinked) return;
  try {
    store.keep(kata, editor.text);
  } catch {
    say("Your code cannot be kept: this browser has no room for it.");
  }
}

function replace(text) { // what stood there is kept beside it
  const old = own();
  if (old !== stub && old !== text) store.keepEarlier(kata, old);
  isLinked = $("linked").hidden = false;
  $("linked").hidden = true;
  editor.text = text;
  keep();
  showEarlier();
}

function showLinked(text) {
  isLinked = true;
  editor.text = text;
  $("linked").hidden = false;
}

async function openLink() {
  const text = await fromLink(location.hash);
  if (text !== null && text !== own()) showLinked(text);
  else if (text === null && location.hash.startsWith("#code=")) say("This link is damaged.");
}

function showEarlier() {
  const options = store.earlier(kata).map(([when, text]) => {
    const lines = text.trimEnd().split("\n").length;
    return new Option(`${new Date(when).toLocaleString()}, ${lines} lines`, when);
  });
  $("earlier").replaceChildren(new Option(options.length ? "choose" : "none", ""), ...options);
}

const editor = new Editor($("editor"), own(), { changed: keep, run: () => run() });
addEventListener("storage", (event) => { // another tab has written
  if (store.isCode(event.key, kata) && !isLinked) editor.text = own();
  showProgress();
});

// A run

const python = new Python();
const INTERNAL_ERROR = 3; // an exit code of pytest
const screen = new Screen($("screen"));
const A_NEW_ONE = "A new Python is starting.";
const ended = {
  stopped: `You stopped it. ${A_NEW_ONE}`,
  crash: `Python came to its end. ${A_NEW_ONE}`,
  timeout: `Python did not come back. ${A_NEW_ONE}`,
  broken: `Your code changes something that pytest needs: here they share one Python. ${A_NEW_ONE}`,
};
python.onState = say;

function busy(is) {
  for (const id of ["run", "ask", "all"]) $(id).disabled = is;
  $("stop").disabled = !is;
}

// All that somebody has written, with what stands in the editor; the code of a link comes alone.
const files = () => named({ ...(isLinked ? {} : store.written()), [kata]: editor.text });

// In one tab after the other, because they keep one cache.
const alone = (task) => (navigator.locks ? navigator.locks.request("katas", task) : task());

async function run() {
  if ($("run").disabled) return;
  busy(true);
  python.onText = (text) => (text === null ? screen.clear() : screen.write(text));
  const began = performance.now(), options = $("options").value;
  const told = await alone(async () => {
    const told = await python.ask("run", [kata, options], { ...store.cache(), ...files() });
    if (told.answer && !isLinked) {
      store.keepCache(told.cache);
      store.keepProgress(told.answer[2]);
    }
    return told;
  });
  tell(told);
  say(`${((performance.now() - began) / 1000).toFixed(1)} s`);
  busy(false);
  showProgress();
}

// One plain sentence in place of a screen that no longer tells of the code.
function tell({ ended: why, answer }) {
  const [code, changed] = answer ?? [];
  if (!why && !changed && code !== INTERNAL_ERROR) return;
  if (why !== "stopped") screen.clear();
  const what = changed ? ` (${changed})` : "";
  screen.write(`\x1b[31m${(ended[why] ?? ended.broken).replace(":", `${what}:`)}\x1b[0m\n`);
  if (!why) python.renew();
}

async function attempt(line) {
  busy(true);
  python.onText = () => {};
  const told = await python.ask("attempt", [kata, line], files());
  $("answer").hidden = false;
  $("answer").textContent = told.ended ? ended[told.ended] : told.answer;
  say("");
  busy(false);
}

function showProgress() {
  const states = store.progress();
  for (const item of document.querySelectorAll("#path li")) {
    item.querySelector(".bar").textContent = states[item.dataset.kata]?.bar ?? "";
  }
  $("count").textContent = Object.values(states).filter((state) => state.green).length;
  $("solved").hidden = !states[kata]?.green;
  $("next").hidden = !next;
  const isFirst = document.querySelector("#path li").dataset.kata === kata;
  $("begin").hidden = !isFirst || own() !== stub;
}

// What somebody does

$("run").onclick = () => run();
$("stop").onclick = () => python.stop();
$("options").onkeydown = (event) => {
  if (event.key === "Enter") run();
};
$("try").onsubmit = (event) => {
  event.preventDefault();
  if (!$("ask").disabled && $("call").value.trim()) attempt($("call").value);
};
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !["s", "Enter"].includes(event.key) || event.defaultPrevented) return;
  event.preventDefault();
  run();
});

$("download").onclick = () => download(`${kata}.py`, [editor.text], "text/x-python");
$("all").onclick = async () => {
  const files = Object.entries(store.written()).map(([name, text]) => [`${name}.py`, text]);
  busy(true);
  python.onText = () => {};
  const { answer } = await python.ask("zipped", [Object.fromEntries(files)]);
  busy(false);
  say(files.length ? "" : "You have not written anything yet.");
  if (answer && files.length) download("katas.zip", [answer], "application/zip");
};
$("bring").onclick = () => $("file").click();
$("file").onchange = async () => {
  const [file] = $("file").files;
  if (file) replace(await file.text());
  $("file").value = "";
};
$("stub").onclick = () => replace(stub);
$("earlier").onchange = () => {
  const found = store.earlier(kata).find(([when]) => when === $("earlier").value);
  if (found) replace(found[1]);
};
$("take").onclick = () => {
  replace(editor.text);
  history.replaceState(null, "", location.pathname);
};
$("leave").onclick = () => {
  isLinked = false;
  $("linked").hidden = true;
  editor.text = own();
  history.replaceState(null, "", location.pathname);
};
$("link").onclick = async () => {
  const address = new URL(await toLink(editor.text), location.href.split("#")[0]).href;
  const field = $("address").querySelector("input");
  $("address").hidden = false;
  field.value = address;
  field.select();
  await navigator.clipboard?.writeText(address).catch(() => {});
};
addEventListener("hashchange", openLink);

$("statement").onclick = (event) => { // once for each kata, and not when it is done
  const link = event.target.closest("a[href^=see]");
  if (!link || store.choice(`seen/${kata}`) || store.progress()[kata]?.green) return;
  event.preventDefault();
  $("spoiler").showModal();
  $("spoiler").onclose = () => {
    if ($("spoiler").returnValue !== "yes") return;
    store.choose(`seen/${kata}`, "yes");
    location.href = link.href;
  };
};

// A drawing that is wider than the page can be scrolled with the keyboard.
const wide = new ResizeObserver((seen) => {
  for (const { target } of seen) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
});
for (const place of document.querySelectorAll("article pre, article table")) wide.observe(place);

function speak(language) {
  for (const article of document.querySelectorAll("article")) article.hidden = article.lang !== language;
  for (const button of $("languages").children) button.ariaPressed = button.dataset.language === language;
}
for (const button of $("languages").children) {
  button.onclick = () => {
    store.choose("language", button.dataset.language);
    speak(button.dataset.language);
  };
}
const languages = [...document.querySelectorAll("article")].map((article) => article.lang);
const wanted = store.choice("language") ?? navigator.language.slice(0, 2);
speak(languages.includes(wanted) ? wanted : "en");

$("path").open = innerWidth >= 1000;
showEarlier();
showProgress();
await openLink();
try {
  const { version } = await python.ready;
  say(`Python ${version} is ready`);
  busy(false);
} catch (error) {
  say(`Python did not start (${error.message}). Load the page again.`);
}
