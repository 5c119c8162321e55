"""How wide a line is on a terminal, counted without the library that lays it out."""

import unicodedata


def cells(line):
    """Wide characters take two cells; marks on a letter, tones of a skin, later parts of a Hangul syllable none.

    So do the marks that take a place of their own: they do so in some terminals, and rich counts them as none.
    """
    return sum(
        2
        if unicodedata.east_asian_width(c) in "WF" and not "\U0001f3fb" <= c <= "\U0001f3ff"
        else not (
            unicodedata.category(c) in ("Mn", "Me", "Mc")
            or "\u1160" <= c <= "\u11ff"
            or "\U0001f3fb" <= c <= "\U0001f3ff"
            or "\ud7b0" <= c <= "\ud7fb"
        )
        for c in line
    )
