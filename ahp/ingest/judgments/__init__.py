"""People's judgments, hierarchies of them, and decisions that were saved."""
