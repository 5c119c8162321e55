"""Rows that failed, as their own columns say, are refused by name or left out, whether or not a column is used."""

import io

import pytest
from ingest.cases import each
from ingest.damage import SHARED

import ahp
from ahp.errors import FailedRunError, InputError


def table(heading, *cells, more=""):
    """Three alternatives, and what a column says of each."""
    rows = zip(("none", "lz4", "zstd"), (100, 120, 110), cells, strict=True)
    return f"alternative,tps,{heading}\n" + "".join(
        f"{name},{tps},{cell}{more}\n" for name, tps, cell in rows
    )


def read(text, **options):
    return ahp.read(io.StringIO(text), **options)


def refusal(text):
    with pytest.raises(FailedRunError) as raised:
        read(text)
    return raised.value


@each(
    ("heading", "cells", "said"),
    [
        ("sha_ok", ("True", "False", "True"), "'sha_ok' says so"),
        ("valid", ("yes", "no", "yes"), "'valid' says so"),
        ("Success", (1, 0, 1), "'Success' says so"),
        ("checksum passed", ("✓", "✗", "✓"), "'checksum passed' says so"),
        ("any_failed", ("false", "true", "false"), "'any_failed' says so"),
        ("anyFailed", (0, 1, 0), "'anyFailed' says so"),
        ("timed out", ("no", "yes", "no"), "'timed out' says so"),
        ("error", ("", "Segmentation fault", ""), "'error' tells why"),
        ("status", ("ok", "FAILED", "ok"), "'status' says so"),
        ("outcome", ("completed", "timeout after 60 s", "completed"), "'outcome' says so"),
        ("run status", ("done", "DNF", "done"), "'run status' says so"),
        ("exit_status", (0, 137, 0), "'exit_status' is 137"),
        ("exitCode", (0, -9, 0), "'exitCode' is -9"),
        ("returncode", (0, 1, ""), "'returncode' is 1"),
        ("status", (0, 2, 0), "'status' is 2"),
        ("status code", (200, 503, 200), "'status code' is 503"),
        ("timeouts", (0, 3, 0), "'timeouts' is 3"),
        ("requests,errors", ("1000,0", "1200,1200", "1100,2"), "all of its requests are in 'errors'"),
        (
            "total requests,failed requests",
            ("10,0", '"1,200","1,200"', "11,0"),
            "all of its requests are in 'failed",
        ),
    ],
)
def test_a_row_that_its_status_calls_failed_is_refused_or_left_out(heading, cells, said):
    text = table(heading, *cells)
    error = refusal(text)
    assert said in str(error)
    assert (error.line, error.problem.partition(" failed: ")[0]) == (3, "'lz4'")
    assert str(error).endswith("if that means something else, or leave it out with --drop-failed")
    m = read(text, failed="drop")
    assert m.alternatives("default") == ("none", "zstd")
    assert any(warning.startswith("left out: <file>, line 3: 'lz4' failed: ") for warning in m.warnings)
    assert len(read(text, ignore=heading.split(",")[-1:]).alternatives("default")) == 3


@each(
    ("heading", "cells"),
    [
        ("ok", (1000, 1200, 1100)),  # numbers of requests
        ("pass", (1, 2, 1)),
        ("error", ("0.1", "0.2", "0.1")),  # of a mean
        ("Error", (1, 1, 1)),
        ("timeout", (1, 1, 1)),
        ("Error", ("0.1 us", "0.2 us", "0.1 us")),
        ("result", (980, 0, 12)),
        ("state", ("Ohio", "Utah", "Iowa")),
        ("status", ("done", "completed", "")),
        ("status code", (200, 201, 304)),
        ("timeout", (30, 60, 30)),  # what was set
        ("exit_status", (0, 0, 0)),
        ("errors", (0, 0, 0)),
        ("valid", ("", "", "")),
        ("a,b", ("9999,9999", "9000,9000", "9500,1")),  # not far from the others
        ("a,b", ("9999,1", "1,9999", "1,1")),  # not in one row
        ("a,b", ("-1,-1", "0,0", "1,1")),
    ],
)
def test_what_is_no_failure(heading, cells):
    m = read(table(heading, *cells))
    assert (len(m.alternatives("default")), m.caveats) == (3, ())


def test_a_stand_in_for_a_number_in_several_columns():
    for stand_in in ("9999", "9999.0", "99999", "-1"):
        text = table("comp_s,decomp_s", "1,2", f"{stand_in},{stand_in}", "1.5,2.5")
        assert f"{float(stand_in):g} stands in 'comp_s', 'decomp_s', as programs write it" in str(
            refusal(text)
        )
        assert read(text, failed="drop").alternatives("default") == ("none", "zstd")


def test_the_table_of_failed_rows_names_what_failed_and_why():
    text = (
        "compressor,level,out_size,in_size,comp_s,decomp_s,sha_ok\ngzip,low,310,1000,0.021,0.006,True\n"
        "brotli,low,300,1000,0.011,0.008,True\nbrotli,high,2000,1000,9999.0,9999.0,False\n"
    )
    with pytest.raises(FailedRunError) as raised:
        read(text, columns={"scenario": "level", "stored_bytes": "out_size"})
    assert str(raised.value) == (
        "<file>, line 4, column 'sha_ok': found 'False': 'brotli' in 'high' failed: 'sha_ok' says so and 9999 stands "
        "in 'comp_s', 'decomp_s', as programs write it where they have no number and it is larger than its input; repeat it, say --ignore 'sha_ok' "
        "if that means something else, or leave it out with --drop-failed"
    )


def test_the_sample_of_failed_rows():
    path = SHARED / "samples" / "tables" / "failed_rows.csv"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    columns = {"scenario": "level", "stored_bytes": "out_size", "original_bytes": "in_size"}
    with pytest.raises(
        FailedRunError, match="line 5, column 'sha_ok': found 'False': 'brotli' in 'high' failed"
    ):
        ahp.read(path, columns=columns)
    m = ahp.read(path, columns=columns, failed="drop")
    assert m.alternatives("high") == ("gzip", "zstd")
    assert m.alternatives("low") == ("gzip", "brotli", "zstd")


def test_long_tables_records_and_turned_tables_too():
    long = "alternative,measure,value,valid\nnone,tps,5,true\nlz4,tps,6,false\n"
    assert refusal(long).line == 3
    turned = "measure,none,lz4,zstd\ntps,1,2,3\nok,True,False,True\n"
    with pytest.raises(
        FailedRunError, match="line 3, column 'lz4': found 'False': 'lz4' failed: 'ok' says so"
    ):
        read(turned, alternatives_as="columns")
    records = '[{"alternative": "none", "tps": 5, "ok": true}, {"alternative": "lz4", "tps": 6, "ok": false}]'
    assert str(refusal(records)).startswith("<file>, line 1, column 'ok': found 'False': 'lz4' failed")
    with pytest.raises(FailedRunError):
        ahp.read({"alternative": ["none", "lz4"], "tps": [5, 6], "ok": [True, False]})


def test_a_row_whose_number_is_a_word_for_a_failure_is_left_out_too():
    text = "alternative,tps\nnone,100\nlz4,ERROR\nzstd,110\n"
    with pytest.raises(InputError, match="this tells that something failed"):
        read(text)
    assert read(text, failed="drop").alternatives("default") == ("none", "zstd")


def test_where_every_row_failed_nothing_is_left():
    with pytest.raises(InputError, match="nothing is left; left out: line 2: 'none' failed: 'ok' says so"):
        read(table("ok", "no", "no", "no"), failed="drop")


def test_numbers_of_errors_are_told_with_the_answer():
    m = read(table("requests,errors", "1000,0", "1200,5", "1100,70"))
    assert [text for _, text in m.errors] == [
        "column 'errors' counts 70 for 'zstd', 5 for 'lz4', which no criterion looks at"
    ]
    assert "column 'errors' counts 70" in ahp.rank(m).report("text")
    assert read(table("errors", 0, 5, 7), ignore=["errors"]).errors == ()
    assert read(table("errors", 0, 5, 7)).errors != ()


def test_runs_and_scenarios_are_named():
    text = "scenario,alternative,run,tps,ok\nA,none,1,5,yes\nA,none,2,6,no\n"
    assert "'none' in 'A' in run '2' failed" in str(refusal(text))


def test_that_a_failed_row_is_larger_than_its_input_is_told_with_what_says_that_it_failed():
    text = "codec,in_size,out_size,comp_s,sha_ok\ngzip,1000,310,0.02,True\nbrotli,1000,2000,0.01,False\n"
    with pytest.raises(InputError, match="'sha_ok' says so and it is larger than its input"):
        read(text)
