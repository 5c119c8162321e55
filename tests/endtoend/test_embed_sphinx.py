"""The page of docs/howto/embed-sphinx.md, built as it says, warnings being errors, and looked at in a browser."""

import json
import re
import shutil
from importlib.resources import files

import pytest
from endtoend.pages import ROOT, commands, run, shell
from endtoend.tools import program
from report.html.browser import Browser

pytest.importorskip("sphinx", reason="Sphinx is not installed")
axe_core = pytest.importorskip("axe_core_python")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder of the example in a copy of the examples, after the commands of the page."""
    root = tmp_path_factory.mktemp("documentation")
    folder = root / "examples" / "embedding" / "sphinx"
    shutil.copytree(ROOT / "examples" / "embedding" / "sphinx", folder)
    for table in ("zfs_oltp.csv", "tokudb_iibench.csv"):
        shutil.copy(ROOT / "examples" / table, root / "examples")
    (build,) = commands("embed-sphinx.md")
    environment = shell(root / "bin")
    done = run(build, folder, environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 changed" in done.stdout
    html = build.splitlines()[0]
    done = run(html, folder, environment)
    assert done.returncode == 0
    assert "0 added, 0 changed, 0 removed" in done.stdout  # the same decisions, so nothing is read anew
    done = run(html.replace("-b html", "-b singlehtml").replace("/html", "/one"), folder, environment)
    assert done.returncode == 0, done.stderr
    return folder / "_build"


@pytest.fixture(scope="module")
def browser():
    with Browser(program("chromium")) as found:
        yield found


@pytest.mark.parametrize("page", ["html/index.html", "one/index.html"])
def test_both_decisions_stand_in_the_page_and_share_no_name(browser, built, page):
    browser.seen_as()
    browser.open(built / page)
    assert browser.complaints == []
    found = json.loads(
        browser.run(
            """JSON.stringify({
              ids: [...document.querySelectorAll('[id]')].map(e => e.id),
              titles: [...document.querySelectorAll('section.ahp > h2')].map(e => e.textContent),
              moving: document.querySelectorAll('.ahp .move:not([hidden])').length,
              figures: document.querySelectorAll('.ahp figure svg').length,
              image: [...document.images].map(i => [i.naturalWidth > 0, i.alt.length > 20])})"""
        )
    )
    assert len(set(found["ids"])) == len(found["ids"]) > 40
    assert found["titles"][0].startswith("Who is first depends on the scenario; surely in ")
    assert len(found["titles"]) == 2
    assert found["moving"] == 4
    assert found["figures"] >= 3
    assert found["image"] == [[True, True]]


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_it_fits_the_page_and_axe_core_finds_nothing_in_it(browser, built, width, scheme):
    browser.seen_as(width=width, scheme=scheme)
    browser.open(built / "html" / "index.html")
    assert browser.run("document.documentElement.scrollWidth <= innerWidth"), "wider than the screen"
    # The theme has no dark side: the decision is light with it.
    assert browser.run("getComputedStyle(document.querySelector('.ahp')).color") == "rgb(27, 31, 36)"
    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    browser.run(f"{(files(axe_core) / 'axe.min.js').read_text(encoding='utf-8')};0")
    found = browser.run(
        "axe.run('.ahp', {resultTypes: ['violations']}).then(r => r.violations.map(v => [v.id, v.nodes[0].html]))"
    )
    assert found == []


@pytest.mark.parametrize(
    ("theme", "scheme", "dark"),
    [("dark", "light", True), ("light", "dark", False), ("auto", "dark", True), ("auto", "light", False)],
)
def test_the_rules_of_the_page_make_it_dark_where_a_theme_is(browser, built, tmp_path, theme, scheme, dark):
    text = (ROOT / "docs" / "howto" / "embed-sphinx.md").read_text(encoding="utf-8")
    rules = re.search(r"```css\n(.*?)```", text, re.DOTALL)[1]
    part = (built.parent / "_decisions" / "iibench" / "decision.html").read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text(
        f'<!doctype html><html lang=en><title>t</title><style>{rules}</style><body data-theme="{theme}">{part}',
        encoding="utf-8",
    )
    browser.seen_as(scheme=scheme)
    browser.open(page)
    ink = browser.run("getComputedStyle(document.querySelector('.ahp')).color")
    assert ink == ("rgb(230, 233, 237)" if dark else "rgb(27, 31, 36)")


def test_builders_that_make_no_html_tell_it_as_text(built):
    text = (built / "text" / "index.txt").read_text(encoding="utf-8")
    assert re.search(r"^ +Order Entry +LZJB \?  ZLE", text, re.MULTILINE)
    assert "LZJB .421/.111=3.79" in text
    assert "<section" not in text
    html = (built / "html" / "index.html").read_text(encoding="utf-8")
    assert "ranked by benefit to cost; one run" not in html  # the text of the other builders
