"""No verdict where the table's own noise reaches the choice: what was measured twice, and what was disturbed."""

import pytest

import ahp
from ahp.decision.sample_size import settled
from ahp.errors import InputError

WANDER = (0.999, 1.001, 0.9995, 1.0005)


def table(twin=None, *, lz4=150.0, disturbed=0, runs=4, of="none", cpu=1.0):
    """Runs of three alternatives with cost; `twin` is second over first measurement in throughput."""
    rows = []
    for run, wander in enumerate(WANDER[:runs], start=1):
        for name, tps, ms in (("none", 100.0, 10.0), ("lz4", lz4, 11.0), ("zstd", 130.0, 11.0)):
            rows.append((name, run, tps * wander, ms, "", "yes" if run <= disturbed else "no"))
            if twin is not None and name == of:
                rows.append((name, run, tps * twin * wander, ms * cpu, "true", ""))
    names = ("alternative", "run", "tps", "cpu_per_transaction (ms)", "twin", "disturbed")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def decided(given, **options):
    return ahp.rank(ahp.read(given, baseline="none"), index="relative", **options)["default"]


LEAD = 150 / 130 - 1  # of lz4 over zstd, at the same cost


@pytest.mark.parametrize(
    ("given", "checks", "detail"),
    [
        (table(), {}, None),
        (table(1.0), {"twin": "holds"}, "the baseline measured twice differs by nothing"),
        (table(1 + 0.9 * LEAD), {"twin": "holds"}, "differs by 13.8 % in throughput; no other would be"),
        (
            table(1 + 1.1 * LEAD),
            {"twin": "withheld"},
            "differs by 16.9 % in throughput, more than the lead of lz4",
        ),
        (table(1 / (1 + 1.1 * LEAD)), {"twin": "withheld"}, "differs by 14.5 % in throughput, more than"),
        # Each by itself is less than the lead, both at once are more.
        (
            table(1.1, cpu=1 / 1.09),
            {"twin": "withheld"},
            "10.0 % in throughput and 8.3 % in CPU per transaction",
        ),
        (table(1.1, cpu=1.1), {"twin": "holds"}, "differs by 10.0 %"),
        (table(1.5, of="zstd"), {"twin": "withheld"}, "zstd measured twice differs by 50.0 % in throughput"),
        (table(1.5, runs=1), {"twin": "withheld"}, "the baseline measured twice differs by 50.0 %"),
        (table(disturbed=2), {"disturbed": "warns"}, "6 of 12 runs were disturbed"),
        (table(disturbed=3), {"disturbed": "withheld"}, "9 of 12 runs were disturbed, more than half"),
        (table(1.5, disturbed=3), {"disturbed": "withheld", "twin": "withheld"}, "more than half"),
    ],
)
def test_a_verdict_is_given_only_above_the_noise(given, checks, detail):
    found = decided(given)
    findings = {one.check: one for one in found.audit if one.check in ("twin", "disturbed")}
    assert {check: one.verdict for check, one in findings.items()} == checks
    assert detail is None or detail in next(iter(findings.values())).detail
    withheld = "withheld" in checks.values()
    assert (found.withheld is not None) is withheld
    repeated = len(set(given["run"])) > 1
    assert found.confidence.verdict == ("withheld" if withheld else "decisive" if repeated else "unknown")
    assert settled([found]) is (repeated and not withheld)
    # What was measured twice is no run and no alternative, and moves no number.
    plain = {
        key: [v for v, twin in zip(column, given["twin"], strict=True) if not twin]
        for key, column in given.items()
    }
    bare = decided({key: column for key, column in plain.items() if key not in ("twin", "disturbed")})
    assert (found.runs, found.order, found.quotients) == (bare.runs, bare.order, bare.quotients)
    assert found.confidence.best == bare.confidence.best


def test_a_tie_is_withheld_only_by_noise_wider_than_a_tie():
    assert decided(table(1.005, lz4=130.3)).confidence.verdict == "tie"
    assert decided(table(1.05, lz4=130.3)).confidence.verdict == "withheld"


def test_an_index_that_loses_its_meaning_withholds_it_too():
    given = table(1.4, lz4=1500.0)  # zstd would be no better than the baseline, and lz4 still first
    assert decided(given).withheld is None
    measurements = ahp.read(given, baseline="none")
    assert (
        ahp.rank(measurements, index="auto")["default"].withheld is None
    )  # the rule answers with another index
    assert ahp.rank(measurements, index="improvement")["default"].withheld.check == "twin"


def test_of_several_runs_those_count_that_were_made_twice():
    given = table(1.0)
    given["tps"] = [
        3 * tps if run > 2 and not twin and name == "none" else tps
        for name, run, tps, twin in zip(
            given["alternative"], given["run"], given["tps"], given["twin"], strict=True
        )
    ]
    keep = [not twin or run < 3 for run, twin in zip(given["run"], given["twin"], strict=True)]
    lacking = {
        key: [v for v, kept in zip(column, keep, strict=True) if kept] for key, column in given.items()
    }
    assert decided(lacking).withheld is None
    assert decided(given).withheld is not None


def test_it_is_the_first_thing_that_every_report_says():
    two = {key: column * 2 for key, column in table(1.5).items()}
    two["scenario"] = ["quiet"] * 16 + ["noisy"] * 16
    two["twin"][:16] = [""] * 16
    keep = [i for i in range(32) if i >= 16 or i % 4 != 1]  # the quiet one without its twins
    decision = ahp.rank(ahp.read({k: [v[i] for i in keep] for k, v in two.items()}, baseline="none"))
    reason = "the baseline measured twice differs by 50.0 % in throughput"
    flat = {name: " ".join(decision.report(name).split()) for name in ("markdown", "html", "latex")}
    assert "noisy no verdict the baseline measured twice" in " ".join(decision.report().split())
    flat["text"] = " ".join(decision.report(detail="why").split())
    assert f"noisy no verdict: {reason}" in flat["text"]
    assert f"## noisy: no verdict: {reason}" in flat["markdown"]
    assert f"No verdict: {reason}" in flat["html"].replace("\xa0", " ")
    assert "No verdict:" in flat["latex"]
    assert "No verdict over all scenarios, for there is none in noisy." in flat["text"]
    document = decision.to_dict()
    assert document["scenarios"][1]["confidence"]["verdict"] == "withheld"
    assert document["scenarios"][1]["audit"][0]["verdict"] == "withheld"
    known = document["across_scenarios"]["recommended"]["known"]
    assert known == {"quiet": "lz4", "noisy": None}


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        (
            "twin",
            "maybe",
            "column 'twin': found 'maybe': a mark is yes or no; write true or leave the cell empty",
        ),
        ("disturbed", "2", "column 'disturbed': found '2': a mark is yes or no"),
        (
            "twin",
            "yes",
            "'lz4' in 'default' is marked as measured a second time, and was not measured a first time",
        ),
    ],
)
def test_marks_that_cannot_be_are_refused(column, cell, message):
    given = {"alternative": ["none", "lz4"], "tps": [1, 2], column: ["", cell]}
    with pytest.raises(InputError) as raised:
        ahp.read(given)
    assert message in str(raised.value)


@pytest.mark.parametrize("mark", ["true", "Yes", "1", "ja", "x", True, 1, 1.0])
def test_a_mark_is_written_in_many_ways(mark):
    given = {"alternative": ["none", "none", "lz4"], "tps": [1, 2, 3], "twin": [0, mark, "no"]}
    found = ahp.read(given | {"disturbed": ["", "", mark]})
    assert [row.value for row in found.twins.rows] == [2]
    assert found.disturbed == {("default", "lz4", "")}
    again = ahp.read(found.to_frame())
    assert ([row.value for row in again.rows], again.twins) == ([1, 3], None)
    assert again.disturbed == found.disturbed
