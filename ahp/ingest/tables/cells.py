"""Cells as numbers: what was printed, to how many digits, how finely, and in which unit."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from fractions import Fraction
from numbers import Real
from typing import NamedTuple

from ahp.errors import InputError, UnitError, quoted
from ahp.units import Unit, find, parse


def resolution_of(printed: str) -> float:
    """Return half a unit of the last digit printed; 0 if `printed` is not plain digits.

    Examples
    --------
    >>> resolution_of("1.69"), resolution_of("9"), resolution_of("1.2e3")
    (0.005, 0.5, 50.0)
    """
    match = re.fullmatch(r"[+-]?\d*(?:\.(\d*))?(?:[eE]([+-]?\d+))?", printed.strip())
    if match is None or not any(c.isdigit() for c in printed):
        return 0.0
    places = len(match.group(1) or "")
    return 0.5 * 10.0 ** (int(match.group(2) or 0) - places)


MISSING = frozenset({
    "", "na", "n/a", "nan", "-nan", "null", "none", "-", "--", "—", "–", "missing", "dnf", "+++++", "n.a.",
    "not significant", "?", "*",
})  # fmt: skip
"""What stands in a cell that holds no number, in lower case."""

_NOT_FINITE = frozenset({"inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "∞", "-∞"})
FAILURE = re.compile(
    r"(?:err|error|errors|fail|failed|failure|fatal|time ?out|timed out|crash|crashed|aborted|killed|"
    r"oom|out of memory|segfault|panic|does(?:n['’]t| not) work|unsupported|not supported|"
    r"(?-i:TO|TLE|MLE|OOT))\b|(?-i:[X✗✘❌])\ufe0f?$",
    re.I,
)
_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2212": "-", "\ufeff": None})
_LONGEST = 200  # characters of a number that is surely finite
_HALVES = [0.5 * 10.0**-places for places in range(_LONGEST)]
_NUMBER = re.compile(
    r"[~≈]?\s*([+-]?)((?:\d[\d.,'’_ ]*)|(?:[.,]\d+))(?:[eE]([+-]?\d{1,6}))?\s*(\D.*)?$",
    re.DOTALL | re.ASCII,
)
_FOOTNOTE = re.compile(r"[*†‡] *(?:\(|$)")
_PER = re.compile(r"(?<=\s)1(?=/[a-z]+$)")
_MARK = re.compile(
    r"\s*[\u2705\u274c\u26a0\ufe0f\u2b06\u2b07\u2191\u2193\U0001f300-\U0001faff]+$"
)  # `-7.7% ✅`
_SPREAD = re.compile(r"±|\+/-")
_COMPARED = re.compile(r": [\d.]+x (?:faster|slower)$")  # as pyperf prints it
_SPREAD_UNIT = r"(?si)\s*(?:\([\d.]+ ?%\)\s*)?(?:[\d.,'’_ ]*\d|nan|inf|∞)?\s*(.*)"
_MULTIPLE = (
    r"(?sa)(.*\d[^()]*)\((?:\s*[~+-]?[x×]?[\d.,'’_ ]*\d\s*[x×%]?\s*"
    r"|\W*[\d.,]*\d\s*[x×%]\W*(?:(?:faster|slower|more|less)\W*)?)\)"
)
_ASIDE = r"(?s)(.*\d.*?)\s*(?:\(([^()]*)\)|\[[^\[\]]*\])"
_OF_RUNS = re.compile(r"[(\[][\d.,' ]*\d ?(?:[–—;,-]|to|\.\.) ?\d[\d.,' ]*[)\]]$", re.ASCII)  # `[8150–8300]`
_ESTIMATE = re.compile(r"\W*(?:est|approx|ca\b|about)", re.IGNORECASE)
_PARTS = (
    r"(?ai)(?:(\d{1,6}) ?h(?:ours?|rs?)?(?![a-z]) ?)?(?:(\d{1,6}) ?m(?:in(?:utes?|s)?)?(?![a-z]) ?)?"
    r"(?:(\d{1,6}(?:[.,]\d{1,99})?) ?s(?:ec(?:onds?|s)?)?)?"
)
_CLOCK = r"(?a)(?:(\d{1,6}):)?(\d{1,6}):([0-5]\d(?:[.,]\d{1,99})?)"
CLOCK = re.compile(r"(\d{1,6}):([0-5]\d)", re.ASCII)
"""A time of which nothing says whether it begins with hours."""
_PREFIXED = r"(?s)([kKMGT])(i?)(?P<apart>\s*)(.*)"
_OCTETS = re.compile(r"\b([kKMGT]?i?)o\b")
_OF_ANYTHING = re.compile(r"([^\W\d_]+(?: [^\W\d_]+)?)\s*(?:/|\bper\b)\s*s(?:ec(?:ond)?s?)?", re.IGNORECASE)
_POWERS = {"k": 1, "K": 1, "M": 2, "G": 3, "T": 4}


MEAN_READ = "the mean is read, and its spread passed over"
PASSED_OVER = "what stands in brackets is passed over"
BRACKET_PASSED_OVER = "the number in parentheses is passed over"
"""What is told of cells of which not all is read."""


class PrintedNumber(float):
    """A number of a file that tells numbers from texts, with the digits that stand there.

    Examples
    --------
    >>> parse_number(PrintedNumber("9.50"))[:2], parse_number(9.50)[:2]
    ((9.5, 0.005), (9.5, 0.0))
    """

    def __new__(cls, text: str) -> PrintedNumber:
        """Return the number that `text` spells."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    text: str

    def __repr__(self) -> str:
        return self.text  # as it stands in messages, too

    __str__ = __repr__


class Parsed(NamedTuple):
    """A number as it was printed.

    Attributes
    ----------
    value : float
    resolution : float
        Half a unit of its last printed digit.
    unit : Unit or None
        The unit beside it in the cell.
    scale : str
        The letter that multiplies it, as in `1.2k`; only a count or a rate may be written so.
    """

    value: float
    resolution: float
    unit: Unit | None
    scale: str = ""


class _Times(NamedTuple):  # by which powers of ten and of two a letter multiplies; both are exact
    tens: int = 0
    twos: int = 0


_ONCE = _Times()


def is_missing(cell: object) -> bool:
    """Say whether a cell holds no number."""
    if cell is None:
        return True
    if isinstance(cell, str):
        return cell.translate(_SPACES).strip().casefold() in MISSING
    return (isinstance(cell, Real) and cell != cell) or type(cell).__name__ in ("NAType", "NaTType")


def all_numbers(cells: Iterable[object], decimal: str) -> bool:
    """Say whether every cell is a number written with this decimal mark, or empty."""
    try:
        for cell in cells:
            if not is_missing(cell):
                parse_number(cell, decimal)
    except InputError:
        return False
    return True


def parse_number(cell: object, decimal: str = ".") -> Parsed:
    """Return the number in a cell.

    Parameters
    ----------
    cell : str or number
        Text such as `1.69x`, `40.83%`, `2,220,787,088`, `12 ms`, `1:28.72`, `1.2k`, `5M msg/s`, or a number.
    decimal : {".", ","}
        The decimal mark of its column; the other one groups digits.

    Raises
    ------
    InputError
        If there is no number, or it is not finite.

    Examples
    --------
    >>> parse_number("40.83%")[:2]
    (40.83, 0.005)
    >>> parse_number("1.234,5", ",").value
    1234.5
    """
    if isinstance(cell, bool) or not isinstance(cell, str):
        printed = cell.text if isinstance(cell, PrintedNumber) else ""
        return Parsed(_plain(cell), resolution_of(printed), None)
    plain = plain_number(cell) if decimal == "." else None
    if plain is not None:
        return Parsed(*plain, None)
    text = _cleaned(cell)
    match = _NUMBER.fullmatch(text)
    if text.casefold() in _NOT_FINITE:
        raise InputError("a finite number is needed", found=cell)
    if match is None:
        raise _no_number(cell, text)
    clock = re.fullmatch(_CLOCK, text) if ":" in text else None
    if clock is not None:
        return _duration(clock, cell)
    parts = re.fullmatch(_PARTS, text) if text[-1].isalpha() else None
    if parts is not None and sum(part is not None for part in parts.groups()) > 1:
        return _duration(parts, cell)
    sign, body, printed_power, rest = match.groups()
    digits = _plain_digits(body.strip(), decimal, cell)
    unit, scale, times = _unit(rest, cell)
    power, factor = int(printed_power or 0) + times.tens, 2.0**times.twos
    value = float(f"{sign}{digits}e{power}") * factor
    if not math.isfinite(value):
        raise InputError("the number is too large; a finite number is needed", found=cell)
    places = len(digits.partition(".")[2])
    resolution = 0.5 * 10.0 ** (power - places) * factor if abs(power) < 280 else 0.0
    return Parsed(value, resolution, unit, scale)


def plain_number(cell: str) -> tuple[float, float] | None:
    """Return value and resolution of nothing but digits and perhaps a dot: nearly every cell of a table."""
    whole, dot, fraction = cell.partition(".")
    if not (whole.isdigit() and cell.isascii() and (fraction.isdigit() or not dot)) or len(cell) > _LONGEST:
        return None
    return float(cell), _HALVES[len(fraction)]


def _plain(cell: object) -> float:
    try:
        if isinstance(cell, bool | bytes) or type(cell).__name__ in ("bool", "bool_"):  # NumPy's is no bool
            raise TypeError
        value = float(cell)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InputError("a number is needed", found=cell) from None
    except OverflowError:
        raise InputError("the number is too large; a finite number is needed", found=cell) from None
    if not math.isfinite(value):
        raise InputError("a finite number is needed", found=value)
    return value


def _no_number(cell: str, text: str) -> InputError:
    if FAILURE.match(text):
        return InputError(
            "a number is needed, and this tells that something failed",
            found=cell,
            advice="repeat the run, or leave its row out with --drop-failed",
            options=("--drop-failed",),
        )
    if is_bound(text):
        advice = "write the number, or leave its row out with --ignore NAME"
        return InputError("a number is needed, and this only bounds it", found=cell, advice=advice)
    return InputError("a number is needed", found=cell, advice="correct the cell, or leave it empty")


def is_bound(text: str) -> bool:
    """Say whether a cell says no more than below or above what a number is.

    Examples
    --------
    >>> is_bound("> 60s"), is_bound("73+"), is_bound("60s")
    (True, True, False)
    """
    if text[-1:] == "+":
        return text[:1].isdigit()
    return text[:1] in ("<", ">", "≤", "≥") and text[1:].strip()[:1].isdigit()


def body_of(cell: str) -> str:
    """Return the digits of a number with the marks between them; "" where there is no number."""
    match = _NUMBER.fullmatch(_cleaned(cell))
    return match.group(2).strip() if match is not None else ""


def remarks_on(cell: str) -> str:
    """Return what was passed over in a cell that holds a number beside other things.

    Examples
    --------
    >>> remarks_on("4,979.9310 (290.46)")
    'the number in parentheses is passed over'
    """
    text = cell.translate(_SPACES).strip()
    if _FOOTNOTE.search(text) and not text.startswith("*"):
        return "the mark of a footnote is passed over"
    text = text.lstrip("*`\"'")
    if text.startswith(("~", "≈")):
        return "the number is marked as approximate"
    if _SPREAD.search(text):
        return MEAN_READ
    if _multiple(text):
        return BRACKET_PASSED_OVER
    return PASSED_OVER if _aside(text) else ""


def _aside(text: str) -> str | None:
    """Return a number without the words behind it in brackets, None where they may be more than a remark.

    Behind a bare whole number they may make a name of it, `3 (fast)`, unless they call it an estimate.
    """
    found = re.fullmatch(_ASIDE, text) if text[-1:] in (")", "]") and len(text) <= 2 * _LONGEST else None
    if found is None:
        return None
    number, inside = found[1], found[2] or ""
    if FAILURE.search(inside):
        return None
    if find(inside) is not None:
        return f"{number} {inside}"
    ranged = _OF_RUNS.search(text) is not None
    return None if number.isdigit() and not (ranged or _ESTIMATE.match(inside)) else number


def _multiple(text: str) -> re.Match[str] | None:
    # Its time grows with the square of the length, and what is longer is no number.
    return re.fullmatch(_MULTIPLE, text) if "(" in text and len(text) <= 2 * _LONGEST else None


def _cleaned(cell: str) -> str:
    text = _MARK.sub("", cell.translate(_SPACES).strip().strip("*`\"'").strip())
    mean, *spread = _SPREAD.split(text, maxsplit=1)
    text = _COMPARED.sub("", mean).strip()
    if spread and text[-1:].isdigit():  # `146.4 ± 11.5 ms`: the unit is that of both; a per cent is not
        found = re.fullmatch(_SPREAD_UNIT, spread[0])
        unit = found.group(1).strip() if found else ""
        text = f"{text} {unit}" if unit and not unit.startswith("%") else text
    multiple = _multiple(text)
    if multiple is not None:
        text = multiple.group(1).strip().strip("*`").strip()
    text = (_aside(text) or text).rstrip("*†‡ ")  # the mark of a footnote
    return _PER.sub("", text)  # `12 1/s` is twelve, not twelve and one


def _duration(clock: re.Match[str], cell: str) -> Parsed:
    """Return the seconds of `1:28.72`, `0:01:28` or `1m 28s`."""
    hours, minutes, seconds = clock.groups()
    fraction = re.split("[.,]", seconds or "")[1:]
    if ":" in clock[0] and hours is None and not fraction:
        raise InputError(
            f"this may be {int(minutes)} min {int(seconds)} s or {int(minutes)} h {int(seconds)} min",
            found=cell,
            advice=f"write 0:{int(minutes):02}:{seconds} or {minutes}:{seconds}:00",
        )
    if hours is not None and int(minutes or 0) > 59:
        raise InputError("an hour has 60 minutes", found=cell, advice="write it as h:mm:ss")
    whole = 3600 * int(hours or 0) + 60 * int(minutes or 0)
    value = float(Fraction((seconds or "0").replace(",", ".")) + whole)
    return Parsed(value, 0.5 * 10.0 ** -len("".join(fraction)) if seconds else 30.0, find("s"))


def _unit(rest: str | None, cell: str) -> tuple[Unit | None, str, _Times]:
    """Return the unit of a number, the letter that multiplies a number without one, and what either means."""
    if rest is None or not rest.strip():
        return None, "", _ONCE
    unit = find(rest.strip()) or find(_OCTETS.sub(r"\1B", rest.strip()))
    if unit is not None:
        return unit, "", _ONCE
    prefixed = re.fullmatch(_PREFIXED, rest.strip())
    if prefixed is not None:
        letter, binary, apart, tail = prefixed.groups()
        power = _POWERS[letter]
        times = _Times(twos=10 * power) if binary else _Times(tens=3 * power)
        if not tail:
            return None, letter + binary, times
        rate = find(tail) or (_rate_of_anything(tail) if apart else None)
        if rate is not None and rate.dimension.endswith(" per time"):
            return rate, "", times
    if (unit := _rate_of_anything(rest.strip())) is not None:
        return unit, "", _ONCE
    raise InputError(
        f"a number is needed, {quoted(rest.strip())} is not a unit",
        found=cell,
        advice="correct the cell",
    )


def _rate_of_anything(text: str) -> Unit | None:
    """Return the rate that a text is of what nobody knows, as `msg/s`; None of another, as `ms/s`."""
    anything = _OF_ANYTHING.fullmatch(text)
    return parse(text) if anything is not None and find(anything[1]) is None else None


def _plain_digits(body: str, decimal: str, cell: str) -> str:
    """Return the digits with a dot as the decimal mark and without grouping."""
    grouping = "," if decimal == "." else "."
    whole, _, fraction = body.partition(decimal)
    if decimal in fraction or grouping in fraction or not re.fullmatch(r"\d*", fraction):
        raise InputError(f"the marks in this number do not fit a decimal {quoted(decimal)}", found=cell)
    for mark in (grouping, " ", "'", "’", "_"):
        if mark in whole:
            head, *groups = whole.split(mark)
            if not 1 <= len(head) <= 3 or any(len(group) != 3 for group in groups):
                raise InputError("the digits of this number are not grouped by threes", found=cell)
            whole = whole.replace(mark, "")
    return f"{whole or '0'}.{fraction}" if fraction else whole or "0"


def agreed_unit(heading: Unit | None, other: Unit | None, what: str) -> Unit | None:
    """Return the unit that a heading and `what` state, which must not contradict each other.

    Raises
    ------
    UnitError
        If both state one and they differ.
    """
    if heading is not None and other is not None and heading != other:
        if other.symbol == f"{heading.symbol}/op":  # `allocation bytes` are of an operation
            return other
        problem = f"the heading says {heading.symbol}, {what} says {other.symbol}"
        raise UnitError(problem, advice="correct one of them")
    return other if other is not None else heading
