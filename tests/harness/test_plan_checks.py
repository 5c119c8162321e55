import dataclasses

import pytest

from ahp.errors import HarnessError
from ahp.harness.plan import plan
from ahp.harness.plan_checks import check, check_owned

PLAN = plan({"workload": "stress-test"})


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"runs": 0}, "runs must be a whole number, 1 or more; found 0"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"budget": float("nan")}, "budget must be greater than 0"),
        ({"think": -1}, "think must be 0 or more seconds"),
        ({"twin": "yes"}, "twin must be true or false"),
        ({"rate": 5.0, "transactions": 3}, "with a rate there is neither think nor transactions"),
        ({"interference": None}, "interference must be repeat or flag"),
        ({"index": "value"}, "index must be one of auto, relative, improvement; found 'value'"),
    ],
)
def test_what_makes_no_sense_is_told(changed, problem):
    with pytest.raises(HarnessError, match=problem):
        check(dataclasses.replace(PLAN, **changed), None, "X")


def test_an_engine_has_as_many_clients_as_it_can():
    check(PLAN, 1, "X")
    with pytest.raises(HarnessError, match="X lives in its client's process and has 1 at most; found 2"):
        check(dataclasses.replace(PLAN, clients=2), 1, "X")


@pytest.mark.parametrize("key", ["memory", "bandwidth", "storage"])
def test_a_server_that_was_there_is_not_limited(key):
    check_owned({"storage": "plain", "clients": 4})
    with pytest.raises(HarnessError, match=f"{key}: .*; leave it out"):
        check_owned({key: "btrfs"})
