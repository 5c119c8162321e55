"""The load generators: clients in Python processes, and the databases' own."""
