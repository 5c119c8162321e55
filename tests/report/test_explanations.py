"""What the library read in a file, told on a terminal: whole words of the user's, 80 columns, nothing redrawn."""

import io
import json

import pytest
from report.cells import cells

import ahp
from ahp.errors import StudyError
from ahp.report.explanation import render_explanation

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
        assert not {"\x1b", "\u202e"} & set(text)
        assert all(cells(line) <= 80 for line in text.splitlines())


def test_notes_caveats_and_warnings_are_told_once_and_many_names_counted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a long path would be broken over two lines
    for name in ("none.csv", "lz4.csv", "x.txt"):
        (tmp_path / name).write_text(f"alternative,tps,text\n{name[:-4]},1,word\n")
    lacking = "storage_saving of the default study: from elsewhere, as compression_ratio or stored_bytes"
    many = "".join(f"a{i},t{i},1\n" for i in range(12))
    holds = "--map MEASURE=Ratio says what a column holds"
    eight = "a0, a1, a2, a3, a4, a5, a6, a7 and 4 more (column 'alternative')"
    for text, told in [
        (ahp.explain(".", path="{alternative}.csv").report(), ("x.txt, its path does not fit the pattern", lacking)),
        (explained("alternative,Ratio\nnone,1\n"), ("this heading is not clear", "ranking refused, as above", holds)),
        (explained(f"alternative,transaction,tps\n{many}"), (eight, "throughput of t0,")),
    ]:  # fmt: skip
        assert [" ".join(text.split()).count(words) for words in told] == [1] * len(told)


TABLE = {"alternative": ["none", "lz4", "zle"], "Ratio": ["1.1", "2.1", ""], "p99 (s)": ["0.5", "0.4", "0.3"]}


def test_json_is_the_document_and_another_format_is_refused():
    document = ahp.explain(TABLE | {"ü": [1, 2, 3]}).to_dict()
    text = render_explanation(document, "json")
    assert json.loads(text) == document
    assert "ü" in text
    assert text.endswith("}\n")
    with pytest.raises(StudyError, match="use one of: text, json"):
        render_explanation(document, "html")
