import pytest

from ahp.harness.accounting import flags, interference, measures, transaction_measures
from ahp.harness.drivers.base import Recording
from ahp.harness.histogram import histogram
from ahp.harness.meters import Reading
from ahp.harness.storage.base import Usage


def recording(**other):
    times = {"a": histogram([1_000_000] * 300), "b": histogram([3_000_000] * 100), "c": histogram([])}
    return Recording(
        **{
            "response_times": times,
            "seconds": 2.0,
            "retries": 0,
            "client_cpu_s": 0.5,
            "ceiling": 1000.0,
            "steady": 1.0,
            **other,
        }
    )


def reading(**other):
    return Reading(
        **{
            "seconds": 2.0,
            "processors": 2,
            "user_s": 1.0,
            "system_s": 0.5,
            "iowait_s": 0.0,
            "steal_s": 0.0,
            **other,
        }
    )


USAGE = Usage(1000, 400)


def test_measures_are_counts_over_time():
    found = measures(recording(), reading(), USAGE, {"wal_bytes": 77.0})
    assert found["throughput"] == 200
    assert found["response_time_mean"] == pytest.approx(1.5)
    assert found["response_time_p50"] == pytest.approx(1.0, rel=1e-3)
    assert (found["response_time_p99"], found["response_time_max"]) == (pytest.approx(3.0, rel=1e-3), 3.0)
    assert (found["cpu"], found["cpu_user"], found["cpu_system"]) == (37.5, 25.0, 12.5)
    assert found["cpu_per_transaction"] == pytest.approx(
        1000 * (1.5 - 0.5) / 400
    )  # whole machine less the client
    assert (found["compression_ratio"], found["original_bytes"], found["stored_bytes"]) == (2.5, 1000, 400)
    assert (found["wal_bytes"], found["duration"]) == (77, 2)


def test_the_throughput_is_the_last_parts_where_a_workload_asks_for_it():
    found = measures(recording(exit_throughput=150.0), reading(), USAGE, {})
    assert (found["throughput"], found["response_time_max"]) == (150, 3.0)


def test_a_window_without_a_transaction_has_neither_throughput_nor_response_times():
    found = measures(recording(response_times={"a": histogram([])}), reading(), USAGE, {})
    assert not [name for name in found if name.startswith(("throughput", "response_time"))]
    assert "cpu_per_transaction" not in found
    assert (found["cpu"], found["duration"]) == (37.5, 2)


def test_types_apart_and_those_that_did_not_run_are_absent():
    found = transaction_measures(recording())
    assert list(found) == ["a", "b"]
    assert (found["a"]["throughput"], found["b"]["throughput"]) == (150, 50)


def test_what_cannot_be_measured_is_left_out():
    found = measures(recording(), reading(user_s=None, system_s=None), USAGE, {})
    assert not {name for name in found if name.startswith(("cpu", "wal"))}


def test_a_tick_too_many_is_no_more_than_all():
    found = measures(recording(), reading(user_s=4.0, system_s=0.02), USAGE, {})
    assert found["cpu"] == pytest.approx(100)


@pytest.mark.parametrize(
    ("seen", "looked", "emptied", "flag"),
    [
        ({"steady": 0.6}, {}, None, "not steady"),
        ({"ceiling": 300.0}, {}, None, "the client was the bottleneck"),
        ({}, {}, "needs root", "needs root"),
        ({"response_times": {"a": histogram([])}}, {}, None, "no transaction ended"),
    ],
)
def test_what_makes_figures_doubtful_is_told(seen, looked, emptied, flag):
    (found,) = flags(recording(**seen), reading(**looked), emptied)
    assert found.startswith(flag)


def test_a_rate_that_was_not_kept_up_is_told():
    assert flags(recording(), reading(), None, 205.0) == ()  # 200 arrived, as chance has it
    (found,) = flags(recording(), reading(), None, 300.0)
    assert found == "the rate was not kept up: 200 transactions per second of 300"


def test_a_sound_run_has_no_flag():
    assert flags(recording(), reading(foreign_cpu_s=0.1), None) == ()
    assert interference(reading(foreign_cpu_s=0.1)) == ()


def test_what_others_did_is_told_apart():
    busy = ("other processes were busy: they used 25% of the machine",)
    assert interference(reading(foreign_cpu_s=1.0)) == busy
    assert flags(recording(), reading(foreign_cpu_s=1.0), None) == ()
