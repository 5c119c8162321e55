"""A study in TOML: one clear line for each thing that is wrong with it, and for nothing else; its screens and scenarios too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.table_strategies import ours_or_fine

import ahp
from ahp.errors import InputError, StudyError
from ahp.evidence.measures import MEASURES
from ahp.evidence.study import InputFile, ScenarioNote, Screen
from ahp.evidence.study_file import load, parse
from ahp.terms import Better, Combine, Index, Merit
from ahp.units import UNITS

SPEED = '[[criteria]]\nname = "speed"\nmerit = "benefit"\nmeasure = "throughput"\n'
SPACE = '[[criteria]]\nname = "space"\nmerit = "benefit"\nmeasure = "compression_ratio"\n'
CPU = '[[criteria]]\nname = "cpu"\nmerit = "cost"\nmeasure = ["cpu_system", "cpu_user"]\n'


@pytest.fixture
def study(tmp_path, monkeypatch):
    """Return a function that reads a study from text, by a name without a folder."""
    monkeypatch.chdir(tmp_path)

    def from_text(text):
        (tmp_path / "s.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
        return ahp.Study.from_toml("s.toml")

    return from_text


def test_a_whole_study(study):
    found = study(
        """
        baseline = "off"
        [measures.wal_per_tx]
        unit = "KiB"
        better = "smaller"
        [[criteria]]
        name = "log"
        merit = "benefit"
        measure = "wal_per_tx"
        index = "relative"
        weight = 2
        [[criteria]]
        name = "response"
        merit = "benefit"
        measure = "response_time_mean"
        transaction = ["pay", "order"]
        combine = "mix"
        mix = { pay = 45, order = 43 }
        [[criteria]]
        name = "cpu"
        merit = "cost"
        measure = ["cpu_system", "cpu_user"]
        """
    )
    log, response, cpu = found.criteria
    assert found.baseline == "off"
    assert (found.measures[0].unit, found.measures[0].better) == (UNITS["KiB"], Better.LOWER)
    assert (log.merit, log.measures) == (Merit.BENEFIT, ("wal_per_tx",))
    assert (log.index, log.weight) == (Index.RELATIVE, 2.0)
    assert (response.transactions, response.combine) == (("pay", "order"), Combine.MIX)
    assert response.mix == (("pay", 45.0), ("order", 43.0))
    assert (cpu.merit, cpu.measures) == (Merit.COST, ("cpu_system", "cpu_user"))
    assert (cpu.index, cpu.weight) == (Index.AUTO, 1.0)
    assert found.files == ()
    assert not found.assumed


def test_a_byte_order_mark_is_passed_over(study):
    assert study(b"\xef\xbb\xbf" + SPEED.encode()).criteria[0].name == "speed"


WRONG = [
    ("", "[[criteria]] is missing"),
    ("criteria = 5", "[[criteria]] is missing"),
    ("criteria = [5]", "[[criteria]] number 1 is not a table"),
    # unknown keys, at every level
    ("wieghts = 1\n" + SPEED, "the study has the unknown key 'wieghts'; its keys are 'baseline', 'criteria', 'branches', 'measures',"),
    (SPEED + "wieght = 1", "criterion 'speed' has the unknown key 'wieght'; its keys are 'name', 'merit', 'measure',"),
    (SPEED + "[measures.m]\nbetter = 'lower'\nunits = 's'", "[measures.m] has the unknown key 'units'; its keys are 'unit', 'better'"),
    # missing keys
    (SPEED.replace("name", "# name"), "[[criteria]] number 1 has no key 'name'"),
    (SPEED.replace("merit", "# merit"), "criterion 'speed' has no key 'merit'"),
    (SPEED.replace("measure", "# measure"), "criterion 'speed' has no key 'measure'"),
    (SPEED + "[measures.m]\nunit = 's'", "[measures.m] has no key 'better'"),
    # wrong types
    ("baseline = 5\n" + SPEED, "baseline is text; found 5"),
    (SPEED.replace('"speed"', "5"), "[[criteria]] number 1 name is text; found 5"),
    (SPEED.replace('"benefit"', "true"), "criterion 'speed' merit is text; found True"),
    (SPEED.replace('"throughput"', "5"), "criterion 'speed' measure is text; found 5"),
    (SPEED.replace('"throughput"', '["cpu", 5]'), "criterion 'speed' measure is text; found 5"),
    (SPEED + "index = 1", "criterion 'speed' index is text; found 1"),
    (SPEED + "weight = 2020-01-01", "criterion 'speed': its weight 2020-01-01 is not a number"),
    (SPEED + "transaction = 5", "criterion 'speed' transaction is text; found 5"),
    (SPEED + "combine = 5", "criterion 'speed' combine is text; found 5"),
    (SPEED + "mix = 5", "criterion 'speed': mix is a table of transaction types and weights"),
    (SPEED + "[measures]\nm = 5", "[measures.m] is a table with the keys 'unit', 'better'"),
    ("measures = 5\n" + SPEED, "[measures.NAME] holds the user's own measures, one table for each"),
    (SPEED + "[measures.m]\nbetter = 'lower'\nunit = 5", "[measures.m] unit is text; found 5"),
    (SPEED + "[measures.m]\nbetter = 5", "[measures.m] better is text; found 5"),
    # wrong words
    (SPEED.replace("benefit", "virtue"), "criterion 'speed' merit: 'virtue' is not a known merit"),
    (SPEED + "index = 'best'", "criterion 'speed' index: 'best' is not a known index"),
    (SPEED + "combine = 'add'", "criterion 'speed' combine: 'add' is not a known combine"),
    (SPEED + "[measures.m]\nbetter = 'up'", "[measures.m]: 'up' is not a known better"),
    (SPEED + "[measures.m]\nbetter = 'lower'\nunit = '12'", "[measures.m]: '12' is not a unit"),
    # files
    ("files = 5\n" + SPEED, "[[files]] names what to read, one table for each file, folder or pattern"),
    ("files = ['a.csv']\n" + SPEED, "[[files]] number 1 is not a table"),
    (SPEED + "[[files]]\nrun = '1'", "[[files]] number 1 has no key 'path'"),
    (SPEED + "[[files]]\npath = 'a'\n[[files]]\npath = 5", "[[files]] number 2 path is text; found 5"),
    (SPEED + "[[files]]\npath = ''", "[[files]] number 1: path = ''; name a file, a folder or a pattern"),
    (SPEED + "[[files]]\npath = '-'", "[[files]] number 1: path = '-'; name a file, a folder or a pattern"),
    (SPEED + "[[files]]\npath = 'a'\ncodec = 'lz4'", "[[files]] number 1 has the unknown key 'codec'; its keys are 'path',"),
    (SPEED + "[[files]]\npath = 'a'\nalternative = ' '", "[[files]] number 1: alternative is empty"),
    (SPEED + "[[files]]\npath = 'a'\nrun = true", "[[files]] number 1 run is text; found True"),
    # judgments
    ("judgments = 5\n" + SPEED, 'judgments is a list of [criterion, criterion, how many times], ["a", "b", 3]'),
    ("judgments = [['speed', 'space']]\n" + SPEED + SPACE, "judgments, number 1: give [criterion, criterion, how many times]"),
    ("judgments = [[['speed'], 'space', 3]]\n" + SPEED + SPACE, "judgments, number 1: a criterion is text; found ['speed']"),
    ("judgments = [['speed', 'cpu', 3]]\n" + SPEED + CPU, "judgments, number 1: 'speed' is a benefit and 'cpu' a cost"),
    ("judgments = [['speed', 'space', 3]]\n" + SPEED + "weight = 2\n" + SPACE, "criterion 'speed' has a weight and judgments"),
]  # fmt: skip


def test_what_is_wrong_is_told_with_the_file_and_the_key(study):
    for text, words in WRONG:
        with pytest.raises(StudyError) as raised:
            study(text)
        assert str(raised.value).startswith(f"s.toml: {words}")


def test_judgments_that_cannot_be_weights_are_told_with_the_pair(study):
    both = "['speed', 'space', 3], ['space', 'speed', 3]"
    for judgments, told in [
        (both, ("'space' over 'speed' = 3", "'speed' over 'space' = 3")),
        ("['speed', 'space', -2]", ("'speed' over 'space' = -2", "positive")),
        ("['speed', 'space', 'often']", ("'speed' over 'space' = 'often'",)),
        ("['speed', 'space', 1" + 400 * "0" + "]", ("'speed' over 'space'",)),
        ("['speed', 'speed', 3]", ("'speed' over 'speed'",)),
        ("['speed', 'space', 3], ['speed', 'third', 2]", ("'space : third'", "all 3 comparisons")),
    ]:
        third = SPACE.replace('"space"', '"third"') if "third" in judgments else ""
        with pytest.raises(StudyError) as raised:
            study(f"judgments = [{judgments}]\n" + SPEED + SPACE + third)
        message = str(raised.value)
        assert message.startswith("s.toml: judgments: ")
        assert message.isprintable()
        assert all(part in message for part in told)


def test_a_syntax_error_is_told_as_the_parser_tells_it_and_named_by_its_line(study):
    for text, told in [
        ("baseline = ", "Invalid value (at end of document)"),
        ('baseline = "x', "Unterminated string (at end of document)"),
        (SPEED + "weight =", "Invalid value (at end of document)"),
        ("a = 1\na = 2", "Cannot overwrite a value (at end of document)"),
        ("a = 1\nb ! 2\n", "(at line 2, column 3)"),
        # what only a broken program writes
        (b"\xff", "'utf-8' codec can't decode byte 0xff in position 0"),
        ("x = " + "[" * 5000, "lists or tables are nested too deeply"),
        ("a" + ".a" * 5000 + " = 1", "a key has more than 250 parts (at"),
        ("x = 1" + "1" * 5000, "Exceeds the limit"),
    ]:
        with pytest.raises(InputError) as raised:
            study(text)
        assert str(raised.value).startswith("s.toml: the study is not TOML: ")
        assert told in str(raised.value)


def test_a_study_that_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for path, message in [
        ("missing.toml", "missing.toml: the study cannot be read: No such file or directory"),
        (".", ".: the study cannot be read: Is a directory"),
        ("", "the name of the study's file is empty; give a path, or leave it out"),
        ("a\0b", r"a\x00b: the study cannot be read: no file can have this name"),
        ("\ud800", r"\ud800: the study cannot be read: no file can have this name"),
        ("/dev/zero", "/dev/zero: this is a device, not a file"),
    ]:
        with pytest.raises(InputError) as raised:
            load(path)
        assert str(raised.value) == message


def test_what_a_study_says_of_its_files_is_kept_with_its_place():
    criteria = [{"name": "speed", "merit": "benefit", "measure": "throughput"}]
    whole = {"path": "out/*.log", "scenario": "s", "alternative": "lz4", "run": 7, "pattern": "{run}.log"}
    study = parse(
        {"criteria": criteria, "files": [{"path": "a.csv"}, whole | {"reader": "pgbench"}]}, "work/s.toml"
    )
    second = "work/s.toml, [[files]] number 2"
    assert study.files == (
        InputFile("work/a.csv", place="work/s.toml, [[files]] number 1"),
        InputFile("work/out/*.log", "s", "lz4", "7", "{run}.log", "pgbench", second),
    )
    # from the folder of the study
    for path, name, kept in [
        ("a.csv", "s.toml", "a.csv"),
        ("../a.csv", "/x/y/s.toml", "/x/y/../a.csv"),
        ("/abs/a.csv", "/x/y/s.toml", "/abs/a.csv"),
    ]:
        assert parse({"criteria": criteria, "files": [{"path": path}]}, name).files[0].path == kept


WORDS = ["name", "merit", "measure", "index", "weight", "transaction", "combine", "mix", "unit", "better"]
VALUES = st.recursive(
    st.one_of(
        st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.dates(),
        st.sampled_from(["benefit", "cost", "throughput", "cpu", "auto", "sum", "mix", "lower", "speed", 10**400]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from([*WORDS, "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)  # fmt: skip


@given(
    st.dictionaries(
        st.sampled_from(["baseline", "criteria", "measures", "judgments", "x"]), VALUES, max_size=4
    )
)
def test_any_content_is_a_study_or_a_study_error(content):
    ours_or_fine(lambda: parse(content))


CRITERIA = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(["speed", "space", "cpu"]),
            "merit": st.sampled_from(["benefit", "cost"]),
            "measure": st.sampled_from(["throughput", "cpu", "compression_ratio"]),
        },
        optional={
            "index": VALUES, "weight": VALUES, "transaction": VALUES, "combine": VALUES, "mix": VALUES,
        },
    ),
    min_size=1,
    max_size=3,
)  # fmt: skip


@given(
    CRITERIA,
    st.lists(st.lists(st.one_of(st.sampled_from(["speed", "space", "cpu"]), VALUES), max_size=4), max_size=3),
)
def test_nearly_right_content_is_a_study_or_a_study_error(criteria, judgments):
    ours_or_fine(lambda: parse({"criteria": criteria, "judgments": judgments}))


@given(
    st.one_of(st.binary(max_size=80), st.text(max_size=80).map(str.encode), st.just(SPEED.encode())),
    st.data(),
)
def test_any_file_is_a_study_or_one_of_our_errors(tmp_path_factory, content, data):
    if content and data.draw(st.booleans()):
        at = data.draw(st.integers(0, len(content) - 1))
        content = content[:at] + data.draw(st.binary(max_size=2)) + content[at + 1 :]
    path = tmp_path_factory.getbasetemp() / "study.toml"
    path.write_bytes(content)
    ours_or_fine(lambda: load(path))


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


def test_wrong_keys_of_a_study(study):
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
        with pytest.raises(StudyError, match=said):
            study(extra + SPEED if "=" in extra.split("\n")[0] else SPEED + extra)


def test_screens_and_what_is_said_of_scenarios(study):
    told = "[[screens]]\nrequire = 'cpu <= 80 %'\n[scenarios.oltp]\nweight = 3\n"
    found = study(SPEED + told + "attributes = { reads_per_write = 2.5 }\n")
    assert found.screens == (Screen.of("cpu <= 80 %"),)
    assert found.scenarios == (ScenarioNote("oltp", 3.0, (("reads_per_write", 2.5),)),)


def test_a_scenario_is_described_once():
    criteria = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",)),)
    for names in (("Order Entry", "order entry"), ("s", "s")):
        with pytest.raises(StudyError, match="scenarios are described once, whatever the case; found"):
            ahp.Study(criteria, scenarios=tuple(ScenarioNote(name) for name in names))
    with pytest.raises(StudyError, match="scenario 's': 'clients' is said more than once"):
        ScenarioNote("s", attributes=(("clients", 1.0), ("clients", 2.0)))
