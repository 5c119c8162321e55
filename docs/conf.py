"""How Sphinx builds these pages; `sphinx-build -W -n -b html docs docs/_build/html` from the root."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
sys.path.insert(0, str(Path(__file__).parents[1]))  # the package of this checkout, installed or not

from ahp._version import __version__

project = "ahp"
author = "The ahp developers"
copyright = author
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "faces",
]
exclude_patterns = ["_build", "_ext"]

# Everything a page needs comes with it: no other project's inventory, no fonts, no scripts from elsewhere.
# Formulas are therefore written in plain characters: MathJax would be fetched from a host.

html_theme = "furo"
html_title = f"ahp {release}"
html_copy_source = False
html_show_sphinx = False

myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3

nitpicky = True
default_role = "code"
nitpick_ignore_regex = [
    # The types of NumPy, pandas and the standard library are documented there; no inventory is fetched.
    (r"py:.*", r"(np|npt|numpy|pd|pandas)\..*"),
    (r"py:.*", r"(collections|enum|fractions|os|typing)\..*"),
]

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings name types and shapes in words
napoleon_google_docstring = False
napoleon_use_param = False
napoleon_use_rtype = False
napoleon_custom_sections = [("Attributes", "params_style")]
