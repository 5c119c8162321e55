from . import core as core, report as report
from ._version import __version__ as __version__
from .cli.streams import save_figures as save_figures
from .cli.history import read_history as read_history
from .decision.compare import Changes as Changes, compare as compare
from .decision.uncertainty import Confidence as Confidence
from .decision.findings import Finding as Finding
from .decision.history import History as History
from .decision.judging import (
    JudgedHierarchy as JudgedHierarchy,
    JudgedMerits as JudgedMerits,
    JudgedNetwork as JudgedNetwork,
    judge as judge,
)
from .decision.judging_sensitivity import (
    criterion_intervals as criterion_intervals,
    critical_judgments as critical_judgments,
    Gradient as Gradient,
    NodeRegions as NodeRegions,
    Performance as Performance,
    WeightSpace as WeightSpace,
    gradients as gradients,
    performances as performances,
    regions_of_nodes as regions_of_nodes,
    weight_space as weight_space,
)
from .decision.break_even import Margin as Margin
from .decision.rank import rank as rank
from .decision.results import (
    CriterionDecision as CriterionDecision,
    Decision as Decision,
    ScenarioDecision as ScenarioDecision,
)
from .errors import (
    AHPError as AHPError,
    BaselineError as BaselineError,
    ConvergenceError as ConvergenceError,
    FailedRunError as FailedRunError,
    FigureError as FigureError,
    InputError as InputError,
    JudgmentError as JudgmentError,
    MeasureError as MeasureError,
    OutputError as OutputError,
    ReaderError as ReaderError,
    StudyError as StudyError,
    UnitError as UnitError,
)
from .evidence.defaults import default_study as default_study
from .evidence.measurements import Measurements as Measurements
from .evidence.measures import Measure as Measure
from .evidence.study import ScenarioNote as ScenarioNote, Screen as Screen
from .evidence.selective import select_tables as select_tables
from .evidence.study import Criterion as Criterion, Study as Study
from .evidence.weighting import Branch as Branch
from .ingest.explain import explain as explain
from .ingest.explanations import Explanation as Explanation
from .ingest.judgments.hierarchies import Judged as Judged, read_hierarchy as read_hierarchy
from .ingest.judgments.table import (
    JudgmentRow as JudgmentRow,
    JudgmentTable as JudgmentTable,
    read_judgments as read_judgments,
)
from .ingest.logs.read_log import read_log as read_log
from .ingest.logs.results import LogSummary as LogSummary, LogTotal as LogTotal, LogWindows as LogWindows
from .ingest.read import read as read
from .model.comparisons import Measured as Measured, Ratings as Ratings, Weights as Weights
from .model.consistency import Consistency as Consistency
from .model.results import (
    HierarchyConsistency as HierarchyConsistency,
    IncompleteConsistency as IncompleteConsistency,
    OrdinalConsistency as OrdinalConsistency,
)
from .model.group import Group as Group
from .model.hierarchy import Hierarchy as Hierarchy
from .model.incomplete import IncompleteMatrix as IncompleteMatrix
from .model.matrix import PairwiseMatrix as PairwiseMatrix
from .model.merits import Increments as Increments, Merits as Merits
from .model.network import Network as Network
from .model.results import (
    Agreement as Agreement,
    Dispersion as Dispersion,
    Simulation as Simulation,
)
from .model.changes import Reversal as Reversal
from .model.changes import simulate as simulate
from .model.uncertain import FuzzyMatrix as FuzzyMatrix, IntervalMatrix as IntervalMatrix
from .terms import (
    Better as Better,
    Combine as Combine,
    Index as Index,
    Merit as Merit,
    Statistic as Statistic,
)
