// Taking part in an evening: a name, and every run to the room, in order and once.
//
// The page of a kata calls `start` with a place in its header and its stub, and `ran` after each run of one's own code.
// A run waits in this browser until the room has taken it. The key of a name is a header, and no cookie:
// the worker with the code can't read it.

import { made } from "./drawing.js";
import * as store from "./store.js";
import { word } from "./words.js";

const SECONDS = 5; // from one try to the next, while nobody answers
const MOST_WAITING = 100;
const LONGEST_HEADLINE = 200;
const [QUEUE, NAME, KEY] = ["queue", "name", "key"].map((name) => `evening/${name}`);
const home = new URL("evening/", import.meta.url);
const queue = () => store.read(QUEUE, []);

let place = null; // in the page; null where no evening serves it
let stubs = {}; // by kata: those of this page
let isSending = false, timer = 0;

const status = made("output", { role: "status" });
const say = (text) => (status.textContent = text);

export function start(container, ofThisPage = {}) {
  if (!("room" in (container?.dataset ?? {}))) return;
  place = container;
  stubs = ofThisPage;
  show();
  send();
  addEventListener("online", send);
  addEventListener("storage", ({ key }) => key?.endsWith(KEY) && show()); // another tab
}

// The record is that of kata_kit.record; a part of a kata isn't sent, and no reference. A run that was lost has none.
export function ran({ kata, code, record, ended }) {
  const file = store.path(kata), isLost = ended && !["stopped", "unstarted"].includes(ended);
  if (!place || !(isLost || (record?.whole && record.file === file))) return;
  const run = {
    id: [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    code,
    record: isLost ? { kata, file, state: "stopped", words: "" } : { ...record, failures: record.failures.map(short) },
  };
  store.write(QUEUE, [...queue(), run].slice(-MOST_WAITING));
  if (!store.get(KEY)) say(word("unnamed"));
  send();
}

// The room has the boards; it needs the marks of the first one.
function short({ failure, ...rest }, number) {
  const { headline = "", error = "", drawing } = failure ?? {};
  const marks = number ? [] : (drawing?.marks ?? []);
  return { ...rest, failure: { headline: headline.slice(0, LONGEST_HEADLINE), error, drawing: { marks } } };
}

async function ask(address, request = {}) {
  const headers = { "Content-Type": "application/json", "X-Evening-Key": store.get(KEY) ?? "" };
  try {
    const response = await fetch(new URL(address, home), { cache: "no-store", headers, ...request });
    return { status: response.status, ...(await response.json()) };
  } catch {
    return { status: 0, error: word("nobody") };
  }
}

const post = (verb, body = {}) => ask(verb, { method: "POST", body: JSON.stringify(body) });

// What the first browser has sent comes into this one, where nothing has been written.
async function bring() {
  const { status, error, ...katas } = await ask("katas");
  for (const [kata, code] of Object.entries(katas)) {
    const isUntouched = [null, stubs[kata]].includes(store.get(`code/${kata}`));
    if (code && isUntouched) store.set(`code/${kata}`, code);
  }
  dispatchEvent(new Event("storage"));
}

async function send() {
  if (isSending || !place || !store.get(KEY)) return;
  isSending = true;
  clearTimeout(timer);
  for (let [run] = queue(); run; [run] = queue()) {
    const { status, seen, error } = await post("run", run);
    if (status === 401) {
      store.set(KEY, "");
      show();
      say(error);
      break;
    }
    if (status === 0 || status === 408 || status === 429 || status >= 500) {
      say(`${word("later")}: ${error}.`);
      timer = setTimeout(send, 1000 * SECONDS);
      break;
    }
    store.write(QUEUE, queue().filter(({ id }) => id !== run.id));
    say(seen ? `${word("sent")} ${seen}` : `${word("unsent")}: ${error}`);
  }
  isSending = false;
}

// The forms

// The words of the page change with its language.
const worded = (tag, name) => made(tag, { "data-word": name }, word(name));

function field(name, label, properties = {}) {
  const input = made("input", { name, autocomplete: "off", spellcheck: false, ...properties });
  return made("label", {}, worded("span", label), " ", input);
}

function show() {
  place.replaceChildren(store.get(KEY) ? present() : joining(), " ", status);
}

function present() {
  const another = worded("button", "another");
  another.onclick = async () => {
    const { code, error } = await post("device");
    say(code ? `${word("device")}: ${code}` : error);
  };
  return made("span", {}, worded("span", "youAre"), ` ${store.get(NAME)} `, another);
}

function joining() {
  const form = made("form", { className: "row" },
    field("name", "name", { required: true, value: store.get(NAME) ?? "" }),
    worded("button", "join"));
  form.onsubmit = async (event) => {
    event.preventDefault();
    const { status, name, key, error } = await post("join", Object.fromEntries(new FormData(form)));
    if (status === 200) {
      store.set(NAME, name);
      store.set(KEY, key);
      show();
      say(word("joined"));
      if (form.code) await bring();
      send();
      return;
    }
    say(error);
    if (status === 409 && !form.code) form.lastChild.before(field("code", "firstCode"));
    if (status === 403 && !form.word) form.lastChild.before(field("word", "roomWord"));
  };
  return form;
}
