"""One client in a process of its own: `python -m ahp.harness.load.client JOB.json`.

The client connects, makes its transactions ready, writes `ready` to standard output, reads the moments of the
warm-up from standard input, writes `warm`, reads the moments of the window, and leaves what it saw in a file
beside its job. Whoever started it reads that.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from ahp.errors import AHPError, one_line
from ahp.harness.catalogue import ENGINES, workload
from ahp.harness.engines.base import Call, ConflictError, Embedded, Session
from ahp.harness.engines.record_queries import RecordSession
from ahp.harness.engines.records import Batching, Records, Store
from ahp.harness.load.base import histogram
from ahp.harness.load.pacing import Tape, Window, Work, ceiling, closed_loop, open_loop
from ahp.harness.scripts.compiler import Nowhere, compiled
from ahp.harness.scripts.script import Statement
from ahp.harness.workloads.base import Workload

_TRANSACTIONS = 250
_LONGEST_S = 1.0
_ROUNDS = 5000


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

    A clock around each call of the database would cost as much as many of the calls. So its answers to a
    transaction are noted, and the same transaction is run again on them. Each is run on the database and then
    on its noted answers: so the database has just used the processor's caches, as it always has.

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
    return max(0.0, spent / max(1, number) - _look_ns()) + 1e9 / ceiling(idle, _ROUNDS)


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


@dataclass(frozen=True)
class Job:
    """What a client is told.

    Attributes
    ----------
    engine, workload : str
        By name.
    address : mapping
        Where the service is.
    sizes : mapping of str to int
        The constants of the data set.
    number : int
        Which client it is, from 0.
    seed : int
        Of its draws, together with its number.
    think_s : float
        See :class:`~ahp.harness.load.base.Load`.
    rate : float or None
        Arrivals per second of this client alone.
    log : bool
        Whether every response time is kept as well.
    groups : sequence of str
        Control groups to join before anything else.
    """

    engine: str
    workload: str
    address: Mapping[str, Any]
    sizes: Mapping[str, int]
    number: int
    seed: int
    think_s: float
    rate: float | None
    log: bool
    groups: Sequence[str] = ()


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one job; the exit status is 0 if it was done, else the reason stands on standard error."""
    path = Path((sys.argv[1:] if arguments is None else arguments)[0])
    try:
        work_on(Job(**json.loads(path.read_text(encoding="utf-8"))), path.with_suffix(".result.json"))
    except AHPError as error:
        sys.stderr.write(f"{one_line(error, 500)}\n")
        return 2
    except Exception as error:
        sys.stderr.write(f"{type(error).__name__}: {one_line(error, 500)}\n")
        return 1
    return 0


def work_on(job: Job, result: Path) -> None:
    """Connect, wait for the word, run, and write what was seen."""
    for group in job.groups:
        Path(group, "cgroup.procs").write_text(f"{os.getpid()}\n", encoding="ascii")
    mix = workload(job.workload)
    engine = ENGINES[job.engine]
    session = engine.connect(job.address, mix.schema)
    try:
        work = _work(mix, session, job, 0)
        each = [job.think_s + transaction.think for transaction in mix.mix]
        thinks = each if any(each) else []
        gc.collect()
        gc.disable()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        told = [Window(**json.loads(sys.stdin.readline()))]

        def heard() -> Window:
            sys.stdout.write("warm\n")
            sys.stdout.flush()
            told.append(Window(**json.loads(sys.stdin.readline())))
            return told[-1]

        if job.rate is None:
            tape = closed_loop(work, told[0], thinks, heard)
        else:
            tape = open_loop(work, told[0], job.rate, heard)
        window = told[-1]
        sys.stdout.write("done\n")
        sys.stdout.flush()
        sys.stdin.readline()  # the window is measured from outside; what follows must not be in it
        seen = _seen(mix, tape, window, job)
        if isinstance(session, Embedded):
            own = own_ns(session, lambda connection: _work(mix, connection, job, 1))
            used = own * int((tape.due >= window.start).sum())
            seen |= {"own_share": min(1.0, used / tape.cpu_ns) if used else 1.0, "ceiling": 1e9 / own}
        else:
            seen |= {"own_share": None, "ceiling": ceiling(_work(mix, Nowhere(), job, 0), _ROUNDS)}
    finally:
        session.close()
    counted = session.counted(window.start, seen["end"]) if isinstance(session, Embedded) else ({}, {})
    seen |= {"counters_before": counted[0], "counters": counted[1]}
    if job.log:
        np.savez(result.with_suffix(".npz"), kinds=tape.kinds, due=tape.due, ended=tape.ended)
    result.write_text(json.dumps(seen), encoding="utf-8")


def _work(mix: Workload, connection: Session | Nowhere, job: Job, phase: int) -> Work:
    given = {**job.sizes, "client_id": job.number, "clients": 1, "phase": phase}
    draws = Random(f"{job.seed} {job.number} {phase} values")
    scripts = [transaction.script for transaction in mix.mix]
    return Work(
        compiled(scripts, connection, given, draws.random),
        [transaction.weight for transaction in mix.mix],
        connection.rollback,
        Random(f"{job.seed} {job.number} {phase} order"),
    )


def _seen(mix: Workload, tape: Tape, window: Window, job: Job) -> dict[str, Any]:
    """Return what counts: in a closed loop what ended in the window, in an open one what was due in it."""
    moments = tape.ended if job.rate is None else tape.due
    inside = (moments >= window.start) & (moments < window.stop)
    took = tape.ended - tape.due
    names = [transaction.name for transaction in mix.mix]
    end = window.stop
    if window.transactions is not None and inside.any():
        # The transactions that began in the window, whenever they ended: all that were asked for.
        inside = tape.due >= window.start
        end = int(tape.ended[inside].max())
    middle = (window.start + end) // 2
    return {
        "response_times": {
            name: histogram(took[inside & (tape.kinds == kind)]).to_dict() for kind, name in enumerate(names)
        },
        "first_half": int((inside & (moments < middle)).sum()),
        "second_half": int((inside & (moments >= middle)).sum()),
        "at_the_end": int((inside & (moments >= end - mix.exit_share * (end - window.start))).sum()),
        "end": end,
        "retries": tape.retries,
        "cpu_ns": tape.cpu_ns,
    }


if __name__ == "__main__":
    sys.exit(main())
