"""The hooks of pytest: they connect it to the modules that do the work.

The test of a row is `Case.check` of `kata_tables.rows`: it asks the fixture `kata`,
which raises `Wrong`. `pytest_pyfunc_call` catches that, and `KataRun.explain` makes a
record of it. CONTRIBUTING.md, "How a run works", has the modules in the order of a run.
PYTEST_DONT_REWRITE, for the pages, where this module comes without its source.
"""

import sys
from collections.abc import Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from kata_tables.wrong import Wrong

from kata_kit import options, parent, progress, run
from kata_kit.attempt import ATTEMPT, choose, in_order
from kata_kit.code import Code
from kata_kit.exceptions import own_frames
from kata_kit.kata import Functions
from kata_kit.katas import ROOT, Paths, kata_at
from kata_kit.record import BROKEN, OWN_TESTS, CaseRecord, value_of
from kata_kit.reports import Text, text_of
from kata_kit.summary import Summary
from kata_kit.watch import WATCH

PYTESTS_OWN = "fE"  # what pytest lists at the end, unless `-r` says something else
OF_CACHE = "lf", "failedfirst"  # --lf and --ff
SOURCE = pytest.StashKey[run.Source]()


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(parent.Hooks)


def pytest_addoption(parser: pytest.Parser) -> None:
    options.add(parser)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Generator[None, Any, Any]:
    """Run in a child process, so that a lost one is reported."""
    parent.begin(config)
    try:
        code = yield
    finally:
        parent.note("")
    parent.end(code)
    return code


@pytest.hookimpl(specname="pytest_cmdline_main", tryfirst=True)
def pytest_show_progress(config: pytest.Config) -> int | None:
    """Show the path of katas with `--progress`; nothing is run."""
    if not config.option.progress:
        return None
    print("\n".join(progress.path_lines(progress.of_path(progress.folder(config)))))
    return 0


def pytest_configure(config: pytest.Config) -> None:
    """Decide what's under test, and which test files are meant."""
    if not __debug__:
        problem = "python -O and PYTHONOPTIMIZE take the asserts out of the tests"
        raise pytest.UsageError(f"{problem}: run pytest without them")
    marker = "stage(name): the stage of a kata that a test belongs to."
    config.addinivalue_line("markers", marker)
    option = config.option
    try:
        config.stash[SOURCE] = source = run.Source(config)
        paths = Paths(
            source.file,
            yours=source.is_yours,
            benchmarks=bool(getattr(option, "benchmark_only", False)),
            doctests=bool(getattr(option, "doctestmodules", False)),
            root=config.rootpath,
        )
        here = config.invocation_params.dir
        config.args[:] = paths.replaced(config.args, here)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    # Without pytest's cache, there are no such options.
    if option.solution and any(config.getoption(name, None) for name in OF_CACHE):
        raise pytest.UsageError("--lf and --ff are for your own code: no --solution")
    if not source.is_yours:
        # A green run of the references must not make `--lf` forget what failed.
        config.pluginmanager.unregister(name="lfplugin")
    if not any(kata_at(Path(typed.partition("::")[0])) for typed in config.args):
        return
    if getattr(option, "dist", "no") != "no":
        option.dist = "loadfile"  # One process has all stages of a kata.
    if option.reportchars == PYTESTS_OWN and config.get_verbosity() <= 0:
        option.reportchars = "E"  # The first failures are shown, with the others.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Summary(config, source), "kata-summary")


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Let a learner's own tests import the code beside them."""
    kata = kata_at(module_path.resolve())
    folder = str(kata.stub.parent) if kata else ""
    if folder and module_path.is_relative_to(ROOT / "katas") and folder not in sys.path:
        sys.path.append(folder)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Choose cases by their names, and put stages in order, after any shuffle."""
    run.gather(config, items, config.stash[SOURCE])
    choose(config, items)
    items[:] = in_order(items)


@pytest.fixture
def kata(request: pytest.FixtureRequest) -> Functions:
    """Give a test the functions of the code under test: `kata.is_solved(board)`."""
    attempt = request.node.stash.get(ATTEMPT, None)
    if not attempt:
        problem = "the fixture `kata` is for tests in katas/<kata>/ and tests/"
        raise pytest.UsageError(f"{request.path}: {problem}")
    code: Code = attempt.run.code
    if debugger := request.config.pluginmanager.get_plugin("kata-debugger"):
        debugger.trace(code, attempt.title)
    return Functions(code)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have `--pdb` and `--trace` stop in the learner's code."""
    parent.note("the collection")
    option = session.config.option
    if option.usepdb or option.trace:
        from kata_kit.debugger import Debugger  # Needed only with these options.

        debugger = Debugger(session.config)
        session.config.pluginmanager.register(debugger, "kata-debugger")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    attempt = item.stash.get(ATTEMPT, None)
    parent.note(f"{attempt.kata.name}: {attempt.title}" if attempt else item.name)
    if attempt and (reason := attempt.run.begin(attempt)):
        item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Item) -> Generator[None, Any, Any]:
    """Keep how a kata's test ends; a `Wrong` is what its comparisons raise."""
    attempt = pyfuncitem.stash.get(ATTEMPT, None)
    if attempt is None:
        return (yield)
    own, __tracebackhide__ = attempt.run.code.own, True
    try:
        result = yield
    except KeyboardInterrupt as error:
        error.args = (f"in {attempt.title!r}",)
        raise error.with_traceback(own_frames(error, own)) from None
    except (Exception, pytest.skip.Exception) as error:
        attempt.run.explain(pyfuncitem, error)
        if isinstance(error, Wrong):
            # A debugger stops at the end of the traceback. A wrong answer needs none:
            # pytest would read our files for it, which takes 0.2 s.
            theirs = None if error.error is None else own_frames(error.error, own)
            raise error.with_traceback(theirs) from None
        raise
    attempt.run.passed(pyfuncitem)
    return result


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End the code of a kata after its last test."""
    attempt = item.stash.get(ATTEMPT, None)
    following = nextitem and nextitem.stash.get(ATTEMPT, None)
    if attempt and not (following and following.run is attempt.run):
        attempt.run.end()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: Any, call: pytest.CallInfo[None]) -> Any:
    """Put the record of a kata's test on its report, for `tally`, and its text."""
    attempt = item.stash.get(ATTEMPT, None)
    if not attempt:
        return None
    code, facts, record = attempt.run.code, attempt.run.facts, attempt.record
    wrong = call.excinfo and call.excinfo.value
    if isinstance(wrong, Wrong) and record and record.failure:
        text = text_of(record.failure, wrong, code, item.config.option)
        # For its own text, pytest would read our files, which takes 0.1 s.
        item.repr_failure = lambda *_: text
    report: Any = pytest.TestReport.from_item_and_call(item, call)
    file, line, _ = report.location
    is_broken = record and record.status == BROKEN
    report.location = file, line, attempt.label if is_broken else attempt.title
    if record and attempt.stage != OWN_TESTS:
        attempt.record = None  # The reports of teardown have none.
        report.kata = record
    if record or "misconception" in facts:
        report.kata_run = facts
    return report


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(report: Any) -> Generator[None, Any, Any]:
    """Have pytest-xdist carry the record."""
    data = yield
    if hasattr(report, "kata"):
        data["kata"] = asdict(report.kata)
    return data


@pytest.hookimpl(wrapper=True)
def pytest_report_from_serializable(data: Any) -> Generator[None, Any, Any]:
    """Rebuild the record from the data that pytest-xdist carried."""
    report: Any = yield
    if report is not None and "kata" in data:
        report.kata = value_of(CaseRecord, data["kata"])
        if report.kata.failure:
            report.longrepr = Text(report.kata.failure, Path(report.kata_run["file"]))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    parent.note("the end of the run")


def pytest_enter_pdb() -> None:
    WATCH.pause()
