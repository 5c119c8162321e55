"""What several schemas share: the tables that transactions copy names and sentences from, and their sizes."""

from __future__ import annotations

from ahp.harness.filling import email, one_of, sentence, serial, street, text, whole
from ahp.harness.word_lists import FIRST_NAMES, LAST_NAMES, TOWNS
from ahp.harness.workloads.base import Table

PERSON = (text("first_name", 20, one_of(FIRST_NAMES)), text("last_name", 20, one_of(LAST_NAMES)))
"""Two columns."""
PLACE = (text("street", 40, street), text("town", 30, one_of(TOWNS)))
"""Two columns."""
EMAIL = text("email", 60, email)

NAMES = Table("names", (whole("id", serial), *PERSON, EMAIL, *PLACE), ("id",), (), "names")
PHRASES = Table("phrases", (whole("id", serial), text("body", 200, sentence(8, 16))), ("id",), (), "phrases")
SOURCES = (NAMES, PHRASES)
"""Tables that stand for what an application has in its memory: names, and sentences."""
SOURCE_SIZES = {"names": 2000, "phrases": 2000}
"""Their numbers of rows, at every scale."""

EPOCH = 1_500_000_000
"""The earliest moment in the data, in seconds since 1970."""
NOW = EPOCH + 5 * 365 * 86_400
"""The moment at which the benchmark takes place."""
