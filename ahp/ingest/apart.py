"""Whether files alike can be kept in columns: no cell stands twice, no measure in two units, none is derived.

It may say no where the rows, looked at one by one, are apart after all; never yes where they are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from ahp.errors import InputError
from ahp.evidence.checks import refuse_mixed_units, refuse_repeated
from ahp.evidence.records import Measurement
from ahp.ingest.parts import Keys, Record, Stack
from ahp.ingest.spelled import Spelled
from ahp.ingest.storage import has_savings


def apart(records: Sequence[Record], stacks: Mapping[Stack, Sequence[Keys]]) -> bool:
    """Say whether all cells are known to differ, each measure to have one unit, and nothing to be a saving.

    What becomes of savings depends on what else there is.

    Parameters
    ----------
    records : sequence of Record
        Those of the files that are in no stack.
    stacks : mapping of Stack to sequence of Keys
        What the files of each are kept under.
    """
    rows = [record for record in records if isinstance(record, Measurement)]
    try:
        refuse_repeated(rows)
        refuse_mixed_units(rows)
    except InputError:
        return False
    told = _by_files if all(map(_of_one_run, stacks)) else _by_subjects
    return all(map(_rows_differ, stacks)) and _in_one_unit(rows, stacks) and told(rows, stacks)


def _rows_differ(stack: Stack) -> bool:
    """Say whether the rows of a file of a stack are of different cells."""
    cells = [record[3:5] for record in stack.records]  # transaction and measure
    if any(isinstance(name, Spelled) for cell in cells for name in cell):
        return False
    runs = [None if isinstance(row.run, Spelled) else row.run for row in stack.rows]
    return len(set(zip(stack.slots, runs, cells, strict=True))) == len(cells)


def _in_one_unit(rows: Sequence[Measurement], stacks: Iterable[Stack]) -> bool:
    recorded = [record for stack in stacks for record in stack.records]
    known = [record for record in recorded if isinstance(record, Measurement)]
    if len(known) < len(recorded) or has_savings(chain(rows, known)):
        return False
    units = {(row.measure, row.unit) for row in chain(rows, known)}
    return len({measure for measure, _ in units}) == len(units)


def _of_one_run(stack: Stack) -> bool:
    """Say whether all rows about a subject are of one run, which may be another for each file."""
    if not any(stack.own):
        return True
    return all(stack.named) and all(len(own) == 1 and isinstance(own[0], Spelled) for own in stack.own)


def _by_files(rows: Iterable[Measurement], stacks: Mapping[Stack, Sequence[Keys]]) -> bool:
    seen = {row[:3] for row in rows}
    count = len(seen)
    for stack, keys in stacks.items():
        for own, key in zip(stack.own, keys, strict=True):
            runs = stack.numbers.column(own[0]) if own else key.runs
            seen.update(zip(key.scenarios, key.alternatives, runs, strict=False))  # type: ignore[arg-type]
            count += len(stack.positions)
    return len(seen) == count and all(run for _, _, run in seen)  # what names no run serves every run


def _by_subjects(rows: Sequence[Measurement], stacks: Mapping[Stack, Sequence[Keys]]) -> bool:
    """Say so where all rows name their runs, and those of a stack the same ones in each file."""
    runs = [row.run for row in rows] + [row.run for stack in stacks for row in stack.rows]
    if any(not run or isinstance(run, Spelled) for run in runs):
        return False
    seen = {row[:2] for row in rows}
    count = len(seen)
    for stack, keys in stacks.items():
        for key in keys:
            seen.update(zip(key.scenarios, key.alternatives, strict=True))
            count += len(stack.positions)
    return len(seen) == count
