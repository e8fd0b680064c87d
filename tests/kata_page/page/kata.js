// The page of one kata.

import * as evening from "./evening.js";
import { Editor, Screen } from "./panes.js";
import { Python, why } from "./python.js";
import * as store from "./store.js";

const $ = (id) => document.getElementById(id);
const MOST_EARLIER = 20;
const { kata } = document.body.dataset;
const stub = $("text").content.textContent;
const say = (text) => ($("state").textContent = text);

// The code: one's own, which is kept, or that of a link, which is not

let isLinked = false;
const own = () => store.get(`code/${kata}`) ?? stub;
const earlier = () => store.read(`earlier/${kata}`, []);

function keep() {
  if (!isLinked) store.set(`code/${kata}`, editor.text);
}

function show(text, comesWithLink) {
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
    const text = await store.fromLink(location.hash);
    if (text !== own()) show(text, true);
  } catch {
    say("This link is damaged.");
  }
}

const editor = new Editor($("editor"), own(), keep);
addEventListener("storage", () => { // another tab has written
  if (!isLinked) editor.text = own();
  showProgress();
});

// A run

const python = new Python();
const screen = new Screen($("screen"));
python.onState = say;

function busy(is) {
  $("run").disabled = $("ask").disabled = is;
  $("stop").disabled = !is;
}

// All that somebody has written, with what stands in the editor; the code of a link comes alone.
const files = () => ({ ...(isLinked ? {} : store.written()), [store.path(kata)]: editor.text });

$("test").onsubmit = async (event) => {
  event.preventDefault();
  busy(true);
  const details = [kata, $("options").value];
  const code = editor.text;
  const reply = await python.ask("run", details, { ...store.read("cache"), ...files() }, screen);
  const { broken, cache, progress, records } = JSON.parse(reply.answer ?? "{}");
  if (reply.ended || broken) {
    if (reply.ended === "crash") screen.clear(); // Pyodide has written its stack.
    screen.write(`\n${why(broken ? { ended: "broken" } : reply)}`);
    if (broken) python.renew();
  } else if (!isLinked) {
    store.write("cache", cache);
    store.write("progress", { ...store.read("progress"), ...progress });
    evening.ran({ kata, code, record: records.find((record) => record.kata === kata) });
  }
  say("");
  busy(false);
  showProgress();
};

function showProgress() {
  const states = store.read("progress");
  for (const item of document.querySelectorAll("#path li")) {
    item.querySelector(".bar").textContent = states[item.dataset.kata]?.bar ?? "";
  }
  $("count").textContent = Object.values(states).filter((state) => state.green).length;
  $("solved").hidden = !states[kata]?.green;
  $("before").disabled = !earlier().length;
  if ($("begin")) $("begin").hidden = own() !== stub;
}

// What somebody does

$("stop").onclick = () => python.stop();
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || !["s", "Enter"].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  $("run").click();
}, { capture: true }); // The editor has a key of this name as well.

$("try").onsubmit = async (event) => {
  event.preventDefault();
  busy(true);
  const reply = await python.ask("attempt", [kata, $("call").value], files());
  $("answer").hidden = false;
  $("answer").textContent = reply.answer ?? why(reply);
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
  const { answer } = await python.ask("zipped", [{ [store.path(kata)]: own(), ...store.written() }]);
  download("katas.zip", answer);
  say("");
};
$("bring").onclick = () => $("file").click();
$("file").onchange = async () => {
  replace(await $("file").files[0].text());
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

$("statement").onclick = (event) => { // once for each kata, and not when it is done
  if (!event.target.closest("a[href^=see]") || !$("solved").hidden || store.get(`seen/${kata}`)) return;
  if (confirm("You have not done this kata yet. Do you want to see this now?")) store.set(`seen/${kata}`, "yes");
  else event.preventDefault();
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
    store.set("language", button.lang);
    speak(button.lang);
  };
}
speak(store.get("language") ?? navigator.language.slice(0, 2));

evening.start($("evening"));
$("path").open = innerWidth >= 1000;
showProgress();
await openLink();
try {
  say(`Python ${await python.ready} is ready`);
  busy(false);
} catch (error) {
  say(`Python did not start (${error}). Load the page again.`);
}
