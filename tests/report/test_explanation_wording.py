import ahp
from ahp.report.explanation_wording import columns_table, conclusions, facts_of, remarks_on


def explained(table, **asked):
    return ahp.explain(table, attempt=ahp.rank, **asked).to_dict()


TABLE = {"alternative": ["none", "lz4", "zle"], "Ratio": ["1.1", "2.1", ""], "p99 (s)": ["0.5", "0.4", "0.3"]}


def test_columns_are_told_with_their_first_value_and_what_is_missing():
    document = explained(TABLE, columns={"compression_ratio": "Ratio"})
    heads, rows = columns_table(document["files"][0]["columns"])
    assert heads == ["stands as", "read as", "first value", "±", "values", "missing"]
    assert rows == [
        ["Ratio", "compression_ratio", "1.1, in x", "0.05", "2", "1"],
        ["p99 (s)", "response_time_p99", "0.5 s = 500 ms", "0.05", "3", ""],
    ]


def test_without_gaps_nothing_is_said_of_them():
    heads, _ = columns_table(explained({"alternative": ["a", "b"], "tps": [1, 2]})["files"][0]["columns"])
    assert heads[-1] == "values"


def test_names_are_told_with_what_names_them():
    facts = dict(facts_of(explained(TABLE, columns={"compression_ratio": "Ratio"})["files"][0]))
    assert facts["alternative"] == "none, lz4, zle (column 'alternative')"
    assert facts["run"] == "not named"


def test_a_refusal_stands_with_its_file_and_not_again():
    document = explained(TABLE)
    assert "this heading is not clear" in dict(remarks_on(document["files"][0]))["refused"]
    assert conclusions(document)[-1] == ("ranking", "refused, as above")


def test_what_lacks_is_told_with_what_could_serve():
    told = conclusions(explained({"alternative": ["a", "none"], "tps": [1, 2]}))
    assert ("lacking", "storage_saving of the default study") in {(k, v.partition(":")[0]) for k, v in told}
    assert told[-1] == ("ranking", "nothing stands in its way")


def test_an_empty_column_has_no_first_value():
    found = explained({"alternative": ["none", "a"], "tps": [1, 2], "cpu": ["", ""]})
    rows = {row[0]: row for row in columns_table(found["files"][0]["columns"])[1]}
    assert rows["cpu"][2] == ""
    assert rows["tps"][2].startswith("1 ")
