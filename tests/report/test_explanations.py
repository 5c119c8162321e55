"""What the library read in a file, told on a terminal: whole words of the user's, 80 columns, nothing redrawn."""

import io
import json

import pytest

import ahp
from ahp.errors import StudyError
from ahp.report.explanation import render_explanation
from ahp.report.explanation_wording import columns_table

ZFS = """examples/zfs_oltp.csv
  reader       table, its heading names a column 'alternative'
  SHA-256      6425ffa9b1cc392b6e91a2e0f2c0908d7048514cc063653454d87077d2109c7b
  rows         12
  scenario     Order Entry, Calling Circle, Stress Test (column 'scenario')
  alternative  Baseline, ZLE, LZJB, LZ4 (column 'alternative')
  run          not named

  stands as             read as            first value      ±  values
  compression_ratio     compression_ratio  1, in x      0.005      12
  throughput_tps        throughput         269.48 1/s   0.005      12
  response_time_max_ms  response_time_max  79862 ms       0.5      12
  cpu_system_pct        cpu_system         2 %            0.5      12
  cpu_user_pct          cpu_user           6 %            0.5      12

ranking     nothing stands in its way
to correct  --map MEASURE=COLUMN says what a column holds
            --reader NAME says how to read the files, --decimal MARK the decimal
            mark
"""


def explained(text, **options):
    return ahp.explain(io.StringIO(text), **options).report()


def row_of(text, label):
    return " ".join(next(line for line in text.splitlines() if line.strip().startswith(label)).split())


def test_a_whole_explanation(root, monkeypatch):
    monkeypatch.chdir(root)
    assert ahp.explain("examples/zfs_oltp.csv", attempt=ahp.rank).report() == ZFS


def test_a_value_stands_as_it_was_written_and_as_it_is_kept():
    text = explained("alternative,TPM,p99,cpu,compression_ratio,WAL (MB)\nnone,600 1/min,0.5 s,9,2x,7\n")
    assert row_of(text, "TPM") == "TPM throughput 600 1/min = 10 1/s 0.5 1"
    assert row_of(text, "p99") == "p99 response_time_p99 0.5 s = 500 ms 0.05 1"
    assert row_of(text, "cpu") == "cpu cpu 9, in % 0.5 1"
    assert row_of(text, "compression_ratio") == "compression_ratio compression_ratio 2x 0.5 1"
    assert row_of(text, "WAL (MB)") == "WAL (MB) wal_bytes 7 MB 0.5 1"


def test_a_computed_number_is_shown_beside_what_it_was_computed_from(root):
    text = ahp.explain(root / "tests" / "inputs" / "sadf" / "sadf_d_u.csv").report()
    assert "mean of 3 samples:" in " ".join(text.split())


def test_missing_values_have_a_column_only_where_there_are_any():
    assert "missing" not in explained("alternative,tps\nnone,5\n")
    text = explained("alternative,tps\nnone,5\nlz4,\n")
    assert row_of(text, "tps").endswith("0.5 1 1")


def test_sixty_columns_stay_one_below_the_other():
    names = [f"counter_{i:02d} of something (MB)" for i in range(60)]
    text = explained(f"alternative,tps,{','.join(names)}\nnone,1,{','.join('1' * 60)}\n")
    assert all(len(line) <= 80 for line in text.splitlines())
    lines = [line.split() for line in text.splitlines()]
    for i in range(60):
        assert sum(line[:1] == [f"counter_{i:02d}"] for line in lines) == 1
    assert "MEASURE='counter_00 of something (MB)' says what a column holds" in " ".join(text.split())


def test_no_name_redraws_the_page_or_leaves_it():
    for name in ["x" * 300, "名前" * 60, "a\x1b[31mb", "\u202eevil"]:
        text = explained(f'alternative,"{name} (ms)",tps\n"{name}",1,2\n')
        assert "\x1b" not in text
        assert "\u202e" not in text
        import unicodedata

        def width(line):
            return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)

        assert all(width(line) <= 80 for line in text.splitlines())


def test_a_refusal_is_told_once():
    text = " ".join(explained("alternative,Ratio\nnone,1\n").split())
    assert text.count("this heading is not clear") == 1
    assert "ranking refused, as above" in text
    assert "--map MEASURE=Ratio says what a column holds" in text


def test_many_names_and_types_are_counted():
    rows = "".join(f"a{i},t{i},1\n" for i in range(12))
    text = " ".join(explained(f"alternative,transaction,tps\n{rows}").split())
    assert "a0, a1, a2, a3, a4, a5, a6, a7 and 4 more (column 'alternative')" in text
    assert "throughput of t0," in text
    assert "and 8 more" in text


def test_notes_caveats_and_warnings_are_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a long path would be broken over two lines
    for name in ("none.csv", "lz4.csv", "x.txt"):
        (tmp_path / name).write_text(f"alternative,tps,text\n{name[:-4]},1,word\n")
    text = " ".join(ahp.explain(".", path="{alternative}.csv").report().split())
    assert "not used 'text'" in text
    assert "x.txt, its path does not fit the pattern" in text
    assert "storage_saving of the default study: from elsewhere, as compression_ratio or stored_bytes" in text


def document_of(table, **asked):
    return ahp.explain(table, attempt=ahp.rank, **asked).to_dict()


TABLE = {"alternative": ["none", "lz4", "zle"], "Ratio": ["1.1", "2.1", ""], "p99 (s)": ["0.5", "0.4", "0.3"]}


def test_columns_are_told_with_their_first_value_and_what_is_missing():
    document = document_of(TABLE, columns={"compression_ratio": "Ratio"})
    heads, rows = columns_table(document["files"][0]["columns"])
    assert heads == ["stands as", "read as", "first value", "±", "values", "missing"]
    assert rows == [
        ["Ratio", "compression_ratio", "1.1, in x", "0.05", "2", "1"],
        ["p99 (s)", "response_time_p99", "0.5 s = 500 ms", "0.05", "3", ""],
    ]


EMPTY = {
    "schema": "ahp.explanation/1",
    "version": "0",
    "files": [],
    "passed_over": ["ü.txt"],
    "lacking": [],
    "assumed": True,
    "refusal": None,
    "warnings": [],
}


def test_json_is_the_document():
    text = render_explanation(EMPTY, "json")
    assert json.loads(text) == EMPTY
    assert "ü.txt" in text
    assert text.endswith("}\n")


def test_another_format_is_refused():
    with pytest.raises(StudyError, match="use one of: text, json"):
        render_explanation(EMPTY, "html")
