"""From files to measurements: tables in every dialect people write, joined, with nothing guessed.

`read` is the road, and `options` what the caller says of it. `files` finds and opens each file, `sniff` says
whose output it is, a reader of `readers` or of `plugins` gives its rows (most by what `tables` knows), and
`join` makes measurements of the rows of all, after `checks`. `explain` goes the same road and tells what it
sees there (`explanations`). `times` is for monitors, which run longer than a benchmark. `logs` sums up what
does not fit in memory; `judgments` reads what people judged.
"""
