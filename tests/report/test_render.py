"""One door: every format, from a decision or from a saved document."""

import json

import pytest

import ahp


@pytest.mark.parametrize("format", list(ahp.report.FORMATS))
def test_a_saved_document_renders_like_the_decision(examples, format):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    saved = json.loads(decision.report("json"))
    assert ahp.report.render(saved, format) == decision.report(format)


def test_an_unknown_format_lists_the_known_ones():
    with pytest.raises(ahp.StudyError, match="'pdf' is not a known report format; use one of: text, json"):
        ahp.report.render({}, "pdf")  # type: ignore[typeddict-item]
