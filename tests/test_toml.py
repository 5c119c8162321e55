"""TOML that takes Python's parser long is refused before it is parsed, and all other TOML is read."""

import time

import pytest
from fuzz.trying import limited

from ahp.files import toml_in

DEEP = "a key has more than 250 parts"


def test_what_would_take_long_is_refused():
    for text, told in [
        ("a" + ".a" * 50_000 + " = 1", rf"{DEEP} \(at line 1\)"),
        ("x = 1\n\n[a" + ".a" * 50_000 + "]", rf"{DEEP} \(at line 3\)"),
        ("[[ a" + " \t. a" * 50_000 + " ]]", DEEP),
        ("x = { y = 1, a" + ".a" * 50_000 + " = 1 }", DEEP),
        ('"a"' + ".'a'.b-_9" * 50_000 + " = 1", DEEP),
        (r'"\"\\a"' + r'."\"\\a"' * 50_000 + " = 1", DEEP),
        ("x = " + "[" * 500_000, "lists or tables are nested too deeply"),
        ("x = " + "{a=" * 250_000, "lists or tables are nested too deeply"),
        ("#" * (1 << 20) + "\n", "it is larger than 1 MB"),
    ]:
        with limited(memory=1 << 28) as begin:
            begin()
            with pytest.raises(ValueError, match=told):
                toml_in(text)


def test_what_only_looks_so_is_read():
    for text in [
        "a" * 1_000_000 + " = 1",
        '"' + r"\"" * 500_000 + '" = 1',
        "a = '" + "a." * 90 + "'\nb = [" + "1.5, " * 10_000 + "]",
        "[" + ".".join("a" * 250) + "]\n" + 'b."x.y" = "a.b"',
        "# " + '"' * 1_000_000,
    ]:
        before = time.process_time()
        assert toml_in(text) is not None
        assert time.process_time() - before < 5
