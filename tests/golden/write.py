"""Write the whole reports that the tests compare; look at them before you commit."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from golden import comparisons

HERE = Path(__file__).resolve().parent


def main():
    """Write them all."""
    for name, text in comparisons.kept(HERE.parents[1] / "examples").items():
        (HERE / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
