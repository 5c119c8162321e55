import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.hyperfine_rows import Summary, check_multiple, duration_row, names_of, of_means


def summary(command, mean, least, most, line=1):
    return Summary(command, Digits(mean, line), "ms", Digits(least, line), Digits(most, line))


def test_a_mean_lies_inside_its_range():
    with pytest.raises(InputError, match="the mean of a does not agree"):
        of_means([summary("a", "5.0", "5.1", "6.0")])
    with pytest.raises(InputError, match="the mean of a does not agree"):
        of_means([summary("a", "6.2", "5.1", "6.0")])


def test_a_mean_that_was_rounded_in_a_sum_is_no_contradiction():
    assert of_means([summary("a", "0.30000000000000004", "0.3", "0.3")]).rows[0].value > 0.3


def test_commands_need_names_of_their_own():
    with pytest.raises(InputError, match="line 7: found 'a': each command needs a name of its own"):
        of_means([summary("a", "5.0", "5.0", "5.0"), summary("a", "6.0", "6.0", "6.0", 7)])


def test_parameters_are_names_only_where_they_tell_all_apart():
    commands, lines = ["x 1", "y 1"], [1, 2]
    assert names_of(commands, [(("n", "1"),), (("n", "1"),)], lines) == commands
    assert names_of(commands, [(("n", "1"), ("m", "2")), (("n", "1"), ("m", "3"))], lines) == [
        "n=1, m=2",
        "n=1, m=3",
    ]


def test_blanks_about_a_name_are_no_part_of_it():
    assert names_of(["gzip f  ", " lz4 f"], [(), ()], [1, 2]) == ["gzip f", "lz4 f"]
    assert names_of(["x", "y"], [(("n", "1 "),), (("n", "2"),)], [1, 2]) == ["1", "2"]
    assert names_of(["x", "y"], [(("n", " "),), (("n", "2"),)], [1, 2]) == ["x", "y"]
    with pytest.raises(InputError, match="each command needs a name of its own"):
        names_of(["gzip f", "gzip f "], [(), ()], [1, 2])


def test_no_time_is_refused():
    with pytest.raises(InputError, match="true took no time"):
        duration_row("true", Digits("0.0", 3), "mean", None)


@pytest.mark.parametrize("printed", ["85.12", "83.8", "88.6"])
def test_a_quotient_of_rounded_means_is_accepted(printed):
    check_multiple(Digits(printed, 1), (146.4, 0.05), (1.7, 0.05))


@pytest.mark.parametrize("printed", ["83.6", "88.8", "8.51"])
def test_another_quotient_is_refused(printed):
    with pytest.raises(InputError, match="the quotient of the means does not agree"):
        check_multiple(Digits(printed, 1), (146.4, 0.05), (1.7, 0.05))


def test_a_run_that_took_no_time_is_told_wherever_its_mean_is_read():
    reading = of_means([summary("a", "1.0", "0.0", "2.0"), summary("b", "1.0", "0.5", "2.0")])
    assert [row.value for row in reading.rows] == [1.0, 1.0]
    assert "A run of 'a' took no time" in reading.caveats[-1]
