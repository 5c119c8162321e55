"""Benchmark measurements in, a defended choice out.

>>> import ahp
>>> a = ahp.PairwiseMatrix.from_judgments({("x", "y"): 3, ("x", "z"): 5, ("y", "z"): 2})
>>> round(a.consistency().ratio, 4)
0.0035

Every name loads on first use, so that importing the package costs nothing that is not needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ahp.lazy import faces

if TYPE_CHECKING:
    from ahp import core, report
    from ahp._version import __version__
    from ahp.cli.figures import save_figures
    from ahp.cli.history import read_history
    from ahp.decision.changes import Changes, compare
    from ahp.decision.confidence import Confidence
    from ahp.decision.findings import Finding
    from ahp.decision.history import History
    from ahp.decision.judging import judge
    from ahp.decision.judging_sensitivity import criterion_intervals, critical_judgments
    from ahp.decision.judging_weighing import (
        Gradient,
        NodeRegions,
        Performance,
        WeightSpace,
        gradients,
        performances,
        regions_of_nodes,
        weight_space,
    )
    from ahp.decision.margin import Margin
    from ahp.decision.rank import rank
    from ahp.decision.results import CriterionDecision, Decision, ScenarioDecision
    from ahp.errors import (
        AHPError,
        BaselineError,
        ConvergenceError,
        FailedRunError,
        FigureError,
        InputError,
        JudgmentError,
        MeasureError,
        OutputError,
        ReaderError,
        StudyError,
        UnitError,
    )
    from ahp.evidence.defaults import default_study
    from ahp.evidence.measurements import Measurements
    from ahp.evidence.measures import Measure
    from ahp.evidence.prospects import ScenarioNote, Screen
    from ahp.evidence.selective import select_tables
    from ahp.evidence.study import Criterion, Study
    from ahp.evidence.weighting import Branch
    from ahp.ingest.explain import explain
    from ahp.ingest.explanations import Explanation
    from ahp.ingest.judgments.hierarchies import Judged, read_hierarchy
    from ahp.ingest.judgments.table import JudgmentRow, JudgmentTable, read_judgments
    from ahp.ingest.logs.read_log import read_log
    from ahp.ingest.logs.results import LogSummary, LogTotal, LogWindows
    from ahp.ingest.read import read
    from ahp.model.comparisons import Measured, Ratings, Weights
    from ahp.model.group import Group
    from ahp.model.hierarchy import Hierarchy
    from ahp.model.incomplete import IncompleteMatrix
    from ahp.model.matrix import PairwiseMatrix
    from ahp.model.merits import Increments, Merits
    from ahp.model.network import Network
    from ahp.model.results import (
        Agreement,
        Consistency,
        Dispersion,
        HierarchyConsistency,
        IncompleteConsistency,
        OrdinalConsistency,
    )
    from ahp.model.reversal import Reversal
    from ahp.model.simulation import Simulation, simulate
    from ahp.model.uncertain import FuzzyMatrix, IntervalMatrix
    from ahp.terms import Better, Combine, Index, Merit, Statistic

_HOMES = {
    "ahp._version": "__version__",
    "ahp.cli.figures": "save_figures",
    "ahp.cli.history": "read_history",
    "ahp.decision.changes": "Changes compare",
    "ahp.decision.confidence": "Confidence",
    "ahp.decision.findings": "Finding",
    "ahp.decision.history": "History",
    "ahp.decision.judging": "judge",
    "ahp.decision.judging_sensitivity": "criterion_intervals critical_judgments",
    "ahp.decision.judging_weighing": (
        "Gradient NodeRegions Performance WeightSpace gradients performances regions_of_nodes weight_space"
    ),
    "ahp.decision.margin": "Margin",
    "ahp.decision.rank": "rank",
    "ahp.decision.results": "CriterionDecision Decision ScenarioDecision",
    "ahp.errors": (
        "AHPError BaselineError ConvergenceError FailedRunError FigureError InputError JudgmentError "
        "MeasureError OutputError ReaderError StudyError UnitError"
    ),
    "ahp.evidence.defaults": "default_study",
    "ahp.evidence.measurements": "Measurements",
    "ahp.evidence.measures": "Measure",
    "ahp.evidence.prospects": "ScenarioNote Screen",
    "ahp.evidence.selective": "select_tables",
    "ahp.evidence.study": "Criterion Study",
    "ahp.evidence.weighting": "Branch",
    "ahp.ingest.explain": "explain",
    "ahp.ingest.explanations": "Explanation",
    "ahp.ingest.judgments.hierarchies": "Judged read_hierarchy",
    "ahp.ingest.judgments.table": "JudgmentRow JudgmentTable read_judgments",
    "ahp.ingest.logs.read_log": "read_log",
    "ahp.ingest.logs.results": "LogSummary LogTotal LogWindows",
    "ahp.ingest.read": "read",
    "ahp.model.comparisons": "Measured Ratings Weights",
    "ahp.model.group": "Group",
    "ahp.model.hierarchy": "Hierarchy",
    "ahp.model.incomplete": "IncompleteMatrix",
    "ahp.model.matrix": "PairwiseMatrix",
    "ahp.model.merits": "Increments Merits",
    "ahp.model.network": "Network",
    "ahp.model.results": (
        "Agreement Consistency Dispersion HierarchyConsistency IncompleteConsistency OrdinalConsistency"
    ),
    "ahp.model.reversal": "Reversal",
    "ahp.model.simulation": "Simulation simulate",
    "ahp.model.uncertain": "FuzzyMatrix IntervalMatrix",
    "ahp.terms": "Better Combine Index Merit Statistic",
}

__all__ = [
    "AHPError",
    "Agreement",
    "BaselineError",
    "Better",
    "Branch",
    "Changes",
    "Combine",
    "Confidence",
    "Consistency",
    "ConvergenceError",
    "Criterion",
    "CriterionDecision",
    "Decision",
    "Dispersion",
    "Explanation",
    "FailedRunError",
    "FigureError",
    "Finding",
    "FuzzyMatrix",
    "Gradient",
    "Group",
    "Hierarchy",
    "HierarchyConsistency",
    "History",
    "IncompleteConsistency",
    "IncompleteMatrix",
    "Increments",
    "Index",
    "InputError",
    "IntervalMatrix",
    "Judged",
    "JudgmentError",
    "JudgmentRow",
    "JudgmentTable",
    "LogSummary",
    "LogTotal",
    "LogWindows",
    "Margin",
    "Measure",
    "MeasureError",
    "Measured",
    "Measurements",
    "Merit",
    "Merits",
    "Network",
    "NodeRegions",
    "OrdinalConsistency",
    "OutputError",
    "PairwiseMatrix",
    "Performance",
    "Ratings",
    "ReaderError",
    "Reversal",
    "ScenarioDecision",
    "ScenarioNote",
    "Screen",
    "Simulation",
    "Statistic",
    "Study",
    "StudyError",
    "UnitError",
    "WeightSpace",
    "Weights",
    "__version__",
    "compare",
    "core",
    "criterion_intervals",
    "critical_judgments",
    "default_study",
    "explain",
    "gradients",
    "judge",
    "performances",
    "rank",
    "read",
    "read_hierarchy",
    "read_history",
    "read_judgments",
    "read_log",
    "regions_of_nodes",
    "report",
    "save_figures",
    "select_tables",
    "simulate",
    "weight_space",
]

__getattr__, __dir__ = faces(__name__, _HOMES, ("core", "report"))
