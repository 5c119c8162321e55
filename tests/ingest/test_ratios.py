"""Which form a printed compression ratio has, from evidence in the order of its strength."""

import io

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

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


def test_the_resolution_is_carried_through():
    rows = reading(table("Ratio", "0.25", "0.5"), ratio_form="r2").rows
    # 1/0.245 - 1/0.255 is 0.16, half of it on each side of 4
    assert [row.resolution for row in rows] == pytest.approx([0.005 / 0.25**2, 0.05 / 0.5**2])
    assert [(row.found, row.unit.symbol) for row in rows] == [("0.25", "x"), ("0.5", "x")]


# --- sizes beside it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wrong", "fits"), [(2, True), (3, False)])
def test_two_rows_in_a_hundred_may_differ(wrong, fits):
    rows = [f"a{i};1000;250;{0.25 if i >= wrong else 0.9}\n" for i in range(100)]
    text = "alternative;original size;compressed size;Ratio\n" + "".join(rows)
    if fits:
        assert ratios(text)["a99"] == 4.0
    else:
        assert "the ratios fit none of them" in refusal(text)


# --- headings that are taken to be a multiple -------------------------------------------------------------------------


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


# --- other shapes ---------------------------------------------------------------------------------------------------


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
