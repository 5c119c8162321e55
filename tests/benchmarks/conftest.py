"""A ratio that passes its limit is measured again, twice at the most.

What else a machine does only ever makes a ratio worse, and comes and goes; what is slower by itself stays so.
What thousands of other tests left is not for the collector of cycles to go through meanwhile: it would come on
the account of whichever side makes more objects.
"""

import gc
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

ATTEMPTS = 3


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    if Path(__file__).parent not in item.path.parents:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    gc.collect()
    gc.freeze()
    try:
        reports = attempted(item, nextitem)
    finally:
        gc.unfreeze()
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def attempted(item, nextitem):
    for attempt in range(ATTEMPTS):
        if attempt:  # the fixtures of its module are made anew too: they hold what was measured
            item.session._setupstate.teardown_exact(item.getparent(pytest.Module).parent)
            item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if not any(report.failed for report in reports):
            break
    return reports
