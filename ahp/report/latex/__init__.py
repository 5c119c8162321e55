"""Reports as LaTeX: booktabs tables that compile in a bare article."""
