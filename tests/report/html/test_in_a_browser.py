"""Pages in a real browser: nothing that axe-core finds, sliders that agree with the library, complete on paper."""

import json
from importlib.resources import files

import numpy as np
import pytest
from core.reference import parts
from endtoend.tools import program
from model.test_reversal import mixed
from report.figures.documents import judged
from report.html.browser import Browser
from report.html.pages_of import hostile, shipped

import ahp
from ahp.core.sensitivity import weight_intervals
from ahp.core.synthesis import ranking, tie_groups
from ahp.report import render_hierarchy

axe_core = pytest.importorskip(
    "axe_core_python", reason="axe_core_python is not installed; it is in the extra test-all"
)
pytestmark = pytest.mark.slow
READ = """[...document.querySelectorAll('.move')].map(box => ({
  now: box.querySelector('.now').textContent,
  weights: Object.fromEntries([...box.querySelectorAll('fieldset')].map(set => [set.dataset.merit,
    [...set.querySelectorAll('.weight data')].map(d => Number(d.value))])),
  changes: Object.fromEntries([...box.querySelectorAll('fieldset')].map(set => [set.dataset.merit,
    [...set.querySelectorAll('.weight')].map(d => JSON.parse(d.dataset.changes))])),
  rows: [...box.querySelectorAll('tbody tr')].map(row => [Number(row.dataset.position),
    Number(row.cells[0].textContent), ...[...row.querySelectorAll('data')].map(d => Number(d.value))]),
  bars: [...box.querySelectorAll('tbody tr')].map(row =>
    [...row.querySelectorAll('rect')].map(r => parseFloat(r.getAttribute('width')))),
}))"""


@pytest.fixture(scope="module")
def browser():
    with Browser(program("chromium")) as found:
        yield found


def shown(browser, tmp_path, page):
    """Show a page; the browser must have nothing to complain of."""
    path = tmp_path / "page.html"
    path.write_text(page, encoding="utf-8")
    browser.open(path)
    assert browser.complaints == []


def page_of(examples, name):
    """The page of this name: a shipped table, an attack, a hierarchy, or a fragment in another page."""
    if name == "fragment":
        part = ahp.report.render(shipped(examples, "zfs_oltp"), "html-fragment")
        return f"<!doctype html><html lang=en><title>Host</title><body><main><h1>Host</h1>{part}</main>"
    made = {
        "hierarchy": lambda: render_hierarchy(ahp.judge(mixed()), "html"),
        "group": lambda: render_hierarchy(judged(noise=0.9, people=6), "html"),
        "thirty": lambda: render_hierarchy(judged(30, 2, 0.1, long=True), "html"),
        "hostile": lambda: ahp.report.render(hostile(), "html"),
    }
    study = name if name == "innodb_selective" else None
    return made[name]() if name in made else ahp.report.render(shipped(examples, name, study), "html")


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [
        ("zfs_oltp", 390, "dark"),
        ("pg_wal_runs", 390, "light"),
        ("innodb_selective", 1280, "dark"),
        ("hostile", 390, "light"),
        ("hierarchy", 390, "dark"),
        ("group", 1280, "light"),
        ("thirty", 390, "dark"),
        ("fragment", 1280, "light"),
    ],
)
def test_axe_core_finds_nothing(browser, examples, tmp_path, name, width, scheme):
    axe = (files(axe_core) / "axe.min.js").read_text(encoding="utf-8")
    browser.seen_as(width=width, scheme=scheme)
    shown(browser, tmp_path, page_of(examples, name))
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    # The shadows of what scrolls are gradients, on which axe-core reckons no contrast.
    browser.run("document.querySelectorAll('.scroll').forEach(d => d.style.backgroundImage = 'none')")
    browser.run(f"{axe};0")
    found = browser.run(
        "axe.run({resultTypes: ['violations']})"
        ".then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 200))]))"
    )
    assert found == []
    assert browser.run("document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"


def test_axe_core_would_find_something(browser, tmp_path):
    axe = (files(axe_core) / "axe.min.js").read_text(encoding="utf-8")
    shown(browser, tmp_path, "<!doctype html><title>t</title><h3>x</h3><img src='data:,'>")
    browser.run(f"{axe};0")
    found = browser.run("axe.run().then(r => r.violations.map(v => v.id))")
    assert {"image-alt", "html-has-lang"} <= set(found)


def move(browser, panel, merit, position, to):
    browser.run(
        f"""(() => {{
          const set = document.querySelectorAll('.move')[{panel}].querySelector('fieldset[data-merit={merit}]');
          const slider = set.querySelectorAll('input')[{position}];
          slider.value = '{to!r}';
          slider.dispatchEvent(new Event('input', {{bubbles: true}}));
        }})()"""
    )


def expected(scenario, weights):
    """The merits of a scenario by the library's own arithmetic, for weights by merit."""
    names = scenario["alternatives"]
    merits = {}
    for merit in ("benefit", "cost"):
        criteria = [c for c in scenario["criteria"] if c["merit"] == merit]
        if criteria:
            local = [[c["priorities"][name] for name in names] for c in criteria]
            merits[merit] = ahp.core.global_priorities(weights.get(merit, [1.0]), local)
    if len(merits) == 2:
        merits["benefit_to_cost"] = ahp.core.benefit_to_cost(merits["benefit"], merits["cost"])
    return merits


def agree(panel, scenario):
    merits = expected(scenario, panel["weights"])
    for position, _, *numbers in panel["rows"]:
        np.testing.assert_allclose(numbers, [values[position] for values in merits.values()], rtol=1e-12)
    by = merits[scenario["by"]] * (-1 if scenario["by"] == "cost" else 1)
    assert [row[0] for row in panel["rows"]] == ranking(by)
    tied = {i: group for group in tie_groups(by) for i in group}
    order = ranking(by)
    assert [row[1] for row in panel["rows"]] == [
        min(order.index(j) for j in tied.get(i, [i])) + 1 for i in order
    ]
    bars = np.array([[100 * v[row[0]] / v.max() for v in merits.values()] for row in panel["rows"]])
    np.testing.assert_allclose(panel["bars"], bars, rtol=1e-12)
    for merit, weights in panel["weights"].items():
        assert sum(weights) == pytest.approx(1, abs=1e-12)
        if len(order) < 2 or len(tied.get(order[0], [0])) > 1:
            continue
        criteria = [c["priorities"] for c in scenario["criteria"] if c["merit"] == merit]
        local = np.array([[priorities[n] for n in scenario["alternatives"]] for priorities in criteria])
        other = merits.get("benefit" if merit == "cost" else "cost")
        factors = (-1.0 if merit == "cost" else 1.0) / (np.ones(local.shape[1]) if other is None else other)
        ends, rivals = parts(weight_intervals(np.array(weights), local, factors, order[0]))
        for changes, weight, (low, high), (below, above) in zip(
            panel["changes"][merit], weights, ends, rivals, strict=True
        ):
            if weight > 1 - 1e-9:
                continue  # nothing is left to keep proportions: the page remembers them, the library cannot
            # The nearest change on either side is where the library says that the winner changes.
            nearest = max((c for c in changes if c <= weight), default=0.0)
            furthest = min((c for c in changes if c > weight), default=1.0)
            assert nearest == pytest.approx(low if below >= 0 else 0.0, abs=1e-12)
            assert furthest == pytest.approx(high if above >= 0 else 1.0, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "study"), [("zfs_oltp", None), ("innodb_selective", "innodb_selective"), ("pg_wal_runs", None)]
)
def test_sliders_agree_with_the_library(browser, examples, tmp_path, name, study):
    document = shipped(examples, name, study)
    shown(browser, tmp_path, ahp.report.render(document, "html"))
    rng = np.random.default_rng(12)
    panels = browser.run(READ)
    assert len(panels) == len(document["scenarios"])
    for number, scenario in enumerate(document["scenarios"]):
        agree(panels[number], scenario)
        for merit, weights in panels[number]["weights"].items():
            stated = [c["weight"] for c in scenario["criteria"] if c["merit"] == merit]
            assert weights == stated
            names = [c["name"] for c in scenario["criteria"] if c["merit"] == merit]
            for criterion, changes in zip(names, panels[number]["changes"][merit], strict=True):
                held = scenario["weights"][criterion]
                for end in ("holds_from", "holds_to"):
                    if held[{"holds_from": "below", "holds_to": "above"}[end]] is not None:
                        assert min(abs(c - held[end]) for c in changes) < 1e-12
        for _ in range(12):
            merit = str(rng.choice(list(panels[number]["weights"])))
            position = int(rng.integers(len(panels[number]["weights"][merit])))
            before = browser.run(READ)[number]["weights"][merit]
            to = float(rng.choice([rng.uniform(), 0.0, 1.0], p=[0.8, 0.1, 0.1]))
            move(browser, number, merit, position, to)
            after = browser.run(READ)[number]
            assert after["weights"][merit][position] == pytest.approx(to, abs=1e-15)
            rest = sum(before) - before[position]
            if rest > 1e-9:
                proportional = [(1 - to) * w / rest for k, w in enumerate(before) if k != position]
                others = [w for k, w in enumerate(after["weights"][merit]) if k != position]
                np.testing.assert_allclose(others, proportional, atol=1e-12)
            agree(after, scenario)


@pytest.mark.parametrize("mode", ["distributive", "ideal"])
def test_weights_inside_a_criterion_move_the_whole(browser, tmp_path, mode):
    under = {"safety": (4, 2, 1), "looks": (1, 3, 2), "brand": (2, 1, 3)}
    children = {name: dict(zip("abc", values, strict=True)) for name, values in under.items()}
    quality = ahp.Hierarchy("quality", {"safety": 1, "looks": 2, "brand": 1}, children)
    tree = ahp.Hierarchy(
        "car", {"price": 1, "quality": 2}, {"price": {"a": 2.2, "b": 1, "c": 1}, "quality": quality}
    )
    document = ahp.judge(tree, mode=mode)
    shown(browser, tmp_path, render_hierarchy(document, "html"))
    gradients = {tuple(one["path"]): one for one in document["sensitivity"]["gradients"]}
    (panel,) = browser.run(READ)
    assert panel["weights"].keys() == {"benefit", "inside1"}
    local = document["nodes"][0]["priorities"]
    assert panel["weights"]["benefit"] == list(local.values())
    inside = next(node["priorities"] for node in document["nodes"] if node["path"] == ["quality"])
    for position, (name, weight) in enumerate(inside.items()):
        one = gradients["quality", name]
        crossings = [span["from"] for span in one["first"][1:]]
        assert panel["changes"]["inside1"][position] == pytest.approx(crossings, abs=1e-12)
        for to in (0.0, 1.0, 0.3, weight):
            move(browser, 0, "inside1", position, to)
            (moved,) = browser.run(READ)
            for place, _, score in moved["rows"]:
                alternative = document["alternatives"][place]
                expected = (1 - to) * one["at_zero"][alternative] + to * one["at_one"][alternative]
                assert score == pytest.approx(expected, abs=1e-12)
        browser.run("document.querySelector('.move button').click()")
    assert any(len(one["first"]) > 1 for path, one in gradients.items() if len(path) == 2)
    move(browser, 0, "benefit", 1, 1.0)  # then the whole is what stands under it
    (moved,) = browser.run(READ)
    under = next(one for one in document["sensitivity"]["performance"] if one["path"] == ["quality"])
    for place, _, score in moved["rows"]:
        assert score == pytest.approx(under["scores"][document["alternatives"][place]], abs=1e-12)


SHOWN = """[...document.querySelectorAll('.ranking')].map(table => [...table.querySelectorAll('tbody tr')]
  .map(row => [...row.querySelectorAll('data')].map(d => d.textContent)))"""


@pytest.mark.parametrize("close", [1.0, 1.001, 1.00001])
def test_the_moving_ranking_has_the_decimals_of_the_report(browser, tmp_path, close):
    table = {
        "alternative": ["none", "a", "b", "c"],
        "tps": [100, 150, 150 * close, 400],
        "compression_ratio": [1, 2, 2 * close, 1.1],
        "cpu": [10, 20, 20 / close, 4000],
    }
    document = ahp.rank(ahp.read(table), index="relative").to_dict()
    shown(browser, tmp_path, ahp.report.render(document, "html"))
    report, moving = browser.run(SHOWN)
    assert report == moving
    assert len({len(row[0]) for row in report}) == 1


def test_the_button_goes_back_and_paper_shows_what_the_screen_folds(browser, examples, tmp_path):
    shown(browser, tmp_path, ahp.report.render(shipped(examples, "zfs_oltp"), "html"))
    before = browser.run(READ)[0]
    assert before["now"] == "LZJB is first, as in the report."
    move(browser, 0, "benefit", 1, 0.1)
    assert browser.run(READ)[0]["now"] == "ZLE is first; in the report it is LZJB."
    browser.run("document.querySelector('.move button').click()")
    assert browser.run(READ)[0] == before
    assert browser.run("document.querySelectorAll('details[open]').length") == 0
    assert browser.run("document.querySelectorAll('details').length") > 6
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run("document.querySelectorAll('details:not([open])').length") == 0
    browser.seen_as(media="print", width=760)  # a little less than A4 is wide between its margins
    assert browser.run("document.documentElement.scrollWidth") == 760
    assert browser.run("getComputedStyle(document.querySelector('.move')).display") == "none"
    assert browser.run("getComputedStyle(document.querySelector('.scroll')).overflowX") == "visible"
    browser.seen_as()
    assert browser.paper().startswith(b"%PDF")


def test_without_the_script_everything_is_there(browser, examples, tmp_path):
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    try:
        shown(browser, tmp_path, ahp.report.render(shipped(examples, "zfs_oltp"), "html"))
        assert browser.run("document.querySelectorAll('details:not([open])').length") == 0
        assert browser.run("getComputedStyle(document.querySelector('.move')).display") == "none"
        text = browser.run("document.body.innerText")
    finally:
        browser.send("Emulation.setScriptExecutionDisabled", value=False)
    for part in (
        "LZJB ?, fragile",
        "not known",
        "CR = 0.0000",
        "1.69",
        "Method",
        "SHA-256",
        "disagrees",
        "agrees",
    ):
        assert part in text


def test_no_label_runs_or_loads_anything(browser, tmp_path):
    shown(browser, tmp_path, ahp.report.render(hostile(), "html"))
    assert (
        browser.run("document.querySelectorAll('img, iframe, object, link, .ahp script script').length") == 0
    )
    assert browser.run("document.title").startswith("Who is first depends on the scenario")
    assert browser.run("performance.getEntriesByType('resource').length") == 0
    text = browser.run("document.body.textContent")
    assert "<script>alert(1)</script>" in text
    assert '"><img src=x onerror=alert(2)>' in text
    assert "a\\u202eb" in text
    assert "{{ 7 * 7 }}" in text


def test_two_fragments_beside_each_other_keep_to_themselves(browser, examples, tmp_path):
    first = ahp.report.render(shipped(examples, "zfs_oltp"), "html-fragment")
    second = ahp.report.render(shipped(examples, "innodb_selective", "innodb_selective"), "html-fragment")
    host = "<!doctype html><html lang=en><title>t</title><p id=host>x</p><table id=theirs><td>1</table>"
    alone = (
        "JSON.stringify([getComputedStyle(theirs.rows[0].cells[0]).padding, getComputedStyle(host).margin])"
    )
    shown(browser, tmp_path, host)
    before = browser.run(alone)
    shown(browser, tmp_path, f"{host}{first}{second}")
    assert browser.run(alone) == before
    assert browser.run("document.querySelectorAll('.move:not([hidden])').length") == 5
    ids = browser.run("JSON.stringify([...document.querySelectorAll('[id]')].map(e => e.id))")
    assert len(set(json.loads(ids))) == len(json.loads(ids))


def test_the_same_fragment_again_takes_names_of_its_own(browser, examples, tmp_path):
    part = ahp.report.render(shipped(examples, "zfs_oltp"), "html-fragment")
    shown(browser, tmp_path, f"<!doctype html><html lang=en><title>t</title>{part}{part}{part}")
    ids = json.loads(browser.run("JSON.stringify([...document.querySelectorAll('[id]')].map(e => e.id))"))
    assert len(set(ids)) == len(ids) > 30
    # Every reference leads to a part of the same copy.
    strayed = browser.run(
        """[...document.querySelectorAll('.ahp')].flatMap(copy =>
          [...copy.querySelectorAll('[href^="#"], [for], [aria-labelledby], [aria-describedby]')].filter(e =>
            [e.getAttribute('href')?.slice(1), e.htmlFor, ...(e.getAttribute('aria-labelledby') ?? '').split(' '),
             e.getAttribute('aria-describedby')].filter(Boolean).some(id => !copy.contains(document.getElementById(id)))
          )).length"""
    )
    assert strayed == 0
    move(browser, 3, "benefit", 1, 0.1)  # the first scenario of the second copy
    said = [panel["now"] for panel in browser.run(READ)]
    assert said[3].startswith("ZLE is first; in the report")
    assert said[0] == said[6] == "LZJB is first, as in the report."


HOST = """<!doctype html><html lang=en><title>t</title><style>:root { color-scheme: %s }
div.body td, div.body th, div.body p { text-align: center; padding: 20px; margin: 30px; color: red }</style>
<div class=body>%s</div>"""


@pytest.mark.parametrize(("scheme", "dark"), [("light", False), ("dark", True), ("normal", False)])
def test_a_fragment_is_light_or_dark_as_its_page_is(browser, examples, tmp_path, scheme, dark):
    part = ahp.report.render(shipped(examples, "zfs_oltp"), "html-fragment")
    browser.seen_as(scheme="dark")
    shown(browser, tmp_path, HOST % (scheme, part))
    ink, paper = browser.run(
        "(s => [s.color, s.backgroundColor])(getComputedStyle(document.querySelector('.ahp')))"
    )
    assert (ink, paper) == (("rgb(230, 233, 237)", "rgb(20, 23, 27)") if dark else ("rgb(27, 31, 36)", "rgb(255, 255, 255)"))  # fmt: skip
