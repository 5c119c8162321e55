"""Tables that people make: keys of several columns, matrices, runs side by side, several tables in one text.

The published ones lie beside the project; what each is to give is written in their README.
"""

import io
import json
import shlex

import pytest
from ingest.cases import each
from ingest.damage import SHARED

import ahp
from ahp.cli.rank import main

TABLES = SHARED / "samples" / "tables"
published = pytest.mark.skipif(not TABLES.is_dir(), reason="the collection of made tables is not here")


def ranked(capsys, *arguments):
    """Return status, answer and complaint of the command."""
    status = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def proposed(capsys, *arguments):
    """Return the options that a refusal proposes, and check that the line it prints is one that goes through."""
    arguments = (*arguments, "--no-confidence", "--format", "csv")
    status, out, err = ranked(capsys, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    command = shlex.split(err.strip().rpartition("; run: ")[2])
    assert command[0] == "ahp-rank"
    assert ranked(capsys, *command[1:])[0] == 0
    return [part for part in command[1:] if part not in map(str, arguments)]


@published
@each(
    ("name", "options"),
    [
        ("key_of_two.csv", "--map alternative=fs+layout --map scenario=mode"),
        ("repeated_rows.csv", "--repeats runs"),
        ("matrix_qps.csv", "--cells throughput --drop-incomplete"),
        ("matrix_ratio.md", "--cells compression_ratio --drop-incomplete"),
        ("26_etcd_dbtester_transposed/table_write_1M_best_throughput.txt", "--transpose"),
        ("28_integer_codecs_bold_mixed_units/README.md#ts.txt", "--ignore 'Decoding Speed'"),
    ],
)
def test_a_table_that_does_not_rank_at_once_is_told_what_makes_it(capsys, name, options):
    assert proposed(capsys, TABLES / name) == shlex.split(options)


@published
def test_the_columns_that_tell_rows_apart_are_named(capsys):
    refusals = {
        "key_of_two.csv": "'layout', 'mode' tell the rows apart",
        "repeated_rows.csv": "say --repeats runs if these are runs of one",
        "01_squash_compression/squash_e-desktop.csv": "'plugin', 'level' tell the rows apart",
    }
    for name, said in refusals.items():
        assert said in ranked(capsys, TABLES / name)[2]


@published
def test_a_key_of_three_columns_leaves_empty_parts_out():
    m = ahp.read(
        str(TABLES / "01_squash_compression" / "squash_e-desktop.csv"),
        columns={"alternative": "plugin+codec+level"},
    )
    assert len(m.scenarios) == 28
    found = [r for r in m.rows if r.scenario == "alice29.txt" and r.measure == "stored_bytes"]
    smallest = min(found, key=lambda row: row.value)
    assert (smallest.alternative, smallest.value) == ("zpaq:zpaq:5", 37361.0)
    assert "copy:copy" in {row.alternative for row in found}
    assert ahp.rank(m, confidence=None).baseline == "copy:copy"


@each(
    ("columns", "refusal"),
    [
        ({"alternative": "codec+levle"}, "no column 'levle', which was named as a part of the alternative"),
        ({"alternative": "a+b"}, "no file has the column 'a+b'"),
        ({"alternative": "codec"}, "'level' tells the rows apart; say --map alternative=codec+level, or"),
    ],
)
def test_a_key_that_is_none_is_refused(columns, refusal):
    with pytest.raises(ahp.InputError) as raised:
        ahp.read({"codec": ["a", "a"], "level": ["1", "9"], "tps": [1, 2]}, columns=columns)
    assert refusal in str(raised.value)


def test_a_column_that_is_called_so_is_no_key_of_two():
    m = ahp.read({"a+b": ["x", "y"], "a": ["1", "2"], "tps": [1, 2]}, columns={"alternative": "a+b"})
    assert m.alternatives("default") == ("x", "y")


@each(
    ("heading", "proposal"),
    [
        ("pass", "--map run=pass"),
        ("level", "--map alternative=codec+level"),
        ("threads", "--map scenario=threads"),
    ],
)
def test_runs_levels_and_scenarios_are_told_apart_by_their_heading(heading, proposal):
    with pytest.raises(ahp.InputError, match="tells the rows apart") as raised:
        ahp.read({"codec": ["a", "a", "b", "b"], heading: [1, 2, 1, 2], "tps": [1, 2, 3, 4]})
    assert proposal in str(raised.value)


def test_rows_alike_are_runs_where_the_caller_says_so():
    table = {"codec": ["none", "lz4", "none", "lz4"], "tps": [10, 20, 12, 22]}
    with pytest.raises(ahp.InputError, match="no other column tells the two apart; say --repeats runs"):
        ahp.read(table)
    m = ahp.read(table, repeats="runs")
    assert m.runs("default", "lz4") == ("1", "2")
    named = {**table, "run": [1, 1, 1, 1]}
    with pytest.raises(ahp.InputError, match="run '1' is given again"):
        ahp.read(named, repeats="runs")


def test_what_does_not_vary_or_is_measured_is_no_key():
    table = {"codec": ["a", "a"], "clients": [8, 8], "load": [0.31, 0.35], "tps": [1, 2]}
    with pytest.raises(ahp.InputError, match="no other column"):
        ahp.read(table)


# Several files of one alternative each.
@published
def test_files_of_one_alternative_compare_block_by_block(capsys):
    folder = TABLES / "30_nanopore_per_codec_files"
    files = {name: folder / f"{name}_full_DS2.csv" for name in ("682SSE", "EX-ZD-ZSTD", "VBZ")}
    given = [f"{name}={path}" for name, path in files.items()]
    err = ranked(capsys, *given)[2]
    assert "say --map scenario=File, or --map block=File to compare pair by pair" in err
    assert proposed(capsys, *given) == ["--map", "scenario=File"]
    read = {
        name: ahp.read(path, path=None, columns={"block": "File", "alternative": "any_failed"})
        for name, path in files.items()
    }
    sums = {
        name: sum(row.value for row in m.rows if row.measure == "stored_bytes") for name, m in read.items()
    }
    ratio = sums["682SSE"] / sums["VBZ"]
    assert ratio == pytest.approx(6.914 / 7.116, abs=2e-4)
    status, out, _ = ranked(capsys, *given, "--map", "block=File", "--baseline", "VBZ")
    assert status == 0
    assert "default  682SSE  EX-ZD-ZSTD" in out


MATRIX = """test,pg17,pg18
point,100,110
range,50,
scan,0.2,0.3
"""


def test_a_matrix_of_one_measure_either_way_round():
    m = ahp.read(io.StringIO(MATRIX), cells="throughput")
    assert m.scenarios == ("point", "range", "scan")
    assert m.alternatives("point") == ("pg17", "pg18")
    assert [(r.scenario, r.alternative, r.value) for r in m.rows][:2] == [
        ("point", "pg17", 100),
        ("point", "pg18", 110),
    ]
    (gap,) = m.gaps
    assert (gap.scenario, gap.alternative, gap.place.line) == ("range", "pg18", 3)
    turned = ahp.read(io.StringIO(MATRIX), cells="throughput", alternatives_as="rows")
    assert turned.scenarios == ("pg17", "pg18")
    codecs = ahp.read(io.StringIO("codec,ids,names\nnone,1.0,1.0\nlz4,2.5,DNF\n"), cells="compression_ratio")
    assert codecs.alternatives("ids") == ("none", "lz4")
    assert [gap.found for gap in codecs.gaps] == ["DNF"]


def test_a_row_of_another_size_is_told():
    (caveat,) = [text for _, text in ahp.read(io.StringIO(MATRIX), cells="throughput").caveats]
    assert "'scan'" in caveat
    assert "may be in another unit" in caveat


@each(
    ("text", "words", "refusal"),
    [
        (MATRIX, {}, "the columns 'pg17', 'pg18' may be alternatives, and 'test' the scenarios"),
        (MATRIX, {"cells": "speed"}, "cells = 'speed', which is not a known measure"),
        (
            "test,a,b\nx,1,2\nx,3,4\n",
            {"cells": "tps"},
            "line 3, column 'test': found 'x': this name stands twice",
        ),
        ("test,a,b\nx,1,fast\n", {"cells": "tps"}, "line 2, column 'b': found 'fast': a number is needed"),
    ],
)
def test_a_matrix_that_is_none_is_refused(text, words, refusal):
    with pytest.raises(ahp.InputError) as raised:
        ahp.read(io.StringIO(text), **words)
    assert refusal in str(raised.value)


def test_the_option_turns_a_matrix(capsys, tmp_path):
    (tmp_path / "m.csv").write_text("test,none,lz4\na,1,2\nb,3,4\n")
    told = ranked(capsys, tmp_path / "m.csv", "--cells", "tps", "--explain")[1]
    assert "lz4 against none: throughput +100.0 %" in told
    told = ranked(capsys, tmp_path / "m.csv", "--cells", "tps", "--transpose", "--format", "csv")[1]
    assert [line.split(",")[1] for line in told.splitlines() if line.startswith("none,")] == ["b", "a"]


def test_columns_of_runs_become_runs():
    m = ahp.read({"codec": ["none", "lz4"], "run1 (s)": ["4.10", "4.55"], "run2 (s)": ["4.02", "4.48"]})
    assert m.runs("default", "lz4") == ("1", "2")
    assert {(r.measure, r.unit) for r in m.rows} == {("duration", "s")}
    named = ahp.read({"codec": ["none"], "tps run 1": [1], "tps run 2": [2], "cpu": [5]})
    assert [(r.run, r.measure, r.value) for r in named.rows if r.measure == "throughput"] == [
        ("1", "throughput", 1),
        ("2", "throughput", 2),
    ]
    lone = ahp.read({"codec": ["none"], "run1 (s)": [4], "tps": [1]})
    assert lone.unused == ("run1 (s)",)


TWO_LEVELS = """
|      | none |        | lz4 |        |
|      | TPS  | p95 ms | TPS | p95 ms |
|------|-----:|-------:|----:|-------:|
| read | 91   | 2.1    | 90  | 2.2    |
"""


def test_two_lines_of_headings_either_way_round():
    m = ahp.read(io.StringIO(TWO_LEVELS))
    found = {(r.scenario, r.alternative, r.measure): r.value for r in m.rows}
    assert found["read", "lz4", "throughput"] == 90
    assert found["read", "none", "response_time_p95"] == 2.1
    turned = TWO_LEVELS.replace("| none |        | lz4 |        |", "| TPS |     | p95 ms |     |").replace(
        "| TPS  | p95 ms | TPS | p95 ms |", "| none | lz4 | none | lz4 |"
    )
    other = {(r.alternative, r.measure): r.value for r in ahp.read(io.StringIO(turned)).rows}
    assert other == {
        ("none", "throughput"): 91,
        ("lz4", "throughput"): 2.1,
        ("none", "response_time_p95"): 90,
        ("lz4", "response_time_p95"): 2.2,
    }


@each(
    "text",
    [
        ",none,none,lz4,lz4\n,TPS,p95_ms,TPS,p95_ms\nread,91,2.1,90,2.2\nwrite,20,9,21,9.5\n",
        ",tps,tps,p95_ms,p95_ms\ncodec,none,lz4,none,lz4\nworkload,,,,\nread,91,90,2.1,2.2\nwrite,20,21,9,9.5\n",
    ],
)
def test_a_pivot_table_as_pandas_saves_it(text):
    found = {(r.scenario, r.alternative, r.measure): r.value for r in ahp.read(io.StringIO(text)).rows}
    assert found["read", "lz4", "throughput"] == 90
    assert found["write", "lz4", "response_time_p95"] == 9.5
    assert len(found) == 8


def test_a_frame_may_have_its_alternatives_as_index():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"tps": [1, 2], "cpu": [3, 4]}, index=["none", "lz4"])
    assert ahp.read(frame).alternatives("default") == ("none", "lz4")
    assert ahp.read(frame.rename_axis("codec")).alternatives("default") == ("none", "lz4")
    levels = pandas.DataFrame([[1, 2, 3, 4]], index=["read"])
    levels.columns = pandas.MultiIndex.from_product([["none", "lz4"], ["tps", "cpu"]])
    with pytest.raises(ahp.InputError, match="its columns have several levels") as raised:
        ahp.read(levels)
    call = str(raised.value).partition("give ")[2]
    assert ahp.read(eval(call, {"frame": levels})).scenarios == ("read",)


SEVERAL = """# Results

## Throughput of the pool

| codec | tps |
|-------|-----|
| none  | 1   |
| lz4   | 2   |

## Space on disk

| codec | stored_bytes |
|-------|--------------|
| none  | 9            |
| lz4   | 4            |
"""
SECTIONS = """# throughput
codec,tps
none,1
lz4,2

# space
codec,stored_bytes
none,9
lz4,4
"""
SPACED = """Throughput
codec   tps  note
none    1    x
lz4     2    y

Space
codec   stored_bytes  note
none    9             x
lz4     4             y
"""


@each(
    ("text", "first", "words"),
    [(SEVERAL, "of the pool", "space"), (SECTIONS, "throughput", "space"), (SPACED, "Throughput", "space")],
)
def test_one_of_several_tables_is_taken_by_number_or_by_words(text, first, words, write):
    path = write("page.txt", text)
    with pytest.raises(ahp.InputError, match="2 tables could be meant") as raised:
        ahp.read(path)
    assert f"{path}#1 " in str(raised.value)
    assert "2 rows" in str(raised.value)
    for part in ("1", first):
        assert {row.measure for row in ahp.read(f"{path}#{part}").rows} == {"throughput"}
    for part in ("2", words):
        assert {row.measure for row in ahp.read(f"{path}#{part}").rows} == {"stored_bytes"}
    for part in ("3", "0", "nothing like it"):
        with pytest.raises(ahp.InputError, match="there are"):
            ahp.read(f"{path}#{part}")


def test_two_tables_of_one_text_join(write):
    path = write("page.md", SEVERAL)
    m = ahp.read(f"{path}#1", f"{path}#2")
    assert set(m.measures("default")) == {"throughput", "stored_bytes"}


def test_explaining_lists_the_tables(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.md").write_text(SEVERAL)
    status, out, err = ranked(capsys, "page.md", "--explain-input")
    assert (status, err) == (0, "")
    assert "page.md#1 'Throughput of the pool'" in " ".join(out.split())


def test_a_table_below_other_text_is_found():
    text = "<img src='x'>\n\n" + SEVERAL.rpartition("##")[0]
    assert {row.measure for row in ahp.read(io.StringIO(text)).rows} == {"throughput"}


def test_a_first_column_without_a_heading():
    index = ahp.read(io.StringIO(",codec,tps\n0,none,1\n1,lz4,2\n"))
    assert index.alternatives("default") == ("none", "lz4")
    names = ahp.read(io.StringIO(",tps,p99_ms\nnone,1,2\nlz4,2,3\n"))
    assert names.alternatives("default") == ("none", "lz4")


@published
def test_a_clock_is_read_by_the_seconds_beside_it():
    m = ahp.read(TABLES / "columns.txt")
    found = {row.alternative: row.value for row in m.rows if row.measure == "duration"}
    assert found == {"tar only": 4, "gzip -6": 41, "zstd -3": 6, "xz -6": 372}
    assert {row.measure for row in m.rows} == {"duration", "stored_bytes", "memory", "cpu"}
    assert {row.unit for row in m.rows if row.measure == "cpu"} == {"s"}
    with pytest.raises(ahp.InputError, match="this may be 0 min 41 s or 0 h 41 min"):
        ahp.read({"codec": ["a", "b"], "elapsed": ["0:41", "0:52"]})


# Criteria made of columns.
CODECS = "codec,D MB/s,wall cost,stored_bytes\nnone,900,1.5,10\nlz4,500,2.5,4\nzstd,300,1.6,2\n"


def test_columns_become_criteria_beside_the_default_study_or_instead(capsys, write):
    path = write("codecs.csv", CODECS)
    out = ranked(capsys, path)[1]
    assert "Not counted: 'wall cost'; counting it may change the choice: ahp-rank" in " ".join(out.split())
    out = ranked(capsys, path, "--benefit", "D MB/s", "--cost", "wall cost=2", "--explain")[1]
    assert "Not counted" not in out
    assert all(name in out for name in ("space", "D MB/s", "wall cost"))
    only = ranked(capsys, path, "--benefit", "D MB/s", "--only")[1]
    assert "keep none" in only  # which is decompressed fastest
    assert "storage_saving" not in only


def test_weights_of_columns_are_those_of_a_study(capsys, tmp_path, write):
    path = write("codecs.csv", CODECS)
    by_options = ranked(
        capsys, path, "--only", "--benefit", "D MB/s=3", "--benefit", "stored_bytes", "--format", "csv"
    )
    (tmp_path / "study.toml").write_text(
        """
[measures."D MB/s"]
better = "higher"
[[criteria]]
name = "D MB/s"
merit = "benefit"
measure = "D MB/s"
weight = 3
[[criteria]]
name = "stored_bytes"
merit = "benefit"
measure = "stored_bytes"
"""
    )
    by_study = ranked(capsys, path, "--study", tmp_path / "study.toml", "--format", "csv")
    assert by_options[:2] == by_study[:2]
    assert by_options[0] == 0


@each(
    ("options", "said"),
    [
        (["--only"], "--only leaves nothing to count"),
        (["--benefit", "=2"], "name a column"),
        (["--cost", "wall cost=0"], "the weight '0' must be greater than 0"),
        (["--cost", "nothing"], "nothing"),
        (["--benefit", "codec"], "codec"),
    ],
)
def test_a_criterion_that_is_no_column_of_numbers_is_refused(capsys, options, said, write):
    path = write("codecs.csv", CODECS)
    status, out, err = ranked(capsys, path, *options)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_codecs_have_a_default_study_of_their_own():
    table = {
        "codec": ["none", "lz4", "zstd"],
        "compressed size": [100, 50, 30],
        "compression speed (MB/s)": [900, 500, 200],
        "Decompress MB/s": [900, 2000, 1200],
        "peak memory (KiB)": [1, 16, 900],
    }
    decision = ahp.rank(ahp.read(table))
    assert list(decision["default"].criteria) == [
        "storage_saving",
        "compression_speed",
        "decompression_speed",
        "memory",
    ]
    timed = {
        name.replace("compression speed (MB/s)", "compress time (s)"): cells for name, cells in table.items()
    }
    measures = [criterion.measure for criterion in ahp.rank(ahp.read(timed)).study.criteria]
    assert measures[1] == "compression_time"


@each("name", ["memcpy", "Copy", "cat (v8.32) (level 0)", "copy:copy", "tar only", "store", "off"])
def test_a_baseline_is_known_by_what_it_is_called(name):
    decision = ahp.rank(ahp.read({"codec": [name, "lz4", "zstd"], "tps": [1, 2, 3]}))
    assert decision.baseline == name


def test_one_candidate_for_the_baseline_is_proposed():
    table = {"codec": ["lz4", "plain", "zstd"], "compression_ratio": [2.0, 1.0, 3.0], "tps": [1, 2, 3]}
    with pytest.raises(ahp.BaselineError, match="such as --baseline plain"):
        ahp.rank(ahp.read(table))


def test_times_of_queries_by_systems(capsys, write):
    path = write("tpch.csv", "query,duckdb,postgres\nQ1,0.31,2.10\nQ2,0.05,0.41\n")
    err = ranked(capsys, path)[2]
    assert "if they are seconds, run: " in err
    assert err.endswith("--cells 'duration (ms)'\n")
    status, out, _ = ranked(capsys, path, "--cells", "duration (s)", "--baseline", "postgres", "--explain")
    assert (status, out.count("duckdb against postgres: duration -85.2 %")) == (0, 1)
    path.write_text("engine,Q1 (s),Q2 (s)\npostgres,2.1,0.4\nduckdb,.3,.05\nsqlite,9.8,1.2\n")
    decision = json.loads(ranked(capsys, path, "--format", "json")[1])["scenarios"][0]
    assert decision["rankings"]["benefit"] == ["duckdb", "postgres", "sqlite"]
    assert ranked(capsys, path, "--cells", "duration", "--no-confidence")[0] == 0
    assert ahp.read(path, cells="duration").scenarios == ("Q1", "Q2")


def test_one_file_has_a_reader_of_its_own(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("alternative,tps\nnone,1\nlz4,2\nzstd,3\n")
    assert ahp.read("table:a.csv").alternatives("default") == ("none", "lz4", "zstd")
    assert "'tabel' is not a known reader; use one of: " in ranked(capsys, "tabel:a.csv")[2]
    (tmp_path / "table:a.csv").write_text("alternative,tps\nnone,1\n")
    assert ahp.read("table:a.csv").alternatives("default") == ("none",)
    assert "no such file" in ranked(capsys, "12:30.csv")[2]


def test_a_list_of_columns_may_begin_with_one_that_is_left_out(capsys, write):
    path = write("rows.csv", "1,none,5\n2,lz4,7\n3,zstd,9\n")
    assert "default  zstd " in ranked(capsys, path, "--columns", "-,alternative,tps")[1]


@each(
    ("text", "refusal"),
    [
        (
            "engine,ops,elapsed_s\nbaseline,1000000,10\nB,500000,4\n",
            "a number of operations, or operations per",
        ),
        ("query,none,lz4\nQ1,1,2\nQ2,3,4\nTotal,4,6\n", "this sums up the other scenarios"),
        ("codec,size,tps\na,64,1\na,1024,2\nb,64,3\nb,1024,4\n", "--map scenario=COLUMN"),
        ("name,library,mean_ms\np,baseline,1\np,fast,2\nq,baseline,3\nq,fast,4\n", "--map scenario=name"),
    ],
)
def test_what_would_be_read_as_something_else_is_asked(text, refusal):
    with pytest.raises(ahp.InputError) as raised:
        ahp.read(io.StringIO(text), cells="throughput" if text.startswith("query") else None)
    assert refusal in str(raised.value)


def test_columns_in_a_unit_are_no_alternatives(capsys, write):
    path = write("orms.csv", "ORM,Insert (ms) ↓,Select (ms) ↓\na,8,11\nb,9,10\n")
    decision = json.loads(ranked(capsys, path, "--format", "json")[1])["scenarios"][0]
    assert [c["name"] for c in decision["criteria"]] == ["Insert (ms) ↓", "Select (ms) ↓"]
    assert decision["criteria"][0]["values"] == {"a": pytest.approx(1 / 8), "b": pytest.approx(1 / 9)}
    m = ahp.read(path, cells="duration", alternatives_as="rows")
    assert (m.scenarios, m.rows[0].value, m.rows[0].unit) == (("Insert", "Select"), 0.008, "s")
    with pytest.raises(ahp.InputError, match="the columns are in ms, and --cells says s"):
        ahp.read(path, cells="duration (s)", alternatives_as="rows")


@each("heading", ["ops_per_sec", "requests_per_sec", "queries per second", "events_per_s"])
def test_a_rate_per_second_is_in_no_seconds(heading):
    (row,) = ahp.read({"alternative": ["a"], heading: [5]}).rows
    assert (row.measure, row.value) == ("throughput", 5)


def test_a_name_that_looks_like_an_option_is_proposed_as_one_word(capsys, write):
    path = write("levels.csv", "codec,compression_ratio,tps\n-1,1,5\n-9,2,7\n-3,3,6\n")
    assert proposed(capsys, path) == ["--baseline=-1"]
