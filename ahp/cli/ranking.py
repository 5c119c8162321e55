"""What `ahp-rank` does once its arguments are understood; all that it needs is loaded with it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from ahp.cli.arguments import COMMAND, pairs, parser, weights, windows
from ahp.cli.figures import save_asked
from ahp.cli.gate import compared, previous_of, unmet, warnings_of
from ahp.cli.history import keeper_of, kept_in, show_history
from ahp.cli.parsing import given_beside
from ahp.cli.streams import DIFFERS, DONE, WRONG, check_output, complain, wants_colour, write
from ahp.core.arguments import whole_number
from ahp.decision.rank import rank
from ahp.decision.results import Decision
from ahp.errors import StudyError
from ahp.evidence.defaults import default_study
from ahp.evidence.measurements import Measurements
from ahp.evidence.study import Study
from ahp.ingest.files.packed import split_sheet
from ahp.ingest.read import read
from ahp.report.render import FORMATS

T = TypeVar("T")

_OF_A_DECISION = {"--against", "--expect", "--expect-not-worse", "--noise", "--history", "--figures"}
"""What is done with a decision, and so with nothing where only the inputs are explained."""


def rank_files(options: argparse.Namespace) -> int:
    """Read, rank and report as the parsed options say; return the exit status."""
    study = Study.from_toml(options.study) if options.study is not None else None
    if not options.files and (study is None or not study.files):
        if options.history is not None and study is None:
            return show_history(options, parser())
        parser().error("the following arguments are required: FILE")
    if options.explain_input:
        return _explain(options, study)
    previous, keeper = previous_of(options), keeper_of(options)
    measurements = _given(read, options, study)
    decision = compared(_decided(measurements, study, options), previous, options.noise)
    reason = unmet(decision, options)
    document = decision.to_dict()
    if options.format == "text" and wants_colour(options.output):
        from ahp.report.text import render_colour

        text = render_colour(document)
    else:
        text = FORMATS[options.format](document)
    _check_output(options, [source["file"] for source in document["inputs"]])
    save_asked(options, document)
    write(text, options.output)
    if keeper is not None:
        keeper.add(document)
    for warning in (*decision.warnings, *warnings_of(decision)):
        complain(COMMAND, f"warning: {warning}")
    if reason is None:
        return DONE
    complain(COMMAND, reason)
    return DIFFERS


def _explain(options: argparse.Namespace, study: Study | None) -> int:
    """Say how the files are understood; what stands in the way of a ranking is told, not complained of."""
    from ahp.ingest.explain import explain
    from ahp.report.explanation import EXPLANATION_FORMATS

    if options.format not in EXPLANATION_FORMATS:
        known = " or ".join(EXPLANATION_FORMATS)
        raise StudyError(f"--explain-input is written as {known}, not as {options.format}")
    unused = [name for name in given_beside((), options, parser()) if name in _OF_A_DECISION]
    if unused:
        raise StudyError(f"--explain-input ranks nothing; leave {', '.join(unused)} out")
    attempt = partial(_decided, study=study, options=options)
    explanation = _given(partial(explain, attempt=attempt), options, study)
    _check_output(options, [file.file for file in explanation.files])
    write(explanation.report(options.format), options.output)
    if explanation.problem is None:
        return DONE
    complain(COMMAND, explanation.problem)
    return WRONG


def _check_output(options: argparse.Namespace, files: Iterable[str]) -> None:
    """See that the report can be written, and over nothing that this ranking was made of or is added to."""
    others = [name for name in (options.study, options.idle, options.against) if name is not None]
    kept = kept_in(options.history) if options.history is not None else []
    check_output(options.output, [*(split_sheet(name)[0] for name in files), *others, *kept])


def _given(work: Callable[..., T], options: argparse.Namespace, study: Study | None) -> T:
    """Return what is made of the files as the options say they are to be read."""
    return work(
        *options.files,
        reader=options.reader,
        baseline=options.baseline,
        columns=pairs("--map", options.map),
        decimal=options.decimal,
        study=study,
        path=options.path,
        window=windows(options.start, options.end),
        idle=options.idle,
        processors=options.cpus,
        failed="drop" if options.drop_failed else "refuse",
        heading=options.columns.split(",") if options.columns is not None else (),
        ignore=options.ignore,
        alternatives_as=options.alternatives_as,
        ratio_form=options.ratio_form,
    )


def _decided(measurements: Measurements, study: Study | None, options: argparse.Namespace) -> Decision:
    if study is None:
        study = default_study(measurements, response_statistic=options.response_stat)
    elif options.response_stat is not None:
        raise StudyError("--response-stat chooses for the default study; the study names its own measures")
    if options.weights is not None:
        study = study.with_weights(weights(options.weights))
    return rank(
        measurements,
        study,
        index=options.index,
        statistic=options.statistic,
        include_baseline="always" if options.include_baseline else "when-needed",
        incomplete="drop" if options.drop_incomplete else "refuse",
        confidence=None if options.no_confidence else options.confidence,
        resamples=options.resamples,
        rng=whole_number(options.seed, "--seed", least=0),
    )
