"""Reference tables as Markdown, made from the library itself.

They stand in the pages between `<!-- table: NAME -->` and `<!-- end of table -->`, so that a page can be read
without being built. `python docs/_ext/tables.py` writes them anew; a test holds the pages against them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import inputs
import misprints

from ahp import errors
from ahp.cli import bench, judge, rank
from ahp.core.consistency import CONSISTENCY_MEASURES, ConsistencyMeasure
from ahp.core.random_index import RANDOM_INDICES, RandomIndexTable
from ahp.core.scales import SCALES, scale_values
from ahp.evidence.measures import MEASURES, Measure
from ahp.harness.catalogue import WORKLOADS
from ahp.ingest.tables import headings as known
from ahp.ingest.tables.cells import MISSING
from ahp.report.figures import KINDS
from ahp.terms import BASELINE_NAMES
from ahp.units import NONE, UNITS


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(heads)]
    lines.append(["---"] * len(lines[0]))
    lines += [[cell.replace("|", r"\|") for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def bench_options() -> str:
    """Return every option of `ahp-bench run`, with its help."""
    return options(_actions(bench.parser())["run"])


def synopsis(parser: argparse.ArgumentParser) -> str:
    """Return how a command is called, a line for each of its actions."""
    lines = [_call(each) for each in _actions(parser).values()] or [_call(parser)]
    return "```text\n" + "\n".join(lines) + "\n```\n"


def _actions(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a command's actions; none if it has one thing to do."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _call(parser: argparse.ArgumentParser) -> str:
    """Return one line; more than two options are called so."""
    forms = {"?": "[{}]", "*": "[{} …]"}
    words, switches = [parser.prog], []
    for action in parser._actions:
        if not action.option_strings:
            words.append(forms.get(str(action.nargs), "{}").format(action.metavar))
        elif not isinstance(action, argparse._HelpAction | argparse._VersionAction):
            choices = action.choices and "|".join(map(str, action.choices))
            switches.append(f"[{action.option_strings[0]} {choices or _metavar(action)}]")
    return " ".join(words + (switches if len(switches) <= 2 else ["[options]"]))


def options(parser: argparse.ArgumentParser) -> str:
    """Return every option of a command, with its help, choices and default."""
    parts = []
    for action in parser._actions:
        names = " / ".join(action.option_strings) or str(action.metavar)
        value = "" if not action.option_strings or action.nargs == 0 else f" {_metavar(action)}"
        help_ = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
        help_ = help_[:1].upper() + help_[1:]
        notes = [f"{help_}."]
        if action.choices:
            notes.append(f"One of {_code(map(str, action.choices))}.")
        if isinstance(action, argparse._AppendAction):
            notes.append("May be given several times.")
        if not action.option_strings and action.nargs == "*":
            notes.append("Any number.")
        parts.append(f"`{names}{value}`\n: {' '.join(notes)}\n")
    return "\n".join(parts)


def bench_actions() -> str:
    """Return what each action of `ahp-bench` does."""
    described = {name: parser.description or "" for name, parser in _actions(bench.parser()).items()}
    return "\n".join(f"`{name}`\n: {text}\n" for name, text in described.items())


def workloads() -> str:
    """Return the workloads with their transactions."""
    return _table(
        ("workload", "scenario", "transactions (weights)", "only read", "from"),
        (
            (
                f"`{mix.name}`",
                mix.title,
                ", ".join(f"{k.name} ({k.weight}{'' if k.enabled else ', off'})" for k in mix.transactions)
                or "none: the load itself",
                f"{mix.read_share:.0%}" if mix.transactions else "",
                mix.source,
            )
            for mix in WORKLOADS.values()
        ),
    )


def _metavar(action: argparse.Action) -> str:
    if action.metavar:
        return str(action.metavar)
    return "MARK" if action.dest == "decimal" else "NAME"


def _kind(measure: Measure) -> str:
    if measure.published is not None:
        return f"index: {measure.published.value}"
    return "space" if measure.storage else "measured"


def measures() -> str:
    """Return the catalogue of measures."""
    return _table(
        ("measure", "better", "kept in", "kind", "unit must be stated", "one value for all runs"),
        (
            (
                f"`{m.name}`",
                m.better.value,
                f"`{m.unit.symbol}`" if m.unit.symbol else "a plain number",
                _kind(m),
                "yes" if m.unit_needed else "",
                "yes" if m.static else "",
            )
            for m in MEASURES.values()
        ),
    )


def aliases() -> str:
    """Return for each measure the further headings that are understood as it."""
    return _table(
        ("measure", "also understood"),
        ((f"`{name}`", _code(words)) for name, words in known.MEASURE_ALIASES.items()),
    )


def roles() -> str:
    """Return for each role the headings that name it, strong and weak."""
    rows = []
    for role in known.ROLES:
        words = known.ROLE_ALIASES.get(role, ())
        strong = [word for word in words if not word.startswith("?")]
        weak = [word[1:] for word in words if word.startswith("?")]
        rows.append((f"`{role}`", _code(strong), _code(weak)))
    return _table(("role", "also understood", "only if nothing better is there"), rows)


def ambiguous() -> str:
    """Return the headings that are refused unless the rest of the table settles them."""
    return _table(
        ("heading", "could be"),
        ((f"`{words}`", _code(names)) for words, names in known.AMBIGUOUS.items()),
    )


def words() -> str:
    """Return the words that count as others inside a heading."""
    grouped: dict[str, list[str]] = {}
    for word, meaning in known.WORDS.items():
        grouped.setdefault(meaning, []).append(word)
    return _table(
        ("written", "read as"),
        (
            (_code(w), f"`{meaning}`" if meaning else "nothing, it is passed over")
            for meaning, w in grouped.items()
        ),
    )


def units() -> str:
    """Return the units by what they count."""
    grouped: dict[str, list[str]] = {}
    for spelling, unit in UNITS.items():
        grouped.setdefault(unit.dimension, []).append(spelling)
    grouped.pop(NONE.dimension, None)
    return _table(("counts", "spellings"), ((what, _code(spellings)) for what, spellings in grouped.items()))


def missing() -> str:
    """Return what stands in a cell without a number."""
    return _code(sorted(word for word in MISSING if word)) + "\n"


def baselines() -> str:
    """Return the names that are taken for the baseline."""
    return _code(sorted(BASELINE_NAMES)) + "\n"


def random_indices() -> str:
    """Return the tables of random indices side by side."""
    tables = RANDOM_INDICES
    largest = 20  # a formula goes on, the tables of simulations have ended

    def value(table: RandomIndexTable, n: int) -> str:
        return f"{table.values[n - 3]:.4g}" if n <= table.largest else ""

    return _table(
        ("n", *(f"`{name}`" for name in tables)),
        ((str(n), *(value(table, n) for table in tables.values())) for n in range(3, largest + 1)),
    )


def random_index_sources() -> str:
    """Return where each table of random indices comes from."""
    return _table(
        ("table", "source"), ((f"`{name}`", table.source) for name, table in RANDOM_INDICES.items())
    )


def consistency_measures() -> str:
    """Return every measure of consistency with its source and its threshold."""

    def limit(measure: ConsistencyMeasure) -> str:
        if measure.threshold is None:
            return ""
        values = dict.fromkeys(f"{measure.threshold(n):.3g}" for n in (3, 4, 5))
        return f"{', '.join(values)} ({measure.threshold_source})"

    return _table(
        ("measure", "source", "consistent", "acceptable up to (n = 3, 4, 5 and more)"),
        (
            (f"`{name}`", measure.source, f"{measure.consistent:g}", limit(measure))
            for name, measure in CONSISTENCY_MEASURES.items()
        ),
    )


def scales() -> str:
    """Return every judgment scale with what it makes of the answers, between four items."""
    answers = (2, 3, 5, 7, 9)
    rows = (
        (f"`{name}`", scale.source, *(f"{scale_values(name, 4)[7 + x]:.4g}" for x in answers))
        for name, scale in SCALES.items()
    )
    return _table(("scale", "source", *map(str, answers)), rows)


def error_tree() -> str:
    """Return the tree of errors as it stands in the module that defines them."""
    text = errors.__doc__ or ""
    tree = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    return "```text\n" + "\n".join(tree) + "\n```\n"


def figures() -> str:
    """Return the kinds of figures, what each shows, and of what there is one."""
    whole = {
        "ahp.decision/1": "decision",
        "ahp.history/1": "history",
        "ahp.hierarchy/1": "hierarchy",
        "ahp.merits/1": "merits",
        "ahp.network/1": "network",
    }
    return _table(
        ("kind", "shows", "one for each"),
        (
            (
                f"`{name}`",
                kind.shows,
                f"{'scenario of a ' if kind.each == 'scenario' else ''}{whole[kind.schema]}",
            )
            for name, kind in KINDS.items()
        ),
    )


TABLES: dict[str, Callable[[], str]] = {
    "readers": inputs.index,
    **{f"readers-{title}": partial(inputs.group, title) for title in inputs.GROUPS},
    "refused": inputs.refused,
    "synopsis": partial(synopsis, rank.parser()),
    "judge-synopsis": partial(synopsis, judge.parser()),
    "bench-synopsis": partial(synopsis, bench.parser()),
    "options": partial(options, rank.parser()),
    "judge-options": partial(options, judge.parser()),
    "bench-actions": bench_actions,
    "bench-options": bench_options,
    "workloads": workloads,
    "measures": measures,
    "aliases": aliases,
    "roles": roles,
    "ambiguous": ambiguous,
    "words": words,
    "units": units,
    "missing": missing,
    "baselines": baselines,
    "consistency-measures": consistency_measures,
    "random-indices": random_indices,
    "random-index-sources": random_index_sources,
    "scales": scales,
    "error-tree": error_tree,
    "figures": figures,
    "misprints": misprints.in_print,
    "misprints-programs": misprints.in_programs,
}


_DOCS = Path(__file__).parents[1]
_BETWEEN = re.compile(r"(<!-- table: ([\w-]+) -->\n).*?(<!-- end of table -->\n)", re.DOTALL)


def current(page: str) -> str:
    """Return the text of a page with every table as it is made now."""
    return _BETWEEN.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]().strip()}\n\n{found[3]}", page)


if __name__ == "__main__":
    for path in sorted(_DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if (made := current(text)) != text:
            path.write_text(made, encoding="utf-8")
            sys.stdout.write(f"{path.relative_to(_DOCS)}: tables written anew\n")
