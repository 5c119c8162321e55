"""Every sentence of a report, made from a document and read back by nothing."""
