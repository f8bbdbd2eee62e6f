"""Tests the grammar: python3 test/run.py --admiralty PATH --tree-sitter PATH.

Every script in fixtures/ and fuzz/corpus/check that `admiralty check` accepts has a tree without ERROR and MISSING, and its queries are valid.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

GRAMMAR = Path(__file__).resolve().parents[1]
REPOSITORY = GRAMMAR.parents[1]

options = argparse.ArgumentParser()
options.add_argument("--admiralty", type=Path, required=True)
options.add_argument("--tree-sitter", type=Path, required=True)
given = options.parse_args()
admiralty, tree_sitter = given.admiralty.resolve(), given.tree_sitter.resolve()


def call(*arguments, **others):
    return subprocess.run([tree_sitter, *arguments], cwd=GRAMMAR, **others)


def accepted(script):
    check = [admiralty, "check", "--format", "json", script]
    return subprocess.run(check, stdout=subprocess.DEVNULL).returncode == 0


call("generate", check=True)
call("test", check=True)
scripts = [*REPOSITORY.glob("fixtures/**/*.in"), *REPOSITORY.glob("fixtures/**/*.ships")]
scripts += REPOSITORY.glob("fuzz/corpus/check/*")
# Tree-sitter has no token with a NUL byte in it.
scripts = sorted(script for script in scripts if b"\0" not in script.read_bytes() and accepted(script))
assert scripts, "there are scripts"
with tempfile.NamedTemporaryFile("w", suffix=".txt") as paths:
    paths.write("".join(f"{script}\n" for script in scripts))
    paths.flush()
    # Prints the scripts with errors; its exit code is 1 if there are any.
    call("parse", "--grammar-path", ".", "--quiet", "--paths", paths.name, check=True)
    for query in sorted(GRAMMAR.glob("queries/*.scm")):
        call("query", "--grammar-path", ".", "--paths", paths.name, query, check=True, stdout=subprocess.DEVNULL)
print(f"{len(scripts)} scripts have trees without errors")
