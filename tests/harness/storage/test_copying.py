import os
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import HarnessError, TrialError
from ahp.harness.storage import copying
from ahp.harness.storage.copying import apparent, contents, restored


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "source"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "rows").write_bytes(os.urandom(200_000))
    (folder / "link").symlink_to("deep/rows")
    with (folder / "holes").open("wb") as file:
        file.seek(8 * 2**20)
        file.write(b"end")
    (folder / "deep" / "rows").chmod(0o640)
    os.utime(folder / "deep" / "rows", (1_000_000, 1_000_000))
    return folder


def test_a_copy_is_the_source_byte_for_byte_with_its_holes(source, tmp_path):
    target = tmp_path / "target"
    target.mkdir()
    restored(source, target, contents(source))
    assert (target / "deep" / "rows").read_bytes() == (source / "deep" / "rows").read_bytes()
    assert (target / "deep" / "rows").stat().st_mtime == 1_000_000
    assert (target / "deep" / "rows").stat().st_mode & 0o777 == 0o640
    assert os.readlink(target / "link") == "deep/rows"
    assert apparent(target).logical_bytes == apparent(source).logical_bytes
    assert (target / "holes").stat().st_blocks <= (source / "holes").stat().st_blocks < 1000


def test_a_copy_that_differs_is_told(source, tmp_path, monkeypatch):
    target = tmp_path / "target"
    target.mkdir()
    digest = contents(source)
    real = copying.output

    def damaged(*args, **how):
        said = real(*args, **how)
        with (target / "deep" / "rows").open("r+b") as file:
            file.seek(77)
            file.write(bytes([file.read(1)[0] ^ 1]) if file.seek(77) is None else b"\0\1\2\3")
        return said

    monkeypatch.setattr(copying, "output", damaged)
    with pytest.raises(TrialError, match="the restored data set differs"):
        restored(source, target, digest)


def test_nothing_is_restored_over_something(source, tmp_path):
    with pytest.raises(HarnessError, match="not empty"):
        restored(source, tmp_path, contents(source))


@given(st.integers(0, 199_999), st.integers(1, 255))
def test_any_changed_byte_changes_the_digest(place, by):
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "f"
        data = bytearray(200_000)
        path.write_bytes(data)
        before = contents(Path(name))
        data[place] ^= by
        path.write_bytes(data)
        assert contents(Path(name)) != before


def test_names_and_kinds_count_too(tmp_path):
    (tmp_path / "a").write_text("x")
    first = contents(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    second = contents(tmp_path)
    (tmp_path / "b").unlink()
    (tmp_path / "b").mkdir()
    third = contents(tmp_path)
    assert len({first, second, third}) == 3
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        assert contents(tmp_path) == third  # nothing is kept at a server's socket


def test_a_hard_link_takes_its_blocks_once(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 50_000)
    once = apparent(tmp_path)
    os.link(tmp_path / "a", tmp_path / "b")
    assert apparent(tmp_path) == once
