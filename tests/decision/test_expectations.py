"""What passes a gate and what does not, with the reason."""

import pytest
from decision.nights import CALM, both, decided

import ahp
from ahp.decision.expectations import not_first, unlike_before, worse_than_before
from ahp.errors import StudyError

NEAR = [0.97, 1.0, 1.03]


def test_first_decisively():
    clear = decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0))
    assert not_first(clear, "a", 0.05) == ()
    assert not_first(clear, " A ", 0.05) == ()
    assert not_first(clear, "b", 0.05) == ("scenario 'default': a is first",)
    close = decided(NEAR, a=(200.0, 11.0), b=(195.0, 11.0))
    assert not_first(close, "a", 0.05) == (
        "scenario 'default': a is first, but not decisively: the runs lean that way",
    )
    same = decided(CALM, a=(200.0, 11.0), b=(200.0 * (1 - 1e-9), 11.0))
    assert not_first(same, "a", 0.05)[0].endswith("not decisively: the runs lean that way")


def test_a_tie_of_the_first_two_is_not_decisive():
    calm = [1.0, 1.0001, 0.9999]
    found = not_first(decided(calm, a=(200.0, 11.0), b=(199.9, 11.0)), "a", 0.05)
    assert found == (
        "scenario 'default': a is first, but not decisively: the first two are within 1 % of each other",
    )


def test_one_run_a_hair_less_and_a_hair_more():
    once = decided(a=(200.0, 11.0), b=(180.0, 11.0))
    bears = once["default"].margin.noise_95
    assert not_first(once, "a", bears * 0.999) == ()
    (reason,) = not_first(once, "a", bears)
    assert reason.startswith("scenario 'default': a is first, but bears no more than noise of ")


def test_every_scenario_counts():
    decision = both(
        decided(CALM, "day", a=(200.0, 11.0), b=(150.0, 11.0)),
        decided(CALM, "night", b=(200.0, 11.0), c=(150.0, 11.0)),
    )
    assert not_first(decision, "a", 0.05) == ("scenario 'night': it does not compete there; b is first",)
    assert not_first(decision, "b", 0.05) == ("scenario 'day': a is first",)


def test_an_exact_tie_is_no_first_place_and_one_alone_is_first():
    tied = decided(a=(200.0, 11.0), b=(200.0, 11.0), c=(9.0, 11.0))
    assert not_first(tied, "b", 0.05) == ("scenario 'default': b ties for first with a",)
    assert not_first(tied, "c", 0.05) == ("scenario 'default': a and b are first",)
    assert not_first(decided(a=(200.0, 11.0)), "a", 0.05) == ()
    assert not_first(decided(CALM, a=(200.0, 11.0)), "a", 0.05) == ()


@pytest.mark.parametrize("name", ["z", "nones", ""])
def test_a_name_that_is_no_alternative_is_an_error(name):
    with pytest.raises(StudyError) as caught:
        not_first(decided(a=(200.0, 11.0), b=(150.0, 11.0)), name, 0.05)
    assert str(caught.value) == f"'{name}' is no alternative here; the alternatives are 'a', 'b'"


def test_who_was_measured_and_does_not_compete_is_not_first_and_told_why():
    once = decided(a=(200.0, 11.0), b=(150.0, 11.0))
    assert not_first(once, "None", 0.05) == (
        "scenario 'default': none is the baseline and does not compete; a is first",
    )
    study = ahp.Study(
        (ahp.Criterion("throughput", "benefit", "throughput"),),
        baseline="none",
        screens=(ahp.Screen.of("throughput >= 180 1/s"),),
    )
    table = {"alternative": ["none", "a", "b"], "tps": [100, 200, 150]}
    assert not_first(ahp.rank(ahp.read(table), study), "b", 0.05) == (
        "scenario 'default': b does not pass the screen 'throughput >= 180 1/s'; a is first",
    )
    gaps = ahp.read({"alternative": ["none", "a", "b"], "tps": [100, 200, 150], "cpu": [10, 11, None]})
    dropped = ahp.rank(gaps, incomplete="drop")
    assert not_first(dropped, "b", 0.05) == ("scenario 'default': it does not compete there; a is first",)


def test_unlike_before_counts_only_what_is_beyond_noise():
    before = decided(NEAR, a=(200.0, 11.0), b=(150.0, 11.0))
    for b, reasons in ((202.0, 0), (400.0, 1)):
        now = decided(NEAR, a=(200.0, 11.0), b=(b, 11.0))
        assert now["default"].winners == ("b",)
        assert len(unlike_before(ahp.compare(now, before).changes)) == reasons
    assert unlike_before(ahp.compare(before, before).changes) == ()


def test_worse_than_before_names_measures_with_their_figures():
    before = decided(a=(200.0, 11.0), b=(150.0, 11.0))
    now = decided(a=(100.0, 22.0), b=(150.0, 11.0))
    assert worse_than_before(ahp.compare(now, before).changes) == (
        "scenario 'default': throughput of a is -50.0 % (200 to 100 1/s), more than noise of 5 % in both "
        "numbers makes",
        "scenario 'default': cpu of a is +100.0 % (11 to 22 %), more than noise of 5 % in both numbers makes",
    )
    often = worse_than_before(
        ahp.compare(
            decided(CALM, a=(100.0, 11.0), b=(50.0, 11.0)), decided(CALM, a=(200.0, 11.0), b=(50.0, 11.0))
        ).changes
    )
    (reason,) = often
    assert reason.startswith("scenario 'default': throughput of a is -50.0 % (199.993 to 99.9967 1/s; -")
    assert reason.endswith(" %, at 95 % for all measures of the choices at once), worse by more than 5 %")


def test_what_cannot_be_compared_is_not_shown_to_be_as_good():
    times = ahp.rank(ahp.read({"alternative": ["none", "a"], "response_time_mean_ms": [5.0, 4.0]}))
    changes = ahp.compare(times, decided(a=(2.0, 1.0), b=(1.0, 1.0))).changes
    assert worse_than_before(changes) == (
        "scenario 'default': no measure of the choice was measured both times",
    )
