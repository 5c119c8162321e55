"""`--against`, `--expect`, `--expect-not-worse`: whether a decision is what was asked for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ahp.errors import StudyError, quoted
from ahp.terms import NOISE

if TYPE_CHECKING:
    from ahp.decision.results import Decision
    from ahp.ingest.judgments.documents import Saved


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
    from ahp.decision.gate import not_first, unlike_before, worse_than_before

    asked: list[tuple[str, tuple[str, ...]]] = []
    if changes is not None:
        asked.append((f"--against {quoted(changes.file)}", unlike_before(changes)))
    if options.expect is not None:
        expected = not_first(decision, options.expect)
        asked.append((f"--expect {quoted(options.expect)}", expected))
    if options.expect_not_worse and changes is not None:
        asked.append(("--expect-not-worse", worse_than_before(changes)))
    return "; ".join(f"{option}: {'; '.join(reasons)}" for option, reasons in asked if reasons) or None
