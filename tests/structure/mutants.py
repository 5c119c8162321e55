"""How many small changes to the code the fast tests notice: mutmut, all over the arithmetic, by sample elsewhere.

    python tests/structure/mutants.py [MODULE…]
    python tests/structure/mutants.py --sample 600

`.ci/deep mutants` runs it with the Python of an environment that has mutmut, which `[tool.mutmut]` configures.
Mutmut makes the mutants and finds out which tests come by each; a server collects all tests once, and each mutant
runs in a copy of it, the shortest test first, until one fails. It goes on where it was left: without names it asks
about every mutant of the arithmetic (`ahp/core` and the kernel) that nobody has asked about yet, with names
(`perron`, `kernel`) also about those of these modules that survived so far. With `--sample` it asks about as many
mutants of `ahp/decision`, `ahp/evidence` and the tables of `ahp/ingest`, always the same ones. It prints the counts
of each module that any mutant of was run, and exits 1 where too few of these were killed: 90 % of the arithmetic,
80 % of the sample. `mutmut results` lists who survives, `mutmut show NAME` what it changed. Without the folder
`mutants` it begins anew.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / "mutants"
KERNEL = ROOT / "ahp" / "decision" / "evaluate.py"
ARITHMETIC = [*sorted((ROOT / "ahp" / "core").glob("[!_]*.py")), KERNEL]
TABLES = (
    "columns", "decimals", "drawn", "fields", "headings", "labels", "long", "numbers", "ratio_forms", "ratios", "resolution",
    "roles", "rulers", "summaries", "tables", "wide",
)  # fmt: skip
SAMPLED = [
    *sorted({*(ROOT / "ahp" / "decision").glob("[!_]*.py")} - {KERNEL}),
    *sorted((ROOT / "ahp" / "evidence").glob("[!_]*.py")),
    *(ROOT / "ahp" / "ingest" / f"{name}.py" for name in TABLES),
]
PROMISED, PROMISED_OF_SAMPLE = 0.9, 0.8
COUNTED = {"killed": "killed", "timeout": "timeout", "not checked": "not run"}  # anything else has survived
COLUMNS = ("killed", "timeout", "survived", "not run")


def drawn(name: str) -> int:
    """Return a number that puts mutants in no order: the first of any count are a fair sample of all."""
    return zlib.crc32(name.encode())


def module_of(path: Path) -> str:
    """Return the name of a module as those of its mutants begin."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def run(names: list[str], modules: list[Path], most: int | None = None) -> None:
    """Ask about some mutants, or all of some modules that were not asked about, or so many of them at most."""
    import pytest
    from _pytest.config import _prepareconfig
    from mutmut import __main__ as mutmut
    from mutmut.runners.harness import PytestRunner
    from mutmut.state import state
    from mutmut.workers import isolation

    class Collected(PytestRunner):
        """The tests, collected once: what mutmut's own runner does anew for every mutant."""

        failed = False

        def warm_up(self) -> None:
            """Collect, and stay in the middle of a session."""
            os.chdir(COPY)
            arguments = ["-q", "-s", "-p", "no:randomly", *self._pytest_add_cli_args]
            configuration = _prepareconfig([*arguments, *self._pytest_add_cli_args_test_selection], [self])
            configuration._do_configure()
            session = pytest.Session.from_config(configuration)
            configuration.hook.pytest_sessionstart(session=session)
            configuration.hook.pytest_collection(session=session)
            took = state().duration_by_test
            self.items = sorted(session.items, key=lambda item: took.get(item.nodeid, 0.0))

        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            """Note what failed."""
            self.failed |= report.failed

        def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:
            """Run some tests until one fails; return 1 if one does. The process ends then."""
            if mutant_name is None:  # before there is a server
                return super().run_tests(mutant_name=mutant_name, tests=tests)
            wanted = set(tests)
            for item in self.items:
                if item.nodeid in wanted:
                    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
                    if self.failed:
                        return 1
            return 0

    isolation.PytestRunner = Collected  # type: ignore[misc]
    every = mutmut.collect_source_file_mutation_data
    wanted = {module_of(path) for path in modules}

    def chosen(*, mutant_names: list[str]) -> tuple[list, dict]:
        mutants, data = every(mutant_names=mutant_names)
        ours = [one for one in mutants if one[1].rpartition(".")[0] in wanted]
        return sorted(ours, key=lambda one: drawn(one[1]))[:most], data

    mutmut.collect_source_file_mutation_data = chosen
    mutmut.estimated_worst_case_time = drawn
    os.chdir(ROOT)
    said = os.dup(1)
    os.dup2(2, 1)  # how far it is, wherever it is written to
    try:
        mutmut._run(names, None)
    finally:
        os.dup2(said, 1)


def verdicts(module: Path) -> dict[str, str]:
    """Return what became of each mutant of a module, by its name; nothing before the first run."""
    kept = COPY / module.relative_to(ROOT).with_suffix(".py.meta")
    if not kept.exists():
        return {}
    from mutmut.stats import status_by_exit_code  # in an environment of its own

    codes = json.loads(kept.read_text(encoding="utf-8"))["exit_code_by_key"]
    return {name: COUNTED.get(status_by_exit_code[code], "survived") for name, code in codes.items()}


def left(modules: list[Path]) -> Iterator[str]:
    """Yield mutants of modules that have not been killed; of one that was never run, a pattern for all."""
    for module in modules:
        found = verdicts(module)
        if set(found.values()) <= {"not run"}:
            yield f"{module_of(module)}.*"
        else:
            yield from (name for name, verdict in found.items() if verdict in ("survived", "not run"))


def table(modules: list[Path], promised: float) -> tuple[str, bool]:
    """Return the counts of each module and of all, and whether enough were killed."""
    lines = [
        f"| module | {' | '.join(COLUMNS)} | all | killed of those run |",
        f"| --- |{' ---: |' * (len(COLUMNS) + 2)}",
    ]
    total: collections.Counter[str] = collections.Counter()
    untouched = []
    for module in modules:
        counts = collections.Counter(verdicts(module).values())
        if counts.total() == counts["not run"]:
            untouched.append(module.stem)
        else:
            total += counts
            lines.append(row(module.stem, counts))
    lines.append(row("these together", total))
    if untouched:
        lines.append(f"Not run yet: {', '.join(untouched)}.")
    return "\n".join(lines), share(total) >= promised


def row(name: str, counts: collections.Counter[str]) -> str:
    """Return one line of the table."""
    numbers = " | ".join(str(counts[column]) for column in COLUMNS)
    return f"| {name} | {numbers} | {counts.total()} | {share(counts):.1%} |"


def share(counts: collections.Counter[str]) -> float:
    """Return the part of the mutants that were run which the tests noticed: a timeout is noticed too."""
    run = counts.total() - counts["not run"]
    return (counts["killed"] + counts["timeout"]) / run if run else 0.0


def main() -> int:
    """Run what is left, print the table."""
    known = {module.stem: module for module in ARITHMETIC}
    parser = argparse.ArgumentParser(description="Mutation testing.")
    parser.add_argument("modules", nargs="*", metavar="MODULE", choices=[[], *known], help="these alone")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of decision, evidence and tables")
    options = parser.parse_args()
    if options.sample:
        run([], SAMPLED, options.sample)
        text, enough = table(SAMPLED, PROMISED_OF_SAMPLE)
    else:
        names = list(left([known[name] for name in options.modules]))
        if names or not options.modules:
            run(names, ARITHMETIC)
        text, enough = table(ARITHMETIC, PROMISED)
    print(text)
    return not enough


if __name__ == "__main__":
    sys.exit(main())
