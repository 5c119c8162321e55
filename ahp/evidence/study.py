"""A study: which criteria speak for and against, by which measure and index, and how much each weighs."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from os import PathLike
from typing import TYPE_CHECKING

from ahp.core.priorities import DEFAULT_METHOD
from ahp.errors import StudyError, UnitError, listed, one_line, quoted
from ahp.evidence.measures import Measure, find, judged_measure
from ahp.evidence.records import all_of, own_measures
from ahp.evidence.weighting import Branch, check_branches, leaf_weights, nodes_of, siblings_of
from ahp.notebook import NotebookFace
from ahp.terms import MEASURED, Combine, Index, Merit
from ahp.units import parse

if TYPE_CHECKING:
    from ahp.model.comparisons import Comparison
    from ahp.model.group import Group
    from ahp.model.matrix import PairwiseMatrix

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_REQUIREMENT = (
    r"\s*(?P<measure>\w+)\s*(?P<compare><=|>=|<|>)\s*(?P<limit>[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)"
    r"\s*(?P<unit>\S*)\s*"
)
_ROUNDING = 1e-12
SAVING = "saving"
"""The share of space saved, 1 - 1/ratio: what a screen may name beside the measures."""


@dataclass(frozen=True)
class ScenarioNote(NotebookFace):
    """What a study says of one scenario.

    Attributes
    ----------
    name : str
    weight : float
        How likely or how important it is, beside the others.
    attributes : tuple of (str, float)
        Numbers that describe it, such as the share of reads; measures are followed along them.
    """

    name: str
    weight: float = 1.0
    attributes: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise StudyError(f"the name of a scenario is text; found {quoted(self.name)}")
        if not (_finite(self.weight) and self.weight >= 0):
            raise StudyError(
                f"scenario {quoted(self.name)}: its weight is {quoted(self.weight)}; "
                "a weight is finite and 0 or more"
            )
        pairs: object = self.attributes
        if not isinstance(pairs, tuple | list) or not all(
            isinstance(entry, tuple) and len(entry) == 2 and isinstance(entry[0], str) for entry in pairs
        ):
            raise StudyError(f"scenario {quoted(self.name)}: attributes are pairs of a name and a number")
        names = [attribute for attribute, _ in self.attributes]
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            raise StudyError(f"scenario {quoted(self.name)}: {listed(twice)} is said more than once")
        for attribute, number in self.attributes:
            if not _finite(number):
                raise StudyError(
                    f"scenario {quoted(self.name)}: {quoted(attribute)} is {quoted(number)}, no number"
                )


def _finite(given: object) -> bool:
    if isinstance(given, bool) or not isinstance(given, Real):
        return False
    try:
        return math.isfinite(given)
    except OverflowError:  # an integer beyond every float
        return False


def check_notes(notes: Sequence[ScenarioNote]) -> None:
    """Raise :class:`~ahp.errors.StudyError` if two notes are of one scenario; case does not matter.

    Examples
    --------
    >>> check_notes([ScenarioNote("night"), ScenarioNote("Night")])
    Traceback (most recent call last):
    ahp.errors.StudyError: scenarios are described once, whatever the case; found 'night', 'Night'
    """
    names = [note.name for note in notes]
    alike = [name.casefold() for name in names]
    twice = [name for name, same in zip(names, alike, strict=True) if alike.count(same) > 1]
    if twice:
        raise StudyError(f"scenarios are described once, whatever the case; found {listed(twice)}")


@dataclass(frozen=True)
class Screen(NotebookFace):
    """A requirement that an alternative must meet before it competes.

    Attributes
    ----------
    text : str
        As the study writes it.
    measure : str
        A measure, or `saving`.
    compare : str
        `<=`, `>=`, `<` or `>`.
    limit : float
        In `unit`.
    unit : str
    """

    text: str
    measure: str
    compare: str
    limit: float
    unit: str

    @classmethod
    def of(cls, text: str) -> Screen:
        """Return the screen that a text describes.

        Raises
        ------
        StudyError
            If it is not a measure, a comparison and a finite number.

        Examples
        --------
        >>> Screen.of("response_time_p99 <= 50 ms").limit
        50.0
        """
        found = re.fullmatch(_REQUIREMENT, text) if isinstance(text, str) else None
        if found is None:
            raise StudyError(
                f"the screen {quoted(text)} is not understood; write a measure, <=, >=, < or >, and a number "
                "with its unit: 'response_time_p99 <= 50 ms'"
            )
        limit = _limit(float(found["limit"]), text)
        return cls(text.strip(), found["measure"], found["compare"], limit, found["unit"].strip())

    def limit_in(self, measure: Measure) -> float:
        """Return the limit in the unit that the measure's numbers are kept in.

        Raises
        ------
        StudyError
            If the unit measures something else, or the limit is no finite number in the measure's own.
        """
        try:
            value, _ = measure.standard(self.limit, parse(self.unit) if self.unit else None)
            return _limit(measure.inside(value), self.text)
        except UnitError as error:
            raise StudyError(f"the screen {quoted(self.text)}: {error.problem}") from None

    @property
    def share(self) -> float:
        """The limit of a saving, as a plain share.

        Raises
        ------
        StudyError
            If it is neither a percentage nor a plain share.
        """
        if self.unit not in ("", "%") or (self.unit == "" and self.limit > 1):
            raise StudyError(f"the screen {quoted(self.text)}: write a saving as 30 % or as 0.3")
        return self.limit / 100.0 if self.unit == "%" else self.limit

    def passes(self, value: float, limit: float) -> bool:
        """Say whether a value meets the requirement; what differs by rounding alone is equal."""
        if abs(value - limit) <= _ROUNDING * max(abs(value), abs(limit)):
            return self.compare in ("<=", ">=")
        return _COMPARE[self.compare](value, limit)


def _limit(limit: float, text: str) -> float:
    # What differs by rounding alone is equal: from what is infinite everything would.
    if not math.isfinite(limit):
        raise StudyError(f"the screen {quoted(text)}: its limit is larger than any number; lower it")
    return limit


@dataclass(frozen=True)
class InputFile(NotebookFace):
    """One entry of `[[files]]`. The evidence only holds it; the file is opened where files are read.

    Attributes
    ----------
    path : str
        A file, a folder or a pattern with `*`, `?` and `[`, the study's folder included.
    scenario, alternative, run : str or None
        What the file is about, as far as the study says it.
    pattern : str or None
        Where names stand in the path: `"{alternative}/{scenario}-run{run}.log"`.
    reader : str or None
        The reader; found by content unless given.
    place : str
        Where the entry stands, for messages: `study.toml, [[files]] number 2`.
    """

    path: str
    scenario: str | None = None
    alternative: str | None = None
    run: str | None = None
    pattern: str | None = None
    reader: str | None = None
    place: str = "the study"


@dataclass(frozen=True)
class Criterion(NotebookFace):
    """One thing that matters, and how it is read off the measurements.

    Attributes
    ----------
    name : str
        Its name in results.
    merit : Merit
        Benefit or cost.
    measures : tuple of str
        The measure, or several whose values are added (system and user CPU).
    index : Index
        How the measure is made comparable; `auto` is the published rule.
    weight : float
        Weight among the criteria of its merit, before these are normalised.
    transactions : tuple of str
        Only these transaction types; empty means the value for all types together, or, with `combine`,
        every type that the data has.
    combine : Combine or None
        How the values of several transaction types become one: `sum`, `worst`, or `mix`, their mean
        weighted by `mix`.
    mix : tuple of (str, float)
        Weights of the transaction types; empty means each type's share of the throughput in that run.
    under : str or None
        The branch of sub-criteria that it belongs to; None for a criterion of its own.
    judged : PairwiseMatrix, Group, … or None
        People's comparison of the alternatives, in place of a measure; its priorities are the values.

    Examples
    --------
    >>> Criterion("response_time", Merit.BENEFIT, ("response_time_p99",)).weight
    1.0
    """

    name: str
    merit: Merit
    measures: tuple[str, ...]
    index: Index = Index.AUTO
    weight: float = 1.0
    transactions: tuple[str, ...] = ()
    combine: Combine | None = None
    mix: tuple[tuple[str, float], ...] = ()
    under: str | None = None
    judged: Comparison | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "merit", Merit.of(self.merit, MEASURED))
        object.__setattr__(self, "index", Index.of(self.index))
        where = f"criterion {quoted(self.name)}"
        object.__setattr__(self, "measures", _as_names(self.measures, f"{where}: its measures"))
        object.__setattr__(self, "transactions", _as_names(self.transactions, f"{where}: its transactions"))
        object.__setattr__(self, "combine", None if self.combine is None else Combine.of(self.combine))
        if not isinstance(self.name, str) or not self.name.strip():
            raise StudyError("a criterion has no name; name it")
        if self.merit not in MEASURED:
            raise StudyError(f"{where}: a measured criterion is a benefit or a cost, not {self.merit.value}")
        if self.judged is not None:
            self._stand_in(where)
        if not self.measures:
            raise StudyError(f"{where} names no measure")
        object.__setattr__(self, "weight", _weight(self.weight, where))
        if len(self.transactions) > 1 and self.combine is None:
            raise StudyError(f"{where}: say how its transactions combine: 'sum', 'mix' or 'worst'")
        twice = [kind for kind in dict.fromkeys(self.transactions) if self.transactions.count(kind) > 1]
        if twice:
            raise StudyError(
                f"{where}: its transactions are named once; found {listed(twice)} more than once"
            )
        try:
            shares = dict(self.mix)
        except (TypeError, ValueError):
            raise StudyError(
                f"{where}: its mix is {quoted(self.mix)}; write {{'read': 2, 'write': 1}}"
            ) from None
        mix = {kind: _weight(s, f"{where}, mix of {quoted(kind)}") for kind, s in shares.items()}
        object.__setattr__(self, "mix", tuple(mix.items()))
        if mix and not any(mix.values()):
            raise StudyError(f"{where}: its mix is zero throughout; give one type a positive weight")
        if self.mix and self.combine is not Combine.MIX:
            raise StudyError(f"{where}: 'mix' has a meaning only with combine = 'mix'")

    def _stand_in(self, where: str) -> None:
        """Let the priorities of the alternatives be the values of a measure of the criterion's name."""
        if self.measures not in ((), (self.name,)) or self.index not in (Index.AUTO, Index.VALUE):
            raise StudyError(f"{where} is judged; it has no measure and no index")
        object.__setattr__(self, "measures", (self.name,))
        object.__setattr__(self, "index", Index.VALUE)

    @property
    def measure(self) -> str:
        """The measure as results print it."""
        return " + ".join(self.measures)


_PARTS = {
    "criteria": Criterion,
    "measures": Measure,
    "absent": str,
    "files": InputFile,
    "screens": Screen,
    "scenarios": ScenarioNote,
    "branches": Branch,
    "references": str,
}
"""What the parts of a study are, beside what people judged."""


@dataclass(frozen=True)
class Study(NotebookFace):
    """What is asked of the measurements.

    Attributes
    ----------
    criteria : tuple of Criterion
        In the order in which results list them.
    baseline : str or None
        The alternative that the others are measured against.
    judgments : tuple of PairwiseMatrix
        People's comparisons of the criteria of one merit, or of those of one branch; their priorities replace
        the weights. A Group may be given; its common matrix is kept here.
    measures : tuple of Measure
        Measures of the user's own.
    absent : tuple of str
        What the default study leaves out because the data has no measure for it.
    assumed : bool
        Whether this is the default study, whose criteria nobody asked for by name.
    files : tuple of InputFile
        What it says is to be read; :func:`ahp.read` does.
    screens : tuple of Screen
        What an alternative must pass before it competes.
    scenarios : tuple of ScenarioNote
        Weights and attributes of scenarios.
    branches : tuple of Branch
        Criteria that are made of others; a criterion's `under` says to which it belongs.
    people : tuple of Group
        The groups whose judgments were given.
    references : tuple of str
        Alternatives that are never chosen: they do not compete, and as the baseline are never to be kept.
    file : str
        Where it was read from, for messages; empty for one that was made in Python.

    Raises
    ------
    StudyError
        If there is no criterion, a name is used twice, all weights of a merit are zero, or judgments name
        something else than the criteria of one merit.

    Examples
    --------
    >>> study = Study((Criterion("speed", Merit.BENEFIT, ("throughput",), weight=3.0),
    ...                Criterion("space", Merit.BENEFIT, ("compression_ratio",))))
    >>> study.weights(study.criteria)
    (0.75, 0.25)
    """

    criteria: tuple[Criterion, ...]
    baseline: str | None = None
    judgments: tuple[PairwiseMatrix, ...] = ()
    measures: tuple[Measure, ...] = ()
    absent: tuple[str, ...] = ()
    assumed: bool = False
    files: tuple[InputFile, ...] = ()
    screens: tuple[Screen, ...] = ()
    scenarios: tuple[ScenarioNote, ...] = ()
    branches: tuple[Branch, ...] = ()
    people: tuple[Group, ...] = ()
    references: tuple[str, ...] = ()
    file: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.assumed, bool):
            raise StudyError(f"assumed = {quoted(self.assumed)}; it is True or False")
        if not isinstance(self.baseline, str | None):
            raise StudyError(
                f"the baseline of a study is the name of an alternative; found {quoted(self.baseline)}"
            )
        for name, kind in _PARTS.items():
            object.__setattr__(self, name, all_of(f"the {name} of a study", getattr(self, name), kind))
        if any(not isinstance(said, tuple) or said for said in (self.judgments, self.people)):
            self._take_common_matrices()
        stand_ins = [judged_measure(c.name) for c in self.criteria if c.judged is not None]
        known = {measure.name for measure in self.measures}
        stand_ins = [measure for measure in stand_ins if measure.name not in known]
        object.__setattr__(self, "measures", own_measures((*self.measures, *stand_ins)))
        check_notes(self.scenarios)
        if not self.criteria:
            raise StudyError("a study has at least one criterion; add [[criteria]]")
        names = [criterion.name for criterion in self.criteria]
        twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if twice:
            raise StudyError(f"criteria are named once; found {listed(twice)} more than once")
        check_branches(self.branches, self.criteria)
        own = {measure.name: measure for measure in self.measures}
        for criterion in self.criteria if not self.assumed else ():
            _check_sum(criterion, [find(name, own) for name in criterion.measures])
        for matrix in self.judgments:
            self._check_judgments(matrix)
        for merit in Merit:
            group = self.of(merit)
            if group and not any(criterion.weight for criterion in group):
                raise StudyError(f"the weights of the {merit.value} criteria are all zero; raise one")

    def _take_common_matrices(self) -> None:
        from ahp.model.group import Group
        from ahp.model.matrix import PairwiseMatrix

        judgments = all_of("the judgments of a study", self.judgments, PairwiseMatrix, Group)
        groups = tuple(given for given in judgments if isinstance(given, Group))
        object.__setattr__(self, "people", (*all_of("the people of a study", self.people, Group), *groups))
        matrices = (given.matrix() if isinstance(given, Group) else given for given in judgments)
        object.__setattr__(self, "judgments", tuple(matrices))

    def _check_judgments(self, matrix: PairwiseMatrix) -> None:
        known = [node.name for node in nodes_of(self.criteria, self.branches)]
        first = next((name for name in matrix.labels if name in known), None)
        if first is None or set(siblings_of(first, self.branches, self.criteria)) != set(matrix.labels):
            branch = ", or of one branch" if self.branches else ""
            raise StudyError(
                f"judgments compare all criteria of one merit{branch}; found {listed(matrix.labels)}, "
                f"the criteria are {listed(known)}"
            )

    def is_reference(self, name: str) -> bool:
        """Say whether an alternative is one that is never chosen; names differ in more than their case."""
        return name.strip().casefold() in {known.strip().casefold() for known in self.references}

    def of(self, merit: Merit) -> tuple[Criterion, ...]:
        """Return the criteria of one merit."""
        return tuple(criterion for criterion in self.criteria if criterion.merit is merit)

    def weights(self, criteria: Iterable[Criterion], *, method: str = DEFAULT_METHOD) -> tuple[float, ...]:
        """Return the weights of criteria, normalised within each merit.

        They are the priorities of the judgments over them, by that method, where there are judgments, and
        their own weights otherwise.
        """
        chosen = tuple(criteria)
        found = leaf_weights(chosen, self.branches, self.judgments, method)
        return tuple(found[criterion.name] for criterion in chosen)

    def with_weights(self, weights: Mapping[str, float]) -> Study:
        """Return the same study with the weights of the named criteria set; the others keep theirs.

        Raises
        ------
        StudyError
            If a name is no criterion, a weight is negative or not finite, or those of a merit are all
            zero.
        """
        if not isinstance(weights, Mapping):
            raise StudyError(f"weights are given by criterion: {{'speed': 2}}; found {quoted(weights)}")
        known = [criterion.name for criterion in self.criteria]
        unknown = [name for name in weights if name not in known]
        if unknown:
            raise StudyError(f"{listed(unknown)} is no criterion; the criteria are {listed(known)}")
        judged = [name for name in weights for matrix in self.judgments if name in matrix.labels]
        if judged:
            raise StudyError(f"the weight of {listed(judged)} comes from judgments; change those instead")
        criteria = tuple(
            replace(c, weight=weights[c.name]) if c.name in weights else c for c in self.criteria
        )
        return replace(self, criteria=criteria)

    @classmethod
    def from_toml(cls, path: str | PathLike[str]) -> Study:
        """Return the study that a TOML file describes.

        Raises
        ------
        InputError
            If the file cannot be read or is not TOML.
        StudyError
            If a key is unknown or its value wrong; the message names the file and the key.
        """
        from ahp.evidence.study_file import load

        return load(path)


def study_given(given: object) -> Study:
    """Return the study that a caller gave, after checking that it is one.

    Raises
    ------
    StudyError
        If it is not.
    """
    if not isinstance(given, Study):
        raise StudyError(f"the study is an ahp.Study; found {quoted(given)}; write Study.from_toml(…)")
    return given


def _as_names(given: str | Iterable[str], what: str) -> tuple[str, ...]:
    """Return names as a tuple; one name is by far the most common case."""
    return (given,) if isinstance(given, str) else all_of(what, given, str)


def _check_sum(criterion: Criterion, parts: list[Measure]) -> None:
    """Refuse to add what is not of one kind: CPU and throughput, or a thing and itself."""
    kinds = {(part.unit.dimension, part.better, part.published) for part in parts}
    if len(kinds) > 1 or len(set(criterion.measures)) < len(criterion.measures):
        raise StudyError(
            f"criterion {quoted(criterion.name)}: {listed(criterion.measures)} cannot be added; "
            f"name measures of one kind, each once"
        )


def _weight(weight: object, where: str) -> float:
    if isinstance(weight, bool) or not isinstance(weight, Real):
        raise StudyError(f"{where}: its weight {quoted(weight)} is not a number")
    try:
        number = float(weight)
    except OverflowError:  # an integer beyond every float
        number = math.inf
    if not (math.isfinite(number) and number >= 0):
        raise StudyError(f"{where}: its weight is {one_line(weight, 20)}; a weight is finite and 0 or more")
    return number
