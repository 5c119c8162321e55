"""A reference to a public name by the module that defines it finds the page of the public name."""

from __future__ import annotations

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

_FACES = ("ahp", "ahp.core", "ahp.report", "ahp.errors")


def at_its_face(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.TextElement
) -> nodes.Node | None:
    """Resolve `ahp.core.random_index.RANDOM_INDICES` as `ahp.core.RANDOM_INDICES`."""
    target = str(node.get("reftarget", ""))
    if node.get("refdomain") != "py":
        return None
    domain = env.domains["py"]
    last = target.removeprefix("ahp.").rpartition(".")[2]
    for face in _FACES:
        found = domain.resolve_xref(
            env, str(node.get("refdoc", "")), app.builder, node["reftype"], f"{face}.{last}", node, contnode
        )
        if found is not None:
            return found
    return None


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("missing-reference", at_its_face)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
