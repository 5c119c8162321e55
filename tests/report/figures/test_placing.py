import hypothesis.strategies as st
from hypothesis import given

from ahp.report.figures.placing import _PLANE, Spot, _box, _inside, _mark, _offset, meet, placed

spots = st.builds(
    Spot, st.floats(0.0, 0.95), st.floats(0.0, 0.95), st.text("abcdefgh", min_size=1, max_size=26)
)
ends = st.floats(0.0, 1.0)
lines = st.one_of(
    st.builds(lambda x, y, high: (x, min(y, high), x, max(y, high)), ends, ends, ends),
    st.builds(lambda x, y, wide: (min(x, wide), y, max(x, wide), y), ends, ends, ends),
)


@given(st.lists(spots, max_size=15), st.lists(lines, max_size=10))
def test_no_name_covers_a_point_a_line_or_another_name(found, barred):
    boxes = [_mark(spot) for spot in found]
    boxes += [tuple(end * _PLANE[n % 2] for n, end in enumerate(line)) for line in barred]
    for spot, place in zip(found, placed(found, barred), strict=True):
        if place is None:
            continue
        across = {"left": 1, "right": -1, "center": 0}[place.side]
        up = next(u for u in (0, 1, -1) if _offset(across, u) == place.offset)
        box = _box(spot, across, up)
        assert _inside(box)
        assert not any(meet(box, other) for other in boxes if other != _mark(spot))
        boxes.append(box)


def test_where_there_is_no_room_there_is_no_name():
    crowd = [Spot(0.5, 0.5 + i / 1000, "a rather long name") for i in range(20)]
    assert None in placed(crowd)
