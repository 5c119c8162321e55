"""Random matrices for properties: of all indices, with and without a baseline that competes."""

import contextlib
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from making import made

import ahp
from ahp.decision.gather import Rules, gather
from ahp.evidence.defaults import default_study
from ahp.evidence.indices import check
from ahp.terms import Index, Merit

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def allowed(cost, storage):
    """The indices that a criterion may have."""
    merit = Merit.COST if cost else Merit.BENEFIT
    found = []
    for index in set(Index) - {Index.AUTO}:
        with contextlib.suppress(ahp.StudyError):
            check(index, merit, "c", storage=storage)
            found.append(index)
    return sorted(found, key=lambda index: index.value)


@st.composite
def matrices(draw, most=5, criteria=4, competing=None):
    """A matrix of one run at which every index is positive; of all that a criterion may have."""
    n = draw(st.integers(1, most))
    k = draw(st.integers(1, criteria))
    merits = draw(st.sampled_from(["both", "both", "benefit", "cost"]))
    is_cost = tuple(
        {"benefit": False, "cost": True}.get(merits, bool(c % 2) if k > 1 else False) for c in range(k)
    )
    competes = draw(st.booleans()) if competing is None else competing
    columns = tuple("abcdefgh"[:n]) + (() if competes else ("none",))
    reference = 0 if competes else n
    straight = tuple(draw(st.booleans()) for _ in range(k))
    kinds, references, storage = [], [], []
    for cost in is_cost:
        of_space = not cost and draw(st.booleans())
        kind = Index.RELATIVE if competes else draw(st.sampled_from(allowed(cost, of_space)))
        kinds.append(kind)
        references.append(None if kind is Index.VALUE else reference)
        storage.append(of_space)
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    x = np.empty((k, len(columns)))
    for c in range(k):
        gain = np.exp(rng.uniform(0.01, 2.0, len(columns)))  # every relative above 1: every index positive
        if kinds[c] in (Index.RELATIVE, Index.VALUE):
            gain = np.exp(rng.uniform(-1.5, 1.5, len(columns)))
        x[c] = (gain if straight[c] else 1 / gain) * np.exp(rng.uniform(-3, 3))
        if references[c] is not None:
            x[c, references[c]] = x[c, 0] / gain[0] if straight[c] else x[c, 0] * gain[0]
    weights = rng.uniform(0.05, 1.0, k)
    for merit in (True, False):
        group = [c for c in range(k) if is_cost[c] is merit]
        if group:
            weights[group] /= weights[group].sum()
    return made(
        {name: x[:, [j]] for j, name in enumerate(columns)},
        tuple(f"c{c}" for c in range(k)),
        is_cost=is_cost,
        straight=straight,
        storage=tuple(storage),
        weights=tuple(weights.tolist()),
        indices=tuple(kinds),
        naturals=(None,) * k,
        references=tuple(references),
    )


def matrix_of(measurements, scenario, baseline):
    """The matrix of a scenario under the default study."""
    return gather(measurements, default_study(measurements), scenario, Rules(baseline))[0]


def study_matrix(scenario):
    """The matrix of a scenario of the study of ZFS."""
    return matrix_of(ahp.read(EXAMPLES / "zfs_oltp.csv"), scenario, "Baseline")
