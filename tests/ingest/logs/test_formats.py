"""What kind of log a file is."""

import pytest

from ahp.ingest.logs.formats import format_of


@pytest.mark.parametrize(
    ("file", "name", "columns"),
    [
        ("pgbench_log/pgbench_multi.21979", "pgbench_log", 6),
        ("pgbench_log/pgbench_rate.21964", "pgbench_log", 7),
        ("benchbase_raw/tpcc_off.raw.csv.head300.csv", "benchbase_raw", 6),
    ],
)
def test_logs_of_harnesses_are_known(root, file, name, columns):
    form = format_of(str(root / "tests" / "inputs" / file), {})
    assert (form.name, len(form.columns)) == (name, columns)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
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
