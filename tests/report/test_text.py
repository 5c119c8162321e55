"""The terminal report: whole reports compared as text, and what must hold for any names."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report.cells import cells

import ahp
from ahp.ingest.numbers import MISSING
from ahp.report.text import WIDTH, render_colour

GOLDEN = {"zfs_oltp": None, "oracle_tablespace": "oracle_tablespace", "pg_wal_runs": "pg_wal_runs"}


def _decision(examples, name, study):
    return ahp.rank(
        ahp.read(examples / f"{name}.csv"), ahp.Study.from_toml(examples / f"{study}.toml") if study else None
    )


@pytest.mark.parametrize(("name", "study"), GOLDEN.items())
@pytest.mark.parametrize("format", ["text", "markdown", "csv"])
def test_whole_reports(root, examples, name, study, format):
    """Changed on purpose? Look at the report, then write it: see tests/golden/README.md."""
    ending = {"text": "txt", "markdown": "md", "csv": "csv"}[format]
    expected = (root / "tests" / "golden" / f"{name}.{ending}").read_text(encoding="utf-8")
    found = _decision(examples, name, study).report(format).replace(ahp.__version__, "VERSION")
    assert _rounded(found.replace(f"{examples}/", "examples/")) == _rounded(expected)


def _rounded(report):
    """The last digits of a number that is given in full are the processor's."""
    return re.sub(r"\d+\.\d{9,}(e-\d+)?", lambda number: f"{float(number[0]):.10g}", report)


def test_the_choice_comes_first_and_every_line_fits(examples):
    for name, study in GOLDEN.items():
        lines = _decision(examples, name, study).report().splitlines()
        assert re.search("choose|undecided", lines[0])
        assert all(len(line) <= WIDTH for line in lines)
        assert all(line == line.rstrip() for line in lines)


SUMMARY = re.compile(
    "(grand )?total|sum|average|avg|(geometric |geo)?mean", re.I
)  # refused where they are one
NAMES = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=60
).filter(lambda s: s.strip() and s.strip().casefold() not in MISSING and not SUMMARY.fullmatch(s.strip()))


@given(st.lists(NAMES, min_size=2, max_size=9, unique_by=lambda s: s.strip().casefold()))
def test_any_names_fit_and_cannot_redraw_the_terminal(names):
    table = {"alternative": ["none", *names], "tps": [1.0, *range(2, len(names) + 2)]}
    text = ahp.rank(ahp.read(table, baseline="none")).report()
    for line in text.split("\n"):
        assert cells(line) <= WIDTH
        assert all(c.isprintable() for c in line)


RUNS = [
    [100.0, 101.0, 99.0],
    [130.0, 128.0, 133.0],
    [120.0, 124.0, 121.0],
    [90.0, 91.0, 92.0],
    [80.0, 85.0, 81.0],
]


def _repeated(names):
    rows = [
        (name, run, tps)
        for name, runs in zip(("none", *names), RUNS, strict=False)
        for run, tps in enumerate(runs)
    ]
    alternative, run, tps = zip(*rows, strict=True)
    return ahp.rank(
        ahp.read({"alternative": alternative, "run": run, "tps": tps}, baseline="none"), resamples=200
    )


@settings(max_examples=40)
@given(st.lists(NAMES, min_size=2, max_size=4, unique_by=lambda s: s.strip().casefold()))
def test_the_tables_of_every_probability_fit_too(names):
    for line in _repeated(names).report().split("\n"):
        assert cells(line) <= WIDTH
        assert all(c.isprintable() for c in line)


def test_every_rank_and_every_pair_has_its_probability():
    decision = _repeated(["lz4", "zstd", "a-codec-with-quite-a-long-name", "another-codec-with-a-long-name"])
    text, confidence = decision.report(), decision.to_dict()["scenarios"][0]["confidence"]
    ranks = next(line for line in text.splitlines() if line.startswith("probability of rank"))
    assert ranks.split()[3:] == ["1", "2", "3", "4"]
    assert text.count("probability of beating") == 2  # too wide for one table
    beaten = re.findall(r"^zstd +([\d.<>]+) % +–", text, re.MULTILINE)
    assert [float(cell.strip("<>")) for cell in beaten] == [
        pytest.approx(100 * confidence["wins"]["zstd"]["lz4"], abs=0.1)
    ]
    assert "interval of the priority" in text


def test_control_characters_are_shown_not_obeyed():
    table = {"alternative": ["none", "\x1b[31mred\x1b[0m", "b\u202eidi"], "tps": [1, 2, 3]}
    text = ahp.rank(ahp.read(table)).report()
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\x1b[31mred" in text


def test_ties_are_said_to_be_ties():
    text = ahp.rank(ahp.read({"alternative": ["none", "a", "b", "c"], "tps": [1, 3, 2, 3]})).report()
    assert text.startswith("default   a tie: a and c\n")
    assert "\n1  a " in text
    assert "\n1  c " in text
    assert "\n3  b " in text


def test_colour_only_adds_colour(examples):
    import re

    document = _decision(examples, "zfs_oltp", None).to_dict()
    coloured = render_colour(document)
    assert "\x1b[" in coloured
    plain = "".join(f"{line.rstrip()}\n" for line in re.sub(r"\x1b\[[0-9;]*m", "", coloured).splitlines())
    assert plain == ahp.report.render(document, "text")


def test_what_is_left_out_is_said():
    text = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 3, 2]})).report()
    assert text.endswith("Not measured, so left out: storage_saving, response_time and cpu_overhead.\n")


def test_a_merit_without_criteria_has_no_column():
    text = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "cpu": [1, 3, 2]})).report()
    heading = text.splitlines()[3]
    assert heading.split() == ["cost"]
    assert "ranked by lowest cost" in text


def test_a_document_with_matrices_that_contradict_themselves_says_so(examples):
    document = _decision(examples, "pg_wal_runs", "pg_wal_runs").to_dict()
    said = "some matrices are not consistent; see the JSON report"
    assert said not in ahp.report.render(document, "text")
    document["scenarios"][0]["criteria"][0]["consistency_ratio"] = 0.2
    assert said in ahp.report.render(document, "text")
