"""No number is read as another: what could be a thousand times as much, another unit, or no measurement."""

import io

import pytest
from ingest.cases import each

import ahp
from ahp.errors import AHPError
from ahp.ingest.judgments.documents import read_decision
from ahp.ingest.judgments.hierarchies import read_hierarchy
from ahp.ingest.times import stamp_of


def read(text, **options):
    return ahp.read(io.StringIO(text), **options)


def values(text, measure="throughput", **options):
    return [row.value for row in read(text, **options).rows if row.measure == measure]


def refusal(text, **options):
    with pytest.raises(AHPError) as raised:
        read(text, **options)
    return str(raised.value)


# --- one dot and three digits beside whole numbers --------------------------------------------------------------

DOTTED = "alternative\ttps\nnone\t980\nlz4\t1.234\nzstd\t1.105\n"


@each(
    "text",
    [
        DOTTED,
        "| alternative | tps |\n|---|---|\n| none | 980 |\n| lz4 | 1.234 |\n",
        'alternative,tps\nnone,"980"\nlz4,"1.234"\n',
        '[{"alternative": "none", "tps": "980"}, {"alternative": "lz4", "tps": "1.234"}]',
        "alternative,measure,value\nnone,tps,980\nlz4,tps,1.234\nnone,compression_ratio,1\nlz4,compression_ratio,2\n",
        "alternative,tps\nnone,30\nlz4,1.234\n",
    ],
)
def test_a_dot_that_may_group_thousands_is_refused_beside_whole_numbers(text):
    said = refusal(text)
    assert "'1.234': this may be 1234 or 1.234: its dot may group thousands or be the decimal mark" in said
    assert said.endswith("stands in the same column; say --decimal , (1234) or --decimal . (1.234)")


def test_the_refusal_names_the_place_and_its_advice_works():
    assert refusal(DOTTED).startswith("<file>, line 3, column 'tps': found '1.234'")
    assert values(DOTTED, decimal=",") == [980.0, 1234.0, 1105.0]
    assert values(DOTTED, decimal=".") == [980.0, 1.234, 1.105]
    with pytest.raises(AHPError, match="its dot may group thousands"):
        ahp.read({"alternative": ["none", "lz4"], "tps": ["980", "1.234"]})


@each(
    ("text", "expected"),
    [
        ("alternative,tps\nnone,980\nlz4,1.234\nzstd,1.5\n", [980, 1.234, 1.5]),  # the column itself
        ("alternative,tps,p99 (ms)\nnone,980,1.5\nlz4,1.234,2.5\n", [980, 1.234]),  # another measure
        ("alternative\ttps\tp99 (ms)\nnone\t980\t1,5\nlz4\t1.234\t2,5\n", [980, 1234]),
        ("alternative,tps\nnone,1\nlz4,1.234\nzstd,2.105\n", [1, 1.234, 2.105]),  # nearer with a decimal dot
        ("alternative,tps\nnone,12345\nlz4,1.234\n", [12345, 1.234]),  # who writes 12345 groups nothing
        ("alternative,tps\nnone,1.234\nlz4,1.105\n", [1.234, 1.105]),  # nothing speaks against it
        ("alternative,tps\nnone,0\nlz4,1.105\n", [0, 1.105]),
    ],
)
def test_what_proves_the_dot_or_the_groups(text, expected):
    assert values(text) == expected


def test_units_of_the_cells_are_reckoned_in():
    text = "alternative,p99\nnone,980 ms\nlz4,1.234 s\n"
    assert values(text, "response_time_p99") == [980.0, 1234.0]
    assert "may be 1234 ms or 1.234 ms" in refusal("alternative,p99\nnone,980 ms\nlz4,1.234 ms\n")


def test_numbers_of_other_measures_in_a_long_table_say_nothing_of_groups():
    text = "alternative,measure,value\nnone,tps,980\nlz4,tps,990\nnone,compression_ratio,1.000\nlz4,compression_ratio,2.101\n"
    assert values(text, "compression_ratio") == [1.0, 2.101]


def test_numbers_that_are_none_of_texts_have_no_marks():
    assert values('[{"alternative": "none", "tps": 980}, {"alternative": "lz4", "tps": 1.234}]') == [
        980,
        1.234,
    ]


# --- a decimal mark is proven by the column itself, or by measures that agree with it ---------------------------


def test_a_column_that_is_not_used_proves_no_mark():
    text = "alternative;version;compression_ratio;tps\nnone;1.0;1,000;1000\nlz4;1.9;2,101;1010\nzstd;1.5;2,887;990\n"
    assert values(text, "compression_ratio") == [1.0, 2.101, 2.887]
    text = "alternative\tversion\ttps\nnone\t1.0\t1,234\nlz4\t1.9\t2,101\n"
    assert "this may be 1234 or 1.234" in refusal(text)


def test_columns_of_other_measures_do_not_make_thousands_of_three_decimals():
    text = "alternative\ttps\tcompression_ratio\nnone\t980,5\t1.000\nlz4\t1010,2\t2.101\nzstd\t970,1\t2.887\n"
    said = refusal(text)
    assert "line 2, column 'compression_ratio': found '1.000': this may be 1000 or 1.000" in said
    assert said.endswith("say --decimal , (1000), or write decimals as the other columns do (1,000)")
    assert values(text, "compression_ratio", decimal=",") == [1000, 2101, 2887]
    written = text.replace("1.000", "1,000").replace("2.", "2,")
    assert values(written, "compression_ratio") == [1.0, 2.101, 2.887]


def test_other_columns_do_not_outvote_the_semicolons():
    text = "alternative;tps;compression_ratio\nnone;980.5;1,000\nlz4;1010.2;2,101\n"
    said = refusal(text)
    assert "other columns have decimal dots, and semicolons part the cells" in said
    assert said.endswith("say --decimal . (1000), or write decimals as the other columns do (1.000)")
    assert values(text, "compression_ratio", decimal=".") == [1000, 2101]
    assert values(text.replace(",", "."), "compression_ratio") == [1.0, 2.101]


def test_groups_by_commas_beside_decimal_dots_are_groups():
    text = 'alternative,tps,p99 (ms)\nnone,"1,234",1.5\nlz4,"2,345",2.5\n'
    assert values(text) == [1234, 2345]


# --- one letter is a factor of eight ----------------------------------------------------------------------------


@each(
    ("text", "said"),
    [
        (
            "alternative,stored_bytes\nnone,800 MB\nlz4,2400 Mb\n",
            "line 3, column 'stored_bytes': found '2400'",
        ),
        ("alternative,stored_bytes\nnone,1200 b\nlz4,800 B\n", "stored_bytes is measured in B, not in bit"),
        ("alternative,stored_bytes\nnone,12 kb\nlz4,8 kb\n", "stored_bytes is measured in B, not in Kbit"),
        ("alternative,stored size (Gb)\nnone,12\nlz4,8\n", "stored_bytes is measured in B, not in Gbit"),
        ("alternative,stored size Mb\nnone,12\nlz4,8\n", "stored_bytes is measured in B, not in Mbit"),
    ],
)
def test_bits_are_no_bytes(text, said):
    assert said in refusal(text)


@each("heading", ["stored_kb", "stored_KB", "stored size (mb)", "stored_b", "stored (KiB)", "stored in gb"])
def test_headings_without_capitals_say_nothing_of_bits(heading):
    numbers = values(f"alternative,{heading}\nnone,12\nlz4,8\n", "stored_bytes")
    assert numbers[0] / numbers[1] == 1.5


# --- of two equal keys in JSON none counts ----------------------------------------------------------------------

TWICE = """{"alternatives": ["a", "b"],
 "judgments": [["a", "b", 3]],
 "judgments": [["a", "b", "1/3"]]}
"""


def test_a_key_twice_in_a_hierarchy_is_refused(tmp_path):
    (tmp_path / "h.json").write_text(TWICE)
    with pytest.raises(
        AHPError, match=r"h\.json, line 3: found 'judgments': this key stands twice in an object"
    ):
        read_hierarchy(tmp_path / "h.json")


def test_a_key_twice_in_a_decision_or_a_history_is_refused(tmp_path):
    decision = ahp.rank(read("alternative,tps\nnone,1\nlz4,2\n", baseline="none")).report("json")
    doubled = decision.replace('"version":', '"version": "0",\n"version":', 1)
    assert doubled != decision
    (tmp_path / "d.json").write_text(doubled)
    with pytest.raises(
        AHPError, match=r"d\.json, line \d+: found 'version': this key stands twice in an object"
    ):
        read_decision(tmp_path / "d.json")
    lines = [" ".join(text.split("\n")) for text in (decision, doubled)]
    (tmp_path / "h.jsonl").write_text("\n".join(lines) + "\n")
    with pytest.raises(AHPError, match=r"h\.jsonl, line 2: found 'version': this key stands twice"):
        ahp.read_history(tmp_path / "h.jsonl")


# --- offsets from universal time --------------------------------------------------------------------------------


@each("offset", ["+1:00", "+1", "+5:30", "+530", "+15:00", "+05:60", "+100000", "-1:00"])
def test_an_offset_that_could_be_several_is_refused(offset):
    start, end = f"2026-11-20 21:00:00{offset}", f"2026-11-20 22:00:00{offset}"
    said = refusal("alternative,tps\nnone,1\n", window=(start, end))
    assert f"the time zone of '{start}' could be several, or its offset is not clear" in said
    assert "write it with two digits of hours and two of minutes, as +01:00" in said


@each(
    ("offset", "seconds"),
    [("Z", 0), ("+01:00", 3600), ("+01", 3600), ("+0530", 19800), ("-08:00", -28800), ("+14:00", 50400)],
)
def test_an_offset_of_two_digits_is_read(offset, seconds):
    assert stamp_of(f"2026-11-20 21:00:00{offset}").epoch == stamp_of("2026-11-20 21:00:00Z").epoch - seconds


# --- a mapping of mappings --------------------------------------------------------------------------------------


def test_what_a_frame_makes_of_itself_is_refused_where_its_labels_would_be_read():
    import pandas as pd

    frame = pd.DataFrame({"alternative": ["none", "lz4"], "tps": [100, 120]}, index=[5, 6])
    with pytest.raises(
        AHPError, match="<mapping>, column 'alternative': a column is a sequence of cells"
    ) as raised:
        ahp.read(frame.to_dict())
    assert str(raised.value).endswith("give the DataFrame itself, or its to_dict('list')")
    assert [row.value for row in ahp.read(frame.to_dict("list")).rows] == [100, 120]


# --- fractions and per cent in one column -----------------------------------------------------------------------


def test_fractions_beside_per_cents_are_refused_in_one_file_and_in_several():
    text = "alternative,tps,cpu\nnone,100,0.32\nlz4,120,41\nzstd,110,0.55\n"
    assert refusal(text).startswith(
        "<file>, line 2, column 'cpu': found '0.32': this seems to be a fraction, 32 %, and '41' beside it a number "
        "of per cent; neither says so; write all in per cent"
    )
    one, other = ({"alternative": [name], "cpu": [cpu]} for name, cpu in (("a", "0.32"), ("b", "41")))
    with pytest.raises(AHPError, match="this seems to be a fraction, 32 %"):
        ahp.read(one, other)


@each(
    "text",
    [
        "alternative,cpu\nnone,0.5\nlz4,41\n",  # half a per cent
        "alternative,cpu\nnone,0.52\nlz4,3\n",  # little system time
        "alternative,cpu\nnone,0.32\nlz4,0.41\n",
        "alternative,cpu_pct\nnone,0.32\nlz4,41\n",  # its heading says what it is
        "alternative,cpu\nnone,0.32 %\nlz4,41 %\n",
        "scenario,alternative,cpu\nidle,none,0.4\nbusy,none,41\n",
        "alternative,cpu_system,cpu_user\nnone,0.4,41\nlz4,0.5,45\n",
    ],
)
def test_small_shares_are_small(text):
    assert read(text).rows


# --- what looks like a row and is none --------------------------------------------------------------------------

HASHED = "alternative,tps\nnone,100\nlz4,120\n#3 zstd,300\nsnappy,111\n# measured, in May\n"


def test_a_row_that_begins_with_a_hash_is_told():
    m = read(HASHED)
    assert m.caveats == (
        ("<file>", "line 4 ('#3 zstd,300') begins with # and so is no row, though it looks like one"),
    )
    assert "line 4 ('#3 zstd,300') begins with #" in ahp.rank(m).report("text")
    two = read(HASHED.replace("snappy,111", "#4,9"))
    assert "line 4 ('#3 zstd,300') and line 5 ('#4,9') begin with #" in two.caveats[0][1]


@each("comment", ["# none, lz4 and zstd", "# tps,is per second", "#", "# 1;2"])
def test_other_comments_are_not(comment):
    assert read(f"# x,5\nalternative,tps\nnone,100\n{comment}\nlz4,120\n").caveats == ()


MARKDOWN = "| codec | tps |\n|---|---:|\n| none | 100 |\n| lz4 | 120 |\n"


@each("between", ["\nand, the best one:\n\n", "and, the best one:\n", "\none\n\ntwo\n\nthree\n\n"])
def test_a_table_that_goes_on_below_a_sentence_is_refused(between):
    said = refusal(MARKDOWN + between + "| zstd | 300 |\n")
    assert "found '| zstd | 300 |': this looks like a row of the table that ended on line 4" in said


def test_another_table_below_a_sentence_is_no_part_of_it():
    other = "\nThe machine:\n\n| what | GB |\n|---|---|\n| memory | 64 |\n"
    assert read(MARKDOWN + other).alternatives("default") == ("none", "lz4")
    assert read(MARKDOWN + "\nUse a | b, never 5 | 6 | 7.\n").alternatives("default") == ("none", "lz4")


# --- a last number that may be cut ------------------------------------------------------------------------------


@each("last", ["10", "106.", "1"])
def test_a_last_number_with_fewer_decimals_is_refused_where_no_line_ends(last):
    text = f"alternative,tps\nnone,100.1\nlz4,104.3\nzstd,{last}"
    said = refusal(text)
    assert said.startswith(
        f"<file>, line 4, column 'tps': found '{last}': the file ends here without the end of a "
    )
    assert "its last number may be cut: those above it have 1; give the whole file" in said
    assert len(read(text + "\n").rows) == 3


@each(
    "text",
    ["none,100.1\nlz4,104.3\nzstd,106.9", "none,1\nlz4,10.25\nzstd,7", "none,9.5\nlz4,7", "none,5\nlz4,6"],
)
def test_a_table_need_not_end_its_last_line(text):
    assert read(f"alternative,tps\n{text}").rows


def test_what_programs_print_is_refused_where_its_last_number_may_be_cut(tmp_path):
    def given(text):
        (tmp_path / "wal.csv").write_text(text)
        return f"lz4={tmp_path / 'wal.csv'}"

    text = "wal_records,wal_fpi,wal_bytes,wal_buffers_full,wal_write,wal_sync\n5,1,5622611,0,3,34\n"
    assert [row.value for row in ahp.read(given(text)).rows if row.measure == "wal_bytes"] == [5622611]
    for cut in (text[:-1], text[:-2]):
        with pytest.raises(
            AHPError, match=r"wal\.csv, line 2: found .* its last number may be cut: programs end"
        ):
            ahp.read(given(cut))


# --- names that look the same are the same ----------------------------------------------------------------------


def test_accents_written_in_two_ways_are_one_name():
    m = read("alternative,run,tps\nbase,1,100\nbase,2,101\ncaf\u00e9,1,120\ncafe\u0301,2,130\n")
    assert m.alternatives("default") == ("base", "caf\u00e9")


def test_marks_of_files_that_were_joined_are_no_part_of_a_name():
    m = ahp.read(io.BytesIO("\ufeffalternative,tps\nnone,100\n\ufefflz4,120\n".encode()))
    assert m.alternatives("default") == ("none", "lz4")


# --- cells that are no numbers ----------------------------------------------------------------------------------


@each("stand_in", ["9999", "99999", "99999.0", "999999"])
def test_stand_ins_far_above_all_others_are_refused(stand_in):
    said = refusal(f"alternative,tps\nnone,5\nlz4,{stand_in}\nzstd,7\n")
    assert "programs write this where they have no number" in said
    written = said.rpartition("or write ")[2].removesuffix(" if that was measured")
    assert values(f"alternative,tps\nnone,5\nlz4,{written}\nzstd,7\n") == [5, float(stand_in), 7]


def test_cells_of_a_mapping_that_are_no_numbers_are_refused():
    import numpy as np

    for cell in (np.bool_(True), True, b"1_0"):
        with pytest.raises(AHPError, match=r"column 'tps': found .*: a number is needed"):
            ahp.read({"alternative": ["none", "lz4"], "tps": [5, cell]})


def test_names_of_bytes_are_read_as_text():
    assert ahp.read({"alternative": [b"none", b"lz4"], "tps": [5, 6]}).alternatives("default") == (
        "none",
        "lz4",
    )


def test_the_mark_of_a_footnote_is_noted():
    (found,) = ahp.explain(io.StringIO("alternative,tps\nnone,100*\nlz4,**120**\n")).files
    assert [note for note in found.notes if "footnote" in note] == [
        "column 'tps': in '100*' the mark of a footnote is passed over"
    ]
