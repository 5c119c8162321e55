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


def test_the_first_of_a_criterions_measures_is_taken():
    for columns, criterion, measures in [
        ({"compression_ratio": [1, 2], "stored_bytes": [4, 2]}, "storage_saving", ("compression_ratio",)),
        ({"original_bytes": [4, 4], "stored_bytes": [4, 2]}, "storage_saving", ("compression_ratio",)),
        ({"stored_bytes": [4, 2], "space_saving": [0, 0.5]}, "storage_saving", ("stored_bytes",)),
        ({"space_saving": [0, 0.5]}, "storage_saving", ("space_saving",)),
        ({"tps": [1, 2], "throughput_relative": [1, 2]}, "throughput", ("throughput",)),
        (
            {"throughput_relative": [1, 2], "throughput_improvement": [0, 0.9]},
            "throughput",
            ("throughput_relative",),
        ),
        ({"cpu_per_transaction_ms": [1, 2], "cpu": [1, 2]}, "cpu_overhead", ("cpu_per_transaction",)),
        ({"cpu": [1, 2], "cpu_system": [1, 1], "cpu_user": [1, 1]}, "cpu_overhead", ("cpu",)),
        ({"cpu_system": [1, 1], "cpu_user": [1, 1]}, "cpu_overhead", ("cpu_system", "cpu_user")),
        ({"cpu_overhead": ["0%", "5%"]}, "cpu_overhead", ("cpu_overhead",)),
    ]:
        assert chosen(columns)[criterion] == measures


def test_half_of_the_cpu_is_no_cpu():
    assert "cpu_overhead" not in chosen({"tps": [1, 2], "cpu_user": [1, 1]})


def test_response_statistics_are_taken_in_the_order_of_the_contract():
    for given, taken in [
        (("p99", "p95", "max"), "p99"),
        (("max", "mean", "p90", "p95"), "p95"),
        (("max", "mean", "p90"), "p90"),
        (("max", "mean"), "mean"),
        (("max",), "max"),
    ]:
        columns = {f"response_time_{name}_ms": [1, 2] for name in given}
        assert chosen(columns)["response_time"] == (f"response_time_{taken}",)


def test_a_measure_that_all_alternatives_have_goes_before_one_that_some_lack():
    columns = {"response_time_p99_ms": [1, None], "response_time_max_ms": [5, 6]}
    assert chosen(columns)["response_time"] == ("response_time_max",)
    columns = {"cpu_per_transaction_ms": [None, 2], "cpu": [1, 2]}
    assert chosen(columns)["cpu_overhead"] == ("cpu",)


def test_where_every_measure_lacks_something_the_first_is_taken_and_the_gap_is_told_later():
    columns = {"response_time_p95_ms": [1, None], "response_time_max_ms": [None, 6]}
    assert chosen(columns)["response_time"] == ("response_time_p95",)
    with pytest.raises(MeasureError) as raised:
        ahp.rank(ahp.read({"alternative": BOTH, **columns}))
    assert str(raised.value) == (
        "<mapping>, line 2, column 'response_time_p95_ms': found an empty cell: 'lz4' has no response_time_p95 in "
        "scenario 'default' (it has 'response_time_max'; two statistics are never mixed); fill it in, "
        "or leave the alternative out with --drop-incomplete"
    )


@pytest.mark.parametrize("word", ["max", " MAX ", "maximum"])
def test_a_statistic_can_be_asked_for(word):
    columns = {"response_time_p99_ms": [1, 2], "response_time_max_ms": [1, 2]}
    assert chosen(columns, response_statistic=word)["response_time"] == ("response_time_max",)


def test_the_average_is_the_mean():
    columns = {"response_time_p99_ms": [1, 2], "response_time_mean_ms": [1, 2]}
    assert chosen(columns, response_statistic="average")["response_time"] == ("response_time_mean",)


def test_a_statistic_that_was_not_measured_is_refused():
    with pytest.raises(MeasureError) as raised:
        chosen({"response_time_p99_ms": [1, 2], "response_time_max_ms": [1, 2]}, response_statistic="p95")
    assert str(raised.value) == "response time has no statistic 'p95'; found 'max', 'p99'"
    with pytest.raises(MeasureError, match="response time has no statistic 'p95'; found none"):
        chosen({"tps": [1, 2]}, response_statistic="p95")


def test_nothing_that_the_default_study_knows():
    with pytest.raises(MeasureError) as raised:
        chosen({"duration_s": [1, 2], "cpu_frequency": [1, 2]})
    assert str(raised.value) == (
        "<mapping>: no measure that the default study knows; found 'cpu_frequency', 'duration'; "
        "name columns with --map, or describe the criteria in a study"
    )


def test_columns_that_nobody_knows_are_told_by_their_headings():
    with pytest.raises(
        MeasureError, match="no measure that the default study knows; found 'speed index'; name"
    ):
        chosen({"speed index": [1, 2]})


def test_each_scenario_may_have_its_own_criteria():
    table = {"scenario": ["a", "a", "b", "b"], "tps": [1, 2, None, None], "cpu": [None, None, 1, 2]}
    decision = ahp.rank(ahp.read({"alternative": BOTH * 2, **table}))
    assert list(decision["a"].criteria) == ["throughput"]
    assert list(decision["b"].criteria) == ["cpu_overhead"]


BY_TYPE = {
    "alternative": ["none", "none", "none", "lz4", "lz4", "lz4"],
    "transaction": ["", "read", "write"] * 2,
}


def study_by_type(**columns):
    return default_study(ahp.read({**BY_TYPE, **columns}))


def test_a_statistic_for_all_transactions_goes_before_a_better_one_by_type_only():
    mean, p99 = [3, 2, 4, 2, 1, 3], [None, 9, 8, None, 7, 6]
    study = study_by_type(response_time_mean_ms=mean, response_time_p99_ms=p99)
    assert [c.measures for c in study.criteria] == [("response_time_mean",)]
    p99_too = study_by_type(response_time_mean_ms=mean, response_time_p99_ms=[9, *p99[1:3], 8, *p99[4:]])
    assert [c.measures for c in p99_too.criteria] == [("response_time_p99",)]


def test_a_total_that_an_alternative_lacks_does_not_serve():
    m = {"response_time_mean_ms": [3, 2, 4, 2, 1, 3], "response_time_p99_ms": [9, 9, 8, None, 7, 6]}
    assert [c.measures for c in study_by_type(**m).criteria] == [("response_time_mean",)]


@pytest.mark.parametrize(
    ("column", "rules"),
    [
        ("response_time_p99_ms", "'worst'"),
        ("response_time_mean_ms", "'mix' or 'worst'"),
        ("cpu_pct", "'sum', 'mix' or 'worst'"),
    ],
)
def test_where_everything_stands_by_type_only_the_refusal_says_how_to_choose(column, rules):
    m = ahp.read({**BY_TYPE, column: [None, 9, 8, None, 7, 6]})
    with pytest.raises(MeasureError) as raised:
        ahp.rank(m)
    assert str(raised.value).endswith(
        "stands by transaction type only ('read', 'write'); name one in a study (--study FILE), "
        f"transaction = 'read', or say how they combine, combine = {rules}"
    )


@pytest.mark.parametrize("given", [3, None, {"tps": [1, 2]}])
def test_what_is_no_measurements_is_told(given):
    with pytest.raises(ahp.AHPError, match=r"^measurements are needed, not a \w+; give read\(…\)$"):
        default_study(given)
