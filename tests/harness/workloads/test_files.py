import pytest

from ahp.errors import HarnessError
from ahp.harness.catalogue import WORKLOADS, workload
from ahp.harness.filling import rows
from ahp.harness.plan import plan
from ahp.harness.run import run

OWN = """
title = "Ledger"

[[tables]]
name = "entries"
rows = 100000
key = ["id"]
indexes = [["account"]]
columns = { id = "serial", account = "uniform(1, 50)", kind = "one_of('in', 'out')", remark = "sentence(4, 12)" }

[[transactions]]
name = "Book"
weight = 3
file = "book.sql"

[[transactions]]
name = "Look"
script = '''
\\set account random(1, 50)
SELECT id, remark FROM entries WHERE account = :account ORDER BY id LIMIT 5;
'''
"""
BOOK = """\\set id random(1, :entries)
UPDATE entries SET account = account + 1, remark = 'booked' WHERE id = :id;
"""


@pytest.fixture
def own(tmp_path):
    (tmp_path / "book.sql").write_text(BOOK)
    path = tmp_path / "ledger.toml"
    path.write_text(OWN)
    return path


def test_a_file_is_a_workload(own):
    mix = workload(str(own))
    assert (mix.title, mix.read_share) == ("Ledger", 0.25)
    assert [(kind.name, kind.weight) for kind in mix.mix] == [("Book", 3), ("Look", 1)]
    table = mix.schema.tables[0]
    found = list(rows(table, mix.schema.sizes(0.001), 1))
    assert len(found) == 100
    assert {row[2] for row in found} == {"in", "out"}


def test_it_runs_on_an_embedded_engine_too(own, tmp_path, monkeypatch):
    monkeypatch.setenv("AHP_BENCH_TOKEN", "")
    monkeypatch.chdir(tmp_path)
    chosen = plan({"workload": "ledger.toml", "alternatives": "none,zstd", "runs": 1, "scale": 0.01,
                   "warmup": 0.1, "duration": 0.2})  # fmt: skip
    summary = run(chosen, tmp_path / "results")
    assert (summary.finished, summary.failed) == (2, 0)
    assert "Ledger" in (tmp_path / "results" / "results.csv").read_text()


def test_a_schema_of_ours_can_be_named(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'schema = "order-entry"\n[[transactions]]\nname = "x"\nscript = "SELECT id FROM stress WHERE id = 1;"'
    )
    assert workload(str(path)).schema is WORKLOADS["order-entry"].schema


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("title =", "titel =", "'titel' is not a key of a workload"),
        ('"uniform(1, 50)"', '"uniformly(1, 50)"', "'uniformly\\(1, 50\\)' is no filling"),
        ('key = ["id"]', 'key = ["remark"]', "'remark' in a key or an index is no column of numbers"),
        ("weight = 3", "weight = 0.5", "a weight is a whole number"),
        ('file = "book.sql"', 'file = "nowhere.sql"', "nowhere.sql: cannot be read"),
        ('file = "book.sql"', "", "either file or script"),
        ("SELECT id, remark", "\\\\sleep 5\nSELECT id, remark", "not understood"),
        ('key = ["id"]', "", "'key' is missing"),
        ("[[tables]]", 'schema = "order-entry"\n[[tables]]', "give either schema"),
        ("[[tables]]", "[[tables]", "not a TOML file"),
    ],
)
def test_what_is_wrong_is_told(own, old, new, message):
    own.write_text(OWN.replace(old, new, 1))
    with pytest.raises(HarnessError, match=message):
        workload(str(own))
