import pytest
from harness.served import reachable


@pytest.fixture
def place():
    """A folder that everybody may enter, as a server's account has to."""
    with reachable() as folder:
        yield folder
