// Python in its worker: asks it, and starts another one when it does not come back.

import { made } from "./drawing.js";

const GRACE = 3_000; // ms without a sign of life, beyond what a call may take
const LONGEST_START = 180_000; // ms

// Code can ask for nothing else of the host. A page is built before its address is known, so this can't be in the page;
// and a policy can't name an IPv6 address.
const places = ["pyodide/", "project.zst", "evening/"].map((name) => new URL(name, import.meta.url));
const policy = { httpEquiv: "Content-Security-Policy", content: `connect-src ${places.join(" ")}` };
if (!location.hostname.startsWith("[")) document.head.append(made("meta", policy));

// Compiled once for every worker of the page: a new Python starts in a third of the time.
const binary = new URL("pyodide/pyodide.asm.wasm", import.meta.url);
let compiled = null; // also after it couldn't be fetched: the next Python tries again

// From a blob, so that the policy of the page holds for the worker.
const main = new URL("worker.js", import.meta.url);
const begin = `
  globalThis.compiled = new Promise((resolve) => (onmessage = ({ data }) => resolve(data)));
  import("${main}").catch((error) => postMessage({ failed: String(error) }));`;
const source = URL.createObjectURL(new Blob([begin], { type: "text/javascript" }));

// Sentences about the end of a Python, which came in a call.
export function why({ ended, call }) {
  const sentences = {
    stopped: "You stopped it.",
    broken: "Your code changes something that pytest needs: here they share one Python.",
    memory: `${call}: it needed too much memory; 1 GB is allowed here.`,
    crash: `${call}: it crashed Python itself.`,
    lost: `${call}: the call never returned from C code, and its time ran out.`,
    unstarted: "Python didn't start. Is there a connection?",
  };
  return `${sentences[ended]} A new Python is starting.\n`;
}

class Python {
  ready; // the version of Python, as soon as it has started
  onState = () => {}; // called with a name of `words.js`
  onLoading = () => {}; // called with the part that has been loaded, from 0 to 1
  #worker = null;
  #timer = 0;
  #follow = () => {};
  #hear = () => {};
  #queue = Promise.resolve();

  constructor() {
    this.renew();
  }

  // The answer of a function of kata_page.browser, { answer }; or why there is none, { ended }, and in which call.
  // What it prints goes to a screen.
  ask(verb, details, files = {}, screen = null) {
    const asked = this.#queue.then(() => this.#ask({ verb, details, files }, screen));
    this.#queue = asked.catch(() => {});
    return asked;
  }

  stop() {
    this.#hear({ ended: "stopped" });
  }

  async #ask(request, screen) {
    this.onState("starting");
    const stopped = new Promise((resolve) => (this.#hear = (data) => data.ended && resolve(data)));
    const started = this.ready.catch(() => this.renew()).then(() => null, () => ({ ended: "unstarted" }));
    const reply = (await Promise.race([stopped, started])) ?? (await this.#reply(request, screen));
    if (reply.ended) this.renew();
    return reply;
  }

  #reply(request, screen) {
    this.onState("running");
    screen?.clear();
    return new Promise((resolve) => {
      let heard = performance.now(), call = "", seconds = 5;
      const timer = setInterval(() => {
        if (performance.now() - heard > GRACE + 1000 * seconds) this.#hear({ ended: "lost" });
      }, 200);
      this.#hear = (data) => {
        heard = performance.now();
        ({ call, seconds } = { call, seconds, ...data });
        if (data.text) screen?.write(data.text);
        if (!data.ended && !("answer" in data)) return;
        clearInterval(timer);
        this.#hear = () => {};
        resolve({ call, ...data });
      };
      this.#worker.postMessage(request);
    });
  }

  renew() {
    this.#worker?.terminate();
    const worker = new Worker(source, { type: "module" });
    this.#worker = worker;
    const follow = this.#follow;
    this.ready = new Promise((resolve, reject) => {
      this.#follow = resolve;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(reject, LONGEST_START, "it takes too long");
      compiled ??= WebAssembly.compileStreaming(fetch(binary));
      compiled.then((module) => worker.postMessage(module)).catch((error) => {
        compiled = null;
        reject(error);
      });
      worker.onmessage = ({ data }) => {
        if (worker !== this.#worker) return;
        if (data.loaded) this.onLoading(data.loaded);
        else if (data.version) resolve(data.version);
        else if (data.failed) reject(data.failed);
        else this.#hear(data);
      };
    });
    this.ready.catch(() => {});
    follow(this.ready); // Who waited for the last one waits for this one.
    return this.ready;
  }
}

export const python = new Python();
