"""Reports as LaTeX: booktabs rules, and tables that longtable breaks over pages."""
