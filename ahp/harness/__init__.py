"""The reference harness: run benchmarks for real and write the plain table that anybody's tool can read."""
