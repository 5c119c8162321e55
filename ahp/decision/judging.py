"""What people's judgments say: of a hierarchy, of four merits, or of a network, each as its document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from ahp.core.gate import real_number
from ahp.core.inspection import LARGEST_RATIO
from ahp.core.priorities import DEFAULT_METHOD
from ahp.core.random_index import DEFAULT_TABLE
from ahp.decision.judged import JudgedHierarchy, JudgedMerits, JudgedNetwork
from ahp.decision.judging_models import hierarchy_document, merits_document, network_document
from ahp.decision.judging_people import Settings
from ahp.errors import StudyError, listed
from ahp.model.hierarchy import Hierarchy, hierarchy_given
from ahp.model.merits import Merits
from ahp.model.network import Network
from ahp.terms import ACCEPTABLE

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
