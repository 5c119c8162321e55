import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.monitors import Sample, host_reading, mean_rows, share


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


def test_busy_processors_and_time_elsewhere_are_told_of():
    assert "busy throughout (96 %)" in host_reading([sample("90.00", "6.00")]).caveats[0]
    assert host_reading([sample("1.00", "1.00", nice="2.00")]).caveats == (
        "2.00 % of the time was %nice, which is in neither cpu_user nor cpu_system.",
    )


def test_a_guest_may_be_counted_within_user_time():
    shares = {"us": "60", "sy": "10", "id": "30", "gu": "20"}
    assert values([Sample({name: Digits(text, 1) for name, text in shares.items()})]) == [60.0, 10.0]


def test_no_sample_is_no_mean():
    with pytest.raises(InputError, match="no sample of all processors"):
        host_reading([])


def test_a_sample_without_system_time_is_refused():
    with pytest.raises(InputError, match="no column for cpu_system"):
        host_reading([Sample({"%user": Digits("100.00", 4)})])


def test_a_share_is_a_plain_number():
    assert share("7,85", 2) == Digits("7.85", 2)
    for text in ("-1.00", "1e3", "nan", "", "1.2.3", "٣"):
        with pytest.raises(InputError, match="a number is needed"):
            share(text, 2)
