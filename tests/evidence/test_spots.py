"""A spot reads by run and type, and says exactly which cell is missing."""

import io

import ahp
from ahp.evidence.spots import Spot

TABLE = """alternative,run,transaction,tps,compression_ratio
a,1,x,10,
a,1,y,20,
a,2,x,11,
a,2,y,,
"""


def _spot(text=TABLE):
    m = ahp.read(io.StringIO(text), io.StringIO("alternative,compression_ratio\na,2\n"))
    return Spot(m, "default", "a", ahp.Criterion("c", ahp.Merit.BENEFIT, "throughput"))


def test_kinds_are_those_of_the_run():
    spot = _spot()
    assert {kind: m.value for kind, m in spot.kinds("throughput", "1").items()} == {"x": 10, "y": 20}
    assert set(spot.kinds("throughput", "2")) == {"x"}


def test_what_names_no_run_serves_every_run():
    spot = _spot()
    assert spot.kinds("compression_ratio", "1")[""].value == 2
    assert spot.kinds("compression_ratio", "2")[""].value == 2


def test_the_empty_cell_of_that_run_and_type_is_named():
    reason = _spot().missing("throughput", "2", "y").reason
    assert (reason.line, reason.column) == (5, "tps")
    assert "run '2', transaction 'y'" in str(reason)


def test_without_an_empty_cell_the_alternatives_row_is_named():
    reason = _spot().missing("cpu").reason
    assert (reason.line, reason.column) == (2, None)
