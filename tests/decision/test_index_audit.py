import pytest
from decision.frames import frames
from decision.test_margin import study_frame
from hypothesis import given

import ahp
from ahp.decision.index_audit import index_audits
from ahp.terms import Index


def test_one_criterion_changed_alone_is_told_apart_from_all():
    frame, x = study_frame("Order Entry")
    index, mixed = index_audits(frame, x, "LZJB")
    assert (index.check, index.verdict) == ("index", "holds")
    assert (mixed.check, mixed.verdict, mixed.to) == ("index-mixed", "flips", "ZLE")
    assert "throughput as relative" in mixed.detail


@given(frames())
def test_verdicts_are_those_of_ranking_each_way(problem):
    frame, x = problem
    winner = frame.first(x)[0]
    for audit in index_audits(frame, x, winner):
        if audit.check != "index":
            continue
        cells = []
        for saving in (True, False):
            indices = tuple(
                index
                if index is Index.VALUE
                else Index.SAVING
                if saving and frame.storage[c] and not frame.is_cost[c]
                else Index.RELATIVE
                for c, index in enumerate(frame.indices)
            )
            other = frame.with_indices(indices)
            if (other.index_values(x) > 0).all():
                cells.append(other.first(x))
        flips = any(leaders != (winner,) for leaders in cells)
        assert audit.verdict == ("flips" if flips else "holds")
        if flips:
            assert audit.to != winner


def _savings(lz4, xz_tps=102):
    ratio = {"none": 1, "lz4": lz4, "zstd": 4, "xz": 20}
    rows = {
        "alternative": list(ratio),
        "tps": [90, 100, 103, xz_tps],
        "compression_ratio": list(ratio.values()),
    }
    bytes_ = {
        "alternative": list(ratio),
        "tps": rows["tps"],
        "stored_bytes": [1000 / r for r in ratio.values()],
    }
    return [
        ahp.rank(ahp.read({key: values[1:] for key, values in table.items()}, baseline="lz4")).scenarios[0]
        for table in (rows, bytes_)
    ]


def test_a_ratio_of_the_baseline_itself_is_told_where_the_choice_hangs_on_it():
    by_ratio, by_bytes = _savings(2)
    assert (by_ratio.margin.winner, by_bytes.margin.winner) == ("zstd", "xz")
    (found,) = (finding for finding in by_ratio.audit if finding.check == "saving")
    assert (found.verdict, found.to) == ("flips", by_bytes.margin.winner)
    assert found.detail == "by savings against lz4, xz is first"


@pytest.mark.parametrize(("lz4", "xz_tps", "verdicts"), [(1, 102, []), (1.04, 102, []), (2, 104, ["holds"])])
def test_savings_against_the_baseline_hold_where_they_choose_the_same(lz4, xz_tps, verdicts):
    by_ratio, by_bytes = _savings(lz4, xz_tps)
    assert by_ratio.margin.winner == by_bytes.margin.winner
    assert [finding.verdict for finding in by_ratio.audit if finding.check == "saving"] == verdicts
    assert not [finding for finding in by_bytes.audit if finding.check == "saving"]


def test_savings_that_some_lack_against_the_baseline_are_not_compared():
    by_ratio, _ = _savings(4)
    assert not [finding for finding in by_ratio.audit if finding.check == "saving"]
