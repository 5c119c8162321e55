"""Every work that is cited stands on the references page, and each of those is cited; every misprint is listed."""

import re
import sys
from functools import cache

import cases
import pytest
from pages import DOCS, PAGES, ROOT, without_tables

REFERENCES = DOCS / "reference" / "references.md"
SOURCES = sorted((ROOT / "ahp").rglob("*.py"))
CITING = [*SOURCES, *(page for page in PAGES if page != REFERENCES)]

_NAME = r"[A-ZÁÀÄÅÉÍÓÖØÚÜČŠŽ][\w'’–-]+"
_AUTHORS = rf"(?:{_NAME} e {_NAME}|{_NAME})(?:(?:,? & |,? and |, | ){_NAME}| et al\.)*"
_YEAR = r"(?:1[89]|20)\d\d[ab]?"
_CITATION = re.compile(
    rf"(?P<authors>{_AUTHORS})(?:'s)?(?: [a-z]+){{0,3}}(?:,? \(|, | )(?P<years>{_YEAR}(?:, {_YEAR})*)(?![\d–-]|\.\d)"
)
NO_AUTHORS = {"Seconds", "Time", "PostgreSQL", "Table", "Xeon", "MariaDB", "The", "MySQL", "Of"}
"""Words before a number that looks like a year."""


def entries():
    """The works of the page: the key as it is cited."""
    return re.findall(r"^(\S[^\n]*)\n: ", REFERENCES.read_text(encoding="utf-8"), re.MULTILINE)


@cache
def works():
    """For each work its year, None without one, and the words of its authors' names."""
    found = {}
    for key in entries():
        names, _, year = key.rpartition(" ")
        dated = re.fullmatch(_YEAR, year)
        found[key] = (year if dated else None, frozenset(words(names if dated else key)))
    return found


def words(authors):
    """The words of some names, without what joins them."""
    return [word for word in re.findall(r"[\w'’–-]+", authors) if word not in ("et", "al", "and", "e")]


def authors_of(text):
    """The names before a year, each as its words; what follows a possessive is no name (Goepel's consensus)."""
    text = re.sub(r"(?<=\w)'s? .*", "", text).removesuffix("'s").removesuffix("'")
    return [words(one) for one in re.split(r",? & |,? and |, ", text)]


def prose(path):
    """A page or the docstrings and comments of a module in one line, so that no citation is cut in two."""
    text = without_tables(path.read_text(encoding="utf-8"))
    if path.suffix == ".py":
        text = re.sub(r"\"\n\s*f?\"", "", text)  # a text in several pieces
        text = re.sub(r"\n\s*#\s*", " ", text)
    return re.sub(r"\s+", " ", text)


def citations(text):
    """The works that a text cites, each as (authors, year); what has no author is passed over."""
    for match in _CITATION.finditer(text):
        named = authors_of(match["authors"])
        if named[-1][-1] not in NO_AUTHORS:
            for year in match["years"].split(", "):
                yield named, year


def resolved(named, year):
    """The keys of the works of these authors in that year; words before the first name (As Saaty) do not count."""
    first, *others = named
    for start in range(len(first)):
        rest = {*first[start:], *(word for one in others for word in one)}
        if found := [key for key, (when, authors) in works().items() if when == year and rest <= authors]:
            return found
    return []


def test_keys_are_in_order_and_there_is_each_once():
    keys = [key for key in entries() if works()[key][0]]
    assert len(set(keys)) == len(keys) > 80


def test_what_is_cited_stands_on_the_page():
    unknown = [
        (str(path.relative_to(ROOT)), named, year)
        for path in CITING
        for named, year in citations(prose(path))
        if not resolved(named, year)
    ]
    assert unknown == []


def test_what_stands_on_the_page_is_cited():
    cited = {
        key for path in CITING for named, year in citations(prose(path)) for key in resolved(named, year)
    }
    undated = [key for key, (year, _) in works().items() if year is None]
    texts = [prose(path) for path in CITING]
    cited |= {key for key in undated if any(key in text for text in texts)}
    assert sorted(set(entries()) - cited) == []


def test_citations_are_recognised():
    for text, found in [
        ("as Saaty (1977, 1980) has it", ["Saaty 1977", "Saaty 1980"]),
        ("(Bana e Costa & Vansnick 2008)", ["Bana e Costa & Vansnick 2008"]),
        ("Chang's extent analysis (1996)", ["Chang 1996"]),
        ("As Harker (1987a) puts it", ["Harker 1987a"]),
        ("Dong et al. (2010)", ["Dong et al. 2010"]),
        ("in Crawford and Williams, 1985", ["Crawford & Williams 1985"]),
        ("Nobody & Saaty (1980)", []),
        ("Saaty (1981)", []),
    ]:
        assert [key for named, year in citations(text) for key in resolved(named, year)[:1]] == found


def test_the_excerpts_of_html_reports_are_the_pages():
    from ahp.report.phrases.study import REFERENCES as EXCERPTS

    page = REFERENCES.read_text(encoding="utf-8")
    for key, text in EXCERPTS.items():
        assert f"{key}\n: {text}" in page.replace("*", ""), key


@pytest.fixture
def misprints(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    import misprints

    yield misprints
    del sys.modules["misprints"]


def test_every_figure_that_is_called_wrong_is_listed_once(misprints):
    wrong = [
        expected
        for file in ("published.json", "matrices.json")
        for case in cases.published(file).values()
        for expected in case["expect"]
        if "wrong" in expected
    ]
    listed = list(misprints.wrong_figures())
    assert len(listed) == len(wrong) > 25
    lines = (misprints.in_print() + misprints.in_programs()).splitlines()
    figures = [line for line in lines if line.startswith("  - ")]
    assert len(set(figures)) == len(figures) == len(wrong)
    assert all(": printed " in line and ", must be " in line for line in figures)


def test_a_line_says_what_is_printed_and_what_it_must_be_of_the_numbers_that_are_wrong(misprints):
    lines = misprints.in_print().splitlines()
    at = lines.index(
        "- **Saaty TL (1980), school selection example, criteria**. Choosing a school: six criteria. *Second hand.*"
    )
    assert lines[at + 1] == "  - λ_max: printed 7.49, must be 7.4199; 7.41987 is printed as 7.49"
    (at,) = [number for number, line in enumerate(lines) if "six cities" in line]
    assert lines[at + 1].startswith("  - priorities: printed 0.263, must be 0.26185; ")


def test_programs_are_no_literature(misprints):
    assert "the program" in misprints.in_programs()
    assert "the program" not in misprints.in_print()
    assert "peer" not in misprints.in_print() + misprints.in_programs()
