import pytest
from report.figures.documents import decision
from report.figures.parts import inside, rectangles, title

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw


@pytest.mark.parametrize(
    ("kind", "where"),
    [("ranks", ("confidence", "ranks")), ("acceptability", ("weight_space", "acceptability"))],
)
def test_bars_are_the_shares_of_each_rank_and_fill_the_row(kind, where):
    document = decision()
    scenario = document["scenarios"][0]
    shares = scenario[where[0]][where[1]]
    axes = draw(document, kind)
    for row, name in enumerate(scenario["order"]):
        bars = sorted(
            box for box in ((b[0], b[2], b[1] + b[3]) for b in rectangles(axes)) if box[2] == 2 * row
        )
        assert [end - start for start, end, _ in bars] == pytest.approx([s for s in shares[name] if s > 0])
        assert bars[-1][1] == pytest.approx(1.0)
    assert [label.get_text() for label in axes.get_yticklabels()] == scenario["order"]
    assert not inside(axes)


def test_the_rank_is_written_into_the_bar():
    document = decision()
    axes = draw(document, "acceptability")
    written = {(text.get_text(), text.get_position()[1]) for text in axes.texts}
    shares = document["scenarios"][0]["weight_space"]["acceptability"]
    for row, name in enumerate(document["scenarios"][0]["order"]):
        for rank, share in enumerate(shares[name], 1):
            assert ((f"{rank}", row) in written) == (share >= 0.045)


def test_where_the_noise_reaches_the_baseline_the_figures_say_so():
    names = [name for name in ("none", "a", "b") for _ in range(3)]
    table = {"alternative": names, "run": [1, 2, 3] * 3, "tps": [100, 150, 60, 160, 101, 140, 90, 180, 200]}
    document = ahp.rank(ahp.read(table), index="improvement", resamples=500).to_dict()
    for kind in ("ranks", "wins"):
        with pytest.raises(FigureError, match="stay positive as the runs vary; use the index relative"):
            draw(document, kind)


def test_without_runs_or_without_weights_there_is_no_figure():
    with pytest.raises(FigureError, match="two runs or more"):
        draw(decision(runs=1), "ranks")
    with pytest.raises(FigureError, match="no weight to choose"):
        draw(decision(columns=("tps", "cpu")), "acceptability")
    with pytest.raises(FigureError, match="with one alternative every weight gives the same rank"):
        draw(decision(names=("lz4",)), "acceptability")
    assert title(draw(decision(runs=1), "acceptability")) == "nightly: ranks over all weights"
