// The worker with Python: it has the files of the project, and calls the functions of kata_page.browser.

const HOME = "/katas";
const BEAT = 100; // ms between two signals, each of which is a sign of life as well
const MOST_MEMORY = 2 ** 30; // bytes

// The policy of the page is that of a blob, where a static import of another file is refused by Firefox.
const { loadPyodide } = await import(new URL("./pyodide/pyodide.mjs", import.meta.url));

// What kata_page.browser says: a call begins, which may take so long.
globalThis.katas = { note: (call, seconds) => postMessage({ call, seconds }) };

// Python reads it every few dozen instructions, as if another thread could write into it.
let next = 0;
const signals = {
  get 0() {
    const now = performance.now();
    if (now < next) return 0;
    next = now + BEAT;
    const bytes = python._module.HEAP8.length;
    postMessage(bytes > MOST_MEMORY ? { ended: "memory" } : { beat: now });
    return 2; // SIGINT; its handler in kata_kit.watch looks at the clock
  },
  set 0(value) {},
};

postMessage({ loaded: 0.1 });
// Pyodide would load and compile it once more.
WebAssembly.instantiateStreaming = async (response, imports) => {
  (await response).body.cancel();
  const module = await compiled;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};
const fetched = fetch(new URL("project.zst", import.meta.url)).then((reply) => reply.arrayBuffer());
const python = await loadPyodide({ env: { HOME, COLUMNS: "80", PYTHONHASHSEED: "0" } });
postMessage({ loaded: 0.7 });
python.globals.set("project", new Uint8Array(await fetched));
postMessage({ loaded: 0.8 });
const decoder = new TextDecoder();
const write = (data) => {
  postMessage({ text: decoder.decode(data, { stream: true }) });
  return data.length;
};
python.setStdout({ write, isatty: false });
python.setStderr({ write, isatty: false });
python.runPython(`
import gc, marshal, os, signal, sys
from compression import zstd
gc.disable()  # Nothing is garbage before there is code.
for name, content in marshal.loads(zstd.decompress(project.to_bytes())).items():
    path = f"${HOME}/{name}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
# There are no links here, and looking for them in each part of a path takes long.
os.path.realpath = lambda path, *, strict=False: os.path.abspath(path)
os.chdir("${HOME}")
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # There are no others to look for.
sys.path += ["${HOME}/modules.zip", "${HOME}/tests", "${HOME}"]
signal.signal(signal.SIGINT, signal.SIG_IGN)  # until the watch is set up
from kata_page import browser
gc.freeze()
gc.enable()
`);
const browser = python.globals.get("browser");
python.setInterruptBuffer(signals);

// What somebody writes, and what pytest remembers; nothing else that a browser has kept.
const KEPT = /^(katas\/(\w+)\/\2\.py|\.pytest_cache\/v\/(\w+\/)*\w+)$/;

onmessage = ({ data: { verb, details, files } }) => {
  for (const [path, text] of Object.entries(files).filter(([path]) => KEPT.test(path))) {
    python.FS.mkdirTree(`${HOME}/${path.replace(/\/[^/]*$/, "")}`);
    python.FS.writeFile(`${HOME}/${path}`, text);
  }
  try {
    const answer = browser[verb](...details.map((detail) => python.toPy(detail)));
    postMessage({ answer: answer.toJs?.() ?? answer });
  } catch (error) {
    postMessage({ ended: error.name === "PythonError" ? "broken" : "crash" });
  }
};
postMessage({ version: python.runPython("sys.version.split()[0]") });
