"""Transaction types as one number, each combination against arithmetic by hand."""

import pytest

import ahp
from ahp.evidence.cells import cell
from ahp.evidence.spots import Missing

BENEFIT = ahp.Merit.BENEFIT
TABLE = {
    "alternative": ["a"] * 3,
    "transaction": ["read", "write", "scan"],
    "tps": [60.0, 30.0, 10.0],
    "response_time_mean_ms": [1.0, 4.0, 20.0],
    "response_time_max_ms": [9.0, 7.0, 8.0],
}


def _value(criterion, table=TABLE):
    found = cell(ahp.read(table), "default", "a", criterion)
    return found if isinstance(found, Missing) else found.values[0]


@pytest.mark.parametrize(
    ("measure", "options", "expected"),
    [
        ("throughput", {"combine": "sum"}, 100.0),
        ("throughput", {"combine": "worst"}, 10.0),
        ("throughput", {"transactions": "read"}, 60.0),
        ("throughput", {"combine": "sum", "transactions": ("read", "scan")}, 70.0),
        ("response_time_max", {"combine": "worst"}, 9.0),
        ("response_time_mean", {"combine": "mix"}, (60 * 1 + 30 * 4 + 10 * 20) / 100),
        ("response_time_mean", {"combine": "mix", "mix": (("read", 1), ("write", 1), ("scan", 2))}, 45 / 4),
        ("response_time_mean", {"combine": "mix", "transactions": ("read", "write")}, 180 / 90),
    ],
)
def test_a_combination(measure, options, expected):
    options = {**options, "combine": ahp.Combine(options["combine"])} if "combine" in options else options
    assert _value(ahp.Criterion("c", BENEFIT, measure, **options)) == pytest.approx(expected, rel=1e-14)


def test_types_without_a_combination_are_refused():
    with pytest.raises(
        ahp.MeasureError, match="stands by transaction type only \\('read', 'write', 'scan'\\)"
    ):
        _value(ahp.Criterion("c", BENEFIT, "throughput"))


@pytest.mark.parametrize("measure", ["throughput", "response_time_max"])
def test_a_mean_without_a_meaning_is_refused(measure):
    with pytest.raises(ahp.StudyError, match=r"add up|has no mean over types"):
        _value(ahp.Criterion("c", BENEFIT, measure, combine=ahp.Combine.MIX))


def test_a_type_that_one_alternative_lacks_is_missing_not_skipped():
    table = {
        "alternative": ["a", "a", "b"],
        "transaction": ["read", "write", "read"],
        "tps": [1.0, 2.0, 3.0],
    }
    criterion = ahp.Criterion("c", BENEFIT, "throughput", combine=ahp.Combine.SUM)
    found = cell(ahp.read(table), "default", "b", criterion)
    assert isinstance(found, Missing)
    assert "'b' has no throughput in scenario 'default', transaction 'write'" in str(found.reason)
