from .documents.decision import DecisionDocument as DecisionDocument, schema as schema
from .documents.hierarchy import HierarchyDocument as HierarchyDocument, hierarchy_schema as hierarchy_schema
from .hierarchy_render import HIERARCHY_FORMATS as HIERARCHY_FORMATS, render_hierarchy as render_hierarchy
from .history import HISTORY_FORMATS as HISTORY_FORMATS, render_history as render_history
from .history import HistoryDocument as HistoryDocument, history_schema as history_schema
from .documents.models import (
    MeritsDocument as MeritsDocument,
    NetworkDocument as NetworkDocument,
    merits_schema as merits_schema,
    network_schema as network_schema,
)
from .render import FORMATS as FORMATS, render as render
