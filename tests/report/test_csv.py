"""CSV: one row for each scenario and alternative, numbers that read back exactly."""

import csv
import io

import ahp


def test_it_reads_back_at_full_precision(examples):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    rows = list(csv.DictReader(io.StringIO(decision.report("csv"))))
    assert len(rows) == 9
    assert [row["alternative"] for row in rows[:3]] == decision["Order Entry"].ranking()
    for row in rows:
        scenario = decision[row["scenario"]]
        assert float(row["benefit_to_cost"]) == scenario.benefit_to_cost[row["alternative"]]
        assert (
            float(row["priority_throughput"])
            == scenario.criteria["throughput"].priorities[row["alternative"]]
        )


def test_what_there_is_not_stays_empty():
    text = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 3, 3]})).report("csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["rank"], row["cost"], row["benefit_to_cost"]) for row in rows] == [("1", "", "")] * 2


def test_beside_a_previous_decision_it_tells_what_changed():
    def decided(throughput, runs):
        return ahp.rank(
            ahp.read(
                {
                    "alternative": [name for name in ("none", "a", "b") for _ in range(runs)],
                    "run": [*range(runs)] * 3,
                    "tps": [x * (1 + 0.01 * run) for x in (100.0, throughput, 150.0) for run in range(runs)],
                }
            ),
            resamples=500,
        )

    compared = ahp.compare(decided(120.0, 3), decided(200.0, 3))
    rows = list(csv.DictReader(io.StringIO(compared.report("csv"))))
    assert {(row["first_before"], row["changed"], row["beyond_noise"]) for row in rows} == {
        ("a", "true", "true")
    }
    (found,) = [
        m for m in compared.to_dict()["changes"]["scenarios"][0]["measures"] if m["alternative"] == "a"
    ]
    (row,) = [row for row in rows if row["alternative"] == "a"]
    assert float(row["before_throughput"]) == found["before"]
    assert float(row["change_throughput"]) == found["change"]
    assert [float(row["low_throughput"]), float(row["high_throughput"])] == found["interval"]
    once = ahp.compare(decided(120.0, 1), decided(200.0, 1)).report("csv")
    assert {row["low_throughput"] for row in csv.DictReader(io.StringIO(once))} == {""}
