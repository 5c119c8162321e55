from ahp.harness.workloads.schema_build import SCHEMA_BUILD, SCHEMA_BUILD_LARGE
from ahp.harness.workloads.tpcc_schema import SCHEMA


def test_both_build_the_tables_of_tpcc_and_run_no_transactions():
    for mix in (SCHEMA_BUILD, SCHEMA_BUILD_LARGE):
        assert mix.schema.tables == SCHEMA.tables
        assert mix.transactions == ()
        assert mix.read_share == 0
    assert SCHEMA_BUILD.schema.name != SCHEMA_BUILD_LARGE.schema.name  # each has data of its own
