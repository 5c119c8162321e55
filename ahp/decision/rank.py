"""The main job: measurements and a study become a decision, scenario by scenario."""

from __future__ import annotations

from ahp.core.gate import RNG
from ahp.decision.baselines import assumed_baseline, find_baseline, overridden
from ahp.decision.decide import decide
from ahp.decision.findings import Findings, finding
from ahp.decision.gather import Rules, gather
from ahp.decision.results import Decision
from ahp.decision.scenarios import compared_over
from ahp.decision.screening import screened
from ahp.decision.uncertainty import Question
from ahp.decision.uncounted import not_counted
from ahp.decision.whole_findings import (
    counted_against_units,
    counted_by_units,
    never_chosen,
    unknown_scenarios,
    weak_judgments,
    without_merit,
)
from ahp.errors import BaselineError, StudyError, listed, quoted
from ahp.evidence.defaults import default_study, with_judged
from ahp.evidence.measurements import Measurements
from ahp.evidence.study import Study, study_given
from ahp.terms import INDICES, NOISE, Index, Statistic


def rank(
    measurements: Measurements,
    study: Study | None = None,
    *,
    index: str = "auto",
    statistic: str = "geometric-mean",
    include_baseline: str = "when-needed",
    incomplete: str = "refuse",
    confidence: float | None = 0.95,
    resamples: int = 10_000,
    rng: RNG = 0,
    noise: float = NOISE,
) -> Decision:
    """Return the decision: in each scenario the alternatives by benefit, by cost, and by their quotient.

    Parameters
    ----------
    measurements : Measurements
        What was measured; see :func:`ahp.read`.
    study : Study, optional
        Criteria, weights and baseline; the default study unless given.
    index : {"auto", "relative", "improvement"}
        How measures are made comparable where a criterion of the study leaves it open. `auto` is the
        published rule: saving, improvement and overhead, unless one is not positive for some alternative
        of the scenario, then relative for that criterion (Suharjito & Kurnadi 2017, section 3). Where
        nothing is a baseline, what is only comparable with one is scored as it was measured, and told.
    statistic : {"geometric-mean", "mean", "median"}
        How several runs become one number.
    include_baseline : {"when-needed", "always"}
        Whether the baseline competes like any other (`always`) or only serves as the reference.
    incomplete : {"refuse", "drop"}
        What to do with an alternative that lacks a value: refuse the input, or leave the alternative out
        of that scenario with a warning. Nothing is ever imputed.
    confidence : float or None
        Level of the intervals and of the sets of ranks; None asks for none. They need two or more runs of
        every alternative.
    resamples : int
        How many draws they, and the shares of all weights, are made from: 100 to one million.
    rng : int, None, SeedSequence, BitGenerator or Generator
        Of the draws, of the noise that the choice bears and of the weights, with and without confidence; as
        :func:`numpy.random.default_rng` takes it. A seed repeats itself and is told in the document, None
        draws anew each time.
    noise : float
        What one run is taken to be off by, 0.05 for 5 %: a choice from one run each holds where it bears
        more noise than that, and is fragile otherwise.

    Returns
    -------
    Decision
        With the scores of every scenario. How sure they are, and what would change them, is worked out for a
        scenario when somebody first looks at it; at once unless `rng` is a seed.

    Raises
    ------
    InputError
        If a value that is needed is missing, or is not positive where a ratio is needed.
    BaselineError
        If several alternatives could be the baseline, an index needs one, or a scenario lacks it.
    StudyError
        If the study and the measurements do not fit.

    Examples
    --------
    >>> from ahp.ingest.read import read
    >>> decision = rank(read({"alternative": ["none", "lz4", "zle"], "tps": [100, 150, 110],
    ...                       "cpu": [10, 12, 11]}))
    >>> decision["default"].benefit_to_cost.round(3).to_dict()
    {'lz4': 1.25, 'zle': 0.5}
    """
    _refuse_unread(measurements)
    asked = Index.of(index)
    if asked not in INDICES:
        raise StudyError(
            f"index = {quoted(index)}; a whole decision takes {listed(i.value for i in INDICES)}"
        )
    chosen_statistic = Statistic.of(statistic)
    competes = _option("include_baseline", include_baseline, ("when-needed", "always")) == "always"
    drop = _option("incomplete", incomplete, ("refuse", "drop")) == "drop"
    question = Question(confidence, resamples, rng, noise)
    study = default_study(measurements) if study is None else study_given(study)
    by_units = counted_by_units(study, measurements)
    measurements = with_judged(measurements.claimed_by(study.measures), study)
    baseline = find_baseline(measurements, study, asked)
    if competes and baseline is None:
        raise BaselineError("no baseline is known to include", advice="name it with --baseline")
    if competes and baseline is not None and study.is_reference(baseline):
        raise StudyError(
            f"the study says that {quoted(baseline)} is never chosen; leave --include-baseline out"
        )
    findings = [
        *(finding("input", "warns", said=said) for said in measurements.warnings),
        *overridden(measurements, study),
        *counted_against_units(measurements, study),
        *assumed_baseline(baseline, measurements, study, asked),
        *by_units,
        *not_counted(measurements, study),
        *weak_judgments(study),
        *unknown_scenarios(measurements, study),
        *never_chosen(measurements, study),
    ]
    rules = Rules(baseline, asked, chosen_statistic, competes, drop)
    matrices, out = [], []
    for name in measurements.scenarios:
        out.append(screened(measurements, study, name, baseline, chosen_statistic))
        matrix, left_out = gather(measurements, study, name, rules, {entry.alternative for entry in out[-1]})
        matrices.append(matrix)
        findings += left_out
    scenarios = tuple(
        decide(matrix, measurements, entries, question) for matrix, entries in zip(matrices, out, strict=True)
    )
    comparison, told = compared_over(scenarios, study)
    findings += [*without_merit(scenarios), *told]
    return Decision(
        scenarios,
        study,
        measurements,
        baseline,
        asked,
        chosen_statistic,
        Findings(findings),
        comparison,
        noise=question.noise,
    )


def _refuse_unread(given: object) -> None:
    if not isinstance(given, Measurements):
        raise StudyError(f"rank() takes measurements, not a {type(given).__name__}; write rank(read(…))")


def _option(name: str, value: str, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise StudyError(f"{name} = {quoted(value)}; use one of {listed(known)}")
    return value
