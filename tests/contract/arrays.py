"""What is frozen of `ahp.core`: what each function answers to a right call, small and with six items."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from contract.comparing import plain
from core.calls import functions, of_size

ITEMS = 6


def answers() -> dict[str, Any]:
    """Return what every function of `ahp.core` answers that draws nothing."""
    found = {}
    for name, (function, given) in functions().items():
        if "rng" in given:
            continue
        found[name] = {
            "small": as_data(function(**given)),
            f"{ITEMS} items": as_data(function(**of_size(name, ITEMS))),
        }
    return plain(found)


def as_data(answer: Any) -> Any:
    """Return an answer as lists, dictionaries and numbers."""
    if dataclasses.is_dataclass(answer):
        return {f.name: as_data(getattr(answer, f.name)) for f in dataclasses.fields(answer)}
    if hasattr(answer, "_asdict"):
        return {name: as_data(value) for name, value in answer._asdict().items()}
    if isinstance(answer, np.ndarray | np.generic):
        return as_data(answer.tolist())
    if isinstance(answer, dict):
        return {str(name): as_data(value) for name, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [as_data(entry) for entry in answer]
    if isinstance(answer, float) and not np.isfinite(answer):
        return str(answer)
    return answer if isinstance(answer, bool | int | float | str | None) else str(answer)
