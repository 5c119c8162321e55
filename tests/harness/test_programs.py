import pytest

from ahp.errors import HarnessError
from ahp.harness import programs


def test_a_program_in_the_administrators_folder_is_found(monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin")
    assert programs.located("sh").name == "sh"
    assert programs.located("no-such-program") is None


def test_what_is_missing_is_named_with_its_package(monkeypatch):
    monkeypatch.setattr(programs, "located", lambda name: None)
    assert programs.missing("compsize") == "compsize: command not found; install the package btrfs-compsize"
    with pytest.raises(HarnessError, match="compsize: command not found"):
        programs.output(["compsize", "-b", "."])


def test_a_failure_is_told_by_the_programs_own_first_line():
    with pytest.raises(HarnessError, match=r"^ls /no/such/place ended with 2: .*ls: cannot access"):
        programs.output(["ls", "/no/such/place"])


def test_a_failure_without_a_word_is_told_too():
    with pytest.raises(HarnessError, match="false ended with 1: it wrote no message"):
        programs.output(["false"])


def test_a_program_that_does_not_end_is_given_up():
    with pytest.raises(HarnessError, match=r"sleep 30 did not end within 0.1 s"):
        programs.output(["sleep", "30"], timeout_s=0.1)
