"""Builds the faulty interpreters of faults.toml, and checks that the cases of fixtures/beyond catch
all of them, tell all of them apart, and that the last section of docs/MEASUREMENTS.md says so; then
judges a class with them:

    python3 tests/mutants/run.py --admiralty PATH

UPDATE=1 writes the section.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import grading
from build import REPOSITORY, build, faults

DOCUMENT = REPOSITORY / "docs/MEASUREMENTS.md"
HEADING = "## Faulty interpreters\n\n"
SECTION = """`tests/mutants/faults.toml` has {faults} faults, each of which breaks one rule of the [language](LANGUAGE.md), as a student's program
might. `python3 tests/mutants/run.py --admiralty PATH` builds an interpreter with each fault, and judges them with `admiralty judge
CASES --mutants DIR` ([JUDGE.md](JUDGE.md#15-mutants)), which also prints the cases that catch each fault. It checks that the cases
of `fixtures/beyond` catch all faults and tell them apart, and that this section is up to date; `UPDATE=1` writes it.

| cases | faults caught | cases that are enough for these |
|---|---|---|
| T01 to T36 (`fixtures/`) | {usual} | {usual_enough} |
| {beyond_cases} cases (`fixtures/beyond/`) | {beyond} | {beyond_enough} |
"""


def judged(admiralty, cases, programs):
    """What the cases tell about the programs."""
    command = [admiralty, "judge", cases, "--mutants", programs, "--quiet", "--json"]
    run = subprocess.run(list(map(str, command)), capture_output=True)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr.decode())
    return json.loads(run.stdout)


def section(usual, beyond):
    return SECTION.format(
        faults=len(faults()),
        usual=usual["caught"],
        usual_enough=len(usual["sufficient"]),
        beyond=beyond["caught"],
        beyond_cases=len(beyond["cases"]),
        beyond_enough=len(beyond["sufficient"]),
    )


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
    document = DOCUMENT.read_text()
    before, _, _ = document.partition(HEADING)
    text = before + HEADING + section(judged(admiralty, REPOSITORY / "fixtures", programs), beyond)
    if os.environ.get("UPDATE"):
        DOCUMENT.write_text(text)
    elif document != text:
        sys.exit(f"{DOCUMENT} is out of date: UPDATE=1 writes it")
    print(f"{beyond['caught']} faults are caught", flush=True)
    print(grading.check(admiralty, programs))


main()
