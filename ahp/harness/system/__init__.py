"""The machine: its processes, counters, limits and folders."""
