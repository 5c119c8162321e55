"""Two machines' results are not pooled silently, whether they stand in two files or in one."""

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError

TABLE = """scenario,alternative,run,throughput_tps,compression_ratio,machine
S,none,{0},100,1.0,{1}
S,lz4,{0},110,1.5,{1}
S,zstd,{0},90,2.5,{1}
"""


def _written(folder, name, run, machine):
    path = folder / name
    path.write_text(TABLE.format(run, machine))
    return str(path)


def test_those_of_one_machine_are_joined(tmp_path):
    files = [_written(tmp_path, f"{run}.csv", run, "4f09c1d2a3b4") for run in (1, 2, 3)]
    found = ahp.read(*files, baseline="none")
    assert len(found.to_frame()) == 18
    assert "machine" not in found.ignored


@each("others", ["4f09c1d2a3b5", "124091521334", "hal"])
@each("number", [2, 12])
def test_those_of_two_are_refused_with_both_named(others, number, tmp_path):
    ours = "124091521333" if others.isdigit() else "4f09c1d2a3b4"
    files = [_written(tmp_path, f"{run}.csv", run, ours) for run in range(1, number)]
    files.append(_written(tmp_path, "other.csv", 99, others))
    told = (
        rf"other.csv, column 'machine': its results are of machine '{others}', others of '{ours}', in .*1.csv"
    )
    with pytest.raises(InputError, match=told):
        ahp.read(*files, baseline="none")


def test_rows_of_one_table_too_unless_the_caller_says_what_they_are(tmp_path):
    path = tmp_path / "both.csv"
    path.write_text(TABLE.format(1, "a") + TABLE.format(2, "b").partition("\n")[2])
    with pytest.raises(InputError, match=r"both.csv, .* machine 'b', others of 'a'; two machines' results"):
        ahp.read(str(path), baseline="none")
    apart = ahp.read(str(path), baseline="none", columns={"scenario": "machine"})
    assert set(apart.to_frame()["scenario"]) == {"a", "b"}
    pooled = ahp.read(str(path), baseline="none", ignore=["machine"])
    assert len(pooled.to_frame()) == 12


def test_a_file_that_names_no_machine_goes_with_any(tmp_path):
    named = _written(tmp_path, "named.csv", 1, "a")
    plain = tmp_path / "plain.csv"
    rows = TABLE.format(2, "").splitlines()
    plain.write_text("\n".join(row.rpartition(",")[0] for row in rows) + "\n")
    assert len(ahp.read(named, str(plain), baseline="none").to_frame()) == 12
