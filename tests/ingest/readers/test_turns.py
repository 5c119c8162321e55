import random

import numpy as np
import pytest

from ahp.errors import InputError
from ahp.ingest.readers.turns import MOST_CLIENTS, Order, Turns


def turns(*lines):
    return Turns.of(*(np.array(column, np.int64) for column in zip(*lines, strict=True)))


def first_wrong(lines):
    """One line after the other."""
    latest, previous = {}, 0
    for at, (client, transaction, end) in enumerate(lines):
        before = latest.get(client, 0)
        if transaction <= before or (end < previous and before):
            return at
        latest[client], previous = transaction, end
    return None


def test_two_threads_one_after_the_other():
    order = Order()
    order.follow(turns((0, 1, 10), (2, 1, 11), (0, 2, 12), (1, 1, 9), (1, 3, 10)), 1)
    assert [int(order.latest[client]) for client in (0, 1, 2)] == [2, 3, 1]


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([(0, 1, 10), (0, 1, 11)], 2),
        ([(0, 2, 10), (1, 1, 10), (0, 1, 11)], 3),
        ([(0, 1, 10), (1, 1, 11), (0, 2, 9)], 3),
        ([(0, 0, 10)], 1),
    ],
)
def test_what_is_out_of_order_is_named(lines, wrong):
    with pytest.raises(
        InputError, match=f"transaction {lines[wrong - 1][1]} of client {lines[wrong - 1][0]} is out"
    ) as e:
        Order().follow(turns(*lines), 1)
    assert e.value.line == wrong


@pytest.mark.parametrize("seed", range(60))
def test_as_one_line_after_the_other_would_tell(seed):
    choose = random.Random(seed)
    clients = choose.sample(range(MOST_CLIENTS), choose.randrange(1, 6))
    count, lines, now = dict.fromkeys(clients, 0), [], 1000
    for _ in range(choose.randrange(1, 80)):
        client = choose.choice(clients)
        count[client] += choose.choice([1, 1, 1, 2])
        now += choose.randrange(3)
        lines.append((client, count[client], now))
    for _ in range(choose.randrange(3)):
        at = choose.randrange(len(lines))
        client, transaction, end = lines[at]
        lines[at] = choose.choice(
            [
                (choose.choice(clients), transaction, end),
                (client, transaction - 1, end),
                (client, transaction, end - 5),
            ]
        )
    order, size, found, at = Order(), choose.randrange(1, 12), None, 0
    try:
        for at in range(0, len(lines), size):
            order.follow(turns(*lines[at : at + size]), at)
    except InputError as error:
        found = error.line
    assert found == first_wrong(lines)
