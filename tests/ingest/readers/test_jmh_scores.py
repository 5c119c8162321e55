import pytest

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.jmh_modes import Benchmark
from ahp.ingest.readers.jmh_scores import Score, runs_of, suite

LZ4 = Benchmark("a.Pack.lz4", "avgt", "1", (("level", "1"),), "us/op")


def cells(*numbers):
    return tuple(Digits(number, 5) for number in numbers)


def reading(*scores, one_vm=False):
    return suite(scores, one_vm=one_vm, ignored=())


def test_iterations_of_the_only_fork_are_runs_with_a_caveat():
    score = Score(LZ4, "duration", *cells("2.5"), runs_of([cells("2.0", "3.0")]))
    found = reading(score, one_vm=True)
    assert [(row.run, row.value) for row in found.rows] == [("1", 2.0), ("2", 3.0)]
    assert "one JVM" in found.caveats[0]
    assert reading(Score(LZ4, "duration", *cells("2.5")), one_vm=True).caveats == ()


def test_numbers_of_threads_are_scenarios_only_where_they_differ():
    one = Score(LZ4, "duration", *cells("2.5"))
    four = Score(LZ4._replace(threads="4"), "duration", *cells("2.5"))
    assert {row.scenario for row in reading(one).rows} == {"level=1"}
    assert {row.scenario for row in reading(one, four).rows} == {"level=1, threads=1", "level=1, threads=4"}


def test_each_benchmark_has_a_whole_name():
    bare = LZ4._replace(parameters=())
    assert reading(Score(LZ4, "duration", *cells("2.5"))).benchmarks == {
        ("level=1", "a.Pack.lz4"): "a.Pack.lz4, level=1"
    }
    assert reading(Score(bare, "duration", *cells("2.5"))).benchmarks == {(None, "a.Pack.lz4"): "a.Pack.lz4"}


@pytest.mark.parametrize("printed", ["0.000", "-1.5"])
def test_a_score_is_greater_than_0(printed):
    with pytest.raises(InputError, match=r"line 5: found .*: a score must be greater than 0"):
        reading(Score(LZ4, "duration", *cells(printed)))


def test_a_result_stands_once():
    score = Score(LZ4, "duration", *cells("2.5"))
    with pytest.raises(
        InputError, match=r"duration of a\.Pack\.lz4 stands here again \(mode avgt, then avgt\)"
    ):
        reading(score, score)
