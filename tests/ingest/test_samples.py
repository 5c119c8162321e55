"""Every file of the samples is read, or refused with its reason, or is no output at all: see `samples.toml`."""

import fnmatch
import math
import tomllib

import pytest
from ingest.damage import ROOT, SHARED

import ahp
from ahp.errors import InputError
from ahp.evidence.measures import Measure
from ahp.evidence.study import Criterion, Study
from ahp.ingest.files.open import open_source
from ahp.ingest.readers import READERS
from ahp.terms import Better, Merit
from ahp.units import parse

SAMPLES = SHARED / "samples"
MADE = "_normalised_examples"
# Outputs of harnesses; what becomes of tables that people made (samples/tables, and the one folder of own) is
# frozen in tests/contract.
FILES = sorted(
    str(p.relative_to(SAMPLES))
    for f in ("own", "public")
    for p in (SAMPLES / f).rglob("*")
    if p.is_file() and p.parent.name != MADE
)
TABLE = tomllib.loads((ROOT / "tests" / "ingest" / "samples.toml").read_text(encoding="utf-8"))
ENTRIES = [(kind, entry) for kind in ("read", "refused", "note") for entry in TABLE[kind]]
LARGEST_REFUSED = 10

WITHOUT_SAMPLE = {
    "benchmark_js", "benchmarkdotnet", "benchstat", "bombardier", "criterion", "dbench", "dd", "divan", "go_bench", "hey", "jmeter", "k6", "locust",
    "markdown", "memtier", "oha", "openssl", "proc_stat", "records", "sysbench_intervals", "timeit", "vegeta", "zstd",
}  # fmt: skip
"""Readers that no sample is for."""

here = pytest.mark.skipif(not FILES, reason=f"the samples {SAMPLES} are not here")


OPTIONS = {"drop_failed", "columns", "own", "heading"}


def entries_of(file):
    return [
        (kind, entry) for kind, entry in ENTRIES if any(fnmatch.fnmatchcase(file, p) for p in entry["files"])
    ]


def of_kind(kind):
    return [(file, entry) for file in FILES for found, entry in entries_of(file) if found == kind]


def read(file, entry):
    """What the library makes of a file in the way that its entry says."""
    how = {"columns": entry.get("columns")}
    if entry.get("drop_failed"):
        how["failed"] = "drop"
    if "own" in entry:
        measures = tuple(Measure(n, Better.HIGHER, parse(unit)) for n, unit in entry["own"].items())
        criteria = tuple(Criterion(m.name, Merit.BENEFIT, (m.name,)) for m in measures)
        how["study"] = Study(criteria, measures=measures)
    if "heading" in entry:
        how["heading"] = tuple(entry["heading"])
    path = SAMPLES / file
    return ahp.read(path if entry.get("as_it_is") else f"tested={path}", **how)


@here
def test_each_file_is_of_one_entry():
    entries = {file: [entry for _, entry in entries_of(file)] for file in FILES}
    assert {file: len(found) for file, found in entries.items() if len(found) != 1} == {}


@here
def test_each_entry_is_of_a_file():
    unused = [p for _, entry in ENTRIES for p in entry["files"] if not fnmatch.filter(FILES, p)]
    assert unused == []


@here
def test_few_outputs_are_refused():
    refused = [file for file, _ in of_kind("refused")]
    assert 0 < len(refused) <= LARGEST_REFUSED, refused


def reader_of(file):
    """The readers that take a sample for their own, but for the table, which takes everything."""
    head = open_source(SAMPLES / file).head
    return {name for name, reader in READERS.items() if name != "table" and reader.matches(head)}


@here
def test_each_output_is_read_by_its_reader_and_by_no_other():
    wrong = {}
    for file, entry in of_kind("read"):
        found = read(file, entry)
        wanted = {*entry.get("own", ()), *entry.get("columns", ())} - {"transaction"}
        if (
            [source.reader for source in found.sources] != [entry["reader"]]
            or reader_of(file) - {entry["reader"]}
            or not found.rows
            or not all(math.isfinite(row.value) and row.value >= 0 for row in found.rows)
            or not wanted <= {row.measure for row in found.rows}
        ):
            wrong[file] = found.sources
    assert wrong == {}
    assert {entry["reader"] for _, entry in of_kind("read")} == set(READERS) - WITHOUT_SAMPLE


@here
def test_an_option_is_there_because_it_is_needed():
    for file, entry in of_kind("read"):
        if OPTIONS & set(entry):
            try:
                found = read(file, {"as_it_is": entry.get("as_it_is", False)}).rows
            except InputError:
                found = ()
            assert found == (), file


def of_a_table(file, text):
    """What a table of our own or without a heading says: (alternative, run, transaction, measure) → value, in ms."""
    if "wal_lsn_diff" in file:
        return {("tested", "", "", "wal_bytes"): float(text)}
    if "perscript" in file:
        rows = [line.split(",") for line in text.split()[1:]]
        means = {("tested", "", row[0], "response_time_mean"): float(row[2]) / 1000 for row in rows}
        return means | {("tested", "", row[0], "response_time_max"): float(row[3]) / 1000 for row in rows}
    if "percona" in file:
        rows = [line.split("\t") for line in text.splitlines()]
        rates = {(row[7], row[0], "", "throughput"): float(row[2]) for row in rows}
        return rates | {(row[7], row[0], "", "response_time_p95"): float(row[5]) for row in rows}
    rows = [line.split(",") for line in text.split()]
    return {(name, "", "", "stored_bytes"): float(size) for name, size in rows}


@here
def test_a_table_is_read_as_its_cells_stand():
    for file, entry in of_kind("read"):
        if entry["reader"] == "table":
            found = {
                (r.alternative, r.run, r.transaction, r.measure): r.value for r in read(file, entry).rows
            }
            assert found == pytest.approx(of_a_table(file, (SAMPLES / file).read_text()), rel=1e-12), file


@here
def test_what_holds_no_number_is_refused_in_one_line_and_an_output_for_its_reason():
    for file, entry in of_kind("refused") + of_kind("note"):
        for given in (f"tested={SAMPLES / file}", str(SAMPLES / file)):
            with pytest.raises(InputError) as raised:
                ahp.read(given)
            assert entry.get("words", "") in str(raised.value), file
            assert "\n" not in str(raised.value), file
            assert raised.value.file == str(SAMPLES / file)
