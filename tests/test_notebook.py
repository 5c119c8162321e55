"""Every public result shows itself in a notebook: a sound small table in which every name is text."""

import inspect
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from report.html.parsed import parsed
from report.html.public import handed_out, is_machinery, is_named_tuple

import ahp
from ahp.notebook import NotebookFace, said, table_html

ROOT = Path(__file__).resolve().parents[1]
ATTACK = "<script>alert(1)</script>"


def test_everything_that_is_handed_out_has_a_face():
    for kind in handed_out():
        assert callable(getattr(kind, "_repr_html_", None)) or is_named_tuple(kind) or is_machinery(kind)


def test_what_is_handed_out_is_found():
    kinds = set(handed_out())
    assert {ahp.Decision, ahp.PairwiseMatrix, ahp.Explanation, ahp.core.more.Principal} <= kinds
    parts = {"Across", "Screened", "WeightInterval", "FileExplanation", "Entry", "Dispersion"}
    assert parts <= {kind.__name__ for kind in kinds}


def decision():
    names = [n for n in ("none", ATTACK, "b", "c") for _ in range(3)]
    tps = [100, 101, 102, 150, 152, 151, 201, 204, 200, 300, 299, 301]
    return ahp.rank(ahp.read({"alternative": names, "run": [1, 2, 3] * 4, "tps": tps}), resamples=200)


def things():
    judged = {(ATTACK, "b"): 3, ("b", "c"): 2, (ATTACK, "c"): 5}
    matrix = ahp.PairwiseMatrix.from_judgments(judged)
    group = ahp.Group({"Ann": judged, "Ben": {**judged, ("b", "c"): 4}})
    tree = ahp.Hierarchy("goal", {ATTACK: 2, "y": 1}, {ATTACK: matrix, "y": {"b": 1, "c": 2, ATTACK: 3}})
    found = decision()
    scenario = found.scenarios[0]
    return [
        matrix,
        matrix.consistency(),
        ahp.IncompleteMatrix.from_judgments({(ATTACK, "b"): 3, ("b", "c"): 2}),
        ahp.IntervalMatrix.from_judgments({(ATTACK, "b"): (2, 4)}),
        group,
        group.agreement(),
        tree,
        tree.consistency(),
        found,
        found.measurements,
        found.study,
        scenario,
        scenario.criterion_decisions[0],
        scenario.confidence,
        scenario.margin,
        *scenario.audit[:2],
        scenario.audit,
        ahp.compare(found, found.to_dict()).changes,
    ]


def test_a_face_is_sound_small_and_escaped():
    for thing in things():
        shown = thing._repr_html_()
        tree = parsed(shown)
        assert tree.all("script", "style") == []
        assert ATTACK not in shown
        assert len(shown) < 30_000
        assert tree.all("table", "p")
        assert shown == thing._repr_html_()


def test_a_matrix_stands_with_its_names():
    shown = ahp.PairwiseMatrix.from_judgments({("x", "y"): 3})._repr_html_()
    (table,) = parsed(shown).all("table")
    cells = [cell.text for cell in table.all("th", "td")]
    assert cells == ["item", "x", "y", "x", "1", "3", "y", "0.3333", "1"]


def table_of(shown, caption):
    (found,) = (t for t in parsed(shown).all("table") if [c.text for c in t.all("caption")] == [caption])
    return [[cell.text for cell in row.all("th", "td")] for row in found.all("tr")]


def test_parts_stand_in_a_table_of_their_own():
    group = ahp.Group({"Ann": {("x", "y"): 2}, "Ben": {("x", "y"): 8}})
    shown = group.agreement()._repr_html_()
    assert table_of(shown, "Agreement: dispersions")[0] == ["first", "second", "spread", "chance"]
    assert table_of(group._repr_html_(), "Group: values, Ben")[1] == ["x", "1", "8"]
    tree = ahp.Hierarchy("goal", {"p": 2, "q": 1}, {"p": {("a", "b"): 3}, "q": {"a": 1, "b": 2}})
    assert table_of(tree._repr_html_(), "Hierarchy: children")[0] == ["p", "PairwiseMatrix of a, b"]
    assert table_of(tree.consistency()._repr_html_(), "HierarchyConsistency: nodes")[0][0] == "p"


def test_three_numbers_of_a_judgment_share_a_cell():
    fuzzy = ahp.FuzzyMatrix.from_judgments({("x", "y"): (2, 3, 4)})
    assert table_of(fuzzy._repr_html_(), "FuzzyMatrix: values")[1] == ["x", "1 1 1", "2 3 4"]


def test_draws_are_a_table_of_quantiles_and_first_places():
    drawn = ahp.simulate(ahp.PairwiseMatrix.from_judgments({("a", "b"): 3}), sigma=0.1, draws=50)
    heads, *rows = table_of(drawn._repr_html_(), "Priorities in 50 draws")
    assert heads == ["item", "0.025", "0.25", "0.5", "0.75", "0.975", "first"]
    assert [row[0] for row in rows] == ["a", "b"]
    assert rows[0][-1] == "1"


def test_what_is_empty_is_not_shown():
    shown = parsed(ahp.Study((ahp.Criterion("speed", "benefit", ("throughput",)),))._repr_html_()).text
    assert "speed" in shown
    assert "screens" not in shown


def test_a_part_is_called_by_its_name_or_symbol():
    study = ahp.Study.from_toml(ROOT / "examples" / "pg_wal_runs.toml")
    heads, first = table_of(study._repr_html_(), "Study: measures")
    assert dict(zip(heads, first, strict=True))["unit"] == "B"


def test_long_tables_are_cut():
    @dataclass(frozen=True)
    class Line(NotebookFace):
        number: int

    @dataclass(frozen=True)
    class Lines(NotebookFace):
        lines: tuple[Line, ...]

    rows = table_of(Lines(tuple(map(Line, range(50))))._repr_html_(), "Lines: lines")
    assert rows[-1] == ["and 20 more"]


def test_arrays_of_other_shapes_are_text():
    @dataclass(frozen=True)
    class Odd(NotebookFace):
        labels: tuple[str, ...]
        values: np.ndarray

    assert "1. 2. 3." in Odd(("a", "b"), np.array([1.0, 2.0, 3.0]))._repr_html_()


def frames():
    """Every Series and DataFrame that a public object answers with, by what it is called."""
    judged = {("a", "b"): 3, ("b", "c"): 2, ("a", "c"): 5}
    matrix = ahp.PairwiseMatrix.from_judgments(judged)
    open_ = ahp.IncompleteMatrix.from_judgments({("a", "b"): 3, ("b", "c"): 2})
    group = ahp.Group({"Ann": judged, "Ben": {**judged, ("b", "c"): 4}})
    tree = ahp.Hierarchy("goal", {"x": 2, "y": 1}, {"x": matrix, "y": {"b": 1, "c": 2, "a": 3}})
    wide = {pair: (ratio - 0.5, ratio + 0.5) for pair, ratio in judged.items()}
    fuzzy = {pair: (ratio - 0.5, ratio, ratio + 0.5) for pair, ratio in judged.items()}
    network = ahp.Network(
        {"c": ["x", "y"], "d": ["a", "b"]},
        {"a": [{"x": 2, "y": 1}], "b": [{"x": 1, "y": 1}], "x": [{"a": 1, "b": 2}], "y": [{"a": 1, "b": 3}]},
    )
    found = decision()
    scenario = found.scenarios[0]
    things = [
        matrix,
        open_,
        group,
        tree,
        ahp.IntervalMatrix.from_judgments(wide),
        ahp.FuzzyMatrix.from_judgments(fuzzy),
        network,
        ahp.Merits({"benefit": {"a": 2, "b": 1}, "cost": {"a": 1, "b": 1}}),
        ahp.simulate(matrix, sigma=0.1, draws=20),
        found.measurements,
        scenario,
        scenario.criterion_decisions[0],
    ]
    for thing in things:
        for name, answer in vars_of(type(thing)):
            if "pd." in str(answer.__annotations__.get("return")):
                value = getattr(thing, name)
                yield f"{type(thing).__name__}.{name}", value() if callable(value) else value


def vars_of(kind):
    for base in kind.__mro__:
        for name, thing in vars(base).items():
            function = getattr(thing, "fget", thing)
            if inspect.isfunction(function) and not name.startswith("_"):
                yield name, function


FRAMES = dict(frames())


def test_the_frames_are_found():
    assert {"PairwiseMatrix.priorities", "Network.limit", "Group.individual_priorities"} <= set(FRAMES)
    assert len(FRAMES) > 25


def test_axes_say_what_they_are():
    for name in [name for name, frame in FRAMES.items() if frame is not None]:
        import pandas as pd

        frame = FRAMES[name]
        if not isinstance(frame.index, pd.RangeIndex):
            assert all(frame.index.names), "the rows"
        if frame.ndim == 1:
            assert frame.name
        elif set(frame.columns) & (set(frame.index) | {"a", "b", "x"}):  # the columns are names too
            assert frame.columns.name, "the columns"
            assert frame.columns.name != frame.index.name


def test_a_function_is_its_name_and_not_its_place_in_memory():
    assert all(" at 0x" not in one._repr_html_() for one in ahp.core.CONSISTENCY_MEASURES.values())


def test_values_are_said_in_words():
    assert said(tuple(range(40))).endswith("29, and 10 more")
    assert said(()) == "none"
    assert said(((1, 2), (3,))) == "(1, 2), (3)"
    assert said((("a", 0.5), ("b", 0.25))) == "a: 0.5, b: 0.25"
    assert said((("a", "b"),)) == "(a, b)"
    assert said(len) == "len"


def test_every_cell_is_text():
    assert "<i>" not in table_html("<i>", ("<i>",), [("<i>", "<i>")])
