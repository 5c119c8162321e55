"""Transactions as scripts, in the dialect of pgbench."""
