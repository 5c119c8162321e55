"""What a file is about, where the file itself does not say: from the argument or from its path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from glob import glob
from os import PathLike, fspath
from pathlib import Path

from ahp.errors import InputError, listed, quoted
from ahp.ingest.readers.base import Reading

_FIELDS = ("scenario", "alternative", "run")


@dataclass(frozen=True)
class Names:
    """What is known of a file beside its content; None where nothing is.

    Attributes
    ----------
    scenario, alternative, run : str or None
    """

    scenario: str | None = None
    alternative: str | None = None
    run: str | None = None

    def fill(self, reading: Reading) -> Reading:
        """Return a reading whose rows have these names wherever the file gave none.

        Raises
        ------
        InputError
            If the file names its alternatives itself, and not as it is called here.
        """
        if self == Names():
            return reading
        own = dict.fromkeys(row.alternative for row in reading.rows if row.alternative is not None)
        if self.alternative is not None and any(name != self.alternative for name in own):
            raise InputError(
                f"the file names its alternatives itself, {listed(own)}, and is called "
                f"{quoted(self.alternative)} here",
                advice="leave the name out, or their column with --ignore COLUMN",
            )
        rows = tuple(
            row._replace(
                scenario=row.scenario if row.scenario is not None else self.scenario,
                alternative=row.alternative if row.alternative is not None else self.alternative,
                run=row.run if row.run is not None else self.run,
            )
            for row in reading.rows
        )
        return replace(reading, rows=rows)


def expand(given: object, pattern: str | None) -> list[tuple[object, Names]]:
    """Return the sources that one argument stands for, in a stable order, each with its names.

    `NAME=PATH` names the alternative unless a file of exactly that name exists. With a pattern a folder
    stands for the files in it whose path fits, and a path with `*`, `?` or `[` for the files that match.

    Raises
    ------
    InputError
        If nothing fits, or a path does not fit the pattern.
    """
    if not isinstance(given, str | PathLike):
        return [(given, Names())]
    text = fspath(given)
    alternative, path = (None, text) if isinstance(text, bytes) or _exists(text) else split_argument(text)
    if pattern is None or path == "-":
        return [(path, Names(alternative=alternative))]
    found = []
    for file in _files(path, pattern):
        names = path_names(pattern, file)
        found.append((file, replace(names, alternative=alternative or names.alternative)))
    return list(found)


def _files(path: str, pattern: str) -> list[str]:
    """Return the files that a path stands for: itself, those in a folder that fit, or those that match."""
    if _exists(path) and Path(path).is_dir():
        everything = sorted(str(file) for file in Path(path).rglob("*") if file.is_file())
        fitting = [file for file in everything if _compiled(pattern).search(file.replace("\\", "/"))]
        if not fitting:
            raise InputError(f"no file in this folder fits the pattern {quoted(pattern)}", file=path)
        return fitting
    if any(mark in path for mark in "*?[") and not _exists(path):
        matching = sorted(glob(path, recursive=True))  # noqa: PTH207 - a pattern may be absolute or not
        if not matching:
            raise InputError("no file matches; check the path", file=path)
        return matching
    return [path]


def _exists(path: str) -> bool:
    """Say whether there is such a path; what may not be looked at is told when it is opened."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def split_argument(argument: str) -> tuple[str | None, str]:
    """Return the alternative and the path of an argument such as `lz4=pgbench_lz4.log`.

    A path that has an equals sign in a folder's name is a path: only what stands before the first slash
    can name the alternative.

    Examples
    --------
    >>> split_argument("lz4=logs/run=1.log")
    ('lz4', 'logs/run=1.log')
    >>> split_argument("logs/run=1.log")
    (None, 'logs/run=1.log')
    """
    name, equals, path = argument.partition("=")
    if not equals or "/" in name or "\\" in name or not name.strip() or not path:
        return None, argument
    return name.strip(), path


def path_names(pattern: str, path: str) -> Names:
    """Return the names that a path holds, by a pattern such as `{alternative}/{scenario}-run{run}.log`.

    The pattern describes the end of the path; a field stands for anything but a slash, and `*` for
    anything but a slash that does not matter.

    Raises
    ------
    InputError
        If the pattern names an unknown field or one twice, or the path does not fit it.

    Examples
    --------
    >>> path_names("{alternative}/{scenario}-run{run}.log", "out/lz4/oltp-run2.log")
    Names(scenario='oltp', alternative='lz4', run='2')
    """
    found = _compiled(pattern).search(path.replace("\\", "/"))
    if found is None:
        raise InputError(f"the path does not fit the pattern {quoted(pattern)}", file=path)
    return Names(**found.groupdict())


def _compiled(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\{[^{}]*\}|\*)", pattern)
    fields = [part[1:-1] for part in parts if part.startswith("{")]
    unknown: Sequence[str] = [field for field in fields if field not in _FIELDS]
    if unknown or not fields or len(set(fields)) != len(fields):
        raise InputError(
            f"the pattern {quoted(pattern)} names {listed(fields) or 'nothing'}; it may name each of "
            f"{listed(_FIELDS)} once"
        )
    expression = "".join(
        f"(?P<{part[1:-1]}>[^/]+?)" if part.startswith("{") else "[^/]*" if part == "*" else re.escape(part)
        for part in parts
    )
    return re.compile(f"(?:^|/){expression}$")
