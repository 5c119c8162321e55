"""What is told of a choice, tried on a few of the random studies that `.ci/deep claims` tries 660 of.

By default the numbers choose the index of each criterion, so a changed table may have another one; no claim may be
false for that.
"""

import pytest
from simulations.claims import claims_of, crossings_of, judged_of

BOTH_LOSE_THEIR_INDEX, SHORT_WINDOWS, A_TIE_BY_DIGITS, TWO_ALIKE = 61, (107, 279, 289, 372, 552), 351, 499
SEEDS = (*range(10), BOTH_LOSE_THEIR_INDEX, *SHORT_WINDOWS, A_TIE_BY_DIGITS, TWO_ALIKE)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_told_of_a_choice_is_true_of_the_table_ranked_again(seed):
    for kind, true, what in (*claims_of(seed), *crossings_of(seed), *judged_of(seed)):
        assert true, (kind, what)
