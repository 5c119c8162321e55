import numpy as np

from ahp.core.rank_counts import few_ranks_counter, rank_counters, rank_counts


def counted_one_by_one(order):
    n = order.shape[1]
    return [[sum(row[place] == name for row in order) for name in range(n)] for place in range(n)]


def test_each_place_is_counted_and_again_after_other_draws():
    for counters in [lambda names: [few_ranks_counter(names)], lambda names: rank_counters(names, 2)]:
        for draws, n in [(1, 1), (7, 2), (30, 5), (3, 17)]:
            rng = np.random.default_rng(n)
            rooms = counters(np.tile(np.arange(n, dtype=np.int32), (draws, 1)))
            for _ in range(2):
                for order, _ in rooms:
                    order[:] = np.argsort(rng.random((draws, n)), axis=1)
                for order, count in rooms:
                    assert count().tolist() == counted_one_by_one(order) == rank_counts(order).tolist()
