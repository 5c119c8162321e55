"""What a client needs of the processor by itself, where its database lives in the same thread.

A clock around each call of the database would cost as much as many of the calls. So the database's answers to
a transaction are noted, and the same transaction is run again on them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

from ahp.harness.engines.base import Call, ConflictError
from ahp.harness.engines.record_queries import RecordSession
from ahp.harness.engines.records import Batching, Records, Store
from ahp.harness.load.pacing import Work, ceiling
from ahp.harness.scripts.script import Statement

_TRANSACTIONS = 250
_LONGEST_S = 1.0
_LOOPS = 5000


class _Answers:
    """What a database answered in one transaction, in order."""

    def __init__(self) -> None:
        self.noted: list[Any] = []
        self._again: Iterator[Any] = iter(())

    def note(self, answer: Any) -> Any:  # noqa: ANN401 - whatever it is
        self.noted.append(answer)
        return answer

    def rewind(self) -> None:
        self._again = iter(self.noted)

    def again(self, *_: object) -> Any:  # noqa: ANN401
        return next(self._again)


def own_ns(session: Any, work: Callable[[Any], Work]) -> float:  # noqa: ANN401 - one whose database is embedded
    """Return what a client's loop, script and record layer use of the processor by transaction, in ns.

    Each transaction is run on the database and then on its noted answers: so the database has just used the
    processor's caches, as it always has.

    Parameters
    ----------
    session : Session
        A session whose database is embedded.
    work : function
        Returns the same work on any session that it is given, its draws included.
    """
    answers = _Answers()
    real, twin = (work(made(session, answers)) for made in (_noting, _answering))
    spent = number = 0
    stop = time.monotonic() + _LONGEST_S
    for kind in real.random.choices(range(len(real.weights)), real.weights, k=_TRANSACTIONS):
        answers.noted.clear()
        try:
            real.transactions[kind]()
        except ConflictError:  # half a transaction was noted, and the draws of the two no longer agree
            real.rollback()
            break
        answers.rewind()
        before = time.thread_time_ns()
        twin.transactions[kind]()
        spent += time.thread_time_ns() - before
        number += 1
        if time.monotonic() > stop:
            break
    idle = Work([lambda: None], [1], lambda: None, Random(1))
    return max(0.0, spent / max(1, number) - _look_ns()) + 1e9 / ceiling(idle, _LOOPS)


def _look_ns() -> int:
    """Return what a look at the thread's clock costs, in ns."""
    costs = []
    for _ in range(201):
        before = time.thread_time_ns()
        costs.append(time.thread_time_ns() - before)
    return sorted(costs)[100]


def _noting(session: Any, answers: _Answers) -> Any:  # noqa: ANN401
    """Return a session that notes what the database answers."""
    if isinstance(session, RecordSession):
        return RecordSession(Records(session.records.schema, _noting_store(session.records.store, answers)))

    def statement(asked: Statement) -> Call:
        call = session.statement(asked)
        return lambda values: answers.note(call(values))

    return SimpleNamespace(
        statement=statement, begin=session.begin, commit=session.commit, rollback=session.rollback
    )


def _answering(session: Any, answers: _Answers) -> Any:  # noqa: ANN401
    """Return a session that answers what was noted."""
    if isinstance(session, RecordSession):
        store = SimpleNamespace(
            get=answers.again, walk=lambda prefix: iter(answers.again()), write=lambda changes: None
        )
        if isinstance(session.records.store, Batching):
            store.get_many = answers.again
        return RecordSession(Records(session.records.schema, store))
    nothing = lambda: None  # noqa: E731
    return SimpleNamespace(
        statement=lambda asked: answers.again, begin=nothing, commit=nothing, rollback=nothing
    )


def _noting_store(store: Store, answers: _Answers) -> Any:  # noqa: ANN401
    def walk(prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        pairs: list[tuple[bytes, bytes]] = answers.note([])
        for pair in store.walk(prefix):
            pairs.append(pair)
            yield pair

    noting = SimpleNamespace(get=lambda key: answers.note(store.get(key)), walk=walk, write=store.write)
    if isinstance(store, Batching):
        get_many = store.get_many
        noting.get_many = lambda keys: answers.note(get_many(keys))
    return noting
