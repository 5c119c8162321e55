from ingest.damage import (
    located,
    reading_of,
    refuses,
)

import ahp
from ahp.ingest.readers.iibench import IibenchReader

READER = IibenchReader()
refused = refuses(READER)


def sample(name: str) -> bytes:
    return located("iibench", f"public/iibench/pg_100m_{name}.tsv").read_bytes()


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
