r"""Inputs in which something is changed: what is then refused, told or read.

A row of `changed/*.csv` is a case: `file` is below `tests/inputs` (or the samples, or beside the table), in the
folder of its reader; `was` is replaced by `now`, where `<*>` stands for any text, so that `<*>` by `<*><*>` is a
file that stands twice; `$` are values of a JSON document by their paths, `<*>` one that is taken away. Without `was`
the file is `now` alone. Files after each other are joined by ` + `. Both write a line's end as `\n`. The `outcome` is

- `refused`, or `failed` of a run that failed, with the line, in a message with the `words`;
- `told`, `untold`, `noted`, `left out`: the caveats have the words, have them not, or the notes, or what
  `failed="drop"` leaves out; `silent`: there is no caveat; `ignored`: all columns that are passed over;
- `read`: the words are the numbers, of a changed file those that differ; `rest`: the same of what is left;
  `missing`: what has no number; `resolution`: how exactly each is known; `scenarios`: what they are called
  if the file is of one alternative.

`options`, where a table has them, are those of `Options`.
"""

import csv
import dataclasses
import functools
import json
import operator
import re
from pathlib import Path

import pytest
from ingest.damage import CHANGED, SHARED, path_of, reading_of
from ingest.test_inputs import FOLDERS

import ahp
from ahp.errors import FailedRunError, InputError
from ahp.ingest.files.paths import Labels
from ahp.ingest.readers import READERS
from ahp.ingest.readers.base import Options
from ahp.ingest.times import Window

TABLES = sorted(CHANGED.glob("*.csv"))
READERS_CODE = Path(ahp.__file__).parent / "ingest"
NEW = Labels(alternative="new")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def unescaped(cell):
    return re.sub(r"\\(.)", lambda match: ESCAPES[match[1]], cell)


def edited(document, values):
    """Return a JSON document with other values at some paths; `<*>` takes a key away."""
    for path, value in values.items():
        *above, last = (int(key) if key.isdecimal() else key for key in path.split("/"))
        place = functools.reduce(operator.getitem, above, document)
        if value == "<*>":
            del place[last]
        else:
            place[last] = value
    return document


def changed(text, was, now):
    """Return a text with `was` replaced by `now` wherever it stands, or once if it has places for any text."""
    if not was:
        return now or text
    if was == "$":
        return json.dumps(edited(json.loads(text), json.loads(now)), indent=1)
    if "<*>" not in was:
        if was not in text:
            raise ValueError("what is to be replaced does not stand in the file")
        return text.replace(was, now)
    start, end = r"\A" if was.startswith("<*>") else "", r"\Z" if was.endswith("<*>") else ""
    found = re.search(f"{start}{'(.*?)'.join(map(re.escape, was.split('<*>')))}{end}", text, re.DOTALL)
    if found is None:
        raise ValueError("what is to be replaced does not stand in the file")
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
    if options.window:
        options = dataclasses.replace(options, window=Window.of(*options.window))
    try:
        reading = reading_of(reader, after.encode(), options)
    except InputError as error:
        what = "failed" if isinstance(error, FailedRunError) else "refused"
        what = what if error.line is None else f"{what} line {error.line}"
        return what, words if words in str(error) else str(error)
    if reading.windowed != (options.window is not None):
        return f"windowed: {reading.windowed}", ""
    match kind:
        case "read" | "rest":
            return kind, differences(reader, before, after, options)
        case "scenarios":
            return kind, "; ".join(dict.fromkeys(row.scenario or "" for row in NEW.apply(reading).rows))
        case "ignored":
            return kind, ", ".join(reading.ignored)
        case "missing":
            return kind, "; ".join(
                f"{label(row)} {row.found}".rstrip() for row in reading.rows if row.value is None
            )
        case "resolution":
            return kind, "; ".join(f"{label(row)} {row.resolution:.9g}" for row in reading.rows)
        case "silent":
            return kind, "\n".join((*reading.caveats, *reading.means))
        case "told" | "untold":
            said = (*reading.caveats, *reading.means)
            fits = any(words in caveat for caveat in said) == (kind == "told")
            return kind, words if fits else f"not so: {said}"
        case "noted" | "left out":
            said = reading.notes if kind == "noted" else reading.left_out
            return kind, words if any(words in one for one in said) else f"not so: {said}"
    return "is read", ""


def cases(table):
    """Yield each row of a table with its reader and the files that are changed."""
    with table.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            folder, _, files = row["file"].partition("/")
            paths = [path_of(folder, file) for file in files.split(" + ") if file]
            paths = [path if path.exists() else CHANGED / folder / path.name for path in paths]
            yield row, READERS[FOLDERS.get(folder, folder)], paths


def wrong(row, reader, paths):
    """Return what became of a case if that is not what the row says, with the row."""
    wanted = row["outcome"], row["words"]
    try:
        text = "".join(path.read_bytes().decode() for path in paths)
        after = changed(text, unescaped(row["was"]), unescaped(row["now"]))
        found = outcome(reader, text if row["was"] else "", after, *wanted, row.get("options") or "{}")
    except Exception as problem:
        found = type(problem).__name__, str(problem)
    if found == wanted:
        return []
    case = f"{row['file']}, {row['was']!r} replaced by {row['now']!r}"
    return [f"{case}:\n  the row says {' '.join(wanted)}\n  it was       {' '.join(found)}"]


def of_a_sample(row):
    return "/own/" in row["file"] or "/public/" in row["file"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_what_is_changed_is_refused_told_or_read_as_the_table_says(table):
    told = [found for case in cases(table) if not of_a_sample(case[0]) for found in wrong(*case)]
    assert not told, "\n".join(told)


def test_what_is_changed_in_the_samples_is_too():
    if not (SHARED / "samples").exists():
        pytest.skip(f"the samples {SHARED / 'samples'} are not here")
    every = (case for table in TABLES for case in cases(table))
    told = [found for case in every if of_a_sample(case[0]) for found in wrong(*case)]
    assert not told, "\n".join(told)


def test_what_is_never_told_is_told_of_something_else():
    """A row of what is untold means nothing where nobody could tell it."""
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(READERS_CODE.rglob("*.py")))
    said = [row["words"] for table in TABLES for row, *_ in cases(table) if row["outcome"] == "untold"]
    assert len(said) > 30
    assert [words for words in said if words not in sources] == []
