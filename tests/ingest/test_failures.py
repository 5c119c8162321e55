import pytest

import ahp
from ahp.errors import FailedRunError, InputError
from ahp.ingest.failures import Failures
from ahp.ingest.readers.base import Options

FAILURE = FailedRunError("lz4 failed", file="a.txt", line=7, found="exit 1", advice="mend it")


def test_a_failure_is_refused_and_says_how_to_leave_it_out():
    with pytest.raises(FailedRunError) as caught:
        Failures(Options()).met(FAILURE)
    assert str(caught.value) == (
        "a.txt, line 7: found 'exit 1': lz4 failed; mend it, or leave it out with --drop-failed"
    )


def test_a_failure_is_left_out_and_told():
    failures = Failures(Options(failed="drop"))
    failures.met(FAILURE)
    failures.met(FailedRunError("no line"))
    assert failures.left_out == ["line 7: lz4 failed (found exit 1)", "no line"]


LZBENCH = (
    "Compressor name,Compression speed,Decompression speed,Original size,Compressed size,Ratio,Filename\n"
    "memcpy,100.00,100.00,1000,1000,100.00,a\nlz4,50.00,80.00,1000,500,50.00,a\nNOT FOUND: nosuch (null)\n"
)
SYSBENCH = "sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)\n\nFATAL: connection refused\n"


def test_what_failed_in_a_file_is_left_out_with_a_warning(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(LZBENCH)
    with pytest.raises(InputError, match=r"line 4.*could not run this codec.*--drop-failed"):
        ahp.read(path)
    kept = ahp.read(path, failed="drop")
    assert kept.alternatives("a") == ("memcpy", "lz4")
    (warning,) = kept.warnings
    assert warning == (
        f"left out: {path}, line 4: lzbench could not run this codec (found NOT FOUND: nosuch (null))"
    )


def test_a_file_that_failed_whole_is_left_out_among_others(tmp_path):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.txt"
    good.write_text("alternative,run,tps\nnone,1,100\nlz4,1,120\n")
    bad.write_text(SYSBENCH)
    with pytest.raises(FailedRunError, match="the run failed"):
        ahp.read(good, f"zstd={bad}")
    kept = ahp.read(good, f"zstd={bad}", failed="drop")
    assert kept.alternatives("default") == ("none", "lz4")
    assert any("bad.txt, line 3: the run failed" in warning for warning in kept.warnings)


def test_nothing_left_is_an_error_that_names_what_was_left_out(tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text(SYSBENCH)
    with pytest.raises(InputError, match=r"nothing is left; left out: .*bad.txt, line 3: the run failed"):
        ahp.read(f"zstd={bad}", failed="drop")


def test_any_other_word_is_refused(tmp_path):
    with pytest.raises(InputError, match="'refuse' or 'drop'"):
        ahp.read({"alternative": ["a"], "tps": [1]}, failed="maybe")
