"""Colours for amounts: they grow lighter or darker with the amount, so that grey says as much."""

from __future__ import annotations

DARK, LIGHT = "#111111", "#ffffff"
"""Text on a colour; fixed, since the colour behind it is."""


def shade(amount: float) -> str:
    """Return a colour from dark (0) to light (1), the same for every colour vision (Nuñez et al. 2018).

    Examples
    --------
    >>> shade(0.0), shade(1.0)
    ('#00224e', '#fee838')
    """
    return _of("cividis", amount)


def balance(amount: float) -> str:
    """Return a colour between two ends, brown (0) and violet (1), with nothing in the middle.

    Examples
    --------
    >>> balance(0.5)
    '#f6f6f7'
    """
    return _of("PuOr", 0.08 + 0.84 * amount)


def _of(name: str, amount: float) -> str:
    import matplotlib
    from matplotlib.colors import to_hex

    return to_hex(matplotlib.colormaps[name](min(max(amount, 0.0), 1.0)))


def readable(colour: str) -> str:
    """Return what text is read best on a colour: dark or light.

    Examples
    --------
    >>> readable("#00224e"), readable("#fee838")
    ('#ffffff', '#111111')
    """
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return LIGHT if luminance < 0.18 else DARK
