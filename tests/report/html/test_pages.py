"""Style, script and policy of a page."""

import hashlib
import re
from base64 import b64encode

from report.html.pages_of import shipped

import ahp
from ahp.report.html.pages import asset, policy, prefix_of


def test_the_script_is_small_and_evaluates_nothing():
    script = asset("move.js")
    assert len(script.encode()) < 10_000
    for word in ("eval", "Function(", "innerHTML", "fetch", "XMLHttp", "import(", "http:"):
        assert word not in script.replace("http://www.w3.org/2000/svg", "")


def test_nothing_in_the_style_reaches_for_anything_or_beyond_the_report():
    style = asset("style.css")
    assert "url(" not in style
    assert "@import" not in style
    bare = re.sub(r"@(?:media|supports)[^{]*\{", "", style)
    for selectors in re.findall(r"(?:^|\})\s*([^{}]+)\{", bare):
        for selector in selectors.split(","):
            assert selector.strip().startswith(".ahp"), selector


def test_the_policy_names_the_very_style_and_script_of_the_page(examples):
    page = ahp.report.render(shipped(examples, "zfs_oltp"), "html")
    told = re.search(r'Security-Policy" content="([^"]+)"', page)[1].replace("&#39;", "'")
    for tag in ("script", "style"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in told
    assert told.startswith("default-src 'none'; ")
    assert "unsafe" not in told


def test_a_policy_differs_with_its_script():
    assert policy("a", "b") != policy("a", "c")


def test_names_of_parts_are_seeded_by_the_document():
    assert prefix_of({"a": 1}) == prefix_of({"a": 1}) != prefix_of({"a": 2})
