"""The columns of tables in files, each with a filling written as a call: `uniform(1, 5000)`; and constants.

Constants are numbers, and sums of others and the scale, which scripts and tables name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ahp.errors import AHPError, HarnessError, listed, quoted
from ahp.harness.scripts.compiler import value
from ahp.harness.workloads import filling
from ahp.harness.workloads.base import Column, Fill, Sizes
from ahp.harness.workloads.filling import COUNTRIES, FIRST_NAMES, LAST_NAMES, TOWNS, WORDS

_WIDTH = 255
_WIDEST = 10_000
_LONGEST = max(map(len, WORDS))
_NAME = re.compile("[a-z_][a-z0-9_]{0,59}")

Argument = int | str | ast.Name
Arguments = list[Argument]


@dataclass(frozen=True)
class _Filling:
    """A filling with arguments.

    Attributes
    ----------
    made : function
        Makes it.
    form : str
        How it is written, for messages.
    fits : function
        Whether arguments are such.
    width : function or None
        The most characters that come of it; None: numbers do.
    """

    made: Callable[..., Fill]
    form: str
    fits: Callable[[Arguments], bool]
    width: Callable[[Arguments], int] | None = None


def _whole(value: Argument, low: int = -(2**62), high: int = 2**62) -> bool:
    return type(value) is int and low <= value <= high


def _children(given: Arguments) -> bool:
    return len(given) == 1 and _whole(given[0], 1)


def _count(value: Argument) -> bool:
    return isinstance(value, ast.Name) or _whole(value, 1)


def _plain_text(value: Argument) -> bool:
    return isinstance(value, str) and "\0" not in value


def _known(value: Argument) -> bool:
    return isinstance(value, ast.Name) or _whole(value)


def _uniform(given: Arguments) -> bool:
    if len(given) != 2 or not all(map(_known, given)):
        return False
    low, high = given
    return isinstance(low, ast.Name) or isinstance(high, ast.Name) or low <= high  # type: ignore[operator]


def _counted(given: Arguments) -> bool:
    return len(given) > 1 and _whole(given[0], 0, len(given) - 2) and all(map(_count, given[1:]))


def _sentence(given: Arguments) -> bool:
    return len(given) == 2 and all(_whole(one, 1, _WIDEST) for one in given) and given[0] <= given[1]  # type: ignore[operator]


_FILLINGS: Mapping[str, _Filling] = {
    "constant": _Filling(
        filling.constant,
        "constant(NUMBER or a constant's name)",
        lambda given: len(given) == 1 and _known(given[0]),
    ),
    "uniform": _Filling(filling.uniform, "uniform(LEAST, GREATEST), numbers or names of constants", _uniform),
    "parent": _Filling(filling.parent, "parent(CHILDREN, 1 or more)", _children),
    "child": _Filling(filling.child, "child(CHILDREN, 1 or more)", _children),
    "counted": _Filling(filling.counted, "counted(PLACE from 0, COUNT or a constant's name, …)", _counted),
    "counted_from": _Filling(
        lambda start, *place_and_counts: filling.counted(*place_and_counts, start=start),
        "counted_from(START, PLACE from 0, COUNT or a constant's name, …)",
        lambda given: len(given) > 2 and _known(given[0]) and _counted(given[1:]),
    ),
    "sentence": _Filling(
        filling.sentence,
        "sentence(FEWEST, MOST) of words, 1 or more",
        _sentence,
        lambda given: int(given[1]) * (_LONGEST + 1),  # type: ignore[arg-type]
    ),
    "one_of": _Filling(
        lambda *names: filling.one_of(names),
        "one_of('TEXT', …)",
        lambda given: bool(given) and all(map(_plain_text, given)),
        lambda given: max(len(str(text)) for text in given),
    ),
    "digits": _Filling(
        filling.digits,
        "digits('FORM with #')",
        lambda given: len(given) == 1 and _plain_text(given[0]),
        lambda given: len(str(given[0])),
    ),
}  # fmt: skip
_PLAIN: Mapping[str, Fill] = {
    "serial": filling.serial,
    "first_name": filling.one_of(FIRST_NAMES),
    "last_name": filling.one_of(LAST_NAMES),
    "street": filling.street,
    "town": filling.one_of(TOWNS),
    "country": filling.one_of(COUNTRIES),
    "email": filling.email,
}


def checked_name(what: str, name: object) -> str:
    """Return the name of a table or a column.

    Raises
    ------
    HarnessError
        If databases could take it for different names, or for none.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise HarnessError(
            f"{what} {quoted(name)}: names are of small letters, digits and underscores, 60 at most; "
            "databases read capitals differently"
        )
    return name


def column(name: str, text: object, constants: Collection[str]) -> Column:
    """Return a column from its filling.

    Parameters
    ----------
    name : str
        Its name.
    text : object
        The filling, as it stands in the file.
    constants : collection of str
        The constants that fillings may name, the tables' numbers of rows among them.

    Raises
    ------
    HarnessError
        If the name or the filling is none.
    """
    checked_name("column", name)
    where = f"column {quoted(name)}: {quoted(text)}"
    node = _call(text)
    if isinstance(node, ast.Name) and node.id in _PLAIN:
        return Column(name, "int" if node.id == "serial" else "text", _PLAIN[node.id], _WIDTH)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in _FILLINGS:
        known = listed([*_PLAIN, *_FILLINGS])
        raise HarnessError(f"{where} is no filling; use {known}")
    how = _FILLINGS[node.func.id]
    given = [_argument(argument) for argument in node.args]
    for one in given:
        if isinstance(one, ast.Name) and one.id not in constants:
            raise HarnessError(f"{where}: {quoted(one.id)} is no constant; use one of {listed(constants)}")
    found = [one for one in given if one is not None]
    if node.keywords or len(found) < len(given) or not how.fits(found):
        raise HarnessError(f"{where} is no filling; write {how.form}")
    fill = how.made(*(one.id if isinstance(one, ast.Name) else one for one in found))
    if how.width is None:
        return Column(name, "int", fill)
    width = how.width(found)
    if width > _WIDEST:
        raise HarnessError(f"{where}: up to {width} characters, and {_WIDEST} at most can be stored")
    return Column(name, "text", fill, max(width, _WIDTH))


def _call(text: object) -> ast.expr | None:
    if not isinstance(text, str):
        return None
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _argument(node: ast.expr) -> Argument | None:
    """Return a number, a text or the name of a table; None for anything else."""
    if isinstance(node, ast.Name):
        return node
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError):
        return None
    return value if type(value) in (int, str) else None


_MOST_ROWS = 10**12
_MOST = 2**53 - 1
"""The largest whole number that every driver and engine holds exactly."""
_GIVEN = ("client_id", "clients", "phase", "scale")


def constants(path: Path, written: Mapping[str, Any], rows: Mapping[str, Any]) -> Callable[[float], Sizes]:
    """Return the function that gives the constants at a scale, after a look at what they are at scale 1.

    Parameters
    ----------
    path : Path
        The file, for messages.
    written : mapping
        Constants by name: a whole number, the same at every scale, or an expression of scripts with `:scale`
        and the constants before it, which is rounded.
    rows : mapping
        By table, how many rows it has: a whole number at scale 1, or a constant's name.

    Raises
    ------
    HarnessError
        If one cannot be computed, or is no number of rows.
    """
    for name, given in written.items():
        checked_name(f"{path}: constant", name)
        if name in _GIVEN:
            raise HarnessError(f"{path}: constant {quoted(name)}: it is the harness's own; take another name")
        if not isinstance(given, str) and (type(given) is not int or abs(given) > _MOST):
            raise HarnessError(
                f"{path}: constant {quoted(name)} is a whole number up to {_MOST}, or a sum in quotes; "
                f"found {quoted(given)}"
            )
    numbers = {table: number for table, number in rows.items() if number not in written}

    def sizes(scale: float) -> Sizes:
        found = {table: max(1, round(number * scale)) for table, number in numbers.items()}
        for name, given in written.items():
            try:
                found[name] = round(value(str(given), {**found, "scale": scale}))
            except (AHPError, ValueError, OverflowError) as problem:
                raise HarnessError(f"{path}: constant {quoted(name)}: {problem}") from None
        return {"next": 0, **found}

    for table, number in numbers.items():
        if type(number) is not int or table in written:
            raise HarnessError(
                f"{path}: table {quoted(table)}: rows must be a whole number from 1 to {_MOST_ROWS}, "
                f"or the name of a constant; found {quoted(number)}"
            )
    at_one = sizes(1.0)
    for table, rows_of in rows.items():
        number = at_one[rows_of] if isinstance(rows_of, str) else rows_of
        if not 1 <= number <= _MOST_ROWS:
            raise HarnessError(
                f"{path}: table {quoted(table)}: rows must be a whole number from 1 to {_MOST_ROWS}; "
                f"found {quoted(number)}"
            )
    return sizes
