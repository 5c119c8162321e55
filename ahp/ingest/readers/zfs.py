"""`zfs get` and `zfs list`: what a data set holds, what it takes on disk, and the ratio of the two."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import Lines, PrintedReader, once
from ahp.ingest.readers.sizes import UNITS

_COLUMNS: Mapping[str, str] = {
    "USED": "used",
    "LUSED": "logicalused",
    "REFER": "referenced",
    "LREFER": "logicalreferenced",
    "RATIO": "compressratio",
    "REFRATIO": "refcompressratio",
}
_SIZES = (("logicalreferenced", "referenced"), ("logicalused", "used"))
_RATIOS = ("compressratio", "refcompressratio")
_KNOWN = frozenset(_COLUMNS.values())

_GET = re.compile(r"^NAME +PROPERTY +VALUE +SOURCE\s*$", re.MULTILINE)
_SCRIPTED = re.compile(rf"^[^\t\n]+\t(?:{'|'.join(sorted(_KNOWN))})\t[^\t\n]+\t[^\t\n]+$", re.MULTILINE)
_LIST = re.compile(rf"^NAME(?=[A-Z ]* (?:{'|'.join(_COLUMNS)})\b)(?: +[A-Z]+)+\s*$", re.MULTILINE)
_SIZE = re.compile(r"(\d+(?:\.\d+)?)([BKMGT]?)", re.ASCII)
_RATIO = re.compile(r"(\d+(?:\.\d+)?)x?", re.ASCII)

_GOT: Sequence[Sequence[str]] = ([], ["NAME", "PROPERTY", "VALUE", "SOURCE"])
_WHOLE = (
    "'used' and 'compressratio' include snapshots, descendants and reservations; 'referenced' and "
    "'refcompressratio' are of the data set alone."
)
_CUT = "ZFS cuts its compression ratio off after two decimals; sizes in bytes (zfs get -p) are exact."
_HUMAN = "ZFS rounds sizes to three digits unless it is asked with -p."


class _Value(NamedTuple):
    text: str
    line: int


class ZfsReader(PrintedReader):
    """What `zfs get` prints, with and without `-H` and `-p`, and `zfs list` with its heading.

    Gives: `original_bytes` and `stored_bytes` where a data set has the logical and the stored size, else
    `compression_ratio`. Several data sets are alternatives by their names.
    Elsewhere: the alternative of a single data set, throughput, response times, the CPU.
    Caveats: ratios are cut off after two decimals; `used` and `compressratio` include snapshots,
    descendants and reservations; sizes have three digits unless asked for with `-p`.
    """

    words = ("NAME ", "compressratio\t", "referenced\t", "used\t")
    forms = (_GET, _SCRIPTED, _LIST)

    def _reading(self, text: Lines, options: Options) -> Reading:
        datasets: dict[str, dict[str, _Value]] = {}
        seen: dict[tuple[str, str], int] = {}
        for name, known, value in _values(text):
            what = f"the {known} of this data set"
            once(seen, (name, known), value.line, what, found=name, advice="remove one of them")
            datasets.setdefault(name, {})[known] = value
        return _sizes_of(datasets)


def _values(text: Lines) -> Iterator[tuple[str, str, _Value]]:
    heading: list[str] = []
    for line, content in text.lines:
        if not content.strip() or content.startswith("#"):
            continue
        cells = re.split(r"\t|  +", content.strip())
        if not heading and cells[0] == "NAME":
            heading = content.split()
            continue
        if heading in _GOT and len(cells) > 4 and cells[1] not in _KNOWN:
            continue  # such as the date of creation, which has blanks in it
        if len(cells) != (len(heading) or 4):
            raise InputError(f"found {len(cells)} cells, not {len(heading) or 4}", line=line, found=content)
        if heading in _GOT:
            if cells[1] in _KNOWN:
                yield cells[0], cells[1], _Value(cells[2], line)
            continue
        for column, cell in zip(heading, cells, strict=True):
            if column in _COLUMNS:
                yield cells[0], _COLUMNS[column], _Value(cell, line)


def _sizes_of(datasets: Mapping[str, Mapping[str, _Value]]) -> Reading:
    rows: list[Row] = []
    used: set[str] = set()
    for name, values in datasets.items():
        pair = next((pair for pair in _SIZES if all(each in values for each in pair)), None)
        ratio = next((each for each in _RATIOS if each in values), None)
        alternative = name if len(datasets) > 1 else None
        if pair is not None:
            used.update(pair)
            for measure, known in zip(("original_bytes", "stored_bytes"), pair, strict=True):
                rows.append(_row(measure, known, values[known], alternative))
        elif ratio is not None:
            used.add(ratio)
            rows.append(_row("compression_ratio", ratio, values[ratio], alternative))
        else:
            raise InputError(
                f"found {listed(values)}; a compression ratio or two sizes are needed",
                line=next(iter(values.values())).line,
                advice="ask for it: zfs get -Hp logicalreferenced,referenced",
            )
    if not rows:
        raise InputError("no property of compression stands here", line=1, advice="run zfs get compressratio")
    ignored = dict.fromkeys(known for values in datasets.values() for known in values if known not in used)
    caveats = [_WHOLE] if used & {"used", "compressratio"} else []
    caveats += [_CUT] if used & set(_RATIOS) else []
    rounded = any(row.unit and row.unit.symbol.endswith("iB") for row in rows)
    caveats += [_HUMAN] if rounded else []
    return Reading(tuple(rows), tuple(ignored), len(datasets), caveats=tuple(caveats))


def _row(measure: str, known: str, value: _Value, alternative: str | None) -> Row:
    match = (_RATIO if known in _RATIOS else _SIZE).fullmatch(value.text)
    if match is None or not float(match.group(1)):
        raise InputError(
            "a ratio such as 1.69x is needed" if known in _RATIOS else "a size above zero is needed",
            line=value.line,
            column=known,
            found=value.text,
            advice="ask with -p for exact numbers",
        )
    unit = "x" if known in _RATIOS else UNITS[match.group(2)]
    digits = match.group(1)
    return number(
        measure, float(digits), unit, printed=digits, line=value.line, column=known, alternative=alternative
    )
