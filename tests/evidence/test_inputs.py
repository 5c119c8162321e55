"""What a study says of its files, kept as it was written."""

from ahp.evidence.inputs import InputFile
from ahp.evidence.study_file import parse

SPEED = {"criteria": [{"name": "speed", "merit": "benefit", "measure": "throughput"}]}


def test_an_entry_is_kept_whole_with_its_place():
    whole = {
        "path": "out/*.log",
        "scenario": "s",
        "alternative": "lz4",
        "run": 7,
        "pattern": "{run}.log",
        "reader": "pgbench",
    }
    study = parse({**SPEED, "files": [{"path": "a.csv"}, whole]}, "work/s.toml")
    assert study.files == (
        InputFile("work/a.csv", place="work/s.toml, [[files]] number 1"),
        InputFile(
            "work/out/*.log", "s", "lz4", "7", "{run}.log", "pgbench", "work/s.toml, [[files]] number 2"
        ),
    )


def test_paths_start_from_the_folder_of_the_study():
    def path_of(path, study):
        return parse({**SPEED, "files": [{"path": path}]}, study).files[0].path

    assert path_of("a.csv", "s.toml") == "a.csv"
    assert path_of("../a.csv", "/x/y/s.toml") == "/x/y/../a.csv"
    assert path_of("/abs/a.csv", "/x/y/s.toml") == "/abs/a.csv"


def test_a_study_without_files_has_none():
    assert parse(SPEED).files == ()
