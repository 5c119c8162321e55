import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.monitors import host_reading, mean_rows
from ahp.ingest.readers.shares import Sample
from ahp.ingest.times import stamp_of
from ahp.ingest.window import Window


def sample(user: str, system: str, seconds: float | None = None, **others: str) -> Sample:
    idle = f"{100 - sum(map(float, (user, system, *others.values()))):.2f}"
    shares = {"%user": user, "%system": system, **{f"%{k}": v for k, v in others.items()}, "%idle": idle}
    return Sample({name: Digits(text, 3) for name, text in shares.items()}, seconds)


def values(samples: list[Sample]) -> list[float | None]:
    return [row.value for row in host_reading(samples).rows]


def test_equal_intervals_count_the_same():
    assert values([sample("10.00", "5.00"), sample("20.00", "5.50")]) == [15.0, 5.25]


def test_clocks_are_rounded_to_a_second():
    assert values([sample("10.00", "5.00", 1.0), sample("20.00", "5.00", 2.0)]) == [15.0, 5.0]


def test_unequal_intervals_count_by_their_length():
    reading = host_reading([sample("10.00", "5.00", 60.0), sample("40.00", "5.00", 30.0)])
    assert reading.rows[0].value == 20.0
    assert reading.caveats == ("Its intervals are 30 to 60 s long; each counts by its length.",)


def test_the_resolution_is_that_of_the_digits():
    (user, _) = mean_rows([sample("10.00", "5.00"), sample("20.0", "5.00")], "%")
    assert (user.resolution, user.found, user.line) == (0.05, "mean of 2 samples", 3)


def test_one_sample_is_shown_as_it_was_printed():
    assert host_reading([sample("10.50", "5.00")]).rows[0].found == "10.50"


@pytest.mark.parametrize(("said", "told"), [("15.00", False), ("15.20", False), ("16.00", True)])
def test_an_average_may_miss_by_what_uneven_ticks_explain(said, told):
    stated = {"%user": Digits(said, 9), "%system": Digits("5.00", 9)}
    reading = host_reading([sample("10.00", "5.00"), sample("20.00", "5.00")], stated=stated)
    assert bool(reading.caveats) is told


def test_busy_and_stolen_processors_are_told_of():
    assert "busy throughout (96 %)" in host_reading([sample("90.00", "6.00")]).caveats[0]
    assert host_reading([sample("1.00", "1.00", steal="2.00")]).caveats == (
        "2.0 % of the processor time was stolen: the host gave it to other virtual machines.",
    )


def test_whole_per_cents_are_coarse_where_there_are_few():
    assert host_reading([sample("4", "20")]).caveats == (
        "cpu_user of 4 % is a mean of whole per cents: it may be 0.5 off, 12 % of itself.",
    )
    assert host_reading([sample("4.00", "20.00"), sample("40", "20")]).caveats == ()


def timed(user: str, end: str, seconds: float | None = 1.0) -> Sample:
    return sample(user, "5.00", seconds)._replace(end=stamp_of(end))


def test_only_the_intervals_of_the_window_count():
    samples = [timed("10.00", "10:00:01"), timed("20.00", "10:00:02"), timed("60.00", "10:00:03")]
    reading = host_reading(samples, window=Window.of("10:00:00", "10:00:02"))
    assert [row.value for row in reading.rows] == [15.0, 5.0]
    assert reading.windowed
    assert reading.caveats == (
        "Averaged over the 2 of its 3 intervals that lie whole in the window from 10:00:00 to 10:00:02, "
        "both ends included.",
    )
    assert not host_reading(samples).windowed


def test_the_average_of_the_whole_is_not_held_against_a_part():
    stated = {"%user": Digits("30.00", 9), "%system": Digits("5.00", 9)}
    samples = [timed("10.00", "10:00:01"), timed("50.00", "10:00:02")]
    reading = host_reading(samples, stated=stated, window=Window.of("10:00:01", "10:00:02"))
    assert "the samples are used" not in " ".join(reading.caveats)


def test_time_of_an_unknown_kind_is_refused():
    with pytest.raises(InputError, match="%nap is no known share of the processor time"):
        host_reading([sample("1.00", "1.00", nap="3.00")])


def test_no_sample_is_no_mean():
    with pytest.raises(InputError, match="no sample of all processors"):
        host_reading([])
