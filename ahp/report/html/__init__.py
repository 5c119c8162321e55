"""The report as a page: one file that needs no network, or a fragment of another tool's page."""
