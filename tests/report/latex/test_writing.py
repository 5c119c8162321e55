"""The file around the tables."""

from ahp.report.latex.writing import article, heading, said


def test_a_file_is_whole():
    text = article(["x"])
    assert text.startswith("% Compile this file by itself")
    assert text.endswith("x\n\\par\\endgroup\n\\ahpend\n")
    assert text.count(r"\begingroup") == text.count(r"\endgroup") == 1


def test_headings_and_sentences_are_escaped():
    assert heading("section", "50%") == r"\section*{50\%}"
    assert said(["a_b", " "]) == [r"a\_b\par"]
