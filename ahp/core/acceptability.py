"""Which weights put whom first: stochastic multicriteria acceptability (Lahdelma & Salminen 2001)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.gate import LARGEST, RNG, Array, as_floats, finite_array, generator_of, whole_number, workers_of
from ahp.errors import JudgmentError, one_line

_BLOCK = 166_000  # scores at once: they stay in the cache, and the threads seldom wait for the interpreter
_THREADS = 8  # at most
_MANY = 4  # blocks: from here on it pays to load what counts while other threads go on
# In one matrix product: beyond, it takes threads of its own, which keep the processors from ours.
_PRODUCTS = 250_000
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
Names: TypeAlias = npt.NDArray[np.int32]
Positions: TypeAlias = npt.NDArray[np.int64]
Counter: TypeAlias = tuple[Names, Callable[[], npt.NDArray[np.integer[Any]]]]
_LEAST, _LARGEST = np.float32(1e-30), np.float32(1e30)  # beyond, single precision loses digits
_MANTISSA = 24  # bits of a key that scores need at least: they may then differ by a factor of two


def uniform_weights(criteria: int, draws: int, *, rng: RNG = None) -> Array:
    """Return weights spread evenly over all that sum to 1: normalised exponentials.

    Parameters
    ----------
    criteria, draws : int
        At least one of each.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.

    Returns
    -------
    ndarray, shape (draws, criteria)

    Examples
    --------
    >>> uniform_weights(3, 2).sum(axis=1)
    array([1., 1.])
    """
    criteria = whole_number(criteria, "the number of criteria", least=1)
    draws = whole_number(draws, "the number of draws", least=1)
    raw = generator_of(rng).standard_exponential((draws, criteria))
    raw /= raw.sum(axis=1, keepdims=True)
    return raw


def ordered_weights(criteria: int, draws: int, *, rng: RNG = None) -> Array:
    """Return weights spread evenly over those that fall: the first criterion matters most, the last least.

    Parameters
    ----------
    criteria, draws, rng
        As for :func:`uniform_weights`.

    Returns
    -------
    ndarray, shape (draws, criteria)

    Examples
    --------
    >>> ordered_weights(2, 10_000, rng=0).mean(axis=0).round(2)  # the rank-order centroid
    array([0.75, 0.25])
    """
    return np.asarray(np.sort(uniform_weights(criteria, draws, rng=rng), axis=1)[:, ::-1])


def acceptability(
    benefit_weights: npt.ArrayLike | None,
    benefit: npt.ArrayLike | None,
    cost_weights: npt.ArrayLike | None = None,
    cost: npt.ArrayLike | None = None,
    *,
    workers: int | None = None,
) -> tuple[Array, Positions]:
    """Return how often each alternative has each rank over drawn weights, and which draws it wins.

    Parameters
    ----------
    benefit_weights, cost_weights : array_like, shape (draws, k), or None
        Drawn from any distribution, 0 or more and in no draw all 0; None without criteria of that merit.
    benefit, cost : array_like, shape (k, n), or None
        Local priorities: benefits 0 or more, costs greater than 0.
    workers : int, optional
        At most so many threads; as many as there are processors that this process may use unless given. The
        answer does not depend on it.

    Returns
    -------
    ranks : ndarray, shape (n, n)
        Rank acceptability indices: share of the draws in which alternative i has rank j. Alternatives that
        are alike in every criterion share their ranks.
    winners : ndarray of int, shape (draws,)
        Who is first in each draw.

    Raises
    ------
    JudgmentError
        If a number is wrong, or weights and priorities do not fit each other.

    Examples
    --------
    >>> w = uniform_weights(2, 10_000, rng=0)
    >>> ranks, _ = acceptability(w, [[0.6, 0.4], [0.2, 0.8]])
    >>> bool(abs(ranks[0, 0] - 0.25) < 0.02)  # first where 0.6 w + 0.2 (1 - w) > 0.4 w + 0.8 (1 - w)
    True
    """
    problem = drawn_problem(benefit_weights, benefit, cost_weights, cost)
    draws, n = problem.shape
    step = max(16, _BLOCK // n)
    threads = min(workers_of(workers), _THREADS, 1 + draws // (_MANY * step))
    winners = np.empty(draws, dtype=np.int64)
    shares = [range(draws * part // threads, draws * (part + 1) // threads) for part in range(threads)]
    # Made here: memory that each thread allocates for itself is new, and taken from the system, each time.
    names = np.tile(np.arange(n, dtype=np.int32), (step, 1))
    many = draws >= _MANY * step
    rooms = rank_counters(names, threads) if many else [few_ranks_counter(names)]
    counters = [_counter(problem, names, room, winners) for room in rooms]
    if threads == 1:
        counts = counters[0](shares[0])
    else:
        from concurrent.futures import ThreadPoolExecutor  # late: most questions are small

        with ThreadPoolExecutor(threads - 1) as pool:
            others = pool.map(lambda counter, share: counter(share), counters[1:], shares[1:])
            counts = sum(others, counters[0](shares[0]))
    return _shared(counts / draws, problem.benefit, problem.cost), winners


def _counter(
    problem: DrawnProblem, names: Names, room: Counter, winners: Positions
) -> Callable[[range], Positions]:
    """Return what counts how often each has each rank in some of the draws, and notes who wins them."""
    (step, n), (order, count) = names.shape, room
    in_single = single_decides(n)
    work = scratch(names, order if in_single else order[:0])
    scores = scorer(problem, step, np.float32 if in_single else np.float64)
    steps = problem.steps()

    @np.errstate(all="ignore")
    def counted(draws: range) -> Positions:
        counts = np.zeros((n, n), dtype=np.int64)
        # What single precision leaves in doubt is counted as it is, and put right many draws at once.
        doubtful: list[Positions] = []
        found: list[Names] = []
        for start in range(draws.start, draws.stop, step):
            block = slice(start, min(start + step, draws.stop))
            size = block.stop - start
            if in_single:
                unsure = rising_in_single(scores(block), steps, work)[1]
                if len(unsure):
                    doubtful.append(start + unsure)
                    found.append(order[unsure])
            else:
                order[:size] = rising(scores(block))
            winners[block] = order[:size, -1]
            counts += count() if size == step else rank_counts(order[:size])
            if doubtful and (block.stop == draws.stop or sum(map(len, doubtful)) >= step):
                counts += _put_right(problem, np.concatenate(doubtful), np.concatenate(found), winners)
                doubtful.clear()
                found.clear()
        return np.asarray(counts[::-1].T)

    return counted


def _put_right(problem: DrawnProblem, rows: Positions, found: Names, winners: Positions) -> Positions:
    """Return what is to be added to the counts of draws whose order is in doubt, and note who wins them."""
    right = rising(scorer(problem.drawn(rows), len(rows), np.float64)(slice(None)))
    wrong = (right != found).any(axis=1)  # few are
    winners[rows[wrong]] = right[wrong, -1]
    return rank_counts(right[wrong]) - rank_counts(found[wrong])


def _shared(ranks: Array, benefit: Floats | None, cost: Floats | None) -> Array:
    """Return acceptabilities in which alternatives that are alike have the same."""
    alike = np.ones(ranks.shape, dtype=bool)
    for local in (benefit, cost):
        for criterion in local if local is not None else ():
            alike &= criterion[:, None] == criterion
    return np.asarray(alike @ ranks / alike.sum(axis=1, keepdims=True))


def central_weights(weights: npt.ArrayLike, winners: npt.ArrayLike, alternatives: int) -> Array:
    """Return the mean of the weights with which each alternative is first.

    Parameters
    ----------
    weights : array_like, shape (draws, k)
    winners : array_like of int, shape (draws,)
        Who is first in each draw, as :func:`acceptability` has it.
    alternatives : int
        How many there are.

    Returns
    -------
    ndarray, shape (alternatives, k)
        NaN where one is never first.

    Raises
    ------
    JudgmentError
        If the weights are no finite numbers, or a winner is none of the alternatives.

    Examples
    --------
    >>> central_weights([[0.2, 0.8], [0.4, 0.6], [0.9, 0.1]], [0, 0, 1], 2)
    array([[0.3, 0.7],
           [0.9, 0.1]])
    """
    w = finite_array(weights, "weights", axes=2)
    alternatives = whole_number(alternatives, "the number of alternatives", least=1)
    if w.ndim != 2:
        raise JudgmentError(f"there is a row of weights for each draw; found the shape {w.shape}")
    first = _winners(winners, len(w), alternatives)
    times = np.bincount(first, minlength=alternatives).astype(np.float64)
    sums = np.stack([np.bincount(first, column, minlength=alternatives) for column in w.T], axis=1)
    times[times == 0] = np.nan
    return np.asarray(sums / times[:, None])


def _winners(winners: npt.ArrayLike, draws: int, alternatives: int) -> Positions:
    """Return who is first in each draw as positions."""
    found = as_floats(winners)
    if (
        found.shape != (draws,)
        or not ((found >= 0) & (found < alternatives) & (found == np.floor(found))).all()
    ):
        raise JudgmentError(
            f"{draws} draws have {draws} winners, whole numbers from 0 to {alternatives - 1}; "
            f"found {one_line(winners, 60)}"
        )
    return found.astype(np.int64)


class DrawnProblem(NamedTuple):
    """Drawn weights (draws, k) and local priorities (k, n) of benefits and of costs; None without a merit."""

    benefit_weights: Array | None
    benefit: Array | None
    cost_weights: Array | None
    cost: Array | None

    @property
    def shape(self) -> tuple[int, int]:
        """Draws and alternatives."""
        weights, local = self.merits()[0]
        return len(weights), local.shape[1]

    def merits(self) -> list[tuple[Array, Array]]:
        """Return weights and local priorities of each merit there is, costs last."""
        pairs = ((self.benefit_weights, self.benefit), (self.cost_weights, self.cost))
        return [(weights, local) for weights, local in pairs if weights is not None and local is not None]

    def drawn(self, rows: Positions) -> DrawnProblem:
        """Return the problem for some of the draws."""
        benefit, cost = self.benefit_weights, self.cost_weights
        return self._replace(
            benefit_weights=None if benefit is None else benefit[rows],
            cost_weights=None if cost is None else cost[rows],
        )

    def steps(self) -> int:
        """Return how many steps a score computed in single precision may be from the exact one."""
        # Each sum of k products of rounded numbers: (k + 1) roundings; reciprocals and quotients one more.
        return sum(len(local) + 2 for _, local in self.merits())


def drawn_problem(
    benefit_weights: npt.ArrayLike | None,
    benefit: npt.ArrayLike | None,
    cost_weights: npt.ArrayLike | None,
    cost: npt.ArrayLike | None,
) -> DrawnProblem:
    """Return weights and local priorities once they fit together, as `acceptability` takes them.

    Raises
    ------
    JudgmentError
        If a number is wrong, or weights and priorities do not fit each other.

    Examples
    --------
    >>> drawn_problem([[0.5, 0.5], [0.2, 0.8]], [[0.6, 0.4], [0.2, 0.8]], None, None).shape
    (2, 2)
    """
    gains = _merit(benefit_weights, benefit, "benefits")
    costs = _merit(cost_weights, cost, "costs")
    if gains is None and costs is None:
        raise JudgmentError("benefits or costs are needed, with their weights; found neither")
    if gains is not None and costs is not None:
        (own, n), (other, m) = ((len(weights), local.shape[1]) for weights, local in (gains, costs))
        if (own, n) != (other, m):
            raise JudgmentError(
                "benefits and costs have as many draws, of the same alternatives; found "
                f"{own} and {other} draws of {n} and {m} alternatives"
            )
    return DrawnProblem(*(gains or (None, None)), *(costs or (None, None)))


def _merit(
    weights: npt.ArrayLike | None, local: npt.ArrayLike | None, what: str
) -> tuple[Array, Array] | None:
    """Return drawn weights and local priorities of one merit; None where there are none."""
    if weights is None and local is None:
        return None
    if weights is None or local is None:
        raise JudgmentError(f"weights and local priorities of {what} come together; found only one of them")
    w = as_floats(weights)
    positive = w.size > 0 and w.min() > 0.0 and w.max() <= LARGEST  # as drawn weights are: looked at twice
    if not positive:
        w = finite_array(w, f"weights of {what}", axes=2, least=0.0)
    above, least = (0.0, -np.inf) if what == "costs" else (-np.inf, 0.0)
    p = finite_array(local, f"local priorities of {what}", axes=2, above=above, least=least)
    if w.ndim != 2 or p.ndim != 2 or w.shape[1] != len(p):
        raise JudgmentError(
            f"{what} have a row of weights for each draw, a row of local priorities for each criterion; "
            f"found the shapes {w.shape} and {p.shape}"
        )
    if not positive and not w.any(axis=1).all():
        at = int(w.any(axis=1).argmin())
        raise JudgmentError(f"weights of {what} are not all 0; found 0 throughout in draw {at}", row=at)
    return w, p


def scorer(problem: DrawnProblem, rows: int, precision: type[np.floating]) -> Callable[[slice], Floats]:
    """Return what computes the scores of up to so many draws at a time, each time into the same memory.

    A score is benefit by cost, or the one there is (of cost: its reciprocal). What single precision cannot
    hold becomes infinite or 0; the caller tells NumPy to take that in silence, once for all draws.

    Examples
    --------
    >>> problem = drawn_problem([[0.5, 0.5], [0.25, 0.75]], [[0.5, 0.5], [0.25, 0.75]], None, None)
    >>> scorer(problem, 1, np.float64)(slice(1, 2))
    array([[0.3125, 0.6875]])
    """
    n = problem.shape[1]
    with np.errstate(over="ignore", under="ignore"):
        merits = [
            (
                weights,
                local.astype(precision),
                np.empty((rows, len(local)), dtype=precision),
                np.empty((rows, n), dtype=precision),
            )
            for weights, local in problem.merits()
        ]
    only_cost = problem.benefit is None

    def scores(draws: slice) -> Floats:
        found = [_product(weights[draws], *rest) for weights, *rest in merits]
        if len(found) == 2 or only_cost:
            np.divide(1.0 if only_cost else found[0], found[-1], out=found[-1])
        return found[-1]

    return scores


def _product(weights: Array, local: Floats, rounded: Floats, product: Floats) -> Floats:
    """Return the matrix product, made in parts so small that no other threads are woken for them."""
    draws, (k, n) = len(weights), local.shape
    rounded, product = rounded[:draws], product[:draws]
    np.copyto(rounded, weights, casting="same_kind")
    part = max(16, _PRODUCTS // local.size)
    whole = draws - draws % part
    # One call for all the parts: between two calls, threads of ours would wait for the interpreter.
    if whole:
        np.matmul(rounded[:whole].reshape(-1, part, k), local, out=product[:whole].reshape(-1, part, n))
    if whole < draws:
        np.matmul(rounded[whole:], local, out=product[whole:])
    return product


def rank_counts(order: Names) -> Positions:
    """Return how often each alternative has each place.

    Parameters
    ----------
    order : ndarray of int, shape (draws, n)
        The alternatives of each draw, from the last place to the first.

    Returns
    -------
    ndarray of int, shape (n, n)
        In row i what has place i, counted from the last.

    Examples
    --------
    >>> rank_counts(np.array([[1, 0, 2], [1, 2, 0]], dtype=np.int32))
    array([[0, 2, 0],
           [1, 0, 1],
           [1, 0, 1]])
    """
    n = order.shape[1]
    bits = name_bits(n)
    codes = order.astype(np.int64)
    codes |= np.arange(n) << bits
    return np.bincount(codes.reshape(-1), minlength=n << bits).reshape(n, -1)[:, :n]


def few_ranks_counter(places: Names) -> Counter:
    """Return an array for the order of as many draws, and what counts the places of what it then holds.

    Parameters
    ----------
    places : ndarray of int, shape (draws, n)
        The numbers from 0 to n - 1 in each row.

    Examples
    --------
    >>> order, count = few_ranks_counter(np.array([[0, 1, 2], [0, 1, 2]], dtype=np.int32))
    >>> order[:] = [[1, 0, 2], [1, 2, 0]]
    >>> count()[0]
    array([0, 2, 0])
    """
    order = np.empty_like(places)
    return order, lambda: rank_counts(order)


def rank_counters(places: Names, number: int) -> list[Counter]:
    """Return what `few_ranks_counter` returns, so many times, for many draws: one counts while others go on.

    The places and names of a block are the coordinates of a sparse matrix of ones whose dense form has the
    counts; NumPy's `bincount` keeps the interpreter to itself, SciPy's conversion does not.

    Examples
    --------
    >>> [(order, count)] = rank_counters(np.array([[0, 1, 2], [0, 1, 2]], dtype=np.int32), 1)
    >>> order[:] = [[1, 0, 2], [1, 2, 0]]
    >>> count()[0]
    array([0, 2, 0], dtype=int32)
    """
    from scipy.sparse import coo_array  # late: it takes longer to load than few draws to count

    flat, n = places.reshape(-1), places.shape[1]
    ones = np.ones(len(flat), dtype=np.int32)

    def counter() -> Counter:
        order = np.zeros_like(places)
        # Neither coordinates nor ones are copied: what is written into the order is counted.
        sparse = coo_array((ones, (flat, order.reshape(-1))), shape=(n, n))
        return order, lambda: np.asarray(sparse.toarray())

    return [counter() for _ in range(number)]


def name_bits(alternatives: int) -> int:
    """Return how many bits of a key the number of an alternative takes.

    Examples
    --------
    >>> name_bits(50)
    6
    """
    return max(alternatives - 1, 1).bit_length()


def rising(scores: Floats) -> Names:
    """Return the alternatives of each draw by rising score; alike to 2⁻⁴⁶ or so, by their number.

    Parameters
    ----------
    scores : ndarray of float64, shape (draws, n)
        None negative; overwritten.

    Returns
    -------
    ndarray of int, shape (draws, n)

    Examples
    --------
    >>> rising(np.array([[0.5, 0.2, 0.3], [0.2, 0.2, 0.1]]))
    array([[1, 2, 0],
           [2, 0, 1]], dtype=int32)
    """
    n = scores.shape[1]
    mask = (1 << name_bits(n)) - 1
    # Positive floats sort as their bits do, and the last bits can carry the names.
    keys = scores.view(np.int64)
    keys &= ~mask
    keys |= np.arange(n)
    keys.sort(axis=1)
    keys &= mask
    return keys.astype(np.int32)


class Scratch(NamedTuple):
    """What `rising_in_single` needs with the scores; made for each block anew, threads would wait for it."""

    names: Names  # the numbers of the alternatives in each row: a row alone would be slow to spread over all
    close: npt.NDArray[np.bool_]  # whether each key is near the one before
    order: Names  # the result


def scratch(names: Names, order: Names) -> Scratch:
    """Return what is needed for as many draws and alternatives as there are names and room for the result.

    Examples
    --------
    >>> scratch(np.array([[0, 1, 2]], dtype=np.int32), np.empty((1, 3), dtype=np.int32)).close.size
    2
    """
    return Scratch(names, np.empty(max(order.size - 1, 0), np.bool_), order)


def rising_in_single(scores: Floats, steps: int, work: Scratch) -> tuple[Names, Positions]:
    """Return what `rising` returns, from scores in single precision, and the draws for which it may be wrong.

    Parameters
    ----------
    scores : ndarray of float32, shape (draws, n)
        Overwritten.
    steps : int
        How many steps of single precision a score may be from the exact one.
    work : Scratch
        For as many draws or more; overwritten.

    Returns
    -------
    order : ndarray of int32, shape (draws, n)
        The first rows of `work.order`.
    doubtful : ndarray of int
        The draws to be sorted again, by exact scores.
    """
    draws, n = scores.shape
    names, order = work.names[:draws], work.order[:draws]
    bits = name_bits(n)
    mask = (1 << bits) - 1
    least, largest = scores.min(initial=np.inf), scores.max(initial=0.0)
    if not (least >= _LEAST and largest <= _LARGEST):
        order[:] = names
        return order, np.arange(draws)
    lowest = least.view(np.int32)
    lost = max(0, (int(largest.view(np.int32)) - int(lowest)).bit_length() + bits - 31)
    keys = scores.view(np.int32)
    keys -= lowest
    keys <<= bits - lost
    if lost:
        keys &= ~mask
    keys |= names
    keys.sort(axis=1)
    # Neighbours in memory: the last of a draw and the first of the next mostly differ by a huge number.
    flat = keys.reshape(-1).view(np.uint32)
    between = max(len(flat) - 1, 0)
    apart, close = order.reshape(-1).view(np.uint32)[:between], work.close[:between]
    np.subtract(flat[1:], flat[:-1], out=apart)  # where the result will stand: less memory is faster
    np.less(apart, np.uint32(((2 * steps >> lost) + 2) << bits), out=close)
    np.bitwise_and(keys, mask, out=order)
    rows = np.flatnonzero(close) // n
    new = np.ones(len(rows), dtype=np.bool_)
    new[1:] = rows[1:] != rows[:-1]  # np.unique would load masked arrays for it
    return order, rows[new]


def single_decides(alternatives: int) -> bool:
    """Return whether keys of 32 bits have room for so many names and the scores.

    Examples
    --------
    >>> single_decides(50), single_decides(500)
    (True, False)
    """
    return 31 - name_bits(alternatives) >= _MANTISSA
