"""Builds the faulty interpreters of faults.toml, and checks that the cases of fixtures/beyond catch
all of them, tell all of them apart, and that the last section of docs/MEASUREMENTS.md says so; then
judges a class with them:

    python3 tests/mutants/run.py --admiralty PATH

UPDATE=1 writes the section, and also the part about random scripts, which takes several minutes.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
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
#: How many random scripts are tried on each fault.
SCRIPTS = 2000
STRESS = """
With `--stress {scripts} --seed 1`, [random scripts](JUDGE.md#10-random-scripts) find the faults as follows; only `UPDATE=1` measures
this again.

| scripts | faults found | lines of a minimised script, mean | most |
|---|---|---|---|
{rows}
{strict_only}

{never}
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


def stressed(admiralty, program, strict):
    """How many lines the script has that tells a faulty program from a right one; none if none does."""
    with tempfile.TemporaryDirectory() as cases:
        command = [admiralty, "judge", cases, "--stress", SCRIPTS, "--seed", 1, "--jobs", 1]
        command += ["--cpu", 60, "--wall", 600, *strict, "--", program]
        run = subprocess.run(list(map(str, command)), capture_output=True)
        if run.returncode not in (0, 1):
            sys.exit(run.stderr.decode())
        found = [len(script.read_text().splitlines()) for script in Path(cases).glob("*.in")]
        return found[0] if found else None


def stress_section(admiralty, programs):
    names = [fault["name"] for fault in faults()]
    rows, missed = "", []
    for scope, strict in (("of the assignment", []), ("of the whole language (`--strict`)", ["--strict"])):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            lengths = list(pool.map(lambda name: stressed(admiralty, programs / name, strict), names))
        found = [length for length in lengths if length is not None]
        rows += f"| {scope} | {len(found)} | {sum(found) / len(found):.1f} | {max(found)} |\n"
        missed.append([name for name, length in zip(names, lengths) if length is None])
    default, strict = missed
    only = listed("Only `--strict` finds", [name for name in default if name not in strict])
    return STRESS.format(scripts=SCRIPTS, rows=rows, strict_only=only, never=listed("Neither finds", strict))


def listed(begin, names):
    text = f"{begin} {', '.join(f'`{name}`' for name in names) or 'no other fault'}."
    return textwrap.fill(text, 132, break_long_words=False, break_on_hyphens=False)


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
        DOCUMENT.write_text(text + stress_section(admiralty, programs))
    elif not document.startswith(text):
        sys.exit(f"{DOCUMENT} is out of date: UPDATE=1 writes it")
    print(f"{beyond['caught']} faults are caught", flush=True)
    print(grading.check(admiralty, programs))


main()
