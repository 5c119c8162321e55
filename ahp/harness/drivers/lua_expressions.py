"""The expressions of scripts in Lua, whose numbers are all double: which are whole is found out beforehand.

What a division gives depends in pgbench on whether both of its numbers are whole. A variable is followed
through all that sets it; where it stays open, as of what a query brought, the expression is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from ahp.errors import InputError
from ahp.harness.compiled import gotten
from ahp.harness.expressions import Dialect, written
from ahp.harness.scripts import Script, Set, Statement

Kind: TypeAlias = Literal["not set", "whole", "double", "open"]

_NAMES: Mapping[str, str] = {
    "random": "between", "greatest": "math.max", "least": "math.min", "abs": "math.abs",
}  # fmt: skip
_OPEN = "either_division"
_MOST = 2**53  # whole numbers beyond are not all doubles


def kinds_of(scripts: Sequence[Script], given: Iterable[str]) -> dict[str, Kind]:
    r"""Return what is known of the variables of a workload's scripts; of the given ones, that they are whole.

    Examples
    --------
    >>> from ahp.harness.scripts import parsed
    >>> kinds_of([parsed("\\set a 7 / :n\n\\set b :a * 1.5\nSELECT :b;")], ["n"])
    {'n': 'whole', 'a': 'whole', 'b': 'double'}
    """
    kinds: dict[str, Kind] = dict.fromkeys(given, "whole")
    steps = [step for script in scripts for step in script.steps]
    for step in steps:
        if isinstance(step, Statement) and step.gets:
            kinds.update(dict.fromkeys(gotten(step), "open"))
    before = None
    while kinds != before:  # each turn a variable comes to be known better, or none does
        before = dict(kinds)
        for step in steps:
            if isinstance(step, Set):
                found = _kind_of(step.expression, kinds)
                kinds[step.name] = _either(kinds.get(step.name, "not set"), found)
    return kinds


def expression(text: str, kinds: Mapping[str, Kind]) -> str:
    """Return an expression in Lua.

    Raises
    ------
    InputError
        If it is not understood, or cannot be written so that it has the value that it has in pgbench.
    """
    found = written(text, _dialect(kinds, {}))
    if _OPEN in found:
        raise InputError(
            "whether these are whole numbers is not known beforehand, so that sysbench cannot divide them",
            found=text,
            advice="write 1.0 * for a division of doubles, or use --driver python",
        )
    if any(int(number) > _MOST for number in re.findall(r"\b\d{16,}\b(?!\.)", found)):
        raise InputError("a whole number too large for sysbench", found=text, advice="use --driver python")
    return found


def _kind_of(text: str, kinds: Mapping[str, Kind]) -> Kind:
    seen: dict[str, Kind] = {}
    return _kind(written(text, _dialect(kinds, seen)), seen)


def _dialect(kinds: Mapping[str, Kind], seen: dict[str, Kind]) -> Dialect:
    """Return the dialect; what is known of each text that it makes is noted in `seen`."""

    def variable(name: str) -> str:
        text = f"v[{quoted(name)}]"
        seen[text] = kinds.get(name, "not set")
        return text

    def call(name: str, arguments: list[str]) -> str:
        text = f"{_NAMES.get(name, name)}({', '.join(arguments)})"
        random = name.startswith("random")
        seen[text] = "whole" if random else _together([_kind(one, seen) for one in arguments])
        return text

    def binary(sign: str, left: str, right: str) -> str:
        kind = _together([_kind(left, seen), _kind(right, seen)])
        if sign in "%|":
            text, kind = f"{'remainder' if sign == '%' else 'either'}({left}, {right})", "whole"
        elif sign == "/" and kind != "double":
            text = f"{'divided' if kind == 'whole' else _OPEN}({left}, {right})"
        else:
            text = f"({left} {sign} {right})"
        seen[text] = kind
        return text

    return Dialect(variable, call, binary, {"and": "and", "or": "or", "not": "not", "!=": "~="}, _truth)


def _kind(text: str, seen: Mapping[str, Kind]) -> Kind:
    """Return what is known of a text; one that the dialect did not make is a number."""
    return seen.get(text) or ("double" if re.search(r"[.en]", text) else "whole")


def _together(kinds: Sequence[Kind]) -> Kind:
    """Return what an operation on such numbers gives: one that is double makes it double."""
    order: tuple[Kind, ...] = ("not set", "double", "open")
    return next((kind for kind in order if kind in kinds), "whole")


def _either(before: Kind, found: Kind) -> Kind:
    """Return what a variable is that is set twice."""
    if before == "not set":
        return found
    return before if found in (before, "not set") else "open"


def _truth(text: str) -> str:
    # In Lua 0 is true, so that only what is a truth already can be combined.
    raise InputError(
        "and, or, not of a number cannot be written for sysbench", found=text, advice="compare it: (x <> 0)"
    )


def quoted(text: str) -> str:
    """Return a text as Lua writes it."""
    for character, code in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(character, code)
    return f'"{text}"'
