"""Whether the values of a plan make sense and its clients have what they need, told in one line if not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ahp.errors import HarnessError, listed, quoted
from ahp.terms import INDICES, Index

if TYPE_CHECKING:
    from ahp.harness.plan import Plan


_DAY_S = 86_400
_YEAR_S = 365 * _DAY_S


@dataclass(frozen=True)
class Kind:
    """What the value of a key must be.

    Attributes
    ----------
    words : str
        In words, after "must be".
    holds : function
        Whether a value is that.
    """

    words: str
    holds: Callable[[Any], bool]


def _text(words: str) -> Kind:
    return Kind(words, lambda value: isinstance(value, str) and bool(value.strip()))


def _names(value: object) -> bool:
    names = value.split(",") if isinstance(value, str) else value
    return (
        isinstance(names, list | tuple)
        and bool(names)
        and all(isinstance(name, str) and name.strip() for name in names)
    )


def _values(table: Mapping[object, object], *, within: bool = True) -> bool:
    return all(
        type(value) in (str, int, float, bool)
        or (within and isinstance(value, Mapping) and _values(value, within=False))
        for value in table.values()
    )


def _whole(low: int, high: int) -> Kind:
    return Kind(
        f"a whole number from {low} to {high}", lambda value: type(value) is int and low <= value <= high
    )


def _number(low: float, high: float, of: str = "a number") -> Kind:
    def holds(value: object) -> bool:
        return type(value) in (int, float) and low <= value <= high  # type: ignore[operator]

    return Kind(f"{of} from {low:.15g} to {high:.15g}", holds)


def _one_of(*names: str) -> Kind:
    return Kind(f"one of {', '.join(names)}", lambda value: isinstance(value, str) and value in names)


_NAME = _text("a name, as text")
_NAMES = Kind("one name or several, in a list or with commas between them", _names)
_TRUTH = Kind("true or false", lambda value: type(value) is bool)
_SECONDS = "a number of seconds"

KINDS: Mapping[str, Kind] = {
    "engine": _NAME,
    "storage": _NAME,
    "driver": _NAME,
    "workload": _NAMES,
    "alternatives": _NAMES,
    "baseline": _NAME,
    "runs": _whole(1, 10_000),
    "clients": _whole(1, 10_000),
    "scale": _number(1e-6, 1000),
    "warmup": _number(0, _DAY_S, _SECONDS),
    "duration": _number(0.001, 7 * _DAY_S, _SECONDS),
    "seed": _whole(0, 2**63 - 1),
    "think": _number(0, 3600, _SECONDS),
    "rate": _number(0.001, 10_000_000),
    "transactions": _whole(1, 10**9),
    "twin": _TRUTH,
    "log": _TRUTH,
    "memory": _number(1, 10**9, "a number of MB"),
    "bandwidth": _number(0.1, 10**6, "a number of MB per second"),
    "until_decisive": _TRUTH,
    "budget": _number(0.001, _YEAR_S, _SECONDS),
    "dsn": _text("an address, as text"),
    "scheduler": _text("an address, as text"),
    "interference": _one_of("repeat", "flag"),
    "index": _one_of(*(index.value for index in INDICES)),
    "study": _text("the path of a file, as text"),
    "include_baseline": _TRUTH,
    "references": _NAMES,
    "settings": Kind(
        "a table of names and values", lambda value: isinstance(value, Mapping) and _values(value)
    ),
}
"""What each key of a plan may be, by itself: the same in a file, in an option and in Python."""


def check_values(given: Mapping[str, Any]) -> None:
    """Raise a HarnessError if a key is unknown, or its value is none that the key can have by itself.

    Examples
    --------
    >>> check_values({"engine": "sqlite", "runs": 0})
    Traceback (most recent call last):
    ahp.errors.HarnessError: runs must be a whole number from 1 to 10000; found 0
    """
    for key, value in given.items():
        if key not in KINDS:
            raise HarnessError(f"{quoted(key)} is not a key of a plan; the keys are {listed(KINDS, 30)}")
        if not KINDS[key].holds(value):
            # An address may hold a password.
            found = type(value).__name__ if key == "dsn" else quoted(value)
            raise HarnessError(f"{key} must be {KINDS[key].words}; found {found}")


def check_owned(told: Mapping[str, Any]) -> None:
    """Raise a HarnessError if a plan for a server that is there already asks for what is not ours to do."""
    for key, what in (
        ("memory", "no limit is put on"),
        ("bandwidth", "no limit is put on"),
        ("settings", "nothing is set of"),
    ):
        if key in told:
            raise HarnessError(f"{key}: {what} a server that is not ours; leave it out")
    if told.get("storage", "plain") != "plain":
        raise HarnessError("storage: a server that is there already has its own; leave it out")


def check(plan: Plan, most_clients: int | None, engine: str) -> None:
    """Raise a HarnessError if two keys contradict each other, or all of it would never end."""
    if plan.include_baseline and plan.index == Index.IMPROVEMENT.value:
        raise HarnessError(
            "include_baseline: the baseline's own improvement is 0; leave it out, or use --index relative"
        )
    if plan.rate is not None and (plan.think or plan.transactions is not None):
        raise HarnessError(
            "with a rate there is neither think nor transactions: clients do not wait for answers"
        )
    if most_clients is not None and plan.clients > most_clients:
        why = "it lives in its client's process" if most_clients == 1 else "its server admits no more"
        raise HarnessError(f"clients: {engine} has {most_clients} at most, for {why}; found {plan.clients}")
    if plan.budget is None and plan.transactions is None:
        trials = plan.runs * len(plan.workload) * (len(plan.alternatives) + len(plan.references) + plan.twin)
        years = trials * (plan.warmup + plan.duration) / _YEAR_S
        if not years <= 1:
            raise HarnessError(
                f"{trials} runs of {plan.warmup + plan.duration:g} s take {years:.1f} years; use fewer "
                "--runs, a shorter --duration or a --budget"
            )


_PACKAGES: Mapping[str, tuple[str, str]] = {
    "postgresql": ("psycopg", "postgres"),
    "mariadb": ("pymysql", "mariadb"),
}


def missing_package(engine: str) -> str | None:
    """Return why clients in Python cannot talk to an engine, None if they can.

    Examples
    --------
    >>> print(missing_package("sqlite"))
    None
    """
    package, extra = _PACKAGES.get(engine, ("", ""))
    if not package or find_spec(package) is not None:
        return None
    return f"the package {package} is not installed; pip install 'ahp-rank[{extra}]'"
