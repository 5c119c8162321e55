"""Explanations: everything that a file says is told as it was understood, whether it could be ranked or not."""

import gzip
import hashlib
import io
import json

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError
from ahp.evidence.measures import user_measure
from ahp.evidence.study import Criterion, Study
from ahp.ingest.files.open import open_source
from ahp.ingest.readers.base import Options
from ahp.ingest.sniff import detect_format

TABLE = """Codec;Rep;Ratio;TPM;p99 (s);Auslastung;Notes
none;1;1,05;20000;0,5;7,5;first
lz4;1;2,125;20578,5;0,4;;
zle;1;1,5;21000;0,45;8,5;last
"""


def explained(text=TABLE, **options):
    return ahp.explain(io.StringIO(text), **options)


def column(explanation, label):
    (found,) = [c for file in explanation.files for c in file.columns if c.label == label]
    return found


def test_a_table_column_by_column():
    found = explained(columns={"compression_ratio": "Ratio"})
    (file,) = found.files
    assert (file.file, file.rows, file.reader) == ("<file>", 3, "table")
    assert file.why == "no other reader recognises it"
    assert file.sha256 == hashlib.sha256(TABLE.encode()).hexdigest()
    assert [c.label for c in file.columns] == ["Ratio", "TPM", "p99 (s)", "Auslastung"]
    assert file.ignored == ("Notes",)
    tpm = column(found, "TPM")
    assert (tpm.measure, tpm.unit, tpm.found, tpm.line) == ("throughput", "1/min", "20000", 2)
    assert (tpm.value, tpm.kept, tpm.resolution, tpm.values) == (pytest.approx(333.3333333), "1/s", 0.05, 3)
    p99 = column(found, "p99 (s)")
    assert (p99.found, p99.value, p99.kept, p99.resolution) == ("0,5", 500.0, "ms", 0.005)
    ratio = column(found, "Ratio")
    assert (ratio.measure, ratio.unit, ratio.value, ratio.kept) == ("compression_ratio", None, 1.05, "x")
    nobodys = column(found, "Auslastung")
    assert (nobodys.measure, nobodys.found, nobodys.values, nobodys.missing) == (None, "7,5", 2, 1)


def test_where_each_name_comes_from(tmp_path):
    folder = tmp_path / "oltp"
    folder.mkdir()
    (folder / "lz4.csv").write_text("alternative,rep,tps\nlz4,1,5\nlz4,2,6\n")
    (file,) = ahp.explain(folder, path="{scenario}/*.csv").files
    assert (file.scenario.names, file.scenario.by) == (("oltp",), "the path")
    assert (file.alternative.names, file.alternative.by) == (("lz4",), "column 'alternative'")
    assert (file.run.names, file.run.by) == (("1", "2"), "column 'rep'")


def test_a_name_from_the_study_and_from_the_argument(root, tmp_path):
    log = root / "tests" / "inputs" / "pgbench" / "plain.stdout.txt"
    (tmp_path / "off.log").write_bytes(log.read_bytes())
    (tmp_path / "on.log").write_bytes(log.read_bytes())
    (tmp_path / "s.toml").write_text(
        '[[files]]\npath = "off.log"\nalternative = "none"\nscenario = "TPC-B"\n'
        '[[criteria]]\nname = "cpu"\nmerit = "cost"\nmeasure = ["cpu_user", "cpu_system"]\n'
    )
    study = ahp.Study.from_toml(tmp_path / "s.toml")
    found = ahp.explain(f"lz4={tmp_path}/on.log", study=study)
    off, on = found.files
    place = f"{tmp_path}/s.toml, [[files]] number 1"
    assert (off.alternative.names, off.alternative.by) == (("none",), place)
    assert (on.alternative.names, on.alternative.by) == (("lz4",), "the argument")
    assert (on.scenario.names, on.scenario.by) == (("TPC-B",), "the only one of the other files")
    assert (off.run.names, off.run.by) == ((), None)
    assert (found.lacking, found.assumed) == ((("cpu", (("cpu_user", "cpu_system"),)),), False)


def test_an_output_of_a_harness_line_by_line(root):
    path = root / "tests" / "inputs" / "pgbench" / "plain.stdout.txt"
    lines = path.read_text().splitlines()
    (file,) = ahp.explain(path).files
    assert (file.reader, file.why) == ("pgbench", "recognised by its content")
    assert file.caveats
    for found in file.columns:
        line = lines[found.line - 1]
        assert found.label.removesuffix("…") in line
        assert found.found in line
    rate = next(c for c in file.columns if c.measure == "throughput")
    assert rate.value == float(rate.found)


def test_nothing_that_was_read_goes_unsaid(root):
    """Every number of every reading is counted once, whichever reader made it."""
    seen = set()
    for path in sorted((root / "tests" / "inputs").rglob("*")):
        if not path.is_file() or path.name in ("expected.csv", "README.md"):
            continue
        (file,) = ahp.explain(path).files
        if file.problem is not None:
            continue
        source = open_source(path)
        reading = detect_format(source).reader.read(source, Options())
        assert sum(c.values for c in file.columns) == sum(row.value is not None for row in reading.rows), path
        assert sum(c.missing for c in file.columns) == sum(row.value is None for row in reading.rows), path
        assert all(c.label for c in file.columns), path
        json.dumps(file.to_dict(), allow_nan=False)
        seen.add(file.reader)
    assert len(seen) > 20


def test_a_long_line_is_shown_up_to_its_number():
    text = '{"alternative": "none", ' + '"filler": "' + "x" * 300 + '", "tps": 269.48}\n'
    found = ahp.explain(io.StringIO(text + text.replace("none", "lz4").replace("269.48", "342.98")))
    (file,) = found.files
    assert file.reader == "records"
    assert column(found, "tps").found == "269.48"


def test_transaction_types_are_listed_with_their_column():
    text = "alternative,transaction,tps\nnone,,9\nnone,pay,5\nnone,order,\nlz4,pay,6\n"
    found = column(explained(text), "tps")
    assert (found.transactions, found.values, found.missing) == (("", "pay"), 3, 1)


def test_a_refused_table_is_still_outlined():
    found = explained(attempt=ahp.rank)
    (file,) = found.files
    assert file.problem.startswith("<file>, line 1, column 'Ratio': this heading is not clear")
    assert found.refusal == found.problem == file.problem
    assert [(c.label, c.measure, c.role) for c in file.columns] == [
        ("Codec", None, "alternative"),
        ("Rep", None, "run"),
        ("Ratio", None, None),
        ("TPM", "throughput", None),
        ("p99 (s)", "response_time_p99", None),
        ("Auslastung", None, None),
        ("Notes", None, None),
    ]
    assert column(found, "Ratio").candidates == ("compression_ratio", "space_saving")
    assert (column(found, "Codec").values, column(found, "Codec").missing) == (3, 0)
    assert (column(found, "Auslastung").values, column(found, "Auslastung").missing) == (2, 1)


@each(
    ("text", "refusal"),
    [
        ("alternative,tps\nnone,1\nnone,2\n", "is given again"),
        ("alternative,tps\nnone,1\nlz4,-2\n", "must not be negative"),
        ("alternative,note\nnone,x\n", "no column holds a known measure"),
        ("alternative,tps\nstock,1\nzle,2\n", "no alternative is called baseline"),
        ("alternative,tps\nnone,0\nlz4,2\n", "a ratio needs a number greater than 0"),
    ],
)
def test_what_a_ranking_would_be_refused_with_is_told_not_raised(text, refusal):
    found = explained(text, attempt=ahp.rank)
    assert found.problem is None
    assert refusal in found.refusal
    with pytest.raises(InputError) as raised:
        ahp.rank(ahp.read(io.StringIO(text)))
    assert found.refusal == str(raised.value)


def test_an_output_without_a_name_is_explained_and_refused(root):
    found = ahp.explain(root / "tests" / "inputs" / "pgbench" / "plain.stdout.txt")
    assert found.problem is None
    assert "nothing says which alternative this file measured" in found.refusal
    assert found.files[0].alternative.by is None
    assert [name for name, _ in found.lacking] == ["storage_saving", "cpu_overhead"]


def test_of_a_table_in_json_each_column_is_told_and_no_number_is_left(root):
    told = str(ahp.explain(root / "tests/inputs/records/list.json"))
    assert "p99_ms" in told
    assert "Not measures of their own" not in told


def test_lines_of_a_report_that_give_no_measure_are_told(root):
    inputs = root / "tests" / "inputs"
    (note,) = ahp.explain(inputs / "pgbench" / "plain.stdout.txt").files[0].notes
    assert "'scaling factor: " in note
    assert "tps" not in note
    (note,) = ahp.explain(inputs / "hyperfine" / "compress.json").files[0].notes
    assert note.startswith(
        "Not measures of their own are the numbers in key 'results.mean'; key 'results.stddev'"
    )
    assert "times" not in note
    assert explained('[{"alternative": "lz4", "tps": 5}]').files[0].notes == ()
    assert "of their own" not in " ".join(ahp.explain(inputs / "mpstat" / "mpstat.txt").files[0].notes)


def test_files_that_cannot_be_read_do_not_hide_the_others(tmp_path):
    (tmp_path / "a.csv").write_text(TABLE.replace("Ratio", "compression_ratio"))
    (tmp_path / "b.bin").write_bytes(b"\xff\xfe\xff")
    found = ahp.explain(tmp_path / "nowhere.csv", tmp_path / "b.bin", tmp_path / "a.csv")
    assert [file.problem is None for file in found.files] == [False, False, True]
    assert found.refusal == found.problem == f"{tmp_path}/nowhere.csv: there is no such file; check the path"
    nothing = ahp.explain(tmp_path / "nowhere.csv")
    assert nothing.lacking == ()


def test_a_number_in_a_unit_of_something_else_is_shown_as_it_stands():
    told = explained("alternative,throughput_tps,response_time_p99_mb\nnone,5,1\nlz4,3,2\n")
    wrong = column(told, "response_time_p99_mb")
    assert (wrong.found, wrong.unit, wrong.value) == ("1", "MB", None)
    assert "is measured in ms, not in MB" in str(told)


def test_a_name_that_the_file_contradicts_is_told_beside_what_was_read(tmp_path):
    (tmp_path / "a.csv").write_text("alternative,tps\nnone,1\n")
    (file,) = ahp.explain(f"lz4={tmp_path}/a.csv").files
    assert "the file names its alternatives itself, 'none'" in file.problem
    assert file.columns[0].measure == "throughput"


def test_what_a_folder_holds_beside_what_fits_is_told(tmp_path):
    for name in ("lz4.csv", "none.csv", "readme.txt"):
        (tmp_path / name).write_text(f"alternative,tps\n{name[:-4]},1\n")
    found = ahp.explain(tmp_path, path="{alternative}.csv")
    assert found.passed_over == (f"{tmp_path}/readme.txt",)


def test_a_studys_own_measures_are_known():
    study = Study(
        (Criterion("d", "benefit", "auslastung"),), measures=[user_measure("auslastung", better="higher")]
    )
    found = explained(TABLE.replace("Ratio", "compression_ratio"), study=study)
    assert column(found, "Auslastung").measure == "auslastung"
    assert found.lacking == ()


def test_sizes_serve_a_ratio():
    study = Study((Criterion("s", "benefit", "compression_ratio"),))
    text = "alternative,original_bytes,stored_bytes\nnone,4,4\nlz4,4,2\n"
    assert explained(text, study=study).lacking == ()
    assert "storage_saving" not in dict(explained(text).lacking)


def test_how_a_packed_file_was_opened_is_told():
    (file,) = ahp.explain(io.BytesIO(gzip.compress(b"alternative,tps\nnone,1\n"))).files
    assert file.notes == ("decompressed by gzip",)


def test_what_is_asked_wrongly_is_raised():
    with pytest.raises(InputError, match="no source was given"):
        ahp.explain()
    with pytest.raises(InputError, match="is not a known measure"):
        explained(columns={"thruput": "TPM"})
    wrong = explained(columns={"throughput": "nowhere", "compression_ratio": "Ratio"})
    assert "no file has the column 'nowhere'" in wrong.refusal


def test_a_file_without_scenarios_is_taken_for_all_of_them_where_its_numbers_are_of_the_data(tmp_path):
    loads, sizes, cpu = (tmp_path / name for name in ("loads.csv", "sizes.csv", "cpu.csv"))
    loads.write_text("scenario,alternative,tps\nx,lz4,1\ny,lz4,2\nx,none,1\ny,none,2\n")
    sizes.write_text("alternative,compression_ratio\nlz4,3\nnone,1\n")
    cpu.write_text("alternative,cpu\nlz4,3\nnone,1\n")
    by = [ahp.explain(str(loads), str(other)).files[1].scenario for other in (sizes, cpu)]
    assert (by[0].names, by[0].by) == (("x", "y"), "every one of the other files that has it")
    assert (by[1].names, by[1].by) == ((), None)


@each(
    ("text", "why"),
    [
        ("| codec | tps |\n|---|---|\n| a | 1 |\n", "is Markdown"),
        (" codec | tps\n-------+-----\n a     | 1\n(1 row)\n", "is of bars as psql prints them"),
        ("+-------+-----+\n| codec | tps |\n+-------+-----+\n| a     | 1   |\n+-------+-----+\n", "is boxed"),
        ("codec  tps\na      1\nb      2\n", "is of columns that blanks hold apart"),
        ("<table><tr><th>codec<th>tps<tr><td>a<td>1</table>\n", "a table stands in its markup"),
    ],
)
def test_how_a_table_is_drawn_is_named(tmp_path, text, why):
    (tmp_path / "t.txt").write_text(text)
    assert why in ahp.explain(str(tmp_path / "t.txt")).files[0].why
