"""Models of R's package ahp, by Glur: YAML in a file called `.ahp`, whose R code is never run."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from ahp.errors import InputError, listed, one_line, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.files.packed import in_file
from ahp.model.nested import check_depth

_LARGEST = 1 << 20
_MOST_NODES = 10_000
_SAID = ("pairwise", "score", "priority")


def hierarchy_of_gluc(source: Source) -> dict[str, Any]:
    """Return what the model says, with the keys of :meth:`ahp.Hierarchy.from_dict`.

    Scores and priorities count as judgments, each the quotient of two of them.

    Raises
    ------
    InputError
        If it is no such model, or says something only by a function in R; the message names the node.
    """
    with in_file(source.name):
        try:
            import yaml  # type: ignore[import-untyped]
        except ImportError:
            advice = "pip install 'ahp-rank[yaml]', or write the hierarchy in TOML"
            raise InputError("reading a model of R's package ahp needs PyYAML", advice=advice) from None
        if len(source.text) > _LARGEST:
            raise InputError("a model of R's package ahp is never so large")
        try:
            return _Model(yaml.safe_load(source.text)).hierarchy()
        except yaml.YAMLError as error:
            raise InputError(f"it is not YAML: {one_line(error, 120)}") from None
        except RecursionError:
            raise InputError("the model is nested too deeply") from None


class _Model:
    """One model while it is gone through; names that stand for a part are followed, and counted."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, Mapping) or not isinstance(data.get("Goal"), Mapping):
            raise InputError("a model of R's package ahp has a Goal, and Alternatives")
        self.goal = data["Goal"]
        given = data.get("Alternatives")
        self.alternatives = [str(name) for name in given] if isinstance(given, Mapping) else []
        self.seen = 0

    def hierarchy(self) -> dict[str, Any]:
        found = self._node(self.goal, ())
        counts = self.goal.get("decision-makers", self.goal.get("decisionmakers"))
        if counts is not None:
            found["participants"] = self._numbers_by_name(counts, "decision-makers", "the goal")
        if self.alternatives:
            found["alternatives"] = self.alternatives
        return {"goal": str(self.goal.get("name", "goal")), **found}

    def _node(self, node: object, path: tuple[str, ...]) -> dict[str, Any]:
        check_depth(path)
        self.seen += 1
        where = " / ".join(path) or "the goal"
        if self.seen > _MOST_NODES or not isinstance(node, Mapping):
            raise InputError(f"{where} is no node of a hierarchy, or there are too many")
        found = self._judgments(node.get("preferences"), where)
        children = node.get("children")
        if not isinstance(children, Mapping):
            raise InputError(f"{where} has no children: criteria, or the alternatives")
        # What stands under the lowest criteria are the alternatives, with what R's functions take.
        if [str(name) for name in children] != self.alternatives:
            found["children"] = {
                str(name): self._node(child, (*path, str(name))) for name, child in children.items()
            }
        return found

    def _judgments(self, said: object, where: str) -> dict[str, Any]:
        if isinstance(said, list):
            said = {"pairwise": said}
        if not isinstance(said, Mapping) or not said:
            raise InputError(f"{where} has no preferences")
        if any(key in said for key in (*_SAID, "pairwiseFunction", "scoreFunction")):
            return {"judgments": self._pairs(said, where)}
        return {"judgments": {str(who): self._pairs(own, f"{where}, {who}") for who, own in said.items()}}

    def _pairs(self, said: object, where: str) -> list[list[Any]]:
        said = {"pairwise": said} if isinstance(said, list) else said
        kinds = [key for key in _SAID if isinstance(said, Mapping) and key in said]
        if not isinstance(said, Mapping) or len(kinds) != 1:
            functions = (
                [key for key in said if str(key).endswith("Function")] if isinstance(said, Mapping) else []
            )
            reason = (
                f"only {listed(functions)}, code in R, which is not run" if functions else "nothing known"
            )
            raise InputError(
                f"the preferences at {where} are {reason}",
                advice="write pairwise, score or priority there, as R's package gives them",
            )
        if kinds != ["pairwise"]:
            values = self._numbers_by_name(said[kinds[0]], kinds[0], where)
            nothing = [name for name, value in values.items() if value <= 0]
            if nothing:
                raise InputError(
                    f"{where} gives {listed(nothing)} nothing, and a judgment is a quotient",
                    advice="give it a small score above 0",
                )
            return [[a, b, values[a] / values[b]] for a, b in combinations(values, 2)]
        rows = said["pairwise"]
        if not isinstance(rows, list) or any(not isinstance(row, list) or len(row) != 3 for row in rows):
            raise InputError(f"the pairs at {where} are lists [first, second, judgment]")
        return [[str(a), str(b), times] for a, b, times in rows]

    def _numbers_by_name(self, said: object, what: str, where: str) -> dict[str, float]:
        """Return numbers by name, from a list of `- Name: 2/5` or a mapping."""
        rows: list[Any] = said if isinstance(said, list) else [said]
        try:
            return {str(name): float(Fraction(str(value))) for row in rows for name, value in row.items()}
        except (AttributeError, ValueError, ZeroDivisionError, OverflowError):
            raise InputError(f"{what} at {where} is a number for each name", found=quoted(said)) from None
