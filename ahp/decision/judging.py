"""What people's judgments say: of a hierarchy, four merits or a network, as a value that shows itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, cast, overload

from ahp.core.gate import real_number
from ahp.core.inspection import LARGEST_RATIO
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.random_index import DEFAULT_TABLE
from ahp.decision.judging_models import hierarchy_document, merits_document, network_document
from ahp.decision.judging_people import Settings
from ahp.errors import StudyError, listed
from ahp.model.hierarchy import Hierarchy, hierarchy_given
from ahp.model.merits import Merits
from ahp.model.network import Network
from ahp.printing import priority_tree
from ahp.registry import Registry
from ahp.report.documents.hierarchy import CriticalDocument, HierarchyDocument, IntervalDocument
from ahp.report.documents.models import MeritsDocument, NetworkDocument
from ahp.report.hierarchy_render import render_hierarchy
from ahp.report.html.notebook import judged_html, model_html
from ahp.report.phrases.hierarchy import criteria_rows, way
from ahp.report.sections.models import title_of
from ahp.terms import ACCEPTABLE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Row = dict[str, object]


class _Judged(dict[str, Any]):
    """A document, a dictionary like any other, with the manners of a decision."""

    def to_dict(self) -> Any:  # noqa: ANN401 - each has a type of its own
        """Return the document as plain data of its own (the JSON of `ahp-judge`)."""
        return deepcopy(dict(self))

    def report(self, format: str = "text") -> str:
        """Return the report as text, `json`, `csv`, `markdown`, `html`, `html-fragment` or `latex`.

        Raises
        ------
        StudyError
            If the format is unknown; the message lists those that are.
        """
        return render_hierarchy(self, format)

    def plot(self, kind: str, ax: Axes | None = None) -> Axes:
        """Draw a figure of a kind (a key of `ahp.report.figures.KINDS`), as :meth:`ahp.Decision.plot`.

        Raises
        ------
        FigureError
            If the kind is unknown, or the judgments lack what the figure shows.
        """
        from ahp.report.figures import draw

        return draw(self, kind, ax)

    def __str__(self) -> str:
        return self.report()

    def __repr__(self) -> str:
        return f"<{title_of(self)}>"

    def _repr_html_(self) -> str:
        return model_html(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ANN401 - IPython's
        printer.text(f"<{title_of(self)}>")


class JudgedMerits(_Judged):
    """The document `ahp.merits/1`, a dictionary like any other, with the manners of a decision.

    Examples
    --------
    >>> import ahp
    >>> m = ahp.Merits({"benefit": {"x": 0.6, "y": 0.4}, "cost": {"x": 0.7, "y": 0.3}}, goal="server")
    >>> judged = ahp.judge(m)
    >>> judged
    <server: choose y>
    >>> judged.to_frame()["multiplicative"].round(3).to_dict()
    {'x': 0.857, 'y': 1.333}
    """

    def to_frame(self, part: str = "scores") -> pd.DataFrame:
        """Return a part of what was found as a table with names.

        Parameters
        ----------
        part : str
            `scores` of the alternatives by every synthesis; `priorities` under every merit; `weights`, who is
            first as the weight of a merit goes from 0 to 1; `worth`, who is chosen from which worth of
            benefits on.

        Raises
        ------
        StudyError
            If the part is unknown; the message lists those that are.
        """
        return _frame(MERIT_PARTS[part](cast("MeritsDocument", self)))


class JudgedNetwork(_Judged):
    """The document `ahp.network/1`, a dictionary like any other, with the manners of a decision.

    Examples
    --------
    >>> import ahp
    >>> n = ahp.Network({"goal": ["car"], "cars": ["a", "b"]}, {"car": [{"a": 3, "b": 1}]}, start="car")
    >>> ahp.judge(n).to_frame()["priority"].to_dict()
    {'a': 0.75, 'b': 0.25}
    """

    def to_frame(self, part: str = "priorities") -> pd.DataFrame:
        """Return a part of what was found as a table with names.

        Parameters
        ----------
        part : str
            `priorities` of the alternatives; `nodes`, the limit of every node; `influence`, the priorities of
            the alternatives as one node has less or more of a say; `supermatrix`, weighted.

        Raises
        ------
        StudyError
            If the part is unknown; the message lists those that are.
        """
        return _frame(NETWORK_PARTS[part](cast("NetworkDocument", self)))


def _frame(part: tuple[str, list[Row]]) -> pd.DataFrame:
    import pandas as pd

    index, rows = part
    columns = list(dict.fromkeys(name for row in rows for name in row)) or [index]
    return pd.DataFrame(rows, columns=columns).set_index(index)


class JudgedHierarchy(_Judged):
    """The document `ahp.hierarchy/1`, a dictionary like any other, with the manners of a decision.

    Examples
    --------
    >>> import ahp
    >>> under = {"price": {"a": 4, "b": 1}, "safety": {"a": 1, "b": 4}}
    >>> judged = ahp.judge(ahp.Hierarchy("car", {"price": 3, "safety": 1}, under))
    >>> judged
    <car: choose a>
    price   0.750  a 0.800  b 0.200
    safety  0.250  a 0.200  b 0.800
    >>> judged.to_frame("weights")["holds_from"].round(3).to_dict()
    {'price': 0.5, 'safety': 0.0}
    """

    def to_frame(self, part: str = "priorities") -> pd.DataFrame:
        """Return a part of what was found as a table with names.

        Parameters
        ----------
        part : str
            `priorities` of the alternatives; `criteria`, their local and global priorities; `weights`,
            between which local weights of a criterion the first place holds; `judgments`, the nearest value
            of each at which another is first; `performance` under each criterion; `gradients`, the scores as
            a local weight goes from 0 to 1; `acceptability`, how often each has each rank over all weights;
            `participants`, what each says.

        Raises
        ------
        StudyError
            If the part is unknown; the message lists those that are.
        """
        return _frame(PARTS[part](cast("HierarchyDocument", self)))

    def __repr__(self) -> str:
        nodes = ((tuple(node["path"]), node["leaf"], node["priorities"]) for node in self["nodes"])
        return "\n".join([f"<{title_of(self)}>", *priority_tree(nodes)])

    _repr_pretty_ = _Judged._repr_pretty_  # or IPython would print the tree beside the table

    def _repr_html_(self) -> str:
        return judged_html(cast("HierarchyDocument", self))


def _priorities(document: HierarchyDocument) -> tuple[str, list[Row]]:
    name = "criterion" if not any(node["leaf"] for node in document["nodes"]) else "alternative"
    shares, scores = document["priorities"], document["scores"]
    return name, [{name: one, "priority": shares[one], "score": scores[one]} for one in document["ranking"]]


def _criteria(document: HierarchyDocument) -> tuple[str, list[Row]]:
    rows = [(path, local, total) for path, local, total, _ in criteria_rows(document) if path]
    return "criterion", [
        {"criterion": way(path), "local": local, "global": total} for path, local, total in rows
    ]


def _performance(document: HierarchyDocument) -> tuple[str, list[Row]]:
    found = document["sensitivity"]["performance"]
    return "criterion", [
        {"criterion": way(one["path"]), "weight": one["weight"], **one["scores"]} for one in found
    ]


def _gradients(document: HierarchyDocument) -> tuple[str, list[Row]]:
    return "criterion", [
        {"criterion": way(one["path"]), "weight": weight, **scores}
        for one in document["sensitivity"]["gradients"]
        for weight, scores in ((0.0, one["at_zero"]), (1.0, one["at_one"]))
    ]


def _acceptability(document: HierarchyDocument) -> tuple[str, list[Row]]:
    found = document["sensitivity"]["weight_space"]["acceptability"]
    return "alternative", [
        {"alternative": name, **{str(rank): share for rank, share in enumerate(shares, 1)}}
        for name, shares in found.items()
    ]


def _participants(document: HierarchyDocument) -> tuple[str, list[Row]]:
    people = document["people"]
    return "participant", [
        {
            "participant": one["participant"],
            "weight": one["weight"],
            "ratio": one["ratio"],
            "distance": one["distance"],
            **(one["priorities"] or {}),
        }
        for one in (people["participants"] if people else [])
    ]


def _placed(heading: str, entries: Sequence[IntervalDocument | CriticalDocument]) -> tuple[str, list[Row]]:
    """Return entries of a document as rows, their place in words."""
    return heading, [
        {heading: way(one["path"]), **{key: found for key, found in one.items() if key != "path"}}
        for one in entries
    ]


PARTS: Registry[Callable[[HierarchyDocument], tuple[str, list[Row]]]] = Registry(
    "part of what a hierarchy says",
    {
        "priorities": _priorities,
        "criteria": _criteria,
        "weights": lambda document: _placed("criterion", document["sensitivity"]["weights"]),
        "judgments": lambda document: _placed("under", document["sensitivity"]["judgments"]),
        "performance": _performance,
        "gradients": _gradients,
        "acceptability": _acceptability,
        "participants": _participants,
    },
)
"""What :meth:`JudgedHierarchy.to_frame` can hand out, by name."""


def _merit_scores(document: MeritsDocument) -> tuple[str, list[Row]]:
    return "alternative", [
        {"alternative": name, **{one["method"]: one["scores"][name] for one in document["syntheses"]}}
        for name in document["alternatives"]
    ]


def _merit_priorities(document: MeritsDocument) -> tuple[str, list[Row]]:
    return "alternative", [
        {"alternative": name, **{merit: shares[name] for merit, shares in document["priorities"].items()}}
        for name in document["alternatives"]
    ]


def _merit_weights(document: MeritsDocument) -> tuple[str, list[Row]]:
    return "merit", [
        {"merit": one["merit"], "weight": one["weight"], **span}
        for one in document["by_weight"]
        for span in one["first"]
    ]


MERIT_PARTS: Registry[Callable[[MeritsDocument], tuple[str, list[Row]]]] = Registry(
    "part of what merits say",
    {
        "scores": _merit_scores,
        "priorities": _merit_priorities,
        "weights": _merit_weights,
        "worth": lambda document: ("worth", [{**one} for one in document["by_worth"]]),
    },
)
"""What :meth:`JudgedMerits.to_frame` can hand out, by name."""


def _network_priorities(document: NetworkDocument) -> tuple[str, list[Row]]:
    shares = document["priorities"]
    return "alternative", [{"alternative": one, "priority": shares[one]} for one in document["ranking"]]


def _network_influence(document: NetworkDocument) -> tuple[str, list[Row]]:
    return "node", [
        {"node": one["node"], "share": at, **{name: line[k] for name, line in one["priorities"].items()}}
        for one in document["rows"]
        for k, at in enumerate(one["shares"])
    ]


def _network_supermatrix(document: NetworkDocument) -> tuple[str, list[Row]]:
    names = [node["node"] for node in document["nodes"]]
    return "node", [
        {"node": name, **dict(zip(names, row, strict=True))}
        for name, row in zip(names, document["supermatrix"], strict=True)
    ]


NETWORK_PARTS: Registry[Callable[[NetworkDocument], tuple[str, list[Row]]]] = Registry(
    "part of what a network says",
    {
        "priorities": _network_priorities,
        "nodes": lambda document: ("node", [{**node} for node in document["nodes"]]),
        "influence": _network_influence,
        "supermatrix": _network_supermatrix,
    },
)
"""What :meth:`JudgedNetwork.to_frame` can hand out, by name."""


Inputs = Sequence[tuple[str, str, int]]


@overload
def judge(
    hierarchy: Merits,
    *,
    mode: str = ...,
    method: str = ...,
    random_index: str = ...,
    limit: float = ...,
    scale: str = ...,
    aggregate: str = ...,
    synthesis: str | None = ...,
    inputs: Inputs = ...,
) -> JudgedMerits: ...


@overload
def judge(
    hierarchy: Network,
    *,
    method: str = ...,
    random_index: str = ...,
    limit: float = ...,
    inputs: Inputs = ...,
) -> JudgedNetwork: ...


@overload
def judge(
    hierarchy: Hierarchy,
    *,
    mode: str = ...,
    method: str = ...,
    random_index: str = ...,
    limit: float = ...,
    scale: str = ...,
    aggregate: str = ...,
    against: Hierarchy | None = ...,
    inputs: Inputs = ...,
) -> JudgedHierarchy: ...


def judge(
    hierarchy: Hierarchy | Merits | Network,
    *,
    mode: str = "distributive",
    method: str = DEFAULT_METHOD,
    random_index: str = DEFAULT_TABLE,
    limit: float = ACCEPTABLE,
    scale: str = "linear",
    aggregate: str = "judgments",
    synthesis: str | None = None,
    against: Hierarchy | None = None,
    inputs: Inputs = (),
) -> JudgedHierarchy | JudgedMerits | JudgedNetwork:
    """Return everything that judgments say: a document `ahp.hierarchy/1`, `ahp.merits/1` or `ahp.network/1`.

    Parameters
    ----------
    hierarchy : Hierarchy, Merits or Network
    mode : {"distributive", "ideal", "ratings", "product"}
        Of hierarchies; see :meth:`ahp.Hierarchy.global_priorities`.
    method : str
        A key of :data:`ahp.core.PRIORITY_METHODS`.
    random_index : str
        A key of :data:`ahp.core.RANDOM_INDICES`.
    limit : float
        The consistency ratio above which the worst judgments and a repair are told.
    scale : str
        Of hierarchies: a key of :data:`ahp.core.SCALES`, on which answers from 1/9 to 9 become ratios.
        Consistency and agreement on single judgments are those of the answers.
    aggregate : {"judgments", "priorities", "arithmetic-priorities"}
        Of hierarchies: what is aggregated where several judged; see :meth:`ahp.Group.priorities`.
    synthesis : str, optional
        Of merits: a key of :data:`ahp.core.more.MERIT_METHODS`; unless given `quotient` where the merits
        have weights, which it adds before it divides (Wijnmalen 2007), and `multiplicative` otherwise.
    against : Hierarchy, optional
        Of a hierarchy: what was judged in the round before; what changed is told.
    inputs : sequence of (file, sha256, judgments)
        Where the model was read from.

    Returns
    -------
    JudgedHierarchy, JudgedMerits or JudgedNetwork
        The document as a dictionary that has `report`, `plot`, `to_frame` and `to_dict`, and shows itself in
        a notebook.

    Raises
    ------
    JudgmentError, StudyError
        If the model has no priorities in this mode or by this method, or an option is none of its kind.

    Examples
    --------
    >>> from ahp.model.hierarchy import Hierarchy
    >>> under = {"price": {("a", "b"): 2}, "safety": {("a", "b"): "1/4"}}
    >>> h = Hierarchy("car", {("price", "safety"): 3}, under)
    >>> judge(h)["ranking"]
    ['a', 'b']
    """
    limit = real_number(limit, "an acceptable consistency ratio", above=0.0, most=LARGEST_RATIO)
    if against is not None and not (isinstance(hierarchy, Hierarchy) and isinstance(against, Hierarchy)):
        raise StudyError(
            "a round before is one of a hierarchy, and so is what it is compared with; leave it out"
        )
    settings = Settings(mode, method, random_index, limit, scale, aggregate)
    if isinstance(hierarchy, Network):
        _refuse_unused(
            "a network",
            mode=mode != "distributive",
            scale=scale != "linear",
            aggregate=aggregate != "judgments",
            synthesis=synthesis is not None,
        )
        return JudgedNetwork(network_document(hierarchy, settings, inputs=inputs))
    if isinstance(hierarchy, Merits):
        return JudgedMerits(merits_document(hierarchy, settings, synthesis=synthesis, inputs=inputs))
    _refuse_unused("a hierarchy", synthesis=synthesis is not None)
    return JudgedHierarchy(
        hierarchy_document(hierarchy_given(hierarchy), settings, against=against, inputs=inputs)
    )


def _refuse_unused(model: str, **given: bool) -> None:
    """Refuse options that a kind of model has no use for."""
    unused = [name for name, is_given in given.items() if is_given]
    if unused:
        raise StudyError(f"{model} is judged without {listed(unused)}; leave it out")
