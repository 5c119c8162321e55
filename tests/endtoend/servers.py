"""Database servers that a test starts for itself and stops again.

PostgreSQL and MariaDB refuse to serve or advise against serving as root; run by root they are started as
`nobody`. They listen on a socket in a folder of their own under /tmp, where a socket's path is short enough.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from endtoend.tools import output, program


class Server(NamedTuple):
    """A server that runs: where its socket is, and what its clients need in their environment."""

    folder: Path
    env: dict[str, str]


@contextmanager
def postgresql() -> Iterator[Server]:
    """Run a PostgreSQL of one's own; `psql` and `pgbench` find it with its environment."""
    with _folder("ahp-pg-") as folder:
        data = folder / "data"
        _run(folder, "initdb", *f"-D {data} -U tester -A trust -E UTF8 --locale=C --no-sync".split())
        options = f"-D {data} -k {folder} -c listen_addresses= -c fsync=off"
        command = [program("postgres"), *options.split()]
        env = {"PGHOST": str(folder), "PGUSER": "tester", "PGDATABASE": "postgres", "PGPORT": "5432"}
        ping = [program("psql"), "-Atc", "select 1"]
        # SIGINT is its fast shutdown: it does not wait for clients.
        with _running(command, folder, lambda: _answers(ping, env), signal.SIGINT):
            yield Server(folder, env)


@contextmanager
def mariadb() -> Iterator[Server]:
    """Run a MariaDB of one's own, with the database `sbtest`."""
    with _folder("ahp-my-") as folder:
        data, socket = folder / "data", folder / "socket"
        own = ["--no-defaults", f"--datadir={data}"]
        _run(folder, "mariadb-install-db", *own, "--auth-root-authentication-method=normal", "--skip-test-db")
        command = [
            program("mariadbd"), *own, f"--socket={socket}", "--skip-networking", f"--pid-file={folder / 'pid'}",
            f"--tmpdir={folder}", "--innodb-buffer-pool-size=64M", "--innodb-flush-log-at-trx-commit=0",
        ]  # fmt: skip
        client = [program("mariadb"), "--no-defaults", f"--socket={socket}", "--user=root"]
        with _running(command, folder, lambda: _answers([*client, "-e", "select 1"], {}), signal.SIGTERM):
            output(*client, "-e", "create database sbtest")
            yield Server(folder, {"MYSQL_UNIX_PORT": str(socket)})


def _own(folder: Path) -> dict[str, object]:
    """Return as whom a server is run, root lending it to nobody, and where it may write."""
    nobody = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
    return nobody | {"cwd": folder, "env": os.environ | {"TMPDIR": str(folder)}}


@contextmanager
def _folder(prefix: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir="/tmp"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody", "nogroup")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(folder: Path, name: str, *arguments: str | Path) -> None:
    command = [program(name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **_own(folder))
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"


def _answers(ping: list[str], env: dict[str, str]) -> bool:
    return subprocess.run(ping, capture_output=True, env=os.environ | env, timeout=30).returncode == 0


@contextmanager
def _running(
    command: list[str | Path], folder: Path, answers: Callable[[], bool], stop: signal.Signals
) -> Iterator[None]:
    """Run a server until the test is over, whatever becomes of the test."""
    log = folder / "log"
    with log.open("w") as written:
        told = {"stdout": written, "stderr": written, "stdin": subprocess.DEVNULL, **_own(folder)}
        server = subprocess.Popen([str(part) for part in command], **told)
    try:
        until = time.monotonic() + 60
        while not answers():
            assert server.poll() is None, f"the server ended at once:\n{log.read_text()}"
            assert time.monotonic() < until, f"the server does not answer:\n{log.read_text()}"
            time.sleep(0.2)
        yield
    finally:
        server.send_signal(stop)
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait(30)
