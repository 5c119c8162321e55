"""Which lines of the package no test runs: 95 % and more are run, and each of the others is explained.

    coverage json -o FILE; python tests/structure/lines.py FILE

`unrun.toml` holds the explanations: for each file what is not run, a function by its name or a line as it stands,
and why. `.ci/deep lines` measures, with `[tool.coverage]`, and runs this.
"""

import ast
import json
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROMISED = 95.0


def places(source):
    """The names of the functions around each line of a file, the outermost first."""
    found = {}

    def walk(node, names):
        for child in ast.iter_child_nodes(node):
            inside = names
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inside = (*names, ".".join([*names[-1:], child.name]))
                for line in range(child.lineno, child.end_lineno + 1):
                    found[line] = inside
            walk(child, inside)

    walk(ast.parse(source), ())
    return found


def unexplained(measured, explained, root=ROOT):
    """The lines that are neither run nor explained, as `FILE:LINE: text`, and the explanations of nothing."""
    lines, needed = [], set()
    for name, file in sorted(measured["files"].items()):
        source = (root / name).read_text(encoding="utf-8")
        around, known = places(source), explained.get(name, {})
        for number in file["missing_lines"]:
            text = source.splitlines()[number - 1].strip()
            why = {text, *around.get(number, ())} & set(known)
            needed |= {(name, reason) for reason in why}
            if not why:
                lines.append(f"{name}:{number}: {text}")
    idle = {(name, reason) for name, reasons in explained.items() for reason in reasons} - needed
    return lines, [f"{name}: {reason}" for name, reason in sorted(idle)]


def main(path):
    """Print how many lines are run, and what is left to explain; return whether all is as promised."""
    measured = json.loads(Path(path).read_text(encoding="utf-8"))
    explained = tomllib.loads(Path(__file__).with_name("unrun.toml").read_text(encoding="utf-8"))
    totals = measured["totals"]
    share, all_lines = totals["percent_covered"], totals["num_statements"]
    lines, idle = unexplained(measured, explained)
    print(
        f"{share:.2f} % of {all_lines} lines are run (at least {PROMISED:g} %); {totals['missing_lines']} are not"
    )
    print(f"{len(lines)} of these are not explained", *lines, sep="\n")
    print(f"{len(idle)} explanations are of lines that are run here", *idle, sep="\n")
    return share >= PROMISED and not lines


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1]))
