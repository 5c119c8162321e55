"""Schema build: what is measured is the loading of TPC-C's tables, at two scales, with its phases.

After the study of tablespace against storage compression (10 GB and 200 GB there): the duration of the whole
build and of its two phases, the rows going in and all that follows (indexes, statistics, compaction, writing
out), and the processors' use with that of the idle machine subtracted. There are no transactions; throughput
is rows per second, and the CPU per transaction is that per row.
"""

from __future__ import annotations

from ahp.harness.workloads.base import Schema, Sizes, Workload
from ahp.harness.workloads.tpcc_schema import SCHEMA, sizes

FACTOR = 5
"""How much larger the large build is than the small one."""


def _large(scale: float) -> Sizes:
    return sizes(FACTOR * scale)


SCHEMA_BUILD = Workload(
    "schema-build",
    "Schema build",
    SCHEMA,
    (),
    "bulk load of TPC-C's tables; duration, phases, CPU less the idle machine's",
)
SCHEMA_BUILD_LARGE = Workload(
    "schema-build-large",
    f"Schema build, {FACTOR} times larger",
    Schema("tpcc-large", SCHEMA.tables, _large),
    (),
    f"the same with {FACTOR} times the rows",
)
