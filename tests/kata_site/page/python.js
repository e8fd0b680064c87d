// Python in its worker: asks it, and starts another one when it does not come back.

const PATIENCE = 5_500; // ms without a sign of life; a call may take 500 less
const MOST_LOSSES = 3;

// From a blob, so that the policy of the page holds for the worker.
const main = new URL("worker.js", import.meta.url);
const begin = `import("${main}").catch((error) => postMessage({ failed: String(error) }));`;
const source = URL.createObjectURL(new Blob([begin], { type: "text/javascript" }));

export class Python {
  ready; // the version of Python, as soon as it has started
  onState = () => {};
  #worker = null;
  #hear = () => {};
  #queue = Promise.resolve();

  constructor() {
    this.renew();
  }

  // The answer of a function of kata_site.entry, { answer }, or why there is none, { ended }.
  // What it prints goes to a screen.
  ask(verb, details, files = {}, screen = null) {
    const asked = this.#queue.then(() => this.#ask(verb, details, files, screen));
    this.#queue = asked.catch(() => {});
    return asked;
  }

  stop() {
    this.#hear({ ended: "stopped" });
  }

  async #ask(verb, details, files, screen) {
    const skip = []; // calls that did not come back: Python then tells of each
    for (;;) {
      this.onState("Python is starting …");
      await this.ready;
      this.onState("running …");
      screen?.clear();
      const told = await this.#once({ verb, details, files, skip }, screen);
      if (!told.ended) return told;
      this.renew();
      if (!told.call || ["stopped", "broken"].includes(told.ended)) return told;
      if (skip.length === MOST_LOSSES) return { ended: "broken" };
      skip.push([told.call, told.ended]);
    }
  }

  #once(request, screen) {
    return new Promise((resolve) => {
      let heard = performance.now(), call = 0;
      const timer = setInterval(() => {
        if (performance.now() - heard > PATIENCE) this.#hear({ ended: "timeout" });
      }, 200);
      this.#hear = (told) => {
        heard = performance.now();
        call = told.call ?? call;
        if (told.text) screen?.write(told.text);
        if (!told.ended && !("answer" in told)) return;
        clearInterval(timer);
        this.#hear = () => {};
        resolve({ call, ...told });
      };
      this.#worker.postMessage(request);
    });
  }

  renew() {
    this.#worker?.terminate();
    const worker = new Worker(source, { type: "module" });
    this.#worker = worker;
    this.ready = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.version) resolve(data.version);
        else if (data.failed) reject(data.failed);
        else if (worker === this.#worker) this.#hear(data);
      };
    });
    this.ready.catch(() => {});
  }
}
