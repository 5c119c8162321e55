from decision.frames import frames
from decision.test_margin import study_frame
from hypothesis import given

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
