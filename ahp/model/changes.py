"""A hierarchy as it would be: with other alternatives, judgments or people, or with judgments drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ahp.core.gate import RNG, Array, draws_of, generator_of
from ahp.core.judgment_draws import lognormal_draws, noisy_judgments, step_draws
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.synthesis import TIE
from ahp.deprecation import renamed
from ahp.errors import JudgmentError, StudyError, listed, quoted
from ahp.model.comparisons import Comparison, Measured, Ratings, Weights, ideals_of, judgments_of, shares_of
from ahp.model.group import Group
from ahp.model.hierarchy import Hierarchy, Path, mapped
from ahp.model.incomplete import IncompleteMatrix, fitting_priorities, judged
from ahp.model.labels import Judgment, checked_labels, given_pairs, items_given, table_given
from ahp.model.matrix import LabelledMatrix, PairwiseMatrix
from ahp.model.results import Simulation, simulation
from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix
from ahp.notebook import NotebookFace

Newcomer: TypeAlias = float | str | Mapping[str, Judgment]
"""A newcomer under one criterion: its value, its grade, or how many times it is preferred to others."""


def without(hierarchy: Hierarchy, alternative: str) -> Hierarchy:
    """Return the hierarchy without one of its alternatives.

    Raises
    ------
    JudgmentError
        If there is no such alternative, or no other.

    Examples
    --------
    >>> h = Hierarchy("car", {"price": 1}, {"price": {"a": 2, "b": 1, "c": 1}})
    >>> without(h, "c").alternatives
    ('a', 'b')
    """
    _known(hierarchy, alternative)
    kept = [name for name in hierarchy.alternatives if name != alternative]
    if not kept:
        raise JudgmentError(f"{quoted(alternative)} is the only alternative; nothing remains without it")

    def change(node: Comparison) -> Comparison:
        return _reduced(node, [name for name in node.labels if name != alternative])

    return _with_nodes(hierarchy, {path: change(node) for path, node in hierarchy.leaves().items()})


def with_copy(hierarchy: Hierarchy, alternative: str, name: str | None = None) -> Hierarchy:
    """Return the hierarchy with a copy of an alternative, as good as it under every criterion.

    Parameters
    ----------
    hierarchy : Hierarchy
    alternative : str
        The one to copy.
    name : str, optional
        Of the copy; `"copy of …"` unless given.

    Examples
    --------
    >>> h = Hierarchy("car", {"price": 1}, {"price": {"a": 2, "b": 1}})
    >>> with_copy(h, "b").global_priorities().to_dict()
    {'a': 0.5, 'b': 0.25, 'copy of b': 0.25}
    """
    _known(hierarchy, alternative)
    copy = _free(hierarchy, f"copy of {alternative}" if name is None else name)

    def change(node: Comparison) -> Comparison:
        return _reduced(node, [*node.labels, alternative], [*node.labels, copy])

    return _with_nodes(hierarchy, {path: change(node) for path, node in hierarchy.leaves().items()})


def with_alternative(hierarchy: Hierarchy, name: str, said: Mapping[str, Newcomer]) -> Hierarchy:
    """Return the hierarchy with one more alternative.

    Parameters
    ----------
    hierarchy : Hierarchy
    name : str
        Of the newcomer.
    said : mapping of str to value, grade or judgments
        For each leaf criterion, by its name or the way to it (`"quality / safety"`): the measured value or
        weight, the grade, or judgments `{other: how many times the newcomer is preferred to it}` for all
        others.

    Raises
    ------
    JudgmentError
        If a criterion is missing or unknown, or what is said does not fit it; judgments of groups are not
        extended.

    Examples
    --------
    >>> h = Hierarchy("car", {"price": 1}, {"price": Measured({"a": 2, "b": 1})})
    >>> with_alternative(h, "c", {"price": 5}).global_priorities().to_dict()
    {'a': 0.25, 'b': 0.125, 'c': 0.625}
    """
    _free(hierarchy, name)
    said = table_given(said, "what is said of the newcomer")
    leaves = list(hierarchy.leaves())
    by_name = {" / ".join(path): path for path in leaves}
    last = [path[-1] for path in leaves]
    by_name |= {path[-1]: path for path in leaves if last.count(path[-1]) == 1}
    unknown = [key for key in said if key not in by_name]
    given = {by_name[key]: value for key, value in said.items() if key in by_name}
    missing = [" / ".join(path) for path in leaves if path not in given]
    if unknown or missing:
        problem = f"{listed(unknown)} is no leaf" if unknown else f"nothing is said under {listed(missing)}"
        raise JudgmentError(f"{problem}; the leaves are {listed(' / '.join(path) for path in leaves)}")
    extended = {
        path: _extended(node, name, given[path], " / ".join(path))
        for path, node in hierarchy.leaves().items()
    }
    return _with_nodes(hierarchy, extended)


def with_judgment(
    hierarchy: Hierarchy,
    path: Path,
    first: str,
    second: str,
    judgment: Judgment,
    participant: str | None = None,
) -> Hierarchy:
    """Return the hierarchy with one judgment in place of another; see :meth:`ahp.Hierarchy.with_judgment`."""
    nodes, path = dict(hierarchy.nodes()), tuple(map(str, items_given(path, "the way to a comparison")))
    if path not in nodes:
        ways = [" / ".join(way) for way in nodes if way]
        raise JudgmentError(
            f"nothing is compared under {quoted(' / '.join(path))}; it is under {listed(ways)}, and the "
            f"criteria under ()"
        )
    node, where = nodes[path], quoted(" / ".join(path) or hierarchy.goal)
    if isinstance(node, Group):
        if not isinstance(participant, str) or participant not in node.participants:
            raise JudgmentError(
                f"under {where} {listed(node.participants)} judged; say whose judgment it is: participant=…"
            )
        return _with_nodes(hierarchy, {path: _changed(node, str(participant), first, second, judgment)})
    if participant is not None:
        raise JudgmentError(f"under {where} judgments are of no participant; leave participant out")
    if isinstance(node, IntervalMatrix | FuzzyMatrix):
        raise JudgmentError(f"under {where} judgments are intervals; build it anew with one of them changed")
    if not isinstance(node, LabelledMatrix):
        raise JudgmentError(f"nothing is judged under {where}: it is {type(node).__name__}")
    return _with_nodes(hierarchy, {path: node.with_judgment(first, second, judgment)})


def _changed(node: Group, participant: str, first: str, second: str, judgment: Judgment) -> Group:
    """Return a group in which one participant judged one pair otherwise."""
    own = IncompleteMatrix(node.values[node.participants.index(participant)], node.labels)
    changed = own.with_judgment(first, second, judgment)
    judged = zip(node.participants, node.values, strict=True)
    return node._with_values([changed.values if who == participant else matrix for who, matrix in judged])


def without_participants(hierarchy: Hierarchy, participants: Iterable[str]) -> Hierarchy:
    """Return the hierarchy by the others; see :meth:`ahp.Hierarchy.without_participants`."""
    gone = checked_labels(participants)
    groups = {path: node for path, node in hierarchy.nodes() if isinstance(node, Group)}
    known = dict.fromkeys(name for node in groups.values() for name in node.participants)
    unknown = [name for name in gone if name not in known]
    if unknown:
        raise JudgmentError(f"{listed(unknown)} judged nothing here; the participants are {listed(known)}")
    kept: dict[Path, Comparison] = {}
    for path, node in groups.items():
        if set(node.participants) <= set(gone):
            raise JudgmentError(
                f"without {listed(gone)} nobody remains who judged under "
                f"{quoted(' / '.join(path) or hierarchy.goal)}; keep one of them"
            )
        kept[path] = node.without([name for name in gone if name in node.participants])
    return _with_nodes(hierarchy, kept)


def _with_nodes(hierarchy: Hierarchy, nodes: dict[Path, Any]) -> Hierarchy:
    """Return the hierarchy with other comparisons at some places."""
    return mapped(hierarchy, lambda path, node: nodes.get(path, node))


def _known(hierarchy: Hierarchy, alternative: str) -> None:
    _refuse_criteria_alone(hierarchy)
    if not isinstance(alternative, str) or alternative not in hierarchy.alternatives:
        raise JudgmentError(
            f"{quoted(alternative)} is no alternative; the alternatives are {listed(hierarchy.alternatives)}"
        )


def _refuse_criteria_alone(hierarchy: Hierarchy) -> None:
    if hierarchy.criteria_alone:
        raise JudgmentError(f"{quoted(hierarchy.goal)} has no alternatives, only criteria")


def _free(hierarchy: Hierarchy, name: str) -> str:
    _refuse_criteria_alone(hierarchy)
    if not isinstance(name, str):
        raise JudgmentError(f"the name of an alternative is text; found {quoted(name)}")
    if name in hierarchy.alternatives:
        raise JudgmentError(f"{quoted(name)} is an alternative already; choose another name")
    return name


def _reduced(node: Comparison, items: list[str], names: list[str] | None = None) -> Comparison:
    """Return the comparison of these of its items, one of them perhaps twice, under their new names."""
    names = items if names is None else names
    at = [node.labels.index(item) for item in items]
    if isinstance(node, PairwiseMatrix | IncompleteMatrix):
        return type(node)(node.values[np.ix_(at, at)], names)
    if isinstance(node, IntervalMatrix | FuzzyMatrix):
        return node.of(at, names)
    if isinstance(node, Group):
        return node._with_values(node.values[:, at][:, :, at], labels=names)
    if isinstance(node, Ratings):
        return Ratings(dict(zip(names, (node.ratings[item] for item in items), strict=True)), node.scale)
    values = dict(zip(names, (node.values[item] for item in items), strict=True))
    return Measured(values, node.better) if isinstance(node, Measured) else Weights(values)


def _extended(node: Comparison, name: str, said: Newcomer, where: str) -> Comparison:
    if isinstance(node, Group):
        raise JudgmentError(f"{quoted(where)} is judged by a group; give every participant's judgments anew")
    if isinstance(node, IntervalMatrix | FuzzyMatrix):
        raise JudgmentError(f"{quoted(where)} is judged in intervals; give its judgments anew")
    if isinstance(node, IncompleteMatrix) and isinstance(said, Mapping):
        known: dict[tuple[str, str], Judgment] = {**given_pairs(node.values, node.labels)}
        return judged(known | {(name, other): times for other, times in said.items()}, [*node.labels, name])
    if isinstance(node, PairwiseMatrix | IncompleteMatrix):
        if not isinstance(said, Mapping) or set(said) != set(node.labels):
            raise JudgmentError(
                f"{quoted(where)}: say how many times {quoted(name)} is preferred to each of "
                f"{listed(node.labels)}"
            )
        pairs: dict[tuple[str, str], Judgment] = {**given_pairs(node.values, node.labels)}
        pairs |= {(name, other): times for other, times in said.items()}
        return PairwiseMatrix.from_judgments(pairs, [*node.labels, name])
    if isinstance(said, Mapping):
        raise JudgmentError(
            f"{quoted(where)}: needed is one value or grade of {quoted(name)}, found judgments"
        )
    if isinstance(node, Ratings):
        return Ratings({**node.ratings, name: str(said)}, node.scale)
    values: dict[str, Any] = {**node.values, name: said}
    return Measured(values, node.better) if isinstance(node, Measured) else Weights(values)


@dataclass(frozen=True)
class Reversal(NotebookFace):
    """Two alternatives whose order turns round though nothing was said anew of either.

    Attributes
    ----------
    change : str
        What was done: `"without C"` or `"a copy of B"`.
    mode : str
        The mode in which it happens.
    first, second : str
        Before, the first stood above the second; afterwards below.
    """

    change: str
    mode: str
    first: str
    second: str


def rank_reversals(
    hierarchy: Hierarchy, *, modes: tuple[str, ...] = ("distributive", "ideal"), method: str = DEFAULT_METHOD
) -> tuple[Reversal, ...]:
    """Return every order of two alternatives that turns round when another leaves or is copied.

    Parameters
    ----------
    hierarchy : Hierarchy
    modes : tuple of str
        Those to look at; of `"distributive"`, `"ideal"`, `"ratings"`, `"product"`.
    method : str
        A key of :data:`ahp.core.PRIORITY_METHODS`.

    Returns
    -------
    tuple of Reversal
        Empty where nothing turns round. Belton & Gear (1983) showed the distributive mode doing so.
    """
    found: list[Reversal] = []
    names = hierarchy.alternatives
    changes: list[tuple[str, Hierarchy]] = []
    if hierarchy.criteria_alone:
        return ()
    if len(names) > 2:  # of two, one that leaves leaves no order behind
        fewer = [(f"without {name}", without(hierarchy, name)) for name in names]
        # Where judgments are missing, one alternative may be all that connects the others.
        changes += [(what, changed) for what, changed in fewer if _is_connected(changed)]
    changes += [(f"a copy of {name}", with_copy(hierarchy, name)) for name in names]
    for mode in items_given(modes, "modes"):
        before = dict(zip(names, hierarchy.vector(method, mode).tolist(), strict=True))
        for what, changed in changes:
            after = dict(zip(changed.alternatives, changed.vector(method, mode).tolist(), strict=True))
            kept = [name for name in names if name in after]
            found += [
                Reversal(what, mode, first, second)
                for first in kept
                for second in kept
                if _above(before[first], before[second]) and _above(after[second], after[first])
            ]
    return tuple(found)


def _is_connected(hierarchy: Hierarchy) -> bool:
    leaves = hierarchy.leaves().values()
    known = [leaf.known() if isinstance(leaf, Group) else leaf for leaf in leaves]
    return all(len(leaf.groups) == 1 for leaf in known if isinstance(leaf, IncompleteMatrix))


def _above(one: float, other: float) -> bool:
    return one - other > TIE * max(abs(one), abs(other))


@renamed(given="comparison")
def simulate(
    comparison: PairwiseMatrix | IncompleteMatrix | Group | Hierarchy,
    *,
    sigma: float | None = None,
    steps: float | None = None,
    draws: int = 10_000,
    rng: RNG = 0,
    method: str = "geometric-mean",
    mode: str = "distributive",
) -> Simulation:
    """Return what the priorities are like if every judgment had noise, or lay anywhere in its interval.

    Parameters
    ----------
    comparison : PairwiseMatrix, IncompleteMatrix, Group or Hierarchy
        Of a hierarchy every judged matrix is drawn anew each time; measured values, ratings and weights stay.
        Interval and fuzzy judgments are drawn from between their own bounds, whatever noise the others have.
    sigma : float, optional
        Log-normal noise: the standard deviation of the logarithm of a judgment.
    steps : float, optional
        Uniform noise: up to so many steps of the scale higher or lower. One of the two is given; neither
        where a hierarchy has interval or fuzzy judgments and only these are to be drawn.
    draws : int
        How many.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: the default repeats itself, None draws anew each time.
    method : str
        A key of :data:`ahp.core.PRIORITY_METHODS`.
    mode : {"distributive", "ideal", "ratings", "product"}
        Of a hierarchy; see :meth:`ahp.Hierarchy.global_priorities`.

    Raises
    ------
    JudgmentError
        If nothing connects some of the items.
    StudyError
        Unless one of `sigma` and `steps` is given.

    Examples
    --------
    >>> a = PairwiseMatrix.from_judgments({("x", "y"): 2})
    >>> round(simulate(a, steps=2).best["x"], 2)
    0.75
    """
    generator, draws = generator_of(rng), draws_of(draws)
    if not isinstance(comparison, PairwiseMatrix | IncompleteMatrix | Group | Hierarchy):
        raise JudgmentError(
            f"noise is drawn for a matrix, a Group or a Hierarchy; found {quoted(comparison)}; "
            f"IntervalMatrix and FuzzyMatrix have a method simulate() of their own"
        )
    between = isinstance(comparison, Hierarchy) and any(
        isinstance(node, IntervalMatrix | FuzzyMatrix) for _, node in comparison.nodes()
    )
    if (sigma is None) == (steps is None) and not (sigma is None and between):
        raise StudyError("say what noise the judgments have: sigma or steps, one of the two")

    def drawn(node: Comparison) -> Array:
        if isinstance(node, IntervalMatrix | FuzzyMatrix):
            return node.drawn(draws, generator)
        matrix = judgments_of(node)
        if matrix is None or (sigma is None and steps is None):
            return shares_of(node, method)
        if isinstance(matrix, IncompleteMatrix):
            noisy = noisy_judgments(matrix.values, sigma=sigma, steps=steps, draws=draws, rng=generator)
            return fitting_priorities(noisy, method)
        if sigma is not None:
            return lognormal_draws(matrix.values, sigma, draws=draws, rng=generator, method=method)
        return step_draws(matrix.values, steps or 0.0, draws=draws, rng=generator, method=method)

    if not isinstance(comparison, Hierarchy):
        return simulation(drawn(comparison), comparison.labels)
    comparison.leaf_arrays(mode=mode)  # refuses a mode that does not fit
    weights, local = _leaves(comparison, drawn, mode, method)
    order = comparison.alternatives
    totals = np.zeros((draws, len(order)))
    for weight, vector in zip(weights, local, strict=True):
        totals += weight[:, None] * vector if np.ndim(weight) else weight * vector
    if mode == "product" and not comparison.criteria_alone:
        totals = np.exp(totals)
    totals /= totals.sum(axis=-1, keepdims=True)
    return simulation(totals, order)


def _leaves(
    hierarchy: Hierarchy, drawn: Callable[[Comparison], Array], mode: str, method: str
) -> tuple[list[Array], list[Array]]:
    """Return draws of the leaves' global weights and of the alternatives' priorities under each."""
    order = hierarchy.alternatives
    nodes = dict(hierarchy.nodes())
    shares = {path: drawn(node) for path, node in nodes.items()}
    weights, local = [], []

    def weight_of(path: Path) -> Array:
        found: Array = np.ones(())
        for depth, name in enumerate(path):
            above = path[:depth]
            found = np.asarray(found * shares[above][..., nodes[above].labels.index(name)])
        return found

    if hierarchy.criteria_alone:
        return [weight_of(path) for path in hierarchy.lowest_criteria()], list(np.eye(len(order)))
    for path, leaf in hierarchy.leaves().items():
        vector = shares[path]
        if mode == "product":
            vector = np.log(vector)
        elif mode != "distributive":
            fixed = judgments_of(leaf) is None
            vector = ideals_of(leaf, method) if fixed else vector / vector.max(axis=-1, keepdims=True)
        weights.append(weight_of(path))
        local.append(vector[..., [leaf.labels.index(name) for name in order]])
    return weights, local
