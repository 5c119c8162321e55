from ahp.report.figures.bars import per_cent_axis, rows_of


def test_the_first_row_is_on_top(axes):
    rows_of(axes, ["a", "b"])
    low, high = axes.get_ylim()
    assert low > high
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b"]


def test_shares_are_per_cent_without_a_sign(axes):
    axes.set_xlim(-0.5, 0.5)
    per_cent_axis(axes)
    shown = [axes.xaxis.get_major_formatter()(value, 0) for value in (-0.25, 0.0, 0.5)]
    assert shown == ["25 %", "0 %", "50 %"]
