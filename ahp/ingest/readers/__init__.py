"""One file for each format: `matches(head)` says whether it is this one, `read(source)` returns its rows."""
