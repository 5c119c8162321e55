"""The default study: which measures it takes, in which order, and what it leaves out."""

import pytest

import ahp
from ahp.errors import MeasureError
from ahp.evidence.defaults import default_study

BOTH = ["none", "lz4"]


def chosen(columns, *, names=BOTH, **options):
    study = default_study(ahp.read({"alternative": names, **columns}), **options)
    return {criterion.name: criterion.measures for criterion in study.criteria}


EVERYTHING = {
    "compression_ratio": [1, 2],
    "throughput_tps": [5, 6],
    "response_time_p99_ms": [3, 2],
    "cpu_pct": [10, 12],
}


def test_three_benefits_and_one_cost_equally_weighted():
    study = default_study(ahp.read({"alternative": BOTH, **EVERYTHING}))
    assert [(c.name, c.merit.value) for c in study.criteria] == [
        ("storage_saving", "benefit"),
        ("throughput", "benefit"),
        ("response_time", "benefit"),
        ("cpu_overhead", "cost"),
    ]
    assert study.weights(study.criteria) == (pytest.approx(1 / 3),) * 3 + (1.0,)
    assert study.assumed
    assert study.absent == ()


def test_what_was_not_measured_is_left_out_and_listed():
    study = default_study(ahp.read({"alternative": BOTH, "tps": [1, 2]}))
    assert [c.name for c in study.criteria] == ["throughput"]
    assert study.absent == ("storage_saving", "response_time", "cpu_overhead")


def test_the_first_of_a_criterions_measures_that_all_have_is_taken():
    def statistics(*names):
        return {f"response_time_{name}_ms": [1, 2] for name in names}

    for columns, criterion, measures in [
        ({"compression_ratio": [1, 2], "stored_bytes": [4, 2]}, "storage_saving", ("compression_ratio",)),
        ({"original_bytes": [4, 4], "stored_bytes": [4, 2]}, "storage_saving", ("compression_ratio",)),
        ({"stored_bytes": [4, 2], "space_saving": [0, 0.5]}, "storage_saving", ("stored_bytes",)),
        ({"space_saving": [0, 0.5]}, "storage_saving", ("space_saving",)),
        ({"tps": [1, 2], "throughput_relative": [1, 2]}, "throughput", ("throughput",)),
        ({"throughput_relative": [1, 2], "throughput_improvement": [0, 0.9]}, "throughput", ("throughput_relative",)),
        ({"cpu_per_transaction_ms": [1, 2], "cpu": [1, 2]}, "cpu_overhead", ("cpu_per_transaction",)),
        ({"cpu_per_transaction_ms": [None, 2], "cpu": [1, 2]}, "cpu_overhead", ("cpu",)),
        ({"cpu": [1, 2], "cpu_system": [1, 1], "cpu_user": [1, 1]}, "cpu_overhead", ("cpu",)),
        ({"cpu_system": [1, 1], "cpu_user": [1, 1]}, "cpu_overhead", ("cpu_system", "cpu_user")),
        ({"cpu_overhead": ["0%", "5%"]}, "cpu_overhead", ("cpu_overhead",)),
        ({"tps": [1, 2], "cpu_user": [1, 1]}, "cpu_overhead", None),  # half of the CPU is no CPU
        (statistics("p99", "p95", "max"), "response_time", ("response_time_p99",)),
        (statistics("max", "mean", "p90", "p95"), "response_time", ("response_time_p95",)),
        (statistics("max", "mean", "p90"), "response_time", ("response_time_p90",)),
        (statistics("max", "mean"), "response_time", ("response_time_mean",)),
        (statistics("max"), "response_time", ("response_time_max",)),
        (statistics("max") | {"response_time_p99_ms": [1, None]}, "response_time", ("response_time_max",)),
    ]:  # fmt: skip
        assert chosen(columns).get(criterion) == measures


def test_where_every_measure_lacks_something_the_first_is_taken_and_the_gap_is_told_later():
    columns = {"response_time_p95_ms": [1, None], "response_time_max_ms": [None, 6]}
    assert chosen(columns)["response_time"] == ("response_time_p95",)
    with pytest.raises(MeasureError, match=r"line 2, column 'response_time_p95_ms': .*two statistics"):
        ahp.rank(ahp.read({"alternative": BOTH, **columns}))


def test_a_statistic_can_be_asked_for():
    columns = {f"response_time_{name}_ms": [1, 2] for name in ("p99", "max", "mean")}
    for word, measure in [("max", "max"), (" MAX ", "max"), ("maximum", "max"), ("average", "mean")]:
        assert chosen(columns, response_statistic=word)["response_time"] == (f"response_time_{measure}",)


def test_a_statistic_that_was_not_measured_is_refused():
    with pytest.raises(MeasureError) as raised:
        chosen({"response_time_p99_ms": [1, 2], "response_time_max_ms": [1, 2]}, response_statistic="p95")
    assert str(raised.value) == "response time has no statistic 'p95'; found 'max', 'p99'"
    with pytest.raises(MeasureError, match="response time has no statistic 'p95'; found none"):
        chosen({"tps": [1, 2]}, response_statistic="p95")


def test_nothing_that_the_default_study_knows():
    for columns, told, column in [
        ({"cpu_frequency": [1, 2]}, "'cpu_frequency'", "COLUMN"),
        ({"speed index": [1, 2]}, "'speed index'", "'speed index'"),
    ]:
        with pytest.raises(MeasureError) as raised:
            chosen(columns)
        assert str(raised.value) == (
            f"<mapping>: no measure that the default study knows; found {told}; say what they are with "
            f"--map MEASURE=COLUMN, count them with --benefit {column} (more is better) or --cost {column} (less is "
            "better), or say --cells MEASURE if every column is that measure"
        )


def test_each_scenario_may_have_its_own_criteria():
    table = {"scenario": ["a", "a", "b", "b"], "tps": [1, 2, None, None], "cpu": [None, None, 1, 2]}
    decision = ahp.rank(ahp.read({"alternative": BOTH * 2, **table}))
    assert list(decision["a"].criteria) == ["throughput"]
    assert list(decision["b"].criteria) == ["cpu_overhead"]


BY_TYPE = {
    "alternative": ["none", "none", "none", "lz4", "lz4", "lz4"],
    "transaction": ["", "read", "write"] * 2,
}


def test_a_statistic_for_all_transactions_goes_before_a_better_one_by_type_only():
    for p99, measure in [
        ([None, 9, 8, None, 7, 6], "response_time_mean"),
        ([9, 9, 8, 8, 7, 6], "response_time_p99"),
        ([9, 9, 8, None, 7, 6], "response_time_mean"),  # a total that an alternative lacks does not serve
    ]:
        table = {**BY_TYPE, "response_time_mean_ms": [3, 2, 4, 2, 1, 3], "response_time_p99_ms": p99}
        assert [c.measures for c in default_study(ahp.read(table)).criteria] == [(measure,)]


def test_where_everything_stands_by_type_only_the_refusal_says_how_to_choose():
    for column, rules in [
        ("response_time_p99_ms", "'worst'"),
        ("response_time_mean_ms", "'mix' or 'worst'"),
        ("cpu_pct", "'sum', 'mix' or 'worst'"),
    ]:
        with pytest.raises(MeasureError) as raised:
            ahp.rank(ahp.read({**BY_TYPE, column: [None, 9, 8, None, 7, 6]}))
        assert "stands by transaction type only ('read', 'write'); name one in" in str(raised.value)
        assert str(raised.value).endswith(f"combine = {rules}")


def test_what_is_no_measurements_is_told():
    for given in [3, None, {"tps": [1, 2]}]:
        with pytest.raises(ahp.AHPError, match=r"^measurements are needed, not a \w+; give read\(…\)$"):
            default_study(given)
