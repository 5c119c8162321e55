import subprocess

import pytest

from ahp.errors import InputError
from ahp.harness.load.base import Load
from ahp.harness.load.lua import CLIENT, brought, expression, lua
from ahp.harness.scripts.script import parsed
from ahp.harness.system.processes import located
from ahp.harness.workloads.base import Schema, Transaction, Workload


def _mix(*texts):
    schema = Schema("s", (), lambda scale: {})
    kinds = tuple(Transaction(f"t{n}", n + 1, parsed(text)) for n, text in enumerate(texts))
    return Workload("w", "W", schema, kinds, "")


def _lua(text, **how):
    load = Load(clients=2, warmup_s=0, duration_s=1, seed=3, **how)
    return lua(_mix(text, "SELECT 2;"), {"customers": 9}, load, 1, "/tmp/x y")


def test_every_step_has_its_words():
    text = _lua(
        "\\set id random(1, :customers) + 1\n\\if :id > 5\nBEGIN;\n"
        "SELECT a, max(b) AS top FROM t WHERE id = :id AND c = ':id' \\gset\n\\else\n"
        'DELETE FROM t WHERE "n" = :id;\n\\endif\nCOMMIT;'
    )
    for line in (
        'v["id"] = number((between(1, v["customers"]) + 1))',
        'if truth((v["id"] > 5)) then',
        'run("BEGIN")',
        'first("SELECT a, max(b) AS top FROM t WHERE id = " .. literal(v["id"]) .. " AND c = \':id\'")',
        'v["a"], v["top"] = unpack(row)',
        'run("DELETE FROM t WHERE \\"n\\" = " .. literal(v["id"]) .. "")',
        "local weights = {1, 2}",
        'v["customers"] = 9',
        "local SEED, RATE, COUNT = 4, nil, nil",
        "local thinks = {0.0, 0.0}",
    ):
        assert line in text

    shared = _lua("SELECT 1;", rate=100.0, think_s=0.5, transactions=7)
    assert "RATE, COUNT = 4, 50.0, 7" in shared
    assert "thinks = {0.5, 0.5}" in shared


def test_bits_are_combined_as_everywhere(tmp_path):
    assert 'number((1 + remainder(either(between(0, 7), v["x"]), 5)))' in _lua(
        "\\set a 1 + (random(0, 7) | :x) % 5\nSELECT :a;"
    )
    pairs = [(5, 3), (2**31 + 1, 6), (2**52 + 2**31, 2**40 + 7), (-3, 8), (0, 0)]
    asked = "\n".join(f'  print("got", string.format("%.0f", either({a}, {b})))' for a, b in pairs)
    script = tmp_path / "bits.lua"
    script.write_text(
        f"{CLIENT.read_text().partition('-- TRANSACTIONS')[0]}\nfunction event()\n{asked}\nend\n"
    )
    if located("sysbench") is None:
        pytest.skip("sysbench: command not found; install the package sysbench")
    command = [str(located("sysbench")), "--events=1", "--time=10", str(script), "run"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = [int(line.split()[1]) for line in said.splitlines() if line.startswith("got")]
    assert found == [a | b for a, b in pairs]


def test_an_expression_has_the_value_that_it_has_in_pgbench_or_is_refused():
    known = brought([parsed("SELECT a AS z FROM t \\gset\n\\set y :z + 1\n\\set x 3\nSELECT :x;")])
    assert expression(":x / 2", known) == 'divided(v["x"], 2)'
    assert expression(":x % 3", known) == 'remainder(v["x"], 3)'
    assert expression("2 * :z", known) == '(2 * v["z"])'
    assert expression("random_gaussian(1, :x, 2.5)", known) == 'random_gaussian(1, v["x"], 2.5)'
    assert expression("9007199254740992 - 1", known) == "(9007199254740992 - 1)"
    assert expression(":x > 1.5 and not :x = 2", known)
    for text, told in (
        (":z / 2", "whether what a query brought is a whole number is not known beforehand"),
        ("1 + 7 / (2 * :y)", "whether what a query brought is a whole number"),
        ("1.5", "found '1.5': a decimal number, and scripts for sysbench reckon in whole ones; use --driver"),
        (":x * -0.5", "a decimal number"),
        ("greatest(1e3, :x)", "a decimal number"),
        ("random(1, 2.5)", "a decimal number"),
        ("9007199254740993 - 9007199254740992", "a whole number too large for sysbench"),
        (":x and :x > 1", "and, or, not of a number cannot be written for sysbench"),
    ):
        with pytest.raises(InputError, match=told):
            expression(text, known)
