import pytest

import ahp
from ahp.errors import StudyError
from ahp.evidence.measures import MEASURES
from ahp.evidence.prospects import ScenarioNote, Screen


def test_what_a_screen_says():
    for text, parts in [
        ("response_time_p99 <= 50 ms", ("response_time_p99", "<=", 50.0, "ms")),
        ("saving>=30%", ("saving", ">=", 30.0, "%")),
        (" cpu < 1e2 % ", ("cpu", "<", 100.0, "%")),
        ("throughput > .5", ("throughput", ">", 0.5, "")),
    ]:
        screen = Screen.of(text)
        assert (screen.measure, screen.compare, screen.limit, screen.unit) == parts


def test_what_is_no_screen():
    for text in ["", "cpu", "cpu = 5", "cpu <= fast", "5 <= cpu", "cpu <= 5 ms 6"]:
        with pytest.raises(StudyError, match="is not understood; write a measure"):
            Screen.of(text)
    for text in ["throughput >= 1e400", "cpu < -1e999 %", "saving >= " + "9" * 400 + " %"]:
        with pytest.raises(StudyError, match="its limit is larger than any number"):
            Screen.of(text)
    with pytest.raises(StudyError, match="its limit is larger than any number"):  # by its unit
        Screen.of("response_time_p99 <= 1e308 s").limit_in(MEASURES["response_time_p99"])
    for text in ["saving >= 30", "saving >= 5 ms"]:
        with pytest.raises(StudyError, match="write a saving as 30 %"):
            _ = Screen.of(text).share


def test_what_is_no_scenario():
    for wrong in ["x", None, True, float("nan"), float("inf"), -1]:
        with pytest.raises(StudyError, match="a weight is finite and 0 or more"):
            ScenarioNote("s", wrong)
    for wrong in [(("a", "x"),), (("a", None),), ("ab",), (("a", 1.0, 2.0),), (("a", True),)]:
        with pytest.raises(StudyError, match=r"scenario 's': (attributes are pairs|'a' is .*, no number)"):
            ScenarioNote("s", attributes=wrong)


STUDY = """
[[criteria]]
name = "speed"
merit = "benefit"
measure = "throughput"
"""


def test_wrong_keys_of_a_study(tmp_path):
    for extra, said in [
        ("[[screens]]\n", "needs require|require"),
        ("[[screens]]\nrequire = 5\n", "require"),
        ("[[screens]]\nrequire = 'cpu'\n", "is not understood"),
        ("screens = 5\n", "holds requirements"),
        ("scenarios = 5\n", "holds the weight and the attributes"),
        ("[scenarios]\noltp = 5\n", r"\[scenarios.oltp\] is not a table"),
        ("[scenarios.oltp]\nweigth = 5\n", "weigth"),
        ("[scenarios.oltp]\nweight = 'much'\n", "'much' is not a number"),
        ("[scenarios.oltp]\nweight = true\n", "is not a number"),
        ("[scenarios.oltp]\nattributes = 5\n", "attributes is a table of numbers"),
        ("[scenarios.oltp.attributes]\nreads = 'many'\n", "'many' is not a number"),
    ]:
        path = tmp_path / "study.toml"
        path.write_text(extra + STUDY if "=" in extra.split("\n")[0] else STUDY + extra)
        with pytest.raises(StudyError, match=said):
            ahp.Study.from_toml(path)


def test_a_study_that_says_all_of_it(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(
        STUDY
        + "[[screens]]\nrequire = 'cpu <= 80 %'\n[scenarios.oltp]\nweight = 3\n"
        + "attributes = { reads_per_write = 2.5 }\n"
    )
    study = ahp.Study.from_toml(path)
    assert study.screens == (Screen.of("cpu <= 80 %"),)
    assert study.scenarios == (ScenarioNote("oltp", 3.0, (("reads_per_write", 2.5),)),)


def test_a_scenario_is_described_once():
    criteria = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",)),)
    for names in (("Order Entry", "order entry"), ("s", "s")):
        with pytest.raises(StudyError, match="scenarios are described once, whatever the case; found"):
            ahp.Study(criteria, scenarios=tuple(ScenarioNote(name) for name in names))
    with pytest.raises(StudyError, match="scenario 's': 'clients' is said more than once"):
        ScenarioNote("s", attributes=(("clients", 1.0), ("clients", 2.0)))
