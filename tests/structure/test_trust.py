"""Nothing that is read is run: no eval, no pickle, no shell, anywhere in the package."""

import ast
import itertools
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2] / "ahp"
MODULES = sorted(PACKAGE.rglob("*.py"))

ALLOWED = {
    (
        "harness/scripts/compiler.py",
        "exec",
    ): "a client's transactions, out of names and numbers that were checked; "
    "interpreting them would take the time that is measured",
    ("harness/engines/record_queries.py", "exec"): "their statements on a store of keys, likewise",
    (
        "ingest/judgments/gluc.py",
        "yaml",
    ): "safe_load alone, which makes plain data and refuses every other tag; "
    "tests/ingest/test_peers_judgments.py",
}
"""Where one of them stands all the same, and why."""

FORBIDDEN_NAMES = {"eval", "exec", "__import__", "execfile"}
FORBIDDEN_MODULES = {
    "pickle", "cPickle", "_pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "code", "codeop", "xmlrpc",
    "telnetlib",
}  # fmt: skip
FORBIDDEN_CALLS = {
    "popen", "getoutput", "getstatusoutput", "create_subprocess_shell", "read_pickle", "to_pickle", "unsafe_load", "mktemp", "extractall",
}  # fmt: skip
SHELLS = {"sh", "bash", "/bin/sh", "/bin/bash", "zsh", "dash"}


def found_in(text):
    """What of it stands in a module's text, each with its line."""
    for node in ast.walk(ast.parse(text)):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Name) and node.id in FORBIDDEN_NAMES:
            yield node.id, line
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] in FORBIDDEN_MODULES:
                    yield alias.name, line
        if isinstance(node, ast.ImportFrom):
            if (node.module or "").split(".")[0] in FORBIDDEN_MODULES:
                yield node.module, line
            for alias in node.names:
                if alias.name in FORBIDDEN_CALLS or (node.module, alias.name) == ("os", "system"):
                    yield alias.name, line
        if isinstance(node, ast.Attribute) and node.attr in FORBIDDEN_CALLS:
            yield node.attr, line
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "os.system":
            yield "system", line
        if isinstance(node, ast.keyword) and node.arg in ("shell", "allow_pickle"):
            told = node.value.value if isinstance(node.value, ast.Constant) else True
            if told is not False:
                yield f"{node.arg}=", line
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "load":
            names = {word.id for word in ast.walk(node.func) if isinstance(word, ast.Name)}
            if names & {"np", "numpy", "torch", "joblib"}:
                yield "load", line
        if isinstance(node, ast.List | ast.Tuple):
            words = [item.value if isinstance(item, ast.Constant) else None for item in node.elts]
            if any(
                first in SHELLS and second in ("-c", "-lc") for first, second in itertools.pairwise(words)
            ):
                yield "shell", line


def test_nothing_that_is_read_is_run():
    found = [
        (name, what, line)
        for name, text in ((str(m.relative_to(PACKAGE)), m.read_text(encoding="utf-8")) for m in MODULES)
        for what, line in found_in(text)
    ]
    assert sorted((name, what) for name, what, _ in found) == sorted(ALLOWED), found


def test_each_way_is_found_and_what_is_harmless_is_not():
    for text in [
        "eval('1')", "exec(x)", "f = eval", "import pickle", "from pickle import loads", "import yaml", "__import__('os')",
        "os.system('ls')", "from os import system", "os.popen('ls')", "run(x, shell=True)", "run(x, shell=asked)",
        "np.load(x)", "numpy.load(x)", "np.lib.format.read_array(x, allow_pickle=True)", "pd.read_pickle(x)",
        "run(['sh', '-c', x])", "run(('setpriv', 'bash', '-c', x))", "import marshal", "tar.extractall()", "tempfile.mktemp()",
    ]:  # fmt: skip
        assert list(found_in(text)), text
    for text in [
        "run(x, shell=False)", "json.load(x)", "tomllib.loads(x)", "model.eval_count", "platform.system()",
        "ast.literal_eval(x)", "np.loadtxt(x)",
    ]:  # fmt: skip
        assert list(found_in(text)) == [], text
