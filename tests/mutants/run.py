"""Builds the faulty interpreters of faults.toml, and checks that the cases of fixtures/beyond catch
all of them, tell all of them apart, and that the last section of docs/MEASUREMENTS.md says so:

    python3 tests/mutants/run.py --admiralty PATH

With --class, it then judges a class of 200 programs, the faulty ones and others. UPDATE=1 writes the
section, with its part about random scripts, and random_scripts.tsv, which takes several minutes.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grading
from build import REPOSITORY, build, faults

DOCUMENT = REPOSITORY / "docs/MEASUREMENTS.md"
FOUND_BY = REPOSITORY / "tests/mutants/random_scripts.tsv"
HEADING = "## Faulty interpreters\n\n"
SECTION = """`python3 tests/mutants/run.py --admiralty PATH` builds {faults} interpreters, each with a fault of `tests/mutants/faults.toml`: it breaks one
rule of the [language](LANGUAGE.md), as a student's program might. `admiralty mutants CASES PROGRAMS` ([JUDGE.md](JUDGE.md#15-mutants))
judges them. T01 to T36 catch {usual}; {usual_enough} of these cases are enough for that. The {beyond_cases} cases of `fixtures/beyond` ({beyond_enough} are enough) must
catch all, and tell them apart.
"""
#: How many random scripts are tried on each fault.
SCRIPTS = 2000
STRESS = """
[Random scripts](JUDGE.md#10-random-scripts) (`admiralty stress --scripts {scripts} --seed 1`) find {found}, minimised to {mean} lines on average
(at most {most}); with `--strict`, {strict_found} ({strict_mean}, at most {strict_most}). `UPDATE=1` writes this section, and which scripts find which fault to
`tests/mutants/random_scripts.tsv`.
"""


def judged(admiralty, cases, programs):
    """What the cases tell about the programs."""
    command = [admiralty, "mutants", cases, programs, "--no-build", "--quiet", "--json"]
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
        command = [admiralty, "stress", "--cases", cases, "--scripts", SCRIPTS, "--seed", 1, "--jobs", 1]
        command += ["--cpu", 60, "--wall", 600, *strict, "--", program]
        run = subprocess.run(list(map(str, command)), capture_output=True)
        if run.returncode not in (0, 1):
            sys.exit(run.stderr.decode())
        found = [len(script.read_text().splitlines()) for script in Path(cases).glob("*.in")]
        return found[0] if found else None


def stress_section(admiralty, programs):
    """The part about random scripts; also writes which of them find which fault."""
    names = [fault["name"] for fault in faults()]
    found_by = dict.fromkeys(names, "neither")
    figures = {}
    for scope, prefix, strict in (
        ("the language", "strict_", ["--strict"]),
        ("the assignment", "", []),
    ):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            lengths = list(pool.map(lambda name: stressed(admiralty, programs / name, strict), names))
        found = {name: length for name, length in zip(names, lengths) if length is not None}
        found_by.update(dict.fromkeys(found, scope))
        figures[f"{prefix}found"] = len(found)
        figures[f"{prefix}mean"] = f"{sum(found.values()) / len(found):.1f}"
        figures[f"{prefix}most"] = max(found.values())
    lines = [f"{name}\t{scope}\n" for name, scope in found_by.items()]
    FOUND_BY.write_text("fault\tfound by scripts of\n" + "".join(lines))
    return STRESS.format(scripts=SCRIPTS, **figures)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--admiralty", type=Path, required=True)
    parser.add_argument("--class", action="store_true", dest="has_class", help="judge a class of 200, too")
    arguments = parser.parse_args()
    admiralty = arguments.admiralty.resolve()
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
    if arguments.has_class:
        print(grading.check(admiralty, programs))


main()
