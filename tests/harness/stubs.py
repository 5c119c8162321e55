"""Runs that take no time, for tests of what is done with them."""

from ahp.harness import run as runs
from ahp.harness.catalogue import ENGINES
from ahp.harness.ledger import TOKEN
from ahp.harness.load.base import Recording, histogram
from ahp.harness.trial import Outcome

BUSY = ("other processes were busy: they used 25% of the machine",)


def stubbed(monkeypatch, disturbed=lambda trial, number: False):
    """Replace what runs a trial, prepares and verifies; return how often each trial ran, by name.

    The function, given a trial and which attempt it is, says whether others disturbed it.
    """
    attempts = {}

    def runs_once(trial, workload, setting, keep):
        attempts[trial.name] = attempts.get(trial.name, 0) + 1
        number = attempts[trial.name]
        keep.with_name(f"{keep.name}-client-0.npz").write_text(str(number))
        times = Recording({"a": histogram([1000 * number])}, 1.0, 0, 0.0, None, 1.0)
        found = {"throughput": float(number), "compression_ratio": 1.5, "cpu_per_transaction": 1.0}
        busy = BUSY if disturbed(trial, number) else ()
        return Outcome(found, {}, times, {}, ("not steady",), busy)

    monkeypatch.delenv(TOKEN, raising=False)
    monkeypatch.setattr(type(ENGINES["rocksdb"]), "available", lambda self: None)
    monkeypatch.setattr(runs, "run_trial", runs_once)
    monkeypatch.setattr(runs, "verify", lambda *_: None)
    monkeypatch.setattr(runs, "describe", lambda *_: None)
    return attempts
