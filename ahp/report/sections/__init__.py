"""The parts of a report as blocks: every row and every sentence of it is made here, once for all formats."""
