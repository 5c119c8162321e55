"""The questionnaire: what is to be judged, as a table or a page for all, or as one for each participant."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np

from ahp.cli.judge import parser
from ahp.cli.streams import DONE, check_output, given_beside, unwritable, write
from ahp.core.incomplete import pairs_to_ask
from ahp.core.random_index import random_indices_of
from ahp.errors import StudyError, quoted
from ahp.ingest.judgments.structures import Questions, questions_of
from ahp.report.html.questionnaire import AskedNode, questionnaire_page
from ahp.report.spreadsheets import to_csv, to_workbook

_ASKED_FOR = "# How many times does the first matter more than the second, or is better? 3, 1/3 or 1.\n"


def ask(options: argparse.Namespace) -> int:
    """Write the questionnaire as the parsed options say; return the exit status."""
    _refuse_unused(options)
    questions = questions_of(options.file)
    people = _people(options.participants, questions)
    _refuse_unclear(options.output)
    if options.output is None or not _is_folder(options.output):
        _write(_content(options, questions, people), options.output, options.file)
        return DONE
    folder = Path(options.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    names = _file_names(people or ["questionnaire"])
    for position, name in enumerate(names):
        own = people[position : position + 1]
        content = _content(options, questions, own, position)
        _write(content, str(folder / f"{name}.{options.questionnaire}"), options.file)
    return DONE


def _refuse_unclear(path: str | None) -> None:
    """Raise for what may be meant as a folder."""
    if path not in (None, "-") and not _is_folder(path) and not Path(path).suffix and not Path(path).exists():
        raise StudyError(
            f"--output {quoted(path)}: for a folder, with a file for each participant, end it with /; "
            f"for one file give it an ending, such as {path}.csv"
        )


def _is_folder(path: str) -> bool:
    return path.endswith(("/", os.sep)) or Path(path).is_dir()


def _content(
    options: argparse.Namespace, questions: Questions, people: Sequence[str], position: int = 0
) -> str | bytes:
    """Return the questionnaire of these people; without any, of whoever fills it in."""
    if options.questionnaire == "html":
        rng = np.random.default_rng([options.seed, position])
        return questionnaire_page(
            questions.goal,
            [
                AskedNode(
                    node.under,
                    node.items,
                    node.criteria,
                    random_indices_of(len(node.items)),
                    _pairs(len(node.items), options.each, rng),
                )
                for node in questions.nodes
            ],
            participant=people[0] if len(people) == 1 else "",
            people=people if len(people) > 1 else (),
            language=options.language,
            seed=(options.seed, position),
        )
    rows = [[*(["participant"] if people else []), "under", "first", "second", "judgment"]]
    for own, named in enumerate([[person] for person in people] or [[]], position):
        rng = np.random.default_rng([options.seed, own])
        for node in questions.nodes:
            for i, j in _pairs(len(node.items), options.each, rng):
                rows.append([*named, node.under, node.items[i], node.items[j], ""])
    if (options.output or "").lower().endswith(".xlsx") or options.questionnaire == "xlsx":
        return to_workbook(rows)
    return _ASKED_FOR + to_csv(rows)


def _pairs(n: int, each: int | None, rng: np.random.Generator) -> tuple[tuple[int, int], ...]:
    """Return the pairs to ask one participant, by the places of their items.

    Where each item shall stand in only so many, everybody has the items in another order on the circle that
    :func:`ahp.core.more.pairs_to_ask` goes round, so that together they are asked as much as possible.
    """
    if each is None or n <= each + 1:
        return tuple(combinations(range(n), 2))
    at = rng.permutation(n).tolist()
    return tuple(sorted((min(at[i], at[j]), max(at[i], at[j])) for i, j in _round_a_circle(n, each)))


@cache
def _round_a_circle(n: int, each: int) -> list[tuple[int, int]]:
    return pairs_to_ask(n, each=each)


def _write(content: str | bytes, path: str | None, file: str) -> None:
    check_output(path, [file])
    if isinstance(content, bytes) and path in (None, "-"):
        raise StudyError("a workbook goes to a file: add --output q.xlsx")
    write(content, path)


def _people(asked: str | None, questions: Questions) -> list[str]:
    """Return whom to ask: those that are named, else who has a weight in the file."""
    people = list(questions.participants) if asked is None else [name.strip() for name in asked.split(",")]
    if not all(people) or len({name.casefold() for name in people}) < len(people):
        raise StudyError(f"--participants {quoted(asked or '')}: write NAME,NAME,…, each once")
    return people


def _file_names(people: Sequence[str]) -> list[str]:
    """Return a name of a file for each participant, no two the same on any system."""
    found: list[str] = []
    for person in people:
        name = re.sub(r"\W+", "-", person).strip("-") or "participant"
        taken = {other.casefold() for other in found}
        found.append(
            next(
                n
                for k in range(len(people) + 1)
                if (n := f"{name}-{k + 1}" if k else name).casefold() not in taken
            )
        )
    return found


def _refuse_unused(options: argparse.Namespace) -> None:
    """Raise for what a questionnaire has no use for, since it was given for a purpose."""
    if options.answers:
        raise StudyError(
            f"--questionnaire asks, and reads no answers: remove {quoted(options.answers[0])}, or the option"
        )
    if "=" in (options.participants or ""):
        raise StudyError(
            f"--participants {quoted(options.participants)}: with --questionnaire it says whom to ask, "
            f"NAME,NAME,…; how much they count is for judging"
        )
    if options.each is not None and options.each < 2:
        raise StudyError(
            f"--each {options.each}: only where every item stands in 2 comparisons or more are all connected"
        )
    drawn = options.questionnaire == "html" or options.each is not None
    used = [
        "questionnaire",
        "participants",
        "output",
        "each",
        *(["language"] if options.questionnaire == "html" else []),
        *(["seed"] if drawn else []),
    ]
    if unused := given_beside(used, options, parser()):
        raise StudyError(f"--questionnaire {options.questionnaire} only asks: remove {', '.join(unused)}")
