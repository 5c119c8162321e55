"""Every spelling of a word leads to it, and no other word does."""

import pytest

from ahp.errors import StudyError
from ahp.terms import BASELINE_NAMES, Better, Combine, Index, Merit, Statistic, is_baseline_name


@pytest.mark.parametrize(
    ("kind", "spelling", "member"),
    [
        (Merit, "benefit", Merit.BENEFIT),
        (Merit, " Costs ", Merit.COST),
        (Merit, "OPPORTUNITIES", Merit.OPPORTUNITY),
        (Merit, "risks", Merit.RISK),
        (Better, "larger", Better.HIGHER),
        (Better, "min", Better.LOWER),
        (Index, "Saving", Index.SAVING),
        (Statistic, "geometric_mean", Statistic.GEOMETRIC_MEAN),
        (Statistic, "geometric mean", Statistic.GEOMETRIC_MEAN),
        (Statistic, "geomean", Statistic.GEOMETRIC_MEAN),
        (Statistic, "average", Statistic.MEAN),
        (Combine, "worst", Combine.WORST),
    ],
)
def test_spellings(kind, spelling, member):
    assert kind.of(spelling) is member


@pytest.mark.parametrize("kind", [Merit, Better, Index, Statistic, Combine])
def test_a_member_is_its_own_spelling(kind):
    assert all(kind.of(member) is member for member in kind)


def test_a_spelling_belongs_to_one_kind():
    with pytest.raises(StudyError, match="'max' is not a known merit"):
        Merit.of("max")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Merit, "'x' is not a known merit; use one of: benefit, cost, opportunity, risk"),
        (Better, "'x' is not a known better; use one of: higher, lower"),
        (Statistic, "'x' is not a known statistic; use one of: geometric-mean, mean, median"),
        (Combine, "'x' is not a known combine; use one of: sum, mix, worst"),
        (
            Index,
            "'x' is not a known index; use one of: auto, saving, improvement, relative, overhead, value",
        ),
    ],
)
def test_an_unknown_word_is_answered_with_the_known_ones(kind, message):
    with pytest.raises(StudyError) as raised:
        kind.of("x")
    assert str(raised.value) == message


@pytest.mark.parametrize("word", [5, None, ["benefit"]])
def test_what_is_no_word_is_no_term(word):
    with pytest.raises(StudyError, match="is not a known merit"):
        Merit.of(word)


@pytest.mark.parametrize(
    "name",
    [
        "Baseline",
        "none",
        "OFF",
        "Uncompressed",
        "no_compress",
        "no compression",
        "No-Compression",
        "non-compressed",
    ],
)
def test_names_of_the_baseline(name):
    assert is_baseline_name(name)


@pytest.mark.parametrize("name", ["lz4", "none2", "offline", "baseline run", "", "nothing"])
def test_names_that_only_look_like_it(name):
    assert not is_baseline_name(name)


def test_every_listed_baseline_name_is_found():
    assert all(is_baseline_name(name) for name in BASELINE_NAMES)
