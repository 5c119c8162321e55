import dataclasses
import datetime

import pytest

from ahp.errors import HarnessError
from ahp.harness.plan import Plan, plan
from ahp.harness.plan_checks import KINDS, check, check_owned, check_values

PLAN = plan({"workload": "stress-test"})


WRONG = (
    ["x"],
    {},
    "",
    " ",
    True,
    3,
    -1,
    1.5,
    float("nan"),
    float("inf"),
    1e300,
    10**400,
    "3",
    datetime.date(2026, 1, 1),
)


@pytest.mark.parametrize("key", KINDS)
def test_every_key_of_every_wrong_kind_is_told(key):
    """In one line that names the key and what was found; never by another error."""
    wrong = [value for value in WRONG if not KINDS[key].holds(value)]
    assert len(wrong) >= 7
    for value in wrong:
        for refusing in (check_values, plan):
            with pytest.raises(HarnessError, match=f"^{key} must be .*; found "):
                refusing({key: value})


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("runs", 1, 10_000),
        ("clients", 1, 10_000),
        ("scale", 1e-6, 1000),
        ("warmup", 0, 86_400),
        ("duration", 0.001, 604_800),
        ("seed", 0, 2**63 - 1),
        ("think", 0, 3600),
        ("rate", 0.001, 10_000_000),
        ("transactions", 1, 10**9),
        ("memory", 1, 10**9),
        ("bandwidth", 0.1, 10**6),
        ("budget", 0.001, 31_536_000),
    ],
)
def test_numbers_have_bounds(key, low, high):
    check_values({key: low})
    check_values({key: high})
    for number in (low - 1, high + 1, float("nan"), float("inf"), -float("inf")):
        with pytest.raises(HarnessError, match=f"{key} must be .* from .* to .*; found"):
            check_values({key: number})


def test_the_table_of_kinds_is_of_the_keys_of_a_plan():
    assert list(KINDS) == sorted(KINDS, key=[field.name for field in dataclasses.fields(Plan)].index)
    assert set(KINDS) == {field.name for field in dataclasses.fields(Plan)}


def test_a_password_is_not_repeated():
    with pytest.raises(HarnessError, match=r"dsn must be an address, as text; found list$"):
        check_values({"dsn": ["postgresql://x:secret@y/z"]})


def test_two_keys_that_contradict_each_other_are_told():
    with pytest.raises(HarnessError, match="with a rate there is neither think nor transactions"):
        check(dataclasses.replace(PLAN, rate=5.0, transactions=3), None, "X")


def test_a_plan_that_would_never_end_is_refused():
    endless = dataclasses.replace(PLAN, runs=10_000, duration=86_400.0)
    with pytest.raises(HarnessError, match=r"50000 runs of 86400.5 s take 137.0 years; use fewer --runs"):
        check(endless, None, "X")
    check(dataclasses.replace(endless, budget=60.0), None, "X")


def test_an_engine_has_as_many_clients_as_it_can():
    check(PLAN, 1, "X")
    with pytest.raises(
        HarnessError, match="clients: X has 1 at most, for it lives in its client's process; found 2"
    ):
        check(dataclasses.replace(PLAN, clients=2), 1, "X")
    with pytest.raises(
        HarnessError, match="clients: X has 180 at most, for its server admits no more; found 181"
    ):
        check(dataclasses.replace(PLAN, clients=181), 180, "X")


@pytest.mark.parametrize("key", ["memory", "bandwidth", "storage"])
def test_a_server_that_was_there_is_not_limited(key):
    check_owned({"storage": "plain", "clients": 4})
    with pytest.raises(HarnessError, match=f"{key}: .*; leave it out"):
        check_owned({key: "btrfs"})
