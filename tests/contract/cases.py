"""What is frozen of the commands: every example with the main options, judgments, a history, and what is drawn.

The commands are called as a shell would call them, only without a process of their own; nothing here looks
inside the package.
"""

from __future__ import annotations

import contextlib
import html.parser
import io
import json
import math
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from contract.comparing import plain

import ahp
from ahp.cli.judge import main as judge
from ahp.cli.rank import main as rank
from ahp.errors import FigureError
from ahp.report import FORMATS, HIERARCHY_FORMATS, HISTORY_FORMATS
from ahp.report.figures import KINDS, draw

ROOT = Path(__file__).resolve().parents[2]

EXAMPLES: dict[str, tuple[str, ...]] = {
    "zfs_oltp": ("examples/zfs_oltp.csv",),
    "zfs_oltp_study": ("examples/zfs_oltp.csv", "--study", "examples/zfs_oltp.toml"),
    "zfs_oltp_published": ("examples/zfs_oltp_published.csv",),
    "pg_full_page_writes": (
        "examples/pg_full_page_writes.csv",
        "--study",
        "examples/pg_full_page_writes.toml",
    ),
    "oracle_tablespace": ("examples/oracle_tablespace.csv", "--study", "examples/oracle_tablespace.toml"),
    "innodb_selective": ("examples/innodb_selective.csv",),
    "innodb_selective_study": ("examples/innodb_selective.csv", "--study", "examples/innodb_selective.toml"),
    "innodb_tables": ("examples/innodb_tables.csv",),
    "tokudb_iibench": ("examples/tokudb_iibench.csv",),
    "pg_wal_runs": ("examples/pg_wal_runs.csv",),
    "pg_wal_runs_study": ("examples/pg_wal_runs.csv", "--study", "examples/pg_wal_runs.toml"),
    "btrfs_fio": ("examples/btrfs_fio/as_kept.csv",),
    **{
        f"study_{path.parent.name.replace('-', '_')}": (f"examples/studies/{path.parent.name}/results.csv",)
        for path in sorted((ROOT / "examples" / "studies").glob("*/results.csv"))
    },
    "study_wal_own": ("examples/studies/wal/results.csv", "--study", "examples/studies/wal/study.toml"),
}
"""The arguments of `ahp-rank` for each example; what is no table to rank is frozen as refused."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "as it is": (),
    "--index relative": ("--index", "relative"),
    "--index improvement": ("--index", "improvement"),
    "--statistic mean": ("--statistic", "mean"),
    "--statistic median": ("--statistic", "median"),
    "--include-baseline": ("--include-baseline",),
    "--weights throughput=2": ("--weights", "throughput=2"),
    "--response-stat p95": ("--response-stat", "p95"),
    "--confidence 0.8": ("--confidence", "0.8", "--resamples", "2000", "--seed", "3"),
    "--no-confidence": ("--no-confidence",),
    "--drop-incomplete": ("--drop-incomplete",),
}
"""The first is written whole, the others as what they change of it."""

BASELINES = {
    "zfs_oltp": "LZ4",
    "pg_full_page_writes": "fpw_off",
    "innodb_selective": "ALL",
    "pg_wal_runs": "pglz",
    "study_btrfs": "lzo",
    "study_wal": "wal-lz4",
}
"""Other alternatives to measure against."""

GATES = {
    "zfs_oltp": ["LZJB", "ZLE", "nobody"],
    "oracle_tablespace": ["non-compressed", "compressed"],
    "innodb_selective_study": ["SELECTIVE", "ALL"],
    "pg_wal_runs": ["lz4", "zstd"],
    "study_wal": ["wal-pglz"],
}
"""Who is expected to be first: only the exit status is frozen."""

NOISES = ("0.005", "0.05", "0.2")

JUDGED: dict[str, tuple[str, ...]] = {
    "as it is": (),
    "--mode ideal": ("--mode", "ideal"),
    "--mode ratings": ("--mode", "ratings"),
    "--method geometric-mean": ("--method", "geometric-mean"),
    "--method chi-squares": ("--method", "chi-squares"),
    "--random-index saaty-1980": ("--random-index", "saaty-1980"),
    "--limit 0.01": ("--limit", "0.01"),
    "--participants ben=3": ("--participants", "ben=3"),
}

JUDGMENTS = {
    "goal": "choose a store",
    "alternatives": ["lz4", "zstd", "none"],
    "participants": {"ana": 2, "ben": 1},
    "criteria": ["speed", "space", "trust"],
    "judgments": {
        "ana": [["speed", "space", 2], ["speed", "trust", 3], ["space", "trust", "1/4"]],
        "ben": [["speed", "space", "1/3"], ["speed", "trust", 1], ["space", "trust", 4]],
    },
    "children": {
        "speed": {
            "criteria": ["reading", "writing"],
            "judgments": [["reading", "writing", 2]],
            "children": {
                "reading": {"judgments": [["lz4", "zstd", 3], ["lz4", "none", 2], ["zstd", "none", "1/2"]]},
                "writing": {
                    "judgments": [["lz4", "zstd", 2], ["lz4", "none", "1/2"], ["zstd", "none", "1/5"]]
                },
            },
        },
        "space": {"values": {"lz4": 2.1, "zstd": 3.4, "none": 1}},
        "trust": {"judgments": [["lz4", "zstd", 1], ["lz4", "none", "1/4"], ["zstd", "none", "1/3"]]},
    },
}
"""Two people, two levels, measured values, and judgments that contradict each other."""

NIGHTS = (150, 151, 149, 150, 150, 90, 91, 90, 89, 90)
"""What `lz4` does in each of ten nights; from the sixth on another is first."""

FIGURES_OF = ("zfs_oltp", "pg_full_page_writes", "pg_wal_runs_study", "study_wal", "judged", "history")
"""The documents whose figures are frozen."""

TEXTS = {"html": "html.txt", "latex": "tex", "markdown": "md", "csv": "csv"}
"""The formats whose text is frozen, and how the files end."""


def called(command: Callable[[Sequence[str]], int], *arguments: str) -> tuple[int, str]:
    """Return the exit status of a command and what it printed, called where the project lies."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        status = command(list(arguments))
    out.flush()
    return status, out.buffer.getvalue().decode()


def documented(command: Callable[..., int], *arguments: str, folder: str | None = None) -> dict[str, Any]:
    """Return the exit status and the document of a command; no version and no folder of this machine is in it."""
    status, text = called(command, *arguments, "--format", "json")
    if not text:
        return {"status": status}
    if folder is not None:
        text = text.replace(folder, "FOLDER")
    document = plain(json.loads(text))
    if "version" in document:
        document["version"] = "VERSION"
    return {"status": status, "document": document}


def ranked(name: str) -> dict[str, dict[str, Any]]:
    """Return what `ahp-rank` makes of an example with each of the options."""
    arguments = EXAMPLES[name]
    found = {option: documented(rank, *arguments, *given) for option, given in OPTIONS.items()}
    if name in BASELINES:
        found["--baseline"] = documented(rank, *arguments, "--baseline", BASELINES[name])
    found["--explain-input"] = documented(rank, *arguments, "--explain-input")
    return found


def gated() -> dict[str, int]:
    """Return the exit statuses of the gates."""
    found = {}
    for name, expected in GATES.items():
        for alternative in expected:
            for noise in NOISES:
                asked = ("--expect", alternative, "--noise", noise)
                found[f"{name} {' '.join(asked)}"] = called(rank, *EXAMPLES[name], *asked)[0]
    found["--expect-not-worse alone"] = called(rank, *EXAMPLES["zfs_oltp"], "--expect-not-worse")[0]
    return found


def compared() -> dict[str, dict[str, Any]]:
    """Return what `ahp-rank --against` says: the same again, a turned choice, a slower winner, another study."""
    zfs, wal = (
        (ROOT / f"examples/{name}.csv").read_text(encoding="utf-8") for name in ("zfs_oltp", "pg_wal_runs")
    )
    study = ("--study", "examples/pg_wal_runs.toml", "--index", "relative")
    turned = zfs.replace("Order Entry,ZLE,1.69,279.16,80625,3,6", "Order Entry,ZLE,1.69,279.16,80625,2.4,6")
    slower = "\n".join(
        ",".join(_times(cell, SLOWER.get(at, 1)) for at, cell in enumerate(line.split(",")))
        if ",lz4," in line
        else line
        for line in wal.splitlines()
    )
    with tempfile.TemporaryDirectory() as folder:

        def kept(name: str, text: str) -> str:
            path = Path(folder, name)
            path.write_text(text, encoding="utf-8")
            return str(path)

        def against(earlier: Sequence[str], now: Sequence[str]) -> dict[str, Any]:
            previous = kept("previous.json", called(rank, *earlier, "--format", "json")[1])
            gate = ("--against", previous, "--expect-not-worse", "--noise", "0.005")
            found = documented(rank, *now, *gate, folder=folder)
            return {"status": found["status"], "document": _about_changes(found["document"])}

        return {
            "the same": against(EXAMPLES["zfs_oltp"], EXAMPLES["zfs_oltp"]),
            "turned": against(EXAMPLES["zfs_oltp"], [kept("turned.csv", turned)]),
            "slower": against(["examples/pg_wal_runs.csv", *study], [kept("slower.csv", slower), *study]),
            "not asked alike": against(["examples/pg_wal_runs.csv"], ["examples/pg_wal_runs.csv", *study]),
        }


SLOWER = {4: 0.1, 5: 10.0}
"""What becomes of the throughput and the mean response time, by column of `pg_wal_runs.csv`."""


def _times(cell: str, factor: float) -> str:
    return cell if factor == 1 or not cell else f"{float(cell) * factor:.6f}"


def _about_changes(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a document that compares; the digest of what it is compared with holds what was drawn."""
    changes = {name: entry for name, entry in document["changes"].items() if name != "sha256"}
    return {"changes": changes, "warnings": document["warnings"]}


def told() -> dict[str, Any]:
    """Return the document of a history of ten nights."""
    with tempfile.TemporaryDirectory() as folder:
        for night, tps in enumerate(NIGHTS):
            table = Path(folder, "night.csv")
            table.write_text(f"alternative,tps\nnone,50\nlz4,{tps}\nzle,110\n", encoding="utf-8")
            kept = Path(folder, "history", f"{night}.json")
            kept.parent.mkdir(exist_ok=True)
            assert called(rank, str(table), "--format", "json", "--output", str(kept))[0] == 0
        return documented(rank, "--history", str(kept.parent), folder=folder)


def judged() -> dict[str, dict[str, Any]]:
    """Return what `ahp-judge` makes of judgments with each of the options."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "judgments.json")
        path.write_text(json.dumps(JUDGMENTS), encoding="utf-8")
        return {
            option: documented(judge, str(path), *given, folder=folder) for option, given in JUDGED.items()
        }


def texts(document: Mapping[str, Any]) -> dict[str, str]:
    """Return a frozen document in the formats whose text is frozen, by the ending of the file.

    It is the frozen document, not a new one, so that no draw has a part in the text.
    """
    formats: Mapping[str, Callable[..., str]] = {
        "ahp.decision/1": FORMATS,
        "ahp.hierarchy/1": HIERARCHY_FORMATS,
        "ahp.history/1": HISTORY_FORMATS,
    }[document["schema"]]  # type: ignore[assignment]
    found = {ending: formats[form](document) for form, ending in TEXTS.items() if form in formats}
    if TEXTS["html"] in found:
        found[TEXTS["html"]] = text_of_html(found[TEXTS["html"]])
    return {ending: text.replace(ahp.__version__, "VERSION") for ending, text in found.items()}


class _Text(html.parser.HTMLParser):
    """Collects the text of a page, a line for each block; a figure is frozen by its numbers instead."""

    BLOCKS = frozenset(
        [
            "title",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "p",
            "div",
            "section",
            "table",
            "caption",
            "tr",
            "li",
            "ul",
            "ol",
            "dl",
            "dt",
            "dd",
            "summary",
            "details",
            "figcaption",
        ]
    )
    UNSEEN = frozenset(("style", "script", "svg"))

    def __init__(self) -> None:
        super().__init__()
        self.lines, self.line, self.unseen = [], [], 0

    def handle_starttag(self, tag, attrs):
        if tag in self.UNSEEN:
            self.unseen += 1
        if tag in ("td", "th") and self.line:
            self.line.append(" | ")
        if tag in self.BLOCKS or tag == "br":
            self.broken(f"{'#' * int(tag[1])} " if tag[0] == "h" and tag[1:].isdigit() else "")

    def handle_endtag(self, tag):
        if tag in self.UNSEEN:
            self.unseen -= 1
        if tag in self.BLOCKS:
            self.broken()

    def handle_data(self, data):
        if not self.unseen:
            self.line.append(data)

    def broken(self, start=""):
        text = " ".join("".join(self.line).split())
        if text.strip("#| "):
            self.lines.append(text)
        self.line = [start] if start else []


def text_of_html(page: str) -> str:
    """Return what a page says, a line for each block."""
    parser = _Text()
    parser.feed(page)
    parser.broken()
    return "\n".join(parser.lines) + "\n"


def figures(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return what each figure of a frozen document shows."""
    named = document.get("scenarios") or [{"scenario": None}]
    found = {}
    for kind, entry in KINDS.items():
        if entry.schema != document["schema"]:
            continue
        scenarios = [s["scenario"] for s in named] if entry.each == "scenario" else [None]
        for scenario in scenarios:
            key = kind if scenario is None else f"{kind}, {scenario}"
            try:
                found[key] = shown(draw(document, kind, None, scenario))
            except FigureError:
                found[key] = "no data for it"
    return found


def shown(axes: Any) -> dict[str, Any]:
    """Return the numbers and words of axes and the panels in them, in the order in which they were drawn."""
    parts = [part for outer in axes.figure.axes for part in [outer, *outer.child_axes]]
    title = axes.figure.get_suptitle() or axes.get_title()
    return plain({"title": title, "axes": [{k: v for k, v in _part(p).items() if any(v)} for p in parts]})


def _part(axes: Any) -> dict[str, list[Any]]:
    legend = axes.get_legend()
    return {
        "title": [axes.get_title()],
        "labels": [axes.get_xlabel(), axes.get_ylabel()],
        "ticks": [_ticks(axes.xaxis), _ticks(axes.yaxis)],
        "texts": [text.get_text() for text in axes.texts],
        "legend": [text.get_text() for text in legend.get_texts()] if legend is not None else [],
        "lines": [_pairs(line.get_xydata()) for line in axes.lines],
        "patches": [_outline(patch) for patch in axes.patches],
        "areas": [_pairs(path.vertices) for area in axes.collections for path in area.get_paths()],
        "points": [_pairs(area.get_offsets()) for area in axes.collections],
        "pictures": [image.get_array().tolist() for image in axes.images],
    }


def _pairs(numbers: Any) -> list[list[float | None]]:
    return [[float(x) if math.isfinite(x) else None for x in pair] for pair in numbers]


def _outline(patch: Any) -> list[Any]:
    """Return a bar as its place and size, an ellipse also with its angle, another patch as its corners."""
    from matplotlib.patches import Ellipse, Rectangle

    if isinstance(patch, Rectangle):
        return [float(number) for number in (*patch.get_xy(), patch.get_width(), patch.get_height())]
    if isinstance(patch, Ellipse):
        return [float(number) for number in (*patch.center, patch.width, patch.height, patch.angle)]
    return _pairs(patch.get_path().vertices)


def _ticks(axis: Any) -> list[str]:
    """Return the words at an axis, such as the names of alternatives; none where Matplotlib chooses numbers."""
    from matplotlib.ticker import FixedFormatter

    formatter = axis.get_major_formatter()
    return [str(word) for word in formatter.seq] if isinstance(formatter, FixedFormatter) else []
