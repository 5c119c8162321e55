import pytest
from ingest.cases import each
from ingest.damage import INPUTS

import ahp
from ahp.errors import AHPError
from ahp.ingest.read import read

TABLE = {
    "alternative": ["none", "none", "lz4", "lz4"],
    "run": ["1", "2", "1", "2"],
    "tps": ["100", "200", "400", "500"],
    "cpu_user (%)": ["20", "30", "60", "70"],
    "cpu_system (%)": ["5", "10", "20", "30"],
}


def computed(measurements) -> dict[tuple[str, str], float]:
    return {(r.alternative, r.run): r.value for r in measurements.rows if r.measure == "cpu_per_transaction"}


def test_it_is_the_processor_time_of_a_second_over_its_transactions():
    # Four processors at 25 % are one second of processor time a second; over 100 transactions 10 ms each.
    wanted = {("none", "1"): 10.0, ("none", "2"): 8.0, ("lz4", "1"): 8.0, ("lz4", "2"): 8.0}
    assert computed(read(TABLE, processors=4)) == pytest.approx(wanted)
    assert computed(read(TABLE)) == {}


def test_the_share_stays_beside_it():
    found = read(TABLE, processors=4)
    assert found.measures("default") == ("throughput", "cpu_user", "cpu_system", "cpu_per_transaction")
    assert found.caveats == (
        (
            "<mapping>",
            "cpu_per_transaction is computed: the share of the processors × 4 / transactions per second.",
        ),
    )


def test_shares_of_a_core_need_no_number_of_processors():
    table = {"alternative": ["a"], "tps": ["100"], "cpu (%core)": ["150"]}
    found = read(table, processors=8)
    assert computed(found) == pytest.approx({("a", ""): 15.0})
    assert "the share of one core" in found.caveats[0][1]


def test_its_doubt_is_that_of_both():
    (row,) = [
        r
        for r in read({"alternative": ["a"], "tps": ["100"], "cpu (%)": ["50"]}, processors=2).rows
        if r.unit == "ms"
    ]
    low, high = 20 * 49.5 / 100.5, 20 * 50.5 / 99.5
    assert (row.value - row.resolution, row.value + row.resolution) == pytest.approx((low, high), rel=1e-3)


def test_a_default_study_compares_it():
    decision = ahp.rank(read(TABLE, processors=4, baseline="none"))
    assert "cpu_per_transaction" in [c["measure"] for c in decision.to_dict()["scenarios"][0]["criteria"]]


def unused(table, study=None, **words) -> list[str]:
    decision = ahp.rank(read({**table, "response_time_max_ms": ["1"] * 4}, baseline="none", **words), study)
    return [warning for warning in decision.warnings if warning.startswith("not counted: ")]


def test_what_it_is_made_of_is_used():
    whole = {name: cells for name, cells in TABLE.items() if not name.startswith("cpu_")}
    whole["cpu_pct"] = ["25", "40", "80", "100"]
    maximum = "'response_time_max_ms' (less is better)"
    study = ahp.Study((ahp.Criterion("work", "cost", "cpu_per_transaction"),))
    for table in (TABLE, whole):
        assert unused(table, study, processors=4) == [
            f"not counted: {maximum}; counting it may change the choice, by --cost response_time_max_ms"
        ]
        given = {**table, "cpu_per_transaction (ms)": ["10", "8", "8", "8"]}
        shares = ["cpu_pct"] if table is whole else ["cpu_user (%)", "cpu_system (%)"]
        (warning,) = unused(given, study)
        assert all(repr(name) in warning for name in ["tps", *shares])
    told = unused(TABLE | whole, study, processors=4)[0]
    assert "'cpu_user (%)' (less is better), 'cpu_system (%)' (less is better)" in told
    assert "'cpu_pct'" not in unused(TABLE | whole, study, processors=4)[0]


def test_the_idle_consumption_is_out_of_it():
    idle = {"alternative": ["idle"], "cpu_user (%)": ["4"], "cpu_system (%)": ["1"]}
    assert computed(read(TABLE, processors=4, idle=idle))["none", "1"] == pytest.approx(8.0)


def test_a_harness_and_a_monitor_joined():
    folder = INPUTS.parent / "inputs"
    found = read(
        f"lz4={folder / 'mpstat' / 'mpstat.json'}", {"alternative": ["lz4"], "tps": ["1000"]}, processors=2
    )
    user, system = (31.31 + 2.02 + 32.29 + 3.65) / 2, (21.72 + 22.40) / 2
    assert computed(found) == pytest.approx({("lz4", ""): 20 * (user + system) / 1000})


@each(
    ("table", "said"),
    [
        ({"tps": ["5"]}, "'a' in 'default' has no CPU share for all transactions together"),
        ({"tps": ["5"], "cpu_user (%)": ["5"]}, "has no CPU share"),
        ({"cpu (%)": ["5"]}, "'a' in 'default' has no transactions per second"),
        (
            {"cpu (%)": ["5"], "nopm": ["5"]},
            "throughput of 'a' in 'default' is 5 NOPM, which is no rate of transactions",
        ),
        ({"cpu (%)": ["5"], "tps": ["5"], "transaction": ["pay"]}, "has no "),
        (
            {"cpu (%)": ["5"], "tps": ["5"], "cpu_per_transaction (ms)": ["5"]},
            "cpu_per_transaction of 'default', 'a' is given again",
        ),
    ],
)
def test_what_it_cannot_be_made_of_is_refused(table, said):
    with pytest.raises(AHPError) as raised:
        read({"alternative": ["a"], **table}, processors=2)
    assert said in str(raised.value)


@each("processors", [0, -2, 1.5, True])
def test_processors_are_counted(processors):
    with pytest.raises(AHPError, match="give how many the machine has"):
        read(TABLE, processors=processors)
