"""The bytes of files; what a user sees of it is tested with the sources."""

import io
import os
import select
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from ahp import files
from ahp.errors import InputError
from ahp.files import content_of_file, content_of_path, settings_at


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "SMALL", 5)
    monkeypatch.setattr(files, "_LARGE", 10)
    monkeypatch.setattr(files, "_AT_ONCE", 4)
    return tmp_path / "a.log"


@pytest.mark.parametrize("content", [b"", b"1", b"0123456789"])
def test_a_small_file_is_read_at_once(path, content):
    path.write_bytes(content)
    assert content_of_path(str(path)) == (content, None)
    with path.open("rb") as file:
        assert content_of_file(file, "a") == (content, None)


def test_a_large_file_is_read_in_parts_as_often_as_asked(path):
    path.write_bytes(b"0123456789x")
    first, everything = content_of_path(str(path))
    assert first == b"0123456789"
    assert [list(everything()) for _ in range(2)] == [[b"0123", b"4567", b"89x"]] * 2


def test_what_an_open_file_has_left_is_read_once(path):
    path.write_bytes(b"skipped 0123456789abcdef")
    with path.open("rb") as file:
        file.read(8)
        first, everything = content_of_file(file, "a")
        assert first == b"0123456789ab"
        assert b"".join(everything()) == b"0123456789abcdef"
        with pytest.raises(InputError, match="a: this can be read only once"):
            everything()


def test_short_reads_are_no_end(path):
    class Short(io.RawIOBase):
        left = b"0123456789abcdef"

        def readable(self):
            return True

        def readinto(self, buffer):
            piece, self.left = self.left[:1], self.left[1:]
            buffer[: len(piece)] = piece
            return len(piece)

    first, everything = content_of_file(Short(), "a")
    assert first == b"0123456789a"
    assert b"".join(everything()) == b"0123456789abcdef"


def test_what_is_not_of_the_standard_library_is_read_its_own_way(path):
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"0123456789abcdef")
        file.seek(0)
        assert content_of_file(file, "a") == (b"0123456789abcdef", None)


def test_a_file_of_the_system_without_a_size_is_read(path):
    if not Path("/proc/version").exists():
        pytest.skip("no /proc here")
    assert content_of_path("/proc/version").first.startswith(b"Linux")


@pytest.mark.parametrize("now", [b"0123", b"01234567"])
def test_a_small_file_that_changes_meanwhile_is_refused(path, monkeypatch, now):
    path.write_bytes(b"0123456")
    fstat = os.fstat

    def and_then_it_changes(number):
        found = fstat(number)
        path.write_bytes(now)
        return found

    monkeypatch.setattr(files.os, "fstat", and_then_it_changes)
    with pytest.raises(InputError, match=r"a\.log: the file changed while it was read"):
        content_of_path(str(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_read_if_somebody_writes_and_refused_otherwise(path, monkeypatch):
    monkeypatch.setattr(files, "_PATIENCE", 0.1)
    os.mkfifo(path)
    with pytest.raises(InputError, match=r"a\.log: nobody writes to this pipe; start what does before"):
        content_of_path(str(path))
    writer = os.open(path, os.O_RDWR)  # which waits for no reader
    later = threading.Timer(0.4, lambda: (os.write(writer, b"17\n"), os.close(writer)))
    later.start()
    assert content_of_path(str(path)) == (b"17\n", None)
    later.join()


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/../dev/zero"])
def test_a_device_is_refused(device, tmp_path):
    with pytest.raises(InputError, match="this is a device, not a file"):
        content_of_path(device)
    (tmp_path / "link").symlink_to(device)
    with pytest.raises(InputError, match="link: this is a device, not a file"):
        content_of_path(str(tmp_path / "link"))


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no /dev/fd here")
@pytest.mark.parametrize("name", ["/dev/fd/{}", "/proc/self/fd/{}"])
def test_what_a_shell_hands_over_is_read_even_if_it_comes_late(name):
    end, start = os.pipe()
    with os.fdopen(start, "wb", buffering=0) as writer:
        later = threading.Timer(0.2, lambda: (writer.write(b"0123"), writer.write(b"456"), writer.close()))
        later.start()
        assert content_of_path(name.format(end)) == (b"0123456", None)
        later.join()
    os.close(end)


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="no /dev/stdin here")
def test_the_shells_own_ways_reach_the_program(tmp_path):
    script = "from ahp.files import content_of_path as c; import sys; print(c(sys.argv[1]).first.decode())"
    for command in ("sleep 0.2; echo 17 | {} /dev/stdin", "{} <(sleep 0.2; echo 17)", "{} /dev/stdin <a.log"):
        (tmp_path / "a.log").write_text("17\n")
        called = command.format(f"'{sys.executable}' -c '{script}'")
        done = subprocess.run(
            ["bash", "-c", called], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout == "17\n\n"


# --- what is taken whole: studies, plans, scripts -------------------------------------------------------------


def test_settings_are_text_whose_lines_end_as_on_unix(tmp_path):
    path = tmp_path / "s.toml"
    path.write_bytes("\ufeffü = 1\r\nb = 2\rc = 3\n".encode())
    assert settings_at(str(path)) == "ü = 1\nb = 2\nc = 3\n"


def test_settings_larger_than_anybody_writes_are_refused(path, monkeypatch):
    monkeypatch.setattr(files, "_LARGE", 1 << 20)
    path.write_bytes(b"#" * (1 << 20))
    assert len(settings_at(str(path))) == 1 << 20
    path.write_bytes(b"#" * ((1 << 20) + 1))
    with pytest.raises(InputError, match=r"a\.log: it is larger than 1 MB"):
        settings_at(str(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_settings_that_never_end_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_PATIENCE", 0.1)
    with pytest.raises(InputError, match="/dev/zero: this is a device, not a file"):
        settings_at("/dev/zero")
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="nobody writes to this pipe"):
        settings_at(pipe)
    writer = os.open(pipe, os.O_RDWR)
    endless = threading.Thread(target=lambda: [os.write(writer, b"#" * 4096) for _ in range(300)])
    endless.start()
    with pytest.raises(InputError, match="pipe: it is larger than 1 MB"):
        settings_at(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    while endless.is_alive():  # it waits for somebody to read
        select.select([reader], [], [], 0.01)[0] and os.read(reader, 1 << 20)
    os.close(writer)
    os.close(reader)
