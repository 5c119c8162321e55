import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from ahp.errors import OutputError
from ahp.harness.appending import append_line


def test_lines_follow_each_other(tmp_path):
    path = tmp_path / "lines"
    append_line(path, "one")
    append_line(path, "zwei: ü")
    assert path.read_text(encoding="utf-8") == "one\nzwei: ü\n"


def test_what_a_power_cut_left_stays_a_line_of_its_own(tmp_path):
    path = tmp_path / "lines"
    path.write_text("one\nhal")
    append_line(path, "two")
    assert path.read_text() == "one\nhal\ntwo\n"


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_nothing_of_a_line_stands_there_that_found_no_room(call, tmp_path, monkeypatch):
    path = tmp_path / "lines"
    append_line(path, "one")
    if call == "fsync":

        def full(_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        line = "two"
    else:
        resource = pytest.importorskip("resource")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        line = "x" * 10_000
    try:
        if call == "write":
            import signal

            before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        with pytest.raises(OutputError, match=r"lines: cannot be written: No space left.*free some space"):
            append_line(path, line)
    finally:
        if call == "write":
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
    assert path.read_text() == "one\n"


def test_a_first_line_that_found_no_room_leaves_nothing_of_itself(tmp_path, monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="free some space"):
        append_line(tmp_path / "lines", "one")
    assert (tmp_path / "lines").read_text() == ""


@pytest.mark.parametrize("before", [None, "", "one\n"])
def test_a_line_that_somebody_else_adds_stays_when_ours_fails(before, tmp_path, monkeypatch):
    path = tmp_path / "lines"
    if before is not None:
        path.write_text(before)

    def full_after_a_neighbour(_):
        with path.open("a") as file:
            file.write("theirs\n")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_after_a_neighbour)
    with pytest.raises(OutputError, match="free some space"):
        append_line(path, "ours")
    assert path.read_text().endswith("theirs\n")
    assert path.read_text().startswith(before or "")


def test_lines_added_at_once_are_whole_with_nothing_between_them(tmp_path):
    path = tmp_path / "lines"
    lines = [f"{number:03} {'x' * 20_000}" for number in range(200)]
    with ThreadPoolExecutor(20) as threads:
        list(threads.map(lambda line: append_line(path, line), lines))
    assert sorted(path.read_text().splitlines()) == lines


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(OutputError, match=r"cannot be written: No such file or directory$"):
        append_line(tmp_path / "absent" / "lines", "one")


def test_a_name_that_is_too_long_is_told(tmp_path):
    with pytest.raises(OutputError, match=r"x: cannot be written: File name too long$"):
        append_line(tmp_path / ("x" * 300), "one")
