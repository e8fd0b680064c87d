// The worker with Python: it has the files of the project, and calls the functions of kata_site.entry.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/katas";
const BEAT = 250; // ms between two signs of life
const MOST_MEMORY = 2 ** 30; // bytes

let skip, calls, end = Infinity, isLate = false, beat = 0;

// What kata_site.in_page asks.
globalThis.katas = {
  memory: MOST_MEMORY,
  deadline(seconds) {
    end = performance.now() + 1000 * seconds;
    isLate = false;
  },
  // A call begins; it returns why, if the same call did not come back in the run before.
  begin() {
    postMessage({ call: ++calls });
    return skip.get(calls) ?? "";
  },
};

// Python reads it every few dozen instructions, as if another thread could write into it.
// After a signal there is no sign of life: the page ends code that catches what it raises.
const signals = {
  get 0() {
    const now = performance.now();
    if (now - beat > BEAT && !isLate) {
      beat = now;
      postMessage({ beat });
    }
    if (end === Infinity) return 0;
    if (python._module.HEAP8.length > MOST_MEMORY) postMessage({ ended: "memory" });
    if (now < end || isLate) return 0;
    isLate = true;
    return 2;
  },
  set 0(value) {},
};

const fetched = ["packages.zip", "project.zip"].map((name) => fetch(new URL(name, import.meta.url)));
const python = await loadPyodide({ env: { HOME, COLUMNS: "80", PYTHONHASHSEED: "0" } });
const place = python.runPython("import site; site.getsitepackages()[0]");
for (const [number, extractDir] of [place, HOME].entries()) {
  python.FS.mkdirTree(extractDir);
  python.unpackArchive(await (await fetched[number]).arrayBuffer(), "zip", { extractDir });
}
const decoder = new TextDecoder();
const write = (data) => {
  postMessage({ text: decoder.decode(data, { stream: true }) });
  return data.length;
};
python.setStdout({ write, isatty: false });
python.setStderr({ write, isatty: false });
python.runPython(`import os, sys; os.chdir("${HOME}"); sys.path += ["${HOME}/tests", "${HOME}"]`);
const entry = python.pyimport("kata_site.entry");
python.setInterruptBuffer(signals);

onmessage = ({ data: { verb, details, files, skip: lost } }) => {
  for (const [path, text] of Object.entries(files)) {
    python.FS.mkdirTree(`${HOME}/${path.replace(/\/[^/]*$/, "")}`);
    python.FS.writeFile(`${HOME}/${path}`, text);
  }
  calls = 0;
  skip = new Map(lost);
  end = Infinity;
  try {
    const answer = entry[verb](...details.map((one) => python.toPy(one)));
    postMessage({ answer: answer.toJs?.() ?? answer });
  } catch (error) {
    postMessage({ ended: error.name === "PythonError" ? "broken" : "crash" });
  }
};
postMessage({ version: python.runPython("sys.version.split()[0]") });
