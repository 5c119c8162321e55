"""A plan as a TOML file: read from the user's, and written beside the results, enough to repeat them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ahp.errors import HarnessError, InputError, one_line
from ahp.files import settings_at
from ahp.harness.plan import Plan
from ahp.harness.plan_checks import check_values
from ahp.toml import toml_in

NAME = "plan.toml"


def read_plan(path: Path) -> dict[str, Any]:
    """Return the keys that a file gives.

    Raises
    ------
    HarnessError
        If it cannot be read, is no TOML, or has a key or a value that no plan has.
    """
    try:
        found = toml_in(settings_at(str(path)))
    except InputError as problem:
        raise HarnessError(str(problem)) from None
    except OSError as problem:
        raise HarnessError(f"{path}: cannot be read: {problem.strerror}") from None
    except ValueError as problem:  # also a number of too many digits
        raise HarnessError(f"{path}: not a TOML file: {one_line(problem)}") from None
    try:
        check_values(found)
    except HarnessError as problem:
        raise HarnessError(f"{path}: {problem}") from None
    if "study" in found:  # it lies beside the plan that names it, wherever the command is called
        found["study"] = str(path.parent / found["study"])
    return found


def toml(plan: Plan) -> str:
    """Return a plan as TOML, all keys with their values."""
    lines = []
    for key, value in asdict(plan).items():
        if value is None or value == ():
            continue
        lines.append(f"{key} = {_written(value)}")
    return "\n".join(lines) + "\n"


def _written(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{json.dumps(name)} = {_written(one)}' for name, one in value.items())}}}"
    # A JSON string, number, truth value or list of strings is written the same in TOML.
    return json.dumps(list(value) if isinstance(value, tuple) else value)
