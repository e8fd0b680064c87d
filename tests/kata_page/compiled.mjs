// Compiles what the pages need of Python with the Python that runs in them: node compiled.mjs SITE
//
// pyodide/python_stdlib.zip keeps what Python needs to start. All other modules, and those of the wheels, go into
// project.zst, which the worker unfolds: the files of the project by name, and the modules as modules.zip.
// Modules that a run imports are code, and the others are sources, which are smaller.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const PROGRAM = `
import ast, io, marshal, os, re, sys, zipfile
from compression import zstd
from importlib.util import MAGIC_NUMBER

DAY = (2020, 1, 1, 0, 0, 0)  # two builds of one commit are the same
STANDARD = "/lib/python314.zip/"
# Of a module whose source isn't looked at again.
HEADER = MAGIC_NUMBER + bytes([1, *bytes(11)])
DOCUMENTED = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
# What a learner may want help() about; others are compiled without their docstrings.
HELPFUL = re.compile("(bisect|collections|copy|dataclasses|enum|functools|heapq|operator|random|re|string|textwrap)[./]")
# What no page can use: there are no threads, processes, sockets, windows and other programs.
LEFT_OUT = re.compile(
    "(asyncio|concurrent|ctypes|dbm|email|html|http|multiprocessing|packaging|pydoc_data|pygments|sqlite3|urllib"
    "|wsgiref|xml|xmlrpc|_pyrepl)/|encodings/(?!utf|latin_1|ascii|cp1252|iso8859_1[.]|aliases|__init__)"
    "|(_sysconfigdata.*|cProfile|compileall|ftplib|imaplib|mailbox|modulefinder|optparse|pickletools|plistlib|poplib|profile"
    "|pstats|pyclbr|smtplib|socketserver|tabnanny|trace|turtle|wave|zipapp)[.]|logging/[ch]|unittest/mock"
)
# What Python has in itself, written in C or frozen, and what only pip reads.
UNREAD = re.compile("importlib/_bootstrap|_pyio|_pydatetime|.*[.]dist-info/(?!licenses|METADATA)")

def started():
    files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    return {file.removeprefix(folder) for file in files for folder in (STANDARD, "/packages/")}

def top(name):
    return re.split("[./]", name)[0]

def opened(name):
    return zipfile.ZipFile(f"/built/{name}")

packages = [f"packages/{name}" for name in sorted(os.listdir("/built/packages"))]
FIRST = {top(name) for name in started()}

def imported():
    for wheel in packages:
        opened(wheel).extractall("/packages")
    opened("project.zip").extractall("/katas")
    os.chdir("/katas")
    sys.path += ["/packages", "/katas/tests", "/katas"]
    from kata_page import browser
    assert '"state": "green"' in browser.run("tictactoe_winner", "--solution")
    return started()

USED = imported()

# What can have a docstring; a walk through all expressions as well takes long.
def statements(node):
    yield node
    for block in ("body", "orelse", "handlers", "finalbody"):
        for child in getattr(node, block, ()):
            yield from statements(child)

def code_of(name, source):
    tree = ast.parse(source)
    for node in () if HELPFUL.match(name) else statements(tree):
        text = isinstance(node, DOCUMENTED) and ast.get_docstring(node)
        if text and "PYTEST_DONT_REWRITE" not in text:
            node.body[0].value.value = " "  # A class without one would have it made.
    return HEADER + marshal.dumps(compile(tree, name, "exec", dont_inherit=True))

def modules(archive, place):
    archive = opened(archive)
    for name in archive.namelist():
        content = archive.read(name)
        if name.endswith("/") or UNREAD.match(name) or LEFT_OUT.match(name) and name not in USED:
            continue
        if name.endswith(".py") and (name in USED or name.startswith("tests/kata_")):
            yield name + "c", code_of(place + name, content)
        else:
            yield name, content

def zipped(files, method):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method, compresslevel=9) as archive:
        for name in sorted(files, key=lambda name: (name.split(".")[-1], name)):
            archive.writestr(zipfile.ZipInfo(name, DAY), files[name], method)
    return buffer.getvalue()

standard = dict(modules("pyodide/python_stdlib.zip", STANDARD))
first = {name: standard.pop(name) for name in [*standard] if top(name) in FIRST}
others = standard | {name: content for wheel in packages for name, content in modules(wheel, "/katas/modules.zip/")}
project = dict(modules("project.zip", "/katas/")) | {"modules.zip": zipped(others, zipfile.ZIP_STORED)}
# The highest level takes a fifth of the build, and saves 0.1 MB.
level = {zstd.CompressionParameter.compression_level: 12, zstd.CompressionParameter.window_log: 23}
squeezed = zstd.compress(marshal.dumps(project), options=level)
{"pyodide/python_stdlib.zip": zipped(first, zipfile.ZIP_DEFLATED), "project.zst": squeezed}
`;

const [site] = process.argv.slice(2);
const place = (name) => `${site}/${name}`;
const { loadPyodide } = await import(pathToFileURL(place("pyodide/pyodide.mjs")));
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
globalThis.katas = { note: () => {} };
python.FS.mkdirTree("/built");
python.FS.mount(python.FS.filesystems.NODEFS, { root: site }, "/built");
python.setStdout({ batched: () => {} });
for (const [name, content] of Object.entries(python.runPython(PROGRAM).toJs({ dict_converter: Object.fromEntries }))) {
  writeFileSync(place(name), content);
}
for (const name of ["packages", "project.zip"]) rmSync(place(name), { recursive: true });
// The page loads none of the packages that Pyodide has.
const lock = JSON.parse(readFileSync(place("pyodide/pyodide-lock.json"), "utf8"));
writeFileSync(place("pyodide/pyodide-lock.json"), JSON.stringify({ ...lock, packages: {} }));
