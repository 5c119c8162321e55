"""What a notebook shows of a result: one sound small table, in which every name is text."""

import json

from report.html.pages_of import hostile
from report.html.parsed import parsed

import ahp
from ahp.report.html.notebook import decision_html

RUNS = [1, 2, 3]


def parts_of(**options):
    """One decisive choice: c has the most throughput, and its runs scatter by a per cent."""
    names = [name for name in ("none", "b", "c") for _ in RUNS]
    tps = [100, 101, 102, 201, 204, 200, 300, 299, 301]
    cpu = [10, 10, 11, 14, 15, 14, 15, 16, 15]
    table = {"alternative": names, "run": RUNS * 3, "tps": tps, "cpu": cpu}
    return ahp.rank(ahp.read(table), resamples=200, index="relative", **options)["default"]


def rows(html):
    """The cells of every row of a table, its heading first."""
    return [[cell.text for cell in row.all("th", "td")] for row in parsed(html).all("tr")]


def test_confidence_has_a_row_for_each_alternative_the_likeliest_first():
    shown = parts_of().confidence._repr_html_()
    head, first, second = rows(shown)
    assert head == ["alternative", "first", "ranks, 95 %", "benefit_to_cost, 95 %", "more runs"]
    assert first[:3] == ["c", ">99.9 %", "1"]
    assert second[:3] == ["b", "<0.1 %", "2"]
    assert "decisive, over 200 draws" in parsed(shown).text
    one = ahp.rank(ahp.read({"alternative": ["none", "b", "c"], "tps": [100, 150, 160]}))["default"]
    assert rows(one.confidence._repr_html_()) == [["verdict", "unknown"], ["winner", "c"]]  # it knows nothing


def test_a_margin_stands_in_the_order_of_nearness():
    margin = parts_of().margin
    head, *changes = rows(margin._repr_html_())
    assert head == ["measure", "of", "change", "then first"]
    nearest = margin.critical
    assert changes[0][:2] == [nearest.criterion, nearest.alternative]
    sizes = [abs(float(change[2].removesuffix(" %"))) for change in changes]
    assert sizes == sorted(sizes)


def test_across_scenarios_shows_every_value_and_what_is_said_of_them():
    table = {
        "scenario": ["read", "write"] * 3,
        "alternative": ["none", "none", "b", "b", "c", "c"],
        "tps": [100, 100, 150, 120, 160, 90],
        "cpu": [10, 10, 12, 11, 12, 12],
    }
    across = ahp.rank(ahp.read(table)).across
    head, b, c, weight = rows(across._repr_html_())
    assert head == ["alternative", "read", "write", "worst", "regret", "mean"]
    assert b[:3] == ["b", "1.25", "1.09"]
    assert weight[:3] == ["weight", "0.500", "0.500"]
    assert c[0] == "c"
    text = parsed(across._repr_html_()).text
    assert "Across scenarios: benefit per cost, baseline 1" in text
    assert "Workload unknown: b, the only one never worse than the baseline" in text


def test_a_decision_shows_what_to_choose_and_how_sure():
    names = [n for n in ("none", "a", "b", "c") for _ in RUNS]
    tps = [100, 101, 102, 150, 152, 151, 201, 204, 200, 300, 299, 301]
    decision = ahp.rank(ahp.read({"alternative": names, "run": RUNS * 4, "tps": tps}), resamples=200)
    shown = parsed(decision._repr_html_()).text
    for part in ("default: choose c", "decisive, first in", "wins if"):
        assert part in shown
    assert len(decision_html(hostile())) < 30_000  # long names do not fill the notebook


ATTACK = "<script>alert(1)</script>"


def explained():
    return ahp.explain(
        {"alternative": ["none", ATTACK], "Ratio": [1.05, 2.125], ATTACK: [1, 2]}, attempt=ahp.rank
    )


def test_a_file_is_a_table_of_its_columns_and_one_of_what_else_there_is():
    columns, told, whole = parsed(explained()._repr_html_()).all("table")
    assert [cell.text for cell in columns.all("th")[:3]] == ["stands as", "read as", "first value"]
    assert "not clear: compression_ratio or space_saving" in columns.text
    assert "SHA-256" not in told.text
    assert "refused, as above" in whole.text


def test_a_refusal_is_told_to_its_end_and_names_are_text():
    found = explained()
    assert len(found.refusal) > 200
    assert found.refusal in parsed(found._repr_html_()).text
    for thing in (found, found.files[0]):
        assert ATTACK not in thing._repr_html_()
    shown = parsed(ahp.explain("nowhere.csv").files[0]._repr_html_()).text
    assert "nowhere.csv" in shown
    assert "there is no such file" in shown


def test_a_notebook_shows_the_ranking_and_what_would_change_it():
    under = {"x": {("a", "b"): 3, ("a", ATTACK): 5, ("b", ATTACK): 2}, ATTACK: {"a": 1, "b": 3, ATTACK: 1}}
    found = ahp.judge(ahp.Hierarchy("goal", {"x": 2, ATTACK: 1}, under))
    assert json.loads(json.dumps(found)) == found == dict(found)
    page = parsed(found._repr_html_())
    (table,) = page.all("table")
    cells = [cell.text for cell in table.all("th", "td")]
    assert cells[:6] == ["alternative", "place", "priority", "a", "1", "0.499"]
    for part in ("goal: choose a", "consistency ratio", "puts b first"):
        assert part in page.text
