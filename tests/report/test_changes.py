"""What changed since an earlier decision, in sentences, on a terminal and in Markdown."""

from hypothesis import given
from hypothesis import strategies as st
from report.cells import cells
from report.changed import changes, measure, scenario

from ahp.report.change_markdown import changes_lines
from ahp.report.change_text import print_changes
from ahp.report.change_wording import headline
from ahp.report.terminal import WIDTH, Page


def printed(document):
    page = Page()
    print_changes(page, document)
    return page.finished()


def test_the_whole_on_a_terminal():
    found = changes(
        scenario(
            measures=[
                measure("none", change=0.004, now=100.4, interval=[-0.02, 0.03], beyond_noise=False),
                measure("a"),
                measure("a", "cpu", unit="%", before=9.0, now=4.5, change=-0.5, better=True),
            ],
            only_now=["c"],
        ),
        study=["the index was 'auto' and is 'relative'"],
    )
    assert printed(found).splitlines() == [
        "",
        "Against previous.json: the decision changed beyond noise.",
        "  Not asked alike: the index was 'auto' and is 'relative'.",
        "",
        "nightly   a before, b now: beyond noise",
        "  a was first and b is now.",
        "  Only in the present decision: c.",
        "",
        "measure                 before    now   change     95 % interval",
        "throughput (1/s)  none     100  100.4   +0.4 %    -2.0 to +3.0 %",
        "                  a        100     70  -30.0 %  -35.0 to -24.0 %  worse",
        "cpu (%)           a          9    4.5  -50.0 %  -35.0 to -24.0 %  better",
    ]


NAMES = st.text(min_size=1, max_size=60)


@given(NAMES, NAMES, st.floats(1e-9, 1e12), st.floats(-1, 1e60))
def test_any_names_and_numbers_fit(name, criterion, value, change):
    found = measure(name, criterion, before=value, now=value, change=change, interval=[-1.0, change])
    text = printed(changes(scenario(name, measures=[found] * 2, worse=[found], reason=criterion)))
    for line in text.split("\n"):
        assert cells(line) <= WIDTH
        assert all(c.isprintable() for c in line)


def test_the_headline_says_whether_it_changed():
    same = scenario(changed=False, beyond_noise=False, reason="a is first as before")
    noise = scenario(beyond_noise=False)
    assert headline(changes(scenario())) == "Against previous.json: the decision changed beyond noise."
    assert headline(changes(noise)) == (
        "Against previous.json: the first place changed, but not beyond noise."
    )
    assert headline(changes(same, file="")) == "Against the previous decision: the decision is the same."
    assert headline(changes(same, scenario())).endswith("changed beyond noise.")
    for others in ((), (same,), (noise,)):
        assert headline(changes(*others, scenario(beyond_noise=None))) == (
            "Against previous.json: the first place changed; it may be noise."
        )


def test_the_whole_in_markdown():
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
