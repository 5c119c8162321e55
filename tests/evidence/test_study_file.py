"""A study in TOML: one clear line for each thing that is wrong with it, and for nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.table_strategies import ours_or_fine

import ahp
from ahp.errors import InputError, StudyError
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
    assert (log.merit, log.measures, log.index, log.weight) == (
        Merit.BENEFIT,
        ("wal_per_tx",),
        Index.RELATIVE,
        2.0,
    )
    assert (response.transactions, response.combine) == (("pay", "order"), Combine.MIX)
    assert response.mix == (("pay", 45.0), ("order", 43.0))
    assert (cpu.merit, cpu.measures, cpu.index, cpu.weight) == (
        Merit.COST,
        ("cpu_system", "cpu_user"),
        Index.AUTO,
        1.0,
    )
    assert not found.assumed


def test_judgments_become_weights(study):
    found = study('judgments = [["speed", "space", 3]]\n' + SPEED + SPACE + CPU)
    assert found.weights(found.criteria) == pytest.approx((0.75, 0.25, 1.0), rel=1e-15)


def test_judgments_over_benefits_and_over_costs_are_two_matrices(study):
    found = study(
        'judgments = [["speed", "space", 3], ["cpu", "time", 4.0]]\n'
        + SPEED + SPACE + CPU + CPU.replace('"cpu"', '"time"')
    )  # fmt: skip
    assert found.weights(found.criteria) == pytest.approx((0.75, 0.25, 0.8, 0.2), rel=1e-15)


def test_a_byte_order_mark_is_passed_over(study):
    assert study(b"\xef\xbb\xbf" + SPEED.encode()).criteria[0].name == "speed"


@pytest.mark.parametrize(
    "name", ["innodb_selective", "oracle_tablespace", "pg_full_page_writes", "pg_wal_runs"]
)
def test_the_examples_are_studies(examples, name):
    assert load(examples / f"{name}.toml").criteria


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "[[criteria]] is missing; a study has at least one criterion"),
        ("criteria = []", "[[criteria]] is missing; a study has at least one criterion"),
        ("criteria = 5", "[[criteria]] is missing; a study has at least one criterion"),
        ("[criteria]\nname = 'speed'", "[[criteria]] is missing; a study has at least one criterion"),
        ("criteria = [5]", "[[criteria]] number 1 is not a table"),
        # unknown keys, at every level
        ("wieghts = 1\n" + SPEED, "the study has the unknown key 'wieghts'; its keys are 'baseline', 'criteria', 'branches', 'measures', 'judgments', 'participants', 'files', 'screens', 'scenarios'"),
        (SPEED + "wieght = 1", "criterion 'speed' has the unknown key 'wieght'; its keys are 'name', 'merit', 'measure', 'judgments', 'under', 'index', 'weight', 'transaction', 'combine', 'mix'"),
        (SPEED + "[measures.m]\nbetter = 'lower'\nunits = 's'", "[measures.m] has the unknown key 'units'; its keys are 'unit', 'better'"),
        # missing keys
        (SPEED.replace("name", "# name"), "[[criteria]] number 1 has no key 'name'"),
        (SPEED + SPACE.replace("name", "# name"), "[[criteria]] number 2 has no key 'name'"),
        (SPEED.replace("merit", "# merit"), "criterion 'speed' has no key 'merit'"),
        (SPEED.replace("measure", "# measure"), "criterion 'speed' has no key 'measure'"),
        (SPEED + "[measures.m]\nunit = 's'", "[measures.m] has no key 'better'"),
        # wrong types
        ("baseline = 5\n" + SPEED, "baseline is text; found 5"),
        (SPEED.replace('"speed"', "5"), "[[criteria]] number 1 name is text; found 5"),
        (SPEED.replace('"speed"', '""'), "a criterion has no name; name it"),
        (SPEED.replace('"benefit"', "true"), "criterion 'speed' merit is text; found True"),
        (SPEED.replace('"throughput"', "5"), "criterion 'speed' measure is text; found 5"),
        (SPEED.replace('"throughput"', '["cpu", 5]'), "criterion 'speed' measure is text; found 5"),
        (SPEED.replace('"throughput"', "[]"), "criterion 'speed' names no measure"),
        (SPEED + "index = 1", "criterion 'speed' index is text; found 1"),
        (SPEED + 'weight = "1"', "criterion 'speed': its weight '1' is not a number"),
        (SPEED + "weight = true", "criterion 'speed': its weight True is not a number"),
        (SPEED + "weight = [1]", "criterion 'speed': its weight [1] is not a number"),
        (SPEED + "weight = 2020-01-01", "criterion 'speed': its weight 2020-01-01 is not a number"),
        (SPEED + "transaction = 5", "criterion 'speed' transaction is text; found 5"),
        (SPEED + "combine = 5", "criterion 'speed' combine is text; found 5"),
        (SPEED + "mix = 5", "criterion 'speed': mix is a table of transaction types and weights"),
        (SPEED + "[measures]\nm = 5", "[measures.m] is a table with the keys 'unit', 'better'"),
        ("measures = 5\n" + SPEED, "[measures.NAME] holds the user's own measures, one table for each"),
        (SPEED + "[measures.m]\nbetter = 5", "[measures.m] better is text; found 5"),
        (SPEED + "[measures.m]\nbetter = 'lower'\nunit = 5", "[measures.m] unit is text; found 5"),
        # wrong words
        (SPEED.replace("benefit", "virtue"), "criterion 'speed' merit: 'virtue' is not a known merit; use one of: benefit, cost"),
        (SPEED.replace("benefit", "risk"), "criterion 'speed': a measured criterion is a benefit or a cost, not risk"),
        (SPEED + "index = 'best'", "criterion 'speed' index: 'best' is not a known index; use one of: auto, saving, improvement, relative, overhead, value"),
        (SPEED + "combine = 'add'", "criterion 'speed' combine: 'add' is not a known combine; use one of: sum, mix, worst"),
        (SPEED + "[measures.m]\nbetter = 'up'", "[measures.m]: 'up' is not a known better; use one of: higher, lower"),
        (SPEED + "[measures.m]\nbetter = 'lower'\nunit = '12'", "[measures.m]: '12' is not a unit; write one such as ms, s, 1/s, B, % or x"),
        (SPEED + "[measures.cpu]\nbetter = 'higher'", "[measures] describes 'cpu', which already has a meaning; rename it"),
        # wrong numbers
        (SPEED + "weight = -1", "criterion 'speed': its weight is -1; a weight is finite and 0 or more"),
        (SPEED + "weight = nan", "criterion 'speed': its weight is nan; a weight is finite and 0 or more"),
        (SPEED + "weight = inf", "criterion 'speed': its weight is inf; a weight is finite and 0 or more"),
        (SPEED + "weight = 1" + 400 * "0", "criterion 'speed': its weight is 1000000000000000000…; a weight is finite and 0 or more"),
        (SPEED + "weight = 0", "the weights of the benefit criteria are all zero; raise one"),
        # what does not fit together
        (SPEED + SPEED, "criteria are named once; found 'speed' more than once"),
        (SPEED + "transaction = ['a', 'b']", "criterion 'speed': say how its transactions combine: 'sum', 'mix' or 'worst'"),
        (SPEED + "mix = {a = 1}", "criterion 'speed': 'mix' has a meaning only with combine = 'mix'"),
        # files
        ("files = 5\n" + SPEED, "[[files]] names what to read, one table for each file, folder or pattern"),
        ("files = ['a.csv']\n" + SPEED, "[[files]] number 1 is not a table"),
        (SPEED + "[[files]]\nrun = '1'", "[[files]] number 1 has no key 'path'"),
        (SPEED + "[[files]]\npath = 'a'\n[[files]]\npath = 5", "[[files]] number 2 path is text; found 5"),
        (SPEED + "[[files]]\npath = '-'", "[[files]] number 1: path = '-'; name a file, a folder or a pattern"),
        (SPEED + "[[files]]\npath = ''", "[[files]] number 1: path = ''; name a file, a folder or a pattern"),
        (SPEED + "[[files]]\npath = 'a'\ncodec = 'lz4'", "[[files]] number 1 has the unknown key 'codec'; its keys are 'path', 'scenario', 'alternative', 'run', 'pattern', 'reader'"),
        (SPEED + "[[files]]\npath = 'a'\nalternative = ' '", "[[files]] number 1: alternative is empty; leave it out or fill it in"),
        (SPEED + "[[files]]\npath = 'a'\nrun = true", "[[files]] number 1 run is text; found True"),
        (SPEED + "[[files]]\npath = 'a'\nrun = 1.5", "[[files]] number 1 run is text; found 1.5"),
        # judgments
        ("judgments = 5\n" + SPEED, 'judgments is a list of [criterion, criterion, how many times], ["a", "b", 3]'),
        ("judgments = [['speed', 'space']]\n" + SPEED + SPACE, "judgments, number 1: give [criterion, criterion, how many times]"),
        ("judgments = ['speed']\n" + SPEED + SPACE, "judgments, number 1: give [criterion, criterion, how many times]"),
        ("judgments = [[['speed'], 'space', 3]]\n" + SPEED + SPACE, "judgments, number 1: a criterion is text; found ['speed']"),
        ("judgments = [['speed', 'beauty', 3]]\n" + SPEED + SPACE, "judgments, number 1: 'beauty' is no criterion; the criteria are 'speed', 'space'"),
        ("judgments = [['speed', 'cpu', 3]]\n" + SPEED + CPU, "judgments, number 1: 'speed' is a benefit and 'cpu' a cost; merits are kept apart, not compared"),
        ("judgments = [['speed', 'space', 3], ['speed', 'space', 3]]\n" + SPEED + SPACE, "judgments, number 2: 'speed' and 'space' are compared twice"),
        ("judgments = [['speed', 'space', true]]\n" + SPEED + SPACE, "judgments, number 1: True is not how many times"),
        ("judgments = [['speed', 'space', 3]]\n" + SPEED + "weight = 2\n" + SPACE, "criterion 'speed' has a weight and judgments; keep one of the two"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_the_file_and_the_key(study, text, message):
    with pytest.raises(StudyError) as raised:
        study(text)
    assert str(raised.value) == f"s.toml: {message}"


def test_judgments_that_cannot_be_weights_are_told_with_the_pair(study):
    for judgments, told in [
        (
            "['speed', 'space', 3], ['space', 'speed', 3]",
            ("'space' over 'speed' = 3", "'speed' over 'space' = 3"),
        ),
        ("['speed', 'space', 0]", ("'speed' over 'space' = 0", "positive")),
        ("['speed', 'space', -2]", ("'speed' over 'space' = -2", "positive")),
        ("['speed', 'space', nan]", ("'speed' over 'space'",)),
        ("['speed', 'space', inf]", ("'speed' over 'space'",)),
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("baseline = ", "the study is not TOML: Invalid value (at end of document)"),
        ('baseline = "x', "the study is not TOML: Unterminated string (at end of document)"),
        (SPEED + "weight =", "the study is not TOML: Invalid value (at end of document)"),
        ("a = 1\na = 2", "the study is not TOML: Cannot overwrite a value (at end of document)"),
    ],
)
def test_a_syntax_error_is_told_as_the_parser_tells_it(study, text, message):
    with pytest.raises(InputError) as raised:
        study(text)
    assert str(raised.value) == f"s.toml: {message}"


def test_a_syntax_error_names_its_line(study):
    with pytest.raises(InputError, match=r"^s.toml: the study is not TOML: .* \(at line 2, column 3\)$"):
        study("a = 1\nb ! 2\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\xff", "s.toml: the study is not TOML: 'utf-8' codec can't decode byte 0xff in position 0"),
        (
            ("x = " + "[" * 5000).encode(),
            "s.toml: the study is not TOML: lists or tables are nested too deeply",
        ),
        (b"a" + b".a" * 5000 + b" = 1", "s.toml: the study is not TOML: a key has more than 250 parts (at"),
        (b"x = 1" + b"1" * 5000, "s.toml: the study is not TOML: Exceeds the limit"),
    ],
)
def test_what_only_a_broken_program_writes_is_told_too(study, content, told):
    with pytest.raises(InputError) as raised:
        study(content)
    assert str(raised.value).startswith(told)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("missing.toml", "missing.toml: the study cannot be read: No such file or directory"),
        (".", ".: the study cannot be read: Is a directory"),
        ("", "the name of the study's file is empty; give a path, or leave it out"),
        ("a\0b", r"a\x00b: the study cannot be read: no file can have this name"),
        ("\ud800", r"\ud800: the study cannot be read: no file can have this name"),
        ("/dev/zero", "/dev/zero: this is a device, not a file"),
    ],
)
def test_a_study_that_cannot_be_read(tmp_path, monkeypatch, path, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as raised:
        load(path)
    assert str(raised.value) == message


# --- nothing but our own errors, whatever the file holds -----------------------------------------------------

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
