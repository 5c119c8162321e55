import pytest

import ahp


@pytest.fixture(scope="module")
def scenario(examples):
    study = ahp.Study.from_toml(examples / "pg_wal_runs.toml")
    decision = ahp.rank(ahp.read(examples / "pg_wal_runs.csv"), study, index="relative", resamples=500)
    return decision.to_dict()["scenarios"][0]


def test_confidence_names_every_alternative(scenario):
    names = ["pglz", "lz4", "zstd"]
    found = scenario["confidence"]
    for key in ("best", "ranks", "wins", "rank_sets", "covariance"):
        assert list(found[key]) == names
    assert sum(found["best"].values()) == pytest.approx(1)
    assert found["wins"]["lz4"]["zstd"] + found["wins"]["zstd"]["lz4"] == pytest.approx(1)
    assert "lz4" not in found["wins"]["lz4"]
    assert set(found["intervals"]) == {"benefit", "cost", "benefit_to_cost", "priorities"}
    for low, high in found["intervals"]["benefit_to_cost"].values():
        assert low < high
    assert found["seed"] == 0


def test_the_margin_and_the_weights_speak_of_known_names(scenario):
    measures = {criterion["measure"] for criterion in scenario["criteria"]}
    assert {entry["measure"] for entry in scenario["margin"]["all"]} <= measures
    assert set(scenario["weights"]) == {"storage_saving", "throughput", "response_time"}
    gradients = {entry["criterion"]: entry for entry in scenario["gradients"]}
    assert set(gradients) == set(scenario["weights"])
    for name, interval in scenario["weights"].items():
        spans = gradients[name]["first"]
        assert (spans[0]["from"], spans[-1]["to"]) == (0.0, 1.0)
        held = next(s for s in spans if s["choose"] == scenario["choose"][0])
        assert (held["from"], held["to"]) == pytest.approx((interval["holds_from"], interval["holds_to"]))
        assert list(gradients[name]["at_one"]) == scenario["alternatives"]
    assert set(scenario["weight_space"]["confidence"]) == {"pglz", "lz4", "zstd"}
    assert scenario["marginal"]["s1"][-1]["to"] is None
