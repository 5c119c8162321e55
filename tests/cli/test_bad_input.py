"""Bad input: one clear line, exit status 2, nothing on standard output, and whatever stood there untouched.

`tests/bad_input/` has a small file for each mistake; its `expected.json` says what the command is given and
the line that it answers with: the whole `error` of the thirty that users meet most, how it `begins` (the place and
what was found there) of the others.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fuzz.changing import changed
from hypothesis import given
from hypothesis import strategies as st

from ahp.cli.rank import main

FOLDER = Path(__file__).resolve().parents[1] / "bad_input"
CASES = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
OLD = "what stood there before\n"


@pytest.fixture
def old(write):
    """A file that a report is to be written over."""
    path = write("report.txt", OLD)
    return path


def untouched(path):
    return path.read_text() == OLD and list(path.parent.iterdir()) == [path]


def test_one_line_status_2_and_nothing_written(old, monkeypatch, capsysbinary):
    monkeypatch.chdir(FOLDER)
    answered, wanted = {}, {}
    for name, expected in CASES.items():
        ended = main([*expected["arguments"], "--output", str(old)])
        captured = capsysbinary.readouterr()
        line = captured.err.decode()
        told = "ahp-rank: " + (f"{expected['error']}\n" if "error" in expected else expected["begins"])
        answered[name] = (ended, line[: len(told)], line.count("\n"), captured.out, untouched(old))
        wanted[name] = (2, told, 1, b"", True)
    assert answered == wanted


def test_every_file_has_its_case():
    given_files = {argument for case in CASES.values() for argument in case["arguments"]}
    assert {path.name for path in FOLDER.iterdir()} - given_files == {"expected.json"}


def test_the_files_that_are_not_bad_are_good(monkeypatch, capsysbinary):
    monkeypatch.chdir(FOLDER)
    for given_ in ("good.csv", "good.csv --study good.toml", "two_scenarios.csv", "runs.csv"):
        assert main(given_.split()) == 0


# --- the command as a process ----------------------------------------------------------------------------------------

ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name not in ("PYTHONUNBUFFERED", "NO_COLOR")
}
COMMAND = (sys.executable, "-m", "ahp.cli.rank")
SAY = "ahp-rank: "


def run(*arguments, cwd=FOLDER, **options):
    """Run the command as its user does: output buffered, nothing asked of the environment."""
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": ENVIRONMENT, **options}
    return subprocess.run([*COMMAND, *map(str, arguments)], cwd=cwd, timeout=600, check=False, **options)


def test_standard_input_is_told_as_such():
    assert run("-", input=b"").stderr == b"ahp-rank: <stdin>: the file is empty: there is nothing to read\n"
    done = run("-", stdin=None, preexec_fn=lambda: os.close(0))
    assert (done.returncode, done.stderr) == (2, b"ahp-rank: <stdin>: standard input is closed\n")


# --- where the report cannot go ----------------------------------------------------------------------------------------


full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


@full
def test_standard_error_may_be_full_or_closed(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("alternative,tps,note\nnone,1,x\nlz4,2,y\n")  # ranked, with a warning
    with open("/dev/full", "wb") as nowhere:
        assert run("empty.csv", stderr=nowhere).returncode == 2
        assert run(table, stderr=nowhere).returncode == 0
    done = run("empty.csv", stderr=None, preexec_fn=lambda: os.close(2))
    assert (done.returncode, done.stdout) == (2, b"")


def test_standard_output_may_be_closed():
    done = run("good.csv", stdout=None, preexec_fn=lambda: os.close(1))
    assert done.returncode == 2
    assert done.stderr == b"ahp-rank: standard output: cannot write: it is closed\n"


# --- where it can ----------------------------------------------------------------------------------------------------


# --- colour ------------------------------------------------------------------------------------------------------------


def on_a_terminal(**environment):
    """Return what the command writes on a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        done = run("good.csv", stdout=theirs, env={**ENVIRONMENT, "TERM": "xterm-256color", **environment})
        os.close(theirs)
        text = b""
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while piece := os.read(ours, 65_536):
                text += piece
    finally:
        os.close(ours)
    assert done.returncode == 0
    return text


def test_colour_is_for_terminals_and_can_be_declined():
    assert b"\x1b[" in on_a_terminal()
    assert b"\x1b[" not in run("good.csv", env={**ENVIRONMENT, "TERM": "xterm-256color"}).stdout
    for environment in [{"NO_COLOR": "1"}, {"TERM": "dumb"}]:
        assert b"\x1b[" not in on_a_terminal(**environment)


# --- anything at all ---------------------------------------------------------------------------------------------------


def quietly(path, *options):
    """Return the command's status and the lines of its complaint, in this process."""
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        left = main([str(path), *options])
    return left, err.getvalue().splitlines()


ZFS = (FOLDER.parents[1] / "examples" / "zfs_oltp.csv").read_bytes()
ASKED = ["", "--drop-incomplete", "--index relative", "--include-baseline", "--format json", "--decimal ,"]
OPTIONS = st.sampled_from([asked.split() for asked in ASKED])
PLACES = st.integers(0, len(ZFS))
DAMAGED = st.lists(st.tuples(PLACES, PLACES, PLACES), min_size=1, max_size=3).map(
    lambda steps: changed(ZFS, steps, b"none,run 1.5,1e308 99% x", 2 * len(ZFS))
)


@given(st.one_of(DAMAGED, st.binary(max_size=200), st.text(max_size=100).map(str.encode)), OPTIONS)
def test_a_damaged_file_is_ranked_or_refused(tmp_path_factory, content, options):
    path = tmp_path_factory.getbasetemp() / "damaged.csv"
    path.write_bytes(content)
    left, complaint = quietly(path, *options)
    assert left in (0, 2)
    if left == 2:
        assert len(complaint) == 1
        assert complaint[0].startswith("ahp-rank: ")
        assert "internal error" not in complaint[0]
