from .agreement import (
    OUTLYING as OUTLYING,
    compatibility as compatibility,
    consensus as consensus,
    diversity as diversity,
    garuti_compatibility as garuti_compatibility,
    geometric_compatibility as geometric_compatibility,
    outlyingness as outlyingness,
    similarity as similarity,
)
from .asking import (
    BestWorst as BestWorst,
    BestWorstIntervals as BestWorstIntervals,
    best_worst as best_worst,
    best_worst_intervals as best_worst_intervals,
    pairs_to_ask as pairs_to_ask,
)
from .merits import MERIT_METHODS as MERIT_METHODS, merit_scores as merit_scores
from .choice import (
    expected_value as expected_value,
    hurwicz_choices as hurwicz_choices,
    hurwicz_shares as hurwicz_shares,
    is_dominated as is_dominated,
    largest_regret as largest_regret,
    worst_case as worst_case,
)
from .incomplete import Completion as Completion
from .agreement import kendall_w as kendall_w, kendall_w_test as kendall_w_test
from .least_squares import least_squares_solutions as least_squares_solutions
from .efficiency import (
    dominating as dominating,
    is_efficient as is_efficient,
    is_weakly_efficient as is_weakly_efficient,
)
from .consistency_ratio import (
    consistency_index as consistency_index,
    consistency_ratio as consistency_ratio,
    lambda_max as lambda_max,
)
from .fuzzy import (
    as_triangular as as_triangular,
    centroids as centroids,
    extent_analysis as extent_analysis,
    fuzzy_geometric_means as fuzzy_geometric_means,
    fuzzy_priorities as fuzzy_priorities,
)
from .fuzzy import fuzzy_preference_programming as fuzzy_preference_programming
from .closed_forms import Geometric as Geometric, geometric as geometric
from .lines import line_crossings as line_crossings, top_lines as top_lines
from .groups import (
    aggregate_judgments as aggregate_judgments,
    aggregate_priorities as aggregate_priorities,
    dispersion as dispersion,
    dispersion_test as dispersion_test,
)
from .incomplete import (
    INCOMPLETE_METHODS as INCOMPLETE_METHODS,
    incomplete_priorities as incomplete_priorities,
)
from .matrices import (
    as_connected as as_connected,
    as_incomplete as as_incomplete,
    connected_groups as connected_groups,
)
from .random_index import INCOMPLETE_RANDOM_INDICES as INCOMPLETE_RANDOM_INDICES
from .consistency_ratio import (
    incomplete_consistency_index as incomplete_consistency_index,
    incomplete_consistency_ratio as incomplete_consistency_ratio,
    optimal_completion as optimal_completion,
)
from .inspection import (
    Inspection as Inspection,
    Repair as Repair,
    inspection as inspection,
    nearest_acceptable as nearest_acceptable,
)
from .interval_judgments import (
    as_interval_judgments as as_interval_judgments,
    interval_priorities as interval_priorities,
    ratio_bounds as ratio_bounds,
    relaxed_intervals as relaxed_intervals,
)
from .rank_inference import (
    equal_tailed as equal_tailed,
    rank_probabilities as rank_probabilities,
    rank_sets as rank_sets,
)
from .matrices import (
    as_pairwise as as_pairwise,
    from_judgments as from_judgments,
    from_values as from_values,
    nearest_reciprocal as nearest_reciprocal,
)
from .measures_of_consistency import (
    CONSISTENCY_MEASURES as CONSISTENCY_MEASURES,
    ConsistencyMeasure as ConsistencyMeasure,
    consistency as consistency,
    consistency_threshold as consistency_threshold,
    geometric_threshold as geometric_threshold,
    saaty_limit as saaty_limit,
)
from .merits import (
    Increment as Increment,
    benefit_to_cost as benefit_to_cost,
    incremental_analysis as incremental_analysis,
    marginal_choices as marginal_choices,
    subtractive as subtractive,
)
from .network import (
    cluster_priorities as cluster_priorities,
    is_periodic as is_periodic,
    limit_matrix as limit_matrix,
    weighted_supermatrix as weighted_supermatrix,
    with_influence as with_influence,
)
from .synthesis import ranking as ranking, tie_groups as tie_groups
from .ordinal import (
    OrderViolations as OrderViolations,
    Reversal as Reversal,
    circular_triads as circular_triads,
    kendall_zeta as kendall_zeta,
    order_violations as order_violations,
    rank_violations as rank_violations,
    worst_reversals as worst_reversals,
)
from .consistency_ratio import Principal as Principal, principal as principal
from .priorities import PRIORITY_METHODS as PRIORITY_METHODS, priorities as priorities
from .incomplete import effective_resistances as effective_resistances
from .random_index import RANDOM_INDICES as RANDOM_INDICES, random_index as random_index
from .random_judgments import (
    SimulatedIndex as SimulatedIndex,
    random_matrices as random_matrices,
    simulated_random_index as simulated_random_index,
)
from .sensitivity import winner_regions as winner_regions
from .resampling import bootstrap_displacements as bootstrap_displacements, t_displacements as t_displacements
from .scales import (
    SCALES as SCALES,
    WORDS as WORDS,
    Scale as Scale,
    answer_of as answer_of,
    on_scale as on_scale,
    scale_values as scale_values,
    words_of as words_of,
)
from .sensitivity import critical_weights as critical_weights, weight_intervals as weight_intervals
from .synthesis import negative_priorities as negative_priorities, signed_shares as signed_shares
from .acceptability import acceptability as acceptability, central_weights as central_weights
from .judgment_draws import (
    interval_draws as interval_draws,
    lognormal_draws as lognormal_draws,
    step_draws as step_draws,
)
from .synthesis import global_priorities as global_priorities, ideal_priorities as ideal_priorities
from .measures_of_consistency import Triad as Triad, triads_with as triads_with, worst_triads as worst_triads
from .acceptability import ordered_weights as ordered_weights, uniform_weights as uniform_weights
