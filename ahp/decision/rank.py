"""The main job: measurements and a study become a decision, scenario by scenario."""

from __future__ import annotations

from ahp.core.gate import RNG
from ahp.decision.baselines import assumed_of, find_baseline, overridden
from ahp.decision.decide import decide
from ahp.decision.gather import Rules, gather
from ahp.decision.results import Decision, ScenarioDecision
from ahp.decision.scenarios import across_of
from ahp.decision.screening import screened
from ahp.decision.uncertainty import Question
from ahp.decision.uncounted import not_counted
from ahp.errors import BaselineError, StudyError, listed, quoted
from ahp.evidence.defaults import default_study, with_judged
from ahp.evidence.directions import better_by
from ahp.evidence.measurements import Measurements, heading_of
from ahp.evidence.study import Study, study_given
from ahp.report.numbers import share
from ahp.terms import ACCEPTABLE, ASSUMED, INDICES, NOISE, Better, Index, Statistic
from ahp.units import NONE, find

_DIVIDED = 0.5


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
    by_units = _by_units(study, measurements)
    measurements = with_judged(measurements.claimed_by(study.measures), study)
    baseline = find_baseline(measurements, study, asked)
    if competes and baseline is None:
        raise BaselineError("no baseline is known to include", advice="name it with --baseline")
    if competes and baseline is not None and study.is_reference(baseline):
        raise StudyError(
            f"the study says that {quoted(baseline)} is never chosen; leave --include-baseline out"
        )
    warnings = [
        *measurements.warnings,
        *overridden(measurements, study),
        *_against_units(measurements, study),
        *assumed_of(baseline, measurements, study, asked),
        *by_units,
        *not_counted(measurements, study),
        *_weak_judgments(study),
        *_strangers(measurements, study),
        *_beside(measurements, study),
    ]
    rules = Rules(baseline, asked, chosen_statistic, competes, drop)
    matrices, out = [], []
    for name in measurements.scenarios:
        out.append(screened(measurements, study, name, baseline, chosen_statistic))
        matrix, left_out = gather(measurements, study, name, rules, {entry.alternative for entry in out[-1]})
        matrices.append(matrix)
        warnings += left_out
    scenarios = tuple(
        decide(matrix, measurements, entries, question) for matrix, entries in zip(matrices, out, strict=True)
    )
    across, told = across_of(matrices, study, question, lambda: _withheld(measurements, scenarios))
    warnings += [*_without_merit(scenarios), *told]
    return Decision(
        scenarios,
        study,
        measurements,
        baseline,
        asked,
        chosen_statistic,
        tuple(warnings),
        across,
        noise=question.noise,
    )


def _withheld(measurements: Measurements, scenarios: tuple[ScenarioDecision, ...]) -> frozenset[str]:
    """Return the scenarios on which no verdict is given."""
    if measurements.twins is None and not measurements.disturbed:
        return frozenset()  # and nobody has to work out how sure they are
    return frozenset(scenario.scenario for scenario in scenarios if scenario.withheld is not None)


def _refuse_unread(given: object) -> None:
    if not isinstance(given, Measurements):
        raise StudyError(f"rank() takes measurements, not a {type(given).__name__}; write rank(read(…))")


def _option(name: str, value: str, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise StudyError(f"{name} = {quoted(value)}; use one of {listed(known)}")
    return value


def _by_units(study: Study, measurements: Measurements) -> tuple[str, ...]:
    """Return what is told of columns that count in the default study by nothing but their units.

    Those that the caller named were read as measures already.
    """
    own = {measure.name for measure in study.measures} - {measure.name for measure in measurements.own}
    names = [criterion.name for criterion in study.criteria if own.intersection(criterion.measures)]
    if not (study.assumed and names):
        return ()
    return (
        f"{ASSUMED}by unit or heading more of a rate and less of a time is better, so these count: "
        f"{listed(names, 8)} (--benefit, --cost and --only say otherwise)",
    )


def _against_units(measurements: Measurements, study: Study) -> list[str]:
    """Return a warning of each column that counts the other way than its heading or its unit says."""
    named = {measure.name: measure for measure in study.measures if measure.unit == NONE}
    counted = {name for criterion in study.criteria for name in criterion.measures}
    found: dict[str, str] = {}
    for row in measurements.rows:
        measure = named.get(row.measure)
        if measure is None or measure.name not in counted or measure.name in found:
            continue
        said = better_by(heading_of(measurements, row.place, row.measure), find(row.unit))
        if said not in (None, measure.better):
            way, other = ("more", "less") if measure.better is Better.HIGHER else ("less", "more")
            option = "--cost" if other == "less" else "--benefit"
            found[measure.name] = (
                f"{ASSUMED}{way} of {quoted(measure.name)} is better, as was asked for; its heading or unit "
                f"says {other} ({option} counts that)"
            )
    return list(found.values())


def _without_merit(scenarios: tuple[ScenarioDecision, ...]) -> list[str]:
    """Return a warning where benefit or cost, and so their quotient, cannot be computed."""
    found = []
    without = [scenario.scenario for scenario in scenarios if scenario.costs is None]
    if without:
        found.append(f"no cost counts{_where(without, scenarios)}: the ranking is by benefit alone")
    without = [scenario.scenario for scenario in scenarios if scenario.benefits is None]
    if without:
        found.append(f"no benefit was measured{_where(without, scenarios)}: the ranking is by lowest cost")
    return found


def _where(names: list[str], scenarios: tuple[ScenarioDecision, ...]) -> str:
    """Return in which scenarios something is so; nothing where it is so in all."""
    return f" in {listed(names, 4)}" if len(names) < len(scenarios) else ""


def _weak_judgments(study: Study) -> list[str]:
    """Return warnings of judgments that contradict each other, and of people who do."""
    if not study.judgments and all(criterion.judged is None for criterion in study.criteria):
        return []
    from ahp.model.comparisons import consistency_of
    from ahp.model.group import Group

    found = []
    judged = [(c.name, c.judged) for c in study.criteria if c.judged is not None]
    for where, comparison in (*(("", matrix) for matrix in study.judgments), *judged):
        consistency = consistency_of(comparison)
        if consistency is not None and consistency.ratio > ACCEPTABLE:
            found.append(
                f"the judgments over {listed(comparison.labels)}{_under(where)} have a consistency ratio of "
                f"{share(consistency.ratio)}, above {ACCEPTABLE}; look at them again"
            )
    groups = [(where, group) for where, group in judged if isinstance(group, Group)]
    for where, group in (*(("", people) for people in study.people), *groups):
        if len(group.participants) < 2 or not any(group._connected()):
            continue  # of those whose own judgments do not connect all items, nobody has priorities
        level = group.agreement(draws=1).consensus
        if level < _DIVIDED:
            found.append(
                f"those who judged {listed(group.labels)}{_under(where)} do not agree "
                f"(consensus {level:.2f}); their mean may speak for nobody"
            )
    return found


def _under(criterion: str) -> str:
    return f" under {quoted(criterion)}" if criterion else ""


def _strangers(measurements: Measurements, study: Study) -> list[str]:
    """Return one warning that names every scenario that the study describes and no measurement has."""
    known = {name.casefold() for name in measurements.scenarios}
    strange = [note.name for note in study.scenarios if note.name.casefold() not in known]
    if not strange:
        return []
    has = listed(measurements.scenarios)
    return [f"the study describes {listed(strange)}, which is no scenario here; the scenarios are {has}"]


def _beside(measurements: Measurements, study: Study) -> list[str]:
    """Return a warning that names who was measured and does not compete, since the study never chooses it."""
    everyone = dict.fromkeys(a for s in measurements.scenarios for a in measurements.alternatives(s))
    names = [name for name in everyone if study.is_reference(name)]
    if not names:
        return []
    return [f"{listed(names)}: never chosen, as the study says under references"]
