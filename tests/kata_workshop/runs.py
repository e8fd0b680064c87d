"""The scheduler of a workshop: it runs files in threads, and hands over the records."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from queue import Empty, SimpleQueue
from time import sleep
from typing import Any

from kata_kit.record import KataRecord

from kata_workshop.files import Submitted
from kata_workshop.host import Host
from kata_workshop.run import Terms, run
from kata_workshop.screen import Screen

LOOK_SECONDS = 1.0  # from one look at what has come to the next


class Runs:
    """Runs files, so many at once; those of one participant one after the other."""

    def __init__(self, at_once: int) -> None:
        self._pool = ThreadPoolExecutor(at_once)
        self._hosts = [Host() for _ in range(at_once)]
        self._free = SimpleQueue[Host]()
        for host in self._hosts:
            self._free.put(host)
        self._done = SimpleQueue[tuple[Submitted, KataRecord]]()
        self._groups: list[Future[None]] = []
        self._is_closed = False
        self.under_way = set[str]()  # the ids of files

    def start(self, files: Iterable[Submitted], terms: Terms) -> None:
        """Run files as soon as there is room."""
        groups = defaultdict[str, list[Submitted]](list)
        for one in files:
            groups[one.participant].append(one)
            self.under_way.add(one.node_id)
        self._groups = [group for group in self._groups if not group.done()]
        for group in groups.values():
            self._groups.append(self._pool.submit(self._run, group, terms))

    def finished(self) -> Iterator[tuple[Submitted, KataRecord]]:
        """Yield what has come, after a wait for the first."""
        try:
            one, record = self._done.get(timeout=LOOK_SECONDS)
            while True:
                self.under_way.discard(one.node_id)
                yield one, record
                one, record = self._done.get_nowait()
        except Empty:
            return

    def close(self) -> None:
        """End what runs, and wait for it."""
        self._is_closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        while not all(group.done() for group in self._groups):
            for host in self._hosts:
                host.kill()
            sleep(0.05)
        for host in self._hosts:
            host.close()

    def _run(self, files: list[Submitted], terms: Terms) -> None:
        host = self._free.get()
        for one in files:
            if not self._is_closed:
                self._done.put((one, run(one, terms, host)))
        self._free.put(host)


class Once:
    """Runs each file once, in the place of pytest's loop over its tests."""

    def __init__(self, runs: Runs, screen: Screen, terms: Terms) -> None:
        self._runs, self._screen, self._terms = runs, screen, terms

    def pytest_runtestloop(self, session: Any) -> bool:
        items = {item.nodeid: item for item in session.items}
        with closing(self._runs):
            self._runs.start([item.one for item in session.items], self._terms)
            while items:
                for one, record in self._runs.finished():
                    self._tell(items.pop(one.node_id), record)
                self._screen.show_progress()
        return True

    def _tell(self, item: Any, record: KataRecord) -> None:
        """Tell the screen what came of a file, and pytest's hooks, which may stop."""
        self._screen.take(record)
        item.record = record
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        if item.session.shouldfail:
            raise item.session.Failed(item.session.shouldfail)
        if item.session.shouldstop:
            raise item.session.Interrupted(item.session.shouldstop)
