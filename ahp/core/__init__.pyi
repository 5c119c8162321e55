from . import more as more
from .acceptability import (
    acceptability as acceptability,
    uniform_weights as uniform_weights,
)
from .consistency import (
    consistency_index as consistency_index,
    consistency_ratio as consistency_ratio,
    lambda_max as lambda_max,
    principal as principal,
)
from .consistency import (
    incomplete_consistency_ratio as incomplete_consistency_ratio,
    optimal_completion as optimal_completion,
)
from .efficiency import (
    is_efficient as is_efficient,
)
from .groups import (
    aggregate_judgments as aggregate_judgments,
    aggregate_priorities as aggregate_priorities,
)
from .incomplete import (
    incomplete_priorities as incomplete_priorities,
)
from .inspection import (
    inspection as inspection,
    nearest_acceptable as nearest_acceptable,
)
from .matrices import (
    as_pairwise as as_pairwise,
    from_upper as from_upper,
    from_values as from_values,
    nearest_reciprocal as nearest_reciprocal,
)
from .consistency import (
    CONSISTENCY_MEASURES as CONSISTENCY_MEASURES,
    consistency as consistency,
    worst_triads as worst_triads,
)
from .merits import (
    benefit_to_cost as benefit_to_cost,
    merit_scores as merit_scores,
)
from .network import (
    limit_matrix as limit_matrix,
)
from .priorities import (
    PRIORITY_METHODS as PRIORITY_METHODS,
    priorities as priorities,
)
from .random_index import (
    RANDOM_INDICES as RANDOM_INDICES,
    random_index as random_index,
)
from .scales import (
    SCALES as SCALES,
    on_scale as on_scale,
)
from .sensitivity import (
    weight_intervals as weight_intervals,
)
from .synthesis import (
    global_priorities as global_priorities,
    ideal_priorities as ideal_priorities,
    ranking as ranking,
)
