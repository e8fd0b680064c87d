// Python in its worker: asks it, and starts another one when it does not come back.

const PATIENCE = 5_500; // ms without a sign of life; a call may take 500 less
const MOST_LOSSES = 3;
const MOST_MEMORY = 2 ** 28; // bytes that a worker may keep after a run

// From a blob, so that the policy of the page holds for the worker.
const main = new URL("worker.js", import.meta.url);
const begin = `import("${main}").catch((error) => postMessage({ failed: String(error) }));`;
const source = URL.createObjectURL(new Blob([begin], { type: "text/javascript" }));

export class Python {
  #worker = null;
  #listen = null; // to what the worker says of the request that is made
  #stop = null;
  #queue = Promise.resolve();
  onText = () => {}; // what is printed; null where it begins again
  onState = () => {};

  constructor() {
    this.renew();
  }

  get ready() {
    return this.#worker.ready;
  }

  // The answer of a function of kata_site.entry: { answer, cache }, or { ended: "stopped" | "broken" }.
  ask(verb, details, files = {}) {
    const made = this.#queue.then(() => this.#ask(verb, details, files));
    this.#queue = made.catch(() => {});
    return made;
  }

  stop() {
    this.#stop?.({ ended: "stopped" });
  }

  async #ask(verb, details, files) {
    const skip = []; // calls that did not come back: Python then tells of each
    for (;;) {
      this.onState("Python is starting …");
      await this.ready;
      this.onState("running …");
      this.onText(null);
      const told = await this.#once({ verb, details, files, skip });
      if (!told.ended) {
        if (told.memory > MOST_MEMORY) this.renew();
        return told;
      }
      this.renew();
      const again = ["timeout", "crash"].includes(told.ended) && told.call > 0;
      if (!again || skip.length === MOST_LOSSES) return { ended: again ? "broken" : told.ended };
      skip.push([told.call, told.ended]);
    }
  }

  #once(request) {
    return new Promise((resolve) => {
      let heard = performance.now(), call = 0;
      const done = (told) => {
        clearInterval(timer);
        this.#listen = this.#stop = null;
        resolve({ call, ...told });
      };
      const timer = setInterval(() => {
        if (performance.now() - heard > PATIENCE) done({ ended: "timeout" });
      }, 200);
      this.#stop = done;
      this.#listen = (data) => {
        heard = performance.now();
        call = data.call ?? call;
        if (data.text) this.onText(data.text);
        if (data.done) done(data);
      };
      this.#worker.postMessage(request);
    });
  }

  renew() {
    this.#worker?.terminate();
    const worker = new Worker(source, { type: "module" });
    worker.ready = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.ready) resolve(data);
        else if (data.failed) reject(new Error(data.failed));
        else if (worker === this.#worker) this.#listen?.(data);
      };
      worker.onerror = (event) => reject(new Error(event.message || "Python could not be loaded"));
    });
    worker.ready.catch(() => {});
    this.#worker = worker;
  }
}
