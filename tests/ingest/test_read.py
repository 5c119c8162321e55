"""The one door in: whatever way a table is written, the same measurements come out."""

import gc
import io
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.table_strategies import COLUMNS, NAMES, PLAIN_NAMES, dialects, ours_or_fine, tables

import ahp
from ahp.errors import BaselineError, InputError, ReaderError
from ahp.evidence.measures import user_measure
from ahp.evidence.study import Criterion, Study

ZFS = "zfs_oltp.csv"


def read_bytes(content, **options):
    return ahp.read(io.BytesIO(content), **options)


def plain(measurements):
    """Return what was measured without where it stood."""
    return [(row.key, row.value, row.unit, row.resolution) for row in measurements.rows]


# --- what the caller says ----------------------------------------------------------------------------------------------


@each(
    ("arguments", "options", "message"),
    [
        ((), {}, "no source was given; give a file, a DataFrame or a mapping"),
        (("x",), {"decimal": ";"}, "decimal = ';'; the decimal mark is '.', ',' or 'per-cell'"),
        (("x",), {"reader": "fio?"}, "'fio?' is not a known reader; use one of: "),
        (("x",), {"failed": "keep"}, "failed = 'keep'; it is 'refuse' or 'drop'"),
        (("x",), {"window": ("soon", None)}, "'soon' is no time"),
        (("x",), {"ratio_form": "r1"}, "no file has a compression ratio, whose form was given; leave"),
        (("x",), {"ratio_form": "r5"}, "ratio_form = 'r5'; it is 'r1', 'r2', 'r3' or 'r4'"),
        (("x",), {"alternatives_as": "rosw"}, "alternatives_as = 'rosw'; it is 'rows' or 'columns'"),
        (
            ("x",),
            {"ignore": ["Szie"]},
            "no file has the column 'Szie' that was to be left out; check the heading's spelling",
        ),
        (
            ("x",),
            {"heading": ["alternative", "Szie"]},
            "no file has the column 'Szie' that was named where there is no heading; check the heading's",
        ),
        (
            ("x",),
            {"columns": {"thruput": "a"}},
            "'thruput' is not a known measure; name a column for one of 'scenario', ",
        ),
        (
            ("x",),
            {"columns": {"ratio": "a"}},
            "'ratio' is not a known measure; name a column for one of 'scenario', ",
        ),
        (
            ("x",),
            {"columns": {"throughput": "missing"}},
            "no file has the column 'missing' that was named for 'throughput'; check the heading's spelling",
        ),
        (("x",), {"baseline": "zstd"}, "the baseline 'zstd' is not among the alternatives 'none', 'lz4'"),
    ],
)
def test_what_the_caller_got_wrong_is_told(arguments, options, message):
    sources = [{"alternative": ["none", "lz4"], "tps": [1, 2]} for _ in arguments]
    with pytest.raises(InputError) as raised:
        ahp.read(*sources, **options)
    assert str(raised.value).startswith(message)


def test_errors_have_the_kind_of_what_is_wrong():
    table = {"alternative": ["none", "lz4"], "tps": [1, 2]}
    with pytest.raises(BaselineError):
        ahp.read(table, baseline="zstd")
    with pytest.raises(ReaderError):
        ahp.read(table, reader="nobody")


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_of_cycles_is_left_as_it_was(was_on):
    before = gc.isenabled()
    (gc.enable if was_on else gc.disable)()
    try:
        read_bytes(b"alternative,tps\nlz4,1\n")
        assert gc.isenabled() is was_on
        with pytest.raises(InputError):
            read_bytes(b"alternative,tps\nlz4,?\n")
        assert gc.isenabled() is was_on
    finally:
        (gc.enable if before else gc.disable)()


def test_the_baseline_is_kept():
    m = ahp.read({"alternative": ["None", "lz4"], "tps": [1, 2]}, baseline="none")
    assert m.baseline == "None"


def test_a_column_named_by_the_caller_may_stand_in_any_one_of_the_files():
    m = ahp.read(
        {"alternative": ["a"], "Durchsatz": [1]},
        {"alternative": ["a"], "cpu": [2]},
        columns={"throughput_tps": "Durchsatz"},
    )
    assert m.measures("default") == ("throughput", "cpu")


def test_a_mapping_may_have_its_alternatives_as_columns():
    m = ahp.read({"what": ["tps", "cpu"], "none": [1, 2], "lz4": [3, 4]}, alternatives_as="columns")
    assert [(row.alternative, row.measure, row.value) for row in m.rows] == [
        ("none", "throughput", 1.0),
        ("none", "cpu", 2.0),
        ("lz4", "throughput", 3.0),
        ("lz4", "cpu", 4.0),
    ]


def test_a_studys_measure_claims_its_column_before_and_after_reading():
    study = Study(
        (Criterion("e", "cost", "energy"),), measures=[user_measure("energy", unit="ms", better="lower")]
    )
    table = {"alternative": ["none", "lz4"], "energy (s)": ["2", "3"]}
    before = ahp.read(table, study=study)
    after = ahp.read(table).claimed_by(study.measures)
    assert plain(before) == plain(after)
    assert before.rows[0].value == 2000.0


@pytest.mark.parametrize("columns", [{"energy": "E"}, {"energy_ms": "E"}])
def test_a_column_can_be_named_for_ones_own_measure(columns):
    study = Study(
        (Criterion("e", "cost", "energy"),), measures=[user_measure("energy", unit="ms", better="lower")]
    )
    m = ahp.read({"alternative": ["none", "lz4"], "E": [2, 3]}, study=study, columns=columns)
    assert [row.value for row in m.rows] == [2.0, 3.0]


def test_every_example_reads(examples):
    for path in sorted(examples.glob("*.csv")):
        if path.name == "innodb_tables.csv":  # it has no alternatives
            continue
        study = path.with_suffix(".toml")
        m = ahp.read(path, study=Study.from_toml(study) if study.exists() else None)
        assert m.unused == ()
        assert all(row.value > 0 for row in m.rows)
        assert all(row.resolution > 0 for row in m.rows)


def test_an_example_as_it_stands(examples):
    m = ahp.read(examples / ZFS)
    assert m.scenarios == ("Order Entry", "Calling Circle", "Stress Test")
    assert m.alternatives("Order Entry") == ("Baseline", "ZLE", "LZJB", "LZ4")
    found = m.cells("Calling Circle", "LZ4", "response_time_max")["", ""]
    assert (found.value, found.unit, found.resolution) == (18481.0, "ms", 0.5)
    assert found.place == (str(examples / ZFS), 11, "response_time_max_ms")


# --- any way of writing --------------------------------------------------------------------------------------------------


@given(tables(), dialects())
def test_a_table_reads_the_same_in_every_dialect(table, dialect):
    m = read_bytes(table.written(dialect))
    names = [re.sub("_(tps|ms|pct)$", "", column) for column in table.header[2:]]
    expected = {
        (row[0], row[1], "", "", name): float(cell)
        for row in table.rows
        for name, cell in zip(names, row[2:], strict=True)
    }
    assert {row.key: row.value for row in m.rows} == expected
    assert m.scenarios == tuple(dict.fromkeys(row[0] for row in table.rows))
    assert m.alternatives(m.scenarios[0]) == tuple(row[1] for row in table.rows if row[0] == m.scenarios[0])
    assert {row.resolution for row in m.rows} == {0.005}
    assert m.unused == ()


@given(tables(), dialects(), st.randoms(use_true_random=False))
def test_the_order_of_the_columns_does_not_matter(table, dialect, random):
    order = list(range(len(table.header)))
    random.shuffle(order)
    rows = [[*row[:2], *(dialect.number(text) for text in row[2:])] for row in table.rows]
    shuffled = dialect.written([table.header[i] for i in order], [[row[i] for i in order] for row in rows])
    assert sorted(plain(read_bytes(shuffled))) == sorted(plain(read_bytes(table.written(dialect))))


def test_a_row_of_scenarios_is_none_of_units():
    text = "alternative,a,b\nscenario,name /S,name /S\ncompression_ratio,1.10,1.20\n"
    assert read_bytes(text.encode(), alternatives_as="columns").scenarios == ("name /S",)


def test_a_heading_is_no_title_where_a_name_holds_another_delimiter():
    text = "compression_ratio,scenario,alternative\n1.00,name ;;,a\n1.10,name ;;,b\n"
    assert read_bytes(text.encode()).scenarios == ("name ;;",)


def test_lines_that_an_old_mac_ended_are_lines_to_whoever_looks_for_tables():
    lines = (
        "# a test",
        "",
        "measure,name 0",
        "scenario,name JVM",
        "  # 'scenario'",
        "compression_ratio,1.00",
    )
    text = "\r".join([*lines, "  # 'compression_ratio'", ""])
    assert read_bytes(text.encode(), alternatives_as="columns").scenarios == ("name JVM",)


@given(tables(), dialects())
def test_a_table_says_the_same_in_every_shape(table, dialect):
    upright = read_bytes(table.written(dialect))
    assert plain(read_bytes(table.long(dialect))) == plain(upright)
    assert plain(read_bytes(table.bare(dialect), heading=table.header)) == plain(upright)
    turned = read_bytes(table.turned(dialect), alternatives_as="columns")
    assert plain(turned) == [row for row in plain(upright) if row[0][0] == upright.scenarios[0]]


@given(
    tables(PLAIN_NAMES),
    dialects().filter(lambda dialect: dialect.newline != "\r"),  # no such file has a drawn table
    st.sampled_from(["markdown", "psql", "boxed", "ruled"]),
)
def test_a_drawn_table_says_the_same(table, dialect, style):
    m = read_bytes(table.drawn(dialect, style))
    assert m.sources[0].reader == "markdown"
    assert plain(m) == plain(read_bytes(table.written(dialect)))


@given(tables(), dialects())
def test_a_cell_by_cell_decimal_mark_is_that_of_the_column_where_every_cell_proves_it(table, dialect):
    content = table.written(dialect)
    assert plain(read_bytes(content, decimal="per-cell")) == plain(read_bytes(content))


@given(tables())
def test_the_frame_of_measurements_reads_back(table):
    m = ahp.read(dict(zip(table.header, map(list, zip(*table.rows, strict=True)), strict=True)))
    back = ahp.read(m.to_frame())
    assert [(row.key, row.value, row.unit) for row in back.rows] == [
        (row.key, row.value, row.unit) for row in m.rows
    ]


INDICES = st.fixed_dictionaries(
    {
        "alternative": st.just(["lz4", "zle"]),
        "Storage Saving": st.lists(st.floats(-0.99, 0.99), min_size=2, max_size=2),
        "Performance improvement": st.lists(st.floats(-0.99, 0.99), min_size=2, max_size=2),
        "Relative CPU utilization": st.lists(st.floats(0.01, 9), min_size=2, max_size=2),
    }
)


@given(INDICES)
def test_the_frame_of_printed_indices_reads_back(table):
    m = ahp.read(table)
    back = ahp.read(m.to_frame())
    for one, other in zip(m.rows, back.rows, strict=True):
        assert one.key == other.key
        assert other.value == pytest.approx(one.value, rel=1e-13)


# --- units do not change a decision --------------------------------------------------------------------------------------


TWO_DIGITS = st.builds("{}e{}".format, st.integers(10, 99), st.integers(-3, 5))
"""Numbers that are equal or differ by a per cent, so that no gain over the baseline is a rounding error."""


@st.composite
def results(draw):
    """A baseline and some alternatives with throughput, response time and CPU."""
    others = st.lists(NAMES.map(lambda name: f"a{name}"), min_size=1, max_size=4, unique_by=str.casefold)
    names = ["none", *draw(others)]
    columns = ("throughput_tps", "response_time_max_ms", "cpu_per_transaction_ms")
    return {"alternative": names, **{column: [draw(TWO_DIGITS) for _ in names] for column in columns}}


def _times(texts, factor):
    return [repr(float(text) * factor) for text in texts]


@given(results(), st.sampled_from(["s", "us", "min"]), st.booleans())
def test_units_change_no_ranking_and_no_number(table, time, per_minute):
    per_ms = {"s": 1e-3, "us": 1e3, "min": 1 / 60_000}[time]
    other = {
        "alternative": table["alternative"],
        f"max response time ({time})": _times(table["response_time_max_ms"], per_ms),
        "tpm" if per_minute else "tps": _times(table["throughput_tps"], 60 if per_minute else 1),
        f"cpu_per_transaction ({time})": _times(table["cpu_per_transaction_ms"], per_ms),
    }
    one, same = (ahp.rank(ahp.read(given_table))["default"] for given_table in (table, other))
    for merit in ("benefit", "cost", "benefit_to_cost"):
        assert same.ranking(merit) == one.ranking(merit)
    for numbers_of in ("benefits", "costs", "quotients"):
        assert getattr(same, numbers_of) == pytest.approx(getattr(one, numbers_of), rel=1e-12)
    for name, criterion in one.criteria.items():
        assert same.criteria[name].index == criterion.index
        per = {"throughput": 60 if per_minute else 1}.get(name, per_ms)
        assert same.criteria[name].measured == pytest.approx([x * per for x in criterion.measured], rel=1e-12)
        shown = {"throughput": "1/min" if per_minute else "1/s"}.get(name, time)
        assert same.criteria[name].unit == shown


@each(
    ("old", "new", "factor"),
    [
        ("response_time_max_ms", "response_time_max_s", 1e-3),
        ("response_time_max_ms", "Maximum Response Time (us)", 1e3),
        ("throughput_tps", "throughput_tpm", 60),
    ],
)
def test_the_published_data_in_other_units_is_the_same_decision(examples, old, new, factor):
    lines = [line for line in (examples / ZFS).read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    cells = [line.split(",") for line in lines]
    at = cells[0].index(old)
    for row in cells[1:]:
        row[at] = str(Decimal(row[at]) * Decimal(str(factor)))
    cells[0][at] = new
    other = ahp.rank(read_bytes("\n".join(map(",".join, cells)).encode()))
    for mine, theirs in zip(ahp.rank(ahp.read(examples / ZFS)).scenarios, other.scenarios, strict=True):
        for merit in ("benefit", "cost", "benefit_to_cost"):
            assert theirs.ranking(merit) == mine.ranking(merit)
        assert theirs.quotients == pytest.approx(mine.quotients, rel=1e-12)
        assert theirs.benefits == pytest.approx(mine.benefits, rel=1e-12)


# --- nothing but our own errors, whatever comes in -------------------------------------------------------------------------


WORDS = ("alternative", "tps", "none", "lz4", "NaN", "inf", "ms", "é", "\u00a0", "±")
ALPHABET = st.sampled_from([*',;\t|"\n\r #%x-.+0123456789eE', *WORDS])


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content):
    ours_or_fine(lambda: read_bytes(content))


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text):
    ours_or_fine(lambda: ahp.read(io.StringIO(text)))


@given(st.lists(ALPHABET, max_size=60).map("".join), st.sampled_from([None, ".", ","]))
def test_anything_like_a_table_is_read_or_refused(text, decimal):
    table = "alternative,tps,cpu,p99 (ms)\n" + text
    ours_or_fine(lambda: ahp.read(io.StringIO(table), decimal=decimal))
    ours_or_fine(lambda: ahp.rank(ahp.read(io.StringIO(table), decimal=decimal)))


CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.just(10**400),
    st.decimals(),
    st.binary(max_size=3),
)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=4), st.sampled_from(COLUMNS))
def test_any_objects_in_a_mapping_are_read_or_refused(rows, column):
    alternative, run, values = zip(*rows, strict=True)
    ours_or_fine(lambda: ahp.rank(ahp.read({"alternative": alternative, "run": run, column: values})))


def test_a_folder_beside_path_in_which_nothing_fits_says_itself_what_it_is_about(tmp_path):
    for file, text in {
        "out/none-1.csv": "tps,block\n5,x\n",
        "out/lz4-1.csv": "tps,block\n6,x\n",
        "out/lz4_2.csv": "tps,block\n7,x\n",
        "sizes/all.csv": "alternative,compression_ratio\nnone,1\nlz4,2\n",
    }.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    found = ahp.read(tmp_path / "out", tmp_path / "sizes", path="{alternative}-{run}.csv")
    assert [(row.alternative, row.measure, row.value) for row in found.rows] == [
        ("lz4", "throughput", 6.0),
        ("none", "throughput", 5.0),
        ("none", "compression_ratio", 1.0),
        ("lz4", "compression_ratio", 2.0),
    ]
    misfit = str(tmp_path / "out" / "lz4_2.csv")
    assert found.warnings == (f"not read, as their paths do not fit the pattern: '{misfit}'",)
    (tmp_path / "sizes" / "all.csv").write_text("tps,block\n6,x\n")
    with pytest.raises(ahp.InputError, match="the file does not say which alternative it measured"):
        ahp.read(tmp_path / "out", tmp_path / "sizes", path="{alternative}-{run}.csv")
