"""Whether the lines of a log stand in order: each client's transactions upwards, and time forwards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError
from ahp.ingest.digits import Integers

MOST_CLIENTS = 1 << 16


class Turns(NamedTuple):
    """What some lines in a row say of the order; indices count them from 0.

    Attributes
    ----------
    client, transaction : array
        Of each line.
    first, last : array of int
        The first and the last line of each client.
    wrong : array of int
        Where a transaction's number is not above that of the same client's one before.
    back : array of int
        Where time goes back.
    ends : (int, int)
        The time of the first and the last line.
    """

    client: Integers
    transaction: Integers
    first: NDArray[np.intp]
    last: NDArray[np.intp]
    wrong: NDArray[np.intp]
    back: NDArray[np.intp]
    ends: tuple[int, int]

    @classmethod
    def of(cls, client: Integers, transaction: Integers, end: Integers) -> Turns:
        """Return the turns of clients below :data:`MOST_CLIENTS`, whose transactions ended at these times."""
        short = client.astype(np.uint8 if client.max() < 256 else np.uint16)
        order = np.argsort(short, kind="stable")
        clients, numbers = short[order], transaction[order]
        other = clients[1:] != clients[:-1]
        starts = np.flatnonzero(other) + 1
        return cls(
            client,
            transaction,
            order[np.append(0, starts)],
            order[np.append(starts - 1, len(order) - 1)],
            order[np.flatnonzero((numbers[1:] <= numbers[:-1]) & ~other) + 1],
            np.flatnonzero(end[1:] < end[:-1]) + 1,
            (int(end[0]), int(end[-1])),
        )


class Order:
    """How far each client has come.

    Attributes
    ----------
    latest : array
        Each client's last transaction, which are numbered from 1.
    """

    def __init__(self) -> None:
        self.latest = np.zeros(MOST_CLIENTS, np.int64)
        self._time = 0

    def follow(self, turns: Turns, line: int) -> None:
        """Go on with the lines that begin at `line`.

        Raises
        ------
        InputError
            If a transaction stands twice, or time goes back where no new thread begins: where the client's
            transaction is not its first.
        """
        before = self.latest[turns.client[turns.first]]
        wrong = [*turns.wrong, *turns.first[turns.transaction[turns.first] <= before]]
        back = [0, *turns.back] if turns.ends[0] < self._time else turns.back
        wrong += [*np.setdiff1d(back, turns.first[before == 0])]
        if wrong:
            at = min(wrong)
            raise InputError(
                f"transaction {turns.transaction[at]} of client {turns.client[at]} is out of order: a part "
                "stands twice, or several runs stand in one log",
                line=line + int(at),
                advice="give the log of one run, each thread's once",
            )
        self.latest[turns.client[turns.last]] = turns.transaction[turns.last]
        self._time = turns.ends[1]
