import pytest
from harness.served import reachable, require


@pytest.fixture
def place(request):
    """A folder that everybody may enter, for the servers of the module's ENGINE."""
    require(request.module.ENGINE)
    with reachable() as folder:
        yield folder
