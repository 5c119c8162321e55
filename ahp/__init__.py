"""Benchmark measurements in, a defended choice out.

>>> import ahp
>>> a = ahp.PairwiseMatrix.from_judgments({("x", "y"): 3, ("x", "z"): 5, ("y", "z"): 2})
>>> round(a.consistency().ratio, 4)
0.0035

Every name loads on first use, so that importing the package costs nothing that is not needed.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
