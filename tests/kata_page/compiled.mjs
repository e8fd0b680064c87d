// Compiles what the pages need of Python with the Python that runs in them: node compiled.mjs SITE
//
// pyodide/python_stdlib.zip becomes the one archive of modules, and has those of packages.zip as well.
// Modules that a run imports are code in it, and the others are sources, which are smaller. Nobody reads the docstrings
// of pytest here.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const PROGRAM = `
import ast, io, marshal, os, re, sys, zipfile
from importlib.util import MAGIC_NUMBER

DAY = (2020, 1, 1, 0, 0, 0)  # two builds of one commit are the same
# Of a module whose source isn't looked at again.
HEADER = MAGIC_NUMBER + bytes([1, *bytes(11)])
DOCUMENTED = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef

def code_of(name, source, has_docstrings):
    tree = ast.parse(source)
    for node in () if has_docstrings else ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            node.body[0].value.value = " "  # A class without one would have it made.
    return HEADER + marshal.dumps(compile(tree, name, "exec", dont_inherit=True))

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
    "|encodings/(?!utf|latin_1|ascii|cp1252|iso8859_1|aliases|__init__)|turtle|imaplib|smtplib|ftplib|poplib|mailbox|socketserver"
    "|packaging/|pygments/"
)
# What Python has in itself, written in C or frozen, and what only pip reads.
UNREAD = re.compile("importlib/_bootstrap|_pyio|_pydatetime|.*[.]dist-info/RECORD")
WITHOUT_DOCSTRINGS = re.compile("_?pyodide/|_?pytest/|pluggy/|packaging/|pygments/|iniconfig/")

def archive(place, *archives):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as opened:
        for name, content in members(archives):
            if UNREAD.match(name) or LEFT_OUT.match(name) and name not in USED:
                continue
            if name.endswith(".py") and (name in USED or name.startswith("tests/kata_")):
                has_docstrings = not WITHOUT_DOCSTRINGS.match(name)
                content = code_of(place + name, content, has_docstrings)
                name += "c"
            opened.writestr(zipfile.ZipInfo(name, DAY), content, zipfile.ZIP_DEFLATED)
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

function compile(name, folder, ...others) {
  const archives = [name, ...others].map((file) => readFileSync(place(file)));
  const compiled = archive(folder, ...archives.map((data) => new Uint8Array(data)));
  writeFileSync(place(name), compiled.toJs());
}

compile("pyodide/python_stdlib.zip", "/lib/python314.zip/", "packages.zip");
compile("project.zip", "/katas/");
rmSync(place("packages.zip"));
// The page loads none of the packages that Pyodide has.
const lock = JSON.parse(readFileSync(place("pyodide/pyodide-lock.json"), "utf8"));
writeFileSync(place("pyodide/pyodide-lock.json"), JSON.stringify({ ...lock, packages: {} }));
