import pytest


@pytest.fixture
def axes():
    """Axes of a figure that nobody sees."""
    from matplotlib.figure import Figure

    return Figure().add_subplot()
