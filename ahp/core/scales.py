"""Judgment scales: from the words and the numbers 1 to 9 that people answer with, to ratios.

Every scale s has s(1) = 1 and s(1/x) = 1/s(x). The formulas are those that Goepel (2019) compares, for
whole answers and those between. A scale belongs to verbal answers; measured ratios need none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, real_number, refuse_first, rounding_of, whole_number
from ahp.core.matrices import as_pairwise
from ahp.errors import JudgmentError, StudyError, quoted
from ahp.notebook import NotebookFace
from ahp.registry import Registry

LARGEST_ANSWER = 9.0
"""The strongest answer, "extreme"."""

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Scale(NotebookFace):
    """A judgment scale.

    Attributes
    ----------
    function : callable
        From answers x between 1 and 9 and the number n of items to ratios.
    source : str
        Author and year.
    """

    function: Callable[[Array, int], Array]
    source: str


def _balanced_n(x: Array, n: int) -> Array:
    return np.asarray((9.0 + (n - 1) * x) / (9.0 + n - x))


def _adaptive_balanced(x: Array, n: int) -> Array:
    slope = 9.0 * n - 10.0
    return np.asarray((n - 1) * (slope * (x - 1.0) + 80.0) / (89.0 * n - 90.0 - slope * x))


def _adaptive(x: Array, n: int) -> Array:
    return np.asarray(x ** (1.0 + np.log(n - 1) / np.log(9.0)))


SCALES: Registry[Scale] = Registry(
    "judgment scale",
    {
        "linear": Scale(lambda x, n: x, "Saaty (1977): x"),
        "logarithmic": Scale(
            lambda x, n: np.log2(x + 1.0), "Ishizaka, Balkenborg, Kaplan (2010): log₂(x + 1)"
        ),
        "root-square": Scale(lambda x, n: np.sqrt(x), "Harker & Vargas (1987): √x"),
        "inverse-linear": Scale(lambda x, n: 9.0 / (10.0 - x), "Ma & Zheng (1991): 9/(10 - x)"),
        "power": Scale(lambda x, n: x**2, "Harker & Vargas (1987): x²"),
        "geometric": Scale(lambda x, n: 2.0 ** (x - 1.0), "Lootsma (1993): 2^(x - 1)"),
        "balanced": Scale(
            lambda x, n: (9.0 + x) / (11.0 - x), "Salo & Hämäläinen (1997): p/(1 - p), p = .45 + .05 x"
        ),
        "balanced-n": Scale(_balanced_n, "Goepel (2019), generalised balanced: (9 + (n-1) x)/(9 + n - x)"),
        "adaptive-balanced": Scale(
            _adaptive_balanced, "Goepel (2019): p (n-1)/(1 - p), p from 1/n to .9 in equal steps"
        ),
        "adaptive": Scale(_adaptive, "Goepel (2019): x^(1 + ln(n-1)/ln 9)"),
    },
)
"""Scales by name."""

WORDS: tuple[str, ...] = (
    "equal",
    "equal to moderate",
    "moderate",
    "moderate to strong",
    "strong",
    "strong to very strong",
    "very strong",
    "very strong to extreme",
    "extreme",
)
"""Saaty's words (1980) for the answers 1 to 9."""

_OTHER_WORDS = {
    "indifferent": 1,
    "weak": 3,
    "slight": 3,
    "essential": 5,
    "demonstrated": 7,
    "absolute": 9,
}
_FILLERS = (
    "importance",
    "important",
    "preferred",
    "preference",
    "preferable",
    "more",
    "as",
    "and",
    "between",
)


def on_scale(A: npt.ArrayLike, *, scale: str = "linear") -> Array:
    """Return matrices of answers from 1/9 to 9 as matrices of ratios on a scale.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Answers as pairwise comparison matrices on the linear scale.
    scale : str
        A key of :data:`~ahp.core.SCALES`.

    Returns
    -------
    ndarray, shape (..., n, n)

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix, or an answer lies beyond 1/9 and 9, where only
        the linear scale is defined.
    StudyError
        If the scale is unknown.

    Examples
    --------
    >>> on_scale([[1, 9], [1/9, 1]], scale="root-square").round(4)
    array([[1.    , 3.    ],
           [0.3333, 1.    ]])
    """
    chosen = SCALES[scale]
    matrix = as_pairwise(A)
    if scale == "linear" or matrix.shape[-1] == 1:
        return matrix
    rounding = max(_ROUNDING, rounding_of(A))
    beyond = (matrix > LARGEST_ANSWER * (1 + rounding)) | (matrix < (1 - rounding) / LARGEST_ANSWER)
    refuse_first(
        beyond,
        lambda at: (
            f"a{list(at)} = {matrix[at]} is beyond 1/9 and 9, where the {quoted(scale)} scale is not defined;"
            f" use 'linear'"
        ),
        matrix,
    )
    weaker = matrix < 1.0
    ratios = chosen.function(np.where(weaker, 1.0 / matrix, matrix), matrix.shape[-1])
    return np.where(weaker, 1.0 / ratios, ratios)


def scale_values(scale: str, n: int) -> Array:
    """Return the 17 ratios of a scale between `n` items, from 1/s(9) to s(9).

    A random index belongs to its scale: these are what :func:`~ahp.core.more.simulated_random_index` draws
    from.

    Raises
    ------
    StudyError
        If the scale is unknown, or `n` is less than 2.

    Examples
    --------
    >>> scale_values("balanced", 4)[8:].round(3)
    array([1.   , 1.222, 1.5  , 1.857, 2.333, 3.   , 4.   , 5.667, 9.   ])
    """
    chosen = SCALES[scale]
    n = whole_number(n, "the number of items on a scale", least=2)
    ratios = chosen.function(np.arange(1.0, 10.0), n)
    return np.concatenate([1.0 / ratios[:0:-1], ratios])


def words_of(answer: float) -> str:
    """Return Saaty's words for an answer from 1/9 to 9; below 1, how much less.

    Answers between whole ones get the words of the nearest.

    Raises
    ------
    JudgmentError
        If the answer lies beyond 1/9 and 9.

    Examples
    --------
    >>> words_of(5), words_of(1/3), words_of(6.2)
    ('strong', 'moderate less', 'strong to very strong')
    """
    try:
        answer = real_number(answer, "an answer")
    except StudyError:
        raise JudgmentError(
            f"an answer lies between 1/9 and 9; found {quoted(answer)}", found=answer
        ) from None
    if not (1 - _ROUNDING) / LARGEST_ANSWER <= answer <= LARGEST_ANSWER * (1 + _ROUNDING):
        raise JudgmentError(f"an answer lies between 1/9 and 9; found {answer}", found=answer)
    whole = round(answer if answer >= 1 else 1.0 / answer)
    return WORDS[whole - 1] + (" less" if answer < 1 and whole > 1 else "")


def answer_of(words: str) -> float:
    """Return the answer from 1/9 to 9 that words stand for.

    Saaty's words and their usual variants are known, in any case: "strong", "strongly more important",
    "between moderate and strong", "very strong to extreme", "equally preferred"; with "less" they stand
    for the reciprocal.

    Raises
    ------
    JudgmentError
        If the words are not known; the message lists those that are.

    Examples
    --------
    >>> answer_of("strong"), answer_of("between moderate and strong"), answer_of("Extremely less important")
    (5.0, 4.0, 0.1111111111111111)
    """
    if not isinstance(words, str):
        raise JudgmentError(f"a judgment in words is text; found {quoted(words)}", found=words)
    text = words.lower().replace("-", " ").replace(",", " ")
    kept = [word.removesuffix("ly") for word in text.split() if word not in _FILLERS]
    less = "less" in kept
    kept = [word for word in kept if word not in ("less", "than", "to", "or")]
    steps: list[int] = []
    while kept:
        phrase = kept.pop(0)
        if phrase == "very" and kept:
            phrase = f"very {kept.pop(0)}"
        if phrase in WORDS:
            steps.append(WORDS.index(phrase) + 1)
        elif phrase in _OTHER_WORDS:
            steps.append(_OTHER_WORDS[phrase])
        else:
            steps = []
            break
    answer = sum(steps) / len(steps) if steps else 0.0
    if not steps or len(steps) > 2 or max(steps) - min(steps) > 2:
        raise JudgmentError(
            f"{quoted(words)} is not a judgment in words; use one of: {', '.join(WORDS)}; with 'less' "
            f"for the reciprocal",
            found=words,
        )
    return 1.0 / answer if less else answer
