"""What was judged, from files: TOML or JSON, a table of judgments, or a structure and its answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import combinations
from typing import Any

from ahp.errors import AHPError, InputError, JudgmentError, listed, quoted
from ahp.ingest.files.open import Readable, Source
from ahp.ingest.judgments.structures import (
    COMPARED,
    alternatives_of,
    as_hierarchy,
    compared_at,
    structure_in,
)
from ahp.ingest.judgments.table import (
    JudgmentRow,
    JudgmentTable,
    is_folder,
    judgments_in,
    name_key,
    open_all,
    open_answers,
)
from ahp.model.comparisons import Comparison
from ahp.model.hierarchy import Hierarchy
from ahp.model.labels import table_given
from ahp.model.merits import Merits
from ahp.model.nested import alone, check_depth, check_keys, people_in, plain
from ahp.model.network import Network
from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class Judged(NotebookFace):
    """What was judged, and the files it was read from.

    Attributes
    ----------
    model : Hierarchy, Merits or Network
    inputs : tuple of (str, str, int)
        File, digest of its bytes, and how many judgments it holds.
    participants : tuple of str
        Who judged, where the files say.
    notes : tuple of str
        What is to be looked at again in the files.
    """

    model: Hierarchy | Merits | Network
    inputs: tuple[tuple[str, str, int], ...]
    participants: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def hierarchy(self) -> Hierarchy:
        """The hierarchy.

        Raises
        ------
        JudgmentError
            If merits or a network were read; those are in `model`.
        """
        if isinstance(self.model, Hierarchy):
            return self.model
        name, kind = self.inputs[0][0], type(self.model).__name__
        raise JudgmentError(f"{name} holds {kind} and no Hierarchy; take .model, or give it to ahp.judge")


def read_hierarchy(
    given: Readable, answers: object = None, *, weights: Mapping[str, float] | None = None
) -> Judged:
    r"""Return the hierarchy that a file describes, or the merits, or the network.

    Parameters
    ----------
    given : path or open file
        A TOML or JSON file with the keys of :meth:`ahp.Hierarchy.from_dict`, of
        :meth:`ahp.Merits.from_dict` or of :meth:`ahp.Network.from_dict`, or a table of judgments as
        :func:`ahp.read_judgments` takes it, or a folder of them, whose column `under` builds the hierarchy.
    answers : path or open file, or a sequence of them, optional
        Tables of judgments, or folders of them, for a TOML or JSON file that leaves some out: a node without
        a comparison is judged there, by the way to it or by its name. Names are the same whatever their case
        and spaces are.
    weights : mapping of str to float, optional
        How much participants count, instead of what the file says; 1 for those not named.

    Raises
    ------
    InputError
        If a file cannot be read or a row is wrong; the message names the file and the line.
    JudgmentError
        If the hierarchy is wrong; the message names the file and the way to the node.

    Examples
    --------
    >>> import io
    >>> rows = "under,first,second,judgment\n,price,safety,3\nprice,a,b,2\nsafety,a,b,1/4\n"
    >>> read_hierarchy(io.StringIO(rows)).hierarchy.global_priorities().round(2).to_dict()
    {'a': 0.55, 'b': 0.45}
    """
    counts = {} if weights is None else table_given(weights, "weights of participants")
    more: list[Any] = []
    if answers is not None:
        more = list(answers) if isinstance(answers, list | tuple) else [answers]
    first = [] if is_folder(given) else [open_answers(given)]
    data = structure_in(first[0]) if first else None
    others, passed_over = open_all(more if first else [given, *more])
    if data is None:
        rows = judgments_in([*first, *others], passed_over)
        _check_weights(counts, rows.participants, rows.name)
        return _at(rows.name, lambda: _from_table(rows, counts))
    table = judgments_in(others, passed_over) if more else None
    return _at(first[0].name, lambda: _from_data(data, first[0], table, counts))


def _check_weights(weights: Mapping[str, float], participants: tuple[str, ...], file: str) -> None:
    """Refuse a weight of somebody who judges nothing."""
    unknown = [name for name in weights if name not in participants]
    if unknown:
        there = listed(participants) if participants else "none"
        meant = _nearest(unknown[0], participants)
        raise InputError(
            f"{listed(unknown)} has a weight but is no participant; there are {there}",
            file=file,
            advice=f"did you mean {quoted(meant)}?" if meant else None,
        )


def _from_data(
    data: dict[str, Any], source: Source, table: JudgmentTable | None, weights: Mapping[str, float]
) -> Judged:
    used: set[str] = set()
    if "clusters" in data:
        if table is not None or weights:
            raise JudgmentError("a network is judged from its file alone; leave out answers and participants")
        return Judged(Network.from_dict(data), ((source.name, source.sha256, 0),), ())
    merits = data.get("merits")
    weighed = any(kind in data for kind in COMPARED)
    data = dict(as_hierarchy(data))
    if table is not None:
        said = data.get("participants")
        known = [*(said if isinstance(said, Mapping) else ()), *weights]
        table = _fitted(table, dict(_questions(data, (), alternatives_of(data))), list(map(str, known)))
    people = dict.fromkeys((*(table.participants if table is not None else ()), *people_in(data)))
    _check_weights(weights, tuple(people), source.name if table is None else table.name)
    filled = _with_answers(data, table, weights, used)
    if table is not None:
        unused = [node or "the goal" for node in table.nodes if node not in used]
        if unused:
            raise JudgmentError(f"{table.name} judges {listed(unused)}, which the structure does not ask for")
    _refuse_open(filled)
    inputs = ((source.name, source.sha256, 0), *(table.files if table is not None else ()))
    model: Hierarchy | Merits
    if merits is None:
        model = Hierarchy.from_dict(filled)
    else:
        dropped = {"children"} if weighed else {"children", "weights"}
        rest = {key: said for key, said in filled.items() if key not in dropped}
        model = Merits.from_dict({**rest, "merits": filled["children"]})
    return Judged(model, inputs, tuple(people), table.notes if table is not None else ())


def _refuse_open(data: dict[str, Any]) -> None:
    """Raise if a node waits for judgments that nobody gave."""
    asked = _questions(data, (), alternatives_of(data))
    if open_ := [way or "the goal" for way, items in asked if len(items) > 1]:
        raise InputError(
            f"nobody judged {listed(open_, 5)} yet",
            advice="ask, ahp-judge FILE --questionnaire html, and give the answers, ahp-judge FILE answers/",
        )


def _questions(
    node: object, path: tuple[str, ...], alternatives: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the way to each node, and what is compared there; nothing where the file leaves that open."""
    check_depth(path)
    if not isinstance(node, Mapping):
        return
    children = node.get("children")
    # Whoever answers where the file itself says something is told that nobody asked.
    compared = any(kind in node for kind in COMPARED)
    yield " / ".join(path), () if compared else compared_at(node, alternatives)
    for name, child in children.items() if isinstance(children, Mapping) else ():
        yield from _questions(child, (*path, str(name)), alternatives)


def _with_answers(
    data: dict[str, Any], table: JudgmentTable | None, weights: Mapping[str, float], used: set[str]
) -> dict[str, Any]:
    """Return what a file holds with the judgments of the table at each node that has none of its own.

    Weights of participants stand for all that the file says of how much they count.
    """

    def filled(node: Any, path: tuple[str, ...], counts: Mapping[str, Any]) -> Any:  # noqa: ANN401 - as it stands
        check_depth(path)
        if not isinstance(node, dict):
            return node
        check_keys(node, path)
        result = {key: value for key, value in node.items() if not (weights and key == "participants")}
        own, children = result.get("participants"), node.get("children")
        counts = own if isinstance(own, dict) else counts
        if isinstance(children, dict):
            ways = {name: (*path, str(name)) for name in children}
            result["children"] = {name: filled(children[name], way, counts) for name, way in ways.items()}
        under = next((name for name in _names(path) if table and name in table.nodes), None)
        if any(kind in result for kind in COMPARED) or table is None or under is None:
            return result
        used.add(under)
        said = node.get("alternatives", [])
        if not isinstance(children, dict) and not isinstance(said, list | tuple):
            problem = f"alternatives are a list of names; found {quoted(said)}"
            raise JudgmentError(f"under {quoted(under)}: {problem}")
        return _node_of_judgments(result, table.comparison(under, weights=dict(counts)))

    counted = dict(weights) or (dict(table.weights) if table is not None else {})
    found: dict[str, Any] = filled(data, (), counted)
    return {**found, "participants": dict(weights)} if weights else found


def _names(path: tuple[str, ...]) -> tuple[str, ...]:
    return (" / ".join(path), path[-1]) if path else ("",)


def _node_of_judgments(node: dict[str, Any], comparison: Comparison) -> dict[str, Any]:
    content = plain(comparison)
    content.pop("participants", None)  # how much they count stands at the node, or above it
    if "children" in node or "criteria" in node:
        content["criteria"] = content.pop("alternatives")
    return {**node, **content}


def _from_table(table: JudgmentTable, weights: Mapping[str, float]) -> Judged:
    nodes = table.nodes
    if "" not in nodes:
        raise JudgmentError("no judgment has an empty 'under': what serves the goal is compared there")
    used: set[str] = set()
    counts = dict(weights) or dict(table.weights)
    criteria_alone = _criteria_alone(table)

    def below(path: tuple[str, ...], under: str) -> Comparison | Hierarchy:
        """Return the comparison under a node, or the hierarchy where its items have nodes of their own."""
        check_depth(path)
        if under in used:
            problem = f"{quoted(under)} stands under itself, or in two places"
            raise JudgmentError(f"{problem}; write the whole way to it: 'a / b'")
        used.add(under)
        comparison = table.comparison(under, weights=counts)
        ways = {x: next((n for n in _names((*path, x)) if n in nodes), None) for x in comparison.labels}
        with_node = {item: way for item, way in ways.items() if way is not None}
        if not with_node and not criteria_alone:
            return comparison
        without = [item for item in ways if item not in with_node]
        if without and not criteria_alone:
            problem = f"no judgments under {listed(without)}; the others of {listed(ways)} have some"
            raise JudgmentError(problem)
        children = {item: below((*path, item), way) for item, way in with_node.items()}
        return Hierarchy(path[-1] if path else table.goal or "goal", comparison, children)

    hierarchy = below((), "")
    unused = [node for node in nodes if node not in used]
    if unused:
        raise JudgmentError(f"nothing compares {listed(unused)}, under which there are judgments")
    if not isinstance(hierarchy, Hierarchy):  # one comparison alone: of alternatives, under one criterion
        hierarchy = alone(hierarchy)
    return Judged(hierarchy, table.files, table.participants, table.notes)


def _criteria_alone(table: JudgmentTable) -> bool:
    """Say whether nodes at the ends of branches have no item in common; one alone only where it is said."""
    known = {node.rpartition(" / ")[2] for node in table.nodes}
    ends = [items for node in table.nodes if known.isdisjoint(items := table.items(node))]
    return len(ends) > (0 if table.criteria else 1) and len(
        {item for items in ends for item in items}
    ) == sum(map(len, ends))


def _at(file: str, build: Callable[[], Judged]) -> Judged:
    try:
        return build()
    except InputError as error:
        raise error.at(file=file) from None
    except AHPError as error:
        raise JudgmentError(f"{file}: {error}") from None


def _fitted(
    table: JudgmentTable, asked: Mapping[str, tuple[str, ...]], people: Sequence[str]
) -> JudgmentTable:
    """Return the table with all names as a structure spells them.

    Parameters
    ----------
    table : JudgmentTable
    asked : mapping of str to tuple of str
        For the way to each node what is compared there; nothing where the structure leaves that open.
    people : sequence of str
        Whom the structure names.

    Raises
    ------
    InputError
        If a row names what the structure does not; the message names its file, line and participant.
    """
    ways = _ways(asked)
    spelled = {name_key(name): name for name in people}
    rows, notes = [], list(table.notes)
    for row in table.rows:
        way = ways.get(name_key(row.under))
        if way is None:
            raise _strange(row, row.under, "under", list(asked))
        items = {name_key(name): name for name in asked[way]}
        pair = [row.first, row.second]
        if items:
            for at, name in enumerate(pair):
                if name_key(name) not in items:
                    raise _strange(row, name, ("first", "second")[at], list(asked[way]))
                pair[at] = items[name_key(name)]
        person = spelled.get(name_key(row.participant), row.participant)
        rows.append(replace(row, participant=person, under=way, first=pair[0], second=pair[1]))
    for name in dict.fromkeys(row.participant for row in rows if row.participant):
        near = get_close_matches(name, people, 1) if people and name not in people else []
        if near:
            where = next(row.where for row in rows if row.participant == name)
            notes.append(
                f"{quoted(name)} ({where}) is no participant that the structure names; is it {near[0]}?"
            )
    pairs: dict[tuple[str, str, str], None] = {}
    for under, first, second in table.pairs:
        way = ways.get(name_key(under))
        if way is not None and not asked[way]:
            pairs[way, first, second] = None
    for way in dict.fromkeys(row.under for row in rows):
        pairs |= dict.fromkeys((way, *pair) for pair in combinations(asked[way], 2))
    return replace(table, rows=tuple(rows), pairs=tuple(pairs), notes=tuple(notes))


def _ways(asked: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the way to each node by what it may be called: the way, or its own name where that is clear."""
    found = {name_key(way): way for way in asked}
    short = Counter(name_key(way.rpartition(" / ")[2]) for way in asked)
    for way in asked:
        name = name_key(way.rpartition(" / ")[2])
        if short[name] == 1:
            found.setdefault(name, way)
    return found


def _nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known name that was probably meant; None where none is near.

    Examples
    --------
    >>> _nearest("prise", ["price", "quality"])
    'price'
    """
    near = get_close_matches(name_key(name), list(map(name_key, known)), 1)
    return next((one for one in known if near and name_key(one) == near[0]), None)


def _strange(row: JudgmentRow, name: str, role: str, known: Sequence[str]) -> InputError:
    """Return the refusal of a name that the structure does not have."""
    meant = _nearest(name, known)
    whose = f", in a judgment of {quoted(row.participant)}" if row.participant else ""
    there = listed([one or "the goal" for one in known], 8)
    return InputError(
        f"the model has no such name here{whose}; it has {there}",
        file=row.file,
        line=row.line,
        column=role,
        found=name,
        advice=f"did you mean {quoted(meant)}?" if meant else "correct the name",
    )
