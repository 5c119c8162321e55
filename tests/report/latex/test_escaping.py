"""Text for LaTeX."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.report.latex.escaping import character, escaped


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a_b & c%", r"a\_b \& c\%"),
        ("{\\x}", r"\{\textbackslash{}x\}"),
        ("−1 ≥ κ", r"\ensuremath{-}1 \ensuremath{\ge} \ensuremath{\kappa}"),
        ("λ_max = 3", r"\ensuremath{\lambda_{\max}} = 3"),
        ("-50.1 %", r"\ensuremath{-}50.1\,\%"),
        ("lz4-1", "lz4-1"),
        ("a--b", "a-{}-b"),
        ("é ñ Š ç ø ß", r"\'{e} \~{n} \v{S} \c{c} \o{} \ss{}"),
        ("e\u0301", r"\'{e}"),
        ("\u202ex\n", r"\textbackslash{}u202ex\textbackslash{}n"),
        ("", ""),
    ],
)
def test_known_texts(text, shown):
    assert escaped(text) == shown


def test_what_the_fonts_lack_is_told_by_its_number():
    assert character("中") == r"\ahpcharacter{4E2D}"
    assert character("🎉") == r"\ahpcharacter{1F389}"


def test_long_words_can_be_broken_and_ordinary_ones_cannot():
    assert r"\allowbreak{}" in escaped("x" * 40)
    assert r"\allowbreak{}" not in escaped("throughput consistency measurements")


@given(st.text())
def test_any_text_is_ascii_and_its_groups_are_closed(text):
    found = escaped(text)
    assert found.isascii()
    assert found.isprintable() or found == ""
    plain = found.replace(r"\{", "").replace(r"\}", "")
    depth = 0
    for letter in plain:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0
    for special in "$#&":
        assert plain.count(special) == plain.count(f"\\{special}")
    assert not any(unicodedata.category(letter) == "Cc" for letter in found)
