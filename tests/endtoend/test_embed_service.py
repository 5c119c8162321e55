"""The service of docs/howto/embed-service.md, started on the loopback and asked by many at once."""

import json
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection

import jsonschema
import pytest
from endtoend.pages import EMBEDDING, commands, run, shell
from endtoend.tools import program

import ahp

TABLE = {
    "scenario": ["day"] * 8 + ["night"] * 8,
    "alternative": ["none", "lz4", "zstd", "zle"] * 4,
    "run": [1] * 4 + [2] * 4 + [1] * 4 + [2] * 4,
    "tps": [1520, 1604, 1573, 1540, 1531, 1598, 1580, 1544, 1420, 1504, 1473, 1440, 1431, 1498, 1480, 1444],
    "cpu": [32.0, 37, 46, 33, 32.4, 36.6, 45, 33.2, 31.0, 36, 45, 33.5, 31.4, 35.6, 44, 32.2],
}


@contextmanager
def serving(tmp_path):
    """Start the service as the page does, on a port that is free; give the port and what it has said."""
    (start, _) = commands("embed-service.md")
    command = [sys.executable, *start.replace("8080", "0").split()[1:]]
    said = (tmp_path / "said.txt").open("w+", encoding="utf-8")
    server = subprocess.Popen(
        command,
        cwd=EMBEDDING / "service",
        env=shell(tmp_path / "bin") | {"PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=said,
        text=True,
    )
    try:
        line = server.stdout.readline()
        host, port = re.fullmatch(r"http://([\d.]+):(\d+)/\n", line).groups()
        assert host == "127.0.0.1"
        yield int(port)
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()
        said.close()


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("service")) as found:
        yield found


def asked(port, method="POST", path="/decision", body=b"", headers=None):
    """The status of an answer, its type and what its JSON holds."""
    connection = HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, data, headers or {})
        answer = connection.getresponse()
        content = answer.read()
        assert answer.headers["Content-Type"] == "application/json"
        assert int(answer.headers["Content-Length"]) == len(content)
        return answer.status, json.loads(content, parse_constant=pytest.fail)
    finally:
        connection.close()


def test_a_table_becomes_a_decision_that_the_schema_describes(port):
    status, document = asked(port, body={"table": TABLE, "baseline": "none"})
    assert status == 200
    assert document == json.loads(ahp.rank(ahp.read(TABLE, baseline="none")).report("json"))
    told, schema = asked(port, "GET", "/schema")
    assert (told, schema) == (200, ahp.report.schema())
    jsonschema.Draft202012Validator(schema).validate(document)
    told = ahp.report.render(document, "text")  # of what came over the wire
    for scenario in document["scenarios"]:
        assert re.search(
            rf"^{scenario['scenario']} +.*{scenario['standing']['names'][0]}", told, re.MULTILINE
        )


def test_the_command_of_the_page_gets_an_answer(port, tmp_path):
    program("curl")
    _, ask = commands("embed-service.md")
    ask = ask.replace("8080", str(port)).replace("curl", "curl --silent")
    done = run(ask, tmp_path, shell(tmp_path / "bin"))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["scenarios"][0]["choose"] == ["lz4"]


def table(**columns):
    return {"table": columns}


NONE_B = ["none", "b"]
LINE_2 = "<mapping>, line 2, column 'tps': "
BESIDE = 'beside "table" there is "baseline"'
REFUSED = [
    (table(alternative=["none", "lz4"], tps=["1520", "fast"]), f"{LINE_2}found 'fast': a number is needed; "),
    (table(alternative=["old", "b"], tps=[1, 2], cpu=[1, 2]), "no alternative is called baseline"),
    (table(alternative=NONE_B, tps=[1]), "<mapping>: the columns differ in length"),
    (table(alternative=NONE_B, tps=[1, 10**400]), LINE_2),
    ({"table": TABLE, "baseline": 7}, BESIDE),
    ({"table": TABLE, "study": "/etc/passwd"}, BESIDE),
    ({"table": "/etc/passwd"}, "the body is an object"),
    (b'{"table": {"alternative": ["none", "b"], "tps": [1, NaN]}}', LINE_2),
    *((body, "the body is no JSON") for body in (b"", b"\xff\xfe", b"[" * 100_000, b"1" * 5000)),
]


def test_what_is_wrong_is_one_line_and_400(port):
    for body, line in REFUSED:
        status, answer = asked(port, body=body)
        assert (status, list(answer)) == (400, ["error"])
        assert answer["error"].startswith(line)
        assert len(answer["error"].splitlines()) == 1
        assert "Traceback" not in answer["error"]


def test_what_is_no_request_for_a_decision_says_so(port):
    for request_, status in [
        ({"method": "GET"}, 405),
        ({"path": "/schema"}, 405),
        ({"path": "/"}, 404),
        ({"path": "/decision/../../etc/passwd"}, 404),
        ({"headers": {"Content-Length": "-1"}}, 411),
        ({"headers": {"Content-Length": "1000001"}}, 413),
    ]:
        found, answer = asked(port, **request_)
        assert found == status
        assert len(answer["error"].splitlines()) == 1


def test_many_ask_at_once_and_each_gets_the_answer_to_its_own_question(tmp_path):
    """A service of its own: so they are the first, and everything is loaded while they wait."""
    tables = [{**TABLE, "cpu": [x + k for x in TABLE["cpu"]]} for k in range(6)]
    expected = [json.loads(ahp.rank(ahp.read(table)).report("json")) for table in tables]
    bad = {"table": {"alternative": ["none", "lz4"], "tps": [1, "fast"]}}
    together = threading.Barrier(12)

    def ask(port, number):
        together.wait(60)
        if number % 4 == 3:
            return asked(port, body=bad)[0] == 400
        return asked(port, body={"table": tables[number % 6]}) == (200, expected[number % 6])

    with serving(tmp_path) as port, ThreadPoolExecutor(12) as clients:
        assert list(clients.map(lambda number: ask(port, number), range(24))) == [True] * 24


def test_the_service_loads_nothing_that_draws(tmp_path):
    """A document needs no Matplotlib, no templates and no terminal."""
    script = (
        "import sys, service; service.decided({'alternative': ['none', 'b'], 'tps': [1, 2], 'cpu': [1, 2]});"
        "print([m for m in ('matplotlib', 'jinja2', 'rich') if m in sys.modules])"
    )
    environment = shell(tmp_path / "bin") | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = run(f'python -c "{script}"', EMBEDDING / "service", environment)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
