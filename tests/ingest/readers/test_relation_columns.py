import pytest

from ahp.errors import InputError
from ahp.ingest.readers.relation_columns import Size, caveats, is_known, size_columns

LIST = frozenset({"schema", "name", "type", "owner", "persistence", "access method", "size", "description"})


@pytest.mark.parametrize(
    "names",
    [
        LIST,
        {"relname", "total"},
        {"relname", "heap", "idx", "total", "pretty"},
        {"relname", "pg_total_relation_size"},
        {"table_name", "pg_table_size", "pg_indexes_size"},
        {"table_schema", "table_name", "data_length", "index_length"},
        {"name", "file_size", "allocated_size"},
    ],
)
def test_headings_of_servers_and_their_catalogues_are_known(names):
    assert is_known(frozenset(names))


@pytest.mark.parametrize(
    "names",
    [
        {"name", "size"},
        {"table", "total"},
        {"name", "file_size"},
        {"relname", "n_live_tup"},
        {"data_length"},
        {"total"},
    ],
)
def test_headings_that_anybody_could_write_are_not(names):
    assert not is_known(frozenset(names))


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        (
            ["relname", "pg_table_size", "pg_indexes_size", "pg_total_relation_size"],
            ("pg_total_relation_size",),
        ),
        (["relname", "pg_indexes_size", "pg_table_size"], ("pg_table_size", "pg_indexes_size")),
        (["table_name", "index_length", "data_length"], ("data_length", "index_length")),
        (["name", "file_size", "allocated_size"], ("allocated_size",)),
        (sorted(LIST), ("size",)),
    ],
)
def test_what_says_most_is_added_up(names, columns):
    assert size_columns(names) == columns


@pytest.mark.parametrize(
    ("cell", "value", "resolution"),
    [
        ("162004992", 162004992, 0.5),
        ("0 bytes", 0, 0.5),
        ("8192 bytes", 8192, 0.5),
        ("40 kB", 40960, 512),
        ("133 MB", 139460608, 524288),
        ("12 GB", 12884901888, 536870912),
        ("11 TB", 12094627905536, 549755813888),
        ("NULL", 0, 0),
        ("", 0, 0),
    ],
)
def test_sizes_of_postgresql_are_powers_of_1024(cell, value, resolution):
    assert Size.of({"size": cell}, ("size",), 3) == Size(value, resolution, 3)


@pytest.mark.parametrize("cell", ["133 mb", "1.5 MB", "-1", "12,5", "1e3", "133 MB ", "١٢"])
def test_other_words_are_no_sizes(cell):
    with pytest.raises(InputError, match="a size is needed"):
        Size.of({"size": cell}, ("size",), 3)


@pytest.mark.parametrize(
    "options",
    [
        "`PAGE_COMPRESSED`='1'",
        "`PAGE_COMPRESSED`=1 `PAGE_COMPRESSION_LEVEL`=9",
        "page_compressed=ON",
        'COMPRESSION="zlib"',
    ],
)
def test_page_compression_is_not_in_the_length(options):
    record = {"data_length": "1", "index_length": "1", "create_options": options}
    size = Size.of(record, ("data_length", "index_length"), 3)
    assert size.value == 2
    assert "page compression" in str(size.problem)


@pytest.mark.parametrize(
    "options", ["", "row_format=COMPRESSED key_block_size=8", "`PAGE_COMPRESSED`='0'", 'COMPRESSION="none"']
)
def test_other_options_do_no_harm(options):
    assert Size.of({"data_length": "7", "create_options": options}, ("data_length",), 3).value == 7


def test_a_file_of_no_known_size_has_the_size_of_its_pages():
    size = Size.of({"allocated_size": "0", "file_size": "15728640"}, ("allocated_size",), 3)
    assert size.value == 15728640
    assert "does not know" in str(size.problem)
    with pytest.raises(InputError, match="does not know"):
        Size.of({"relname": "a", "allocated_size": "0"}, ("allocated_size",), 3)


@pytest.mark.parametrize(
    ("names", "columns", "said"),
    [
        (["data_length"], ("data_length",), "estimates"),
        (["pg_relation_size"], ("pg_relation_size",), "main fork"),
        (["pg_table_size"], ("pg_table_size",), "without their indexes"),
        (sorted(LIST), ("size",), "without their indexes"),
        (["total"], ("total",), "file system below"),
    ],
)
def test_each_kind_of_size_has_its_caveat(names, columns, said):
    texts = list(caveats(names, columns, [Size(1, 0.5, 1)]))
    assert said in " ".join(texts)
    assert len(texts) == (1 if columns == ("total",) else 2)


def test_rounded_sizes_are_said():
    assert any("rounded" in text for text in caveats(["total"], ("total",), [Size(40960, 512, 1)]))


def test_a_part_of_a_size_is_not_taken_for_the_whole():
    with pytest.raises(
        InputError, match="size of a whole relation is not here; found 'table_name', 'data_length'"
    ):
        size_columns(["table_name", "data_length"])
