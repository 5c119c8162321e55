"""What may be given by strangers: for each way in a function that takes bytes and lets only an AHPError out.

`SEEDS` has for each target files and texts that it takes; what is tried is made of them.
"""

import csv
import io
import json
import os
import re
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from fuzz import logs

import ahp
from ahp.cli import rank
from ahp.errors import AHPError
from ahp.harness.engines.existing import target as dsn_target
from ahp.harness.load import lua
from ahp.harness.plan import plan as plan_of
from ahp.harness.plan import read_plan
from ahp.harness.scripts.compiler import compiled
from ahp.harness.scripts.script import parsed
from ahp.harness.workloads.files import workload_file
from ahp.ingest.files.open import open_source
from ahp.ingest.judgments.documents import read_decision
from ahp.ingest.read import naming
from ahp.ingest.readers import READERS
from ahp.ingest.readers.base import Options

ROOT = Path(__file__).resolve().parents[2]
INPUTS = ROOT / "tests" / "inputs"
EXAMPLES = ROOT / "examples"
SAMPLES = Path(os.environ.get("AHP_SHARED", ROOT.parent / "shared")) / "samples"
LARGEST = 1 << 16
"""What is longer is cut: the speed of large files is another question."""

TABLE = {"alternative": ["none", "lz4", "zle"], "tps": ["50", "60", "55"], "ratio": ["1", "2.1", "1.3"]}
_STUDY = b"""baseline = "none"
screens = [{require = "compression_ratio >= 1"}]
[[criteria]]
name = "speed"
merit = "benefit"
measure = "tps"
weight = 2
[[criteria]]
name = "space"
merit = "benefit"
measure = "compression_ratio"
index = "relative"
weight = 1
[measures.tps]
unit = "tps"
better = "higher"
[scenarios.default]
weight = 1
"""


def text_of(data):
    """The bytes as an argument of a command would be: what is no UTF-8 is a lone surrogate."""
    return data.decode("utf-8", "surrogateescape")


def given_as_file(data, suffix, work):
    """Call `work` with the path of a file that holds the bytes."""
    handle, name = tempfile.mkstemp(suffix=suffix, dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        return work(Path(name))
    finally:
        os.unlink(name)


def reader(name):
    """The target of one reader."""

    def read_by(data):
        file = io.BytesIO(data)
        file.name = "run_lat.1.log"  # fio says by the name what stands in a log
        source = open_source(file)
        with naming(source):
            READERS[name].read(source, Options())

    return read_by


def read(data):
    """The door in, which finds the reader itself, and what is decided from what came in."""
    found = ahp.read(io.BytesIO(data))
    if len(found.scenarios) < 20 and all(len(found.alternatives(name)) < 20 for name in found.scenarios):
        decision = ahp.rank(found, resamples=100)
        decision.report("text")
        json.loads(decision.report("json"))


def explain(data):
    """What `--explain-input` says, also of what cannot be read."""
    ahp.explain(io.BytesIO(data)).report("text")


def study(data):
    """A study in TOML, and measurements ranked by it."""
    found = given_as_file(data, ".toml", ahp.Study.from_toml)
    if not found.files:
        ahp.rank(ahp.read(TABLE, study=found), found, resamples=100)


def hierarchy(data):
    """A hierarchy in TOML or JSON, or a table of judgments."""
    found = ahp.read_hierarchy(io.BytesIO(data)).hierarchy
    if len(list(found.nodes())) < 20 and len(found.alternatives) < 10:
        ahp.report.render_hierarchy(ahp.judge(found), "text")


def judgments(data):
    """A table of judgments."""
    ahp.read_judgments(io.BytesIO(data))


def decision(data):
    """A saved decision, shown and compared with another."""
    found = given_as_file(data, ".json", read_decision)
    ahp.compare(_PRESENT, found.document)


def history(data):
    """A history of decisions."""
    ahp.read_history(_at(data)).report("text")


def _at(data):
    path = _folder() / "history.jsonl"
    path.write_bytes(data)
    return path


def matrix(data):
    """Judgments as a nested list, or as the bytes of floats."""
    try:
        values = json.loads(data)
    except (ValueError, RecursionError):
        n = int((len(data) // 8) ** 0.5)
        values = np.frombuffer(data[: 8 * n * n]).reshape(n, n) if n < 12 else np.zeros((2, 2))
    made = ahp.PairwiseMatrix(values)
    if len(made.labels) < 12:
        for method in ("eigenvector", "geometric-mean"):
            made.priorities(method=method)
        made.consistency()
        made.inspect()


def options(data):
    """`--map`, `--weights`, `--from` and `--to`, each line an argument."""
    lines = text_of(data).split("\n")[:20]
    columns = rank.pairs("--map", lines[0::3])
    rank.windows(lines[1::3], [])
    found = ahp.read(TABLE, columns=columns)
    chosen = ahp.default_study(found)
    for line in lines[2::3]:
        chosen = chosen.with_weights(rank.weights(line))
    ahp.rank(found, chosen, resamples=100)


def pattern(data):
    """`--path`, and the path that it is to fit."""
    shape, _, path = text_of(data).partition("\n")
    place = _folder() / "runs"
    for name in ("lz4/a-run1.csv", "none/a-run1.csv"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text("tps,cpu\n5,2\n")
    ahp.read(str(place), path=shape, heading=path.split(",")[:8] if path else ())


def plan(data):
    """The plan of a benchmark in TOML."""
    plan_of(given_as_file(data, ".toml", read_plan))


def workload(data):
    """A workload of the user's own in TOML, its scripts compiled for every driver."""
    found = given_as_file(data, ".toml", lambda path: workload_file(path, {}))
    for transaction in found.transactions:
        compile_for_all([transaction.script])


class NoDatabase:
    """A connection that answers every statement with ones."""

    def statement(self, statement):
        return lambda values: (1,) * 16

    def begin(self):
        pass

    def commit(self):
        pass


def compile_for_all(scripts):
    """Write scripts out for the Python driver and for sysbench."""
    given = {name: 1 for script in scripts for name in re.findall(r":([A-Za-z_]\w*)", script.text, re.ASCII)}
    compiled(scripts, NoDatabase(), given, lambda: 0.5)
    for script in scripts:
        lua._function(0, script, lua.brought(scripts))


def sql(data):
    """A transaction in pgbench's dialect."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    compile_for_all([parsed(text, file="book.sql")])


def dsn(data):
    """The address of a server; a password in it goes into the environment, and not into a message."""
    before = {name: os.environ.get(name) for name in ("PGPASSWORD", "MYSQL_PWD")}
    try:
        assert dsn_target(dsn_target(text_of(data)).text).text
    except AHPError:
        raise
    except ValueError as error:
        if "null byte" not in str(error):
            raise
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def log(data):
    """A log of single transactions, summed up."""
    given_as_file(data, ".log", lambda path: logs.summed_up(path, window=0.1))


def log_options(data):
    """How a log is to be summed up, each line an option."""
    told = logs.options_of(text_of(data))
    given_as_file(logs.TABLE, ".csv", lambda path: logs.summed_up(path, **told))


@cache
def _made(process):
    return tempfile.TemporaryDirectory(prefix="ahp-fuzz-")


def _folder():
    """A folder of this process: one that was forked would take its parent's away when it ends."""
    return Path(_made(os.getpid()).name)


_PRESENT = ahp.rank(ahp.read(EXAMPLES / "zfs_oltp.csv"))

TARGETS = {f"reader {name}": reader(name) for name in READERS} | {
    function.__name__: function
    for function in (
        read, explain, study, hierarchy, judgments, decision, history, matrix, options, pattern, plan, workload, sql, dsn,
        log, log_options,
    )
}  # fmt: skip


def _files(*patterns):
    return [path for pattern in patterns for path in sorted(ROOT.glob(pattern)) if path.is_file()]


def _samples(expected):
    """The files of other programs that a reader's expected values were typed from, where they are at hand."""
    if not expected.exists():
        return []
    with expected.open(encoding="utf-8", newline="") as lines:
        names = dict.fromkeys(row["file"] for row in csv.DictReader(lines))
    return [SAMPLES / name for name in names if (SAMPLES / name).is_file()]


def _contents(paths, most=40):
    small = [path.read_bytes() for path in paths if path.stat().st_size <= LARGEST]
    return small[:most] or [path.read_bytes()[:LARGEST] for path in paths[:3]]


_FOLDERS = {"fio_json": "fio"}
_PLAN = (
    b'engine = "rocksdb"\nworkload = ["stress-test"]\nalternatives = ["none", "lz4"]\nruns = 2\nscale = 0.1\n'
)
_WORKLOAD = b"""title = "Ledger"
[[tables]]
name = "entries"
rows = 1000
key = ["id"]
indexes = [["account"]]
columns = { id = "serial", account = "uniform(1, 5000)", remark = "sentence(4, 12)", kind = "one_of('a', 'b')" }
[[transactions]]
name = "Book"
weight = 3
script = '''
\\set id random(1, :entries)
SELECT account FROM entries WHERE id = :id \\gset
UPDATE entries SET remark = 'x' WHERE id = :account;
'''
"""
_SQL = b"""\\set id random(1, :customers) + 2 * (3 - :x) / 4 % 5
BEGIN;
SELECT name, c.calls AS n FROM customers WHERE id = :id \\gset
\\if :id > 10 and not :n = 3
UPDATE customers SET calls = calls + 1 WHERE id = :id; -- a comment
\\else
DELETE FROM t WHERE a = ':x' AND b = :id::int;
\\endif
COMMIT;
"""


def seeds(name):
    """What a target takes."""
    if name.startswith("reader "):
        folder = INPUTS / _FOLDERS.get(name[7:], name[7:])
        paths = [path for path in _files(f"tests/inputs/{folder.name}/*") if path.name != "expected.csv"]
        paths += _samples(folder / "expected.csv")
        return _contents(paths) or _contents(_files("tests/bad_input/*.csv", "examples/*.csv"))
    kept = "tests/structure/documents/*/"
    return {
        "read": lambda: _contents(_files("tests/bad_input/*.csv", "examples/*.csv")) + _packed() + [
            content for path in sorted(INPUTS.iterdir()) for content in _contents(_files(f"tests/inputs/{path.name}/*"), 2)
        ],
        "explain": lambda: _contents(_files("tests/bad_input/*.csv", "examples/*.csv")) + _packed(),
        "study": lambda: [_STUDY, *_contents(_files("tests/bad_input/*.toml", "examples/*.toml"))],
        "hierarchy": lambda: [*_contents(_files(f"{kept}judgments.json", f"{kept}hierarchy.json")), b'goal = "g"\nalternatives = ["a", "b"]\njudgments = [["x", "y", 3]]\n[children.x]\nvalues = {a = 1, b = 2}\n' b'[children.y]\nratings = {a = "h", b = "l"}\nscale = {h = 3, l = 1}\n', b"under,first,second,judgment\n,price,safety,3\nprice,a,b,2\nsafety,a,b,1/4\n"],
        "judgments": lambda: [
            b"participant,under,first,second,judgment\nann,,price,safety,3\nben,,price,safety,1/2\nann,price,a,b,strong\n"
        ],
        "decision": lambda: [*_contents(_files(f"{kept}bench/report.json", f"{kept}decision_of_runs.json")), _decision()],
        "history": lambda: _contents(_files(f"{kept}history.jsonl")),
        "matrix": lambda: [b"[[1, 3, 5], [0.5, 1, 2], [0.2, 0.5, 1]]", np.array([[1, 2], [0.5, 1]]).tobytes(), b'[["1", "1/3"], [3, 1]]'],
        "options": lambda: [b"throughput_tps=tps\n12:00\nthroughput=2,storage_saving=1\ncompression_ratio=ratio\nlz4=+30"],
        "pattern": lambda: [b"{alternative}/{scenario}-run{run}.csv", b"{alternative}/*.csv", b"{alternative}/a-run{run}.csv\n"],
        "plan": lambda: [_PLAN, *_contents(_files("examples/studies/*/plan.toml", f"{kept}bench/plan.toml"))],
        "workload": lambda: [_WORKLOAD],
        "sql": lambda: [_SQL],
        "log": _logs,
        "log_options": lambda: logs.OPTIONS,
        "dsn": lambda: [b"postgresql://me:secret@host:5432/db?sslmode=require", b"mariadb://me@[::1]:3306/?socket=/run/s"],
    }[name]()  # fmt: skip


def _logs():
    return logs.TEXTS + _contents(
        _files("tests/inputs/pgbench_log/pgbench_*", "tests/inputs/benchbase_raw/*.head*")
    )


def _decision():
    return ahp.rank(ahp.read(TABLE, baseline="none")).report("json").encode()


def _packed():
    """Tables as other programs pack them."""
    import bz2
    import gzip
    import lzma
    import zipfile

    table = b"alternative,tps\nnone,50\nlz4,60\nzle,55\n"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("table.csv", table)
    found = [gzip.compress(table, mtime=0), bz2.compress(table), lzma.compress(table), archive.getvalue()]
    try:
        import openpyxl
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        return found
    book, columns = openpyxl.Workbook(), {"alternative": ["none", "lz4"], "tps": [50, 60]}
    for row in (["alternative", "tps"], ["none", 50], ["lz4", 60]):
        book.active.append(row)
    workbook, table_of = io.BytesIO(), io.BytesIO()
    book.save(workbook)
    parquet.write_table(pa.table(columns), table_of)
    return [*found, workbook.getvalue(), table_of.getvalue()]
