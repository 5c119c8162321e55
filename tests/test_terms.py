"""Every spelling of a word leads to it, no other word does, and an unknown one is answered with the known ones."""

import pytest

from ahp.errors import StudyError
from ahp.terms import BASELINE_NAMES, Better, Combine, Index, Merit, Statistic, is_baseline_name


def test_spellings():
    for kind, spelling, member in [
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
    ]:
        assert kind.of(spelling) is member
        assert all(kind.of(each) is each for each in kind)


def test_an_unknown_word_is_answered_with_the_known_ones():
    for kind, message in [
        (Merit, "'x' is not a known merit; use one of: benefit, cost, opportunity, risk"),
        (Better, "'x' is not a known better; use one of: higher, lower"),
        (Statistic, "'x' is not a known statistic; use one of: geometric-mean, mean, median"),
        (Combine, "'x' is not a known combine; use one of: sum, mix, worst"),
        (Index, "'x' is not a known index; use one of: auto, saving, improvement, relative, overhead, value"),
    ]:
        with pytest.raises(StudyError) as raised:
            kind.of("x")
        assert str(raised.value) == message
    for word in ["max", 5, None, ["benefit"]]:  # a spelling of another kind, and no word at all
        with pytest.raises(StudyError, match="is not a known merit"):
            Merit.of(word)


def test_names_of_the_baseline():
    spelled = ["Baseline", "none", "OFF", "no_compress", "no compression", "No-Compression", "non-compressed"]
    assert all(map(is_baseline_name, [*spelled, *BASELINE_NAMES]))
    assert not any(map(is_baseline_name, ["lz4", "none2", "offline", "baseline run", "", "nothing"]))
