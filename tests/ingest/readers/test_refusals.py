"""What several readers refuse in the same words."""

import re

import pytest

from ahp.errors import FailedRunError, InputError
from ahp.ingest.readers.printed import Printed
from ahp.ingest.readers.refusals import refuse_again, told_of_errors

LINE = re.compile(r"^(?:done|errors) ([0-9]+)$")


def test_a_line_that_stands_again_is_refused_with_both_places():
    refuse_again(Printed.of("done 1\ndone 2\n").all(LINE))
    with pytest.raises(InputError, match="this is line 1 again") as caught:
        refuse_again(Printed.of("done 1\ndone 2\ndone 1\n").all(LINE))
    assert caught.value.line == 3


def test_errors_are_told_up_to_what_is_tolerated():
    done, errors = Printed.of("done 1000\nerrors 10\n").all(LINE)
    assert told_of_errors(10, done, errors, 0.01) == (
        "10 errors on 1000 requests: error replies are counted in throughput and response times."
    )
    with pytest.raises(FailedRunError, match="11 errors on 1000 requests: throughput and") as caught:
        told_of_errors(11, done, errors, 0.01)
    assert caught.value.line == 2
