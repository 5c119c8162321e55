"""What the words over a column mean."""

import csv

from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.table_strategies import ours_or_fine

from ahp.evidence.measures import MEASURES
from ahp.ingest.tables.headings import ROLES, disambiguate, parse_heading


def meaning(text, own=()):
    heading = parse_heading(text, own)
    return heading.measure, heading.unit.symbol if heading.unit else None


@each("name", MEASURES)
def test_a_measure_is_its_own_heading_in_any_dress(name):
    for text in (name, name.upper(), name.replace("_", " ").title(), f" **{name}** ", f"`{name}`"):
        assert parse_heading(text).measure == name


@each("role", ROLES)
def test_a_role_is_its_own_heading(role):
    assert (parse_heading(role.title()).role, parse_heading(role).strength) == (role, 0)


def test_headings_are_understood_as_the_table_says(root):
    """Those of DESIGN 5.4, of the published study, of other people (FORMATS A.3), and such as mean nothing or much."""
    wrong = []
    for row in csv.DictReader((root / "tests/ingest/headings.csv").read_text(encoding="utf-8").splitlines()):
        heading = parse_heading(row["text"].replace("\\n", "\n"))
        unit = heading.unit.symbol if heading.unit else ""
        strength = str(heading.strength) if heading.role else ""
        found = [
            heading.measure or "",
            unit,
            heading.role or "",
            strength,
            " ".join(heading.candidates),
            heading.words,
        ]
        if found != list(row.values())[1:]:
            wrong.append((row, found))
    assert wrong == []


def test_the_users_own_measures_win_over_every_alias():
    own = ("ratio", "wal_bytes_per_tx", "alternative")
    assert meaning("Ratio (x)", own) == ("ratio", "x")
    assert meaning("WAL bytes per transaction", ("wal_bytes_per_transaction",)) == (
        "wal_bytes_per_transaction",
        None,
    )
    assert meaning("WAL-bytes per tx [KiB]", own) == ("wal_bytes_per_tx", "KiB")
    assert parse_heading("alternative", own).measure == "alternative"


@each(
    ("texts", "position", "measure"),
    [
        (["tps", "Improvement"], 1, "throughput_improvement"),
        (["Improvement", "max response time (ms)"], 0, "response_time_improvement"),
        (["cpu", "Relative"], 1, "cpu_relative"),
        (["cpu", "Overhead"], 1, "cpu_overhead"),
        (["tps", "max response time (ms)", "Improvement"], 2, None),
        (["note", "Improvement"], 1, None),
        (["compression_ratio", "Ratio"], 1, None),  # a ratio's direction is not to be guessed
        (["max response time (ms)", "Response Time (ms)"], 1, None),
        (["cpu_user", "system"], 1, None),
    ],
)
def test_the_rest_of_the_table_may_settle_an_index_and_nothing_else(texts, position, measure):
    to_original_over_stored = disambiguate(parse_heading(text) for text in texts)
    assert to_original_over_stored[position].measure == measure
    assert bool(to_original_over_stored[position].candidates) == (measure is None)


def test_a_very_long_heading_is_understood_in_no_time():
    for text in ("a" + " " * 50_000 + "b", "a_" * 25_000, "(" * 50_000, "a (" * 10_000):
        assert parse_heading(text).measure is None


@given(st.text(max_size=30))
def test_any_heading_is_understood_or_is_nothing(text):
    heading = ours_or_fine(lambda: parse_heading(text))
    assert heading is not None
    assert heading.text == text
