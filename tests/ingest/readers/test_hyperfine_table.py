from ingest.damage import INPUTS, numbers, reading_of
from ingest.readers.micro import caveats, refusal

from ahp.ingest.catalogue import READERS
from ahp.ingest.readers.hyperfine import HyperfineReader

READER = HyperfineReader()
TEXT = (INPUTS / "hyperfine" / "named_ms.md").read_text()
FOUND = {
    ("", "baseline", "", "", "duration"): (1.9, "ms"),
    ("", 'gzip, level 1 ("fast")', "", "", "duration"): (138.6, "ms"),
}
ORG = """| Command  |  Mean [ms] |  Min [ms] |  Max [ms] |  Relative |
|--+--+--+--+--|
| =baseline=  |  1.9 ± 0.1 |  1.8 |  2.0 |  1.00 |
| =gzip, level 1 ("fast")=  |  138.6 ± 0.2 |  138.4 |  138.8 |  73.28 ± 4.77 |
"""
ASCIIDOC = """[cols="<,>,>,>,>"]
|===
| Command
| Mean [ms]
| Min [ms]
| Max [ms]
| Relative

| `baseline`
| 1.9 ± 0.1
| 1.8
| 2.0
| 1.00

| `gzip, level 1 ("fast")`
| 138.6 ± 0.2
| 138.4
| 138.8
| 73.28 ± 4.77
|===
"""
OLD = """| Command | Mean [s] | Min…Max [s] |
|:---|---:|---:|
| `a \\| b` | 1.005 ± 0.001 | 1.004…1.006 |
"""


def test_the_other_tables_say_the_same():
    for text in (ORG, ASCIIDOC):
        assert numbers(reading_of(READER, text.encode())) == FOUND


def test_a_bar_in_a_command_is_part_of_it():
    found = numbers(reading_of(READER, OLD.replace("\\\\", "\\").encode()))
    assert found == {("", "a | b", "", "", "duration"): (1.005, "s")}


def test_among_other_text_it_is_found_by_its_heading():
    text = f"# Results\n\nOn my machine:\n\n{TEXT}\nSo be it.\n"
    assert [name for name, r in READERS.items() if name != "table" and r.matches(text)] == ["hyperfine"]
    assert numbers(reading_of(READER, text.encode())) == FOUND


def test_of_two_tables_none_is_chosen():
    assert "line 6: a second table of hyperfine" in refusal(READER, f"{TEXT}\n{TEXT}")


def test_means_and_multiples_agree():
    assert "the quotient of the means" in refusal(READER, TEXT.replace("73.28", "63.28"))
    assert "the quotient of the means" in refusal(
        READER, TEXT.replace("138.6 ±", "138.4 ±").replace("73.28", "7.28")
    )


def test_without_its_fastest_command_a_table_contradicts_itself():
    cut = "\n".join(line for line in TEXT.splitlines() if "baseline" not in line)
    assert "the quotient of the means" in refusal(READER, cut)


def test_a_table_that_is_not_whole_is_refused():
    assert "this row is cut off" in refusal(READER, TEXT[:-4])
    assert "found 4 cells, the heading has 5" in refusal(READER, TEXT.replace("| 138.4 |", "|"))
    assert "has no rows" in refusal(READER, "\n".join(TEXT.splitlines()[:2]))
    assert "this is no time of hyperfine" in refusal(READER, TEXT.replace("138.4", "fast"))
    assert "these are not hyperfine's columns" in refusal(READER, TEXT.replace("Min [ms]", "Least [ms]"))
    assert "the table does not end" in refusal(READER, ASCIIDOC.removesuffix("|===\n"))
    assert "this is no cell" in refusal(READER, ASCIIDOC.replace("| 138.4", "138.4"))


def test_whether_the_commands_succeeded_is_not_known():
    assert "does not say whether the commands succeeded" in caveats(READER, TEXT)
