"""Lines of whole numbers become arrays, a column at a time, without an object for each number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

_SPACE, _LINE_FEED, _ZERO = (np.uint8(ord(character)) for character in " \n0")
_FEW = 3  # so many digits are quicker taken one by one


class Fields:
    """The fields of a block of lines: each line ends with a line feed, each two fields have a space between.

    Attributes
    ----------
    ends : array (lines, columns)
        Where in the block each field ends.
    letters : int
        How many characters of the fields are no digits.
    """

    def __init__(self, block: bytes, ends: Integers, letters: int) -> None:
        self.ends = ends
        self.letters = letters
        self._widths: dict[int, Integers] = {}
        block = block.ljust(16)
        self._characters = np.frombuffer(block, np.uint8)
        # Eight or sixteen characters from each place on as one number, whose lowest byte is the first.
        self._words = np.ndarray((len(block) - 7,), "<u8", block, strides=(1,))
        self._pairs = np.ndarray((len(block) - 15,), "<c16", block, strides=(1,))

    @classmethod
    def of(cls, block: bytes, columns: int) -> Fields | None:
        """Return the fields of a block; None unless each of its lines has so many, and none is empty."""
        characters = np.frombuffer(block, np.uint8)
        ends = np.flatnonzero((characters - _ZERO) > 9)
        found = characters.take(ends)
        parting = found <= _SPACE
        letters = len(ends) - np.count_nonzero(parting)
        if letters:
            ends, found = ends[parting], found[parting]
        lines, over = divmod(len(ends), columns)
        if over or not lines or ends[-1] != len(block) - 1 or ends[0] == 0:
            return None
        feeds = np.count_nonzero(found[columns - 1 :: columns] == _LINE_FEED)
        spaces = np.count_nonzero(found == _SPACE)
        if feeds != lines or spaces != len(ends) - lines or (ends[1:] - ends[:-1]).min(initial=2) < 2:
            return None
        return cls(block, ends.reshape(lines, columns), int(letters))

    def __len__(self) -> int:
        return len(self.ends)

    def widths(self, column: int) -> Integers:
        """Return how many characters each field of a column has."""
        if column not in self._widths:
            widths = self.ends[:, column].copy()
            if column:
                widths -= self.ends[:, column - 1]
            else:
                widths[1:] -= self.ends[:-1, -1]
                widths[0] += 1
            widths -= 1
            self._widths[column] = widths
        return self._widths[column]

    def spelling(self, word: bytes, column: int) -> NDArray[np.intp]:
        """Return the lines whose field in this column is this word."""
        lines = np.flatnonzero(self.widths(column) == len(word))
        for place, letter in enumerate(reversed(word), start=1):
            lines = lines[self._characters[self.ends[lines, column] - place] == letter]
        return lines

    def numbers(self, column: int) -> Integers:
        """Return the numbers in a column; something or other where one holds letters.

        Raises
        ------
        OverflowError
            If one has more than 16 digits.
        """
        widths = self.widths(column)
        least, most = int(widths.min()), int(widths.max())
        if most > 16:
            raise OverflowError("more than 16 digits")
        ends = self.ends[:, column]
        if most <= 8:
            return self._last_digits(ends, widths, most)
        if least < most:
            return self._digits(ends, widths, most)
        # Numbers as long as this are mostly times, which many lines in a row share.
        places = np.flatnonzero(self._changes(ends, most))
        found = self._digits(ends[places], widths[places], most)
        return np.repeat(found, np.diff(places, append=len(ends)))

    def _changes(self, ends: Integers, width: int) -> NDArray[np.bool_]:
        """Return which lines have in this place another number of that many digits than the line before."""
        pairs = self._pairs[np.maximum(ends - 16, 0)].view("<u8").reshape(-1, 2)
        upper, lower = pairs[:, 0] >> np.uint64(8 * (16 - width)), pairs[:, 1]
        changes = np.ones(len(ends), bool)
        np.not_equal(lower[17:], lower[16:-1], out=changes[17:])  # what begins before the block is unknown
        changes[17:] |= upper[17:] != upper[16:-1]
        return changes

    def _digits(self, ends: Integers, widths: Integers, most: int) -> Integers:
        """Return the numbers that the last digits spell, sixteen of them at most."""
        upper = self._last_digits(ends - 8, np.maximum(widths - 8, 0), most - 8)
        return self._last_digits(ends, np.minimum(widths, 8), 8) + 10**8 * upper

    def _last_digits(self, ends: Integers, widths: Integers, most: int) -> Integers:
        """Return the numbers that the last digits spell, eight of them at most."""
        if most <= _FEW:
            return self._one_by_one(ends, widths, most)
        places = ends - 8
        early = np.flatnonzero(places[:8] < 0)  # these eight begin before the block
        before = -8 * places[early]
        places[early] = 0
        words = self._words[places]
        words[early] <<= before.view(np.uint64)
        foreign = widths * -8
        foreign += 64
        words >>= foreign.view(np.uint64)
        words <<= foreign.view(np.uint64)
        # The digits of a pair, of a pair of pairs, and of the two fours are joined side by side.
        for mask, factor, bits in _JOIN:
            words &= mask
            words *= factor
            words >>= bits
        return words.view("<i8")

    def _one_by_one(self, ends: Integers, widths: Integers, most: int) -> Integers:
        everywhere = int(widths.min()) == most
        found = np.zeros(len(ends), np.int64)
        for place in range(most):
            digits = self._characters.take(ends - (place + 1), mode="clip") & 0x0F
            if not everywhere:
                digits *= widths > place
            found += np.multiply(digits, 10**place, dtype=np.int64)
        return found


_JOIN = tuple(
    tuple(np.uint64(number) for number in step)
    for step in (
        (0x0F0F0F0F0F0F0F0F, (10 << 8) + 1, 8),
        (0x00FF00FF00FF00FF, (100 << 16) + 1, 16),
        (0x0000FFFF0000FFFF, (10000 << 32) + 1, 32),
    )
)
