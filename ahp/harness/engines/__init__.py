"""The databases that are measured, one module each."""
