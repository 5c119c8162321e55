import pytest

import ahp
from ahp.report.scrutiny_wording import beyond, moved, spoken


@pytest.fixture(scope="module")
def study(examples):
    document = ahp.rank(ahp.read(examples / "zfs_oltp.csv")).to_dict()
    return {scenario["scenario"]: scenario for scenario in document["scenarios"]}


def test_what_else_the_study_would_choose(study):
    # DESIGN 5.3 and METHODS 9.3: the offset 0.337, the breakpoints 0.518 and 1.420.
    assert beyond(study["Calling Circle"]) == [
        "On the way from what is gained (s = 0) to what is had (s = 1): LZ4 for ZLE at s = 0.337, storage as "
        "its ratio.",
        "By what a unit of benefit, as what is gained, is worth in units of cost: Baseline up to 0.518, ZLE up "
        "to 1.420, then LZ4.",
        "By what a unit of benefit, as what is had, is worth in units of cost: Baseline up to 0.279, ZLE up to "
        "1.035, then LZ4.",
    ]


@pytest.mark.parametrize(
    ("s0", "s1", "told"),
    [
        ("a", "a", []),
        (
            "ab",
            "a",
            [
                "gained, is worth in units of cost: a up to 1.000, then b",
                "had, is worth in units of cost: always a",
            ],
        ),
        (
            "a",
            "b",
            ["gained, is worth in units of cost: always a", "had, is worth in units of cost: always b"],
        ),
        ("", "ab", ["had, is worth in units of cost: a up to 1.000, then b"]),
        ("", "", []),
    ],
)
def test_both_ends_are_told_unless_all_choose_the_same(study, s0, s1, told):
    def spans(names):
        ends = [float(i) for i in range(len(names))]
        return [
            {"from": start, "to": end, "choose": name}
            for start, end, name in zip(ends, [*ends, None][1:], names, strict=True)
        ] or None

    scenario = study["Calling Circle"] | {"offset": [], "marginal": {"s0": spans(s0), "s1": spans(s1)}}
    assert beyond(scenario) == [f"By what a unit of benefit, as what is {said}." for said in told]


def test_where_nothing_is_gained_it_is_what_is_had(study):
    marginal, weights, regions = beyond(study["Order Entry"])
    assert "as what is had, is worth" in marginal
    assert weights.startswith("Over all weights that there may be, first is LZJB in 7")
    assert regions == (
        "By the weights of storage_saving/throughput/response_time, first is ZLE between 1/0/0, 0.734/0.266/0 "
        "and 0.066/0/0.934; LZJB between 0.734/0.266/0, 0/1/0, 0/0/1 and 0.066/0/0.934."
    )


def test_choices_along_a_number():
    ends = [(0.0, 0.25, "a"), (0.25, 2.0, "b"), (2.0, None, "c")]
    spans = [{"from": start, "to": end, "choose": name} for start, end, name in ends]
    assert spoken(spans) == "a up to 0.250, b up to 2.000, then c"


def test_a_benefit_alone_has_no_worth_in_costs():
    (scenario,) = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3]})).to_dict()[
        "scenarios"
    ]
    assert beyond(scenario) == []


def test_with_one_alternative_nothing_is_said_of_weights():
    only = {"alternative": ["none", "a"], "tps": [1, 2], "compression_ratio": [1, 2]}
    both = {"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "compression_ratio": [1, 3, 2]}
    said = [" ".join(beyond(ahp.rank(ahp.read(table)).to_dict()["scenarios"][0])) for table in (only, both)]
    assert ["Over all weights" in words for words in said] == [False, True]


def test_what_is_not_shown_is_not_said_to_move():
    duration = {"measure": "duration", "unit": "s", "measured": {"a": 2.0}}
    assert moved(duration, "a", 0.5) == "2 to 3 s"
    assert moved(duration, "none", 0.5) is None
