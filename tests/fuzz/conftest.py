"""What is run by itself, with packages that tests do not need."""

collect_ignore = ["guided.py"]
