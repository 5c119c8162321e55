"""Labels on matrices: pairwise comparison matrices and hierarchies as people name them."""
