"""By what the results of a plan are ranked, and who competes."""

import dataclasses

import pytest

from ahp.decision.rank import rank
from ahp.harness.plan import plan
from ahp.harness.ranking import baseline_competes, references, study_of
from ahp.harness.results import ENVIRONMENT, NAME, REFERENCES, write_results
from ahp.ingest.read import read

ALTERNATIVES = {"none": (100, 900), "wal-lz4": (100, 700), "wal-zstd": (50, 500), "toast-lz4": (100, 900)}


def lines(*alternatives, reference=""):
    """Three blocks; the log of a transaction is what only the fixed amount of work would show in `wal_bytes`."""
    return [
        {
            "scenario": "TPC-C", "alternative": name, "block": block, "twin": False, "baseline": "none", "flags": [], "details": {},
            "reference": name == reference, "transactions": {},
            "measures": {
                "throughput": tps + block, "wal_bytes": 10.0 * tps * log, "wal_bytes_per_transaction": float(log + block),
                "compression_ratio": 1.5 if name.startswith("toast") else 1.0,
            },
        }
        for block in (1, 2, 3) for name in alternatives for tps, log in [ALTERNATIVES.get(name, (110, 300))]
    ]  # fmt: skip


@pytest.fixture
def decided(tmp_path, embedded):
    (tmp_path / ENVIRONMENT).write_text('{"machine": "4f09c1d2a3b4"}')

    def decided(*alternatives, **changed):
        asked = dataclasses.replace(plan({}), alternatives=alternatives, **changed)
        write_results(tmp_path, lines(*alternatives))
        found = read(tmp_path / NAME, baseline=asked.baseline)
        competes = baseline_competes(asked)
        return rank(
            found, study_of(asked, found), index=asked.index, include_baseline=competes, confidence=None
        )

    return decided


def criteria(decision):
    return {criterion.name: criterion.measures for criterion in decision.study.criteria}


def test_what_compresses_the_log_is_ranked_by_the_log(decided):
    log = {"log_saving": ("wal_bytes_per_transaction",)}
    speed = {"throughput": ("throughput",)}
    saving = {"storage_saving": ("compression_ratio",)}
    found = decided("none", "wal-lz4", "wal-zstd")
    assert criteria(found) == log | speed
    values = dict(found["TPC-C"].criteria["log_saving"].values)
    assert values["wal-lz4"] == pytest.approx(900 / 700, rel=1e-3)  # by the transaction, whatever its work
    assert criteria(decided("none", "wal-lz4", "toast-lz4")) == log | saving | speed
    assert criteria(decided("none", "toast-lz4")) == saving | speed


def test_a_study_of_the_plans_own_ranks_with_the_plans_baseline(decided, tmp_path):
    text = '[[criteria]]\nname = "speed"\nmerit = "benefit"\nmeasure = "throughput"\n'
    (tmp_path / "own.toml").write_text('baseline = "wal-lz4"\n' + text)
    found = decided("none", "wal-lz4", "wal-zstd", study=str(tmp_path / "own.toml"))
    assert criteria(found) == {"speed": ("throughput",)}
    assert found.baseline == "none"


@pytest.mark.parametrize(
    ("alternatives", "changed", "competing"),
    [
        (("none", "wal-zstd"), {}, {"none", "wal-zstd"}),  # on or off?
        (("none", "toast-zstd"), {"index": "improvement"}, {"toast-zstd"}),  # which the baseline has not
        (("none", "wal-lz4", "wal-zstd"), {}, {"wal-lz4", "wal-zstd"}),
        (("none", "wal-lz4", "wal-zstd"), {"include_baseline": True}, {"none", "wal-lz4", "wal-zstd"}),
    ],
)
def test_the_baseline_competes_where_it_is_asked_for_or_one_is_held_against_it(
    decided, alternatives, changed, competing
):
    assert set(decided(*alternatives, **changed)["TPC-C"].order) == competing


def test_a_reference_is_told_against_the_baseline_and_never_ranked(tmp_path, embedded):
    (tmp_path / ENVIRONMENT).write_text('{"machine": "4f09c1d2a3b4"}')
    finished = lines("none", "wal-lz4", "full-page-writes-off", reference="full-page-writes-off")
    write_results(tmp_path, finished)
    assert "full-page" not in (tmp_path / NAME).read_text()
    table = (tmp_path / REFERENCES).read_text()
    assert ("full-page-writes-off" in table, "wal-lz4" in table) == (True, False)
    asked = dataclasses.replace(plan({}), engine="postgresql", references=("full-page-writes-off",))
    (told,) = references(asked, finished)
    assert (told.scenario, told.alternative) == ("TPC-C", "full-page-writes-off")
    assert "torn" in told.risk
    assert told.ratios["log per transaction"] == pytest.approx(302 / 902, rel=1e-3)
    assert references(dataclasses.replace(asked, references=()), finished) == ()
