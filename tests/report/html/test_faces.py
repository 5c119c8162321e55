"""A part of a decision shows itself as one table with a row for each thing that it speaks of."""

from report.html.parsed import parsed

import ahp
from ahp.report.html.faces import findings_html

RUNS = [1, 2, 3]


def decided(**options):
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
    head, first, second = rows(decided().confidence._repr_html_())
    assert head == ["alternative", "first", "ranks, 95 %", "benefit_to_cost, 95 %", "more runs"]
    assert first[:3] == ["c", ">99.9 %", "1"]
    assert second[:3] == ["b", "<0.1 %", "2"]
    assert "decisive, over 200 draws" in parsed(decided().confidence._repr_html_()).text


def test_confidence_without_runs_says_that_it_knows_nothing():
    one = ahp.rank(ahp.read({"alternative": ["none", "b", "c"], "tps": [100, 150, 160]}))["default"]
    assert rows(one.confidence._repr_html_()) == [["verdict", "unknown"], ["winner", "c"]]


def test_confidence_says_how_many_draws_had_no_index():
    table = {
        "alternative": ["none"] * 2 + ["b"] * 2 + ["c"] * 2,
        "run": [1, 2] * 3,
        "tps": [90, 110, 101, 105, 150, 99],
    }
    unsure = ahp.rank(ahp.read(table), index="improvement", resamples=200)["default"]
    assert unsure.confidence.verdict == "unknown"
    assert rows(unsure.confidence._repr_html_())[-1][0] == "draws left out"


def test_a_margin_stands_in_the_order_of_nearness():
    margin = decided().margin
    head, *changes = rows(margin._repr_html_())
    assert head == ["measure", "of", "change", "then first"]
    nearest = margin.critical
    assert changes[0][:2] == [nearest.criterion, nearest.alternative]
    sizes = [abs(float(change[2].removesuffix(" %"))) for change in changes]
    assert sizes == sorted(sizes)


def test_a_criterion_shows_the_way_from_the_measure_to_the_priority():
    html = decided().criteria["throughput"]._repr_html_()
    head, b, c = rows(html)
    assert head == ["alternative", "throughput", "relative", "priority"]
    assert b == ["b", "201.66 1/s", "1.997", "0.402"]
    assert float(b[3]) + float(c[3]) == 1
    assert "Index: relative, as asked." in parsed(html).text


def test_a_gain_is_told_in_per_cent():
    one = ahp.rank(ahp.read({"alternative": ["none", "b", "c"], "tps": [100, 150, 160]}))["default"]
    assert [row[2] for row in rows(one.criteria["throughput"]._repr_html_())] == [
        "improvement",
        "+50.0 %",
        "+60.0 %",
    ]


def test_findings_are_a_line_each_and_begin_with_what_flips():
    found = [
        {"verdict": verdict, "check": "c", "detail": "d", "advice": "a" * (verdict == "flips"), "to": None}
        for verdict in ("holds", "warns", "flips")
    ]
    assert findings_html(found) == "<p>flips (c): d; a.<br>warns (c): d.<br>holds (c): d.</p>"
    audit = decided().audit
    assert audit._repr_html_().count("<br>") == len(audit) - 1


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
    assert "Across scenarios: benefit/cost against the baseline" in text
    assert "Where it is not: b, the only one never worse than the baseline" in text
