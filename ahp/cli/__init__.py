"""The commands; only they print."""
