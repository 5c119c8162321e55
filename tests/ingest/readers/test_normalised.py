import csv
import io
import re
from dataclasses import replace

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)
from ingest.readers.micro import refusal

import ahp
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.normalised import NormalisedReader

READER = NormalisedReader()
EXPECTED = expected("normalised")
FOLDER = INPUTS / "normalised"
LONG = (FOLDER / "long.csv").read_text()
WIDE = (FOLDER / "wide_pg_wal.csv").read_text()


def head(text: str, lines: int) -> bytes:
    return "".join(text.splitlines(keepends=True)[:lines]).encode()


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    found = numbers(reading_of(READER, located("normalised", file)))
    unit_of = {("1", "errors"): "1", ("1", "transactions"): "1"}
    equal(found, {key: (v, unit_of.get((u, key[4]), u)) for key, (v, u) in EXPECTED[file].items()})


def test_only_tables_with_scopes_are_recognised():
    assert recognised(READER) == {f"own/_normalised_examples/{file}" for file in EXPECTED}


def test_a_file_is_read_without_being_told_how():
    for file in EXPECTED:
        assert [source.reader for source in ahp.read(FOLDER / file).sources] == ["normalised"]


def test_the_long_form_and_its_wide_twin_agree():
    long = numbers(reading_of(READER, FOLDER / "long.csv"))
    shared = 0
    for file, rate in (("wide_pg_wal.csv", "1/s"), ("wide_btrfs_fio.csv", "io/s")):
        for key, (value, unit) in numbers(reading_of(READER, FOLDER / file)).items():
            if key[4] == "wal_bytes_per_tx":
                key = (*key[:4], "stored_size_per_transaction")
            assert long[key][0] == value
            # A heading `tps` cannot say that it counts input-output operations, `cpu_user_pct` not of what.
            assert unit in ("", long[key][1]) or (unit, long[key][1]) in (("1/s", rate), ("%", "%core"))
            shared += 1
    sizes = {key for key in long if key[4] in ("original_bytes", "stored_bytes") and not key[2]}
    assert shared == len(long) - len(sizes) == 420


NAMES = {
    ("throughput", "mean"): "throughput",
    ("latency", "mean"): "response_time_mean",
    ("latency", "max"): "response_time_max",
    ("stored_size", "total"): "stored_bytes",
    ("original_size", "total"): "original_bytes",
}
SYMBOLS = {"tx/s": "1/s", "%host": "%"}


def plain(words: str) -> str:
    return re.sub(r"[^\w]+|_+", " ", words.lower()).strip().replace(" ", "_")


def clean(cell: str) -> float | None:
    """Return the number in a cell, if it holds one; marks of emphasis do not belong to it."""
    bare = cell.strip().strip("*`\"'").lstrip("~").strip()
    return None if bare in ("", "-") else float(bare)


def independent(text: str) -> Numbers:
    """Cell by cell."""
    found: Numbers = {}
    for cells in csv.DictReader(io.StringIO(text)):
        row = {"scenario": "", "run": "", "unit": "", "scope": ""}
        row |= {title.strip().lower(): cell for title, cell in cells.items()}
        kind, _, name = row["scope"].strip().partition(":")
        metric, statistic = row["metric"].strip(), row["statistic"].strip()
        measure = NAMES.get((metric.lower(), statistic.lower()))
        if measure is None:
            whole = statistic.lower() in ("mean", "total", "count", "")
            measure = plain(metric if whole else f"{metric}_{statistic}")
        if kind.lower() == "process":
            measure = f"{measure}_process_{plain(name)}"
        unit = row["unit"].strip()
        key = (
            row["scenario"].strip(),
            row["alternative"].strip(),
            row["run"].strip(),
            name.strip() if kind.lower() in ("tx", "op") else "",
            measure,
        )
        assert key not in found
        if (value := clean(row["value"])) is not None:
            found[key] = (value, SYMBOLS.get(unit, unit))
    return found


def test_a_damaged_long_table_is_refused_or_read_as_it_stands():
    read = survivors(READER, head(LONG, 53), independent, flips=400)
    assert "doubled" not in read


def independent_wide(text: str) -> Numbers:
    heading, *rows = list(csv.reader(io.StringIO(text)))
    found: Numbers = {}
    stems = {
        "tps": "throughput",
        "latency_avg_ms": "response_time_mean",
        "latency_max_ms": "response_time_max",
    }
    stems |= {"cpu_user_pct": "cpu_user", "cpu_system_pct": "cpu_system"}
    units = {"throughput": "1/s", "response_time_mean": "ms", "response_time_max": "ms", "cpu_user": "%"}
    for cells in rows:
        names = dict(zip(heading, cells, strict=True))
        for title, cell in list(names.items())[3:]:
            stem, _, scope = title.partition("[")
            kind, _, name = scope.rstrip("]").partition(":")
            measure = stems.get(stem, plain(stem))
            unit = {**units, "cpu_system": "%"}.get(measure, "")
            if kind == "process":
                measure = f"{measure}_process_{plain(name)}"
            key = (
                names["scenario"].strip(),
                names["alternative"].strip(),
                names["run"].strip(),
                name if kind in ("tx", "op") else "",
                measure,
            )
            assert key not in found
            if (value := clean(cell)) is not None:
                found[key] = (value, unit)
    return found


def test_a_damaged_wide_table_is_refused_or_read_as_it_stands():
    rows = list(csv.DictReader(io.StringIO(WIDE)))[:2]  # a column nobody knows is ignored once it is damaged
    titles = [title for title in rows[0] if title not in ("transactions", "errors", "wal_bytes_per_tx")]
    heading = ",".join(titles) + "\n"
    body = "".join(",".join(row[title] for title in titles) + "\n" for row in rows)
    read = survivors(Below(heading), body.encode(), lambda text: independent_wide(heading + text), flips=400)
    assert "doubled" not in read


class Below:
    """The reader of a body under a heading that nothing happened to."""

    def __init__(self, heading: str) -> None:
        self.heading = heading

    def read(self, source, options):
        return READER.read(replace(source, text=self.heading + source.text), options)


TITLES = "alternative,scope,metric,statistic,value,unit\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TITLES + "a,tx:x,latency,p99,1,ms\na,tx:x,latency,p99,2,ms\n", r"line 3.*stands on line 2 already"),
        (
            TITLES + "a,t:x,latency,p99,1,ms\n",
            r"line 2, column 'scope': found 't:x': this is no scope.*tx:NAME",
        ),
        (TITLES + "a,all,latency,p99,x,ms\n", r"line 2, column 'value': found 'x': a number is needed"),
        (TITLES + "a,all,throughput,mean,1;2,1/s\n", r"line 2"),
        (
            "alternative,tps,tps[all],cpu[tx:a]\nx,2,3,4\n",
            r"line 1, column 'tps\[all\]': this column stands twice, under two spellings",
        ),
        ("alternative,metric,statistic,unit\na,latency,max,ms\n", r"the column 'value' is missing"),
        (
            "alternative,tps[tx:a],tps[tx:b]\nx,1,\ny,1,zwei\n",
            r"line 3, column 'tps': found 'zwei': a number is needed",
        ),
        ("alternative,tps[tx:a],tps [tx:a]\nx,1,2\n", r"both throughput|stands twice"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(text, words):
    assert re.search(words, refusal(READER, text))


def test_statistics_are_kept_apart_and_new_orders_are_no_transactions():
    text = TITLES + (
        "a,all,throughput,mean,10,tx/s\na,all,throughput,max,20,tx/s\na,all,latency,min,1,ms\n"
        "b,all,new_orders,mean,600,1/min\nb,all,throughput,p50,9,tx/s\n"
    )
    assert numbers(reading_of(READER, text.encode())) == {
        ("", "a", "", "", "throughput"): (10, "1/s"),
        ("", "a", "", "", "throughput_max"): (20, "1/s"),
        ("", "a", "", "", "latency_minimum"): (1, "ms"),
        ("", "b", "", "", "throughput"): (600, "NOPM"),
        ("", "b", "", "", "throughput_p50"): (9, "1/s"),
    }


def test_a_process_is_not_the_host_and_that_is_told():
    reading = reading_of(READER, FOLDER / "wide_pg_wal.csv")
    assert reading.notes == (
        "What was measured of process:postgres stands by itself, not as the host's; a study may name it.",
    )
    assert {row.measure for row in reading.rows if "process" in row.measure} == {
        "cpu_user_process_postgres",
        "cpu_system_process_postgres",
    }


def test_a_column_may_be_named_by_hand():
    text = b"codec,Durchsatz (1/s)[tx:a],x[op:b]\nlz4,5,1\n"
    options = Options({"alternative": "codec", "throughput": "Durchsatz (1/s)[tx:a]"})
    assert numbers(reading_of(READER, text, options))["", "lz4", "", "a", "throughput"] == (5, "1/s")


def test_the_types_of_both_forms_rank_by_a_declared_rule_only():
    study = ahp.Study((
        ahp.Criterion("throughput", "benefit", ("throughput",), index="value", combine="sum"),
        ahp.Criterion("response time", "benefit", ("response_time_max",), index="value", combine="worst"),
    ))  # fmt: skip
    decided = [
        ahp.rank(ahp.read(FOLDER / file), study)["pgbench 5 tx types"].benefit
        for file in ("long.csv", "wide_pg_wal.csv")
    ]
    assert decided[0].to_dict() == pytest.approx(decided[1].to_dict())
