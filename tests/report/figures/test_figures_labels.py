import itertools

import hypothesis.strategies as st
import pytest
from hypothesis import given

from ahp.report.figures.labels import LONGEST, label, labels, plain, width


@given(st.text(max_size=300))
def test_a_label_is_one_printable_line_that_fits(text):
    shown = plain(label(text))
    assert shown.isprintable()
    assert width(shown) <= LONGEST


@given(st.lists(st.text(max_size=60), max_size=12, unique=True))
def test_no_two_names_have_one_label(names):
    shown = labels(names)
    assert list(shown) == names
    assert len(set(shown.values())) == len(names)


def test_ten_thousand_characters_are_as_quick_as_fifty():
    assert plain(label("x" * 1_000_000)) == "x" * 13 + "…" + "x" * 12


@given(st.text(max_size=40))
def test_matplotlib_reads_no_label_as_mathematics(text):
    from matplotlib.cbook import is_math_text

    assert not is_math_text(label(text))


def _swept(*axes):
    return [",".join(parts) for parts in itertools.product(*axes)]


SIZES, CODECS, TIMES = (
    ("recordsize=16K", "recordsize=128K"),
    ("compression=lz4", "compression=zstd-2", "compression=zstd-9"),
    ("atime=on", "atime=off"),
)


@pytest.mark.parametrize("limit", [13, 14, 18, 20, 22, 24, 26])
def test_names_with_the_same_ends_are_cut_where_they_differ(limit):
    names = [f"recordsize=128K,compression=zstd-{level},atime=off" for level in range(1, 13)]
    shown = labels(names, limit)
    assert all(f"zstd-{level}…" in shown[name] for level, name in enumerate(names, 1))
    # Who else is there and shares no ends changes nothing.
    assert (
        labels(["none", *names, "the one of last year, with all its defaults"], limit).items()
        >= shown.items()
    )


def test_names_that_differ_in_several_words_keep_all_of_them():
    shown = labels(_swept(SIZES, CODECS, TIMES), 18)
    assert list(shown.values())[:4] == ["…16K…lz4…on", "…16K…lz4…off", "…16K…zstd-2…on", "…16K…zstd-2…off"]
    assert len(set(shown.values())) == 12


def test_each_family_of_names_is_cut_where_its_own_differ():
    buffers = [f"postgresql-16 shared_buffers={size} fsync=off" for size in ("1GB", "2GB")]
    shown = labels([*_swept(SIZES[1:], CODECS, TIMES[1:]), *buffers], 18)
    assert list(shown.values()) == ["…lz4…", "…zstd-2…", "…zstd-9…", "…1GB…", "…2GB…"]


def test_names_without_words_are_numbered_in_their_order():
    names = ["a" * 20 + digit + "b" * 20 for digit in "312"]
    assert list(labels(names, 13).values()) == ["aaaaaa…bbbbbb", "aaaa…bbbb (2)", "aaaa…bbbb (3)"]


@given(st.lists(st.lists(st.sampled_from(["a=", "$", "圧縮", ", ", "\u202e", "zstd-2", "…", " (2)"]), max_size=12).map("".join),
                max_size=9, unique=True), st.integers(13, 26))  # fmt: skip
def test_labels_of_alike_names_differ_and_fit(names, limit):
    shown = labels(names, limit)
    assert len(set(shown.values())) == len(names)
    assert all(width(plain(text)) <= limit and plain(text).isprintable() for text in shown.values())
