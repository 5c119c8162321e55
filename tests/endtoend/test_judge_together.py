"""The walk of docs/howto/judge-together.md: pages for eight people, filled in in a real browser, ranked.

What the eight answer is in `examples/judge_together/answers`, as their browsers saved it; the page shows what the
command says of it.
"""

import json
import math

import pages
import pytest
from endtoend.pages import ROOT, run, shell
from endtoend.tools import program
from report.html.browser import Browser
from report.html.filling import filled, saved

import ahp

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
ANSWERS = ROOT / "examples" / "judge_together" / "answers"
BLOCKS = pages.blocks_of((ROOT / "docs" / "howto" / "judge-together.md").read_text(encoding="utf-8"))
COMMANDS = {
    command: shown
    for block in BLOCKS
    if block.language == "console"
    for command, shown in pages.commands_of(block.body)
}


def one(beginning):
    """The only command of the page that begins so."""
    (found,) = [command for command in COMMANDS if command.startswith(beginning)]
    return found


@pytest.fixture(scope="module")
def walk(tmp_path_factory):
    """The folder after the walk, and what every page showed: by name and node the consistency ratio."""
    folder = tmp_path_factory.mktemp("walk")
    (model,) = [block for block in BLOCKS if block.caption == "laptop.toml"]
    (folder / "laptop.toml").write_text(model.content, encoding="utf-8")
    environment = shell(folder / "bin")
    done = run(one("ahp-judge laptop.toml --questionnaire html"), folder, environment)
    assert done.returncode == 0, done.stderr
    (folder / "answers").mkdir()
    ratios = {}
    with Browser(program("chromium")) as browser:
        for name in PEOPLE:
            browser.open(folder / "forms" / f"{name}.html")
            assert browser.complaints == []
            assert browser.run("document.getElementById('participant').value") == name
            asked = json.loads(browser.run("document.getElementById('questions').textContent"))["nodes"]
            rows = ahp.read_judgments(ANSWERS / f"answers-{name}.csv").rows
            for at, node in enumerate(asked):
                answers = [
                    (*sorted(places), step(row, places))
                    for row in rows
                    if row.under == node["under"]
                    for places in [(node["items"].index(row.first), node["items"].index(row.second))]
                ]
                ratios[name, node["under"]] = filled(browser, at, answers)
            told = browser.run("document.querySelector('.progress').textContent")
            assert told == f"{len(rows)} of {sum(len(node['pairs']) for node in asked)} answered."
            saved(browser, folder / "answers")
    return folder, environment, ratios


def step(row, places):
    """Where the slider stands for a judgment: 0 in the middle, towards the one that counts more."""
    times = row.judgment if places[0] < places[1] else 1 / row.judgment
    return round(1 - times) if times >= 1 else round(1 / times - 1)


def test_what_the_browsers_save_is_what_the_project_ships(walk):
    folder, _, _ = walk
    found = {path.name: path.read_bytes() for path in (folder / "answers").iterdir()}
    assert found == {path.name: path.read_bytes() for path in ANSWERS.iterdir()}
    assert set(found) == {f"answers-{name}.csv" for name in PEOPLE}
    assert len(set(found.values())) == 8


def test_the_command_says_of_it_what_the_page_shows(walk):
    folder, environment, _ = walk
    for command in (
        "ahp-judge laptop.toml answers/",
        "ahp-judge laptop.toml answers/answers-Ben.csv --limit 0.1",
    ):
        done = run(command, folder, environment)
        assert done.returncode == 0
        assert (done.stdout + done.stderr).strip("\n") == COMMANDS[command].strip("\n")


def test_everybody_saw_the_consistency_ratio_that_the_report_gives_them(walk):
    folder, _, ratios = walk
    found = ahp.judge(ahp.read_hierarchy(folder / "laptop.toml", folder / "answers").hierarchy)
    compared = 0
    for person in found["people"]["participants"]:
        for node in person["nodes"]:
            seen = ratios[person["participant"], " / ".join(node["path"])]
            if seen and node["ratio"] is not None:
                assert math.isclose(float(seen), node["ratio"], abs_tol=5e-4)
                compared += 1
    assert compared >= 15
