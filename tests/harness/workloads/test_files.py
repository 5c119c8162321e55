"""Workloads in files: what they may say, and how what is wrong in them is told."""

import os
from functools import partial

import pytest
from harness.served import reachable, require

from ahp.errors import HarnessError
from ahp.harness.catalogue import ENGINES, WORKLOADS, workload
from ahp.harness.plan import plan
from ahp.harness.run import run
from ahp.harness.scripts.script import Statement
from ahp.harness.workloads.files import column
from ahp.harness.workloads.filling import rows

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
TWIN = """[[tables]]
name = "entries"
rows = 5
key = ["id"]
columns = { id = "serial" }

"""
BOOK = """\\set id random(1, :entries)
UPDATE entries SET account = account + 1, remark = 'booked' WHERE id = :id;
"""


@pytest.fixture
def own(tmp_path, write):
    (tmp_path / "book.sql").write_text(BOOK)
    path = write("ledger.toml", OWN)
    return path


def test_a_file_is_a_workload(own):
    mix = workload(str(own))
    assert (mix.title, mix.read_share) == ("Ledger", 0.25)
    assert [(kind.name, kind.weight) for kind in mix.mix] == [("Book", 3), ("Look", 1)]
    table = mix.schema.tables[0]
    found = list(rows(table, mix.schema.sizes(0.001), 1))
    assert len(found) == 100
    assert {row[2] for row in found} == {"in", "out"}


CONSTANTS = """
title = "Ledger, tenfold"
source = "ours"
scale = 10
exit_share = 0.25
transactions = []

[constants]
accounts = 50
entries = "greatest(:accounts, 1000.4 * :scale)"
opened = 1600000000

[[tables]]
name = "entries"
rows = "entries"
key = ["account", "place"]
columns = { account = "counted(0, 99, accounts)", place = "counted_from(opened, 1, 99, accounts)", at = "constant(opened)", since = "uniform(opened, opened)", town = "town" }
"""


def test_constants_are_sums_of_the_scale(tmp_path):
    (tmp_path / "built.toml").write_text(CONSTANTS)
    mix = workload(str(tmp_path / "built.toml"))
    assert (mix.title, mix.source, mix.exit_share, mix.transactions) == ("Ledger, tenfold", "ours", 0.25, ())
    given = {"next": 0, "accounts": 50, "opened": 1_600_000_000}
    assert mix.schema.sizes(1) == given | {"entries": 10_004}
    assert mix.schema.sizes(0.001) == given | {"entries": 50}
    found = list(rows(mix.schema.tables[0], mix.schema.sizes(0.001), 1))
    assert [row[:4] for row in found[:2]] == [
        (1, opened, 1_600_000_000, 1_600_000_000) for opened in (1_600_000_000, 1_600_000_001)
    ]
    assert all(row[4].istitle() for row in found)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("accounts = 50", "accounts = 5.5", "constant 'accounts' is a whole number up to .*; found 5.5"),
        ("accounts = 50", "clients = 50", "constant 'clients': it is the harness's own"),
        ("accounts = 50", "Accounts = 50", "constant 'Accounts': names are of small letters"),
        (":accounts, 1", ":others, 1", "constant 'entries': .*nothing sets 'others'; use one of: 'accounts'|scale"),
        (":accounts, 1", "random(1, 5), 1", "constant 'entries': .*a constant is not drawn"),
        (":accounts, 1", ":accounts / 0, 1", "constant 'entries': .*division by zero"),
        ("1000.4", "1e308 * 1e9", "constant 'entries': .*infinity"),
        ("1000.4", "1e13", "table 'entries': rows must be a whole number from 1 to .*; found 10000000000000"),
        ('rows = "entries"', 'rows = "others"', "table 'entries': rows must be .*; found 'others'"),
        ('rows = "entries"', "rows = 5", "table 'entries': rows must be .* or the name of a constant; found 5"),
        ("scale = 10", "scale = -1", "scale is a number above 0; found -1"),
        ("exit_share = 0.25", "exit_share = 2", "exit_share is a part of the window, 1 at most; found 2"),
        ("exit_share = 0.25", 'needs_sql = "no"', "needs_sql is true or false; found 'no'"),
        ("transactions = []", "", "'transactions' is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_constants_is_told(tmp_path, old, new, message):
    (tmp_path / "built.toml").write_text(CONSTANTS.replace(old, new, 1))
    with pytest.raises(HarnessError, match=message):
        workload(str(tmp_path / "built.toml"))


def test_it_runs_on_an_embedded_engine_too(own, tmp_path, monkeypatch, rocksdb):
    monkeypatch.setenv("AHP_BENCH_TOKEN", "")
    monkeypatch.chdir(tmp_path)
    chosen = plan({"workload": "ledger.toml", "alternatives": "none,zstd", "runs": 1, "scale": 0.01,
                   "warmup": 0.1, "duration": 0.2})  # fmt: skip
    summary = run(chosen, tmp_path / "results")
    assert (summary.finished, summary.failed) == (2, 0)
    assert "Ledger" in (tmp_path / "results" / "results.csv").read_text()


KEYWORDS = """
[[tables]]
name = "order"
rows = 50
key = ["select"]
indexes = [["group", "select"]]
columns = { select = "serial", group = "uniform(1, 5)", from = "one_of('a', 'b')", table = "digits('100% ##')" }

[[transactions]]
name = "Look"
script = '''
SELECT "from" FROM "order" WHERE "select" = 1;
'''
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rocksdb", "sqlite", "postgresql", "mariadb"])
def test_tables_and_columns_may_be_called_as_sql_has_words(name, tmp_path, ledger):
    engine = ENGINES[name]
    require(engine)
    (tmp_path / "words.toml").write_text(KEYWORDS)
    mix = workload(str(tmp_path / "words.toml"))
    sizes, table = mix.schema.sizes(1.0), mix.schema.tables[0]
    with reachable() as folder:
        engine.load(folder, "none", mix.schema, partial(rows, sizes=sizes, seed=1), ledger)
        with engine.serve(folder, "none", ledger) as service:
            assert list(engine.rows(service, mix.schema, table)) == list(rows(table, sizes, 1))
            session = engine.connect(service.address, mix.schema)
            look = session.statement(
                Statement('SELECT "from", "group" FROM "order" WHERE "select" = :n', gets=True)
            )
            assert look((7,))[0] in ("a", "b")
            session.close()


def test_a_range_that_is_empty_at_a_scale_is_told_before_anything_is_made(own, embedded):
    own.write_text(OWN.replace("uniform(1, 50)", "uniform(500, entries)", 1))
    assert plan({"workload": str(own), "scale": 0.01}).workload == (str(own),)
    with pytest.raises(HarnessError, match="column 'account': cannot be filled at this scale: low"):
        plan({"workload": str(own), "scale": 0.001})


def test_rows_that_a_key_does_not_tell_apart_are_told(own, tmp_path, ledger):
    own.write_text(OWN.replace('key = ["id"]', 'key = ["account"]', 1))
    schema = workload(str(own)).schema
    made = partial(rows, sizes=schema.sizes(0.001), seed=1)
    with pytest.raises(HarnessError, match="table 'entries': SQLite refuses the rows: UNIQUE"):
        ENGINES["sqlite"].load(tmp_path, "none", schema, made, ledger)


FILLED = '"uniform(1, 50)"'
REFUSED = [
    ("title =", "titel =", "'titel' is not a key of a workload"),
    (FILLED, '"uniformly(1, 50)"', "'uniformly\\(1, 50\\)' is no filling"),
    (FILLED, '"uniform(9, 2)"', r"column 'account': 'uniform\(9, 2\)' is no filling; write uniform\(L"),
    (FILLED, '"uniform(1, accounts)"', "'accounts' is no constant; use one of 'entries'"),
    (FILLED, "5", "column 'account': 5 is no filling; use"),
    ('"sentence(4, 12)"', '"sentence(12, 4)"', "is no filling; write sentence"),
    ('"sentence(4, 12)"', '"sentence(1, 9000)"', "characters, and 10000 at most can be stored"),
    ("one_of('in', 'out')", "one_of(1, 2)", "is no filling; write one_of"),
    ('key = ["id"]', 'key = ["remark"]', "'remark' in a key or an index is no column of numbers"),
    ('key = ["id"]', "", "'key' is missing"),
    ('key = ["id"]', "key = []", r"a key or an index is a list of columns; found \[\]"),
    ('key = ["id"]', 'key = "id"', "a key or an index is a list of columns; found 'id'"),
    ('key = ["id"]', "key = [[]]", r"\[\] in a key or an index is no column of numbers"),
    ("weight = 3", "weight = 0.5", "a weight is a whole number"),
    ("weight = 3", "weight = 10000000000", "a weight is a whole number from 1 to 1000000"),
    ("weight = 3", "weight = 3\nthink = -1", "think is from 0 to 3600 seconds; found -1"),
    ("weight = 3", "weight = 3\nenabled = 'no'", "enabled is true or false; found 'no'"),
    ('file = "book.sql"', 'file = "nowhere.sql"', "nowhere.sql: cannot be read"),
    ('file = "book.sql"', 'file = "pipe.sql"', r"'pipe\.sql' is no file"),
    ('file = "book.sql"', "", "either file or script"),
    ("SELECT id, remark", "\\\\sleep 5\nSELECT id, remark", "not understood"),
    ("random(1, 50)\nSELECT", "random(1, 50) +\nSELECT", "not an expression that is understood"),
    ("account = :account", "account = :acount", "nothing sets the variable 'acount'"),
    ("LIMIT 5;", "LIMIT 5;\nSELECT count(*) FROM entries \\gset", "write AS and a name after it"),
    ("[[tables]]", 'schema = "order-entry"\n[[tables]]', "give either schema"),
    ("[[tables]]", "[[tables]", "not a TOML file"),
    (OWN[OWN.index("[[tables]]") : OWN.index("[[trans")], 'schema = "mine"\n', "'mine' is no schema; use"),
    ("[[tables]]", TWIN + "[[tables]]", "two tables are called 'entries'; give each a name of its own"),
    ("[[tables]]", TWIN.replace('"entries"', '"entries_1"') + "[[tables]]", "an index has that name"),
    ("rows = 100000", "rows = -1", "table 'entries': rows must be a whole number from 1 to .*; found -1"),
    ("rows = 100000", 'rows = "many"', "rows must be a whole number"),
    ("rows = 100000", "rows = 1e300", "rows must be a whole number"),
    ('name = "entries"', 'name = "Entries"', "table 'Entries': names are of small letters"),
    ('name = "entries"', "name = 5", "table 5: names are of small letters"),
    ("kind =", '"kind; --" =', "column 'kind; --': names are of small letters"),
    ("kind =", f"{'a' * 61} =", "names are of small letters"),
    ('name = "Look"', 'name = "Book"', "two transactions are called 'Book'"),
]


def test_what_is_wrong_is_told(own, tmp_path):
    os.mkfifo(tmp_path / "pipe.sql")
    no_filling = ["1, 1e300", "1, 99999999999999999999", "1", "low=1, high=2", "*a"]
    wrong = [(FILLED, f'"uniform({given})"', "is no filling") for given in no_filling]
    others = [
        "parent(0)",
        "counted(1, 5)",
        "__import__('os')",
        "[",
        "(" * 5000,
        "one_of(b'x')",
        "constant(True)",
    ]
    wrong += [(FILLED, f'"{given}"', "is no filling") for given in others]
    for old, new, message in [*REFUSED, *wrong]:
        own.write_text(OWN.replace(old, new, 1))
        with pytest.raises(HarnessError, match=message):
            workload(str(own))
    own.write_text(OWN.replace("[[transactions]]", "[[transactions]]\nenabled = false"))
    with pytest.raises(HarnessError, match="no transaction is enabled"):
        workload(str(own))


def test_a_script_stands_in_the_workloads_folder(tmp_path):
    """Whoever runs a workload of somebody else's has nothing else read, and shown in a message."""
    folder = tmp_path / "workload"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "secret.sql").write_text("a secret that is no SQL")
    (folder / "link.sql").symlink_to("../secret.sql")
    (folder / "linked").symlink_to("..")
    path = folder / "mine.toml"
    for name in ("../secret.sql", "/etc/passwd", "sub/../../secret.sql", "link.sql", "linked/secret.sql"):
        path.write_text(f'schema = "order-entry"\n[[transactions]]\nfile = "{name}"\n')
        with pytest.raises(HarnessError, match="is not in the workload's folder; put the script") as caught:
            workload(str(path))
        assert "secret that" not in str(caught.value), name


def test_a_script_may_stand_below_or_be_linked_to_within(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "one.sql").write_text("SELECT 1;")
    (tmp_path / "link.sql").symlink_to("sub/one.sql")
    path = tmp_path / "mine.toml"
    for name in ("sub/one.sql", "link.sql", "./sub/one.sql"):
        path.write_text(f'schema = "order-entry"\n[[transactions]]\nfile = "{name}"\n')
        mix = workload(str(path))
        assert len(mix.transactions) == 1
        assert mix.schema is WORKLOADS["order-entry"].schema


def test_a_workload_that_never_ends_is_refused(tmp_path):
    (tmp_path / "mine.toml").symlink_to("/dev/zero")
    with pytest.raises(HarnessError, match=r"mine\.toml: this is a device, not a file$"):
        workload(str(tmp_path / "mine.toml"))


def test_a_column_has_room_for_its_filling():
    for text, kind, width in [
        ("serial", "int", 255),
        ("uniform(-5, 5)", "int", 0),
        ("uniform(1, t)", "int", 0),
        ("counted(1, t, 10)", "int", 0),
        ("email", "text", 255),
        ("one_of('a', 'b')", "text", 255),
        ("sentence(40, 100)", "text", 1000),
        (f"digits('{'#' * 300}')", "text", 300),
    ]:
        made = column("x", text, ["t"])
        assert (made.name, made.kind) == ("x", kind)
        assert made.width >= width
