"""Where a choice stands: one word, the same to the headline, the gate and the document."""

import copy

import numpy as np
import pytest
from decision.nights import decided
from hypothesis import given, settings
from hypothesis import strategies as st

import ahp
from ahp.decision.compare import not_first
from ahp.errors import StudyError
from ahp.report.phrases.choice import choice, headline, is_sure

CALM = [0.999, 1.0, 1.001]


def standing(decision):
    """The standing of the only scenario."""
    (scenario,) = decision
    return scenario.standing


def test_the_published_study(examples):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    found = [(s.standing.word, s.standing.names, s.standing.disagree, s.standing.checks) for s in decision]
    assert found == [("fragile", ("LZJB",), 2, 8), ("holds", ("ZLE",), 5, 8), ("fragile", ("LZ4",), 3, 7)]
    documents = decision.to_dict()["scenarios"]
    assert headline(documents[0]) == "LZJB ?, fragile; 2 of 8 checks disagree"
    assert headline(documents[1]) == "choose ZLE; 5 of 8 checks disagree"
    assert [s["efficient"] for s in documents] == [["ZLE", "LZJB", "LZ4"]] * 3


def test_a_word_for_each_way_a_choice_can_stand():
    near = [0.97, 1.0, 1.03]
    for decision, word, names in [
        (decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0)), "decisive", ("a",)),
        (decided(near, a=(200.0, 11.0), b=(195.0, 11.0)), "leaning", ("a",)),
        (decided([1.0, 1.0001, 0.9999], a=(200.0, 11.0), b=(199.9, 11.0)), "tie", ("a", "b")),
        (decided(a=(200.0, 11.0), b=(200.0, 11.0), c=(190.0, 11.0)), "tie", ("a", "b")),
        (decided(a=(200.0, 11.0), b=(150.0, 11.0)), "holds", ("a",)),
        (decided(a=(200.0, 11.0), b=(199.0, 11.0)), "fragile", ("a",)),
        (decided(near, confidence=None, a=(200.0, 11.0), b=(150.0, 11.0)), "holds", ("a",)),
        (decided(a=(90.0, 11.0), b=(80.0, 12.0)), "keep", ("none",)),
        (decided(a=(105.0, 13.0), b=(102.0, 14.0)), "keep", ("none",)),  # faster, by less than it costs
        (decided(a=(105.0, 11.0), b=(102.0, 12.0)), "fragile", ("none",)),
        (decided(near, a=(105.0, 11.0), b=(102.0, 12.0)), "leaning", ("none",)),
        (decided([1.0, 1.0001, 0.9999], a=(105.0, 10.51), b=(80.0, 12.0)), "tie", ("none", "a")),
        (decided(a=(120.0, 11.0)), "fragile", ("a",)),  # its rival is the baseline
        (decided(a=(200.0, 11.0)), "holds", ("a",)),
        (decided(near, a=(112.0, 11.0)), "leaning", ("a",)),
        (decided(CALM, a=(200.0, 11.0)), "decisive", ("a",)),
        (decided(a=(90.0, 11.0)), "keep", ("none",)),
    ]:
        assert (standing(decision).word, standing(decision).names) == (word, names), decision


def test_what_a_baseline_keeps_leaves_the_ranking_below_as_it_was():
    decision = decided(a=(105.0, 13.0), b=(102.0, 14.0))
    (scenario,) = decision
    assert scenario.winners == ("a",)
    document = decision.to_dict()["scenarios"][0]
    assert choice(document) == "keep none"
    assert document["choose"] == ["a"]
    assert document["rankings"]["benefit_to_cost"] == ["a", "b"]


def test_what_only_copies_is_no_codec_to_keep():
    table = {
        "codec": ["memcpy", "a", "b"],
        "original_bytes": [100, 100, 100],
        "stored_bytes": [100, 50, 60],
        "compression speed MB/s": [9000, 50, 40],
    }
    assert standing(ahp.rank(ahp.read(table, baseline="memcpy"))).names == ("a",)


def test_a_baseline_that_competes_is_judged_like_any_other():
    table = {"alternative": ["none", "a", "b"], "tps": [100, 99.9, 80]}
    decision = ahp.rank(ahp.read(table), include_baseline="always")
    assert (standing(decision).word, standing(decision).names) == ("fragile", ("none",))


def test_a_reference_is_never_chosen():
    speed = (ahp.Criterion("throughput", "benefit", "throughput"),)
    table = {"alternative": ["none", "unsafe", "a", "b"], "tps": [100, 300, 150, 120]}
    free = ahp.rank(ahp.read(table), ahp.Study(speed, baseline="none"))
    assert free["default"].winners == ("unsafe",)
    study = ahp.Study(speed, baseline="none", references=("Unsafe",))
    found = ahp.rank(ahp.read(table), study)
    assert found["default"].alternatives == ("a", "b")
    assert not_first(found, "unsafe") == ("scenario 'default': the study never chooses it; a is first",)
    assert any("'unsafe': never chosen" in warning for warning in found.warnings)
    # The baseline itself: everything is held against it, and it is not to be kept.
    against = {"alternative": ["unsafe", "a", "b"], "tps": [300, 150, 120]}
    kept = ahp.rank(ahp.read(against, baseline="unsafe"))
    assert standing(kept).names == ("unsafe",)
    only = ahp.Study(speed, baseline="unsafe", references=("unsafe",))
    assert standing(ahp.rank(ahp.read(against), only)).names == ("a",)
    with pytest.raises(StudyError, match="never chosen"):
        ahp.rank(ahp.read(against), only, include_baseline="always")


def test_references_in_a_study_file(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(
        'references = ["unsafe"]\n[[criteria]]\nname="s"\nmerit="benefit"\nmeasure="throughput"\n'
    )
    assert ahp.Study.from_toml(path).references == ("unsafe",)
    path.write_text('references = "unsafe"\n' + path.read_text().split("\n", 1)[1])
    with pytest.raises(StudyError, match="references lists alternatives"):
        ahp.Study.from_toml(path)


def test_the_noise_of_one_run_is_what_is_asked_for():
    measurements = ahp.read({"alternative": ["none", "a", "b"], "tps": [100, 200, 180]})
    bears = standing(ahp.rank(measurements)).noise
    assert standing(ahp.rank(measurements, noise=bears * 0.999)).word == "holds"
    assert standing(ahp.rank(measurements, noise=bears)).word == "fragile"
    for wrong in (-0.1, 2.1, "5 %"):
        with pytest.raises(StudyError, match="noise"):
            ahp.rank(measurements, noise=wrong)


def test_a_check_counts_once_and_one_that_cannot_fail_not_at_all(examples):
    for scenario in ahp.rank(ahp.read(examples / "zfs_oltp.csv")):
        verdicts = {f.check: f.verdict for f in scenario.audit if f.verdict in ("holds", "flips")}
        assert verdicts.pop("method") == "holds"
        assert scenario.standing.checks == len(verdicts)
        assert scenario.standing.disagree == sum(verdict == "flips" for verdict in verdicts.values())


NUMBERS = st.lists(st.tuples(st.integers(60, 160), st.integers(8, 13)), min_size=2, max_size=5)


@settings(max_examples=25, deadline=None)
@given(NUMBERS, st.sampled_from([None, [0.99, 1.0, 1.01]]), st.sampled_from([0.01, 0.05, 0.2]))
def test_the_headline_names_whom_the_gate_lets_pass(numbers, runs, noise):
    table = {name: (float(a), float(b)) for name, (a, b) in zip("abcde", numbers, strict=False)}
    decision = ahp.rank(decided(runs, **table).measurements, resamples=100, noise=noise)
    (scenario,) = decision.to_dict()["scenarios"]
    passing = [name for name in ("none", *table) if not not_first(decision, name)]
    said = scenario["standing"]
    assert passing == (said["names"] if is_sure(scenario) else [])
    said_surely = choice(scenario).startswith(("choose ", "keep ")) and "?" not in choice(scenario)
    assert is_sure(scenario) is said_surely
    assert len(said["names"]) == 1 or said["word"] == "tie"
    # The efficient by the definition.
    values = np.array([list(c["values"].values()) for c in scenario["criteria"]])
    values[[c["merit"] == "cost" for c in scenario["criteria"]]] *= -1
    beaten = [any((o >= v).all() and (o > v).any() for o in values.T) for v in values.T]
    assert scenario["efficient"] == [
        n for n, b in zip(scenario["alternatives"], beaten, strict=True) if not b
    ]


def test_a_document_of_the_first_version_has_no_standing_and_is_told_without(examples):
    document = copy.deepcopy(ahp.rank(ahp.read(examples / "pg_wal_runs.csv")).to_dict())
    for scenario in document["scenarios"]:
        del scenario["standing"], scenario["efficient"]
    for format in ahp.report.FORMATS:
        assert ahp.report.render(document, format)
    once = copy.deepcopy(ahp.rank(ahp.read(examples / "zfs_oltp.csv")).to_dict())
    for scenario in once["scenarios"]:
        del scenario["standing"], scenario["efficient"]
    assert choice(once["scenarios"][1]) == "ZLE ?, fragile"
    for format in ahp.report.FORMATS:
        assert ahp.report.render(once, format)
