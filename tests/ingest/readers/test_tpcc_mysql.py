from ingest.cases import each
from ingest.damage import (
    expected,
    located,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.tpcc_mysql import TpccMysqlReader

READER = TpccMysqlReader()
EXPECTED = expected("tpcc_mysql")
refused = refuses(READER)


WHOLE = b"""***************************************
*** ###easy### TPC-C Load Generator ***
***************************************
MEASURING START.

  10, trx: 300, 95%: 9.483, 99%: 18.738, max_rt: 213.169, 299|98.778, 30|101.096, 31|443.955, 30|670.842
  20, trx: 306, 95%: 7.074, 99%: 15.578, max_rt: 53.733, 301|150.420, 30|35.846, 30|58.292, 30|37.421

STOPPING THREADS....

<Raw Results>
  [0] sc:600 lt:6  rt:0  fl:0 avg_rt: 22.7 (5)
  [1] sc:600 lt:0  rt:0  fl:0 avg_rt: 5.6 (5)
  [2] sc:60 lt:0  rt:0  fl:0 avg_rt: 5.9 (5)
  [3] sc:61 lt:0  rt:0  fl:2 avg_rt: 424.2 (80)
  [4] sc:60 lt:0  rt:0  fl:0 avg_rt: 24.7 (20)
 in 20 sec.

<TpmC>
                 1818.000 TpmC
"""


def test_maxima_are_those_of_all_intervals():
    reading = reading_of(READER, WHOLE)
    assert numbers(reading)["", "", "", "New-Order", "response_time_max"] == (213.169, "ms")
    assert numbers(reading)["", "", "", "Payment", "response_time_max"] == (150.42, "ms")
    assert reading.caveats == (
        "Percentiles stand by interval only and cannot be combined.",
        "0.4% of the transactions were late; TpmC counts them.",
        "2 transactions failed.",
    )


def test_the_cut_sample_says_what_it_lacks():
    caveats = " ".join(reading_of(READER, located("tpcc_mysql", next(iter(EXPECTED)))).caveats)
    assert "the maximum is not known" in caveats
    assert "[NG]" in caveats
    assert "failed" not in caveats


@each(
    ("before", "after", "words"),
    [
        ("1818.000 TpmC", "1918.000 TpmC", "TpmC does not agree"),
        ("  [2] sc:60", "  [3] sc:60", "not those of five types"),
        ("lt:6  rt", "lt:x  rt", "this line is damaged"),
        ("max_rt: 53.733", "max_rt: 53,733", "this line is damaged"),
        (" in 20 sec.", "", "no measured time"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = WHOLE.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


README = "public/tpcc-mysql/README.md"


def test_an_excerpt_says_what_it_is_and_a_cut_run_is_none():
    assert "an excerpt" in reading_of(READER, located("tpcc_mysql", README)).caveats[0]
    refused(WHOLE[: WHOLE.index(b"STOPPING")], "no TpmC")
    lines = WHOLE.decode().splitlines(keepends=True)
    refused("".join(lines[5:6]).encode(), "too few to tell")
    idle = "  5, trx: 0, 95%: 0, 99%: 0, max_rt: 0, 0|0, 0|0, 0|0, 0|0\n"
    refused((idle + idle.replace("5,", "10,", 1)).encode(), "greater than 0")
