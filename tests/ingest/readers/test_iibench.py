import pytest
from ingest.damage import (
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

import ahp
from ahp.ingest.readers.iibench import IibenchReader

READER = IibenchReader()
EXPECTED = expected("iibench")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("iibench", file))), EXPECTED[file])


def sample(name: str) -> bytes:
    return located("iibench", f"public/iibench/pg_100m_{name}.tsv").read_bytes()


def independent(text: str) -> Numbers:
    titles, *rows = [line.split("\t") for line in text.splitlines() if line]
    found: Numbers = {}
    for row in rows:
        cells = dict(zip(titles, row, strict=True))
        rate, unit = ("qps", "query/s") if float(cells["qps"]) else ("ips", "insert/s")
        found["", cells["tag"], "", "", "throughput"] = (float(cells[rate]), unit)
        found["", cells["tag"], "", "", "response_time_max"] = (float(cells["maxop"]), "s")
        found["", cells["tag"], "", "", "cpu"] = (float(cells["cpups"]), "%")
    return found


def test_only_its_tables_are_recognised():
    assert recognised(READER) == set(EXPECTED)


@pytest.mark.parametrize("name", ["mrg.l.i0", "mrg.q100.2"])
def test_a_damaged_table_is_refused_or_read_as_it_stands(name):
    assert "doubled" not in survivors(READER, sample(name), independent)


def of_relatives(text: str) -> Numbers:
    titles, *rows = [line.split("\t") for line in text.splitlines() if line]
    found: Numbers = {}
    for row in rows:
        cells = dict(zip(titles, row, strict=True))
        rate = "ips" if cells["qps"] == "1" else "qps"
        found["", cells["tag"], "", "", "throughput_relative"] = (float(cells[rate]), "x")
        if cells["cpups"] != "1":
            found["", cells["tag"], "", "", "cpu_relative"] = (float(cells["cpups"]), "x")
    return found


def test_a_damaged_relative_table_is_refused_or_read_as_it_stands():
    assert "doubled" not in survivors(READER, sample("rel.l.i1"), of_relatives)


def test_a_relative_table_is_of_its_queries_where_there_are_any():
    text = sample("rel.l.i1").replace(b"\t1\t0.93\t", b"\t1.06\t0.93\t")
    reading = reading_of(READER, text)
    assert [(row.alternative, row.value) for row in reading.rows if row.column == "qps"] == [
        ("pg124.cx5", 1.06)
    ]
    assert "rate set beforehand" in reading.caveats[0]
    assert "relative to a line that is not in it" in reading.caveats[1]


def test_lines_that_are_relative_and_lines_that_are_not_do_not_mix():
    text = sample("rel.l.i1") + sample("mrg.l.i1").splitlines(keepends=True)[1]
    error = refused(text, "a relative number has two decimals")
    assert (error.line, error.column, error.found) == (4, "ips", "24630")


def test_relatives_are_ranked_as_they_stand(tmp_path):
    path = tmp_path / "rel.tsv"
    path.write_bytes(sample("rel.l.i1"))
    (only,) = ahp.rank(ahp.read(path)).to_dict()["scenarios"]
    assert [(c["measure"], c["values"]) for c in only["criteria"]] == [
        ("throughput_relative", {"pg124.cx5": 0.91, "pg131.cx5": 0.84}),
        ("cpu_relative", {"pg124.cx5": 0.97, "pg131.cx5": 0.94}),
    ]


def test_what_is_wrong_is_named_with_its_line():
    text = sample("mrg.l.i0")
    assert refused(text.replace(b"pg124.cx5", b"pg1110.cx5"), "stands on line 2 already").line == 3
    assert refused(text.replace(b"pg124.cx5", b""), "a tag is needed").line == 3
    assert refused(text.replace(b"\t0.057\t", b"\t"), "20 cells for 21 headings").line == 3
    assert refused(text.replace(b"\t0.057\t", b"\tinf\t"), "finite number").line == 3
    assert refused(text.replace(b"\t0.057\t", b"\t-0.1\t"), "must not be negative").line == 3
    assert refused(text.replace(b"102459\t0", b"0\t0"), "greater than 0").line == 3
    refused(text.splitlines()[0], "no line below the headings")


def test_caveats_stand_only_where_they_apply():
    assert "rate set beforehand" in reading_of(READER, sample("mrg.q100.2")).caveats[0]
    assert len(reading_of(READER, sample("mrg.l.i0")).caveats) == 2
