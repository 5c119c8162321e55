"""The page of formulas has every method that can be named, and every function that computes one."""

import inspect
import re

from pages import DOCS, blocks_of

import ahp
from ahp.core.random_index import INCOMPLETE_RANDOM_INDICES
from ahp.model.hierarchy import MODES
from ahp.model.uncertain import FUZZY_METHODS
from ahp.report import schema

PAGE = (DOCS / "reference" / "methods.md").read_text(encoding="utf-8")
NAMED = {
    "priority methods": ahp.core.PRIORITY_METHODS,
    "incomplete methods": ahp.core.more.INCOMPLETE_METHODS,
    "fuzzy methods": FUZZY_METHODS,
    "consistency measures": ahp.core.CONSISTENCY_MEASURES,
    "random indices": ahp.core.RANDOM_INDICES,
    "random indices of incomplete matrices": INCOMPLETE_RANDOM_INDICES,
    "scales": ahp.core.SCALES,
    "merit methods": ahp.core.more.MERIT_METHODS,
    "modes": MODES,
    "indices": [index.value for index in ahp.Index],
    "statistics": [statistic.value for statistic in ahp.Statistic],
    "combinations": [combine.value for combine in ahp.Combine],
}
NO_FORMULA = {
    "answer_of", "words_of", "as_connected", "as_incomplete", "as_interval_judgments", "as_triangular",
    "from_upper",
}  # fmt: skip
"""What checks or spells."""


def test_every_method_and_every_rule_over_scenarios_that_can_be_named_is_there():
    for kind in NAMED:
        assert [name for name in NAMED[kind] if f"`{name}`" not in PAGE] == [], kind
    across = schema()["$defs"]["across"]
    says = {"alternatives", "weights", "values", "trends"}  # what the rules go by, and no rule
    rules = {key for key in across["properties"] if key not in says and not key.endswith("_share")}
    assert len(rules) >= 7
    assert [name for name in sorted(rules) if f"`{name}`" not in PAGE] == []


def test_every_function_that_computes_is_there():
    rooms = {"ahp.core": ahp.core, "ahp.core.more": ahp.core.more}
    homes = {n: room for room, m in rooms.items() for n in dir(m) if inspect.isfunction(getattr(m, n))}
    assert set(homes) >= NO_FORMULA
    missing = [n for n in homes.keys() - NO_FORMULA if f"{{py:func}}`{homes[n]}.{n}`" not in PAGE]
    assert missing == []


def rows():
    """The rows of the tables, as cells; a stroke inside a formula is written with a backslash."""
    for line in PAGE.splitlines():
        if line.startswith("| ") and not line.startswith("| ---"):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))]


def test_tables_are_whole_and_no_formula_is_empty():
    widths = {len(cells) for cells in rows()}
    assert widths <= {3, 4}
    assert len(list(rows())) > 120
    assert all(cells[0] and (cells[1] or cells[0] == "what") for cells in rows())


def test_formulas_are_no_markdown():
    """An asterisk or a pair of underscores would turn part of a formula into italics."""
    text = PAGE
    for block in blocks_of(PAGE):
        text = text.replace(block.body, "")
    text = re.sub(r"`[^`]*`", "", text)
    assert not re.search(r"\*\w", text.replace("**", ""))
    assert not re.search(r"(?<!\w)_\w[^|]*\w_(?!\w)", text)
