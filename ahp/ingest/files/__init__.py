"""Files: where each stands, what it is packed in, and the text or table that it holds."""
