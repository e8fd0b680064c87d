// Compiles what the pages need of Python with the Python that runs in them: node compiled.mjs SITE
//
// pyodide/python_stdlib.zip becomes the one archive of modules, and has those of packages.zip as well.
// Modules that a run imports are code in it, and the others are sources, which are smaller.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const PROGRAM = `
import io, os, py_compile, re, sys, zipfile
from importlib.util import cache_from_source
from pathlib import Path

DAY = (2020, 1, 1, 0, 0, 0)  # two builds of one commit are the same
UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH

def code_of(name, source):
    file = Path("/tmp/module.py")
    file.write_bytes(source)
    code = py_compile.compile(str(file), dfile=name, doraise=True, invalidation_mode=UNCHECKED)
    return Path(code).read_bytes()

def members(archives):
    for archive in archives:
        with zipfile.ZipFile(io.BytesIO(archive.to_bytes())) as opened:
            for name in sorted(opened.namelist()):
                if not name.endswith("/"):
                    yield name, opened.read(name)

def imported():
    os.chdir("/katas")
    sys.path += ["/packages", "/katas/tests", "/katas"]
    import pytest
    assert pytest.main(["katas/tictactoe_winner", "--solution", "-q", "-p", "no:faulthandler"]) == 0
    files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    return {file.removeprefix(folder) for file in files for folder in ("/lib/python314.zip/", "/packages/")}

USED = imported()

# What no page can use: there are no threads, processes, sockets and windows.
LEFT_OUT = re.compile(
    "(asyncio|concurrent|ctypes|dbm|html|http|multiprocessing|pydoc_data|sqlite3|wsgiref|xml|xmlrpc|_pyrepl)/"
    "|encodings/(?!utf|latin_1|ascii|cp1252|iso8859_1|aliases|__init__)|turtle|imaplib|smtplib|ftplib"
)

def archive(place, has_sources, *archives):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as opened:
        for name, content in members(archives):
            if LEFT_OUT.match(name) and name not in USED:
                continue
            files = [(name, content)]
            if has_sources and name.startswith("tests/kata_") and name.endswith(".py"):
                files += [(cache_from_source(name), code_of(place + name, content))]
            elif name.endswith(".py") and name in USED:
                files = [(name + "c", code_of(place + name, content))]
            for path, data in files:
                opened.writestr(zipfile.ZipInfo(path, DAY), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()

archive
`;

const [site] = process.argv.slice(2);
const place = (name) => `${site}/${name}`;
const { loadPyodide } = await import(pathToFileURL(place("pyodide/pyodide.mjs")));
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
for (const [name, extractDir] of Object.entries({ "packages.zip": "/packages", "project.zip": "/katas" })) {
  python.FS.mkdirTree(extractDir);
  python.unpackArchive(new Uint8Array(readFileSync(place(name))), "zip", { extractDir });
}
python.setStdout({ batched: () => {} });
const archive = python.runPython(PROGRAM);

function compile(name, folder, hasSources, ...others) {
  const archives = [name, ...others].map((file) => readFileSync(place(file)));
  const compiled = archive(folder, hasSources, ...archives.map((data) => new Uint8Array(data)));
  writeFileSync(place(name), compiled.toJs());
}

compile("pyodide/python_stdlib.zip", "/lib/python314.zip/", false, "packages.zip");
compile("project.zip", "/katas/", true);
rmSync(place("packages.zip"));
// The page loads none of the packages that Pyodide has.
const lock = JSON.parse(readFileSync(place("pyodide/pyodide-lock.json"), "utf8"));
writeFileSync(place("pyodide/pyodide-lock.json"), JSON.stringify({ ...lock, packages: {} }));
