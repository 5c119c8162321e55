"""What every reader gives of its inputs: as they are, with other line ends, and damaged on their way."""

import codecs
import io
import math
import re

import pytest
from ingest.damage import INPUTS, SHARED, damaged, equal, expected, numbers, path_of, reading_of

from ahp.errors import InputError
from ahp.ingest.files.open import open_source
from ahp.ingest.readers import READERS
from ahp.ingest.readers.base import Options
from ahp.ingest.sniff import detect_format

FOLDERS = {folder.parent.name: folder.parent.name for folder in sorted(INPUTS.glob("*/expected.csv"))}
FOLDERS["fio"] = "fio_json"
"""The folders of inputs, each with the reader of its files."""
ROUNDED = {"benchbase_raw": 2e-6}
"""Readers whose expected values are typed with fewer digits than they compute."""
WHOLE = {
    "asv", "benchbase_counts", "bombardier", "dbench", "df", "fio_terse", "gnu_time", "hammerdb_json",
    "jmeter", "locust", "pg_stat_wal", "pgbench", "swingbench", "sysbench_hooks", "techempower",
    "wrk",
}  # fmt: skip
"""Folders of what is refused wherever it is cut."""


def files_of(folder):
    """The files of a folder that are here, with what was typed by hand for each."""
    return {
        path_of(folder, file): wanted
        for file, wanted in expected(folder).items()
        if path_of(folder, file).exists()
    }


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_numbers_are_those_a_person_reads(folder):
    files = files_of(folder)
    if not files:
        pytest.skip(f"the samples {SHARED / 'samples'} are not here")
    for path, wanted in files.items():
        equal(numbers(reading_of(READERS[FOLDERS[folder]], path)), wanted, ROUNDED.get(folder, 1e-9))


# --- other line ends, other beginnings ----------------------------------------------------------------------------------


def texts(folder):
    """The files that have lines, and are no notes of those who made the others."""
    notes = {"expected.csv", "README.txt", "README.md", "SOURCE.txt"}
    found = [path for path in folder.rglob("*") if path.is_file() and path.name not in notes]
    return sorted(path for path in found if b"\0" not in path.read_bytes())


class Named(io.BytesIO):
    """Bytes of a file with a name, which tells what a log of fio's holds."""

    def __init__(self, content, name):
        super().__init__(content)
        self.name = name


def outcome(content, name):
    """The name of the reader and what it makes of the bytes, or its refusal."""
    try:
        source = open_source(Named(content, name))
        chosen = detect_format(source)
        return chosen.name, chosen.reader.read(source, Options(failed="drop"))
    except InputError as error:
        return "", str(error)


def test_lines_end_as_on_unix_or_as_on_windows_and_a_mark_may_go_before_them():
    other, read = [], set()
    for path in texts(INPUTS):
        unix = path.read_bytes().replace(b"\r\n", b"\n").removeprefix(codecs.BOM_UTF8)
        alone = outcome(unix, path.name)
        read.add(alone[0])
        windows = unix.replace(b"\n", b"\r\n")
        other += [
            path for content in (windows, codecs.BOM_UTF8 + windows) if outcome(content, path.name) != alone
        ]
    assert other == []
    assert set(READERS) <= read


def test_an_input_is_recognised_by_one_reader_at_most():
    fitting = {}
    for path in texts(INPUTS):
        head = open_source(Named(path.read_bytes(), path.name)).head
        found = [name for name, reader in READERS.items() if name != "table" and reader.matches(head)]
        if len(found) > 1:
            fitting[path] = found
    assert fitting == {}


@pytest.mark.slow
def test_the_samples_may_end_their_lines_as_on_windows():
    if not texts(SHARED / "samples"):
        pytest.skip(f"the samples {SHARED / 'samples'} are not here")
    for path in texts(SHARED / "samples"):
        unix = path.read_bytes().replace(b"\r\n", b"\n")
        assert outcome(unix.replace(b"\n", b"\r\n"), path.name) == outcome(unix, path.name), path


# --- damage -------------------------------------------------------------------------------------------------------------


def not_there(reading, content):
    """What is given of numbers that do not stand on the lines said, or are not what stands there."""
    text, found = content.decode("utf-8-sig", "replace"), set()
    parted = re.split(r"\r\n?|\n", text), text.split("\n")
    for row in reading.rows:
        assert row.value is None or math.isfinite(row.value), row
        # What a monitor printed is summed up over its intervals.
        if row.line is None or row.measure.startswith("cpu"):
            continue
        try:
            printed = float(row.found)
        except ValueError:
            continue
        # A record of JSON may go on in the next line.
        stands = any(row.found in "\n".join(lines[row.line - 1 : row.line + 1]) for lines in parted)
        if printed != row.value or not stands:
            found.add((row.measure, row.transaction))
    return found


def damage(reader, path):
    """The kinds of damage that were read, after a look at what was read of each."""
    content, read = path.read_bytes(), set()
    computed = not_there(reading_of(reader, path), content)
    for what, changed in damaged(content):
        try:
            reading = reading_of(reader, Named(changed, path.name))
        except InputError as error:
            if error.file is None:
                raise AssertionError(what) from error
            continue
        assert not_there(reading, changed) <= computed, what
        read.add(what.split()[0])
    return read


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_damaged_is_refused_or_read_as_it_stands(folder):
    """What is empty or stands twice is always refused; some reports are whole only with their last lines."""
    reader, files = READERS[FOLDERS[folder]], [p for p in files_of(folder) if p.stat().st_size < 100_000]
    if not files:
        pytest.skip(f"the samples {SHARED / 'samples'} are not here")
    read = [damage(reader, path) for path in files[:4]]
    assert set().union(*read) <= {"flip"} if folder in WHOLE else {"flip", "cut"}
