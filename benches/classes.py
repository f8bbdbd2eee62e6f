"""Times of judging a class: this judge, a shell loop, and other tools where they are installed.

    python3 benches/classes.py --admiralty PATH [--programs N ...]

Each tool runs N copies of a program, admiralty itself, on T01 to T33. CPU time and memory are those of the tool
and its children; memory is that of the largest process. oj is online-judge-tools, bt is
BAPCtools; both are on PyPI.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
CASES = [f"T{number:02}" for number in range(1, 34)]
LOOP = """for program in class/*; do for input in tests/*.in; do
  "$program" < "$input" | cmp -s - "${input%.in}.out" || echo "$program $input"
done; done"""
OJ = """for program in class/*; do oj test -N -S -c "$program" -d tests || exit; done"""


def place_of(admiralty, programs):
    """A directory with the cases and the programs, also as a problem package."""
    place = Path(tempfile.mkdtemp(prefix="admiralty-classes-"))
    (place / "tests").mkdir()
    for case in CASES:
        shutil.copy(FIXTURES / f"{case}.in", place / "tests")
        # The other tools know no missing line feed.
        answer = (FIXTURES / f"{case}.out").read_bytes()
        (place / f"tests/{case}.out").write_bytes(answer.removesuffix(b"\n") + b"\n" * bool(answer))
    (place / "class").mkdir()
    for number in range(programs):
        # A link would be hidden from the programs, as admiralty itself is.
        shutil.copy(admiralty, place / f"class/{number}")
    if shutil.which("bt"):
        run = {"cwd": place, "check": True, "capture_output": True}
        subprocess.run([admiralty, "package", "tests", "package"], **run)
        accepted = place / "package/submissions/accepted"
        accepted.mkdir(parents=True)
        c = f'#include <unistd.h>\nint main(void) {{ return execl("{admiralty}", "a", (char *)0); }}\n'
        for number in range(programs):
            (accepted / f"{number}.c").write_text(c)
        subprocess.run(["bt", "upgrade"], cwd=place / "package", check=True, capture_output=True)
        # This builds the submissions, too.
        subprocess.run(["bt", "run"], cwd=place / "package", capture_output=True)
    return place


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--admiralty", type=Path, required=True)
    parser.add_argument("--programs", type=int, nargs="+", default=[20])
    options = parser.parse_args()
    for programs in options.programs:
        measure(options.admiralty.resolve(), programs)


def measure(admiralty, programs):
    """Prints the times of all tools."""
    place = place_of(admiralty, programs)
    judge = [admiralty, "grade", "tests", "class", "--no-build", "--quiet"]
    tools = {
        "a shell loop with cmp": ["bash", "-c", LOOP],
        "admiralty judge -j 1": [*judge, "-j", "1"],
        "... --no-sandbox": [*judge, "-j", "1", "--no-sandbox"],
        "admiralty judge": judge,
        "oj test": ["bash", "-c", OJ] if shutil.which("oj") else None,
        "bt run": ["bt", "run"] if shutil.which("bt") else None,
    }
    print(f"{programs} programs, {len(CASES)} cases, {os.cpu_count()} cores")
    for name, command in tools.items():
        if not command:
            print(f"{name:22} not installed")
            continue
        directory = place / "package" if name == "bt run" else place
        begun = time.monotonic()
        with tempfile.TemporaryFile() as output:
            child = subprocess.Popen(command, cwd=directory, stdout=output, stderr=subprocess.DEVNULL)
            _, status, used = os.wait4(child.pid, 0)
            seconds = time.monotonic() - begun
            cpu = used.ru_utime + used.ru_stime
            per_run = 1000 / (programs * len(CASES))
            print(
                f"{name:22} {seconds:6.2f} s, {seconds * per_run:5.2f} ms a run;"
                f" CPU {cpu:6.2f} s, {cpu * per_run:5.2f} ms a run; {used.ru_maxrss / 1024:5.1f} MiB"
            )
            output.seek(0)
            said = output.read().decode()
        # bt fails because of the missing statement, too.
        if name != "bt run" and (status or (name.startswith("a shell") and said)):
            print(said)
    shutil.rmtree(place)


main()
