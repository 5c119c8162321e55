"""What kind of log a file is."""

import pytest
from ingest.cases import each

from ahp.errors import InputError
from ahp.ingest.logs.layout import format_of


@each("separator", [",", ";", "\t", "|"])
def test_a_table_is_known_with_its_separator_and_types(tmp_path, separator):
    rows = [["time_s", "latency_us", "transaction"], ["1.5", "7", "a b"], ["2", "8", "c"]]
    (tmp_path / "log").write_text("\n".join(separator.join(row) for row in rows))
    form = format_of(str(tmp_path / "log"), {})
    assert (form.separator, form.heading) == (separator, True)
    assert form.columns == {"time_s": "number", "latency_us": "number", "transaction": "text"}


def test_only_what_is_counted_is_read_as_a_number(tmp_path):
    (tmp_path / "log").write_text("time_ns,latency_us,transaction,run,other\n1,2,01,1.10,7\n")
    assert list(format_of(str(tmp_path / "log"), {}).columns.values()) == [
        "integer",
        "number",
        "text",
        "text",
        "text",
    ]


LINES = "".join(f"0 {i} 5 0 {1760000000 + i // 1000} {i % 1000 * 1000}\n" for i in range(1, 15_001))
TABLE = "time_s,latency_ms,transaction\n" + "".join(f"{i / 1000},2.5,payment\n" for i in range(1, 20_001))


@each("content", [LINES[:50], LINES, TABLE[:60].rpartition("\n")[0] + "\n", TABLE])
@each("cut", ["0", "176", "0,1"])
def test_a_last_line_that_is_not_whole_is_told(content, cut, write):
    """A run that is killed leaves one."""
    path = write("log", content.rpartition("\n")[0] + "\n" + cut)
    with pytest.raises(InputError, match="the last line has no end: the file is cut off") as raised:
        format_of(str(path), {})
    assert (raised.value.file, raised.value.found) == (str(path), cut)


def test_only_of_a_table_the_last_line_may_lack_its_end(root, tmp_path):
    """The last number of a harness's line may be cut, too, and looks whole."""
    path = tmp_path / "log"
    raw = root / "tests" / "inputs" / "benchbase_raw" / "tpcc_off.raw.csv.head300.csv"
    for content in (LINES, raw.read_text()):
        path.write_text(content[:-2])
        with pytest.raises(InputError, match="the last line has no end"):
            format_of(str(path), {})
    for last in ("1,2,pay", '1,2,"pay', "\n"):
        path.write_text(TABLE + last)
        assert format_of(str(path), {}).name == "csv"
    path.write_text('time_s,latency_ms,transaction\n1,"2"')
    with pytest.raises(InputError, match="the line has 2 cells, the heading 3"):
        format_of(str(path), {})


@each(
    ("line", "said"),
    [
        ("0 4 5", "line 4: found '0 4 5': this is no line of a transaction log"),
        ("", "line 4: found an empty cell: this is no line of a transaction log"),
        ("0 4 x 0 1760000003 1", "this is no line of a transaction log"),
        ("0 4 5 0 1760000003 1 7", "this is no line of a transaction log"),
        (
            f"0 {'9' * 5000} 5 0 1760000003 1",
            "line 4: found '0 9999.*': this is no line of a transaction log",
        ),
    ],
)
def test_a_line_that_is_none_of_pgbench_is_told(line, said, write):
    lines = LINES.splitlines()[:3]
    path = write("log", "\n".join([*lines, line, "0 5 5 0 1760000003 9"]) + "\n")
    with pytest.raises(InputError, match=said):
        format_of(str(path), {})


@pytest.mark.parametrize("content", ["x" * 300_000, "1" * (1 << 18)])
def test_a_file_without_lines_is_not_empty(content, write):
    path = write("log", content)
    with pytest.raises(InputError, match="line 1: the line is too long for one of a log"):
        format_of(str(path), {})


@each(
    ("begin", "compressed"),
    [(b"PK", False), (b"PK\x03\x04", True), (b"BZh", False), (b"BZh91AY&SY", True), (b"\xfd7zXZ\0", True)],
)
def test_a_heading_may_begin_as_the_name_of_a_compression(tmp_path, begin, compressed):
    path = tmp_path / "log"
    path.write_bytes(begin + b",time_s,latency_ms\n1,1,2\n")
    if not compressed:
        assert list(format_of(str(path), {}).columns) == ["column 1 of the log", "time_s", "latency_ms"]
        return
    with pytest.raises(InputError, match="a compressed log is not streamed"):
        format_of(str(path), {})


@pytest.mark.parametrize(("cell", "found"), [("nan", "found 'nan'"), ("", "found an empty cell")])
def test_the_advice_is_about_the_column_that_is_wrong(cell, found, write):
    path = write("log", f"time_s,latency_ms\n1,2\n2,{cell}\n")
    with pytest.raises(InputError, match=f"line 3, column 'latency_ms': {found}: .* give response times as"):
        format_of(str(path), {})
    path.write_text(f"time_s,latency_ms\n1,2\n{cell},3\n")
    with pytest.raises(InputError, match=f"line 3, column 'time_s': {found}: .* give times as numbers, such"):
        format_of(str(path), {})


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_headings_that_differ_in_case_alone_are_refused_if_one_is_read(tmp_path, kind):
    from pyarrow import parquet, table

    path = tmp_path / "log"
    headings = ["time_s", "Took_ms", "took_ms"]
    if kind == "csv":
        path.write_text(",".join(headings) + "\n1,2,3\n")
    else:
        parquet.write_table(table({heading: [1.0] for heading in headings}), path)
    both = {"response_time": "took_ms", "transaction": "Took_ms"}
    with pytest.raises(InputError, match="column 'took_ms': it differs from 'Took_ms' in case alone"):
        format_of(str(path), both)
    if kind == "csv":  # of which columns that are not used are read by other names
        assert list(format_of(str(path), {"response_time": "took_ms"}).columns)[1:] == [
            "column 2 of the log",
            "took_ms",
        ]
    else:
        with pytest.raises(InputError, match="in case alone"):
            format_of(str(path), {"response_time": "took_ms"})


def test_a_column_that_is_used_may_have_a_name_like_one_of_ours(write):
    path = write("log", "column 4 of the log,time_s,response_time_ms,x\na,1,2,9\n")
    found = list(format_of(str(path), {"transaction": "column 4 of the log"}).columns)
    assert found == ["column 4 of the log", "time_s", "response_time_ms", "the column 4 of the log"]


@each("within", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_what_ends_a_line_for_python_alone_ends_none_of_a_log(within, write):
    path = write("log", f"time_s,response_time_ms,transaction\n1,2,a{within}b\n3,4,c\n")
    assert list(format_of(str(path), {}).columns) == ["time_s", "response_time_ms", "transaction"]
