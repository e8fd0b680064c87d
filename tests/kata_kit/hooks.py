"""The hooks about a run: they wire, the other modules work; `reports` has the rest."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import before_conftests
import pytest

from kata_kit import choosing, launcher, options, paths, progress
from kata_kit.attempt import in_order, note_attempts
from kata_kit.katas import ROOT
from kata_kit.sources import Source, YourCode, choose
from kata_kit.summary import Summary

SOURCE = pytest.StashKey[Source]()


def pytest_addoption(
    parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager
) -> None:
    config = pluginmanager.get_plugin("pytestconfig")
    options.add(parser, config.invocation_params.args if config else ())


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    if config.getoption("progress"):
        path = progress.of_path(progress.folder(config))
        print("\n".join(progress.written(path)))
        return 0
    return None


def pytest_configure(config: pytest.Config) -> None:
    """Settle what is under test and which test files are meant."""
    config.addinivalue_line(
        "markers", "stage(name): the stage of a kata that a test belongs to."
    )
    typed = config.invocation_params
    before_conftests.refuse(typed.args, config.rootpath, typed.dir)
    try:
        options.refuse_unwritable(config, typed.dir)
        config.stash[SOURCE] = source = _choose(config, typed.dir)
        paths.replace_arguments(config, source)
        if source.is_one_persons:
            options.refuse_for_one(config, source.title)
        else:
            options.refuse_for_many(config, source.title)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    choosing.take_text(config)
    if not isinstance(source, YourCode):
        # A green run of the references must not make `--lf` forget what failed.
        config.pluginmanager.unregister(name="lfplugin")
    is_parallel = getattr(config.option, "dist", "no") != "no"
    if is_parallel and any(paths.kata_at(Path(one)) for one in config.args):
        config.option.dist = "loadfile"  # One process tells all stages of a kata.
    if not source.is_one_persons:
        options.do_without_cache(config)
        katas = paths.whole_katas(config)
        _workshop(config).set_up(config, source, katas, options.limits(config))
    elif not hasattr(config, "workerinput"):
        config.pluginmanager.register(Summary(config, source), "kata-summary")
        if file := config.getoption("record"):
            from kata_kit.handback import Handback  # Needed with the option only.

            handback = Handback(Path(typed.dir, file))
            config.pluginmanager.register(handback, "kata-handback")


def _choose(config: pytest.Config, here: Path) -> Source:
    """Choose what is under test from the options; raises as `sources.choose` does."""
    typed, solution = config.getoption("submission"), config.getoption("solution")
    if typed and not solution and Path(here, typed).is_dir():
        folder = Path(here, typed).resolve()
        chosen: Source = _workshop(config).choose(config, folder, typed)
        return chosen
    return choose(solution=solution, submission=typed, here=here)


def _workshop(config: pytest.Config) -> Any:
    """Return what runs everybody's files, with `choose` and `set_up`, by conftest.py.

    So this room knows nothing of that one.
    """
    (workshop,) = config.hook.pytest_kata_workshop()
    return workshop


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Let a learner's own tests import the code beside them."""
    folder = str(module_path.parent)
    if module_path.resolve().is_relative_to(ROOT / "katas") and folder not in sys.path:
        sys.path.append(folder)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Choose cases by their names, and put stages in order, after any shuffle."""
    source = config.stash[SOURCE]
    note_attempts(items, source)
    try:
        choosing.choose(config, items, "case" if source.is_one_persons else "file")
    except pytest.UsageError as error:
        if not hasattr(config, "workerinput"):
            raise
        # pytest-xdist cannot carry the error.
        config.workeroutput["problem"] = str(error)  # type: ignore[attr-defined]
        items.clear()
    items[:] = in_order(items)
    launcher.begin(config, items, source)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Say why no process of pytest-xdist has chosen a case; the first says it."""
    problem = getattr(node, "workeroutput", {}).get("problem")
    reporter = node.config.pluginmanager.get_plugin("terminalreporter")
    if problem and reporter and node.gateway.id == "gw0":
        reporter.write_line(f"ERROR: {problem}", red=True)


@pytest.hookimpl(tryfirst=True)
def pytest_keyboard_interrupt(excinfo: Any) -> None:
    """Say no more than that somebody pressed Ctrl-C: the frames are ours."""
    if excinfo.type is KeyboardInterrupt:
        told = SimpleNamespace(message="stopped by Ctrl-C")
        excinfo.getrepr = lambda **_: SimpleNamespace(reprcrash=told)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Have `--pdb` stop in the learner's code."""
    plugins = session.config.pluginmanager
    if theirs := plugins.unregister(name="pdbinvoke"):
        from kata_kit.debugger import Debugger  # Needed with the option only.

        plugins.register(Debugger(session.config, theirs), "kata-debugger")
