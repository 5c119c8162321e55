"""Which form a printed compression ratio has, from evidence in the order of its strength."""

import io

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ingest.cases import each

import ahp
from ahp.errors import InputError
from ahp.ingest.files.open import open_source
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader


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


def test_the_resolution_is_carried_through():
    rows = reading(table("Ratio", "0.25", "0.5"), ratio_form="r2").rows
    # 1/0.245 - 1/0.255 is 0.16, half of it on each side of 4
    assert [row.resolution for row in rows] == pytest.approx([0.005 / 0.25**2, 0.05 / 0.5**2])
    assert [(row.found, row.unit.symbol) for row in rows] == [("0.25", "x"), ("0.5", "x")]


@pytest.mark.parametrize(("wrong", "fits"), [(2, True), (3, False)])
def test_two_rows_in_a_hundred_may_differ(wrong, fits):
    rows = [f"a{i};1000;250;{0.25 if i >= wrong else 0.9}\n" for i in range(100)]
    text = "alternative;original size;compressed size;Ratio\n" + "".join(rows)
    if fits:
        assert ratios(text)["a99"] == 4.0
    else:
        assert "the ratios fit none of them" in refusal(text)


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


# --- a saving is a ratio where the other alternatives have one ----------------------------------------------


def test_a_saving_becomes_a_ratio_beside_ratios():
    m = ahp.read(
        {"alternative": ["a"], "space_saving": ["75%"]},
        {"alternative": ["b"], "compression_ratio": ["2"]},
        {"alternative": ["c"], "original_bytes": ["900"], "stored_bytes": ["300"]},
    )
    found = {row.alternative: row.value for row in m.rows if row.measure == "compression_ratio"}
    assert found == {"b": 2.0, "a": 4.0}
    added = m.rows[-1]
    # a saving of 0.745 to 0.755 is a ratio of 3.92 to 4.08
    assert (added.unit, added.resolution) == ("x", pytest.approx(0.005 * 16))
    assert m.warnings == (
        "space_saving of 'a' in <mapping> is read as a compression ratio, which others have",
    )
    found = ahp.rank(m)["default"].criteria["storage_saving"]
    assert found.values.to_dict() == {"a": 0.75, "b": 0.5, "c": pytest.approx(2 / 3)}


@each(
    "tables",
    [
        [{"alternative": ["a", "b"], "space_saving": ["75%", "50%"]}],
        [
            {"alternative": ["a", "b"], "space_saving": ["75%", "50%"]},
            {"alternative": ["b"], "compression_ratio": ["2"]},  # savings compare them all
        ],
        [{"alternative": ["a", "b"], "space_saving": ["75%", ""], "compression_ratio": ["4", "2"]}],
        [{"alternative": ["a", "b"], "space_saving": ["75%", ""], "stored_bytes": ["4", "2"]}],
    ],
)
def test_savings_stay_savings_where_nothing_needs_a_ratio(tables):
    m = ahp.read(*tables)
    assert m.warnings == ()
    assert sum(row.measure == "compression_ratio" for row in m.rows) == sum(
        cell != "" for table in tables for cell in table.get("compression_ratio", ())
    )


def test_each_scenario_is_looked_at_by_itself():
    m = ahp.read(
        {"scenario": ["s", "t"], "alternative": ["a", "a"], "space_saving": ["75%", "75%"]},
        {"scenario": ["s"], "alternative": ["b"], "compression_ratio": ["2"]},
    )
    assert [(r.scenario, r.alternative) for r in m.rows if r.measure == "compression_ratio"] == [
        ("s", "b"),
        ("s", "a"),
    ]


# --- exact sizes beside a rounded ratio -------------------------------------------------------------------------


def savings(text):
    return ahp.rank(ahp.read(io.StringIO(text), baseline="none"))["default"].criteria["storage_saving"].values


ROUNDED = (
    "alternative,original_bytes,stored_bytes,compression_ratio\n"
    "none,1000000,1000000,1.0\nlz4,1000000,301000,3.3\nzstd,1000000,305000,3.3\n"
)


def test_the_sizes_rank_where_the_ratio_is_rounded():
    found = savings(ROUNDED)
    assert found.to_dict() == {"lz4": pytest.approx(0.699), "zstd": pytest.approx(0.695)}
    kept = ahp.read(io.StringIO(ROUNDED)).rows
    assert [row.value for row in kept if row.measure == "compression_ratio"] == [1.0, 3.3, 3.3]


def test_the_ratio_ranks_where_it_has_more_digits_than_the_sizes_or_a_row_lacks_them():
    coarse = "alternative,original_bytes,stored_bytes,compression_ratio\nnone,10,10,1.00\nlz4,10,3,3.3222\nzstd,10,3,3.2787\n"
    assert savings(coarse)["lz4"] == pytest.approx(1 - 1 / 3.3222)
    lacking = ROUNDED.replace("1000000,301000", "1000000,")
    assert savings(lacking).to_dict() == {"lz4": pytest.approx(1 - 1 / 3.3), "zstd": pytest.approx(0.695)}


def test_sizes_rank_over_runs_too():
    rows = "".join(
        f"{name},{run},1000000,{size + run},{ratio}\n"
        for name, size, ratio in (("none", 10**6, 1.0), ("lz4", 301000, 3.3), ("zstd", 305000, 3.3))
        for run in (1, 2)
    )
    found = savings("alternative,run,original_bytes,stored_bytes,compression_ratio\n" + rows)
    assert found["lz4"] > found["zstd"]


def test_a_ratio_that_every_row_contradicts_is_refused_and_one_that_some_do_is_told():
    wrong = ROUNDED.replace("1.0\n", "1.5\n").replace("3.3\n", "2.3\n")
    assert "the ratios fit none of them; correct the column, or leave it out with --ignore" in refusal(wrong)
    assert ahp.read(io.StringIO(wrong), ignore=["compression_ratio"]).caveats == ()
    some = ahp.read(io.StringIO(ROUNDED.replace("305000,3.3", "305000,2.3")))
    assert "in some rows the sizes beside it give another" in some.caveats[0][1]


# --- a ratio of times -------------------------------------------------------------------------------------------


@each("headings", ["mean (ms),stddev", "Mean,StdDev", "Mean,Error", "avg,std dev", "mean latency (ms),sd"])
def test_a_ratio_beside_a_mean_and_a_deviation_is_none_of_sizes(headings):
    text = f"alternative,tps,{headings},Ratio\nnone,100,10,1,1.00\nlz4,200,5,1,0.5\n"
    m = ahp.read(io.StringIO(text), baseline="none")
    assert [c.name for c in ahp.rank(m).study.criteria if c.name == "storage_saving"] == []
    assert {row.measure for row in m.rows}.isdisjoint({"compression_ratio", "space_saving"})


@each("more", [{"ratio_form": "r2"}, {"columns": {"compression_ratio": "Ratio"}}])
def test_the_caller_may_say_that_it_is(more):
    text = "alternative,tps,mean (ms),stddev,Ratio\nnone,100,10,1,1.00\nlz4,200,5,1,0.5\n"
    found = ahp.read(io.StringIO(text), baseline="none", **more)
    assert [row.value for row in found.rows if row.measure == "compression_ratio"] == [1.0, 2.0]


def test_sizes_beside_it_tell_what_it_is():
    text = "alternative,original_bytes,stored_bytes,mean (ms),stddev,Ratio\nnone,9000,9000,9,1,1.00\nlz4,9000,4500,5,1,0.5\n"
    assert ratios(text.replace(",", ";")) == {"none": 1.0, "lz4": 2.0}
