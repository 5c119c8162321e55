import os

import pytest

from ahp.errors import OutputError
from ahp.harness.atomic import write_whole


def test_a_text_replaces_another(tmp_path):
    write_whole(tmp_path / "a", "old\n")
    write_whole(tmp_path / "a", "new\n")
    assert (tmp_path / "a").read_bytes() == b"new\n"
    assert os.listdir(tmp_path) == ["a"]


def test_what_stood_there_stays_when_the_disk_is_full(tmp_path, monkeypatch):
    write_whole(tmp_path / "a", "old\n")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="untouched"):
        write_whole(tmp_path / "a", "new\n")
    assert (tmp_path / "a").read_text() == "old\n"
    assert os.listdir(tmp_path) == ["a"]
