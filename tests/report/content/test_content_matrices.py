from ahp.report.content.matrices import MOST_NAMED, numbered, ratios_of


def test_of_many_items_one_half_stands_there_with_numbers_for_columns():
    names = [f"n{i}" for i in range(MOST_NAMED + 1)]
    lines = [[2.0 ** (j - i) for j in range(len(names))] for i in range(len(names))]
    heads, cells, note = ratios_of(names, lines, marks={(0, 3): "(1)", (3, 0): "(1)"})
    assert heads == [str(i) for i in range(1, len(names) + 1)]
    assert cells[2][:4] == ["", "", "1", "2"]
    assert cells[0][3] == "8 (1)"
    assert cells[3][0] == ""
    assert "inverses" in note
    assert numbered(names)[0] == "1 n0"


def test_of_few_the_whole_matrix_and_what_is_not_known_is_a_question_mark():
    heads, cells, note = ratios_of(["a", "b"], [[1.0, None], [None, 1.0]], "{:.1f}".format)
    assert (heads, cells, note) == (["a", "b"], [["1.0", "?"], ["?", "1.0"]], "")
