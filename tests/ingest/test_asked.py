import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError, MeasureError
from ahp.ingest.asked import Asked
from ahp.ingest.sources import Source

TABLE = {"alternative": ["none", "lz4"], "tps": [1, 2]}


@each(
    ("keywords", "said"),
    [
        ({"decimal": "'"}, "the decimal mark is"),
        ({"failed": "keep"}, "it is 'refuse' or 'drop'"),
        ({"window": ("soon", None)}, "'soon' is no time"),
    ],
)
def test_words_that_cannot_be_meant(keywords, said):
    with pytest.raises(InputError, match=said):
        ahp.read(TABLE, **keywords)
    with pytest.raises(InputError, match=said):
        ahp.explain(TABLE, **keywords)


def test_a_column_named_for_nothing_known():
    with pytest.raises(MeasureError, match="'speed' is not a known measure"):
        Asked(columns={"speed": "tps"})


def test_a_column_that_no_file_has():
    with pytest.raises(InputError, match="no file has the column 'Durchsatz'"):
        ahp.read(TABLE, columns={"throughput_tps": "Durchsatz"})


def test_the_form_of_a_ratio_that_no_file_has():
    with pytest.raises(InputError, match="no file has a compression ratio, whose form was given; leave"):
        ahp.read(TABLE, ratio_form="r1")
    assert ahp.explain(TABLE, ratio_form="r1").refusal is not None
    assert ahp.read({**TABLE, "ratio": [1, 2]}, ratio_form="r1").measures("default") == (
        "throughput",
        "compression_ratio",
    )


def test_a_window_is_that_of_its_own_alternative():
    asked = Asked(window={"lz4": ("+1", "+2")})
    entries = asked.entries(["lz4=a.log", "none=b.log"]).entries
    windows = [asked.options(Source(str(entry.given)), entry).window for entry in entries]
    assert str(windows[0]) == "from +1 to +2"
    assert windows[1] is None


def test_nothing_to_read():
    with pytest.raises(InputError, match="no source was given"):
        Asked().entries([])
