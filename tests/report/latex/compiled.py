"""Documents that pdfLaTeX really compiles, and what it complains of."""

from __future__ import annotations

import os
import re
import subprocess

from endtoend.tools import program

PREAMBLE = "\\documentclass{article}\n\\usepackage{array,booktabs,longtable}\n\\begin{document}\n"


def compiled(text: str, folder, wrapped: bool = False, preamble: str = PREAMBLE) -> tuple[float, int]:
    """Return by how many points the worst line sticks out to the right, and the number of pages.

    The file is compiled by itself, or taken in by an article, a bare one unless told; an error fails the test with what was said.
    """
    folder.mkdir(exist_ok=True)
    (folder / "report.tex").write_text(text, encoding="ascii")
    main = "report.tex"
    if wrapped:
        main = "main.tex"
        (folder / main).write_text(f"{preamble}Before.\n\\input{{report}}\nAfter.\n\\end{{document}}\n")
    done = subprocess.run(
        [program("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", main],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        env=os.environ | {"max_print_line": "1000"},
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "LaTeX Warning" not in done.stdout, done.stdout[-3000:]
    assert "Missing character" not in done.stdout
    out = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", done.stdout)]
    assert "Overfull \\vbox" not in done.stdout
    (pages,) = re.findall(r"\((\d+) pages?, \d+ bytes\)", done.stdout)
    return max(out, default=0.0), int(pages)
