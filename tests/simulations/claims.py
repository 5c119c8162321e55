"""Whether what is claimed of a choice is true: random studies are changed as it says, and ranked again.

`python tests/simulations/claims.py` tries 660 studies and writes how many claims of each kind were tried and how
many were false (two minutes on two processors); it exits 1 where one was. `.ci/deep` runs it, the fast tests a few of
the studies. What ranks the changed tables is written here anew, the rule included, and held against the library.
"""

import math
import os
import re
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

import ahp
from ahp.terms import NOISE
from ahp.units import NONE

STUDIES = 660
DRAWS = 2000
HAIR = 1e-6
STEPS = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0 - HAIR)
"""Shares of a change at which nothing may happen yet."""
WIDE = (0.2, 0.5, 0.8, 0.95, 0.99, 1.01, 1.05, 1.3, 2.0, 5.0)
"""Factors that change nothing where no change of a number does."""
NEAR = 0.001
"""How far from the baseline a number lies on either side of a crossing of the rule."""
NATURAL = "natural"


@dataclass(frozen=True)
class Studied:
    """Numbers of k criteria and n alternatives, the baseline's last, as they are printed; how each is scored."""

    x: np.ndarray
    cost: np.ndarray
    higher: np.ndarray
    storage: np.ndarray
    weights: np.ndarray
    asked: tuple[str, ...]
    digits: int

    @property
    def names(self):
        return tuple(f"a{j}" for j in range(self.x.shape[1] - 1))

    def natural(self, c):
        """The index of what is gained or spent."""
        if self.cost[c]:
            return "overhead"
        return "saving" if self.storage[c] else "improvement"

    def indices(self, x):
        """The published rule at one table."""
        chosen = []
        for c, (asked, r) in enumerate(zip(self.asked, self.relatives(x), strict=True)):
            gained = (r - 1 > 1e-12).all()
            auto = self.natural(c) if gained else "relative"
            chosen.append({"auto": auto, NATURAL: self.natural(c)}.get(asked, asked))
        return chosen

    def relatives(self, x):
        """How many times the baseline's each is, more being more benefit or cost; (..., k, n+1) to (..., k, n)."""
        own, base = x[..., :-1], x[..., -1:]
        return np.where((self.higher != self.cost)[:, None], own / base, base / own)

    def scores(self, x, weights=None):
        """What the alternatives are ranked by, (..., n), the rule applied to each table; NaN where it has none."""
        weights = self.weights if weights is None else weights
        r = self.relatives(x)
        values = r.copy()
        for c, asked in enumerate(self.asked):
            own = r[..., c, :]
            gain = 1 - 1 / own if self.natural(c) == "saving" else own - 1
            if asked == "value":
                values[..., c, :] = x[..., c, :-1] if self.higher[c] != self.cost[c] else 1 / x[..., c, :-1]
            elif asked == NATURAL:
                values[..., c, :] = np.where(gain > 0, gain, np.nan)
            elif asked == "auto":
                values[..., c, :] = np.where((own - 1 > 1e-12).all(-1, keepdims=True), gain, own)
        shares = values / values.sum(-1, keepdims=True)
        merits = [
            np.einsum("k,...kn->...n", weights[of], shares[..., of, :]) if of.any() else 1.0
            for of in (~self.cost, self.cost)
        ]
        return merits[0] / merits[1]

    def leaders(self, x, weights=None):
        """The names of all that tie for first; none where an index has no meaning."""
        scores = self.scores(x, weights)
        return {
            name
            for name, score in zip(self.names, scores, strict=True)
            if score >= scores.max() * (1 - 1e-12)
        }

    def first(self, x, weights=None):
        """The name of the first; None where there is none, or two are alike."""
        names = self.leaders(x, weights)
        return names.pop() if len(names) == 1 else None

    def stays(self, x, name):
        """In which tables a name is first; where an index has no meaning, nothing is."""
        scores = self.scores(x)
        return (scores.max(-1) == scores[..., self.names.index(name)]) & ~np.isnan(scores).any(-1)

    def keeps(self, x):
        """In which tables the baseline is first, everything relative to it: the best that there is, or as good."""
        r = np.concatenate([self.relatives(x), np.ones((*x.shape[:-1], 1))], axis=-1)
        for c, asked in enumerate(self.asked):
            if asked == "value":
                r[..., c, :] = x[..., c, :] if self.higher[c] != self.cost[c] else 1 / x[..., c, :]
        shares = r / r.sum(-1, keepdims=True)
        merits = [
            np.einsum("k,...kn->...n", self.weights[of], shares[..., of, :]) if of.any() else 1.0
            for of in (~self.cost, self.cost)
        ]
        scores = merits[0] / merits[1]
        return scores[..., -1] >= scores.max(-1) * (1 - 1e-12)

    def with_number(self, c, j, value):
        x = self.x.copy()
        x[c, j] = value
        return x

    def printed(self):
        return [[f"{value:.{self.digits}g}" for value in row] for row in self.x]

    def place(self, name):
        return (*self.names, "none").index(name)

    def ranked(self):
        """The scenario that the library makes of the printed table, and its text."""
        numbers = range(len(self.x))
        study = ahp.Study(
            tuple(
                ahp.Criterion(
                    f"c{c}",
                    "cost" if self.cost[c] else "benefit",
                    (f"m{c}",),
                    index=self.natural(c) if self.asked[c] == NATURAL else self.asked[c],
                    weight=float(self.weights[c]),
                )
                for c in numbers
            ),
            baseline="none",
            measures=tuple(
                ahp.Measure(
                    f"m{c}", "higher" if self.higher[c] else "lower", NONE, storage=bool(self.storage[c])
                )
                for c in numbers
            ),
        )
        table = {"alternative": [*self.names, "none"]}
        table |= {f"m{c}": row for c, row in enumerate(self.printed())}
        decision = ahp.rank(ahp.read(table, study=study), study, confidence=None)
        return decision.to_dict()["scenarios"][0], " ".join(decision.report("text", detail="why").split())


def study_of(seed):
    """Two to six alternatives, benefits and costs, of which half are near the baseline; some indices asked for."""
    rng = np.random.default_rng([seed, 23])
    n, benefits = int(rng.integers(2, 7)), int(rng.integers(1, 5))
    costs = int(rng.integers(0, 4))
    if seed % 11 == 0:
        benefits, costs = 0, max(costs, 2)
    k = benefits + costs
    asked = ["auto"] * k
    if seed % 5 == 0:
        asked = ["relative"] * k
    elif seed % 5 == 1:
        asked = [str(index) for index in rng.choice(["relative", "value", NATURAL, "auto"], k)]
    cost = np.arange(k) >= benefits
    weights = rng.uniform(0.1, 1.0, k)
    for of in (cost, ~cost):
        weights[of] /= weights[of].sum()
    least = np.where(cost | (rng.random() < 0.5), 0.02, -0.15)[:, None]
    r = np.exp(rng.uniform(least, rng.uniform(0.1, 1.2, (k, 1)), (k, n)))
    r = np.where(np.array(asked)[:, None] == NATURAL, np.maximum(r, 1.05), r)
    higher, storage = rng.random(k) < 0.5, rng.random(k) < 0.3
    digits = int(rng.choice([3, 4, 9]))
    return printed(r, rng, Studied(r, cost, higher, storage, weights, tuple(asked), digits))


def printed(r, rng, study):
    """A study with these relatives, around a baseline that is drawn, as it stands where it is printed."""
    base = np.exp(rng.normal(3.0, 1.5, (len(r), 1)))
    own = np.where((study.higher != study.cost)[:, None], base * r, base / r)
    exact = replace(study, x=np.concatenate([own, base], axis=1))
    return replace(exact, x=np.array([[float(cell) for cell in row] for row in exact.printed()]))


def claims_of(seed):
    """Yield the claims of a random study, each as its kind, whether it is true, and what it was."""
    study = study_of(seed)
    try:
        scenario, text = study.ranked()
    except ahp.AHPError as error:
        yield "ranked", study.first(study.x) is None, str(error)
        return
    indices = [criterion["index"] for criterion in scenario["criteria"]]
    yield "the index of each criterion", indices == study.indices(study.x), indices
    first = study.first(study.x)
    yield "who is first", scenario["choose"] == [first] or first is None, scenario["choose"]
    if scenario["margin"] is None or first is None:
        return
    rng = np.random.default_rng([seed, 7])
    yield from _changes(study, first, scenario["margin"])
    yield from _noise(study, first, scenario["margin"]["noise_95"], rng)
    yield from _keeping(study, first, scenario["standing"], rng)
    yield from _weights(study, first, scenario["weights"], rng)
    yield from _digits(study, first, scenario["audit"], rng)
    yield from _sentences(study, text)


def _changes(study, first, margin):
    least = abs(margin["change"]) if margin["change"] is not None else 3.0
    for entry in margin["all"]:
        c, j = int(entry["criterion"][1:]), study.place(entry["alternative"])
        change, x = entry["change"], study.x[c, j]
        if change is None:
            firsts = {study.first(study.with_number(c, j, x * factor)) for factor in WIDE}
            yield "no change of a number alters it", firsts <= {first, None}, (entry, firsts)
            continue
        beyond = study.leaders(study.with_number(c, j, x * (1 + change * (1 + HAIR))))
        yield "a change puts that one first", entry["challenger"] in beyond - {first}, (entry, beyond)
        factors = [1 + way * change * step for step in STEPS for way in (-1, 1) if way * change * step > -1]
        firsts = {study.first(study.with_number(c, j, x * factor)) for factor in factors}
        yield "a smaller change does not", firsts <= {first, None}, (entry, firsts)
    factors = [1 + way * least * step for step in STEPS for way in (-1, 1) if way * least * step > -1]
    tables = [
        study.with_number(c, j, study.x[c, j] * f) for c, j in np.ndindex(study.x.shape) for f in factors
    ]
    firsts = {study.first(table) for table in tables}
    yield "no number has a smaller change than the smallest", firsts <= {first, None}, (least, firsts)


def _noise(study, first, noise, rng):
    uniform = rng.uniform(-1.0, 1.0, (DRAWS, *study.x.shape))
    for share in (1.0, 0.8, 0.5):
        kept = study.stays(study.x * np.exp(share * noise * uniform), first).mean()
        yield (
            "the noise that it bears",
            kept > 0.95 - 3 * math.sqrt(0.05 * 0.95 / DRAWS),
            (noise, share, kept),
        )


def _keeping(study, first, standing, rng):
    kept = standing["names"] == ["none"]
    yield "whether the baseline is kept", kept == study.keeps(study.x), standing
    if kept:
        yield from _kept(study, standing, rng)
        return
    found = standing.get("keeping")
    least = abs(found["change"]) if found is not None else 0.85
    if found is not None:
        c, j = int(found["criterion"][1:]), study.place(found["alternative"])
        moved = study.with_number(c, j, study.x[c, j] * (1 + found["change"] * (1 + HAIR)))
        yield "a change keeps the baseline", bool(study.keeps(moved)), found
    factors = [1 + way * least * step for step in STEPS for way in (-1, 1) if way * least * step > -1]
    tables = np.array(
        [study.with_number(c, j, study.x[c, j] * f) for c, j in np.ndindex(study.x.shape) for f in factors]
    )
    yield "no smaller change of a number keeps it", not study.keeps(tables).any(), (standing, study)
    if standing["noise"]:
        noise = standing["noise"]
        moved = study.x * np.exp(noise * rng.uniform(-1.0, 1.0, (DRAWS, *study.x.shape)))
        chosen = (study.stays(moved, first) & ~study.keeps(moved)).mean()
        enough = chosen > 0.95 - 3 * math.sqrt(0.05 * 0.95 / DRAWS)
        yield "the noise that keeps no baseline", enough, (noise, chosen)


def _kept(study, standing, rng):
    bears = standing["noise"]
    yield "surely kept where it bears the noise", (standing["word"] == "keep") == (bears > NOISE), standing
    found = standing.get("leaving")
    least = abs(found["change"]) if found is not None else 0.85
    if found is not None:
        c, j = int(found["criterion"][1:]), study.place(found["alternative"])
        moved = study.with_number(c, j, study.x[c, j] * (1 + found["change"] * (1 + HAIR)))
        yield "a change ends the keeping", not study.keeps(moved), found
    factors = [1 + way * least * step for step in STEPS for way in (-1, 1) if way * least * step > -1]
    tables = np.array(
        [study.with_number(c, j, study.x[c, j] * f) for c, j in np.ndindex(study.x.shape) for f in factors]
    )
    yield "no smaller change of a number ends it", study.keeps(tables).all(), (standing, study)
    moved = study.x * np.exp(bears * rng.uniform(-1.0, 1.0, (DRAWS, *study.x.shape)))
    still = study.keeps(moved).mean()
    yield "the noise that a keeping bears", still > 0.95 - 3 * math.sqrt(0.05 * 0.95 / DRAWS), (bears, still)


def _weights(study, first, intervals, rng):
    for name, interval in intervals.items():
        c = int(name[1:])
        low, high = interval["holds_from"], interval["holds_to"]
        firsts = {study.first(study.x, _weighed(study, c, w)) for w in rng.uniform(low, high, 5)}
        yield "a weight within its interval", firsts <= {first, None}, (interval, firsts)
        for end, side, way in ((low, "below", -1), (high, "above", 1)):
            if interval[side] is not None and 0 <= end + way * HAIR <= 1:
                beyond = study.first(study.x, _weighed(study, c, end + way * HAIR))
                yield "a weight beyond its interval", beyond == interval[side], (interval, beyond)


def _weighed(study, c, weight):
    """The weights with one of them so much, the others of its merit as they are to each other."""
    weights, others = study.weights.copy(), study.cost == study.cost[c]
    others[c] = False
    rest = weights[others].sum()
    weights[others] = weights[others] / rest * (1 - weight) if rest > 0 else (1 - weight) / others.sum()
    weights[c] = weight
    return weights


def _digits(study, first, audit, rng):
    for finding in audit:
        if finding["check"] == "digits" and finding["verdict"] == "flips":
            x = study.x.copy()
            said = finding["detail"].partition(", which the printed")[0]
            for name, c, value in re.findall(r"(\w+)'s m(\d+) (\S+) instead of", said):
                x[int(c), study.place(name)] = float(value)
            yield "digits that put another first", study.first(x) == finding["to"], (said, study.first(x))
        elif finding["check"] == "digits" and finding["verdict"] == "holds":
            half = np.array([[_half_of(cell) for cell in row] for row in study.printed()])
            corners = rng.choice([-1.0, 1.0], (DRAWS, *half.shape))
            inside = np.where(rng.random((DRAWS, 1, 1)) < 0.5, 1.0, rng.random((DRAWS, *half.shape)))
            moved = study.x + 0.999 * half * corners * inside
            yield "digits that change nothing", study.stays(moved, first).all(), finding["detail"]


def _half_of(cell):
    """Half a unit of the last digit of a number as it is printed."""
    mantissa, _, exponent = cell.partition("e")
    return 0.5 * 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))


CHANGED = r" if (its|\w+'s) c(\d+) is (\S+) (instead of|less|more|% less|% more)"
WINS = re.compile(r"(\w+) wins" + CHANGED)
KEPT = re.compile(r"(is|is not) kept" + CHANGED)
WEIGHT = re.compile(r"Weight: c(\d+) (below|above) (\S+) instead of \S+ puts (\w+) first")


def _sentences(study, text):
    """Yield whether the printed numbers, typed in, do what the sentence says."""
    for rival, *changed in WINS.findall(text):
        if (table := _typed_in(study, rival, *changed)) is not None:
            got = study.first(table)
            yield "a printed number, typed in", got == rival, (rival, changed, got)
    for says, *changed in KEPT.findall(text):
        if (table := _typed_in(study, "none", *changed)) is not None:
            yield "a printed number of a keeping, typed in", study.keeps(table) == (says == "is"), changed
    for number, side, to, rival in WEIGHT.findall(text):
        weight = float(to) * (1 - HAIR if side == "below" else 1 + HAIR)
        if 0 <= weight <= 1:
            got = study.first(study.x, _weighed(study, int(number), weight))
            yield "a printed weight, typed in", got == rival, (number, side, to, rival, got)


def _typed_in(study, rival, whose, number, to, way):
    """The table with a number as a sentence says it; None where it says the least bit."""
    if to == "the":
        return None
    c, j = int(number), study.place(rival if whose == "its" else whose.removesuffix("'s"))
    value = float(to)
    if way != "instead of":
        value = study.x[c, j] * (1 + (-1 if way.endswith("less") else 1) * value / 100)
    return study.with_number(c, j, value)


def crossings_of(seed):
    """Yield whether a crossing of the rule that decides, a tenth of a per cent away, is told on either side."""
    rng = np.random.default_rng([seed, 66])
    n, benefits, costs = (int(rng.integers(*of)) for of in ((2, 7), (1, 5), (0, 3)))
    k = benefits + costs
    cost = np.arange(k) >= benefits
    weights = rng.uniform(0.2, 1.0, k)
    for of in (cost, ~cost):
        weights[of] /= weights[of].sum()
    r = np.exp(rng.uniform(0.05, rng.uniform(0.15, 0.9, (k, 1)), (k, n)))
    c, j = int(rng.integers(k)), int(rng.integers(n))
    higher, storage = rng.random(k) < 0.5, rng.random(k) < 0.25
    plain = Studied(r, cost, higher, storage, weights, ("auto",) * k, 9)
    sides = []
    for gain in (-NEAR, NEAR):
        r[c, j] = 1 + gain
        sides.append(printed(r, np.random.default_rng([seed, 5]), plain))
    firsts = [side.first(side.x) for side in sides]
    if None in firsts or firsts[0] == firsts[1]:
        return
    for side in sides:
        scenario, _ = side.ranked()
        findings = {finding["check"]: finding for finding in scenario["audit"]}
        rule, margin = findings["index-rule"], scenario["margin"]
        told = (
            rule["verdict"] == "flips" and rule["to"] not in scenario["choose"] and f"a{j}" in rule["detail"]
        )
        yield "a crossing is told", told, rule
        near = margin["change"] is not None and abs(margin["change"]) < 2.1 * NEAR
        yield "a crossing is in the margin", near and margin["noise_95"] < 10 * NEAR, margin["change"]
        doubted = scenario["standing"]["word"] in ("fragile", "keep")
        yield "the standing doubts it", doubted, scenario["standing"]


STEPS_OF_SAATY = (*(1 / step for step in range(9, 1, -1)), *range(1, 10))
JUDGMENT = re.compile(
    r"Judgment: under (the goal|c\d), (\w+) over (\w+) at (\S+) instead of \S+ puts (\w+) first"
)
SHARE = re.compile(r"Weight: (c\d) at (\S+) instead of \S+ puts (\w+) first")


def judged_of(seed):
    """Yield whether a judgment and a weight that a report of random judgments prints, typed in, do what it says."""
    rng = np.random.default_rng([seed, 9])
    criteria, alternatives = ([f"{of}{i}" for i in range(rng.integers(2, 5))] for of in "ca")
    over, *under = (
        {pair: float(rng.choice(STEPS_OF_SAATY)) for pair in combinations(items, 2)}
        for items in (criteria, *[alternatives] * len(criteria))
    )
    hierarchy = ahp.Hierarchy("goal", over, dict(zip(criteria, under, strict=True)))
    text = " ".join(ahp.judge(hierarchy).report("text").split())
    for node, one, other, to, who in JUDGMENT.findall(text):
        path = () if node == "the goal" else (node,)
        changed = hierarchy.with_judgment(path, one, other, to).global_priorities()
        yield (
            "a printed judgment, typed in",
            _is_first(changed, who),
            (node, one, other, to, changed.to_dict()),
        )
    weights = ahp.PairwiseMatrix.from_judgments(over, labels=criteria).priorities()
    shares = [ahp.PairwiseMatrix.from_judgments(own, labels=alternatives).priorities() for own in under]
    for name, to, who in SHARE.findall(text):
        others = weights.drop(name)
        moved = {**(others / others.sum() * (1 - float(to))), name: float(to)}
        changed = sum(moved[c] * own for c, own in zip(criteria, shares, strict=True))
        yield (
            "a printed weight of judgments, typed in",
            _is_first(changed, who),
            (name, to, changed.to_dict()),
        )


def _is_first(priorities, name):
    return bool(priorities[name] > priorities.drop(name).max())


def tried(seed):
    """How many claims of each kind a study makes, and which are false."""
    found = [*claims_of(seed), *crossings_of(seed), *judged_of(seed)]
    return Counter(kind for kind, _, _ in found), [
        (seed, kind, what) for kind, true, what in found if not true
    ]


def main(arguments):
    """Print the table; 1 where a claim is false."""
    studies = int(arguments[0]) if arguments else STUDIES
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(tried, range(studies), chunksize=5))
    counts = sum((counted for counted, _ in results), Counter())
    wrong = [entry for _, false in results for entry in false]
    missed = Counter(kind for _, kind, _ in wrong)
    print(f"Of {studies} random studies:\n\n| claim | tried | false |\n| --- | ---: | ---: |")
    for kind, number in counts.items():
        print(f"| {kind} | {number} | {missed[kind]} |")
    for entry in wrong[:50]:
        print(*entry)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
