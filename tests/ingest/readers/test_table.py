"""The plain table, wide and long, as people write it."""

import io

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sources import open_source


def reading(text, **options):
    source = open_source(io.StringIO(text) if isinstance(text, str) else text)
    return TableReader().read(source, Options(**options))


def refusal(text, **options):
    with pytest.raises(InputError) as raised:
        reading(text, **options)
    return str(raised.value)


def values(text, **options):
    return [row.value for row in reading(text, **options).rows]


def test_any_text_may_be_a_table():
    assert TableReader().matches("")


# --- wide ------------------------------------------------------------------------------------------------------------


def test_every_cell_of_a_measure_is_a_row_with_its_place():
    found = reading("# made up\nscenario,alternative,run,tps,cpu_pct\nOLTP, lz4 ,2,342.98,8\n")
    tps, cpu = found.rows
    assert (tps.scenario, tps.alternative, tps.run, tps.transaction, tps.block) == (
        "OLTP",
        "lz4",
        "2",
        "",
        "",
    )
    assert (tps.measure, tps.value, tps.unit.symbol, tps.resolution) == ("throughput", 342.98, "1/s", 0.005)
    assert (tps.line, tps.column, tps.found) == (3, "tps", "342.98")
    assert (cpu.measure, cpu.value, cpu.column) == ("cpu", 8.0, "cpu_pct")
    assert (found.count, found.ignored) == (1, ())
    assert found.headings == {"scenario", "alternative", "run", "tps", "cpu_pct"}


def test_what_the_table_does_not_say_is_not_made_up():
    (row,) = reading("alternative,tps\nlz4,1\n").rows
    assert (row.scenario, row.run) == (None, None)


@each("word", ["", "all", "ALL", "*"])
def test_words_for_all_transaction_types(word):
    (row,) = reading(f"alternative,transaction,block,tps\nlz4,{word},b1,1\n").rows
    assert (row.transaction, row.block) == ("", "b1")


def test_an_empty_cell_is_a_row_without_a_number():
    (row,) = reading("alternative,tps\nlz4,n/a\n").rows
    assert (row.value, row.found, row.unit.symbol) == (None, "n/a", "1/s")


def test_an_empty_run_is_no_run():
    assert [row.run for row in reading("alternative,run,tps\nlz4,,1\nzle,1,2\n").rows] == [None, "1"]


@each(
    "text",
    [
        "alternative;tps;cpu_pct\nlz4;1.234,5;8,5\n",
        "alternative;tps;cpu_pct\nlz4;1234,5;8,5\n",
        "alternative\ttps\tcpu_pct\nlz4\t1,234.5\t8.5\n",
        "alternative|tps|cpu_pct\nlz4|1'234.5|8.5\n",
        'alternative,tps,cpu_pct\nlz4,"1,234.5",8.5\n',
        'alternative,tps,cpu_pct\nlz4,"1.234,5","8,5"\n',
        "alternative,tps,cpu_pct\nlz4,1\u00a0234.5,8.5\n",
        "alternative;tps;cpu_pct\nlz4;1\u202f234,5;8,5 %\n",
        "alternative;throughput;cpu\nlz4;1 234,5 tps;8,5 %\n",
    ],
)
def test_one_table_in_many_dialects(text):
    assert values(text) == [1234.5, 8.5]


def test_a_german_thousand_needs_a_proof_elsewhere():
    assert values("alternative;stored_bytes;cpu\nlz4;1.234;8,5\n") == [1234.0, 8.5]
    assert values("alternative;stored_bytes;note\nlz4;1.234;8,5\n")[0] == 1234.0
    assert "this may be 1234 or 1.234: its dot may group thousands" in refusal(
        "alternative;stored_bytes;cpu\nlz4;1.234;8\n"
    )


def test_an_english_thousand_needs_a_proof_elsewhere():
    assert values('alternative,stored_bytes,cpu\nlz4,"31,033",8.5\n') == [31033.0, 8.5]
    assert values('alternative,stored_bytes,wal_bytes\nlz4,"31,033","1,234,567"\n') == [31033.0, 1234567.0]
    assert refusal('alternative,stored_bytes,cpu\nzle,5,8\nlz4,"31,033",8\n') == (
        "<file>, line 3, column 'stored_bytes': found '31,033': this may be 31033 or 31.033: its comma may "
        "group thousands or be the decimal mark, and nothing in the file tells; say --decimal . (31033) or "
        "--decimal , (31.033)"
    )


@pytest.mark.parametrize(("decimal", "value"), [(".", 31033.0), (",", 31.033)])
def test_the_caller_may_know_the_decimal_mark(decimal, value):
    assert values('alternative,stored_bytes,cpu\nlz4,"31,033",8\n', decimal=decimal)[0] == value


def test_words_in_a_column_that_nobody_claims_prove_nothing():
    text = 'alternative,note,stored_bytes\nlz4,"1,5 or so","31,033"\n'
    assert "this may be 31033 or 31.033: its comma may group thousands" in refusal(text)
    dates = 'alternative,day,stored_bytes\nlz4,21.11.2026,"31,033"\n'
    assert "this may be 31033 or 31.033: its comma may group thousands" in refusal(dates)


def test_two_decimal_marks_in_one_column_are_refused_with_line_and_both_cells():
    assert refusal('alternative,tps\nlz4,34.37425\nzle,7\nlzjb,"36,98"\n') == (
        "<file>, line 4, column 'tps': found '36,98': '34.37425' in the same column has another decimal "
        "mark; write the same mark throughout, or say --decimal per-cell"
    )


@each(
    ("heading", "cell", "value", "symbol"),
    [
        ("compression_ratio", "1.69x", 1.69, "x"),
        ("compression_ratio", "3.95:1", 3.95, "x"),
        ("cpu", "40.83%", 40.83, "%"),
        ("cpu (%)", "40.83%", 40.83, "%"),
        ("max response time", "12 ms", 12.0, "ms"),
        ("max response time [s]", "12", 12.0, "s"),
        ("max response time in ms", "12", 12.0, "ms"),
        ("throughput", "12 tps", 12.0, "1/s"),
        ("stored size", "12 KiB", 12.0, "KiB"),
    ],
)
def test_a_unit_stands_in_the_heading_or_in_the_cell(heading, cell, value, symbol):
    (row,) = reading(f"alternative,{heading}\nlz4,{cell}\n").rows
    assert (row.value, row.unit.symbol) == (value, symbol)


def test_heading_and_cell_must_not_contradict_each_other():
    assert refusal("alternative,max response time (ms)\nlz4,12 ms\nzle,12 s\n") == (
        "<file>, line 3, column 'max response time (ms)': the heading says ms, the cell says s; "
        "correct one of them"
    )


def test_a_cell_that_is_no_number_is_told_with_its_place():
    assert refusal("alternative,tps\nlz4,1\nzle,fast\n") == (
        "<file>, line 3, column 'tps': found 'fast': a number is needed; correct the cell, or leave it empty"
    )


def test_the_first_wrong_row_of_a_column_is_told():
    assert refusal("alternative,tps\nlz4,inf\nzle,fast\n").startswith("<file>, line 2,")


def test_a_column_of_words_that_nobody_asked_about_is_passed_over():
    found = reading("alternative,note,tps\nlz4,good,1\n")
    assert [row.measure for row in found.rows] == ["throughput"]
    assert found.ignored == ("note",)


def test_a_column_of_numbers_that_nobody_claims_is_kept_by_its_words():
    found = reading("alternative,WAL per tx (KiB)\nlz4,5\n")
    assert [(row.measure, row.value, row.unit.symbol) for row in found.rows] == [("wal_per_tx", 5.0, "KiB")]


def test_a_column_of_ones_own_measure_must_hold_numbers():
    assert "a number is needed" in refusal("alternative,energy,tps\nlz4,much,1\n", own=("energy",))


@each("word", ["value", "measure", "unit"])
def test_a_wide_table_may_use_the_words_of_a_long_one(word):
    found = reading(f"alternative,{word},tps\nlz4,words,1\n")
    assert found.ignored == (word,)


@each(
    ("text", "message"),
    [
        (
            "algo_name,tps\nlz4,1\nzle,2\n",
            "line 1: no column names the alternatives; found 'algo_name', 'tps'; call it 'alternative', "
            "or say which with --map alternative=COLUMN; runs of one alternative need a column 'run'",
        ),
        (
            "codec,algorithm,tps\nlz4,a,1\n",
            "line 1: the columns 'codec', 'algorithm' could each be the alternative; "
            "say which with --map alternative=COLUMN",
        ),
        (
            "# x\nalternative,Ratio\nlz4,1\n",
            "line 2, column 'Ratio': this heading is not clear, it could mean 'compression_ratio', 'space_saving'; "
            "say which with --map MEASURE=COLUMN, leave it out with --ignore COLUMN, or say its form with "
            "--ratio-form: r1 original/stored, r2 stored/original, r3 100 stored/original, r4 1 - stored/original",
        ),
        (
            "alternative,TPS,QPS\nlz4,1,2\n",
            "line 1: the columns 'TPS' and 'QPS' are both throughput; say which with --map throughput=COLUMN",
        ),
        ("alternative,tps\n ,1\n", "line 2: the alternative has no name; name it, or remove the row"),
        (
            "scenario,alternative,tps\n,lz4,1\n",
            "line 2: the scenario has no name; name it, or remove the row",
        ),
    ],
)
def test_headings_and_names_that_are_unclear_are_refused(text, message):
    assert refusal(text) == f"<file>, {message}"


@each(
    ("header", "alternative"),
    [("name,alternative", "b"), ("codec,name", "a"), ("name,codec", "b"), ("algorithm,alternative", "b")],
)
def test_the_surer_name_of_a_role_wins(header, alternative):
    assert {row.alternative for row in reading(f"{header},tps\na,b,1\n").rows} == {alternative}


# --- a column that the caller names ------------------------------------------------------------------------------------


def test_columns_can_be_named_in_any_case():
    found = reading(
        "Codec X;Durchsatz\nlz4;1,5\n", columns={"alternative": "codec x", "throughput_tps": " DURCHSATZ "}
    )
    (row,) = found.rows
    assert (row.alternative, row.measure, row.value, row.unit.symbol) == ("lz4", "throughput", 1.5, "1/s")


def test_a_named_column_settles_what_was_ambiguous():
    (row,) = reading("alternative,Ratio\nlz4,1.5\n", columns={"compression_ratio": "Ratio"}).rows
    assert row.measure == "compression_ratio"


def test_a_named_measure_is_not_looked_for_in_other_columns():
    found = reading("alternative,tps,qps\nlz4,1,2\n", columns={"throughput": "qps"})
    assert [(row.measure, row.value) for row in found.rows] == [("tps", 1.0), ("throughput", 2.0)]


def test_a_named_role_is_not_looked_for_in_other_columns():
    found = reading("alternative,codec,tps\na,b,1\n", columns={"alternative": "codec"})
    assert {row.alternative for row in found.rows} == {"b"}
    assert found.ignored == ("alternative",)


def test_naming_one_column_leaves_the_meaning_of_the_others_alone():
    columns = {"alternative": "codec"}
    assert "this heading is not clear, it could mean" in refusal("codec,tps,Ratio\na,1,2\n", columns=columns)
    (row,) = reading("codec,WAL per tx (KiB)\na,1\n", columns=columns).rows
    assert row.unit.symbol == "KiB"


@each(
    ("name", "heading", "symbol"),
    [
        ("response_time_max_ms", "Antwort", "ms"),
        ("response_time_max", "Antwort (s)", "s"),
        ("response_time_max_ms", "Antwort (ms)", "ms"),
        ("response_time_max_ms", "Antwort (4 Nutzer)", "ms"),  # no unit, and the caller knows better
    ],
)
def test_the_unit_comes_from_the_name_or_the_heading(name, heading, symbol):
    (row,) = reading(f"alternative,{heading}\nlz4,1\n", columns={name: heading}).rows
    assert (row.measure, row.unit.symbol) == ("response_time_max", symbol)


def test_name_and_heading_must_not_contradict_each_other():
    assert refusal("alternative,TPM\nlz4,1\n", columns={"throughput_tps": "TPM"}) == (
        "<file>, line 1, column 'TPM': the heading says 1/min, its name in --map says 1/s; correct one of them"
    )


def test_a_column_is_one_thing():
    columns = {"throughput_tps": "x", "cpu": "x"}
    assert (
        refusal("alternative,x\nlz4,1\n", columns=columns)
        == "<file>, line 1, column 'x': it was named for two things"
    )


# --- long --------------------------------------------------------------------------------------------------------------


LONG = """scenario,alternative,run,measure,value,unit
OLTP,lz4,1,throughput,342.98,1/s
OLTP,lz4,1,response_time_max,95.932,s
OLTP,lz4,1,cpu_pct,23,
OLTP,lz4,1,Compression Ratio,3.76x,
OLTP,lz4,1,stored_bytes,,B
OLTP,lz4,1,energy,5,joule
"""


def test_a_long_table_has_a_measure_in_each_row():
    found = reading(LONG)
    assert [(row.measure, row.value, row.unit.symbol, row.line) for row in found.rows] == [
        ("throughput", 342.98, "1/s", 2),
        ("response_time_max", 95.932, "s", 3),
        ("cpu", 23.0, "%", 4),
        ("compression_ratio", 3.76, "x", 5),
        ("stored_bytes", None, "B", 6),
        ("energy", 5.0, "joule", 7),
    ]
    assert {row.column for row in found.rows} == {"value"}
    assert found.count == 6


def test_other_columns_of_a_long_table_are_passed_over():
    assert reading("alternative,metric,value,note\nlz4,tps,1,x\n").ignored == ("note",)


def test_a_measure_of_a_long_table_can_be_named():
    (row,) = reading(
        "alternative,measure,value\nlz4,Durchsatz,1\n", columns={"throughput_tps": "durchsatz"}
    ).rows
    assert (row.measure, row.unit.symbol) == ("throughput", "1/s")


@each(
    ("row", "message"),
    [
        ("lz4,,1,", "line 2, column 'measure': a measure is needed; the cell is empty"),
        (
            "lz4,ratio,1,",
            "line 2, column 'measure': found 'ratio': it could mean 'compression_ratio', 'space_saving'; "
            "write the measure's full name, or say --map MEASURE=NAME, or its form with --ratio-form: "
            "r1 original/stored, r2 stored/original, r3 100 stored/original, r4 1 - stored/original",
        ),
        (
            "lz4,response_time_max_ms,1,s",
            "line 2, column 'unit': the heading says ms, the unit column says s; correct one of them",
        ),
        (
            "lz4,tps,12 ms,",
            "line 2, column 'value': the heading says 1/s, the cell says ms; correct one of them",
        ),
        (
            "lz4,cpu,5,12",
            "line 2, column 'unit': '12' is not a unit; write one such as ms, s, 1/s, B, % or x",
        ),
        (
            "lz4,cpu,five,%",
            "line 2, column 'value': found 'five': a number is needed; correct the cell, or leave it empty",
        ),
        (
            'lz4,cpu,"1,234",%',
            "line 2, column 'value': found '1,234': this may be 1234 or 1.234: its comma may group "
            "thousands or be the decimal mark, and nothing in the file tells; say --decimal . (1234) or "
            "--decimal , (1.234)",
        ),
        (",cpu,5,%", "line 2: the alternative has no name; name it, or remove the row"),
    ],
)
def test_what_is_wrong_in_a_long_table_is_told(row, message):
    assert refusal(f"alternative,measure,value,unit\n{row}\n") == f"<file>, {message}"


# --- frames ------------------------------------------------------------------------------------------------------------


def test_a_frame_has_lines_of_its_own_and_numbers_without_digits():
    import numpy as np
    import pandas as pd

    frame = pd.DataFrame(
        {
            "alternative": pd.array(["lz4", "zle", "lzjb"], dtype="string"),
            "run": [1.0, 2.0, np.nan],
            "tps": pd.array([1, None, 3], dtype="Int64"),
            "cpu": np.array([1.5, np.nan, 2.5], dtype="float32"),
        }
    )
    rows = reading(frame).rows
    assert [row.value for row in rows if row.measure == "throughput"] == [1.0, None, 3.0]
    assert [row.value for row in rows if row.measure == "cpu"] == [1.5, None, 2.5]
    assert [row.run for row in rows if row.measure == "cpu"] == ["1", "2", None]
    assert {row.resolution for row in rows} == {0.0}
    assert [row.line for row in rows if row.measure == "cpu"] == [1, 2, 3]
    assert {row.found for row in rows if row.value is None} == {""}


def test_a_frame_may_hold_text_as_a_file_does():
    import pandas as pd

    frame = pd.DataFrame(
        {"alternative": ["lz4", "zle"], "cpu": ["8,5 %", pd.NA], "stored_bytes": ["1.234", "5"]}
    )
    assert [row.value for row in reading(frame).rows] == [8.5, 1234.0, None, 5.0]


def test_a_name_missing_in_a_frame_is_no_name():
    import pandas as pd

    frame = pd.DataFrame({"alternative": pd.array(["lz4", None], dtype="string"), "tps": [1, 2]})
    assert refusal(frame) == "<DataFrame>, line 2: the alternative has no name; name it, or remove the row"


@each("label", [0, 1.5, False, ("a", 1)])
def test_any_object_may_be_a_name(label):
    assert ahp.read({"alternative": ["x", label], "tps": [1, 2]}).alternatives("default") == ("x", str(label))


@each(
    ("text", "line", "bare", "stated"),
    [
        ("alternative,throughput_improvement\nlz4,0.5\nzstd,20%\n", 2, "0.5", "20%"),
        ("alternative,cpu\nnone,0.50\nlz4,55%\n", 2, "0.50", "55%"),
        ("alternative,stored_bytes\nnone,100\nlz4,50 MiB\n", 2, "100", "50 MiB"),
        ("alternative,measure,value,unit\nnone,cpu,0.5,\nlz4,cpu,55,%\n", 2, "0.5", "55"),
    ],
)
def test_numbers_with_and_without_a_unit_never_share_a_column(text, line, bare, stated):
    message = refusal(text)
    assert f"line {line}, " in message
    assert f"found '{bare}': this number has no unit, while line 3 of the column has '{stated}'" in message


def test_nothing_is_nothing_in_every_unit_and_a_multiple_needs_no_mark():
    assert values("alternative,throughput_improvement\nnone,0\nlz4,20%\n") == [0.0, 20.0]
    assert values("alternative,compression_ratio\nnone,1\nlz4,1.69x\n") == [1.0, 1.69]


@each("heading", ["tps (sd)", "tps min", "throughput (stdev)"])
def test_a_word_that_is_no_unit_makes_another_column(heading):
    rows = reading(f"alternative,tps,{heading}\nlz4,1,2\n").rows
    assert [row.measure for row in rows if row.measure == "throughput"] == ["throughput"]


def test_the_separator_line_of_spreadsheets_is_passed_over():
    assert values("sep=;\nalternative;tps\nlz4;1,5\n") == [1.5]


@each("name", ["n/a", "NaN", "-"])
def test_an_alternative_called_nothing_has_no_name(name):
    assert "the alternative has no name" in refusal(f"alternative,tps\n{name},1\nlz4,2\n")
