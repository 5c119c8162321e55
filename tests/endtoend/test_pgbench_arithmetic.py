"""Scripts reckon in the Python driver as they do in pgbench itself."""

import os
import subprocess
from random import Random

import pytest
from endtoend.servers import postgresql
from endtoend.tools import output, program

from ahp.errors import InputError, TrialError
from ahp.harness.scripts.compiler import compiled
from ahp.harness.scripts.script import parsed

pytest.importorskip("psycopg", reason="psycopg is not installed; it is in the extra postgres")

EXPRESSIONS = (
    "7.5 % 2", "-7.5 % 2", "2.5 % 2", "7.5 | 1", "3 | 1", "1.0 / 0", "-7 / 2", "-7.0 / 2", "-7 % 3", "1 % -1",
    "greatest(1, 2.5, 2)", "greatest(2, 1.0) / 4", "least(1, 2)", "least(3, 2.0) + 0", "abs(-2.5)", "abs(-2)",
    "1e3 * 2", "1e15 + 0.5", "1e20 + 1", "123456789012345678 * 1.0", "0.1 + 0.2", "1 / 3.0", "1.0 * 3", ".5 + 1",
    "07 + 1", "9223372036854775807", "-9223372036854775808", "-(3 + 4)", "1 + 2 * 3 - 4 / 3 % 5", "random(3, 3.4)",
    "1 + 1 | 4 + 4", ":n * 1.1", ":w * 1.1", ":w / 4", ":t + 1", ":d * 2", ":n + :w", "(:n > 1) * 0",
    "9223372036854775807 + 1", "-(-9223372036854775807 - 1)", "(-9223372036854775807 - 1) / -1", "1 / 0", "1 % 0",
    "4611686018427387904 * 2", "1e30 % 2", "random(5, 1)", "random_gaussian(1, 5, 1.5)", "random_zipfian(1, 5, 1.0)",
    "random_exponential(1, 5, 0)", "random(-9223372036854775807, 9223372036854775807)", "9223372036854775808",
    "1 = (1 = 1)", "-(1 = 1)", "not 1", "1 and (1 = 1)", "0x10", "1_000", "1 == 1", "3 < 2 < 1", "1e400",
    ":null + 1", ":odd + 1", ":truth and :n", "greatest((1 = 1), 2)", ":w and :w",
)  # fmt: skip
"""Some have a value, some are refused: pgbench says which."""

ROW = (
    "SELECT 1.10 AS n, 5 AS w, '17' AS t, 2.5::float8 AS d, NULL::int AS null, 'x' AS odd, true AS truth "
    "\\gset\n"
)


@pytest.fixture(scope="module")
def server():
    with postgresql() as found:
        env = os.environ | found.env
        output(program("psql"), "-qc", "CREATE TABLE found (number text)", env=env)
        yield env, {"host": str(found.folder), "user": "tester", "dbname": "postgres"}


def by_pgbench(text, env, folder):
    """What pgbench finds, None if it refuses."""
    (folder / "script.sql").write_text(text)
    command = [program("pgbench"), "-n", "-M", "prepared", "-t", "1", "-f", str(folder / "script.sql")]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    return taken(env) if done.returncode == 0 else None


def by_python(text, address, env):
    """What the Python driver finds, None if it refuses in its own words."""
    from ahp.harness.engines.postgresql_server import PostgreSQLSession

    session = PostgreSQLSession(address)
    try:
        compiled([parsed(text)], session, {}, Random(1).random)[0]()
    except (InputError, TrialError):
        return None
    finally:
        session.close()
    return taken(env)


def taken(env):
    return output(program("psql"), "-Atqc", "DELETE FROM found RETURNING number", env=env).strip()


def test_expressions_have_the_values_that_they_have_in_pgbench(server, tmp_path):
    env, address = server
    infinite = {"inf": "Infinity"}  # PostgreSQL reads both
    differing = []
    for expression in EXPRESSIONS:
        text = f"{ROW}\\set x {expression}\nINSERT INTO found VALUES (:x);\n"
        expected = by_pgbench(text, env, tmp_path)
        found = by_python(text, address, env)
        if infinite.get(found, found) != expected:
            differing.append((expression, found, expected))
    assert differing == []


def test_a_query_before_gset_gives_one_row(server, tmp_path):
    env, address = server
    for query in ("SELECT 1 AS x WHERE false", "SELECT generate_series(1, 2) AS x", "SELECT 7 AS x"):
        text = f"{query} \\gset\nINSERT INTO found VALUES (:x);\n"
        assert by_python(text, address, env) == by_pgbench(text, env, tmp_path), query
