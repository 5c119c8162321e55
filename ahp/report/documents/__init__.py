"""The documents, each written once as types, and what is made of these: JSON Schema and checked loading."""
