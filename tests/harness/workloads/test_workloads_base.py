import pytest

from ahp.harness.catalogue import WORKLOADS


@pytest.mark.parametrize("mix", WORKLOADS.values(), ids=lambda mix: mix.name)
def test_every_variable_of_every_script_has_a_value(mix):
    from random import Random

    from harness.test_compiled import Recorded

    from ahp.harness.compiled import compiled

    class Anything(Recorded):
        def statement(self, statement):
            from ahp.harness.compiled import gotten

            return lambda values: (1,) * len(gotten(statement)) if statement.gets else None

    given = {**mix.schema.sizes(0.0005), "client_id": 0, "clients": 1, "phase": 0}
    scripts = [kind.script for kind in mix.transactions]
    for transaction in compiled(scripts, Anything(), given, Random(1).random):
        transaction()


@pytest.mark.parametrize("mix", WORKLOADS.values(), ids=lambda mix: mix.name)
def test_keys_and_indexes_are_numbers_and_sizes_cover_the_tables(mix):
    sizes = mix.schema.sizes(0.0005)
    for table in mix.schema.tables:
        kinds = {column.name: column.kind for column in table.columns}
        for columns in (table.key, *table.indexes):
            assert {kinds[name] for name in columns} == {"int"}
        assert sizes[table.rows] > 0
