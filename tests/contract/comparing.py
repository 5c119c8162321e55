"""How what is produced now is compared with what was frozen, and which numbers may differ because they are drawn."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from typing import Any

CLOSE, NOTHING = 1e-9, 1e-12
"""Numbers are the same to the first, relative; those below the second are rounding errors of 0."""

DIGITS = 12
"""Numbers are written with so many, a thousand times finer than they are compared."""

FAR = 5 * math.sqrt(2)
"""Five standard errors of a difference: what was frozen and what is produced are both drawn."""

DRAWS, WEIGHTS = 10_000, 1_000
"""The draws of a document that does not say how many, and the fewest that a share of weights is of."""

GONE, ORDER = "(gone)", "(order)"
"""What stands for an entry that is no longer there, and for the order of the keys where it is another."""


def share(frozen: float, present: float, draws: int) -> bool:
    """A share of draws, by the binomial distribution; a draw may lie on either side of a border."""
    middle = min(max((frozen + present) / 2, 1 / draws), 1 - 1 / draws)
    return abs(present - frozen) <= FAR * math.sqrt(middle * (1 - middle) / draws) + 1 / draws


def conditional(frozen: float, present: float, draws: int) -> bool:
    """A share or a mean among some of the draws only: at least a hundredth of them, else it says little."""
    return abs(present - frozen) <= FAR * 0.5 / math.sqrt(draws / 100)


def size(frozen: float, present: float, draws: int) -> bool:
    """A number where a share of draws crosses a level.

    If a share follows the normal distribution, a size whose share is 95 % has a standard error of 1.3 % at
    10,000 draws: sqrt(.95 · .05 / 10,000) / (1.645 φ(1.645)). A power that 1,000 draws tell varies as much.
    """
    return abs(present - frozen) <= max(0.014 * FAR * math.sqrt(DRAWS / draws) * abs(frozen), 1e-3)


def count(frozen: float, present: float, draws: int) -> bool:
    """A whole number that such a size is rounded up to."""
    return abs(present - frozen) <= max(1.0, 0.15 * abs(frozen) * math.sqrt(DRAWS / draws))


def interval(frozen: list[float], present: list[float], draws: int) -> bool:
    """The ends of an interval, by its width.

    At 10,000 draws the 2.5 % point of a normal distribution has a standard error of .7 % of the distance
    between the 2.5 and the 97.5 % point; that of Student's t with two degrees of freedom, 1.3 %. The upper
    end of a quotient, with draws left out on top, moved by 15 % of the width with another seed: 3 %.
    """
    if len(frozen) != 2 or len(present) != 2:
        return False
    allowed = 0.03 * FAR * math.sqrt(DRAWS / draws) * abs(frozen[1] - frozen[0]) + NOTHING
    return all(abs(a - b) <= allowed for a, b in zip(frozen, present, strict=True))


def covariance(frozen: list[list[float]], present: list[list[float]], draws: int) -> bool:
    """A covariance of two scores; 1.4 % is the standard error of a normal variance, heavy tails have more."""
    sizes = [math.sqrt(abs(frozen[i][i])) for i in range(len(frozen))]
    allowed = 0.03 * FAR * math.sqrt(DRAWS / draws)
    return len(frozen) == len(present) and all(
        abs(present[i][j] - frozen[i][j]) <= allowed * sizes[i] * sizes[j] + NOTHING
        for i in range(len(sizes))
        for j in range(len(sizes))
    )


def sentence(frozen: str, present: str, draws: int) -> bool:
    """A sentence that tells per cents of the draws: the same words, and each number a share as before."""
    del draws  # the share that the sentence tells is of all of them
    before, now = (re.findall(NUMBER, text) for text in (frozen, present))
    if re.sub(NUMBER, "#", frozen) != re.sub(NUMBER, "#", present):
        return False
    return all(share(float(a) / 100, float(b) / 100, DRAWS) for a, b in zip(before, now, strict=True))


def searched(frozen: float, present: float, draws: int) -> bool:
    """Where a search stops that approaches its bound: how near depends on the processor's last digits."""
    del draws  # nothing is drawn
    return math.isclose(frozen, present, rel_tol=1e-6)


NUMBER = r"\d+(?:\.\d+)?"

DRAWN: tuple[tuple[str, Callable[..., bool]], ...] = (
    (r".*/confidence/left_out", count),
    (r".*/confidence/(best|wins)/.*", share),
    (r".*/confidence/ranks/.*", share),
    (r".*/confidence/rank_sets/.*", count),
    (r".*/confidence/more_runs/.*", count),
    (r".*/confidence/covariance/[^/]+", covariance),
    (r".*/confidence/intervals/(benefit|cost|benefit_to_cost)/[^/]+", interval),
    (r".*/confidence/intervals/priorities/[^/]+/[^/]+", interval),
    (r".*/margin/noise_95", size),
    (r".*/margin/holds_95/.*", share),
    (r".*/weight_space/acceptability/.*", share),
    (r".*/weight_space/confidence/[^/]+", share),
    (r".*/weight_space/central/.*", conditional),
    (r".*/across_scenarios/(never_worse|dominated)_share/.*", share),
    (r".*/across_scenarios/.*/best/.*", share),
    (r".*/audit/\d+ confidence/detail", sentence),
    (r".*/repair/ratio", searched),
)
"""The keys of documents that hold what is drawn or searched for, and how far each may be from what was frozen."""

_DRAWN = [(re.compile(pattern), near) for pattern, near in DRAWN]


def differences(frozen: Any, present: Any, path: str = "", draws: int = DRAWS) -> Iterator[str]:
    """Yield where two documents differ, with both values."""
    for pattern, near in _DRAWN:
        if frozen is not None and present is not None and pattern.fullmatch(path):
            if isinstance(frozen, str) is not (near is sentence) or not _are_alike(frozen, present):
                break
            if near in (interval, covariance) or not isinstance(frozen, list | dict):
                few = WEIGHTS if "/weight_space/acceptability/" in path else draws
                if not near(frozen, present, few):
                    yield f"{path}: {frozen!r} was frozen, now {present!r}, beyond its sampling error"
                return
    if isinstance(frozen, dict) and isinstance(present, dict):
        confidence = frozen.get("confidence")
        if isinstance(confidence, dict) and confidence.get("resamples"):
            draws = confidence["resamples"]
        if list(frozen) != list(present) and set(frozen) == set(present):
            yield f"{path}: the order was {list(frozen)}, now {list(present)}"
        for key in dict.fromkeys([*frozen, *present]):
            yield from differences(frozen.get(key, GONE), present.get(key, GONE), f"{path}/{key}", draws)
    elif isinstance(frozen, list) and isinstance(present, list):
        if len(frozen) != len(present):
            yield f"{path}: {len(frozen)} entries were frozen, now {len(present)}: {_short(frozen)} {_short(present)}"
        for at, (one, other) in enumerate(zip(frozen, present, strict=False)):
            yield from differences(one, other, f"{path}/{_place(at, one)}", draws)
    elif _are_numbers(frozen, present):
        if not math.isclose(frozen, present, rel_tol=CLOSE, abs_tol=NOTHING):
            yield f"{path}: {frozen!r} was frozen, now {present!r}"
    elif frozen != present or isinstance(frozen, bool) is not isinstance(present, bool):
        yield f"{path}: {_short(frozen)} was frozen, now {_short(present)}"


def _are_alike(frozen: Any, present: Any) -> bool:
    return _are_numbers(frozen, present) or (isinstance(frozen, list | str) and type(frozen) is type(present))


def _are_numbers(*values: Any) -> bool:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def _place(at: int, entry: Any) -> str:
    """Return where an entry of a list is, with the name that it has."""
    names = ("scenario", "name", "check", "criterion") if isinstance(entry, dict) else ()
    return " ".join([str(at), *(entry[name] for name in names if isinstance(entry.get(name), str))][:2])


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}…"


def plain(value: Any) -> Any:
    """Return a document with its numbers as they are written."""
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, float):
        return 0.0 if abs(value) < NOTHING / 1000 else float(f"{value:.{DIGITS}g}")
    return value


def changed(base: Any, other: Any) -> Any:
    """Return what of a document differs from another one, to be put back by :func:`restored`."""
    if isinstance(base, dict) and isinstance(other, dict):
        names = dict.fromkeys([*base, *other])
        pairs = {name: (base.get(name, GONE), other.get(name, GONE)) for name in names}
    elif isinstance(base, list) and isinstance(other, list) and len(base) == len(other) and _nested(base):
        pairs = {str(at): pair for at, pair in enumerate(zip(base, other, strict=True))}
    else:
        return other
    found = {name: changed(one, two) for name, (one, two) in pairs.items() if not _same(one, two)}
    if isinstance(other, dict) and list(restored(base, found)) != list(other):
        found[ORDER] = list(other)
    return found


def _same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)  # the order of keys included


def _nested(entries: list[Any]) -> bool:
    return any(isinstance(entry, dict | list) for entry in entries)


def restored(base: Any, change: Any) -> Any:
    """Return the document that :func:`changed` was told."""
    if isinstance(change, dict) and isinstance(base, dict):
        merged = {
            name: restored(base[name], change[name]) if name in base and name in change else entry
            for name, entry in {**base, **change}.items()
        }
        return {name: merged[name] for name in change.get(ORDER, merged) if merged[name] != GONE}
    if isinstance(change, dict) and isinstance(base, list):
        return [restored(entry, change.get(str(at), entry)) for at, entry in enumerate(base)]
    return change


def written(value: Any, indent: str = "") -> str:
    """Return a document as JSON to be read in a diff: a line for each key, short lists on one line."""
    inner = f"{indent} "
    if isinstance(value, dict) and value:
        lines = [f"{inner}{json.dumps(k, ensure_ascii=False)}: {written(v, inner)}" for k, v in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(entry, dict) for entry in value):
        return "[\n" + ",\n".join(f"{inner}{written(entry, inner)}" for entry in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
