"""Builds the faulty interpreters of faults.toml, and checks that the cases of fixtures/beyond catch
all of them, tell all of them apart, and that docs/MUTANTS.md says so; then judges a class with them:

    python3 tests/mutants/run.py --admiralty PATH

UPDATE=1 writes the document.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import grading
from build import REPOSITORY, build, faults

DOCUMENT = REPOSITORY / "docs/MUTANTS.md"
HEAD = """# Faulty interpreters

`tests/mutants/faults.toml` has {faults} faults, each of which breaks one rule of the [language](LANGUAGE.md), as a student's program
might. `python3 tests/mutants/run.py --admiralty PATH` builds an interpreter with each fault, from the sources of this program,
and judges them with `admiralty judge CASES --mutants DIR` ([JUDGE.md](JUDGE.md#15-mutants)). `.ci/run` checks this page; `UPDATE=1`
writes it.

| cases | faults caught | cases that are enough for these |
|---|---|---|
| T01 to T36 (`fixtures/`) | {usual} | {usual_enough} |
| {beyond_cases} cases (`fixtures/beyond/`) | {beyond} | {beyond_enough} |

The second column says how many cases of `fixtures/beyond` catch the fault, the third which of T01 to T36 do.

| fault, and the rule that it breaks | cases | T01 to T36 |
|---|---|---|
"""


def judged(admiralty, cases, programs):
    """What the cases tell about the programs."""
    command = [admiralty, "judge", cases, "--mutants", programs, "--quiet", "--json"]
    run = subprocess.run(list(map(str, command)), capture_output=True)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr.decode())
    return json.loads(run.stdout)


def catching(report):
    """The cases that catch each fault."""
    found = {}
    for case in report["cases"]:
        for fault in case["catches"]:
            found.setdefault(fault, []).append(case["name"])
    return found


def document(usual, beyond):
    text = HEAD.format(
        faults=len(faults()),
        usual=usual["caught"],
        usual_enough=len(usual["sufficient"]),
        beyond=beyond["caught"],
        beyond_cases=len(beyond["cases"]),
        beyond_enough=len(beyond["sufficient"]),
    )
    by_usual, by_beyond = catching(usual), catching(beyond)
    for fault in faults():
        name = fault["name"]
        cases = ", ".join(by_usual.get(name, [])) or "none"
        text += f"| `{name}`: {fault['rule']} | {len(by_beyond.get(name, []))} | {cases} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--admiralty", type=Path, required=True)
    admiralty = parser.parse_args().admiralty.resolve()
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")).resolve()
    programs = build(target)
    beyond = judged(admiralty, REPOSITORY / "fixtures/beyond", programs)
    wrong = [
        f"{what}: {beyond[what]}"
        for what in ("uncaught", "not_judged", "alike")
        if beyond[what]
    ]
    if wrong:
        sys.exit("\n".join(wrong))
    text = document(judged(admiralty, REPOSITORY / "fixtures", programs), beyond)
    if os.environ.get("UPDATE"):
        DOCUMENT.write_text(text)
    elif DOCUMENT.read_text() != text:
        sys.exit(f"{DOCUMENT} is out of date: UPDATE=1 writes it")
    print(f"{beyond['caught']} faults are caught", flush=True)
    print(grading.check(admiralty, programs))


main()
