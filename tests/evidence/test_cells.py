"""From the cells of a table to one number for each run, one by one and in grids, and what is missing."""

import csv
import io
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.errors import MeasureError, StudyError, UnitError
from ahp.evidence.cells import Cell, Missing, aggregate, alike, cell, grid
from ahp.evidence.measurements import Measurements
from ahp.evidence.records import Measurement
from ahp.evidence.study import Criterion
from ahp.terms import Combine, Merit, Statistic

TYPES = {
    "alternative": ["none"] * 2 + ["lz4"] * 3,
    "transaction": ["pay", "order", "pay", "order", ""],
    "tps": [30.0, 10.0, 45.0, 15.0, 61.0],
    "response_time_mean_ms": [2.0, 6.0, 4.0, 8.0, 5.5],
    "response_time_max_ms": [20.0, 60.0, 40.0, 30.0, 41.0],
    "stored_bytes": [None, None, None, None, 7.0],
}
THREE = {
    "alternative": ["a"] * 3,
    "transaction": ["read", "write", "scan"],
    "tps": [60.0, 30.0, 10.0],
    "response_time_mean_ms": [1.0, 4.0, 20.0],
    "cpu_per_transaction_ms": [1.0, 2.0, 3.0],
    "compression_ratio": [2.0, 3.0, 4.0],
    "space_saving": ["10%", "20%", "30%"],
    "throughput_improvement": ["10%", "20%", "30%"],
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
    assert found({**table, "compression_ratio": [4.05]}, "a", "compression_ratio").values == (4.05,)


def test_what_names_no_run_serves_every_run():
    table = {
        "alternative": ["a"] * 3,
        "run": [1, 2, ""],
        "tps": [5, 6, None],
        "compression_ratio": [None, None, 2],
    }
    assert found(table, "a", "compression_ratio").values == (2.0, 2.0)


def test_types_become_one_number():
    shares = {"read": 1, "write": 1, "scan": 2}
    for table, name, measure, options, expected in [
        (TYPES, "none", "throughput", {"combine": "sum"}, 30 + 10),
        (TYPES, "none", "throughput", {"combine": "worst"}, 10),  # more is better, so the least is the worst
        (TYPES, "none", "response_time_max", {"combine": "worst"}, 60),
        (TYPES, "none", "response_time_mean", {"combine": "mix"}, (2 * 30 + 6 * 10) / 40),  # by throughput
        (TYPES, "none", "response_time_mean", {"combine": "mix", "mix": {"pay": 1, "order": 3}}, 20 / 4),
        (TYPES, "none", "response_time_mean", {"combine": "mix", "mix": {"pay": 0, "order": 3, "unused": 9}}, 6),
        (TYPES, "none", "response_time_max", {"transactions": ("pay",)}, 20),
        (TYPES, "none", "response_time_max", {"transactions": ("pay",), "combine": "worst"}, 20),
        (TYPES, "none", "throughput", {"transactions": ("order", "pay"), "combine": "sum"}, 40),
        (TYPES, "lz4", "throughput", {}, 61),  # the row of all types, where no combination is asked for
        (TYPES, "lz4", "throughput", {"combine": "sum"}, 60),  # of the types, not of the row of all
        (TYPES, "lz4", "stored_bytes", {"combine": "mix"}, 7),  # measured for all types together
        (THREE, "a", "throughput", {"combine": "sum", "transactions": ("read", "scan")}, 70),
        (THREE, "a", "response_time_mean", {"combine": "mix"}, (60 * 1 + 30 * 4 + 10 * 20) / 100),
        (THREE, "a", "response_time_mean", {"combine": "mix", "mix": shares}, 45 / 4),
        (THREE, "a", "response_time_mean", {"combine": "mix", "transactions": ("read", "write")}, 180 / 90),
        (THREE, "a", "cpu_per_transaction", {"combine": "mix"}, (60 * 1 + 30 * 2 + 10 * 3) / 100),
        (THREE, "a", "compression_ratio", {"combine": "worst"}, 2),
        (THREE, "a", "space_saving", {"combine": "worst"}, 1 / 0.9),
        (THREE, "a", "throughput_improvement", {"combine": "worst"}, 1.1),
    ]:  # fmt: skip
        assert found(table, name, measure, **options).values == (pytest.approx(expected, rel=1e-14),)


def test_combinations_without_a_meaning_are_refused():
    for table, measure, options, message in [
        (TYPES, "response_time_max", {"combine": "mix"}, "has no mean over types; combine = 'worst' has a meaning"),
        (TYPES, "throughput", {"combine": "mix"}, "throughputs of transaction types add up; use combine = 'sum'"),
        (TYPES, "response_time_mean", {"combine": "sum"}, "response times of types do not add up"),
        (TYPES, "throughput", {"transactions": ("pay", "browse"), "combine": "sum"}, "in scenario 'default'; it has 'pay', 'order'"),
        (TYPES, "stored_bytes", {"transactions": ("pay",)}, "has no transaction 'pay' in scenario 'default'; it has none"),
        (TYPES, "response_time_mean", {"combine": "mix", "mix": {"pay": 1}}, "its mix has no weight for 'order'"),
        (THREE, "cpu_per_transaction", {"combine": "sum"}, "ratios of types do not add up"),
        (THREE, "compression_ratio", {"combine": "sum"}, "is a ratio, and ratios of types do not"),
        (THREE, "compression_ratio", {"combine": "mix"}, "is a ratio, which has no mean"),
        (THREE, "space_saving", {"combine": "sum"}, "is a ratio, and ratios of types do not"),
        (THREE, "space_saving", {"combine": "mix"}, "is a ratio, which has no mean"),
        (THREE, "throughput_improvement", {"combine": "sum"}, "is a ratio, and ratios of types do not"),
    ]:  # fmt: skip
        with pytest.raises(StudyError) as raised:
            found(table, table["alternative"][-1], measure, **options)
        assert str(raised.value).startswith("criterion 'c': ")
        assert message in str(raised.value)


def test_types_without_a_combination_are_refused():
    with pytest.raises(MeasureError) as raised:
        found(TYPES, "none", "throughput")
    assert str(raised.value) == (
        "<mapping>, line 1: criterion 'c': throughput of 'none' stands by transaction type only "
        "('pay', 'order'); name one in a study (--study FILE), transaction = 'pay', or say how they combine, "
        "combine = 'sum'"
    )
    for names, types in [
        (["a", "b", "b"], ["read", "read", "write"]),  # the only type of one is not that of all
        (["a", "b"], ["read", ""]),  # nor all types of another
    ]:
        with pytest.raises(MeasureError, match="'a' stands by transaction type only"):
            found(
                {"alternative": names, "transaction": types, "tps": [1, 3, 2][: len(names)]},
                "a",
                "throughput",
            )
    alone = {"alternative": ["a", "b"], "transaction": ["read", "read"], "tps": [1.0, 3.0]}
    assert found(alone, "a", "throughput").values == (1.0,)


def test_a_mix_of_nothing_is_refused():
    table = {**TYPES, "tps": [0.0] * 5}
    with pytest.raises(MeasureError, match="'c': the shares of the transaction types of 'none' are 0"):
        found(table, "none", "response_time_mean", combine="mix")


def test_a_mix_may_be_meant_for_several_scenarios():
    table = {**THREE, "scenario": ["s", "s", "t"]}
    for scenario, expected in (("s", 7 / 4), ("t", 20)):
        mixed = {"combine": "mix", "mix": {"read": 3, "write": 1, "scan": 1}, "scenario": scenario}
        assert found(table, "a", "response_time_mean", **mixed).values == (expected,)


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


ADVICE = "; fill it in, or leave the alternative out with --drop-incomplete"
CELL = "<mapping>, line 2, column 'tps'"
SIZES = {"alternative": ["a", "b"], "original_bytes": [8, 8], "stored_bytes": [8, 2]}


def test_what_is_missing_is_told_with_its_place():
    lacks_order = {key: cells[:3] for key, cells in TYPES.items()}  # lz4 has `pay` only
    all_alone = {key: [*cells[:2], cells[4]] for key, cells in TYPES.items()}  # lz4 has the row of all only
    p95, most = {"p95 (ms)": ["5", ""]}, {"max response time (ms)": ["", "9"]}
    no_rates = {key: THREE[key] for key in THREE if key != "tps"}
    one_rate = {**TYPES, "tps": [30.0, None, 45.0, 15.0, 61.0]}  # a mix needs the throughput of each type
    by_run = {
        "alternative": ["a"] * 4,
        "run": [1, 1, 2, 2],
        "transaction": ["x", "y"] * 2,
        "tps": [1, 2, 3, ""],
    }
    ab = {"alternative": ["a", "b"]}
    for table, name, measure, options, start, words in [
        (ab | {"tps": ["1", "n/a"]}, "b", "throughput", {}, f"{CELL}: found 'n/a'", "'b' has no throughput in scenario 'default'" + ADVICE),
        ({"alternative": ["a", "a"], "run": [1, 2], "tps": ["1", ""]}, "a", "throughput", {}, CELL, "in scenario 'default', run '2'"),
        (by_run, "a", "throughput", {"combine": "sum"}, "<mapping>, line 4, column 'tps'", "run '2', transaction 'y'"),
        (ab | {"measure": ["tps", "cpu"], "value": [1, 2]}, "b", "throughput", {}, "<mapping>, line 2: 'b' has no throughput", ""),
        # without a single number there is no place
        (ab | {"measure": ["cpu", "tps"], "value": [1, None]}, "b", "cpu", {}, "'b' has no cpu in scenario 'default';", ""),
        (ab | p95 | most, "b", "response_time_p95", {}, "<mapping>", "(it has 'response_time_max'; two statistics are never mixed)"),
        (SIZES | {"original_bytes": [8, None]}, "b", "compression_ratio", {}, "<mapping>", "'b' has no compression_ratio in"),
        (SIZES | {"stored_bytes": [8, None]}, "b", "compression_ratio", {}, "<mapping>", "'b' has no stored_bytes in"),
        (lacks_order, "lz4", "throughput", {"combine": "sum"}, "<mapping>, line 3: ", "'default', transaction 'order'" + ADVICE),
        (all_alone, "lz4", "response_time_max", {"combine": "worst"}, "<mapping>, line 3: ", "'default', transaction 'pay'"),
        (one_rate, "none", "response_time_mean", {"combine": "mix"}, f"{CELL}: found an empty cell: ", "transaction 'order'" + ADVICE),
        (no_rates, "a", "response_time_mean", {"combine": "mix"}, "<mapping>, line 1", "'a' has no throughput in scenario"),
    ]:  # fmt: skip
        gap = found(table, name, measure, **options)
        assert isinstance(gap, Missing)
        assert str(gap.reason).startswith(start)
        assert words in str(gap.reason)


def test_what_no_ratio_can_be_made_of_is_told_with_its_own_cell():
    runs = {"alternative": ["a"] * 3, "run": [1, 2, 3], "tps": [4, 0, 5]}
    ratio, cpu, zero = ["compression_ratio"], ["cpu_system", "cpu_user"], "of 'a' in 'default' is 0;"
    too_far = "; a ratio needs a number between 1e-150 and 1e+150"
    for table, measures, error, column, start in [
        (runs, ["throughput"], MeasureError, "tps", f"throughput {zero} a ratio needs a number greater than 0; correct the cell"),
        ({"original_bytes": [8], "stored_bytes": [0]}, ratio, MeasureError, "stored_bytes", f"stored_bytes {zero}"),
        ({"original_bytes": [0], "stored_bytes": [8]}, ratio, MeasureError, "original_bytes", f"original_bytes {zero}"),
        ({"cpu_system_pct": [0], "cpu_user_pct": [0]}, cpu, MeasureError, "cpu_system_pct", f"cpu_system + cpu_user {zero}"),
        ({"tps": [1e-200]}, ["throughput"], MeasureError, "tps", "throughput of 'a' in 'default' is 1e-200" + too_far),
        ({"tps": [1e200]}, ["throughput"], MeasureError, "tps", "throughput of 'a' in 'default' is 1e+200" + too_far),
        ({"cpu_system_pct": [1e308], "cpu_user_pct": [1e308]}, cpu, MeasureError, "cpu_system_pct", "cpu_system + cpu_user of 'a' in"),
        ({"original_bytes": [1e300], "stored_bytes": [1e-300]}, ratio, MeasureError, "stored_bytes", ""),
        ({"cpu_system": ["5 %core"], "cpu_user": ["6 %"]}, cpu, UnitError, "cpu_user", "cpu_user of 'a' in 'default' is in %,"),
        ({"original_bytes": ["5 MB"], "stored_bytes": ["6 B"]}, ratio, UnitError, "stored_bytes", "stored_bytes of 'a' in 'default' is in"),
    ]:  # fmt: skip
        with pytest.raises(error) as raised:
            found({"alternative": ["a"], **table}, "a", *measures)
        row = 2 if table is runs else 1
        assert str(raised.value).startswith(f"<mapping>, line {row}, column '{column}': {start}")
        assert error is MeasureError or str(raised.value).endswith("; give both in one unit")
    # a zero among parts is none of the sum
    parts = {"alternative": ["a"], "cpu_system_pct": [0], "cpu_user_pct": [6]}
    assert found(parts, "a", "cpu_system", "cpu_user").values == (6.0,)


def test_statistics():
    batch = np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]])
    for statistic, expected in [
        (Statistic.GEOMETRIC_MEAN, 4.0),
        (Statistic.MEAN, 14 / 3),
        (Statistic.MEDIAN, 4.0),
    ]:
        assert aggregate(np.array([2.0, 8.0, 4.0]), statistic) == pytest.approx(expected, rel=1e-15)
        assert float(aggregate(np.array([0.1 + 0.2]), statistic)) == 0.1 + 0.2  # one run, to the last digit
        assert aggregate(batch, statistic).shape == (2, 2)
        assert aggregate(batch, statistic)[1, 0] == aggregate(batch[1, 0], statistic)


def test_a_measure_and_its_reciprocal_agree_in_the_geometric_mean_only():
    x = np.array([1.0, 2.0, 10.0])
    geometric = aggregate(x, Statistic.GEOMETRIC_MEAN) * aggregate(1 / x, Statistic.GEOMETRIC_MEAN)
    assert geometric == pytest.approx(1.0, rel=1e-15)
    assert not math.isclose(aggregate(x, Statistic.MEAN) * aggregate(1 / x, Statistic.MEAN), 1.0, rel_tol=0.1)


def test_the_ends_of_what_printed_digits_allow():
    for columns, measure, expected in [
        ({"cpu_pct": ["9"]}, "cpu", [8.5, 9, 9.5]),
        ({"compression_ratio": ["1.69"]}, "compression_ratio", [1.685, 1.69, 1.695]),
        ({"throughput_improvement": ["10%"]}, "throughput_improvement", [1.095, 1.1, 1.105]),
        ({"original_bytes": ["100"], "stored_bytes": ["50"]}, "compression_ratio", [99.5 / 50.5, 2, 100.5 / 49.5]),
    ]:  # fmt: skip
        measurements = ahp.read({"alternative": ["a"], **columns})
        criterion = Criterion("c", "cost" if measure == "cpu" else "benefit", (measure,))
        ends = [cell(measurements, "default", "a", criterion, end=end).values[0] for end in (-1, 0, 1)]
        assert ends == pytest.approx(expected, abs=1e-12)


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


def test_a_run_without_a_part_of_the_sum_is_a_hole():
    whole = measured({("a", "1"): 2.0, ("a", "2"): 3.0})
    assert grid(whole, "s", CPU).values.tolist() == [[4.0, 6.0]]
    assert grid(replace(whole, rows=whole.rows[:-1]), "s", CPU) is None


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


def test_names_that_may_mean_the_same():
    for one, other, expected in [
        ("lz4", "lz4 1.10.0", True),
        ("zstd -3", "ZSTD_3", True),
        ("zstd", "zstd 1.5.6 -3", True),
        ("snappy", "snapppy", True),
        ("圧縮", "圧縮 2", True),
        ("zstd-1", "zstd-3", False),
        ("lz4", "lz5", False),
        ("zle", "lzjb", False),
        ("", "lz4", False),
        ("--", "lz4", False),
        ("compressor 1", "compressor 2", False),
    ]:
        assert alike(one, other) is alike(other, one) is expected


def _joined(first, second):
    heads = ("alternative,run,tps\nnone,1,5\n", "alternative,stored_bytes,original_bytes\nnone,9,9\n")
    return ahp.read(io.StringIO(heads[0] + first), io.StringIO(heads[1] + second))


@pytest.mark.parametrize(
    ("first", "second", "who", "twin"),
    [
        ("lz4,1,6\n", "lz4 1.10.0,4,9\n", "lz4", "'lz4 1.10.0'"),
        ("lz4 1.10.0,1,6\n", "LZ4,4,9\n", "lz4 1.10.0", "'LZ4'"),
        ("zstd,1,6\n", "zstd -1,4,9\nzstd -3,3,9\n", "zstd", "'zstd -1', 'zstd -3'"),
    ],
)
def test_a_name_that_is_nearly_the_same_in_another_file_is_named(first, second, who, twin):
    with pytest.raises(MeasureError, match="give them one name in all files") as caught:
        ahp.rank(_joined(first, second))
    assert f"{who!r} has no compression_ratio" in str(caught.value)
    assert f"what {twin} has may be meant for it" in str(caught.value)


def test_names_of_different_things_are_not_taken_for_one():
    for first, second in [
        ("zstd-1,1,6\n", "zstd-3,4,9\n"),
        ("lz4,1,6\nlz4 hc,1,5\n", "lz4 hc,3,9\n"),
        ("lz4,1,6\n", ""),
        ("lz4,1,\nlz4 1,1,\n", "zle,3,9\n"),
    ]:
        with pytest.raises(MeasureError, match="fill it in, or leave"):
            ahp.rank(_joined(first, second))


def test_where_a_run_alone_is_missing_nobody_else_is_named():
    ratios = io.StringIO("alternative,compression_ratio\nlz4 1.10,2\n")
    m = ahp.read(io.StringIO("alternative,run,tps\nlz4,1,5\nlz4,2,\n"), ratios)
    gap = cell(m, "default", "lz4", ahp.Criterion("c", ahp.Merit.BENEFIT, "throughput"))
    assert "run '2'" in str(gap.reason)
    assert "lz4 1.10" not in str(gap.reason)
