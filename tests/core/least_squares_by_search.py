"""The objectives of the optimising methods, written from their definitions, and a general optimiser."""

import numpy as np


def ratios(y):
    return np.exp(y[:, None] - y[None, :])


OBJECTIVES = {
    "least-squares": lambda A, y: ((A - ratios(y)) ** 2).sum(),
    "chi-squares": lambda A, y: ((A - ratios(y)) ** 2 / ratios(y)).sum(),
    "weighted-least-squares": lambda A, y: (
        ((A * np.exp(y)[None, :] - np.exp(y)[:, None]) ** 2).sum() / np.exp(y).sum() ** 2
    ),
    "cosine-maximisation": lambda A, y: (
        -((A / np.sqrt((A**2).sum(0))) * (np.exp(y) / np.linalg.norm(np.exp(y)))[:, None]).sum()
    ),
    "goal-programming": lambda A, y: np.abs(np.log(A) - np.log(ratios(y))).sum() / 2,
}
"""By method: a function of a matrix and the logarithms of the priorities."""


def least(A, method, tries=6, seed=0):
    """The least value of the objective that a general optimiser finds from many random starts."""
    from scipy.optimize import minimize

    n = len(A)
    if method == "goal-programming":
        return least_absolute(A)

    def cost(y):
        y = np.clip(y - y.mean(), -12, 12)
        return OBJECTIVES[method](A, y)

    rng = np.random.default_rng(seed)
    starts = np.log(A).mean(axis=1) + rng.normal(0, 1.0, (tries, n))
    return min(minimize(cost, start, method="L-BFGS-B", tol=1e-12).fun for start in starts)


def least_absolute(A):
    """The primal linear programme: y and one slack for each pair."""
    from scipy.optimize import linprog

    n = len(A)
    i, j = np.triu_indices(n, 1)
    m = len(i)
    pairs = np.zeros((m, n))
    pairs[np.arange(m), i], pairs[np.arange(m), j] = 1, -1
    b = np.log(A[i, j])
    slack = -np.eye(m)
    found = linprog(
        np.r_[np.zeros(n), np.ones(m)],
        A_ub=np.block([[pairs, slack], [-pairs, slack]]),
        b_ub=np.r_[b, -b],
        bounds=[(None, None)] * n + [(0, None)] * m,
    )
    return found.fun
