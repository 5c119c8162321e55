"""What `ahp-rank` does once its arguments are understood; all that it needs is loaded with it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, TypeVar

from ahp.cli.history import compared, keep, kept_in, place_of, previous_of, show_history, unmet, warnings_of
from ahp.cli.rank import COMMAND, amended, pairs, parser, weights, windows, without_report
from ahp.cli.streams import (
    DIFFERS,
    DONE,
    WRONG,
    check_output,
    complain,
    given_beside,
    save_asked,
    wants_colour,
    write,
)
from ahp.core.gate import whole_number
from ahp.decision.rank import rank
from ahp.decision.results import Decision
from ahp.errors import MeasureError, StudyError, listed, quoted
from ahp.evidence.defaults import (
    criteria_of_columns,
    default_study,
    measures_beside,
    own_measures_of,
    study_beside,
)
from ahp.evidence.measurements import Measurements, heading_of
from ahp.evidence.measures import MEASURES
from ahp.evidence.study import Criterion, Study
from ahp.ingest.files.packed import split_sheet
from ahp.ingest.read import read
from ahp.ingest.tables.headings import parse_heading
from ahp.report.render import render
from ahp.terms import Merit

T = TypeVar("T")

_OF_A_DECISION = {"--against", "--expect", "--expect-not-worse", "--noise", "--history", "--figures"}
"""What is done with a decision, and so with nothing where only the inputs are explained."""


def decided(options: argparse.Namespace) -> Decision:
    """Return the decision that the parsed options ask for."""
    return _of_files(options, _study_of(options))


def _study_of(options: argparse.Namespace) -> Study | None:
    return Study.from_toml(options.study) if options.study is not None else None


def _of_files(options: argparse.Namespace, study: Study | None) -> Decision:
    named = _named(options)
    return _decided(_given(read, options, _asked(study, named)), study, named, options)


def rank_files(options: argparse.Namespace, given: Sequence[str] = ()) -> int:
    """Read, rank and report as the parsed options say; return the exit status.

    What does not count is told with the command that counts it, which adds to the arguments `given`.
    """
    study = _study_of(options)
    if not options.files and (study is None or not study.files):
        if options.history is not None and study is None:
            return show_history(options, parser())
        parser().error("the following arguments are required: FILE")
    if options.detail is not None and options.format != "text":
        given = "--explain" if options.detail == "why" else "--verbose"
        raise StudyError(f"{given} is of the text; --format {options.format} tells all; leave {given} out")
    if options.explain_input:
        return _explain(options, study, _named(options))
    previous, place = previous_of(options), place_of(options)
    decision = compared(_of_files(options, study), previous, options.noise)
    reason = unmet(decision, options)
    document = decision.to_dict()
    uncounted = document.get("not_counted")
    if uncounted and uncounted["options"] and "-" not in options.files:  # standard input is read once
        uncounted["command"] = [COMMAND, *amended(without_report(given), uncounted["options"])]
    if options.format == "text" and wants_colour(options.output):
        from ahp.report.text import render_colour

        text = render_colour(document, options.detail or "answer")
    else:
        text = render(document, options.format, options.detail)
    _check_output(options, [source["file"] for source in document["inputs"]])
    save_asked(options, document)
    write(text, options.output)
    if place is not None:
        keep(place, document)
    told = {"dominated"}  # what a report tells and nobody has to mend
    if options.format == "text":
        told |= {"assumed", "not-counted"}
    found = [finding.detail for finding in decision.findings if finding.check not in told]
    for warning in (*found, *warnings_of(decision)):
        complain(COMMAND, f"warning: {warning}")
    if reason is None:
        return DONE
    complain(COMMAND, reason)
    return DIFFERS


def _named(options: argparse.Namespace) -> tuple[Criterion, ...]:
    """Return the criteria that the options make of columns."""
    entries = [(Merit.BENEFIT, options.benefit), (Merit.COST, options.cost)]
    if options.only and not (options.benefit or options.cost):
        raise StudyError("--only leaves nothing to count; say what counts with --benefit or --cost")
    return tuple(
        criterion for merit, given in entries for criterion in criteria_of_columns(given, merit, _measure_of)
    )


def _measure_of(heading: str) -> str | None:
    """Return the measure of the catalogue that a heading means; a throughput in per cent is none."""
    found = parse_heading(heading)
    share = found.unit is not None and found.unit.dimension == "share"
    return None if found.measure == "throughput" and share else found.measure


def _asked(study: Study | None, named: Sequence[Criterion]) -> Study | None:
    """Return the study that the files are read for: with the measures of the named columns."""
    if not named:
        return study
    return (
        Study(tuple(named), measures=own_measures_of(named)) if study is None else study_beside(study, named)
    )


def _explain(options: argparse.Namespace, study: Study | None, named: Sequence[Criterion]) -> int:
    """Say how the files are understood; what stands in the way of a ranking is told, not complained of."""
    from ahp.ingest.explain import explain
    from ahp.report.explanation import EXPLANATION_FORMATS

    if options.format not in EXPLANATION_FORMATS:
        known = " or ".join(EXPLANATION_FORMATS)
        raise StudyError(f"--explain-input is written as {known}, not as {options.format}")
    unused = [name for name in given_beside((), options, parser()) if name in _OF_A_DECISION]
    if unused:
        raise StudyError(f"--explain-input ranks nothing; leave {', '.join(unused)} out")
    attempt = partial(_decided, study=study, named=named, options=options)
    explanation = _given(partial(explain, attempt=attempt), options, _asked(study, named))
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
        alternatives_as=_layout(options),
        ratio_form=options.ratio_form,
        repeats=options.repeats,
        cells=options.cells,
    )


def _layout(options: argparse.Namespace) -> Literal["rows", "columns"] | None:
    """Return how the alternatives stand: --transpose says that it is not as it usually is."""
    if options.alternatives_as is None:
        return None
    return "columns" if options.cells is None else "rows"


def _as_read(
    measurements: Measurements, named: Sequence[Criterion], unclaimed: Mapping[str, str]
) -> list[Criterion]:
    """Return the criteria, those of a column that a reader knows (`Allocated`) by its measure.

    Where another column has the measure that a heading means, the column of that heading is one of its own.
    """
    present = {row.measure for row in measurements.rows}
    found = []
    for one in named:
        held = {row.measure for row in measurements.rows if row.place.column == one.name}
        if len(held) == 1 and not present.intersection(one.measures):
            found.append(replace(one, measures=tuple(held)))
        elif one.name in unclaimed and not held:
            words = unclaimed[one.name]  # of memory in per cent of another, which is none in bytes
            found.append(replace(one, measures=(words if one.name in MEASURES else one.name,)))
        else:
            found.append(one)
    return found


def _refuse_absent(
    measurements: Measurements, named: Sequence[Criterion], unclaimed: Mapping[str, str]
) -> None:
    """Refuse a criterion of a column that no file has: a typing error would otherwise go unseen."""
    present = {row.measure for row in measurements.rows} | {gap.measure for gap in measurements.gaps}
    present |= {*unclaimed, *unclaimed.values()}
    for criterion in named:
        if not present.intersection(criterion.measures):
            columns = dict.fromkeys(row.place.column for row in measurements.rows if row.place.column)
            others = [name for name in measurements.unused if name not in measurements.ignored]
            what = f"column {quoted(criterion.name)} that was named as {criterion.merit.value}"
            raise MeasureError(
                f"no numbers are read from the {what}"
                if criterion.name in measurements.ignored
                else f"no file has the {what}",
                advice=f"name one of {listed([*columns, *others], 40)}",
            )


def _default(measurements: Measurements, named: Sequence[Criterion], statistic: str | None) -> Study:
    """Return the default study; columns that are named may serve where it finds nothing."""
    try:
        return default_study(measurements, response_statistic=statistic)
    except MeasureError:
        if not named or statistic is not None:
            raise
        return Study(tuple(named), measures=measures_beside(measurements.own, named))


def _decided(
    measurements: Measurements,
    study: Study | None,
    named: Sequence[Criterion],
    options: argparse.Namespace,
) -> Decision:
    if named:
        unclaimed = {heading_of(measurements, one.place, one.words): one.words for one in measurements.spare}
        named = _as_read(measurements, named, unclaimed)
        _refuse_absent(measurements, named, unclaimed)
    if options.only:
        study = Study(
            tuple(named),
            measures=measures_beside(measurements.own, named),
            baseline=None if study is None else study.baseline,
        )
    elif study is None:
        study = _default(measurements, named, options.response_stat)
    elif options.response_stat is not None:
        raise StudyError("--response-stat chooses for the default study; the study names its own measures")
    if named and not options.only:
        study = study_beside(study, named)
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
        noise=options.noise,
    )
