from ahp.harness.workloads.order_entry import ORDER_ENTRY
from ahp.harness.workloads.stress_test import STRESS_TEST


def test_types_and_weights_are_those_of_table_4():
    # Suharjito and Kurnadi (2017), Table 4.
    assert {kind.name: kind.weight for kind in STRESS_TEST.mix} == {
        "Insert Transaction": 15,
        "Simple Select": 40,
        "Update Transaction": 30,
        "Delete Transaction": 10,
    }


def test_it_runs_on_the_data_of_order_entry():
    assert STRESS_TEST.schema is ORDER_ENTRY.schema


def test_every_transaction_is_one_statement():
    assert all(len(kind.script.statements) == 1 for kind in STRESS_TEST.mix)
