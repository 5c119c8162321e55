"""Files read together give what each of them gives by itself: measurements, warnings and errors."""

import random
import re
from pathlib import Path

import pytest
from benchmarks import small_files
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.errors import AHPError
from ahp.ingest import alike
from ahp.ingest.sniffing import choose_reader
from ahp.ingest.sources import open_source

INPUTS = Path(__file__).resolve().parents[1] / "inputs"
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def recordable():
    """Return the inputs of this folder whose reader can be recorded."""
    found = []
    for path in sorted(INPUTS.rglob("*")):
        if path.is_file() and path.stat().st_size < 5000 and path.suffix in (".txt", ".json", ".csv", ".tsv"):
            try:
                reader = choose_reader(open_source(path)).reader
            except AHPError:
                continue
            found += [path] if getattr(reader, "recordable", False) else []
    return found


SAMPLES = recordable()
OF_EACH = {path.parent.name: path for path in SAMPLES}
"""One input of each reader; the slow tier tries them all."""


def outcome(files, **options):
    """Return the measurements of files, or their refusal."""
    try:
        return ahp.read(*files, **options)
    except AHPError as error:
        return f"{type(error).__name__}: {error}"


def both(monkeypatch, files, **options):
    """Return what files give together and what they give each by itself, with how many were read so."""
    read = []
    monkeypatch.setattr(
        alike, "choose_reader", lambda *given: read.append(given[0].name) or choose_reader(*given)
    )
    together = outcome(files, **options)
    alone = len(read)
    with monkeypatch.context() as changed:
        changed.setattr(alike, "MANY", len(files) + 1)
        return together, outcome(files, **options), alone


def other_number(rng, number):
    """Return another number: nearly the same one, or a quite different one."""
    way = rng.randrange(40)
    if way < 30:
        return number[:-1] + rng.choice("0123456789")
    if way < 34:
        return number
    return rng.choice(("0", "1", "9999", "0.000", "1.234", "12.345", number + "7", "7" + number, "1" * 120))


def others(rng, text, count):
    """Return texts with other numbers: in most of them few are."""
    for share in rng.choices((0.02, 0.1, 0.5), k=count):
        pieces = re.split(f"({NUMBER.pattern})", text)
        pieces[1::2] = [other_number(rng, n) if rng.random() < share else n for n in pieces[1::2]]
        yield "".join(pieces)


@pytest.mark.slow
def test_files_with_other_numbers_of_every_input(tmp_path_factory, monkeypatch):
    for path in SAMPLES:
        test_files_with_other_numbers(path, tmp_path_factory.mktemp("alike"), monkeypatch)


@pytest.mark.parametrize("path", OF_EACH.values(), ids=OF_EACH)
def test_files_with_other_numbers(path, tmp_path, monkeypatch):
    rng = random.Random(path.name)
    text = path.read_text(encoding="utf-8")
    readable, files = [], []
    patterns = ("{alternative}-{scenario}.txt", "*-{run}.txt", None)
    for i, other in enumerate(others(rng, text, 24)):
        file = tmp_path / f"x{i}-{i}.txt"
        file.write_text(other, encoding="utf-8", newline="")
        files.append(str(file))
        if not isinstance(outcome([files[-1]], path="{alternative}-{scenario}.txt"), str):
            readable.append(files[-1])
    for chosen in (readable, files):
        for pattern in patterns if len(chosen) >= alike.MANY else ():
            together, alone, _ = both(monkeypatch, chosen, path=pattern)
            assert together == alone


@pytest.mark.parametrize(
    "write",
    [
        small_files.write_pgbench,
        small_files.write_sysbench,
        small_files.write_hyperfine,
        small_files.write_tables,
    ],
)
def test_of_many_files_few_are_read_by_themselves(write, tmp_path, monkeypatch):
    pattern = write(tmp_path, 120)
    together, alone, few = both(monkeypatch, [str(tmp_path)], path=pattern)
    assert together == alone
    assert len(together.sources) == 120
    assert few <= 40
    assert all(isinstance(value, float) for row in together.rows for value in (row.value, row.resolution))
    assert all(type(text) is str for row in together.rows for text in (*row[:5], *row.place[::2]))


@given(data=st.data())
def test_tables_of_one_shape(data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    headings = data.draw(
        st.sampled_from(["tps", "tps,p95_ms", "tps,ratio", "compression_ratio,cpu_pct", "x,tps"])
    )
    columns = headings.count(",") + 1
    number = st.from_regex(r"\A(?:[0-9]{1,4}|[0-9]{1,4}\.[0-9]{1,4}|9999|0|0\.[0-9]{3})\Z")
    for i in range(24):
        rows = [
            f"{name},{data.draw(st.integers(0, 30)) if i == 5 else i},"
            f"{','.join(data.draw(number) for _ in range(columns))}\n"
            for name in ("none", "lz4")
        ]
        (folder / f"{i}.csv").write_text(f"alternative,run,{headings}\n{''.join(rows)}", encoding="utf-8")
    with pytest.MonkeyPatch.context() as monkeypatch:
        together, alone, _ = both(monkeypatch, [str(folder)])
    assert together == alone


def test_a_file_that_fails_is_left_out_either_way(tmp_path, monkeypatch):
    pattern = small_files.write_pgbench(tmp_path, 40)
    for i in (7, 33):
        broken = next(tmp_path.glob(f"*-{i}.txt"))
        text = broken.read_text(encoding="utf-8")
        broken.write_text(f"pgbench: error: Run was aborted due to an error.\n{text}", encoding="utf-8")
    for failed in ("drop", "refuse"):
        together, alone, _ = both(monkeypatch, [str(tmp_path)], path=pattern, failed=failed)
        assert together == alone
        assert isinstance(together, str) == (failed == "refuse")


def test_of_several_wrong_files_the_first_is_told(tmp_path, monkeypatch):
    pattern = small_files.write_pgbench(tmp_path, 60)
    files = sorted(tmp_path.glob("*.txt"), key=lambda path: int(path.stem.split("-")[1]))
    files[21].write_text(
        re.sub("average = [0-9.]+", "average = 9999.000", files[21].read_text()), encoding="utf-8"
    )
    files[40].write_text("pgbench (15.18)\ntransaction type: x\n", encoding="utf-8")
    files[50].unlink()
    together, alone, _ = both(monkeypatch, list(map(str, files)), path=pattern)
    assert together == alone
    assert "tps does not agree" in together
    assert f"-{files[21].stem.split('-')[1]}.txt" in together


def test_a_window_or_another_encoding_is_read_by_itself(tmp_path, monkeypatch):
    pattern = small_files.write_pgbench(tmp_path, 40)
    for i, path in enumerate(sorted(tmp_path.glob("*.txt"))):
        path.write_text(path.read_text(encoding="utf-8"), encoding=("utf-16", "utf-8-sig", "utf-8")[i % 3])
    together, alone, few = both(monkeypatch, [str(tmp_path)], path=pattern)
    assert together == alone
    assert few >= 26
    together, alone, few = both(monkeypatch, [str(tmp_path)], path=pattern, window=("0:00:00", "1:00:00"))
    assert together == alone
    assert few == 40


def test_files_that_stand_in_the_way_of_each_other(tmp_path, monkeypatch):
    """Without runs, with a run twice, in two units, with labels in another case: the same refusals."""
    small_files.write_pgbench(tmp_path, 40)
    for pattern in ("{alternative}-*.txt", "{scenario}-*.txt", "{alternative}-{scenario}.txt", "*-{run}.txt"):
        together, alone, _ = both(monkeypatch, [str(tmp_path)], path=pattern)
        assert together == alone
    small_files.write_tables(tmp_path, 40)
    (tmp_path / "A-x.csv").write_text("alternative,scenario,tps\nLZ4,S,3\nLz4,T,4\n", encoding="utf-8")
    for sources in (["."], ["*.csv"], ["*-1*.txt", "*.csv"]):
        given = [str(tmp_path / source) for source in sources]
        together, alone, _ = both(monkeypatch, given, columns={"alternative": "alternative"})
        assert together == alone


def test_a_name_that_is_a_number_is_that_of_its_own_file(tmp_path, monkeypatch):
    for i in range(30):
        times = ", ".join([f"{0.5 + i / 100}"] * 3)
        (tmp_path / f"{i}.json").write_text(
            f'{{"results": [{{"command": "gzip", "mean": {0.5 + i / 100}, "times": [{times}], '
            f'"parameters": {{"level": {i % 3}}}}}]}}',
            encoding="utf-8",
        )
    together, alone, few = both(monkeypatch, [str(tmp_path)], path="{scenario}.json")
    assert together == alone
    assert {row.alternative for row in together.rows} == {"0", "1", "2"}
    assert few <= 8


@pytest.mark.parametrize(
    "heading", ["p95 (us)", "space_saving", "p95_s,throughput (tpm)", "storage saving (%)"]
)
def test_units_are_converted_as_they_are_for_one(heading, tmp_path, monkeypatch):
    columns = heading.count(",") + 1
    for i in range(60):
        cells = ",".join([f"0.{70 + i % 30}"] * columns)
        text = f"alternative,run,{heading}\nnone,{i},{cells}\nlz4,{i},{cells}\n"
        (tmp_path / f"{i}.csv").write_text(text, encoding="utf-8")
    together, alone, few = both(monkeypatch, [str(tmp_path)])
    assert together == alone
    assert few <= 10


def test_a_digit_that_is_a_mark_marks_its_own_file(tmp_path, monkeypatch):
    files = []
    for number in range(20):
        files.append(tmp_path / f"{number}.csv")
        files[-1].write_text(f"alternative,run,tps,disturbed\na,{number},1{number},{number % 2}\n")
    together, apart, _ = both(monkeypatch, files)
    assert together == apart
    assert {int(run) for _, _, run in together.disturbed} == set(range(1, 20, 2))


def test_a_large_file_among_small_ones_is_read_by_itself(tmp_path):
    for i in range(alike.MANY + 4):
        rows = [f"a{j},r{i},{j + 1}\n" for j in range(3000 if i == 3 else 5)]
        (tmp_path / f"{i}.csv").write_text("alternative,run,tps\n" + "".join(rows))
    assert len(ahp.read(str(tmp_path)).rows) == 3000 + 5 * (alike.MANY + 3)


def test_files_of_two_reports_and_files_that_name_machines_give_what_each_gives(monkeypatch, tmp_path):
    report = (INPUTS / "sysbench" / "cpu.stdout.txt").read_text()
    twice = report + "\n" + report.replace("sysbench 1.0.20", "sysbench 1.0.19")
    for name, text, pattern in (
        ("reports", twice, "{alternative}.txt"),
        ("machines", "alternative,run,machine,tps\nlz4,#,m1,5.5\n", None),
    ):
        files = [tmp_path / f"{name}{i}.txt" for i in range(alike.MANY + 4)]
        for i, file in enumerate(files):
            file.write_text(text.replace("#", str(i)))
        together, apart, _ = both(monkeypatch, [str(file) for file in files], path=pattern)
        assert together == apart
        assert {row.place.file for row in together.rows} == {str(file) for file in files}
