from xml.etree import ElementTree as ET

from ahp.report.figures.vectors import to_embed, to_file

SOURCE = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10pt" height="5pt"
 viewBox="0 0 10 5"><metadata>who made it</metadata><defs><style type="text/css">*{stroke-linecap: butt}</style></defs>
<g id="figure_1"><path id="patch_1" d="M 0 0 L 1.23456 2 z " style="fill: none"/>
<path id="p1" d="M 0 0 L 1.23456 2 " style="fill: #1a1a1b; stroke: #0072b2; stroke-width: 2"/>
<use xlink:href="#p1" x="1.005001" y="2"/><text style="font: bold 8.5px 'DejaVu Sans', sans-serif" transform="rotate(-0 1 2)">a &lt; b</text>
<text style="font-size: 9px; font-family: 'DejaVu Sans'; text-anchor: end" transform="rotate(-90 1 2)">c</text></g></svg>"""
NS = "{http://www.w3.org/2000/svg}"


def test_styles_become_attributes_and_nothing_reaches_beyond_the_figure():
    text = to_embed(SOURCE, "title", "description")
    assert "style" not in text
    assert "metadata" not in text
    root = ET.fromstring(text)
    path, first, second = root.find(f".//{NS}path"), *root.findall(f".//{NS}text")
    assert path.attrib == {
        "id": "p1",
        "d": "M 0 0 L 1.23 2",
        "fill": "currentColor",
        "stroke": "#0072b2",
        "stroke-width": "2",
    }
    assert first.attrib == {"font-size": "8.5", "font-weight": "bold"}
    assert first.text == "a < b"
    assert second.attrib == {"font-size": "9", "text-anchor": "end", "transform": "rotate(-90 1 2)"}


def test_references_stay_and_other_ids_go():
    root = ET.fromstring(to_embed(SOURCE, "title", "description"))
    assert root.find(f".//{NS}use").get("href") == "#p1"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == 3
    assert ids[:2] == root.get("aria-labelledby").split()


def test_words_are_escaped():
    root = ET.fromstring(to_embed(SOURCE, "<b>", "a & b"))
    assert (root[0].text, root[1].text) == ("<b>", "a & b")


def test_a_file_is_on_white_and_has_ink():
    text = to_file(SOURCE, "title", "description")
    assert "currentColor" not in text
    assert ET.fromstring(text.encode())[2].get("fill") == "#ffffff"
