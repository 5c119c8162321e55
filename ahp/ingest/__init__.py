"""From files to measurements: tables in every dialect people write, joined, with nothing guessed."""
