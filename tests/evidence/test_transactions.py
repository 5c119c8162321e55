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


def test_a_combination():
    for measure, options, expected in [
        ("throughput", {"combine": "sum"}, 100.0),
        ("throughput", {"combine": "worst"}, 10.0),
        ("throughput", {"transactions": "read"}, 60.0),
        ("throughput", {"combine": "sum", "transactions": ("read", "scan")}, 70.0),
        ("response_time_max", {"combine": "worst"}, 9.0),
        ("response_time_mean", {"combine": "mix"}, (60 * 1 + 30 * 4 + 10 * 20) / 100),
        ("response_time_mean", {"combine": "mix", "mix": (("read", 1), ("write", 1), ("scan", 2))}, 45 / 4),
        ("response_time_mean", {"combine": "mix", "transactions": ("read", "write")}, 180 / 90),
    ]:
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


def test_ratios_of_types_have_neither_a_sum_nor_a_mean():
    for combine in ["sum", "mix"]:
        for column, measure, cells in [
            ("compression_ratio", "compression_ratio", [2.0, 3.0, 4.0]),
            ("space_saving", "space_saving", ["10%", "20%", "30%"]),
            ("throughput_improvement", "throughput_improvement", ["10%", "20%", "30%"]),
        ]:
            table = {**TABLE, column: cells}
            with pytest.raises(
                ahp.StudyError, match=r"is a ratio, (and ratios of types do not|which has no mean)"
            ):
                _value(ahp.Criterion("c", BENEFIT, measure, combine=combine), table)
            assert _value(ahp.Criterion("c", BENEFIT, measure, combine="worst"), table) == pytest.approx(
                {"compression_ratio": 2.0, "space_saving": 1 / 0.9, "throughput_improvement": 1.1}[measure]
            )


def test_the_cpu_of_a_transaction_has_a_mean_and_no_sum():
    table = {**TABLE, "cpu_per_transaction_ms": [1.0, 2.0, 3.0]}
    mean = ahp.Criterion("c", BENEFIT, "cpu_per_transaction", combine="mix")
    assert _value(mean, table) == pytest.approx((60 * 1 + 30 * 2 + 10 * 3) / 100)
    with pytest.raises(ahp.StudyError, match="ratios of types do not add up"):
        _value(ahp.Criterion("c", BENEFIT, "cpu_per_transaction", combine="sum"), table)


def test_the_only_type_is_taken_as_it_is():
    table = {"alternative": ["a", "b"], "transaction": ["read", "read"], "tps": [1.0, 3.0]}
    assert _value(ahp.Criterion("c", BENEFIT, "throughput"), table) == 1.0


def test_the_only_type_of_one_alternative_is_not_that_of_all():
    table = {
        "alternative": ["a", "b", "b"],
        "transaction": ["read", "read", "write"],
        "tps": [1.0, 3.0, 2.0],
    }
    with pytest.raises(ahp.MeasureError, match="stands by transaction type only"):
        _value(ahp.Criterion("c", BENEFIT, "throughput"), table)


def test_the_only_type_is_not_compared_with_all_types_of_another():
    table = {"alternative": ["a", "b"], "transaction": ["read", ""], "tps": [1.0, 3.0]}
    with pytest.raises(ahp.MeasureError, match="'a' stands by transaction type only"):
        _value(ahp.Criterion("c", BENEFIT, "throughput"), table)


def test_a_type_without_a_weight_is_refused():
    mix = (("read", 1), ("write", 1))
    with pytest.raises(ahp.StudyError, match="its mix has no weight for 'scan'"):
        _value(ahp.Criterion("c", BENEFIT, "response_time_mean", combine="mix", mix=mix))


def test_a_mix_may_be_meant_for_several_scenarios():
    table = {
        "scenario": ["s", "s", "t"],
        "alternative": ["a"] * 3,
        "transaction": ["read", "write", "scan"],
        "response_time_mean_ms": [1.0, 4.0, 20.0],
    }
    criterion = ahp.Criterion(
        "c", BENEFIT, "response_time_mean", combine="mix", mix=(("read", 3), ("write", 1), ("scan", 1))
    )
    assert cell(ahp.read(table), "s", "a", criterion).values[0] == 7 / 4
    assert cell(ahp.read(table), "t", "a", criterion).values[0] == 20


def test_a_mix_without_throughputs_by_type_has_to_be_declared():
    table = {key: cells for key, cells in TABLE.items() if key != "tps"}
    found = _value(ahp.Criterion("c", BENEFIT, "response_time_mean", combine="mix"), table)
    assert isinstance(found, Missing)
    assert "'a' has no throughput in scenario 'default', transaction 'read'" in str(found.reason)


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
