"""The documentation says what the library does: every command and every doctest in it is run here.

Conventions of the pages in `docs/` (and of `README.md`):

* A ```` ```console ```` block holds commands after `$ `, each followed by what a terminal then shows: standard
  output and standard error, exactly, except that a line `...` stands for any number of lines. `$ echo $?` is
  the exit status of the command before it.
* A ```` ```python ```` block with `>>>` is a doctest; the blocks of a page share their names.
* A code block with `:caption: NAME` is a file of that name, there for the blocks that follow it.

Each page runs in a folder of its own in which `examples` is that of the project, so the paths read as from
the project's root. After a wanted change `python tests/structure/test_docs.py` writes the new outputs into
the pages; read the difference before you keep it.
"""

import contextlib
import difflib
import doctest
import importlib.util
import io
import os
import re
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from pages import DOCS, NAMES, PAGES, ROOT, blocks_of, commands_of, without_tables
from structure import pictures, pins

_CHECKER = doctest.OutputChecker()
_LONG_FLOAT = re.compile(r"\d+\.\d{12,}")


class Folder:
    """Where one page runs: `examples`, its own files, the commands on the path, and a `pip` for the page alone."""

    def __init__(self, where):
        self.where = Path(where)
        (self.where / "examples").symlink_to(ROOT / "examples")
        self.bin = self.where / ".bin"
        self.bin.mkdir()
        for name in ("rank", "bench", "judge"):
            command = self.bin / f"ahp-{name}"
            command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ahp.cli.{name} "$@"\n')
            command.chmod(0o755)
        # `pip install .` installs the page's own distribution, without a network, where only this page sees it.
        self.site = self.where / ".site"
        pip = self.bin / "pip"
        pip.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT}/tests/wheels.py" "{self.site}"\n')
        pip.chmod(0o755)
        self.status = 0

    def keep(self, block):
        """Write a captioned block as the file that it is."""
        (self.where / block.caption).write_text(block.content, encoding="utf-8")

    def run(self, command):
        """Return what a terminal shows, standard output first."""
        environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("AHP_", "COV", "PYTEST")) and key not in ("COLUMNS", "FORCE_COLOR")
        }
        environment |= {
            "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": f"{ROOT}{os.pathsep}{self.site}",
            "PYTHONUTF8": "1",
            "NO_COLOR": "1",
        }
        done = subprocess.run(
            ["sh", "-c", f"(exit {self.status})\n{command}"],
            cwd=self.where,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=600,
        )
        self.status = done.returncode
        # In a pipeline it is a race which of the two comes first; pages show the complaints last.
        return done.stdout + done.stderr


def agree(want, got):
    """Whether what stands in the page is what was shown; the last digits of a float may differ by machine."""
    pair = (_LONG_FLOAT.sub(lambda m: f"{float(m[0]):.11g}", text).strip("\n") + "\n" for text in (want, got))
    return _CHECKER.check_output(*pair, doctest.ELLIPSIS)


def problems_of(text, name, where):
    """What a page shows that is not what happens when it is run in the folder `where`, as lines of a difference."""
    now = rewritten(text, where)
    return list(difflib.unified_diff(text.splitlines(), now.splitlines(), name, "shown", lineterm="", n=1))


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n == "README.md" else pytest.mark.slow) for n in NAMES]
)
def test_what_a_page_shows_is_what_happens(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    problems = problems_of((ROOT / name).read_text(encoding="utf-8"), name, tmp_path)
    assert not problems, "\n".join(problems)


def test_a_wrong_page_is_found(tmp_path, monkeypatch):
    for number, (page, wrong) in enumerate(
        [
            ("```console\n$ ahp-rank --version\nahp-rank 0.0.0\n```\n", True),
            ("```console\n$ ahp-rank nowhere.csv\n...\n$ echo $?\n0\n```\n", True),
            ("```console\n$ ahp-rank nowhere.csv\n...\n$ echo $?\n2\n```\n", False),
            ("```python\n>>> 1 + 1\n3\n```\n", True),
            ("```python\n>>> x = 2\n```\n\n```python\n>>> x\n2\n```\n", False),
            ("```{code-block} text\n:caption: a.txt\none\n```\n\n```console\n$ cat a.txt\ntwo\n```\n", True),
        ]
    ):
        place = tmp_path / str(number)
        place.mkdir()
        monkeypatch.chdir(place)
        assert bool(problems_of(page, "page", place)) is wrong, page


@pytest.fixture
def extensions(monkeypatch):
    """Where the documentation's own modules stand, which import each other."""
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))


def test_the_tables_that_stand_in_the_pages_are_those_of_the_library(extensions):
    spec = importlib.util.spec_from_file_location("docs_tables", DOCS / "_ext" / "tables.py")
    tables = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tables)
    texts = {page: page.read_text(encoding="utf-8") for page in PAGES}
    stale = [page.name for page, text in texts.items() if tables.current(text) != text]
    assert stale == [], "run `python docs/_ext/tables.py`"
    used = [name for text in texts.values() for name in re.findall(r"<!-- table: ([\w-]+) -->", text)]
    assert sorted(used) == sorted(tables.TABLES)


def text_of(page):
    return (DOCS / page).read_text(encoding="utf-8")


def test_every_public_name_has_its_place_in_the_reference():
    import ahp

    page = text_of("reference/api.md")
    named = set(re.findall(r"::(?:\{| )?\s*(ahp\.[\w.]+)", page)) | set(re.findall(r"\} (ahp[\w.]*)", page))
    public = {f"ahp.{name}" for name in ahp.__all__ if name != "__version__"}
    public |= {f"ahp.core.{name}" for name in ahp.core.__all__}
    public |= {f"ahp.core.more.{name}" for name in dir(ahp.core.more) if name[0] not in "_@"}
    public |= {f"ahp.report.{name}" for name in ahp.report.__all__}
    assert sorted(public - named) == []


def test_every_key_of_a_study_is_described():
    from ahp.evidence import study_file

    page = text_of("reference/study.md")
    for key in (*study_file._TOP, *study_file._CRITERION, *study_file._MEASURE):
        assert f"| `{key}` |" in page or f"`{key}`" in page, key


def test_every_key_of_a_document_is_described_and_no_other():
    from ahp import report

    pages = {
        "schema": "document.md",
        "hierarchy_schema": "hierarchy-document.md",
        "history_schema": "history.md",
        "merits_schema": "merits-document.md",
        "network_schema": "network-document.md",
    }
    assert set(pages) == {name for name in report.__all__ if name.endswith("schema")}
    for name, page in pages.items():
        found = getattr(report, name)()
        described = re.findall(r"^\| `([^`]+)` \|", text_of(f"reference/{page}"), re.MULTILINE)
        keys = (path for path, _ in pins.keys_of(found, found["$defs"], ""))
        assert sorted(described) == sorted({path for path in keys if not path.endswith(("[]", "{}"))}), page


def test_every_check_of_a_decision_is_described():
    from ahp.report.phrases.scenario import AUDITS

    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "ahp" / "decision").glob("*.py"))
    made = {name for text in sources for name in re.findall(r"\bfinding\(\s*\"([a-z-]+)\"", text)}
    lines = text_of("reference/document.md").splitlines()
    rows = " ".join(line for line in lines if re.match(r"\| `(scenarios\[\]\.)?audit\[\]\.check`", line))
    assert len(made) > 10
    assert sorted(name for name in made | set(AUDITS) if f"`{name}`" not in rows) == []


def test_every_error_and_every_exit_status_is_named():
    import ahp
    from ahp.cli import streams

    page = text_of("reference/errors.md")
    classes = [n for n in ahp.__all__ if isinstance(getattr(ahp, n), type) and n.endswith("Error")]
    assert [name for name in classes if f"`{name}`" not in page] == []
    statuses = [told.removeprefix("exit status ") for told in pins.words() if told.startswith("exit status")]
    assert [name for name in statuses if f"| {getattr(streams, name)} |" not in page] == []


@pytest.fixture(scope="module")
def readme():
    return (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_has_two_one_line_commands_and_ci_runs_the_second(readme):
    first, second = re.findall(r"```sh\n(.*?)\n```", readme, flags=re.DOTALL)
    assert "\n" not in first + second
    assert first.endswith("ahp-rank examples/zfs_oltp.csv")
    assert second.endswith("-m pytest")
    assert second in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert second in text_of("contributing.md")


def test_the_links_of_the_readme_lead_somewhere(readme):
    for target in re.findall(r"\]\(([^)#]+)\)", readme):
        assert (ROOT / target).exists(), target


def test_no_top_level_name_without_a_reason():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    names = {line.split("/")[0] for line in tracked.stdout.splitlines()}
    known = {"ahp", "docs", "examples", "notebooks", "tests", "pyproject.toml"}
    known |= {"CHANGELOG.md", "LICENSE", "README.md"}
    assert {name for name in names if not name.startswith(".")} <= known


def test_no_page_names_a_host():
    for page in PAGES:
        assert not re.search(r"https?://|www\.", without_tables(page.read_text(encoding="utf-8"))), page


def rewritten(text, where):
    """The text of a page with the outputs that it would show now."""
    folder, names, pieces, end = Folder(where), {}, [], 0
    for block in blocks_of(text):
        if block.caption:
            folder.keep(block)
        body = block.body
        if block.language == "console":
            body = ""
            for command, want in commands_of(block.body):
                got = folder.run(command)
                shown = want if agree(want, got) and want.strip() else got
                trailing = "\n" if want.endswith("\n\n") else ""
                shown = shown.rstrip("\n") + "\n" + trailing if shown.strip() else ""
                body += f"$ {command}\n{shown}"
        elif block.language == "python" and ">>> " in block.content:
            pieces_of = doctest.DocTestParser().parse(block.content)
            body = "".join(p if isinstance(p, str) else _example(p, names) for p in pieces_of)
        pieces += [text[end : block.start], body]
        end = block.start + len(block.body)
    return "".join(pieces) + text[end:]


def _example(example, names):
    lines = example.source.splitlines()
    source = "".join(f"{'>>>' if i == 0 else '...'} {line}".rstrip() + "\n" for i, line in enumerate(lines))
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(example.source, "<page>", "single"), names)
        got = out.getvalue()
    except Exception as error:
        message = "".join(traceback.format_exception_only(error))
        got = f"Traceback (most recent call last):\n    ...\n{message}"
    if example.want and example.exc_msg is None and agree(example.want, got):
        got = example.want
    return source + got.replace("\n\n", "\n<BLANKLINE>\n")


def main():
    """Write what the pages would show now into them, and the pictures as they would be drawn now."""
    pictures.main()
    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as where:
            before = Path.cwd()
            os.chdir(where)
            try:
                new = rewritten(old, where)
            finally:
                os.chdir(before)
        if new != old:
            page.write_text(new, encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: outputs written anew")


if __name__ == "__main__":
    main()
