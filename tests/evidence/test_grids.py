"""A grid gives the numbers that its cells give, to the last bit, and none where a cell is unusual."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.evidence.cells import Cell, cell
from ahp.evidence.grids import grid
from ahp.evidence.measurements import Measurements
from ahp.evidence.records import Measurement
from ahp.terms import Combine, Merit

CPU = ahp.Criterion("cpu", Merit.COST, ("cpu_system", "cpu_user"))


def measured(own, served=()):
    """Measurements of (alternative, run): a number; what is served names no run."""
    rows = [
        Measurement("s", name, run, "", measure, value, "%", 0.05)
        for (name, run), value in own.items()
        for measure in CPU.measures
        if (name, measure) not in served
    ]
    rows += [Measurement("s", *key[:1], "", "", key[1], 7.3, "%", 0.5) for key in served]
    return Measurements.of(rows)


@given(
    st.dictionaries(
        st.tuples(st.sampled_from("abc"), st.sampled_from(["", "1", "2", "x"])),
        st.floats(0.5, 1e6),
        min_size=1,
    ),
    st.sets(st.tuples(st.sampled_from("abc"), st.sampled_from(CPU.measures))),
    st.sampled_from([-1, 0, 1]),
)
def test_a_grid_is_its_cells(own, served, end):
    named = {name for name, run in own if run}
    own = {key: value for key, value in own.items() if key[1] or key[0] not in named}
    served = {key for key in served if key[0] in named}
    found = measured(own, served)
    laid = grid(found, "s", CPU, end=end)
    cells = [cell(found, "s", name, CPU, end=end) for name in found.alternatives("s")]
    assert (laid is not None) == all(isinstance(each, Cell) for each in cells)
    for values, each in zip(laid.values if laid is not None else (), cells, strict=laid is not None):
        assert values[: len(each.runs)].tolist() == list(each.values)
        assert np.isnan(values[len(each.runs) :]).all()
        assert laid.unit == each.unit


def test_a_hole_a_type_a_foreign_unit_and_a_zero_are_for_cells():
    usual = measured({("a", "1"): 2.0, ("b", "1"): 3.0})
    row = usual.rows[0]
    assert grid(usual, "s", CPU).values.tolist() == [[4.0], [6.0]]
    for other in (None, row._replace(transaction="t"), row._replace(value=0.0), row._replace(value=1e200)):
        rows = [] if other is None else [other]
        changed = replace(usual, rows=(*rows, *usual.rows[1:]))
        expected = grid(changed, "s", replace(CPU, measures=("cpu_user",)))
        assert expected.values.tolist() == [[2.0], [3.0]]
        if other is None or other.value != 0.0:  # 0 and a number above it have a sum
            assert grid(changed, "s", CPU) is None
    units = [each._replace(unit="s" if each.measure == "cpu_user" else "%") for each in usual.rows]
    assert grid(replace(usual, rows=tuple(units)), "s", CPU) is None
    assert grid(usual, "s", replace(CPU, combine=Combine.SUM)) is None
    assert grid(usual, "s", replace(CPU, transactions=("t",))) is None


def test_the_digits_of_a_printed_index_are_for_cells():
    rows = [Measurement("s", name, "", "", "cpu_overhead", 1.2, "fraction", 0.05) for name in "ab"]
    overhead = ahp.Criterion("cpu", Merit.COST, ("cpu_overhead",))
    found = Measurements.of(rows)
    assert grid(found, "s", overhead).values.tolist() == [[1.2], [1.2]]
    assert grid(found, "s", overhead, end=1) is None


def test_a_printed_0_stands_for_a_little_more_and_never_for_less():
    found = measured({("a", ""): 0.0, ("b", ""): 2.0}, served=())
    rows = [row._replace(value=2.0) if row.measure == "cpu_user" else row for row in found.rows]
    found = replace(found, rows=tuple(rows))
    for end, printed in ((-1, [[1.95], [3.9]]), (1, [[2.1], [4.1]])):
        laid = grid(found, "s", CPU, end=end)
        assert laid.values == pytest.approx(np.array(printed))
        assert [list(cell(found, "s", name, CPU, end=end).values) for name in "ab"] == laid.values.tolist()
