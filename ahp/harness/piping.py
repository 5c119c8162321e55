"""A program that is fed or read line by line, however much that is."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from ahp.errors import TrialError, one_line

_PATIENCE_S = 3600.0


def written_to(command: Sequence[str], env: Mapping[str, str], lines: Iterable[bytes]) -> None:
    """Run a program and write lines, which have their line ends, to its standard input.

    Raises
    ------
    TrialError
        If it fails, with the first line that it wrote to standard error.
    """
    with _piped(command, env, subprocess.PIPE, subprocess.DEVNULL) as process:
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it said why on standard error
            process.stdin.writelines(lines)


def read_from(command: Sequence[str], env: Mapping[str, str]) -> Iterator[bytes]:
    """Run a program and return the lines of its standard output, without their line ends.

    Raises
    ------
    TrialError
        If it fails, with the first line that it wrote to standard error.
    """
    with _piped(command, env, subprocess.DEVNULL, subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield line.rstrip(b"\n")


@contextlib.contextmanager
def _piped(
    command: Sequence[str], env: Mapping[str, str], stdin: int, stdout: int
) -> Iterator[subprocess.Popen[bytes]]:
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, stdin=stdin, stdout=stdout, stderr=errors, env=os.environ | {"LC_ALL": "C"} | dict(env)
        )
        try:
            yield process
            _close(process.stdin)
            process.wait(_PATIENCE_S)
        finally:
            _close(process.stdin)
            _close(process.stdout)
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode:
            errors.seek(0)
            said = errors.read().decode("utf-8", "replace").strip().splitlines()
            # MariaDB's client shows the statement first.
            wrong = next((line for line in said if line.startswith("ERROR")), said[0] if said else "silent")
            raise TrialError(f"{Path(command[0]).name} ended with {process.returncode}: {one_line(wrong)}")


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()
