import threading
import time

import pytest

from ahp.ingest import parallel
from ahp.ingest.parallel import in_order


def test_results_come_in_the_order_of_the_items():
    def work(item):
        time.sleep(0.01 if item % 3 == 0 else 0)
        return item * item

    assert list(in_order(work, range(20))) == [(i, i * i) for i in range(20)]
    assert list(in_order(work, [])) == []


def test_a_single_item_is_worked_on_by_the_caller():
    assert [found for _, found in in_order(lambda _: threading.current_thread(), [1])] == [
        threading.current_thread()
    ]
    assert threading.current_thread() not in [
        t for _, t in in_order(lambda _: threading.current_thread(), [1, 2])
    ]


def test_no_more_is_taken_than_is_worked_on(monkeypatch):
    monkeypatch.setattr(parallel, "_MOST", 3)
    taken = []

    def items():
        for item in range(100):
            taken.append(item)
            yield item

    for item, _ in in_order(str, items()):
        assert len(taken) <= item + 5


def test_what_goes_wrong_comes_in_its_turn():
    def work(item):
        return 1 / (item - 5)

    seen = []
    with pytest.raises(ZeroDivisionError):
        seen.extend(item for item, _ in in_order(work, range(10)))
    results = in_order(work, range(10))
    assert [next(results)[0] for _ in range(5)] == [0, 1, 2, 3, 4]


def test_items_that_fail_end_it():
    def items():
        yield from range(4)
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(in_order(str, items()))
