"""Arrays in, arrays out: the arithmetic of the Analytic Hierarchy Process for any batch.

Shapes: `A` is `(..., n, n)`, a priority vector is `(..., n)`, a measure of consistency is `(...)`.
One matrix and a million matrices are the same call, and its answers do not depend on the batch. Only
what has an answer of no fixed shape (:func:`ranking`, :func:`worst_triads` and a few of those in
`ahp.core.more`) takes a single vector or matrix. What costs more than n³ says how many items it takes, and
refuses more. No labels and no files are known here.

These are the names that most people need; `ahp.core.more` has the others.
"""

import warnings

import lazy_loader

_first, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
_RENAMED = {"from_judgments": "from_upper", "Reversal": "ReversedJudgments"}


def __getattr__(name: str) -> object:
    if name in __all__ or name.startswith("_"):
        return _first(name)
    from ahp.core import more

    new = _RENAMED.get(name, name)
    place = "ahp.core" if new in __all__ else "ahp.core.more"
    if place == "ahp.core.more" and not hasattr(more, new):
        raise AttributeError(f"module 'ahp.core' has no attribute {name!r}")
    warnings.warn(f"ahp.core.{name} is {place}.{new} now", DeprecationWarning, stacklevel=2)
    return _first(new) if new in __all__ else getattr(more, new)
