"""The transaction mixes and the data they run on, one module each."""
