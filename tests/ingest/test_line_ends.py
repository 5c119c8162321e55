"""What a program printed is the same whether its lines end as on Unix or as on Windows."""

import io

import pytest
from ingest.damage import INPUTS, SHARED

from ahp.errors import InputError
from ahp.ingest.catalogue import READERS
from ahp.ingest.readers.base import Options
from ahp.ingest.sniffing import choose_reader
from ahp.ingest.sources import open_source


def texts(folder):
    """The files that have lines, and are no notes of those who made the others."""
    notes = {"expected.csv", "README.txt", "README.md", "SOURCE.txt"}
    found = [path for path in folder.rglob("*") if path.is_file() and path.name not in notes]
    return sorted(path for path in found if b"\0" not in path.read_bytes())


FILES, SAMPLES = texts(INPUTS), texts(SHARED / "samples")


class Named(io.BytesIO):
    """Bytes of a file with a name, which tells what a log of fio's holds."""

    def __init__(self, content, name):
        super().__init__(content)
        self.name = name


def outcome(content, name):
    """The name of the reader and what it makes of the bytes, or its refusal."""
    try:
        source = open_source(Named(content, name))
        chosen = choose_reader(source)
        return chosen.name, chosen.reader.read(source, Options(failed="drop"))
    except InputError as error:
        return "", str(error)


def both(path):
    unix = path.read_bytes().replace(b"\r\n", b"\n")
    return outcome(unix, path.name), outcome(unix.replace(b"\n", b"\r\n"), path.name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(INPUTS)))
def test_an_input_reads_equal(path):
    unix, windows = both(path)
    assert windows == unix


@pytest.mark.skipif(not SAMPLES, reason="the samples are not here")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.relative_to(SHARED)))
def test_a_sample_reads_equal(path):
    unix, windows = both(path)
    assert windows == unix


def test_every_reader_is_among_those_that_were_tried():
    read = {both(path)[0][0] for path in FILES}
    # A configuration of BenchBase is always refused.
    assert set(READERS) - read == {"benchbase_setup"}
