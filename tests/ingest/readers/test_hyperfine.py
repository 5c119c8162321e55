"""What is special to the readers of hyperfine; `test_inputs.py` has what is common to all."""

from __future__ import annotations

from ingest.damage import INPUTS, numbers, reading_of

from ahp.ingest.catalogue import READERS
from ahp.ingest.readers.hyperfine import HyperfineReader

# --- hyperfine_table ----------------------------------------------------------------------------------------


HYPERFINE_TABLE = HyperfineReader()
HYPERFINE_TABLE_TEXT = (INPUTS / "hyperfine" / "named_ms.md").read_text()
FOUND = {
    ("", "baseline", "", "", "duration"): (1.9, "ms"),
    ("", 'gzip, level 1 ("fast")', "", "", "duration"): (138.6, "ms"),
}


def test_among_other_text_it_is_found_by_its_heading():
    text = f"# Results\n\nOn my machine:\n\n{HYPERFINE_TABLE_TEXT}\nSo be it.\n"
    assert [name for name, r in READERS.items() if name != "table" and r.matches(text)] == ["hyperfine"]
    assert numbers(reading_of(HYPERFINE_TABLE, text.encode())) == FOUND
