"""Printed indices against raw columns: where they differ it is told, where they cannot be compared it is not."""

import pytest

import ahp
from ahp.decision.published import published_findings


def _findings(**columns):
    audit = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], **columns}))["default"].audit
    return tuple(finding for finding in audit if finding.check == "published")


def test_within_half_a_digit_is_agreement():
    assert not _findings(tps=["100", "118.224", "127"], throughput_improvement=["", "18.22%", "27%"])


@pytest.mark.parametrize(
    ("printed", "differs"), [("18.2%", False), ("18.23%", True), ("18%", False), ("19%", True)]
)
def test_the_printed_digits_decide(printed, differs):
    found = _findings(tps=["100", "118.224", "127"], throughput_improvement=["", printed, "27%"])
    assert bool(found) == differs


def test_a_saving_is_held_against_the_ratio():
    (finding,) = _findings(compression_ratio=["1", "2", "4"], space_saving=["", "50%", "74%"])
    assert "space_saving of b is printed as 74 %, the raw numbers give 75.0 %" in finding.detail


@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        ({"stored_bytes": [100, 50, 30]}, "the sizes give 3.333"),
        ({"stored_bytes": [100, 50, 25]}, None),
        ({"stored_bytes": [100, 50, 25.4]}, None),
        ({"original_bytes": [200, 200, 200], "stored_bytes": [200, 100, 40]}, "the sizes give 5"),
        ({"original_bytes": [200, 200, 200], "stored_bytes": [200, 100, 50]}, None),
    ],
)
def test_a_ratio_is_held_against_sizes_of_another_file(tmp_path, sizes, told):
    names = ["none", "a", "b"]
    rows = [
        ",".join(["alternative", *sizes]),
        *(",".join(map(str, row)) for row in zip(names, *sizes.values(), strict=True)),
    ]
    (tmp_path / "sizes.csv").write_text("\n".join(rows))
    ratios = {"alternative": names, "compression_ratio": ["1", "2", "4"], "tps": [1, 2, 3]}
    audit = ahp.rank(ahp.read(ratios, tmp_path / "sizes.csv"))["default"].audit
    found = [finding.detail for finding in audit if finding.check == "published"]
    assert len(found) == (told is not None)
    assert all(detail.startswith("compression_ratio of b is 4 (") and told in detail for detail in found)


def test_an_overhead_is_held_against_the_sum_of_system_and_user():
    (finding,) = _findings(
        cpu_system=[2, 3, 4], cpu_user=[6, 6, 6], cpu_overhead=["", "12.50%", "52.00%"], tps=[1, 2, 3]
    )
    assert "cpu_overhead of b is printed as 52.00 %, the raw numbers give 25.000 %" in finding.detail


def test_with_two_response_statistics_nothing_says_which_was_meant():
    assert not _findings(
        response_time_mean_ms=[2, 1, 4],
        response_time_max_ms=[20, 5, 40],
        response_time_relative=["", "9%", "9%"],
    )


def test_each_run_is_held_against_its_own_baseline():
    columns = {
        "alternative": ["none", "none", "a", "a", "b", "b"],
        "run": [1, 2] * 3,
        "tps": [100, 200, 150, 300, 110, 220],
        "throughput_improvement": ["", "", "50%", "51%", "10%", "10%"],
    }
    (finding,) = (f for f in ahp.rank(ahp.read(columns))["default"].audit if f.check == "published")
    assert "printed as 51 %, the raw numbers give 50.0 %" in finding.detail


def test_an_index_is_held_against_nothing_where_a_number_is_missing():
    for cpu, expected in ((["1", "", "3"], 1), (["1", "9", "3"], 2)):
        table = {"alternative": ["none", "a", "b"], "cpu": cpu, "cpu_overhead (%)": [0, 50, 100]}
        assert len(published_findings(ahp.read(table), "default", "none")) == expected


def test_without_a_baseline_no_index_is_held_against_raw_numbers():
    table = {"alternative": ["none", "a", "b"], "cpu": [1, 9, 3], "cpu_overhead (%)": [0, 50, 100]}
    assert published_findings(ahp.read(table), "default", None) == ()
