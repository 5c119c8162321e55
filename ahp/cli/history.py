"""Earlier decisions: `--history` keeps and shows them; `--against`: whether one is as was asked."""

from __future__ import annotations

import argparse
import itertools
import os
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from ahp.cli.streams import DONE, check_output, given_beside, reason_of, save_asked, write, write_new_file
from ahp.errors import OutputError, StudyError, quoted
from ahp.terms import NOISE

if TYPE_CHECKING:
    from datetime import datetime

    from ahp.decision.history import History
    from ahp.decision.results import Decision
    from ahp.ingest.judgments.documents import Saved
    from ahp.report.documents.decision import DecisionDocument


def add_gate(parser: argparse.ArgumentParser) -> None:
    """Add the options of the gate to a parser."""
    parser.add_argument(
        "--against",
        metavar="FILE",
        help="compare with a previous JSON report; exit 1 if the choice changed beyond noise",
    )
    parser.add_argument(
        "--expect", metavar="NAME", help="exit 1 unless this alternative is surely first in every scenario"
    )
    parser.add_argument(
        "--expect-not-worse",
        action="store_true",
        help="with --against: exit 1 if the choice is surely worse than the previous one was",
    )
    parser.add_argument(
        "--noise",
        type=float,
        default=NOISE,
        metavar="SIZE",
        help="what a single run may be off by, and a choice may get worse by (default: 0.05, 5 %%)",
    )


def previous_of(options: argparse.Namespace) -> Saved | None:
    """Return the decision that the options ask to compare with, read before anything is computed.

    Raises
    ------
    InputError
        If it cannot be read.
    StudyError
        If the options of the gate do not fit each other.
    """
    if options.expect_not_worse and options.against is None:
        raise StudyError("--expect-not-worse needs --against, the decision that it is not to be worse than")
    if not 0.0 <= options.noise <= 2.0:
        raise StudyError(f"--noise {options.noise}: it lies between 0 and 2, such as 0.05 for 5 %")
    if options.against is None:
        return None
    from ahp.ingest.judgments.documents import read_decision

    return read_decision(options.against)


def compared(decision: Decision, previous: Saved | None, noise: float) -> Decision:
    """Return the decision with what changed since the previous one, if there is one."""
    if previous is None:
        return decision
    from ahp.decision.compare import compare

    return compare(decision, previous.document, noise=noise, file=previous.name, sha256=previous.sha256)


def warnings_of(decision: Decision) -> list[str]:
    """Return what makes a comparison doubtful."""
    changes = decision.changes
    if changes is None:
        return []
    against = f"--against {quoted(changes.file)}: "
    found = [f"{against}not asked alike: {clause}" for clause in changes.study]
    found += [
        f"{against}scenario {quoted(scenario.scenario)}: {scenario.reason}"
        for scenario in changes.scenarios
        if scenario.beyond_noise is None
    ]
    for names, which in ((changes.only_before, "previous"), (changes.only_now, "present")):
        found += [f"{against}scenario {quoted(name)} is in the {which} decision only" for name in names]
    return found


def unmet(decision: Decision, options: argparse.Namespace) -> str | None:
    """Return in one line why the decision is not what the options asked for; None where it is.

    Raises
    ------
    StudyError
        If the alternative that is expected was not measured.
    """
    changes = decision.changes
    if changes is None and options.expect is None:
        return None
    from ahp.decision.compare import not_first, unlike_before, worse_than_before

    asked: list[tuple[str, tuple[str, ...]]] = []
    if changes is not None:
        asked.append((f"--against {quoted(changes.file)}", unlike_before(changes)))
    if options.expect is not None:
        expected = not_first(decision, options.expect)
        asked.append((f"--expect {quoted(options.expect)}", expected))
    if options.expect_not_worse and changes is not None:
        asked.append(("--expect-not-worse", worse_than_before(changes)))
    return "; ".join(f"{option}: {'; '.join(reasons)}" for option, reasons in asked if reasons) or None


def add_history(parser: argparse.ArgumentParser) -> None:
    """Add the option of the history to a parser."""
    parser.add_argument(
        "--history",
        metavar="PATH",
        help="add the decision to a history, a file of JSON lines or a folder; without FILE show the history "
        "and where it changes (text, json, csv or markdown)",
    )


def read_history(path: str | PathLike[str]) -> History:
    """Return the history that a folder of JSON reports, or a file of JSON lines, holds.

    Parameters
    ----------
    path : path
        A folder of reports that `ahp-rank --format json` wrote, or a file with one of them on each line; a
        line or a file may also be `{"time": "2026-01-31T03:00:00+00:00", "decision": …}`, as
        `ahp-rank --history` writes them. Entries are in the order of their times if all have one, otherwise
        in the natural order of the files' names or as the lines stand.

    Returns
    -------
    History

    Raises
    ------
    InputError
        If there is no decision, or one of them is none; the message names the file, the line and the key.

    Examples
    --------
    >>> import tempfile
    >>> from ahp.decision.rank import rank
    >>> from ahp.ingest.read import read
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for night, tps in enumerate([150, 151, 149, 150, 150, 90, 91, 90, 89, 90]):
    ...         table = {"alternative": ["none", "lz4", "zle"], "tps": [50, tps, 110]}
    ...         _ = Path(folder, f"{night}.json").write_text(rank(read(table)).report("json"))
    ...     nights = read_history(folder)
    >>> nights
    <History of 10, 2 change points>
    >>> [(point.alternative, point.entry) for point in nights.change_points]
    [('lz4', 6), ('zle', 6)]
    >>> nights.choices[0].present
    ('zle',)
    """
    from ahp.decision.history import history
    from ahp.ingest.judgments.documents import read_decisions

    return history(read_decisions(path))


def show_history(options: argparse.Namespace, ranking: argparse.ArgumentParser) -> int:
    """Write the history that the options of a ranking name; return the exit status."""
    unused = given_beside(("history", "format", "output", "figures"), options, ranking)
    if unused:
        raise StudyError(f"{unused[0]} needs FILE, measurements to decide by")
    from ahp.report.history import HISTORY_FORMATS

    document = read_history(options.history).to_dict()
    text = HISTORY_FORMATS[options.format](document)
    check_output(options.output, kept_in(options.history))
    save_asked(options, document)
    write(text, options.output)
    return DONE


def kept_in(history: str) -> list[Path]:
    """Return the files that hold a history: the reports in its folder, or itself, there already or not."""
    path = Path(history)
    try:
        return list(path.glob("*.json")) if path.is_dir() else [path]
    except (OSError, ValueError):  # whoever reads it says why
        return [path]


def keep(place: Path, document: DecisionDocument) -> None:
    """Add a decision, with the present time, to a folder or a file of JSON lines.

    Raises
    ------
    OutputError
        If it cannot be written; what was there stays as it was.
    """
    import json

    from ahp.harness.ledger import append_line

    now = _now()
    entry = {"time": now.isoformat(timespec="seconds"), "decision": document}
    line = json.dumps(entry, ensure_ascii=False, allow_nan=False)
    content = line.encode("utf-8", errors="backslashreplace")
    if not place.is_dir():
        append_line(place, content.decode())
        return
    try:
        write_new_file(_names(place, f"{now:%Y%m%dT%H%M%SZ}"), content + b"\n")
    except OSError as error:
        raise OutputError(f"{place}: cannot keep a decision: {reason_of(error)}") from None


def place_of(options: argparse.Namespace) -> Path | None:
    """Return where the options ask to keep the decision, having looked whether it can be kept there.

    Raises
    ------
    InputError
        If a file is there that is no history.
    OutputError
        If it cannot be written.
    """
    if options.history is None:
        return None
    if not options.history or options.history == "-":
        raise OutputError("--history needs the path of a file or a folder")
    from ahp.ingest.judgments.documents import check_growing

    path = Path(options.history)
    try:
        if options.history.endswith(("/", os.sep)) and not path.exists():
            path.mkdir()
        if path.is_file():
            check_growing(path)
        place = path if path.exists() else path.parent
        if not os.access(place, os.W_OK):
            there = "is not writable" if place.exists() else "does not exist"
            raise OutputError(f"{path}: cannot keep a decision: {place} {there}")
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(f"{path}: cannot keep a decision: {error.strerror}") from None
    return path


def _now() -> datetime:
    """Return the present time, or the one that a reproducible run asks for."""
    from datetime import UTC, datetime

    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    if fixed.isascii() and fixed.isdigit():
        return datetime.fromtimestamp(int(fixed), UTC)
    return datetime.now(UTC)


def _names(folder: Path, stem: str) -> Iterator[Path]:
    """Yield the paths that a file in the folder may have, the best one first."""
    yield folder / f"{stem}.json"
    yield from (folder / f"{stem}-{number}.json" for number in itertools.count(2))
