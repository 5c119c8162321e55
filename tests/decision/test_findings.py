from ahp.decision.findings import verdict


def test_it_holds_where_everybody_agrees():
    found = verdict("mode", "a", [("one way", ("a",)), ("another", ("a",))])
    assert (found.verdict, found.to) == ("holds", None)
    assert found.detail == "a is first by one way and another too"


def test_it_flips_to_the_first_who_differs():
    found = verdict("mode", "a", [("one way", ("a",)), ("another", ("b",))], "look again")
    assert (found.verdict, found.to, found.advice) == ("flips", "b", "look again")
    assert found.detail == "by another, b is first"


def test_a_tie_is_no_longer_the_choice():
    found = verdict("mode", "a", [("one way", ("a", "c"))])
    assert (found.verdict, found.to) == ("flips", "c")
    assert "a and c are first" in found.detail


def test_many_ways_are_counted():
    found = verdict("mode", "a", [(f"way {i}", ("b",)) for i in range(7)])
    assert found.detail.endswith("and 3 more like it")
