from pathlib import Path

from ahp.cli.bench_text import listed_text, noise_text, summary_text
from ahp.harness.noise import Noise
from ahp.harness.run import Summary


def test_what_cannot_run_says_why():
    text = listed_text({"engines": [{"name": "x", "title": "X", "unavailable": "needs root"}]})
    assert text == "engines\n  x               cannot run here: needs root\n"


def test_noise_in_words():
    text = noise_text([Noise("S", "throughput", 3, 1.021, 0.9)])
    assert "  S: throughput +2.1% (-10.0%)." in text
    assert noise_text([]) == ""


def test_how_a_run_ended():
    good = summary_text(Summary(Path("d"), 4, 0, (), {"not steady": 2}))
    assert good == "\nIn 2 of 4 runs: not steady.\n4 runs finished; everything is in d\n"
    again = summary_text(Summary(Path("d"), 4, 0, (), {}, 2))
    assert "2 runs were repeated, for other processes were busy" in again
    bad = summary_text(Summary(Path("d"), 3, 1, ("x",), {}))
    assert "3 runs finished, 1 failed (ahp-bench resume repeats them)" in bad
