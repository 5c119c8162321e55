"""What a page and a LaTeX file say of a document, as sentences, tables and rankings fit to be shown."""
