"""Every fenced block of the documentation is run or read by a test: a block of any other kind fails here.

What is run by `test_docs.py`: commands in `console`, doctests in `python`, and files (blocks with a caption)
that a command or a doctest then uses. Commands in `sh` cannot be run in a test, since they install packages,
need servers or last for minutes: bash reads them, and each command of ours is given to its own parser. Files
are read in their own format; a file of `examples` that a page shows has a test that reads the page. What else stands in a block has a test of its own, in `ELSEWHERE`.
"""

import csv
import io
import json
import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from endtoend.tools import program
from pages import DOCS, PAGES, ROOT, blocks_of, commands_of

import ahp
from ahp.cli import bench, judge, rank

DIRECTIVES = {"{toctree}", "{eval-rst}"}
"""What the build of the documentation runs, with warnings as errors."""

HERE = "tests/structure/test_blocks.py"
ELSEWHERE = {
    "docs/howto/embed-pytest-benchmark.md": {
        "=================================== decision ===================================": "tests/endtoend/test_embed_pytest_benchmark.py"
    },
    "docs/howto/embed-sphinx.md": {
        'body[data-theme="dark"] .ahp { color-scheme: dark }': "tests/endtoend/test_embed_sphinx.py"
    },
    "docs/howto/gate-in-ci.md": {"benchmark.yml": "tests/structure/test_gate_snippet.py"},
    "docs/howto/reports.md": {
        "\\input{decision}": HERE,
        '\\newcommand{\\ahpcharacter}[1]{\\symbol{"#1}}': HERE,
        'ahp-rank new.csv --format markdown >> "$GITHUB_STEP_SUMMARY"': HERE,
    },
}
"""For a page, the blocks that a test of their own runs, by caption or by first line, and where it stands."""

COMMANDS = {"ahp-rank": rank.parser, "ahp-bench": bench.parser, "ahp-judge": judge.parser}
_CONTROL = re.compile(r"[|&;()<>]+")


def blocks():
    """All blocks with the names of their pages."""
    for page in PAGES:
        name = str(page.relative_to(ROOT))
        for block in blocks_of(page.read_text(encoding="utf-8")):
            yield name, block


def first_line(block):
    return block.content.partition("\n")[0]


def shown(name, block):
    return f"{name}, line {block.line}, {block.info!r}"


def included(name, block):
    """The test of a file that a page shows, or None: the file is there, and a test reads that page."""
    path = (ROOT / name).parent / block.info.split()[1]
    own = (test for test in sorted((ROOT / "tests").rglob("test_*.py")) if test != Path(__file__))
    page = name.rpartition("/")[2]
    readers = [test.name for test in own if page in test.read_text(encoding="utf-8")]
    return readers[0] if path.exists() and readers else None


def run_by(name, block, later):
    """What runs a block, or None; `later` are the bodies of what is run after it on its page."""
    if own := ELSEWHERE.get(name, {}).get(block.caption or first_line(block)):
        return own
    if block.info.startswith("{literalinclude}"):
        return included(name, block)
    if block.info.startswith("{") and not block.info.startswith("{code-block}"):
        return "the build" if block.info.split()[0] in DIRECTIVES else None
    if block.caption:
        used_as = block.caption.removesuffix(".py")  # a module is named by what imports it
        return "its use" if any(used_as in body for body in later) else None
    if block.language == "console":
        return "a shell" if commands_of(block.content) else None
    if block.language == "python":
        return "doctest" if ">>> " in block.content else None
    if block.language == "sh":
        return "test_a_shell_block_is_what_our_commands_take"
    if block.language in READ:
        return "test_a_file_is_what_it_says"
    return None


def later_of(name, block):
    """What is run on a page after a block: consoles, doctests, and files that may name this one."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return [
        other.content for other in blocks_of(text) if other.start > block.start and other.language != "text"
    ]


def test_every_block_is_run_by_something():
    left = [shown(name, block) for name, block in blocks() if not run_by(name, block, later_of(name, block))]
    assert left == []


def test_a_block_that_nothing_runs_is_found():
    for info, body in [
        ("", "ahp-rank results.csv\n"),
        ("text", "ahp-rank results.csv\n"),
        ("bash", "ahp-rank results.csv\n"),
        ("python", "import ahp\n"),
        ("{code-block} text", ":caption: unused.csv\na,b\n"),
        ("{note}", "Mind this.\n"),
        ("{literalinclude} nowhere.py", ""),
        ("{literalinclude} ../index.md", ""),
        ("console", ""),
    ]:
        (block,) = blocks_of(f"```{info}\n{body}```\n")
        assert run_by("docs/page.md", block, []) is None


def test_a_file_that_is_shown_and_a_block_in_a_list_are_found():
    (block,) = blocks_of("```{literalinclude} gate-in-ci.md\n```\n")
    assert run_by("docs/howto/gate-in-ci.md", block, []) == "test_gate_snippet.py"
    (block,) = blocks_of("- one\n\n  ```{code-block} toml\n  :caption: a.toml\n  a = 1\n  ```\n")
    assert (block.caption, block.content) == ("a.toml", "a = 1\n")


def test_what_is_run_is_not_indented():
    """`python tests/structure/test_docs.py` writes outputs into pages, and knows nothing of lists."""
    run = [(name, block) for name, block in blocks() if block.language in ("console", "python")]
    assert [shown(name, block) for name, block in run if block.body[:1] == " "] == []


def test_no_exception_is_left_over():
    found = {(name, block.caption or first_line(block)) for name, block in blocks()}
    for name, own in ELSEWHERE.items():
        for which, test in own.items():
            assert (name, which) in found
            assert name.rpartition("/")[2] in (ROOT / test).read_text(encoding="utf-8")


def read_python(text):
    compile(text, "<page>", "exec")


def read_csv(text):
    assert len({len(row) for row in csv.reader(io.StringIO(text))}) == 1


READ = {"toml": tomllib.loads, "json": json.loads, "yaml": yaml.safe_load, "csv": read_csv}
"""How a file of each language is read; a program of Python's in a file is compiled."""


def test_a_file_is_what_it_says():
    read = 0
    for name, block in blocks():
        if block.language in READ or (block.language == "python" and block.caption):
            try:
                READ.get(block.language, read_python)(block.content)
            except Exception as error:
                raise AssertionError(f"{shown(name, block)}: {error}") from error
            read += 1
    assert read > 15


def calls(text):
    """The calls of our commands in a piece of shell: the command, and its arguments."""
    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
        words = shlex.shlex(line, posix=True, punctuation_chars=True)
        words.whitespace_split = True
        call, skip = [], False
        for word in [*words, ";"]:
            if _CONTROL.fullmatch(word):
                skip = word.strip("&").startswith((">", "<"))
                if skip and call and call[-1].isdecimal():
                    call.pop()  # 2> file
                if not skip:
                    if call and call[0].rpartition("/")[2] in COMMANDS:
                        yield call[0].rpartition("/")[2], call[1:]
                    call = []
            elif skip:
                skip = False
            else:
                call.append(word)


def shell_blocks():
    for name, block in blocks():
        if block.language == "sh" or (block.language == "text" and first_line(block).startswith("ahp-")):
            yield name, block


def test_calls_are_found():
    text = 'for i in 1 2; do a > b; done\n.venv/bin/ahp-rank a.csv \\\n  --path "x y" 2>/dev/null | head && ahp-judge b > c\n'
    assert list(calls(text)) == [("ahp-rank", ["a.csv", "--path", "x y"]), ("ahp-judge", ["b"])]


def test_a_shell_block_is_what_our_commands_take(root):
    extras = set(tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"])
    found = 0
    for name, block in shell_blocks():
        done = subprocess.run(["bash", "-n"], input=block.content, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), shown(name, block)
        for command, given in calls(block.content):
            COMMANDS[command]().parse_args(given)  # ends the test with what the command would say
            found += 1
        for needed in re.findall(r"ahp-rank\[([\w,-]+)\]|--editable \"\.\[([\w,-]+)\]", block.content):
            assert set("".join(needed).split(",")) <= extras, shown(name, block)
    assert found > 10


@pytest.mark.slow
def test_the_lines_for_a_paper_compile(tmp_path, monkeypatch, root):
    page = DOCS / "howto" / "reports.md"
    lines = [b.content for b in blocks_of(page.read_text(encoding="utf-8")) if b.content.startswith("\\")]
    body, preamble = lines
    monkeypatch.chdir(tmp_path)
    decision = ahp.rank(ahp.read(root / "examples" / "zfs_oltp.csv"))
    Path("decision.tex").write_text(decision.report("latex"), encoding="ascii")
    (figure,) = re.findall(r"figures/benefit_cost-1-[\w.-]+", body)
    Path("figures").mkdir()
    decision.plot("benefit_cost", "Order Entry").figure.savefig(figure)
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\n\\usepackage{array,booktabs,longtable}\n\\usepackage{graphicx}\n"
        f"{preamble}\\begin{{document}}\n{body}\\end{{document}}\n"
    )
    done = subprocess.run(
        [program("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "paper.tex"],
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:]
