from ahp.harness.workloads.order_entry import ORDER_ENTRY


def test_types_and_weights_are_those_of_table_2():
    # Suharjito and Kurnadi (2017), Table 2.
    assert [(kind.name, kind.weight, kind.enabled) for kind in ORDER_ENTRY.transactions] == [
        ("Customer Registration", 15, True),
        ("Update Customer Details", 10, True),
        ("Browse Products", 40, True),
        ("Process Orders", 5, True),
        ("Browse Orders", 5, True),
        ("Sales Rep Query", 2, False),
        ("Warehouse Query", 2, False),
        ("Warehouse Activity Query", 2, False),
    ]


def test_three_in_five_transactions_only_read():
    assert ORDER_ENTRY.read_share == 0.6  # Table 1: 60/40


def test_the_disabled_ones_only_read():
    assert all(kind.script.reads for kind in ORDER_ENTRY.transactions if not kind.enabled)
