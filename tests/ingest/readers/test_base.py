"""What a reader hands on."""

import pytest

from ahp.ingest.catalogue import READERS
from ahp.ingest.readers.base import Options, Reading, Row


def test_every_reader_recognises_and_reads():
    for reader in READERS.values():
        assert callable(reader.matches)
        assert callable(reader.read)


def test_options_say_nothing_unless_told():
    assert Options() == Options({}, None, ())
    assert Options().columns is not Options().columns


def test_a_reading_is_frozen():
    with pytest.raises(AttributeError):
        Reading(()).count = 5


def test_a_row_tells_an_unnamed_scenario_from_an_empty_one():
    row = Row(None, "a", None, "", "", "throughput", 1.0, None, 0.5, "1", 2, "tps")
    assert (row.scenario, row.run, row.transaction) == (None, None, "")
