"""What of a report gives no measure."""

import pytest

from ahp.ingest.asked import Asked
from ahp.ingest.sniffing import choose_reader
from ahp.ingest.sources import Source
from ahp.ingest.unread import unread


def told(text):
    source = Source("f", text)
    return list(unread(source, choose_reader(source).reader.read(source, Asked().options())))


HYPERFINE = """{"results": [{"command": "gzip", "mean": 0.5, "user": 0.4, "system": 0.1,
"times": [0.4, 0.6], "exit_codes": [0, 0]}]}"""


def test_keys_of_a_document_whose_numbers_are_not_read():
    (note,) = told(HYPERFINE)
    assert note.startswith("Not measures of their own are the numbers in key 'results.mean'; key ")
    assert "key 'results.exit_codes'" in note
    assert "times" not in note


@pytest.mark.parametrize("text", ["alternative,tps\nlz4,5\nzstd,6\n", '[{"alternative": "lz4", "tps": 5}]'])
def test_nothing_is_said_where_all_is_read(text):
    assert told(text) == []
