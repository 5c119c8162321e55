r"""Inputs in which something is changed: what is then refused, told or read.

A row of `changed/*.csv` is a case: `file` is below `tests/inputs` (or the samples, or beside the table), in the
folder of its reader; `was` is replaced by `now`, where `<*>` stands for any text, so that `<*>` by `<*><*>` is a
file that stands twice; without `was` the file is `now` alone. Both write a line's end as `\n`. The `outcome` is

- `refused`, or `failed` of a run that failed, with the line, in a message with the `words`;
- `told`, `untold`, `noted`, `left out`: the caveats have the words, have them not, or the notes, or what
  `failed="drop"` leaves out; `silent`: there is no caveat; `ignored`: all columns that are passed over;
- `read`: the words are the numbers, of a changed file those that differ; `rest`: the same of what is left;
  `resolution`: how exactly each is known.

`options`, where a table has them, are those of `Options`.
"""

import csv
import json
import re

import pytest
from ingest.damage import CHANGED, path_of, reading_of
from ingest.test_inputs import FOLDERS

from ahp.errors import FailedRunError, InputError
from ahp.ingest.catalogue import READERS
from ahp.ingest.readers.base import Options

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def unescaped(cell):
    return re.sub(r"\\(.)", lambda match: ESCAPES[match[1]], cell)


def changed(text, was, now):
    """Return a text with `was` replaced by `now` wherever it stands, or once if it has places for any text."""
    if not was:
        return now or text
    if "<*>" not in was:
        assert was in text
        return text.replace(was, now)
    start, end = r"\A" if was.startswith("<*>") else "", r"\Z" if was.endswith("<*>") else ""
    found = re.search(f"{start}{'(.*?)'.join(map(re.escape, was.split('<*>')))}{end}", text, re.DOTALL)
    parts = [*found.groups()]
    first, *others = now.split("<*>")
    put = first + "".join(parts[min(i, len(parts) - 1)] + other for i, other in enumerate(others))
    return text[: found.start()] + put + text[found.end() :]


def label(row):
    """Return the name of a number: its labels, and what it measures."""
    names = ("scenario", "alternative", "run", "transaction")
    return " ".join([*(f"{n}={getattr(row, n)}" for n in names if getattr(row, n)), row.measure])


def numbers(reader, text, options):
    """Return the numbers of a text by their names; none if it is refused."""
    try:
        rows = reading_of(reader, text.encode(), options).rows
    except InputError:
        return {}
    found = {
        label(row): f"{row.value:.9g} {row.unit.symbol if row.unit else ''}".rstrip()
        for row in rows
        if row.value is not None
    }
    assert len(found) == sum(row.value is not None for row in rows)
    return found


def differences(reader, before, after, options):
    was, now = (numbers(reader, text, options) for text in (before, after))
    other = [f"{name} {value}" for name, value in now.items() if was.get(name) != value]
    return "; ".join([*other, *(f"no {name}" for name in was if name not in now)])


def outcome(reader, before, after, kind, words, given="{}"):
    """Return what becomes of a changed text, in the words of the row if they fit."""
    options = Options(**{"failed": "drop" if kind in ("left out", "rest") else "refuse", **json.loads(given)})
    try:
        reading = reading_of(reader, after.encode(), options)
    except InputError as error:
        what = "failed" if isinstance(error, FailedRunError) else "refused"
        what = what if error.line is None else f"{what} line {error.line}"
        return what, words if words in str(error) else str(error)
    said = {"noted": reading.notes, "left out": reading.left_out}.get(kind, reading.caveats)
    if kind in ("read", "rest"):
        return kind, differences(reader, before, after, options)
    if kind == "ignored":
        return kind, ", ".join(reading.ignored)
    if kind == "resolution":
        return kind, "; ".join(f"{label(row)} {row.resolution:.9g}" for row in reading.rows)
    if kind == "silent":
        return kind, "\n".join(said)
    fits = any(words in one for one in said) != (kind == "untold")
    return kind, words if fits else f"not so: {said}"


def cases(table):
    """Yield each row of a table with the reader, and the text before and after its change."""
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            folder, _, file = row["file"].partition("/")
            path = CHANGED / row["file"]
            path = path if path.is_file() else path_of(folder, file)
            if file and not path.exists():
                assert file.startswith(("own/", "public/")), path
                continue  # a sample that is not here
            text = path.read_bytes().decode() if file else ""
            after = changed(text, unescaped(row["was"]), unescaped(row["now"]))
            yield row, READERS[FOLDERS.get(folder, folder)], text if row["was"] else "", after


@pytest.mark.parametrize("table", sorted(CHANGED.glob("*.csv")), ids=lambda table: table.stem)
def test_what_is_changed_is_refused_told_or_read_as_the_table_says(table):
    wrong = []
    for row, reader, before, after in cases(table):
        found = outcome(reader, before, after, row["outcome"], row["words"], row.get("options") or "{}")
        if found != (row["outcome"], row["words"]):
            wrong.append((row, found))
    assert wrong == []
