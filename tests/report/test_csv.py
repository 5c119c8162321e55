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
