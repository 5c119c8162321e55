import contextlib

from ahp.harness.catalogue import DRIVERS, ENGINES
from ahp.harness.drivers.base import Load, Task
from ahp.harness.filling import rows
from ahp.harness.workloads.iibench import IIBENCH, ROWS


def test_a_transaction_inserts_its_rows_and_commits_once():
    (kind,) = IIBENCH.mix
    assert [statement.verb for statement in kind.script.statements] == ["INSERT"] * ROWS
    assert len(IIBENCH.schema.table("purchases").indexes) == 3


def test_what_counts_is_the_speed_at_the_end(tmp_path, ledger):
    engine, sizes = ENGINES["rocksdb"], IIBENCH.schema.sizes(0.0002)
    data, notes = tmp_path / "data", tmp_path / "notes"
    data.mkdir()
    notes.mkdir()
    engine.load(data, "lz4", IIBENCH.schema, lambda table: rows(table, sizes, 1), ledger)
    load = Load(1, 0.1, 1.0, seed=1, log=True)
    with engine.serve(data, "lz4", ledger) as service:
        recording = DRIVERS["python"].drive(
            Task(engine, service, IIBENCH, sizes, load), notes, contextlib.nullcontext()
        )
    import numpy as np

    ended = np.load(notes / "client-0.result.npz")["ended"]
    stop = ended[ended < ended.max()].max()  # the last within the window, or just behind it
    last_quarter = ((ended > stop - 250_000_000) & (ended <= stop)).sum() / 0.25
    assert recording.exit_throughput is not None
    assert abs(recording.exit_throughput - last_quarter) <= 0.15 * last_quarter
