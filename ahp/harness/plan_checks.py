"""Whether the values of a plan make sense, each told in one line where it does not."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ahp.errors import HarnessError, quoted
from ahp.terms import INDICES

if TYPE_CHECKING:
    from ahp.harness.plan import Plan


def check_owned(told: Mapping[str, Any]) -> None:
    """Raise a HarnessError if a plan for a server that is there already asks for what is not ours to do."""
    for key in ("memory", "bandwidth"):
        if key in told:
            raise HarnessError(f"{key}: no limit is put on a server that is not ours; leave it out")
    if told.get("storage", "plain") != "plain":
        raise HarnessError("storage: a server that is there already has its own; leave it out")


def check(plan: Plan, most_clients: int | None, engine: str) -> None:
    """Raise a HarnessError if a number makes no sense, or two keys contradict each other."""
    whole = {"runs": plan.runs, "clients": plan.clients}
    if plan.transactions is not None:
        whole["transactions"] = plan.transactions
    for key, number in whole.items():
        if type(number) is not int or number < 1:
            raise HarnessError(f"{key} must be a whole number, 1 or more; found {quoted(number)}")
    if type(plan.seed) is not int:
        raise HarnessError(f"seed must be a whole number; found {quoted(plan.seed)}")
    positive: dict[str, Any] = {"scale": plan.scale, "duration": plan.duration}
    positive |= {
        key: value
        for key in ("rate", "memory", "bandwidth", "budget")
        if (value := getattr(plan, key)) is not None
    }
    for key, value in positive.items():
        if not _is_number(value) or not value > 0:
            raise HarnessError(f"{key} must be greater than 0; found {quoted(value)}")
    for key in ("warmup", "think"):
        if not _is_number(getattr(plan, key)) or getattr(plan, key) < 0:
            raise HarnessError(f"{key} must be 0 or more seconds; found {quoted(getattr(plan, key))}")
    for key in ("twin", "log", "until_decisive"):
        if type(getattr(plan, key)) is not bool:
            raise HarnessError(f"{key} must be true or false; found {quoted(getattr(plan, key))}")
    if plan.interference not in ("repeat", "flag"):
        raise HarnessError(f"interference must be repeat or flag; found {quoted(plan.interference)}")
    if plan.index not in (known := [index.value for index in INDICES]):
        raise HarnessError(f"index must be one of {', '.join(known)}; found {quoted(plan.index)}")
    if plan.rate is not None and (plan.think or plan.transactions is not None):
        raise HarnessError(
            "with a rate there is neither think nor transactions: clients do not wait for answers"
        )
    if most_clients is not None and plan.clients > most_clients:
        raise HarnessError(
            f"{engine} lives in its client's process and has {most_clients} at most; found {plan.clients}"
        )


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]
