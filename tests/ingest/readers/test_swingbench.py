from ingest.cases import each
from ingest.damage import (
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.swingbench import SwingbenchReader

READER = SwingbenchReader()
refused = refuses(READER)


RESULTS = b"""<?xml version="1.0" encoding="UTF-8"?>
<Results xmlns="http://www.dominicgiles.com/swingbench/results">
  <Overview>
    <TotalRunTime>0:10:00</TotalRunTime>
    <TotalCompletedTransactions>161688</TotalCompletedTransactions>
    <TotalFailedTransactions>0</TotalFailedTransactions>
    <AverageTransactionsPerSecond>269.48</AverageTransactionsPerSecond>
  </Overview>
  <DMLResults>
    <Result id="New Order">
      <AverageResponse>12.5</AverageResponse>
      <MinimumResponse>2</MinimumResponse>
      <MaximumResponse>79862</MaximumResponse>
    </Result>
    <Result id="Browse Products">
      <AverageResponse>4.25</AverageResponse>
      <MinimumResponse>1</MinimumResponse>
      <MaximumResponse>812</MaximumResponse>
    </Result>
  </DMLResults>
</Results>
"""


def test_each_transaction_has_its_mean_and_its_maximum():
    found = numbers(reading_of(READER, RESULTS))
    assert found["", "", "", "New Order", "response_time_max"] == (79862.0, "ms")
    assert found["", "", "", "Browse Products", "response_time_mean"] == (4.25, "ms")
    assert reading_of(READER, RESULTS).caveats == ()


@each(
    ("before", "after", "words"),
    [
        (">269.48<", ">279.48<", "the average rate does not agree"),
        (">269.48<", ">269,48<", "no average rate"),
        ("</Results>", "</Result>", "not whole XML: mismatched tag"),
        (">79862<", ">x<", "this line is damaged"),
        ("<Results", "<!DOCTYPE x><Results", "no entities"),
        (">0:10:00<", ">10 min<", "no run time"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = RESULTS.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_lines_without_a_transaction_or_with_too_few_numbers_are_refused():
    titles = b"Time     Users       TPM      TPS     Errors   NCR   UCD\n"
    refused(titles + b"10:58:35 [0/4]       0        5        0        0     0\n", "greater than 0")
    refused(titles + b"10:58:35 [4/4]       0        5        0\n", "too few numbers")
    refused(titles + b"10:58:35 [4/4]       0        x        0        0     0\n", "this line is damaged")


def with_counts(text: str) -> str:
    for name, count in (("New Order", 60000), ("Browse Products", 101688)):
        text = text.replace(
            f'<Result id="{name}">', f'<Result id="{name}"><TransactionCount>{count}</TransactionCount>'
        )
    return text.replace("</Overview>", "<AverageUsrCPU>16.5</AverageUsrCPU></Overview>")


def test_counts_give_the_throughput_of_each_transaction():
    reading = reading_of(READER, with_counts(RESULTS.decode()).encode())
    found = numbers(reading)
    assert found["", "", "", "New Order", "throughput"] == (100.0, "1/s")
    assert found["", "", "", "Browse Products", "throughput"] == (101688 / 600, "1/s")
    assert found["", "", "", "", "cpu_user"] == (16.5, "%")
    assert any("user time alone" in caveat for caveat in reading.caveats)
    without = numbers(reading_of(READER, RESULTS))
    assert {key: found[key] for key in without} == without
    assert len(found) == len(without) + 3


def test_counts_above_the_total_are_refused():
    text = with_counts(RESULTS.decode()).replace(">101688<", ">101689<")
    refused(text.encode(), "the number of transactions does not agree")
