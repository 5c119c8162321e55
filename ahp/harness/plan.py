"""A plan: what is run, against what, how often; the trials that it consists of; and its TOML file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import psutil

from ahp.errors import HarnessError, InputError, UnavailableError, listed, one_line, quoted
from ahp.files import settings_at, toml_in
from ahp.harness.accounting import MEASURES
from ahp.harness.catalogue import DRIVERS, ENGINES, EXISTING, WORKLOADS, engine_at, layer_at, workload
from ahp.harness.engines.base import Engine, Referring
from ahp.harness.engines.existing import target
from ahp.harness.load.base import Distant, Driver, refusal
from ahp.harness.plan_checks import check, check_owned, check_values, missing_package
from ahp.harness.settings import configured
from ahp.harness.storage.base import Layer, Refusing, Sharing, compresses
from ahp.harness.system.limits import unavailable as limits_unavailable
from ahp.harness.workloads.filling import check_fillings
from ahp.notebook import NotebookFace
from ahp.terms import Index

AGAIN = " again"
"""What the name of the baseline's twin ends with."""

_CLIENTS = 4
_COMMON = {"scale": 0.02, "runs": 5, "warmup": 5.0, "duration": 20.0}
_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "rocksdb": {"scale": 0.02, "runs": 4, "warmup": 0.5, "duration": 2.0},
}
_CLIENT_BYTES = 49_000_000
"""What a client in Python takes, which is a process of its own."""
_LONGEST_S = 600.0
"""How long a run may take that ends by its number of transactions, unless told."""
_USUAL = {"btrfs": ("none", "lzo", "zlib:3", "zstd:3"), "zfs": ("off", "zle", "lzjb", "lz4", "gzip-6")}
"""Of a layer's many alternatives, those that run unless others are asked for, where it offers them."""


@dataclass(frozen=True)
class Plan(NotebookFace):
    """What is run. The keys of a plan's file and the options of the command are these names.

    Attributes
    ----------
    engine, storage, driver : str
        By name; the driver is the engine's native one where that is present.
    dsn : str or None
        The server that is there already and is used, without a password. None: the engine starts its own.
    workload : tuple of str
        The workloads, by name, `NAME:5` on five times the rows, or by the path of a file; each is a scenario.
    alternatives : tuple of str
        The compression choices: the storage layer's, or with plain storage the engine's own.
    baseline : str
        One of the alternatives, the one that the others are held against.
    runs : int
        Blocks; each holds every alternative once for each workload, in an order of its own.
    clients : int
        How many at a time.
    scale : float
        Of the data; 1 is about 1 GB.
    warmup, duration : float
        In seconds; with `transactions`, the duration is the longest that a run may take.
    seed : int
        Of the data, the draws and the orders.
    think : float
        How long a client waits between transactions, in seconds.
    rate : float or None
        Arrivals per second over all clients: the same load for all alternatives. None: as fast as it goes.
    transactions : int or None
        How many each client does in a run, instead of a duration.
    twin : bool
        Whether each block holds the baseline twice; the difference shows the noise.
    log : bool
        Whether every response time is kept, beside the histograms.
    memory : float or None
        The most memory that the server may have, or the clients in which the database lives, in MB.
    bandwidth : float or None
        How much the storage layer's device may read, and write, in MB per second.
    until_decisive : bool
        Whether blocks are added to these runs until the decision is decisive, or the budget is spent.
    budget : float or None
        After so many seconds no further block is begun.
    interference : {"repeat", "flag"}
        What becomes of a run during which other processes used more than 5 % of the machine: it is discarded
        and repeated, within bounds, or only flagged.
    scheduler : str or None
        The address of the Dask scheduler whose workers run the clients, on whatever hosts they are.
    index : {"relative", "auto", "improvement"}
        How measures are compared in the report, and when looking whether it is decisive. What is measured may
        be no better than the baseline but for noise, which leaves an improvement without a meaning.
    study : str or None
        The file of the study by which the report ranks, and which is asked whether it is decisive. None: the
        default study, by the log where the alternatives compress that.
    include_baseline : bool
        Whether the baseline competes like any other. It does so in any case where one alternative alone is
        held against it: whether to compress at all is then what is asked.
    references : tuple of str
        What is measured like the alternatives and told beside them, and never chosen. Those that an engine
        calls so are taken out of the alternatives.
    settings : mapping or None
        What is set of the server and of the storage below it, by names common to all, and in tables by those
        of their own. None: what the harness has for all of them.
    """

    engine: str
    storage: str
    driver: str
    workload: tuple[str, ...]
    alternatives: tuple[str, ...]
    baseline: str
    runs: int
    clients: int
    scale: float
    warmup: float
    duration: float
    seed: int = 1
    think: float = 0.0
    rate: float | None = None
    transactions: int | None = None
    twin: bool = False
    log: bool = False
    memory: float | None = None
    bandwidth: float | None = None
    until_decisive: bool = False
    budget: float | None = None
    dsn: str | None = None
    scheduler: str | None = None
    interference: str = "repeat"
    index: str = Index.RELATIVE.value
    study: str | None = None
    include_baseline: bool = False
    references: tuple[str, ...] = ()
    settings: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Trial(NotebookFace):
    """One run of one alternative on one workload.

    Attributes
    ----------
    block : int
        From 1.
    workload, alternative : str
        By name.
    twin : bool
        Whether it is the baseline's second run in its block.
    """

    block: int
    workload: str
    alternative: str
    twin: bool = False

    @property
    def name(self) -> str:
        """What the journal and the files call it."""
        return f"{self.block}/{self.workload}/{self.label}"

    @property
    def label(self) -> str:
        """The alternative as tables call it."""
        return f"{self.alternative}{AGAIN}" if self.twin else self.alternative


def plan(given: Mapping[str, Any]) -> Plan:
    """Return a plan from some of its keys, the others as the engine and the layer suggest.

    Parameters
    ----------
    given : mapping
        Values by key, as a TOML file or the command gives them; None counts as not given.

    Raises
    ------
    HarnessError
        If a key or a name is unknown, or a number makes no sense.
    UnavailableError
        If the engine, the layer, the driver or an alternative cannot run on this machine.
    """
    told = {key: value for key, value in given.items() if value is not None}
    check_values(told)
    told = _with_study(told)
    if "dsn" in told:
        at = target(told["dsn"])
        told = {"engine": at.engine, **told, "dsn": at.text}
        check_owned(told)
    engine = engine_at(told.get("dsn"), told.get("engine", "rocksdb"))
    layer = layer_at(told.get("dsn"), told.get("storage", "plain"))
    for thing in (engine, layer):
        if reason := thing.available():
            raise UnavailableError(thing.title, reason)
    default = not told.keys() - {"seed", "log"}
    alternatives, baseline, references = _alternatives(engine, layer, told)
    workloads = _workloads(engine, told)
    driver = _driver(engine, {**told, "think": _thinks(workloads, told.get("think"))})
    if driver == "python" and (reason := missing_package(engine.name)):
        raise UnavailableError(f"clients in Python on {engine.title}", reason)
    made = {
        "clients": min(_CLIENTS, engine.most_clients or _CLIENTS),
        **_COMMON,
        **_DEFAULTS.get(engine.name, {}),
        "twin": default,
        **told,
        "engine": engine.name,
        "storage": layer.name,
        "driver": driver,
        "workload": workloads,
        "alternatives": alternatives,
        "baseline": baseline,
        "references": references,
    }
    if made.get("transactions") is not None and "duration" not in told:
        made["duration"] = _LONGEST_S
    found = Plan(**made)
    if found.rate is not None and _thinks(found.workload, None):
        raise HarnessError("with a rate clients do not wait for answers, and a workload here has think times")
    for name in workloads:
        schema = workload(name).schema
        check_fillings(schema, schema.sizes(found.scale))
    check(found, engine.most_clients, engine.title)
    configured(engine, layer, found.settings, found.clients)
    _check_limits(found, layer)
    _check_clients(found, engine)
    return found


def _with_study(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return a plan's keys with what its study brings: where it is, and a baseline unless the plan has one.

    Raises
    ------
    StudyError, InputError
        If it is no study, or cannot be read.
    HarnessError
        If it asks for what no run measures.
    """
    if "study" not in told:
        return dict(told)
    from ahp.evidence.study import Study

    place = str(Path(told["study"]).absolute())
    study = Study.from_toml(place)
    needed = [name for one in study.criteria if one.judged is None for name in one.measures]
    if strange := [name for name in needed if name not in MEASURES]:
        raise HarnessError(f"{place}: no run measures {listed(strange)}; use some of {listed(MEASURES, 40)}")
    if study.files:
        raise HarnessError(f"{place}: it names files, where the runs are what is ranked; leave [[files]] out")
    own = {} if study.baseline is None else {"baseline": study.baseline}
    return {**own, **told, "study": place}


def trials(plan: Plan, block: int) -> tuple[Trial, ...]:
    """Return the trials of a block in the order in which they run: drawn, and the same for the same seed."""
    order = Random(f"{plan.seed} {block} order")
    found: list[Trial] = []
    for name in order.sample(plan.workload, len(plan.workload)):
        some = [Trial(block, name, one) for one in (*plan.alternatives, *plan.references)]
        if plan.twin:
            some.append(Trial(block, name, plan.baseline, twin=True))
        order.shuffle(some)
        found += some
    return tuple(found)


def names(value: str | Sequence[str]) -> tuple[str, ...]:
    """Return the names that the value of a key holds: in a list, or with commas between them.

    Examples
    --------
    >>> names("lz4, zstd")
    ('lz4', 'zstd')
    """
    return tuple(name.strip() for name in (value.split(",") if isinstance(value, str) else value))


def windows_s(plan: Plan, name: str) -> float | None:
    """Return how long a run of a workload takes by its windows, None where that is not set beforehand."""
    known = plan.transactions is None and workload(name).transactions
    return plan.warmup + plan.duration if known else None


def set_aside(plan: Plan) -> str | None:
    """Return why clients in Python run what the engine's own generator would, None if that is not so."""
    native = _native(engine_at(plan.dsn, plan.engine))
    asked = {**asdict(plan), "think": _thinks(plan.workload, plan.think)}
    return refusal(native, asked) if native is not None and plan.driver == "python" else None


def _thinks(workloads: Iterable[str], think: float | None) -> bool:
    """Say whether clients wait between transactions, because the plan or a workload says so."""
    return bool(think) or any(workload(name).thinks for name in workloads)


def _alternatives(
    engine: Engine, layer: Layer, told: Mapping[str, Any]
) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Return the alternatives, which of them is the baseline, and the references."""
    offered = layer.alternatives() if compresses(layer) else engine.alternatives()
    risky = engine.references if isinstance(engine, Referring) else {}
    usual = tuple(name for name in _USUAL.get(layer.name, offered) if name in offered and name not in risky)
    alternatives, references = names(told.get("alternatives", ())) or usual, names(told.get("references", ()))
    for name in (*alternatives, *references):
        if name not in offered:
            thing = layer if compresses(layer) else engine
            reason = thing.refused().get(name) if isinstance(thing, Refusing) else None
            raise UnavailableError(f"{name} in {thing.title}", reason or f"it offers {', '.join(offered)}")
    references = tuple(dict.fromkeys((*references, *(name for name in alternatives if name in risky))))
    alternatives = tuple(name for name in alternatives if name not in references)
    plain = next((name for name in alternatives if name.endswith("-none")), offered[0])
    baseline: str = told.get("baseline", offered[0] if offered[0] in alternatives else plain)
    if baseline in references:
        raise HarnessError(
            f"{quoted(baseline)} is a reference, which cannot be the baseline; name another one"
        )
    if baseline not in alternatives:
        if baseline not in offered:
            raise HarnessError(
                f"the baseline {quoted(baseline)} is no alternative; use one of {listed(offered)}"
            )
        alternatives = (baseline, *alternatives)
    if len(set(alternatives)) != len(alternatives):
        raise HarnessError(f"alternatives: one is named twice: {listed(alternatives)}")
    return alternatives, baseline, references


def _workloads(engine: Engine, told: Mapping[str, Any]) -> tuple[str, ...]:
    asked = names(told.get("workload", ())) or tuple(islice(WORKLOADS, 3))
    found = tuple(str(Path(name).absolute()) if name.endswith(".toml") else name for name in asked)
    if len(set(found)) != len(found):
        raise HarnessError(f"workload: one is named twice: {listed(found)}")
    for name in found:
        if workload(name).needs_sql and not engine.sql:
            raise UnavailableError(f"{name} on {engine.title}", "it needs an SQL engine")
    return found


def _check_limits(plan: Plan, layer: Layer) -> None:
    limits = {"memory": plan.memory, "blkio": plan.bandwidth}
    controllers = [name for name, limit in limits.items() if limit is not None]
    if controllers and (reason := limits_unavailable(controllers)):
        raise UnavailableError("a limit", reason)
    if plan.bandwidth is not None and isinstance(layer, Sharing) and (reason := layer.shared()):
        raise HarnessError(f"bandwidth: {reason}; leave it out, or use --storage btrfs, ext4 or xfs")


def _check_clients(plan: Plan, engine: Engine) -> None:
    there = psutil.virtual_memory().available
    if plan.driver == "python" and plan.clients * _CLIENT_BYTES > there:
        other = f", or --driver {engine.native}" if engine.native is not None else ""
        raise HarnessError(
            f"clients: each in Python takes {_CLIENT_BYTES // 10**6} MB, and {there // 10**6} MB are free, "
            f"enough for {there // _CLIENT_BYTES}; found {plan.clients}; use fewer{other}"
        )


def _driver(engine: Engine, told: Mapping[str, Any]) -> str:
    asked = told.get("driver", "dask" if "scheduler" in told else None)
    if asked is None:
        native = _native(engine)
        fit = native is not None and native.available() is None and refusal(native, told) is None
        return native.name if fit and native is not None else "python"
    driver = DRIVERS[asked]
    distant = isinstance(driver, Distant)
    if distant and "scheduler" not in told:
        raise HarnessError(f"the driver {driver.name} needs a scheduler; give its address as --scheduler")
    if not distant and "scheduler" in told:
        raise HarnessError(
            f"a scheduler is for clients on other hosts, and {driver.name} has none; leave one out"
        )
    others = {other.native for other in ENGINES.values()} - {engine.native}
    if driver.name in others or (distant and engine.name not in EXISTING):
        raise UnavailableError(driver.name, f"it does not drive this engine; use {engine.native or 'python'}")
    if reason := driver.available():
        raise UnavailableError(driver.name, reason)
    if reason := refusal(driver, told):
        raise HarnessError(f"{reason}; leave it out, or use --driver python")
    return driver.name


def _native(engine: Engine) -> Driver | None:
    return DRIVERS[engine.native] if engine.native is not None and engine.native in DRIVERS else None


NAME = "plan.toml"


def read_plan(path: Path) -> dict[str, Any]:
    """Return the keys that a file gives.

    Raises
    ------
    HarnessError
        If it cannot be read, is no TOML, or has a key or a value that no plan has.
    """
    try:
        found = toml_in(settings_at(str(path)))
    except InputError as problem:
        raise HarnessError(str(problem)) from None
    except OSError as problem:
        raise HarnessError(f"{path}: cannot be read: {problem.strerror}") from None
    except ValueError as problem:  # also a number of too many digits
        raise HarnessError(f"{path}: not a TOML file: {one_line(problem)}") from None
    try:
        check_values(found)
    except HarnessError as problem:
        raise HarnessError(f"{path}: {problem}") from None
    if "study" in found:  # it lies beside the plan that names it, wherever the command is called
        found["study"] = str(path.parent / found["study"])
    return found


def toml(plan: Plan) -> str:
    """Return a plan as TOML, all keys with their values."""
    lines = []
    for key, value in asdict(plan).items():
        if value is None or value == ():
            continue
        lines.append(f"{key} = {_written(value)}")
    return "\n".join(lines) + "\n"


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{json.dumps(name)} = {_written(one)}' for name, one in value.items())}}}"
    # A JSON string, number, truth value or list of strings is written the same in TOML.
    return json.dumps(list(value) if isinstance(value, tuple) else value)
