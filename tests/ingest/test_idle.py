import pytest
from ingest.cases import each
from ingest.damage import INPUTS

import ahp
from ahp.errors import AHPError, InputError, MeasureError, UnitError
from ahp.ingest.read import read

MPSTAT = INPUTS / "mpstat" / "mpstat.json"
IDLE = INPUTS / "mpstat" / "mpstat.txt"

# The published study of tablespace compression: the idle server took 550 MHz on average, "to be subtracted";
# its tables give what was left. What the server took in all is 550 more.
PUBLISHED = {
    ("10 GB", "none"): 299.10,
    ("10 GB", "oltp"): 638.49,
    ("200 GB", "none"): 1406.45,
    ("200 GB", "oltp"): 2475.52,
}
AT_REST = {"alternative": ["idle"], "cpu_frequency (MHz)": ["550"]}


def servers(idle: float) -> dict[str, list[str]]:
    return {
        "scenario": [scenario for scenario, _ in PUBLISHED],
        "alternative": [name for _, name in PUBLISHED],
        "cpu_frequency (MHz)": [f"{value + idle:.2f}" for value in PUBLISHED.values()],
    }


def test_the_published_study_is_what_is_left():
    found = read(servers(550), idle=AT_REST, baseline="none")
    assert {(row.scenario, row.alternative): row.value for row in found.rows} == pytest.approx(PUBLISHED)
    by = {(row.scenario, row.alternative): row.value for row in found.rows}
    overheads = [100 * (by[size, "oltp"] / by[size, "none"] - 1) for size in ("10 GB", "200 GB")]
    assert overheads == pytest.approx([113.47, 76.01], abs=0.005)  # as printed beside the two tables
    # With the idle consumption inside the same runs look half as different.
    diluted = {(row.scenario, row.alternative): row.value for row in read(servers(550)).rows}
    assert 100 * (diluted["10 GB", "oltp"] / diluted["10 GB", "none"] - 1) == pytest.approx(39.97, abs=0.005)


def test_what_has_it_subtracted_already_does_not_survive_it_again():
    with pytest.raises(MeasureError) as raised:
        read(servers(0), idle=AT_REST)
    assert str(raised.value) == (
        "<mapping>, line 1, column 'cpu_frequency (MHz)': cpu_frequency of 'none' in '10 GB' is 299.1 MHz, and "
        "the idle machine used 550 MHz: nothing is left; check that the idle recording is of this machine at "
        "rest, or leave it out"
    )


def test_a_monitors_recording_of_the_idle_machine():
    loaded, found = read(f"lz4={MPSTAT}"), read(f"lz4={MPSTAT}", idle=IDLE)
    rest = [row.value for row in read(f"idle={IDLE}").rows]
    pairs = zip(loaded.rows, found.rows, rest, strict=True)
    for before, after, idle in pairs:
        assert after.value == pytest.approx(before.value - idle)
        assert after.resolution > before.resolution
        assert after.place == before.place
    assert [source.file for source in found.sources] == [str(MPSTAT), str(IDLE)]
    assert found.caveats[-1] == (
        str(MPSTAT),
        f"Subtracted from every run, as the idle machine used it in {IDLE}: cpu_user of 0.1667 % and cpu_system of 0.1667 %.",
    )


def test_the_decision_says_how_much():
    table = {
        "alternative": ["none", "lz4", "zstd"],
        "tps": ["100", "110", "120"],
        "cpu (%)": ["30", "40", "50"],
    }
    decision = ahp.rank(read(table, idle={"alternative": ["idle"], "cpu (%)": ["10"]}, baseline="none"))
    document = decision.to_dict()
    details = [finding["detail"] for finding in document["scenarios"][0]["audit"]]
    assert any("cpu of 10 %" in detail for detail in details), details
    (cost,) = [c for c in document["scenarios"][0]["criteria"] if c["merit"] == "cost"]
    assert cost["values"] == pytest.approx({"lz4": 0.5, "zstd": 1.0})
    assert [source["file"] for source in document["inputs"]] == ["<mapping>", "<mapping>"]


def test_the_total_is_reduced_by_both_parts():
    table = {"alternative": ["none"], "tps": ["100"], "cpu (%)": ["30"]}
    parts = {"alternative": ["idle"], "cpu_user (%)": ["4"], "cpu_system (%)": ["1.5"]}
    found = read(table, idle=parts)
    assert [row.value for row in found.rows if row.measure == "cpu"] == [24.5]
    assert found.caveats == (
        ("<mapping>", "Subtracted from every run, as the idle machine used it in <mapping>: cpu of 5.5 %."),
    )


def of_one(cells):
    return {"alternative": ["x"]} | {heading: [cell] for heading, cell in cells.items()}


@each(
    ("measured", "idle", "error", "said"),
    [
        ({"cpu (%core)": "130"}, {"cpu (%)": "10"}, UnitError, "is in %core, that of the idle machine in %"),
        (
            {"cpu_user (%)": "30"},
            {"cpu (%)": "10"},
            MeasureError,
            "no counterpart in <mapping>, which has 'cpu'",
        ),
        (
            {"cpu (%)": "30"},
            {"cpu_user (%)": "4"},
            MeasureError,
            "cpu of 'x' in 'default' has no counterpart",
        ),
        ({"cpu (%)": "30"}, {"tps": "4"}, InputError, "the recording of the idle machine has none of 'cpu'"),
        ({"tps": "30"}, {"cpu (%)": "4"}, InputError, "there is no CPU to subtract"),
        ({"cpu (%)": "10"}, {"cpu (%)": "10"}, MeasureError, "is 10 %, and the idle machine used 10 %"),
        (
            {"cpu (%)": "10", "cpu_per_transaction (ms)": "3"},
            {"cpu (%)": "1"},
            MeasureError,
            "cpu_per_transaction is computed already",
        ),
    ],
)
def test_what_cannot_be_subtracted_is_refused(measured, idle, error, said):
    with pytest.raises(error) as raised:
        read(of_one(measured), idle=of_one(idle))
    assert said in str(raised.value)


def test_two_recordings_of_the_idle_machine_are_refused():
    idle = {"alternative": ["a", "b"], "cpu (%)": ["1", "2"]}
    with pytest.raises(AHPError, match="stands here for the second time, first on line 1"):
        read({"alternative": ["x"], "cpu (%)": ["10"]}, idle=idle)


def test_a_message_names_the_run():
    table = {"alternative": ["x", "x"], "run": ["1", "2"], "cpu (%)": ["20", "5"]}
    with pytest.raises(
        MeasureError, match="cpu of 'x' in 'default', run '2' is 5 %, and the idle machine used 6 %"
    ):
        read(table, idle={"alternative": ["idle"], "cpu (%)": ["6"]})


def test_seconds_keep_the_idle_consumption_and_say_so():
    snapshots = INPUTS / "proc_stat" / "before_after.txt"
    found = read(
        f"x={snapshots}", idle={"alternative": ["i"], "cpu_user (%)": ["1"], "cpu_system (%)": ["0.1"]}
    )
    assert (str(snapshots), "cpu_seconds has the idle consumption in it still.") in found.caveats
