"""Names and colours: short, told apart, in every figure the same, seen on white, on black and in grey."""

import itertools

import hypothesis.strategies as st
import pytest
from hypothesis import given
from report.figures.documents import decision, judged, tuned

from ahp.report.figures.kinds import KINDS, planned
from ahp.report.figures.plan import COLOURS, INK, balance, labels_of, look, readable, shade
from ahp.report.names import LONGEST_LABEL, label, labels, plain, width


@given(st.text(max_size=300))
def test_a_label_is_one_printable_line_that_fits(text):
    shown = plain(label(text))
    assert shown.isprintable()
    assert width(shown) <= LONGEST_LABEL


def _swept(*axes):
    return [",".join(parts) for parts in itertools.product(*axes)]


def test_names_with_the_same_ends_are_cut_where_they_differ():
    for limit in [13, 14, 18, 20, 22, 24, 26]:
        names = [f"recordsize=128K,compression=zstd-{level},atime=off" for level in range(1, 13)]
        shown = labels(names, limit)
        assert all(f"zstd-{level}…" in shown[name] for level, name in enumerate(names, 1))
        # Who else is there and shares no ends changes nothing.
        assert (
            labels(["none", *names, "the one of last year, with all its defaults"], limit).items()
            >= shown.items()
        )


SIZES, CODECS, TIMES = (
    ("recordsize=16K", "recordsize=128K"),
    ("compression=lz4", "compression=zstd-2", "compression=zstd-9"),
    ("atime=on", "atime=off"),
)


def test_names_that_differ_in_several_words_keep_all_of_them():
    shown = labels(_swept(SIZES, CODECS, TIMES), 18)
    assert list(shown.values())[:4] == ["…16K…lz4…on", "…16K…lz4…off", "…16K…zstd-2…on", "…16K…zstd-2…off"]
    assert len(set(shown.values())) == 12
    # each family is cut where its own differ; names without words are numbered in their order
    buffers = [f"postgresql-16 shared_buffers={size} fsync=off" for size in ("1GB", "2GB")]
    shown = labels([*_swept(SIZES[1:], CODECS, TIMES[1:]), *buffers], 18)
    assert list(shown.values()) == ["…lz4…", "…zstd-2…", "…zstd-9…", "…1GB…", "…2GB…"]
    names = ["a" * 20 + digit + "b" * 20 for digit in "312"]
    assert list(labels(names, 13).values()) == ["aaaaaa…bbbbbb", "aaaa…bbbb (2)", "aaaa…bbbb (3)"]
    assert plain(label("x" * 1_000_000)) == "x" * 13 + "…" + "x" * 12


@given(st.lists(st.lists(st.sampled_from(["a=", "$", "圧縮", ", ", "\u202e", "zstd-2", "…", " (2)"]), max_size=12).map("".join),
                max_size=9, unique=True), st.integers(13, 26))  # fmt: skip
def test_labels_of_alike_names_differ_and_fit(names, limit):
    shown = labels(names, limit)
    assert len(set(shown.values())) == len(names)
    assert all(width(plain(text)) <= limit and plain(text).isprintable() for text in shown.values())


@pytest.mark.slow
@pytest.mark.parametrize("names", [tuned(), tuned(30)])
def test_no_figure_says_that_two_are_one(names):
    drawn = 0
    for document in (decision(names), judged(len(names), 2, 0.2, names=names)):
        for name, kind in KINDS.items():
            if kind.schema == document["schema"] and name not in (
                "improvement",
                "judgments",
                "judged_agreement",
            ):
                said = planned(document, name, "nightly" if kind.each == "scenario" else None).description
                drawn += 1
                assert "record…" not in said
                assert "me=off" not in said
    assert drawn == 21


def test_a_name_has_one_label_whoever_competes_in_a_scenario():
    document = decision(tuned(), scenarios=("day", "night"))
    everywhere = labels_of(document)
    document["scenarios"][1]["alternatives"] = document["scenarios"][1]["alternatives"][6:]
    assert labels_of(document) == everywhere


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
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


def test_more_is_lighter_in_grey_too_and_a_balance_is_darker_on_both_sides():
    lights = [luminance(shade(i / 20)) for i in range(21)]
    assert lights == sorted(lights)
    lights = [luminance(balance(i / 8)) for i in range(9)]
    assert lights[:5] == sorted(lights[:5])
    assert lights[4:] == sorted(lights[4:], reverse=True)


@given(st.floats(-1, 2))
def test_text_is_read_on_every_shade(amount):
    for colour in (shade(amount), balance(amount)):
        assert contrast(colour, readable(colour)) >= 4.0
