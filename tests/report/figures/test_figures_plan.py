from ahp.report.figures.plan import best, more


def test_what_is_left_out_is_counted():
    assert best(range(40)) == list(range(30))
    assert more(range(40)) == " (10 more alternatives are not shown)"
    assert more(range(30)) == ""
