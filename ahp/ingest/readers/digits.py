"""Lines of whole numbers become arrays, a column at a time, without an object for each number."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

_SPACE, _LINE_FEED, _ZERO = (np.uint8(ord(character)) for character in " \n0")
_MOST = 16
_TAIL = 32  # so many characters before the end of a field are looked at together
_FEW = 3  # so many digits are quicker taken one by one


class Widths(NamedTuple):
    """How many characters the fields of a column have, and the space or line feed behind each.

    Attributes
    ----------
    each : array (lines,)
    least, most : int
    """

    each: Integers
    least: int
    most: int


class Fields:
    """The fields of a block of lines: each line ends with a line feed, each two fields have a space between.

    Attributes
    ----------
    ends : array (lines, columns)
        Where in the block each field ends.
    letters : int
        How many characters of the fields are no digits.
    """

    def __init__(self, block: bytes | memoryview, ends: Integers, letters: int) -> None:
        self.ends = ends
        self.letters = letters
        self._block = block
        self._characters = np.frombuffer(block, np.uint8)
        self._widths: dict[int, Widths] = {}
        self._tails: dict[int, NDArray[np.void]] = {}

    @classmethod
    def of(cls, block: bytes | memoryview, columns: int) -> Fields | None:
        """Return the fields of a block; None unless each of its lines has so many."""
        characters = np.frombuffer(block, np.uint8)
        ends = np.flatnonzero((characters - _ZERO) > 9)
        found = characters.take(ends)
        parting = found <= _SPACE
        letters = len(ends) - np.count_nonzero(parting)
        if letters:
            ends, found = ends[parting], found[parting]
        lines, over = divmod(len(ends), columns)
        if over or not lines or ends[-1] != len(block) - 1:
            return None
        feeds = np.count_nonzero(found[columns - 1 :: columns] == _LINE_FEED)
        if feeds != lines or np.count_nonzero(found == _SPACE) != len(ends) - lines:
            return None
        return cls(block, ends.reshape(lines, columns), int(letters))

    def __len__(self) -> int:
        return len(self.ends)

    def widths(self, column: int) -> Widths:
        """Return how wide the fields of a column are, each with the character that parts it from the next."""
        if column not in self._widths:
            if column:
                each = self.ends[:, column] - self.ends[:, column - 1]
            else:
                each = self.ends[:, 0].copy()
                each[1:] -= self.ends[:-1, -1]
                each[0] += 1
            self._widths[column] = Widths(each, int(each.min()), int(each.max()))
        return self._widths[column]

    def spelling(self, word: bytes, column: int) -> NDArray[np.intp]:
        """Return the lines whose field in this column is this word."""
        lines = np.flatnonzero(self.widths(column).each == len(word) + 1)
        for place, letter in enumerate(reversed(word), start=1):
            lines = lines[self._characters[self.ends[lines, column] - place] == letter]
        return lines

    def numbers(self, column: int) -> Integers:
        """Return the numbers in a column; something or other where one holds letters.

        Raises
        ------
        ValueError
            If a field is empty, or has more than 16 digits.
        """
        each, least, most = self.widths(column)
        if least < 2 or most > _MOST + 1:
            raise ValueError("a field of no digits, or of too many")
        if most <= _FEW + 1:
            return self._one_by_one(column)
        lower = self._before(column, 8)
        if most <= 9:
            return joined(lower, each)
        upper = self._before(column, 16)
        if least < most:
            return joined(lower, np.minimum(each, 9)) + 10**8 * joined(upper, np.maximum(each - 8, 1))
        # Numbers as long as this are mostly times, which many lines in a row share.
        changes = lower[1:] != lower[:-1]
        changes |= (upper[1:] ^ upper[:-1]) >> np.uint64(8 * (17 - most)) != 0
        first = np.concatenate(([0], np.flatnonzero(changes) + 1))
        found = joined(lower[first], np.int64(9)) + 10**8 * joined(upper[first], np.int64(most - 8))
        return np.repeat(found, np.diff(first, append=len(lower)))

    def _one_by_one(self, column: int) -> Integers:
        each, least, most = self.widths(column)
        found = self._characters.take(self.ends[:, column] - 1) & 0x0F
        total = found.astype(np.int64)
        for place in range(2, most):
            digits = self._characters.take(self.ends[:, column] - place, mode="clip") & 0x0F
            if least < most:
                digits *= each > place
            total += np.multiply(digits, 10 ** (place - 1), dtype=np.int64)
        return total

    def _before(self, column: int, distance: int) -> NDArray[np.uint64]:
        """Return, of each field, the eight characters from so far before its end on: the first the lowest."""
        # One look serves several columns where they stand in the same places of all lines, from behind.
        anchor, behind = column, 0
        for other in range(column + 1, self.ends.shape[1]):
            _, least, most = self.widths(other)
            if least < most or behind + most > _TAIL - _MOST:
                break
            anchor, behind = other, behind + most
        if anchor not in self._tails:
            _, least, most = self.widths(anchor)
            self._tails[anchor] = self._tails_at(anchor, 8 if least < most <= 9 else _TAIL)
        tails = self._tails[anchor]
        return np.ndarray(len(tails), "<u8", tails, tails.itemsize - behind - distance, tails.strides)

    def _tails_at(self, column: int, size: int) -> NDArray[np.void]:
        """Return so many characters before the end of each field of a column."""
        block, starts = self._block, self.ends[:, column] - size
        early = np.flatnonzero(starts[:size] < 0)
        starts[early] = 0
        enough = block if len(block) >= size else bytes(block).ljust(size)
        tails = np.ndarray(len(enough) - size + 1, f"V{size}", enough, 0, (1,))[starts]
        for line in early:
            tails[line] = np.void(bytes(block[: self.ends[line, column]]).rjust(size))
        return tails


def joined(words: NDArray[np.uint64], widths: Integers | np.int64) -> Integers:
    """Return the numbers that the last of eight characters spell, one less of them than the width."""
    foreign = (72 - 8 * widths).view(np.uint64)
    words = words >> foreign
    words <<= foreign
    # The digits of a pair, of a pair of pairs, and of the two fours are joined side by side.
    for mask, factor, bits in _JOIN:
        words &= mask
        words *= factor
        words >>= bits
    return words.view("<i8")


_JOIN = tuple(
    tuple(np.uint64(number) for number in step)
    for step in (
        (0x0F0F0F0F0F0F0F0F, (10 << 8) + 1, 8),
        (0x00FF00FF00FF00FF, (100 << 16) + 1, 16),
        (0x0000FFFF0000FFFF, (10000 << 32) + 1, 32),
    )
)
