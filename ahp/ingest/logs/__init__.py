"""Logs of single transactions that need not fit in memory, summed up by an engine that streams them."""
