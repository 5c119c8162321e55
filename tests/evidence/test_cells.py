"""From the cells of a table to one number for each run."""

import csv
import math

import numpy as np
import pytest

import ahp
from ahp.errors import MeasureError, StudyError, UnitError
from ahp.evidence.cells import Cell, Missing, aggregate, cell
from ahp.evidence.study import Criterion
from ahp.terms import Merit, Statistic

TYPES = {
    "alternative": ["none"] * 2 + ["lz4"] * 3,
    "transaction": ["pay", "order", "pay", "order", ""],
    "tps": [30.0, 10.0, 45.0, 15.0, 61.0],
    "response_time_mean_ms": [2.0, 6.0, 4.0, 8.0, 5.5],
    "response_time_max_ms": [20.0, 60.0, 40.0, 30.0, 41.0],
    "stored_bytes": [None, None, None, None, 7.0],
}


def found(table, alternative, *measures, scenario="default", merit=Merit.BENEFIT, **options):
    criterion = Criterion("c", merit, measures, **options)
    return cell(ahp.read(table), scenario, alternative, criterion)


def test_one_number_for_each_run_with_its_unit():
    table = {"alternative": ["a"] * 3, "run": ["2", "1", "3"], "tps": [5.0, 4.0, 6.0]}
    assert found(table, "a", "throughput") == Cell(("2", "1", "3"), (5.0, 4.0, 6.0), "1/s")


def test_measures_are_added_run_by_run():
    table = {"alternative": ["a"] * 2, "run": [1, 2], "cpu_system_pct": [2, 3], "cpu_user_pct": [6, 16]}
    assert found(table, "a", "cpu_system", "cpu_user") == Cell(("1", "2"), (8.0, 19.0), "%")


def test_a_ratio_comes_from_the_sizes_where_it_was_not_measured():
    table = {"alternative": ["a"], "original_bytes": ["4 MiB"], "stored_bytes": ["1048576"]}
    assert found(table, "a", "compression_ratio") == Cell(("",), (4.0,), "x")
    assert found({**table, "compression_ratio": [3.0]}, "a", "compression_ratio").values == (3.0,)


# --- transaction types -----------------------------------------------------------------------------------


def test_types_become_one_number():
    for measure, options, expected in [
        ("throughput", {"combine": "sum"}, 30 + 10),
        ("throughput", {"combine": "worst"}, 10),  # more is better, so the least is the worst
        ("response_time_max", {"combine": "worst"}, 60),
        ("response_time_mean", {"combine": "mix"}, (2 * 30 + 6 * 10) / 40),  # by the throughput of each
        ("response_time_mean", {"combine": "mix", "mix": {"pay": 1, "order": 3}}, (2 * 1 + 6 * 3) / 4),
        ("response_time_mean", {"combine": "mix", "mix": {"pay": 0, "order": 3, "unused": 9}}, 6),
        ("response_time_max", {"transactions": ("pay",)}, 20),
        ("response_time_max", {"transactions": ("pay",), "combine": "worst"}, 20),
        ("throughput", {"transactions": ("order", "pay"), "combine": "sum"}, 40),
    ]:
        assert found(TYPES, "none", measure, **options).values == (pytest.approx(expected, rel=1e-15),)


def test_the_row_of_all_types_is_used_where_no_combination_is_asked_for():
    assert found(TYPES, "lz4", "throughput").values == (61.0,)


def test_a_combination_is_made_of_the_types_not_of_the_row_of_all():
    assert found(TYPES, "lz4", "throughput", combine="sum").values == (60.0,)


def test_what_was_measured_for_all_types_together_needs_no_combination():
    assert found(TYPES, "lz4", "stored_bytes", combine="mix").values == (7.0,)


def test_types_without_a_combination_are_refused():
    with pytest.raises(MeasureError) as raised:
        found(TYPES, "none", "throughput")
    assert str(raised.value) == (
        "<mapping>, line 1: criterion 'c': throughput of 'none' stands by transaction type only "
        "('pay', 'order'); name one in a study (--study FILE), transaction = 'pay', or say how they combine, "
        "combine = 'sum'"
    )


def test_all_alternatives_are_compared_on_the_same_types():
    table = {key: cells[:3] for key, cells in TYPES.items()}  # lz4 has `pay` only
    gap = found(table, "lz4", "throughput", combine="sum")
    assert isinstance(gap, Missing)
    assert str(gap.reason) == (
        "<mapping>, line 3: 'lz4' has no throughput in scenario 'default', transaction 'order'; "
        "fill it in, or leave the alternative out with --drop-incomplete"
    )


def test_a_total_is_never_compared_with_a_combination_of_types():
    table = {key: [*cells[:2], cells[4]] for key, cells in TYPES.items()}  # lz4 has the row of all only
    gap = found(
        {**table, "alternative": ["none", "none", "lz4"]}, "lz4", "response_time_max", combine="worst"
    )
    assert isinstance(gap, Missing)
    assert "'lz4' has no response_time_max in scenario 'default', transaction 'pay'" in str(gap.reason)


def test_combinations_without_a_meaning_are_refused():
    for measure, options, message in [
        (
            "response_time_max",
            {"combine": "mix"},
            "criterion 'c': response_time_max has no mean over types; combine = 'worst' has a meaning",
        ),
        (
            "throughput",
            {"combine": "mix"},
            "criterion 'c': throughputs of transaction types add up; use combine = 'sum'",
        ),
        (
            "response_time_mean",
            {"combine": "sum"},
            "criterion 'c': response times of types do not add up",
        ),
        (
            "throughput",
            {"transactions": ("pay", "browse"), "combine": "sum"},
            "criterion 'c': throughput has no transaction 'browse' in scenario 'default'; it has 'pay', 'order'",
        ),
        (
            "stored_bytes",
            {"transactions": ("pay",)},
            "criterion 'c': stored_bytes has no transaction 'pay' in scenario 'default'; it has none",
        ),
        (
            "response_time_mean",
            {"combine": "mix", "mix": {"pay": 1}},
            "criterion 'c': its mix has no weight for 'order'",
        ),
    ]:
        with pytest.raises(StudyError) as raised:
            found(TYPES, "lz4", measure, **options)
        assert str(raised.value) == message


def test_a_mix_by_throughput_needs_the_throughput_of_each_type():
    table = {**TYPES, "tps": [30.0, None, 45.0, 15.0, 61.0]}
    gap = found(table, "none", "response_time_mean", combine="mix")
    assert str(gap.reason) == (
        "<mapping>, line 2, column 'tps': found an empty cell: 'none' has no throughput in scenario 'default', "
        "transaction 'order'; fill it in, or leave the alternative out with --drop-incomplete"
    )


def test_a_mix_of_nothing_is_refused():
    table = {**TYPES, "tps": [0.0] * 5}
    with pytest.raises(
        MeasureError, match="criterion 'c': the shares of the transaction types of 'none' are 0"
    ):
        found(table, "none", "response_time_mean", combine="mix")


def test_the_mix_of_pgbenchs_types_is_pgbenchs_own_mean(examples):
    study = ahp.Study.from_toml(examples / "pg_wal_runs.toml")
    criterion = next(c for c in study.criteria if c.name == "response_time")
    m = ahp.read(examples / "pg_wal_runs.csv", study=study)
    with (examples / "pg_wal_runs.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    printed = {
        (row["alternative"], row["run"]): float(row["response_time_mean_ms"])
        for row in rows
        if not row["transaction"]
    }
    mixed = {
        (alternative, run): value
        for alternative in m.alternatives(m.scenarios[0])
        for found in [cell(m, m.scenarios[0], alternative, criterion)]
        for run, value in zip(found.runs, found.values, strict=True)
    }
    assert mixed.keys() == printed.keys()
    assert len(mixed) == 12
    # pgbench prints thousandths of a millisecond
    assert max(abs(mixed[key] - printed[key]) for key in printed) <= 0.0005


# --- what is missing -------------------------------------------------------------------------------------


def test_an_empty_cell_is_told_with_its_place():
    gap = found({"alternative": ["a", "b"], "tps": ["1", "n/a"]}, "b", "throughput")
    assert str(gap.reason) == (
        "<mapping>, line 2, column 'tps': found 'n/a': 'b' has no throughput in scenario 'default'; "
        "fill it in, or leave the alternative out with --drop-incomplete"
    )


def test_an_empty_run_is_told_by_its_name():
    gap = found({"alternative": ["a", "a"], "run": [1, 2], "tps": ["1", ""]}, "a", "throughput")
    assert "'a' has no throughput in scenario 'default', run '2'" in str(gap.reason)


def test_a_measure_that_an_alternative_lacks_is_told_with_its_row():
    table = {"alternative": ["a", "b"], "measure": ["tps", "cpu"], "value": [1, 2]}
    gap = found(table, "b", "throughput")
    assert str(gap.reason).startswith("<mapping>, line 2: 'b' has no throughput in scenario 'default';")


def test_an_alternative_without_a_single_number_has_no_place():
    table = {"alternative": ["a", "b"], "measure": ["cpu", "tps"], "value": [1, None]}
    assert str(found(table, "b", "cpu").reason).startswith("'b' has no cpu in scenario 'default';")


def test_another_statistic_of_the_response_time_does_not_fill_in():
    table = {"alternative": ["a", "b"], "p95 (ms)": ["5", ""], "max response time (ms)": ["", "9"]}
    gap = found(table, "b", "response_time_p95")
    assert "(it has 'response_time_max'; two statistics are never mixed)" in str(gap.reason)


@pytest.mark.parametrize(
    ("absent", "told"), [("original_bytes", "compression_ratio"), ("stored_bytes", "stored_bytes")]
)
def test_a_ratio_lacks_what_its_sizes_lack(absent, told):
    table = {"alternative": ["a", "b"], "original_bytes": [8, 8], "stored_bytes": [8, 2]}
    table[absent] = [8, None]
    assert f"'b' has no {told} in scenario 'default'" in str(found(table, "b", "compression_ratio").reason)


# --- what a ratio cannot be made of ------------------------------------------------------------------------


def test_a_zero_is_told_with_its_own_cell_not_that_of_another_run():
    table = {"alternative": ["a"] * 3, "run": [1, 2, 3], "tps": [4, 0, 5]}
    with pytest.raises(MeasureError) as raised:
        found(table, "a", "throughput")
    assert str(raised.value) == (
        "<mapping>, line 2, column 'tps': throughput of 'a' in 'default' is 0; a ratio needs a number "
        "greater than 0; correct the cell, or leave the criterion out"
    )


def test_a_zero_among_parts_is_none_of_the_sum():
    table = {"alternative": ["a"], "cpu_system_pct": [0], "cpu_user_pct": [6]}
    assert found(table, "a", "cpu_system", "cpu_user").values == (6.0,)
    with pytest.raises(MeasureError, match=r"cpu_system \+ cpu_user of 'a' in 'default' is 0"):
        found({**table, "cpu_user_pct": [0]}, "a", "cpu_system", "cpu_user")


@pytest.mark.parametrize(
    ("original", "stored", "culprit"), [(8, 0, "stored_bytes"), (0, 8, "original_bytes")]
)
def test_a_size_of_zero_is_to_blame_for_its_ratio(original, stored, culprit):
    table = {"alternative": ["a"], "original_bytes": [original], "stored_bytes": [stored]}
    with pytest.raises(MeasureError) as raised:
        found(table, "a", "compression_ratio")
    assert str(raised.value).startswith(
        f"<mapping>, line 1, column '{culprit}': {culprit} of 'a' in 'default' is 0;"
    )


@pytest.mark.parametrize("number", [1e-200, 1e200])
def test_numbers_whose_ratios_overflow_are_refused(number):
    with pytest.raises(MeasureError) as raised:
        found({"alternative": ["a"], "tps": [number]}, "a", "throughput")
    assert str(raised.value) == (
        f"<mapping>, line 1, column 'tps': throughput of 'a' in 'default' is {number:g}; a ratio needs a "
        "number between 1e-150 and 1e+150; correct the cell, or leave the criterion out"
    )


@pytest.mark.parametrize(
    ("table", "measures"),
    [
        ({"cpu_system_pct": [1e308], "cpu_user_pct": [1e308]}, ("cpu_system", "cpu_user")),
        ({"original_bytes": [1e300], "stored_bytes": [1e-300]}, ("compression_ratio",)),
    ],
)
def test_sums_and_ratios_that_overflow_are_refused_without_a_warning(table, measures):
    with pytest.raises(MeasureError, match="a ratio needs a number between"):
        found({"alternative": ["a"], **table}, "a", *measures)


def test_parts_in_different_units_are_never_added():
    table = {"alternative": ["a"], "cpu_system": ["5 %core"], "cpu_user": ["6 %"]}
    with pytest.raises(UnitError) as raised:
        found(table, "a", "cpu_system", "cpu_user")
    assert str(raised.value) == (
        "<mapping>, line 1, column 'cpu_user': cpu_user of 'a' in 'default' is in %, cpu_system in %core; "
        "give both in one unit"
    )


def test_sizes_in_different_units_give_no_ratio():
    table = {"alternative": ["a"], "original_bytes": ["5 MB"], "stored_bytes": ["6 B"]}
    with pytest.raises(UnitError) as raised:
        found(table, "a", "compression_ratio")
    assert str(raised.value) == (
        "<mapping>, line 1, column 'stored_bytes': stored_bytes of 'a' in 'default' is in B, "
        "original_bytes in MB; give both in one unit"
    )


# --- runs become one number --------------------------------------------------------------------------------


def test_statistics():
    for statistic, expected in [
        (Statistic.GEOMETRIC_MEAN, 4.0),
        (Statistic.MEAN, 14 / 3),
        (Statistic.MEDIAN, 4.0),
    ]:
        assert aggregate(np.array([2.0, 8.0, 4.0]), statistic) == pytest.approx(expected, rel=1e-15)


def test_one_run_is_its_own_statistic_to_the_last_digit():
    for statistic in Statistic:
        assert float(aggregate(np.array([0.1 + 0.2]), statistic)) == 0.1 + 0.2


def test_runs_are_the_last_axis_of_any_batch():
    for statistic in Statistic:
        batch = np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]])
        assert aggregate(batch, statistic).shape == (2, 2)
        assert aggregate(batch, statistic)[1, 0] == aggregate(batch[1, 0], statistic)


def test_a_measure_and_its_reciprocal_agree_in_the_geometric_mean_only():
    x = np.array([1.0, 2.0, 10.0])
    geometric = aggregate(x, Statistic.GEOMETRIC_MEAN) * aggregate(1 / x, Statistic.GEOMETRIC_MEAN)
    assert geometric == pytest.approx(1.0, rel=1e-15)
    assert not math.isclose(aggregate(x, Statistic.MEAN) * aggregate(1 / x, Statistic.MEAN), 1.0, rel_tol=0.1)


@pytest.mark.parametrize(
    ("column", "cell_text", "low", "high"),
    [
        ("cpu_pct", "9", 8.5, 9.5),
        ("compression_ratio", "1.69", 1.685, 1.695),
        ("throughput_improvement", "10%", 1.095, 1.105),
    ],
)
def test_the_ends_of_what_printed_digits_allow(column, cell_text, low, high):
    measurements = ahp.read({"alternative": ["none", "a"], column: [cell_text, cell_text]})
    name = measurements.measures("default")[0]
    merit = "cost" if name == "cpu" else "benefit"
    criterion = Criterion("c", merit, (name,))
    found = [cell(measurements, "default", "a", criterion, end=end).values[0] for end in (-1, 1)]
    assert found == pytest.approx([low, high], abs=1e-12)


def test_the_ends_of_a_ratio_of_sizes_are_those_of_its_sizes():
    measurements = ahp.read({"alternative": ["a"], "original_bytes": ["100"], "stored_bytes": ["50"]})
    criterion = Criterion("c", "benefit", ("compression_ratio",))
    found = [cell(measurements, "default", "a", criterion, end=end).values[0] for end in (-1, 0, 1)]
    assert found == pytest.approx([99.5 / 50.5, 2.0, 100.5 / 49.5])
