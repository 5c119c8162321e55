import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.shares import Sample, after_the_first, share, told
from ahp.ingest.times import stamp_of


def sample(**shares: str) -> Sample:
    return Sample({name: Digits(text, 3) for name, text in shares.items()})


def both(one: Sample) -> tuple[float, float]:
    return one.of("cpu_user").value, one.of("cpu_system").value


def test_the_same_interval_is_the_same_whoever_shows_it():
    # 30 % user of which a guest took 4, 2 % nice, 10 % system, 1 % and 3 % in interrupts, 54 % idle.
    mpstat = sample(usr="26", nice="2", sys="10", irq="1", soft="3", guest="4", gnice="0", idle="54")
    sar = sample(user="30", nice="2", system="14", iowait="0", steal="0", idle="54")
    vmstat = sample(us="28", sy="14", id="54", wa="0", st="0", gu="4")
    older_vmstat = sample(us="32", sy="14", id="54", wa="0", st="0")
    older_dstat = sample(usr="32", sys="10", idl="54", wai="0", hiq="1", siq="3")
    for one in (mpstat, sar, vmstat, older_vmstat, older_dstat):
        assert one.missing == 0
        assert both(one) == (32, 14)


def test_a_sum_keeps_the_digits_and_their_doubt():
    one = sample(usr="26.10", nice="2.05", sys="10.00", idle="61.85")
    assert one.of("cpu_user") == Digits("28.15", 3)
    assert one.resolution("cpu_user") == 0.01
    assert one.resolution("cpu_system") == 0.005


def test_shares_that_are_not_the_whole_are_known():
    assert sample(user="10", system="5", idle="80").missing == 5


def test_time_that_could_be_anybodys_is_known():
    assert sample(user="1", system="2", nap="97").unknown == "nap"
    assert sample(usr="1", sys="2", idl="97").unknown is None


def test_stolen_time_has_several_names():
    assert [sample(**{name: "3"}).stolen for name in ("steal", "st", "stl", "idle")] == [3, 3, 3, 0]


def test_a_sample_without_system_time_is_refused():
    for one in (sample(user="100"), sample(user="90", soft="10")):
        with pytest.raises(InputError, match="no column for cpu_system"):
            one.of("cpu_system")


def test_a_share_is_a_plain_number():
    assert share("7,85", 2) == Digits("7.85", 2)
    for text in ("-1.00", "1e3", "nan", "", "1.2.3", "٣"):
        with pytest.raises(InputError, match="a number is needed"):
            share(text, 2)


def test_the_first_is_left_out_and_says_when_the_second_began():
    ends = [stamp_of("23:59:50"), stamp_of("00:00:20"), None, stamp_of("00:01:00")]
    found = after_the_first([sample(us="1")._replace(end=end) for end in ends])
    assert [one.seconds for one in found] == [30.0, None, None]
    assert after_the_first([sample(us="1")]) == []


def test_what_a_measure_is_made_of_is_told():
    assert told(sample(user="1", nice="0", system="2")) == "cpu_user is user + nice; cpu_system is system"
