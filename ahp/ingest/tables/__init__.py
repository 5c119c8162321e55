"""Tables as people write them: cells, headings, and what each column is."""
