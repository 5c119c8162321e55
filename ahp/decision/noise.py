"""What is taken for noise where nobody has measured it."""

NOISE = 0.05
"""The noise that one run is taken to have unless told otherwise: 5 %."""
