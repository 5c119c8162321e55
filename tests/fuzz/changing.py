"""Inputs changed as chance and a fuzzer change them, each by a short list of numbers that says how."""

TOKENS = [
    b"", b"0", b"-0", b"-1", b"1e999", b"-1e-999", b"nan", b"inf", b"NaN", b"Infinity", b"9" * 400, b"9" * 5000, b"0x10",
    b"1_000", b"1,5", b"1.5.5", b"\xd9\xa3", b"\xc2\xb2", b"\0", b"\r", b"\n", b"\n\n\n", b"\r\n", b"\t", b" ", b'"', b"'", b"\\", b"{", b"}",
    b"[", b"]", b"[" * 5000, b"{" * 5000, b"(" * 5000, b'{"a":' * 3000, b",", b";", b":", b"=", b"|", b"#", b"%", b"$(id)", b"`id`", b"../../etc/passwd",
    b"/etc/passwd", b"/dev/zero", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\xf0\x9f\x92\xa9", b"\x1b[31m", b"null", b"true", b"false",
    b"1979-05-27T07:32:00Z", b"25:61:61", b"99999-01-01", b"1/0", b"0/0", b"a" * 3000, b"- " * 3000, b"not " * 2000, b"x.", b"*", b"?", b"1" + b"0" * 308,
    b"4.9e-324", b"1.7976931348623157e308", b"18446744073709551616", b"-9223372036854775809", b"ms", b"KiB", b"us/op", b"%s%n", b"__class__", b"__proto__",
]  # fmt: skip
"""What breaks parsers."""


def _flip(data, at, what, other):
    return data[:at] + bytes([data[at] ^ (1 << what % 8)]) + data[at + 1 :] if data else data


def _put(data, at, what, other):
    return data[:at] + TOKENS[what % len(TOKENS)] + data[at:]


def _over(data, at, what, other):
    token = TOKENS[what % len(TOKENS)]
    return data[:at] + token + data[at + len(token) :]


def _cut(data, at, what, other):
    return data[:at] + data[at + what % 64 :]


def _end(data, at, what, other):
    return data[:at]


def _repeat(data, at, what, other):
    piece = data[at : at + what % 256]
    return data[:at] + piece * (1 + what % 50) + data[at:]


def _splice(data, at, what, other):
    return data[:at] + other[what % (len(other) + 1) :]


def _word(data, at, what, other):
    """Replace the word or number that stands there."""
    start = at
    while start and data[start - 1 : start].isalnum():
        start -= 1
    end = at
    while data[end : end + 1].isalnum():
        end += 1
    return data[:start] + TOKENS[what % len(TOKENS)] + data[end:]


def _lines(data, at, what, other):
    """Put one line in the place of another."""
    lines = data.splitlines(keepends=True)
    if not lines:
        return data
    lines[at % len(lines)] = lines[what % len(lines)]
    return b"".join(lines)


def _field(data, at, what, other):
    """Put a word of the other input in the place of one."""
    words = other.replace(b",", b" ").split() or [b""]
    start = max(data.rfind(b, 0, at) for b in (b",", b" ", b"\n", b'"', b"=")) + 1
    end = min(
        (e for e in (data.find(b, at) for b in (b",", b" ", b"\n", b'"', b"=")) if e >= 0), default=len(data)
    )
    return data[:start] + words[what % len(words)] + data[end:]


WAYS = (_flip, _put, _over, _cut, _end, _repeat, _splice, _word, _word, _lines, _field)


def changed(data, steps, other, largest):
    """Return an input after some steps of (way, place, what), never longer than `largest`."""
    for way, place, what in steps:
        data = WAYS[way % len(WAYS)](data, place % len(data) if data else 0, what, other)[:largest]
    return data
