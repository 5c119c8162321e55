from ingest.cases import each
from ingest.damage import INPUTS, numbers, reading_of
from ingest.readers.micro import refusal

from ahp.ingest.readers.pytest_benchmark import PytestBenchmarkReader

READER = PytestBenchmarkReader()
TEXT = (INPUTS / "pytest_benchmark" / "stdout.txt").read_text()
GROUPS = """
--------------------------------------- benchmark: 2 tests ---------------------------------------
Name (time in ns)          Mean              StdDev               Outliers  OPS (Mops/s)            Rounds  Iterations
--------------------------------------------------------------------------------------------------
test_a[1 2]            689.2900 (1.0)       1.9977 (1.0)             49;112        1.4508 (1.0)        4178           1
test_a[x (y)]        2,636.0100 (3.82)      3.5696 (1.79)           109;168        0.3794 (0.26)       2773           1
--------------------------------------------------------------------------------------------------

--------------------------------------- benchmark 'sums "up"': 1 tests ---------------------------------------
Name (time in s)         Min      Max     Mean  StdDev   Median     IQR  Outliers(*)  Rounds  Iterations
--------------------------------------------------------------------------------------------------
test_sum              15.0080  93.0240  15.4222  2.5220  15.0380  0.0400   46;1380    6043           1
--------------------------------------------------------------------------------------------------

Legend:
"""
COMPARED = """
--------------------------------------- benchmark: 2 tests ---------------------------------------
Name (time in us)                        Min                Mean            Rounds
--------------------------------------------------------------------------------------------------
test_a[1] (NOW)                     6.6220 (1.0)        6.8408 (1.0)          3972
test_a[1] (0001_unversi)            6.6620 (1.01)       6.8929 (1.01)         4178
--------------------------------------------------------------------------------------------------

Legend:
"""


def test_each_table_has_a_unit_and_may_have_a_group():
    assert numbers(reading_of(READER, GROUPS.encode())) == {
        ("test_a", "1 2", "", "", "duration"): (689.29, "ns"),
        ("test_a", "x (y)", "", "", "duration"): (2636.01, "ns"),
        ('sums "up"', "test_sum", "", "", "duration"): (15.4222, "s"),
    }


def test_files_that_are_compared_are_the_alternatives():
    reading = reading_of(READER, COMPARED.encode())
    assert numbers(reading) == {
        ("test_a[1]", "NOW", "", "", "duration"): (6.8408, "us"),
        ("test_a[1]", "0001_unversi", "", "", "duration"): (6.8929, "us"),
    }
    assert reading.benchmarks == {}


def test_files_side_by_side_are_refused():
    title = COMPARED.replace("2 tests", "2 tests, 2 sources")
    assert "several files side by side" in refusal(READER, title)


@each(
    ("old", "new", "problem"),
    [
        ("2 tests", "3 tests", "the number of tests does not agree"),
        ("(3.82)", "(3.92)", "the multiple of the least mean does not agree"),
        ("2,636.0100", "2,836.0100", "does not agree"),
        ("1.4508", "1.5508", "the rate (OPS) does not agree"),
        ("2,636.0100", "2,636.01", "this line of the table is damaged"),
        ("StdDev  ", "Spread  ", "this is no column of pytest-benchmark"),
        ("Name (time in ns)", "Name (time in fs)", "this table is not whole"),
        ("Legend:", "", "no legend"),
        ("Mean  ", "Max   ", "and no Mean"),
    ],
)
def test_what_contradicts_itself_is_refused(old, new, problem):
    assert problem in refusal(READER, GROUPS.replace(old, new, 1))


def test_a_table_without_its_title_is_refused():
    assert "a table has no title" in refusal(READER, TEXT.replace("benchmark: 5", "bench: 5"))


def test_a_table_that_is_not_closed_is_refused():
    lines = TEXT.splitlines()
    closing = max(i for i, line in enumerate(lines) if line.startswith("-----"))
    assert "this table is not whole" in refusal(READER, "\n".join(lines[:closing] + lines[closing + 1 :]))


def test_a_test_stands_once():
    twice = GROUPS.replace("test_a[x (y)]  ", "test_a[1 2]    ")
    assert "a table does not say in which file a test stands" in refusal(READER, twice)
    assert "second time" in refusal(READER, TEXT + TEXT)


def test_a_multiple_of_more_than_a_thousand_is_only_that():
    assert reading_of(READER, TEXT.encode()).rows[4].value == 34190.4128
    assert "the multiple of the least mean" in refusal(READER, TEXT.replace("(265.65)", "(>1000.0)"))
