from ahp.report.figures.palette import COLOURS, INK, ink, look


def contrast(one, other):
    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_of_thirty_no_two_have_one_marker_and_colour_or_one_hatch_and_colour():
    looks = [look(i) for i in range(30)]
    assert len({(found.colour, found.marker) for found in looks}) == 30
    assert len({(found.colour, found.hatch) for found in looks}) == 30
    assert len({(found.colour, found.line) for found in looks}) == 30
    assert len({(found.marker, found.hatch) for found in looks}) == 30  # print in grey


def test_colours_are_seen_on_white_and_on_black():
    assert contrast(INK, "#ffffff") > 15
    for colour in COLOURS:
        assert contrast(colour, "#ffffff") > 2
        assert contrast(colour, "#121212") > 3


def test_axes_keep_their_own_ink():
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    axes.xaxis.label.set_color("#abcdef")
    assert ink(axes) == "#abcdef"
