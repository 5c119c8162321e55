"""The plain table, wide and long, as people write it."""

import io

import pytest
from ingest.cases import each
from ingest.damage import reading_of

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.table import TableReader


def reading(text, **options):
    given = io.StringIO(text) if isinstance(text, str) else text
    return reading_of(TableReader(), given, Options(**options))


def refusal(text, **options):
    with pytest.raises(InputError) as raised:
        reading(text, **options)
    return str(raised.value)


# --- wide ------------------------------------------------------------------------------------------------------------


def test_every_cell_of_a_measure_is_a_row_with_its_place():
    found = reading("# made up\nscenario,alternative,run,tps,cpu_pct\nOLTP, lz4 ,2,342.98,8\n")
    tps, cpu = found.rows
    assert (tps.scenario, tps.alternative, tps.run, tps.transaction, tps.block) == (
        "OLTP",
        "lz4",
        "2",
        "",
        "",
    )
    assert (tps.measure, tps.value, tps.unit.symbol, tps.resolution) == ("throughput", 342.98, "1/s", 0.005)
    assert (tps.line, tps.column, tps.found) == (3, "tps", "342.98")
    assert (cpu.measure, cpu.value, cpu.column) == ("cpu", 8.0, "cpu_pct")
    assert (found.count, found.ignored) == (1, ())
    assert found.headings == {"scenario", "alternative", "run", "tps", "cpu_pct"}


# --- frames ------------------------------------------------------------------------------------------------------------


def test_a_frame_has_lines_of_its_own_and_numbers_without_digits():
    import numpy as np
    import pandas as pd

    frame = pd.DataFrame(
        {
            "alternative": pd.array(["lz4", "zle", "lzjb"], dtype="string"),
            "run": [1.0, 2.0, np.nan],
            "tps": pd.array([1, None, 3], dtype="Int64"),
            "cpu": np.array([1.5, np.nan, 2.5], dtype="float32"),
        }
    )
    rows = reading(frame).rows
    assert [row.value for row in rows if row.measure == "throughput"] == [1.0, None, 3.0]
    assert [row.value for row in rows if row.measure == "cpu"] == [1.5, None, 2.5]
    assert [row.run for row in rows if row.measure == "cpu"] == ["1", "2", None]
    assert {row.resolution for row in rows} == {0.0}
    assert [row.line for row in rows if row.measure == "cpu"] == [1, 2, 3]
    assert {row.found for row in rows if row.value is None} == {""}


def test_a_frame_may_hold_text_as_a_file_does():
    import pandas as pd

    frame = pd.DataFrame(
        {"alternative": ["lz4", "zle"], "cpu": ["8,5 %", pd.NA], "stored_bytes": ["1.234", "5"]}
    )
    assert [row.value for row in reading(frame).rows] == [8.5, 1234.0, None, 5.0]


def test_a_name_missing_in_a_frame_is_no_name():
    import pandas as pd

    frame = pd.DataFrame({"alternative": pd.array(["lz4", None], dtype="string"), "tps": [1, 2]})
    assert refusal(frame) == "<DataFrame>, line 2: the alternative has no name; name it, or remove the row"


@each("label", [0, 1.5, False, ("a", 1)])
def test_any_object_may_be_a_name(label):
    assert ahp.read({"alternative": ["x", label], "tps": [1, 2]}).alternatives("default") == ("x", str(label))
