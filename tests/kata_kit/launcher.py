"""The code under test while it runs: one kata at a time, and what was asked of it."""

from pathlib import Path
from typing import Any

import pytest

from kata_kit import options
from kata_kit.fixture import Kata
from kata_kit.katas import ROOT, KataFiles, offered, relative
from kata_kit.progress import digest
from kata_kit.request import Request, telling
from kata_kit.sources import References, Source
from kata_kit.under_test import UnderTest


class Launcher:
    """Starts the code of a kata when it is asked for, and ends that of the kata before."""

    def __init__(self, config: pytest.Config, source: Source) -> None:
        self._config, self._source = config, source
        self._name = self.digest = ""
        self._callee: Any = None  # an `UnderTest`, or with a debugger an `InProcess`
        self.requests: list[Request] = []
        self.traced = False  # Whether `--trace-case` has had its case.

    def label(self, entry: KataFiles) -> str:
        return relative(self._source.file(entry))

    def fixture(self, entry: KataFiles, title: str) -> Kata:
        """The fixture of one test; the title stands above what is printed in it."""
        if self._callee is None or self._name != entry.name:
            self.close()
            path = self._source.file(entry)
            self._name, self._callee, self.requests = (
                entry.name,
                self._start(entry, path),
                [],
            )
            self.digest = digest(path, entry)
        return Kata(entry.name, self._callee, title)

    def belief(self, entry: KataFiles) -> dict[str, str] | None:
        """The misconception that is behind all answers of a kata, as plain values."""
        requests, found = (
            telling(self.requests) if self._name == entry.name else [],
            None,
        )
        if requests:
            from kata_kit.recognise import (
                recognise,
            )  # Needed when something is wrong only.

            self.close()  # What a mistake may import is not what the code may import.
            found = recognise(entry, requests)
        return {"name": found.name, "text": found.text} if found else None

    def close(self) -> None:
        if self._callee:
            self._callee.close()
            self._callee = None

    def _start(self, entry: KataFiles, path: Path) -> Any:
        if options.debugging(self._config):
            from kata_kit.in_process import InProcess  # Needed for a debugger only.

            return InProcess(path, entry.name, offered(entry, path))
        # The code may read its folder, or the file alone where others' may stand beside
        # it.
        alone = (
            isinstance(self._source, References)
            or getattr(self._source, "path", None) == path
        )
        around = any(
            place.is_relative_to(path.parent)
            for place in (ROOT, Path("~").expanduser())
        )
        child = self._config.pluginmanager.get_plugin("kata-child")  # Of a workshop.
        own = child.own if child else path if alone or around else path.parent
        return UnderTest(path, entry, options.limits(self._config), own)
