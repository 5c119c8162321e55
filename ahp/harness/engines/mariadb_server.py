"""A private MariaDB: its data in a folder, its socket in another, stopped when it is needed no more."""

from __future__ import annotations

import contextlib
import functools
import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from ahp.errors import HarnessError, TrialError
from ahp.harness.engines.base import Address
from ahp.harness.engines.mariadb_client import counters, details, query, status
from ahp.harness.ledger import Ledger
from ahp.harness.settings import refused, size
from ahp.harness.system.folders import give, let_through, temporary_folder
from ahp.harness.system.process_table import listener
from ahp.harness.system.processes import lent, serving, unprivileged
from ahp.harness.system.programs import located, output

USER = "root"
DATABASE = "bench"
DATA = "data"
COLLATION = "utf8mb4_nopad_bin"
SQL_MODE = "STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT"
_SETTINGS = {
    "innodb-buffer-pool-size": "128M",
    "innodb-log-file-size": "128M",
    "max-connections": "200",
    "transaction-isolation": "READ-COMMITTED",
    "character-set-server": "utf8mb4",
    # Text is compared as every other engine here compares it: by code point, blanks at the end included.
    "collation-server": COLLATION,
    "sql-mode": SQL_MODE,
}
OWN = (
    "datadir", "socket", "pid-file", "tmpdir", "secure-file-priv", "plugin-load", "plugin-load-add",
    "defaults-file", "sql-mode", "character-set-server", "collation-server",
)  # fmt: skip
"""What the harness cannot do without as it is."""
_PATIENCE_S = 300.0


@dataclass(frozen=True)
class MariaDBService:
    """A server that is up; see :class:`~ahp.harness.engines.base.Service`."""

    data: Path
    socket: Path
    processes: tuple[int, ...] = field(default=())
    settings: tuple[str, ...] = field(default=())

    @property
    def address(self) -> Address:
        """Its socket."""
        return {"socket": str(self.socket), "user": USER, "database": DATABASE}

    @property
    def details(self) -> Mapping[str, str]:
        """Version and settings as the server gives them."""
        return details(self.address, self.settings)

    def checkpoint(self) -> None:
        """Write all that is dirty to the data files, and wait until that is done."""
        if "rocksdb_force_flush_memtable_now" in self.query("SHOW VARIABLES LIKE 'rocksdb_force_flush_mem%'"):
            self.query("SET GLOBAL rocksdb_force_flush_memtable_now = 1")
        usual = self.query("SELECT @@innodb_max_dirty_pages_pct, @@innodb_max_dirty_pages_pct_lwm").split(
            "\t"
        )
        self.query("SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0; SET GLOBAL innodb_max_dirty_pages_pct = 0")
        until = time.monotonic() + _PATIENCE_S
        while self.status("Innodb_buffer_pool_pages_dirty") > 0:
            if time.monotonic() > until:
                raise TrialError(f"MariaDB has not written all that is dirty within {_PATIENCE_S:g} s")
            time.sleep(0.1)
        self.query(
            f"SET GLOBAL innodb_max_dirty_pages_pct = {usual[0]}; "
            f"SET GLOBAL innodb_max_dirty_pages_pct_lwm = {usual[1]}"
        )

    def counters(self) -> Mapping[str, float]:
        """Return the server's counts so far."""
        return counters(self.address)

    def status(self, name: str) -> float:
        """Return one of the server's own counts, 0 for one that it has not."""
        return status(self.address, f"^{name.lower()}$").get(name.lower(), 0.0)

    def query(self, sql: str, database: str | None = None) -> str:
        """Return what the client prints for some SQL, without headings."""
        return query(self.address, sql, database)


@functools.cache
def plugins() -> frozenset[str]:
    """Return the names of the plug-ins that are installed, such as `provider_lz4` and `ha_rocksdb`."""
    told = output(["mariadbd", "--no-defaults", "--verbose", "--help"])
    found = re.search(r"^plugin-dir\s+(\S+)", told, re.MULTILINE)
    return frozenset(path.stem for path in Path(found[1]).glob("*.so")) if found else frozenset()


def refusal(name: str, value: str) -> str | None:
    """Return why this build does not take a value for a setting, None if it does."""
    rocks = (
        ["--plugin-load-add=ha_rocksdb"] if name.startswith("rocksdb") and "ha_rocksdb" in plugins() else []
    )
    command = [str(located("mariadbd")), "--no-defaults", *rocks, f"--{name}={value}", "--verbose", "--help"]
    done = subprocess.run(
        command, capture_output=True, text=True, env={"LC_ALL": "C"}, timeout=60, check=False
    )
    for line in done.stderr.splitlines():
        found = re.search(r"\[(?:ERROR|Warning)\] (?:Buffered \w+: )?(?:\S*mariadbd: )?(.*)", line)
        if found and ("[ERROR]" in line or "adjusted" in line) and name in line.replace("_", "-"):
            return found[1]
    return None if done.returncode == 0 else f"mariadbd ended with {done.returncode}"


def make_data(folder: Path) -> Path:
    """Make an empty data directory in a folder that is empty."""
    account = unprivileged()
    let_through(folder, account)
    data = folder / DATA
    data.mkdir(mode=0o700)
    give(data, account)
    how = ["--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"]
    quick = ["--innodb-flush-method=nosync", "--innodb-log-file-size=8M"]  # it is not in use yet
    command = [str(located("mariadb-install-db")), "--no-defaults", f"--datadir={data}", *how, *quick]
    output(lent(command, account), env={"TMPDIR": str(data)}, cwd=Path("/"))
    return data


@contextlib.contextmanager
def server(
    data: Path, settings: Mapping[str, str], ledger: Ledger, asked: Mapping[str, str] = MappingProxyType({})
) -> Iterator[MariaDBService]:
    """Serve a data directory on a unix socket until the block ends, and see that it is this server."""
    account = unprivileged()
    with temporary_folder(ledger, account) as own:
        socket = own / "socket"
        given = {
            **_SETTINGS,
            "datadir": str(data),
            "socket": str(socket),
            "pid-file": str(own / "pid"),
            "tmpdir": str(own),
            "secure-file-priv": "",
            **{
                ("loose-" if name.startswith("rocksdb") else "") + name: value
                for name, value in asked.items()
            },
            **settings,
        }
        loads = [f"--plugin-load-add={name}" for name in given.pop("plugins", "").split()]
        options = [f"--{name}={value}" for name, value in given.items()]
        command = [str(located("mariadbd")), "--no-defaults", "--skip-networking", *options, *loads]
        service = MariaDBService(data, socket)

        def ready(pid: int) -> bool:
            return _answers(service, pid)

        with serving(ledger, command, own / "log", ready, account=account, grace_s=600) as running:
            service = MariaDBService(data, socket, (running.pid,), tuple(asked))
            _require(service, {name: value for name, value in asked.items() if name not in settings})
            yield service


def _require(service: MariaDBService, asked: Mapping[str, str]) -> None:
    """Raise a HarnessError if the server has made something else of what it was started with."""
    has = service.details
    for name, value in asked.items():
        there = has.get(name.replace("-", "_"))
        if there is None and name.startswith("rocksdb"):
            continue  # its plug-in is loaded only where an alternative is MyRocks
        if there is None or not _agrees(value, there):
            reason = "it has no such variable" if there is None else f"it has made {there} of it"
            raise refused("MariaDB", name, value, reason)


def _agrees(asked: str, there: str) -> bool:
    """Say whether a server has what was asked for: a number to 5 %, for pools are of whole pieces."""
    words = {"on": "1", "true": "1", "off": "0", "false": "0"}
    one, other = (words.get(text.casefold(), text.casefold()) for text in (asked, there))
    number = size(one)
    return one == other or (
        number is not None and other.isdecimal() and abs(number - int(other)) <= 0.05 * number
    )


def _answers(service: MariaDBService, pid: int) -> bool:
    """Say whether the server is ready; raise if the one that answers is another one."""
    try:
        other = listener(service.socket)
        place = service.query("SELECT @@datadir")
    except (OSError, HarnessError):
        return False
    if (other is not None and other != pid) or Path(place) != service.data:
        raise HarnessError(
            f"{service.socket}: another server answers there (process {other}, data in {place})"
        )
    return True
