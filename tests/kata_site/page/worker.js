// The worker with Python: it has the files of the project, and calls the functions of kata_site.entry.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const began = performance.now();
const HOME = "/katas", CACHE = ".pytest_cache/v";
const BEAT = 250; // ms between two signs of life
const AGAIN = 50; // ms to the next signal, for code that catches what the first one raises
const MOST_FIRED = 10; // signals; then the page ends the worker
const MOST_MEMORY = 2 ** 30; // bytes
const bytes = async (name) => (await fetch(new URL(name, import.meta.url))).arrayBuffer();

let python, entry, skip = new Map();
let end = Infinity, most = MOST_MEMORY, isFull = false, fired = 0, beat = 0, calls = 0;

// What kata_site.in_page asks.
globalThis.katas = {
  deadline(seconds) {
    end = performance.now() + 1000 * seconds;
    fired = 0;
  },
  // A call begins; it returns why, if the same call did not come back in the run before.
  begin() {
    postMessage({ call: ++calls });
    return skip.get(calls) ?? "";
  },
  // Whether the last signal came because the memory is full.
  full() {
    const was = isFull;
    isFull = false;
    return was;
  },
};

// Python reads it every few dozen instructions, as if another thread could write into it.
const signals = {
  get 0() {
    const now = performance.now();
    if (now - beat > BEAT) {
      beat = now;
      postMessage({ beat });
    }
    if (end === Infinity) return 0;
    if (python._module.HEAP8.length > most) {
      most = python._module.HEAP8.length + MOST_MEMORY / 4; // It never becomes smaller.
      isFull = true;
      return 2;
    }
    if (now < end) return 0;
    if (fired++ === MOST_FIRED) postMessage({ done: true, ended: "timeout" });
    end = now + AGAIN;
    return 2;
  },
  set 0(value) {},
};

async function start() {
  const archives = Promise.all([bytes("packages.zip"), bytes("project.zip")]);
  python = await loadPyodide({ env: { HOME, COLUMNS: "80", PYTHONHASHSEED: "0" } });
  const [packages, project] = await archives;
  const place = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(packages, "zip", { extractDir: place });
  python.FS.mkdirTree(HOME);
  python.unpackArchive(project, "zip", { extractDir: HOME });
  const decoder = new TextDecoder();
  const write = (data) => {
    postMessage({ text: decoder.decode(data, { stream: true }) });
    return data.length;
  };
  python.setStdout({ write, isatty: false });
  python.setStderr({ write, isatty: false });
  python.runPython(`import os, sys; os.chdir("${HOME}"); sys.path += ["${HOME}/tests", "${HOME}"]`);
  entry = python.pyimport("kata_site.entry");
  python.setInterruptBuffer(signals);
  const version = python.runPython("sys.version.split()[0]");
  postMessage({ ready: true, version, ms: performance.now() - began });
}

const started = start();
started.catch((error) => postMessage({ failed: String(error) }));

onmessage = async ({ data: { verb, details, files, skip: lost } }) => {
  await started;
  for (const [path, text] of Object.entries(files)) write(`${HOME}/${path}`, text);
  calls = 0;
  skip = new Map(lost);
  end = Infinity;
  try {
    const answer = entry[verb](...details.map((one) => python.toPy(one)));
    const memory = python._module.HEAP8.length;
    postMessage({ done: true, answer: answer?.toJs?.() ?? answer, memory, cache: cached(`${HOME}/${CACHE}`) });
  } catch (error) {
    const isPythons = error.name === "PythonError"; // Else it is the end of this Python.
    postMessage({ done: true, ended: isPythons ? "broken" : "crash", why: String(error) });
  }
};

function write(path, text) {
  python.FS.mkdirTree(path.replace(/\/[^/]*$/, ""));
  python.FS.writeFile(path, text);
}

// The files below a folder with their texts, by their paths.
function cached(folder) {
  const found = {};
  if (!python.FS.analyzePath(folder).exists) return found;
  for (const name of python.FS.readdir(folder)) {
    const path = `${folder}/${name}`;
    if (name === "." || name === "..") continue;
    if (python.FS.isDir(python.FS.stat(path).mode)) Object.assign(found, cached(path));
    else found[path.slice(HOME.length + 1)] = python.FS.readFile(path, { encoding: "utf8" });
  }
  return found;
}
