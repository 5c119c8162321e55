"""From a document to a page: text, JSON, CSV, Markdown, HTML. Nothing is computed here."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
