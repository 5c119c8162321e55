"""The names are those of the readers."""

from ahp.ingest.catalogue import READERS
from ahp.ingest.reader_names import READER_NAMES


def test_the_names_are_those_of_the_catalogue_in_its_order():
    assert tuple(READERS) == READER_NAMES
