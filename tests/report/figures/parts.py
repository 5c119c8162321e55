"""What the tests of the figures look at: rectangles drawn as one, texts, panels."""

import itertools


def rectangles(axes):
    """Return the (left, low, right, high) of every rectangle, with the patch that it is part of."""
    found = []
    for patch in axes.patches:
        corners = patch.get_path().vertices
        if patch.__class__.__name__ == "PathPatch" and len(corners) % 5 == 0:
            for start in range(0, len(corners), 5):
                x, y = corners[start : start + 4].T
                found.append((float(x.min()), float(y.min()), float(x.max()), float(y.max()), patch))
    return found


def texts(axes):
    """Return every text in axes and in those inside them."""
    found = [text.get_text() for text in axes.texts]
    return found + [text for panel in axes.child_axes for text in texts(panel)]


def title(axes):
    """Return the title of a figure that was made for it."""
    return axes.figure.get_suptitle()


def outside(axes):
    """Return the texts of a figure that reach beyond it, as it is drawn."""
    from matplotlib.text import Text

    figure = axes.figure
    figure.canvas.draw()
    width, height = figure.bbox.size
    beyond = []
    for text in figure.findobj(Text):
        if text.get_visible() and text.get_text().strip() and text.axes is not None:
            box = text.get_window_extent()
            if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1:
                beyond.append(text.get_text())
    return beyond


def overlapping(axes):
    """Return the pairs of rectangles of a figure that share a place."""
    pairs = itertools.combinations([box[:4] for box in rectangles(axes)], 2)
    return [(a, b) for a, b in pairs if a[2] > b[0] and b[2] > a[0] and a[3] > b[1] and b[3] > a[1]]
