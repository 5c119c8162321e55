"""What an environment holds goes into no result: a canary is put wherever a password may stand, and looked for."""

import base64
import json
import urllib.parse

import pytest
from harness.served import reachable
from harness.strangers import SECRET, postgresql

import ahp
from ahp.cli import bench, judge, rank

CANARY = "c4n4ry&Zq!7@x/y"
QUOTED = (urllib.parse.quote(CANARY, safe=""), urllib.parse.quote(CANARY), urllib.parse.quote_plus(CANARY))
CODED = (json.dumps(CANARY)[1:-1], base64.b64encode(CANARY.encode()).decode(), CANARY.encode().hex())
FORMS = {CANARY, *QUOTED, *CODED, "c4n4ry", "Zq!7"}
"""The ways in which it could be written."""

VARIABLES = (
    "PGPASSWORD", "MYSQL_PWD", "PGPASSFILE", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "DATABASE_URL", "AHP_SECRET", "SSH_AUTH_SOCK",
    "LS_COLORS", "USER", "LOGNAME", "HOSTNAME",
)  # fmt: skip
SMALL = (
    "--interference flag --workload stress-test --scale 0.0002 --runs 1 --warmup 0 --duration 0.2 --clients 1"
)
COMMANDS = {"rank": rank.main, "judge": judge.main, "bench": bench.main}


@pytest.fixture
def command(monkeypatch, capsys, tmp_path):
    """A command, run where every such variable is a canary; what it writes besides files is told too."""
    monkeypatch.chdir(tmp_path)
    for name in VARIABLES:
        monkeypatch.setenv(name, CANARY)

    def run(name, *arguments):
        status = COMMANDS[name](list(arguments))
        told = capsys.readouterr()
        return status, told.out + told.err

    return run


def told_in(folder, *texts):
    """Everything that was written, by the file's name; a database's own files too."""
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return found | {f"text {number}": text.encode() for number, text in enumerate(texts)}


def leaks(told, forms=FORMS):
    return [
        (name, form)
        for name, content in told.items()
        for form in forms
        if form.encode() in content or form in name
    ]


def test_the_canary_is_found_where_it_is(tmp_path):
    (tmp_path / "log").write_text(f"dsn=postgresql://me:{urllib.parse.quote(CANARY, safe='')}@host\n")
    assert leaks(told_in(tmp_path))
    assert leaks({f"{CANARY[:4]}4ry": b""}) == [("c4n44ry", form) for form in FORMS if form in "c4n44ry"]


def test_what_the_environment_holds_is_in_no_result(command, tmp_path):
    pytest.importorskip("rocksdict", reason="rocksdict is not installed; it is in the extra bench")
    told = ["--engine", "rocksdb", "--alternatives", "none,lz4", "--log", "--output", "results"]
    ends = [command("bench", "run", *SMALL.split(), *told)]
    ends += [
        command("bench", *again.split())
        for again in ("resume results", "clean results", "list --format json")
    ]
    assert [status for status, _ in ends] == [0] * 4
    found = told_in(tmp_path, *(text for _, text in ends))
    names = ("results.csv", "journal.jsonl", "environment.json", "plan.toml")
    assert {f"results/{name}" for name in names} <= set(found)
    assert any(name.startswith("results/raw/") for name in found)
    assert leaks(found) == []


def test_a_run_that_fails_tells_nothing_of_it_either(command, tmp_path, monkeypatch):
    """A server that nobody runs, a dsn that is none: with the password in the dsn, and with a traceback asked for."""
    coded = urllib.parse.quote(CANARY, safe="")
    monkeypatch.setenv("AHP_TRACEBACK", "1")
    server = f"me:{coded}@127.0.0.1:1"  # nobody listens there
    for dsn in (
        f"postgresql://{server}/db",
        f"postgresql://me:{CANARY}/x@127.0.0.1/db",
        f"postgresql://me@127.0.0.1:1/db?password={coded}&{CANARY}=1",
        f"mariadb://{server}/",
        f"mariadb://me:{CANARY}@h/",
        f"mysql://me:x@127.0.0.1:{CANARY}/",
        f"oracle://me:{coded}@db/",
        f"host=h password={CANARY}",
        f"host=127.0.0.1 password='{CANARY}'",
    ):
        status, text = command("bench", "run", *SMALL.split(), "--dsn", dsn, "--output", "failed")
        assert (status, text.count("\n")) == (2, 1)
        assert list(tmp_path.iterdir()) == []
        assert leaks(told_in(tmp_path, text)) == []


def test_reports_of_measurements_and_judgments_hold_nothing_of_the_environment(command, tmp_path):
    (tmp_path / "table.csv").write_text("alternative,run,tps\nnone,1,50\nnone,2,51\nlz4,1,60\nlz4,2,61\n")
    (tmp_path / "judgments.csv").write_text(
        "under,first,second,judgment\n,price,safety,3\nprice,a,b,2\nsafety,a,b,1/4\n"
    )
    table = ("rank", "table.csv", "--baseline", "none", "--include-baseline", "--resamples", "200")
    ends = [command(*table, "--format", form, "--output", f"rank-{form}") for form in ahp.report.FORMATS]
    ends += [command(*table, "--history", "h.jsonl"), command(*table, "--explain-input")]
    ends += [command("judge", "judgments.csv", "--format", form) for form in ahp.report.HIERARCHY_FORMATS]
    assert [text for status, text in ends if status] == []
    assert leaks(told_in(tmp_path, *(text for _, text in ends))) == []


def test_a_password_in_the_environment_reaches_a_server_and_no_file(command, monkeypatch):
    pytest.importorskip("psycopg", reason="psycopg is not installed; it is in the extra postgres")
    monkeypatch.setenv("PGPASSWORD", SECRET)
    with postgresql() as (service, _), reachable() as place:
        dsn = f"postgresql://bencher@/postgres?host={service.socket}"
        told = ["--dsn", dsn, "--alternatives", "none", "--driver", "python"]
        status, text = command("bench", "run", *SMALL.split(), *told, "--output", str(place / "results"))
        assert status == 0, text
        forms = {SECRET, urllib.parse.quote(SECRET, safe=""), *FORMS}
        assert leaks(told_in(place / "results", text), forms) == []
