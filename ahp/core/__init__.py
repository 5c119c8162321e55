"""Arrays in, arrays out: the arithmetic of the Analytic Hierarchy Process for any batch.

Shapes: `A` is `(..., n, n)`, a priority vector is `(..., n)`, a measure of consistency is `(...)`.
One matrix and a million matrices are the same call, and its answers do not depend on the batch. Only
what has an answer of no fixed shape (:func:`ranking`, :func:`tie_groups`, :func:`marginal_choices`,
:func:`hurwicz_choices`, :func:`worst_triads`, :func:`least_squares_solutions` and a few more) takes a single
vector or matrix. What costs more than n³ says how many items it takes, and refuses more. No labels and no
files are known here.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
