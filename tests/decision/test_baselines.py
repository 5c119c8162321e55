"""The baseline: found by name where one is needed, given, or not asked for at all."""

import pytest

import ahp

TPS = [100, 150, 120]


def _read(names, **columns):
    columns = columns or {"tps": TPS}
    return ahp.read({"alternative": names, **columns})


@pytest.mark.parametrize(
    "name",
    ["baseline", "None", "OFF", "uncompressed", "no_compress", "no compression", "No-Compression",
     "non-compressed", "without compression"],
)  # fmt: skip
def test_it_is_found_by_name(name):
    decision = ahp.rank(_read(["lz4", name, "zle"]))
    assert decision.baseline == name
    assert decision["default"].alternatives == ("lz4", "zle")


def test_it_is_named_by_the_caller_in_any_case():
    m = ahp.read({"alternative": ["a", "Plain", "c"], "tps": TPS}, baseline="plain")
    assert ahp.rank(m).baseline == "Plain"


def test_none_to_be_found_lists_the_alternatives():
    with pytest.raises(ahp.BaselineError, match="among 'a', 'b', 'c'; name it with --baseline"):
        ahp.rank(_read(["a", "b", "c"]))


def test_two_are_refused():
    with pytest.raises(ahp.BaselineError, match="'none', 'baseline' could all be the baseline"):
        ahp.rank(_read(["none", "baseline", "c"]))


def test_one_that_does_not_exist_is_refused():
    with pytest.raises(ahp.BaselineError, match="the baseline 'lzo' is not among the alternatives"):
        ahp.read({"alternative": ["a", "b", "c"], "tps": TPS}, baseline="lzo")


def test_study_and_caller_must_agree():
    study = ahp.Study((ahp.Criterion("speed", ahp.Merit.BENEFIT, "throughput"),), baseline="a")
    m = ahp.read({"alternative": ["a", "b", "c"], "tps": TPS}, baseline="b")
    with pytest.raises(
        ahp.StudyError, match="the study's baseline is 'a', the caller's 'b'; they must agree"
    ):
        ahp.rank(m, study)
    assert (
        ahp.rank(ahp.read({"alternative": ["a", "b", "c"], "tps": TPS}, baseline="A"), study).baseline == "a"
    )


def test_values_ask_for_none_and_let_everybody_compete():
    study = ahp.Study((ahp.Criterion("speed", ahp.Merit.BENEFIT, "throughput", index="value"),))
    decision = ahp.rank(_read(["none", "lz4", "zle"]), study)
    assert decision.baseline is None
    assert decision["default"].alternatives == ("none", "lz4", "zle")
    assert decision["default"].benefit.round(4).to_dict() == {"none": 0.2703, "lz4": 0.4054, "zle": 0.3243}


def test_a_compression_ratio_asks_for_none():
    decision = ahp.rank(_read(["lz4", "zle"], compression_ratio=["3.76", "1.69"]))
    assert decision.baseline is None


@pytest.mark.parametrize("cell", ["", "0%"])
def test_printed_indices_take_a_neutral_row_called_baseline_as_their_reference(cell):
    m = _read(["Baseline", "ZLE", "LZ4"], **{"Performance improvement": [cell, "3.59%", "27.27%"]})
    decision = ahp.rank(m)
    assert decision["default"].alternatives == ("ZLE", "LZ4")


def test_printed_indices_of_a_row_called_none_that_is_not_neutral_compete():
    m = _read(["none", "ZLE", "LZ4"], **{"Performance improvement": ["2%", "3.59%", "27.27%"]})
    assert ahp.rank(m)["default"].alternatives == ("none", "ZLE", "LZ4")


def test_a_scenario_without_the_baseline_is_refused():
    m = ahp.read(
        {"scenario": ["s", "s", "t", "t"], "alternative": ["none", "lz4", "lz4", "zle"], "tps": [1, 2, 3, 4]}
    )
    with pytest.raises(ahp.BaselineError, match="scenario 't' has no baseline 'none'; it has 'lz4', 'zle'"):
        ahp.rank(m)


def test_only_the_baseline_is_refused():
    with pytest.raises(ahp.InputError, match="'default' has no alternative to choose; found only 'none'"):
        ahp.rank(_read(["none"], tps=[1.0]))


def test_it_competes_when_asked_to():
    decision = ahp.rank(_read(["none", "lz4", "zle"]), include_baseline="always")
    assert decision["default"].alternatives == ("none", "lz4", "zle")
    criterion = decision["default"].criteria["throughput"]
    assert criterion.reason == "relative, because none's improvement is 0 %"
    assert criterion.values.to_dict() == {"none": 1.0, "lz4": 1.5, "zle": 1.2}


def test_including_a_baseline_that_is_not_known_is_refused():
    with pytest.raises(ahp.BaselineError, match="no baseline is known to include"):
        ahp.rank(_read(["lz4", "zle"], compression_ratio=["3.76", "1.69"]), include_baseline="always")
