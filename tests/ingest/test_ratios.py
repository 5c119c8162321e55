"""Which form a printed compression ratio has, from evidence in the order of its strength."""

import io

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ingest.cases import each

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sources import open_source


def reading(text, **options):
    return TableReader().read(open_source(io.StringIO(text)), Options(**options))


def ratios(text, **options):
    rows = reading(text, **options).rows
    return {row.alternative: row.value for row in rows if row.measure == "compression_ratio"}


def refusal(text, **options):
    with pytest.raises(InputError) as raised:
        reading(text, **options)
    return str(raised.value)


def table(heading, *cells, names=("a", "b")):
    return f"alternative;{heading}\n" + "".join(f"{n};{c}\n" for n, c in zip(names, cells, strict=True))


# --- what the caller says -----------------------------------------------------------------------------------------


@each(
    ("form", "cells", "expected"),
    [
        ("r1", ("1.69", "0.98"), (1.69, 0.98)),
        ("r2", ("0.25", "0.5"), (4.0, 2.0)),
        ("r2", ("25%", "50%"), (4.0, 2.0)),  # a fraction, printed in per cent
        ("r3", ("25.00", "80"), (4.0, 1.25)),
        ("r3", ("25 %", "80 %"), (4.0, 1.25)),
        ("r4", ("0.75", "0.2"), (4.0, 1.25)),
        ("r4", ("75%", "20%"), (4.0, 1.25)),
        ("r4", ("75", "0.5"), (4.0, 100 / 99.5)),  # no fraction is saved 75 times, so 0.5 is per cent too
    ],
)
@each("heading", ["Ratio", "compression_ratio", "compressratio"])
def test_the_form_that_the_caller_states(form, cells, expected, heading):
    found = ratios(table(heading, *cells), ratio_form=form)
    assert found == pytest.approx(dict(zip("ab", expected, strict=True)), rel=1e-15)


def test_the_resolution_is_carried_through():
    rows = reading(table("Ratio", "0.25", "0.5"), ratio_form="r2").rows
    # 1/0.245 - 1/0.255 is 0.16, half of it on each side of 4
    assert [row.resolution for row in rows] == pytest.approx([0.005 / 0.25**2, 0.05 / 0.5**2])
    assert [(row.found, row.unit.symbol) for row in rows] == [("0.25", "x"), ("0.5", "x")]


def test_a_form_that_the_unit_contradicts_is_refused():
    assert refusal(table("Ratio", "1.69x", "2x"), ratio_form="r2") == (
        "<file>, line 2, column 'Ratio': found '1.69x': --ratio-form says r2, stored/original, and the unit of "
        "the cells is another; leave --ratio-form out, or correct it"
    )


@each(("form", "cell"), [("r2", "0"), ("r2", "-0.5"), ("r3", "0"), ("r4", "100%")])
def test_what_no_data_can_be_is_refused_with_its_cell(form, cell):
    other = "50%" if "%" in cell else "0.5"
    message = refusal(table("Ratio", other, cell), ratio_form=form)
    assert message.startswith(f"<file>, line 3, column 'Ratio': found '{cell}': no data has this ")


# --- sizes beside it ----------------------------------------------------------------------------------------------


SIZED = "alternative;original size;compressed size;Ratio\na;1000;250;{}\nb;1000;800;{}\n"


@each(
    ("cells", "form"),
    [
        (("4.00", "1.25"), "original/stored (r1)"),
        (("0.25", "0.80"), "stored/original (r2)"),
        (("25", "80"), "100 stored/original (r3)"),
        (("25%", "80%"), "100 stored/original (r3)"),
        (("0.75", "0.2"), "1 - stored/original (r4)"),
        (("75", "20"), "1 - stored/original (r4)"),
        (("75%", "20%"), "1 - stored/original (r4)"),
        (("0.254", "0.79"), "stored/original (r2)"),  # to 2 per cent
    ],
)
def test_the_sizes_decide(cells, form):
    found = reading(SIZED.format(*cells))
    assert found.notes == (f"column 'Ratio' is read as {form}, which the sizes beside it give",)
    values = {row.alternative: row.value for row in found.rows if row.measure == "compression_ratio"}
    assert values == pytest.approx({"a": 4.0, "b": 1.25}, rel=0.021)


def test_sizes_that_fit_no_form_are_refused():
    assert refusal(SIZED.format("0.4", "0.3")) == (
        "<file>, line 2, column 'Ratio': found '0.4': the sizes in this row give 4, 0.25, 25 or 0.75 (r1, r2, r3, "
        "r4), and the ratios fit none of them; correct the column, or leave it out with --ignore COLUMN"
    )


@pytest.mark.parametrize(("wrong", "fits"), [(2, True), (3, False)])
def test_two_rows_in_a_hundred_may_differ(wrong, fits):
    rows = [f"a{i};1000;250;{0.25 if i >= wrong else 0.9}\n" for i in range(100)]
    text = "alternative;original size;compressed size;Ratio\n" + "".join(rows)
    if fits:
        assert ratios(text)["a99"] == 4.0
    else:
        assert "the ratios fit none of them" in refusal(text)


def test_a_half_is_a_half_whether_left_or_saved():
    assert ratios(SIZED.replace("250", "500").replace("800", "500").format("0.5", "0.5")) == {
        "a": 2.0,
        "b": 2.0,
    }


def test_sizes_of_different_kinds_of_bytes_decide_nothing():
    text = SIZED.replace("original size", "original size (MB)")
    assert "this heading is not clear" in refusal(text.format("0.25", "0.8"))


def test_a_ratio_by_its_own_name_stands_and_what_contradicts_it_is_told():
    found = reading(SIZED.replace("Ratio", "compression_ratio").format("3.0", "1.25"))
    assert [r.value for r in found.rows if r.measure == "compression_ratio"] == [3.0, 1.25]
    assert found.caveats == (
        "column 'compression_ratio' is read as original/stored (r1), as its heading says; the sizes beside it "
        "give another",
    )


def test_one_below_1_that_the_sizes_contradict_is_refused_by_a_row_that_does_not_fit():
    text = SIZED.replace("Ratio", "compression_ratio").format("4", "0.9")
    assert refusal(text) == (
        "<file>, line 3, column 'compression_ratio': found '0.9': the sizes in this row give 1.25, 0.8, 80 or 0.2 "
        "(r1, r2, r3, r4), and the ratios fit none of them; correct the column, or leave it out with --ignore COLUMN"
    )


def test_the_sizes_turn_round_even_what_is_called_a_compression_ratio():
    assert ratios(SIZED.replace("Ratio", "compression_ratio").format("0.25", "0.8")) == {"a": 4.0, "b": 1.25}


# --- units, names, and what is not compressed -----------------------------------------------------------------------


@each("cells", [("1.69x", "0.9x"), ("1.69:1", "2:1"), ("1.69x", "2")])
def test_a_multiple_is_original_to_stored(cells):
    assert list(ratios(table("Ratio", *cells)).values()) == [
        1.69,
        float(cells[1].rstrip("x").removesuffix(":1")),
    ]


@each(
    ("heading", "cells", "expected"),
    [
        ("original/stored", ("4", "0.8"), (4.0, 0.8)),
        ("uncompressed / compressed", ("4", "0.8"), (4.0, 0.8)),
        ("stored/original", ("0.25", "1.25"), (4.0, 0.8)),
        ("Compressed/Original", ("25%", "125%"), (4.0, 0.8)),
        ("compressed fraction", ("0.25", "1.25"), (4.0, 0.8)),
    ],
)
def test_a_heading_may_say_it(heading, cells, expected):
    assert tuple(ratios(table(heading, *cells)).values()) == expected


@each("plain", ["none", "off", "Baseline", "uncompressed", "memcpy", "Copy", "cat"])
@each(
    ("whole", "cell", "expected"),
    [("1.00", "4.00", 4.0), ("1", "0.25", 4.0), ("100", "25", 4.0), ("0", "0.75", 4.0), ("0", "75", 4.0)],
)
def test_the_row_of_what_is_not_compressed_decides(plain, whole, cell, expected):
    found = reading(table("Ratio", whole, cell, names=(plain, "b")))
    assert [row.value for row in found.rows] == [1.0, expected]
    assert found.notes[0].endswith(", by the row of what is not compressed")


@each(
    ("names", "cells"),
    [
        (("a", "b"), ("0.25", "0.5")),  # no such row
        (("a", "b"), ("25", "50")),  # the range alone never decides
        (("a", "b"), ("2.5", "5")),
        (("none", "b", "c"), ("1", "0.5", "2")),  # which of them grew?
        (("none", "b"), ("1.01", "2")),  # not the whole
        (("none", "memcpy", "b"), ("1", "100", "2")),
        (("none",), ("1",)),
    ],
)
def test_without_evidence_a_ratio_is_refused_with_its_readings(names, cells):
    assert refusal(table("Ratio", *cells, names=names)).endswith(
        "say its form with --ratio-form: r1 original/stored, r2 stored/original, r3 100 stored/original, "
        "r4 1 - stored/original"
    )


def test_the_row_of_what_is_not_compressed_decides_in_every_scenario_alike():
    text = "scenario,alternative,Ratio\ns,none,1\ns,a,0.5\nt,none,1\nt,a,0.25\n"
    assert [row.value for row in reading(text).rows] == [1.0, 2.0, 1.0, 4.0]
    assert "this heading is not clear" in refusal(text.replace("t,none,1", "t,none,100"))


# --- headings that are taken to be a multiple -------------------------------------------------------------------------


BOTH = (
    "this may be original/stored (r1: 0.4 to 1, data that grew) or stored/original (r2: 2.5 to 1), and nothing in "
    "the file tells; say --ratio-form r1 or --ratio-form r2, or give original_bytes and stored_bytes"
)
HEADINGS = ["compression_ratio", "Compression Ratio", "compressratio", "Comp. ratio", "compression factor"]


@each("heading", HEADINGS)
@each("cells", [("0.4", "2"), ("0.40", "1.0", "3"), ("3", "2", "0.4"), ("0.9", "0.4", "1.01")])
def test_ratios_on_both_sides_of_one_are_refused_with_both_readings(heading, cells):
    line = min(range(len(cells)), key=lambda i: float(cells[i]))
    assert refusal(table(heading, *cells, names="abc"[: len(cells)])) == (
        f"<file>, line {line + 2}, column '{heading}': found '{cells[line]}': the ratios stand on both sides of 1, "
        f"so {BOTH}"
    )


@each("heading", HEADINGS)
def test_ratios_below_one_are_refused_with_every_reading(heading):
    assert refusal(table(heading, "0.5", "0.4")) == (
        f"<file>, line 3, column '{heading}': found '0.4': this may be original/stored (r1: 0.4 to 1, data that "
        "grew) or stored/original (r2: 2.5 to 1) or 1 - stored/original (r4: 1.66667 to 1), and nothing in the file "
        "tells; say --ratio-form r1 or --ratio-form r2 or --ratio-form r4, or give original_bytes and stored_bytes"
    )


@each("heading", HEADINGS)
@each(
    ("cells", "expected"),
    [
        (("1", "1.69", "3.76", "0.98"), (1.0, 1.69, 3.76, 0.98)),  # one grew a little, as random data do
        (("1.00", "0.8", "2"), (1.0, 0.8, 2.0)),
        (("1", "0.99", "2"), (1.0, 0.99, 2.0)),
        (("1", "0.98", "1", "2.5", "3"), (1.0, 0.98, 1.0, 2.5, 3.0)),
    ],
)
def test_a_baseline_of_one_and_most_above_it_are_evidence(heading, cells, expected):
    found = reading(table(heading, *cells, names=("none", *"abcd"[: len(cells) - 1])))
    assert tuple(row.value for row in found.rows) == expected
    assert found.notes == (
        f"column '{heading}' is read as original/stored (r1), by the row of what is not compressed",
    )


@each("heading", HEADINGS)
@each(
    "cells",
    [
        ("1", "0.98", "0.97", "2"),  # more below than above
        ("1", "0.98", "1.01"),  # either way hardly anything grew
        ("1", "0.5", "2.5", "3"),  # either way something grew much
        ("1", "0.2", "2", "3"),
        ("1.01", "0.98", "2", "3"),  # not the whole
        ("2", "0.98", "2", "3"),
    ],
)
def test_too_little_evidence_is_none(heading, cells):
    message = refusal(table(heading, *cells, names=("none", *"abc"[: len(cells) - 1])))
    assert "the ratios stand on both sides of 1, so this may be original/stored (r1: " in message


def test_the_baseline_that_the_caller_names_is_evidence():
    text = table("Faktor", "1", "1.69", "3.76", "0.98", names=("raw", "a", "b", "c"))
    columns = {"compression_ratio": "Faktor"}
    assert "on both sides of 1" in refusal(text, columns=columns)
    assert ratios(text, columns=columns, baseline="raw") == {"raw": 1.0, "a": 1.69, "b": 3.76, "c": 0.98}
    assert ratios(table("Ratio", "1", "0.4", names=("raw", "a")), baseline="raw") == {"raw": 1.0, "a": 2.5}


def test_a_name_that_says_it_is_plain_goes_before_the_baseline_of_the_caller():
    text = table("Ratio", "100", "50", "25", names=("memcpy", "a", "b"))
    assert ratios(text, baseline="a") == {"memcpy": 1.0, "a": 2.0, "b": 4.0}


def test_the_caller_names_the_baseline_through_every_door(tmp_path):
    given = {"alternative": ["raw", "a", "b", "c"], "compression_ratio": ["1", "1.69", "3.76", "0.98"]}
    expected = [1.0, 1.69, 3.76, 0.98]
    assert [row.value for row in ahp.read(given, baseline="raw").rows] == expected
    study = tmp_path / "study.toml"
    study.write_text(
        'baseline = "raw"\n[[criteria]]\nname = "space"\nmerit = "benefit"\nmeasure = "compression_ratio"\n'
    )
    assert [row.value for row in ahp.read(given, study=ahp.Study.from_toml(study)).rows] == expected
    with pytest.raises(InputError, match="both sides of 1"):
        ahp.read(given)


@pytest.mark.parametrize(
    ("cell", "ratio"), [("0.999941721546", 0.999941721546), ("1.0000582818", 1 / 1.0000582818)]
)
def test_sizes_that_hardly_differ_tell_by_the_digits(cell, ratio):
    text = (
        "alternative,compression_ratio,original_bytes,stored_bytes\n"
        f"none,1,70279168,70279168\na,{cell},70279168,70283264\n"
    )
    assert ratios(text) == pytest.approx({"none": 1.0, "a": ratio}, rel=1e-9)


@each("heading", ["compressratio", "Comp. ratio", "compression factor"])
def test_an_alias_of_one_or_more_is_a_multiple_and_one_below_needs_evidence(heading):
    assert list(ratios(table(heading, "1.69", "2")).values()) == [1.69, 2.0]
    assert refusal(table(heading, "1.69", "0.4")) == (
        f"<file>, line 3, column '{heading}': found '0.4': the ratios stand on both sides of 1, so {BOTH}"
    )
    assert list(ratios(table(heading, "1", "0.4", names=("none", "b"))).values()) == [1.0, 2.5]


def test_a_column_mapped_to_it_is_a_multiple_if_nothing_speaks_against_it():
    columns = {"compression_ratio": "Faktor"}
    assert list(ratios(table("Faktor", "1.69", "2"), columns=columns).values()) == [1.69, 2.0]
    assert "this may be original/stored (r1: 0.4 to 1" in refusal(
        table("Faktor", "0.4", "0.5"), columns=columns
    )
    assert list(ratios(table("Faktor", "1", "0.5", names=("none", "b")), columns=columns).values()) == [
        1.0,
        2.0,
    ]


def test_a_ratio_by_its_own_name_is_what_it_is_defined_as():
    assert list(ratios(table("compression_ratio", "1.5", "2")).values()) == [1.5, 2.0]
    assert reading(table("compression_ratio", "1.5", "2")).notes == ()
    # Its name says that the data grew, and the baseline that they shrank.
    assert "(r1: 0.4 to 1, data that grew) or stored/original (r2: 2.5 to 1)" in refusal(
        table("compression_ratio", "1", "0.4", names=("none", "b"))
    )


def test_per_cent_of_a_ratio_needs_evidence():
    assert (
        "may be 100 stored/original (r3: 2.5 to 1) or 1 - stored/original (r4: 1.66667 to 1), and"
        in refusal(table("compression_ratio", "40%", "50%"))
    )
    assert list(ratios(table("compression_ratio", "100%", "40%", names=("none", "b"))).values()) == [1.0, 2.5]
    assert list(ratios(table("compression_ratio", "0%", "60%", names=("none", "b"))).values()) == [1.0, 2.5]


def test_a_missing_ratio_stays_missing():
    rows = reading(table("Ratio", "1", "0.25", "", names=("none", "a", "b"))).rows
    assert [(row.value, row.measure) for row in rows][2] == (None, "compression_ratio")


# --- other shapes ---------------------------------------------------------------------------------------------------


@each(
    ("text", "options"),
    [
        ("alternative,measure,value\nnone,ratio,1\na,ratio,0.25\nb,ratio,0.5\n", {}),
        ("measure,none,a,b\nRatio,1,0.25,0.5\n", {"alternatives_as": "columns"}),
        (
            "alternative,measure,value\na,ratio,0.25\na,original_bytes,4\na,stored_bytes,1\nb,ratio,0.5\n"
            "b,original_bytes,10\nb,stored_bytes,5\n",
            {},
        ),
    ],
)
def test_the_rule_is_the_same_in_every_shape(text, options):
    found = ratios(text, **options)
    assert (found["a"], found["b"]) == (4.0, 2.0)


def test_a_long_ratio_without_evidence_is_refused_where_it_stands():
    message = refusal("alternative,measure,value\na,tps,5\na,ratio,0.25\n")
    assert message.startswith(
        "<file>, line 3, column 'measure': found 'ratio': it could mean 'compression_ratio'"
    )
    assert "this may be original/stored (r1: 0.25 to 1" in refusal(
        "alternative,measure,value\na,tps,5\na,comp ratio,0.25\n"
    )


SIZES = st.lists(
    st.tuples(st.floats(10**4, 10**7), st.floats(0.01, 100)).map(
        lambda each: (round(each[0]), round(each[0] * each[1]))
    ),
    min_size=2,
    max_size=6,
)
PRINTED = {
    "r1": lambda o, s: f"{o / s:.6f}",
    "r2": lambda o, s: f"{s / o:.9f}",
    "r3": lambda o, s: f"{100 * s / o:.7f}",
    "r4": lambda o, s: f"{1 - s / o:.9f}",
}


@given(SIZES, st.sampled_from(list(PRINTED)))
def test_whatever_the_form_the_ratio_is_that_of_the_sizes(sizes, form):
    rows = [f"a{i},{PRINTED[form](o, s)},{o},{s}\n" for i, (o, s) in enumerate(sizes)]
    text = "alternative,Ratio,original_bytes,stored_bytes\n" + "".join(rows)
    # Where stored is half of original in every row, a fraction agrees with what is left and with what is saved.
    assume(
        not all(abs(o / s - 2) < 0.2 for o, s in sizes) and not all(abs(o / s - 1) < 0.2 for o, s in sizes)
    )
    found = ratios(text)
    wanted = {f"a{i}": o / s for i, (o, s) in enumerate(sizes)}
    assert found == pytest.approx(wanted, rel=0.021)


def test_a_ratio_told_by_sizes_ranks_like_its_inverse():
    one = ahp.read({"alternative": ["none", "a", "b"], "Ratio": ["1", "0.25", "0.5"]})
    other = ahp.read({"alternative": ["none", "a", "b"], "compression_ratio": ["1", "4", "2"]})
    assert [(r.key, r.value) for r in one.rows] == [(r.key, r.value) for r in other.rows]
