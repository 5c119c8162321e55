"""Changes in Markdown."""

from report.changed import changes, measure, scenario

from ahp.report.change_markdown import changes_lines


def test_the_whole():
    found = changes(
        scenario("night_ly", measures=[measure("a*"), measure("b", interval=None, beyond_noise=False)]),
        only_now=["new"],
    )
    assert changes_lines(found) == [
        "## Changes",
        "",
        "Against previous.json: the decision changed beyond noise.",
        "",
        "Scenarios only in the present decision: new.",
        "",
        "### night_ly: a before, b now: beyond noise",
        "",
        "a was first and b is now.",
        "",
        "| measure | alternative | before | now | change | 95 % interval | verdict |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
        "| throughput | a\\* | 100 1/s | 70 1/s | -30.0 % | -35.0 to -24.0 % | worse |",
        "| throughput | b | 100 1/s | 70 1/s | -30.0 % | – |  |",
        "",
    ]


def test_without_measures_there_is_no_table():
    assert not any("|" in line for line in changes_lines(changes(scenario(measures=[]))))
