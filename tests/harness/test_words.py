from ahp.harness import words


def test_lists_are_plain_text_of_single_words():
    for name in ("WORDS", "FIRST_NAMES", "LAST_NAMES", "STREETS", "STREET_KINDS", "TOWNS", "COUNTRIES"):
        found = getattr(words, name)
        assert len(found) >= 8
        assert all(word.isascii() and word.isalpha() for word in found)
    assert len(words.WORDS) > 350
