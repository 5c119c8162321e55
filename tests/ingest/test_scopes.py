"""The part of a run that a number is of, in a cell and in a heading."""

import pytest

from ahp.errors import InputError
from ahp.ingest.scopes import LONG, WIDE, Scope, scope_of, split_heading


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("all", Scope()),
        ("", Scope()),
        ("Host", Scope()),
        ("tx:New Order", Scope("New Order")),
        ("op:read", Scope("read")),
        ("process:PostgreSQL 16", Scope(process="postgresql_16")),
    ],
)
def test_a_scope_is_what_it_says(text, scope):
    assert scope_of(text) == scope


@pytest.mark.parametrize("text", ["tx", "tx:", "thread:1", "process:", "everything"])
def test_anything_else_is_refused(text):
    with pytest.raises(InputError, match="this is no scope"):
        scope_of(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("tps[tx:a b]", ("tps", Scope("a b"))),
        ("cpu_user_pct[host]", ("cpu_user_pct", Scope())),
        ("latency_max_ms[OP:read]", ("latency_max_ms", Scope("read"))),
        ("Response time [ms]", ("Response time [ms]", Scope())),
        ("[tx:a]", ("[tx:a]", Scope())),
    ],
)
def test_a_heading_is_parted_from_its_scope(text, parts):
    assert split_heading(text) == parts


@pytest.mark.parametrize(
    ("line", "long", "wide"),
    [
        ("scenario,alternative,scope,metric,statistic,value,unit", True, False),
        ("# made by a script\n\nalternative;Statistic;Metric;value\n", True, False),
        ('"alternative","tps[tx:a]"\r\n', False, True),
        ("alternative,tps[tx:a],x\n", False, True),
        ("alternative,measure,value,unit", False, False),
        ("alternative,metric,value\nstatistic,metric,1", False, False),
        ("alternative,tps\n[tx:a],1", False, False),
        ("alternative,array[host]s", False, False),
    ],
)
def test_a_heading_line_with_scopes_is_known_at_sight(line, long, wide):
    assert (LONG.match(line) is not None, WIDE.match(line) is not None) == (long, wide)
