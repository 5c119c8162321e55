"""Every published example that has been collected is in a test, with its source and where its digits come from."""

import json
import re

import pytest
from ingest.damage import SHARED


def cases_of(root, name):
    return json.loads((root / "tests" / "cases" / f"{name}.json").read_text(encoding="utf-8"))["cases"]


def test_what_stands_elsewhere_stands_there(root):
    for case in cases_of(root, "elsewhere"):
        module, _, function = case["test"].partition("::")
        text = (root / module).read_text(encoding="utf-8")
        assert re.search(rf"^def {function}\(", text, re.MULTILINE), case["id"]
        assert all(case["source"][key] for key in ("document", "place", "copy", "digits")), case["id"]


def test_no_collected_example_is_left_out(root):
    collected = SHARED / "published_cases.json"
    if not collected.exists():
        pytest.skip("the collection of published cases is not here")
    known = {case["id"] for name in ("published", "matrices", "elsewhere") for case in cases_of(root, name)}
    text = "".join(
        (root / "tests" / "cases" / f"{name}.json").read_text(encoding="utf-8")
        for name in ("published", "matrices", "elsewhere")
    )
    wanted = [case["id"] for case in json.loads(collected.read_text(encoding="utf-8"))["cases"]]
    assert len(wanted) == 45
    assert [name for name in wanted if name not in known and f'"{name}' not in text] == []
