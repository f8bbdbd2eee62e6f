"""Judges a class of 200 programs whose marks are known, and checks each of them."""

import csv
import os
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from build import REPOSITORY

#: How many programs there are.
CLASS = 200
CASES = [f"T{number:02}" for number in range(1, 34)]
CONFIG = """exit-code = "any"
limits = { cpu = 1, wall = 2, output = 1 }
[[group]]
name = "basics"
cases = ["T01..T13"]
points = 13
weights = { "T13" = 3 }
[[group]]
name = "moves"
cases = ["T14..T22"]
points = 10
scoring = "all"
[[group]]
name = "secret"
cases = ["T*"]
points-each = 0.5
hidden = true
"""
#: The commands of scripts, and the verdict of all cases that are run.
SCRIPTS = {
    "asleep": ("exec sleep 100", "ILE"),
    "busy": ("while :; do :; done", "TLE"),
    "flood": ("exec yes", "OLE"),
    "killed": ("kill -SEGV $$", "RTE"),
}
#: The other entries of the directory, and the verdict of all cases; none if the entry is not judged.
OTHERS = {
    "README": "",
    "empty": "",
    "dangling": "",
    "broken-c": "CE",
    "broken-cpp": "CE",
    "broken-python": "CE",
    "broken-rust": "CE",
    "broken-make": "CE",
}


class Programs:
    """The programs, and how to run those that end."""

    def __init__(self, directory, admiralty, faults):
        self.directory = directory
        self.admiralty = admiralty
        #: The command of each program that ends by itself.
        self.commands = {}
        self.verdicts = {}
        for fault in sorted(faults.iterdir()):
            self.link(fault.name, fault)
        for name, (command, verdict) in SCRIPTS.items():
            for number in range(3):
                self.script(f"{name}-{number}", command)
                self.verdicts[f"{name}-{number}"] = verdict
        self.sources()
        self.others()
        for name in ['its "name"', "two\nlines", "-rf", "T01", "a,b;c", "ünï 💥", "x" * 200]:
            self.link(name, admiralty)
        for number in range(8):
            self.script(f"always-{number}", f"echo '{'AB'[number % 2]} won'; exit {number // 2}")
            self.commands[f"always-{number}"] = [directory / f"always-{number}"]
        for number in range(CLASS - len(list(directory.iterdir()))):
            shutil.copy(admiralty, directory / f"copy-{number}")
            self.commands[f"copy-{number}"] = [admiralty]

    def link(self, name, program):
        (self.directory / name).symlink_to(program)
        self.commands[name] = [self.directory / name]

    def script(self, name, command):
        path = self.directory / name
        path.write_text(f"#!/bin/sh\n{command}\n")
        path.chmod(0o755)

    def source(self, path, text):
        path = self.directory / path
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def sources(self):
        """Right programs as sources, which run this program."""
        program = self.admiralty
        c = f'#include <unistd.h>\nint main() {{ return execl("{program}", "a", (char *)0); }}\n'
        python = f"import os\nos.execl({str(program)!r}, 'a')\n"
        self.source("c.c", c)
        self.source("cpp/ships.cpp", c)
        self.source("python/main.py", python)
        self.source("python/other.py", "")
        rust = f'fn main() {{ std::process::Command::new("{program}").status().unwrap(); }}\n'
        self.source("rust.rs", rust)
        self.source("make/Makefile", "ships: ships.c\n\tcc -o $@ ships.c\n")
        self.source("make/ships.c", c)
        built = ["c.c", "cpp", "python", "rust.rs", "make"]
        if shutil.which("cmake"):
            built.append("cmake")
            self.source("cmake/CMakeLists.txt", "project(x C)\nadd_executable(ships ships.c)\n")
            self.source("cmake/ships.c", c)
        built.append("cargo")
        self.source("cargo/Cargo.toml", '[package]\nname = "x"\nedition = "2021"\n[workspace]\n')
        (self.directory / "cargo/src").mkdir()
        self.source("cargo/src/main.rs", rust)
        for name in built:
            self.commands[name] = [self.admiralty]

    def others(self):
        self.source("README", "not a program\n")
        (self.directory / "empty").mkdir()
        (self.directory / "dangling").symlink_to("nowhere")
        self.source("broken-c/x.c", "int main() { return x; }\n")
        self.source("broken-cpp/x.cpp", "int main() { return x; }\n")
        self.source("broken-python/x.py", "def\n")
        self.source("broken-rust/x.rs", "fn main() { x }\n")
        self.source("broken-make/Makefile", "all:\n\tfalse\n")
        self.verdicts.update(OTHERS)


def verdict(command, case):
    """The verdict about a program that ends by itself."""
    with open(case, "rb") as script:
        run = subprocess.run(command, stdin=script, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    answer = case.with_suffix(".out").read_bytes()
    if run.stdout.removesuffix(b"\n") == answer.removesuffix(b"\n"):
        return "AC"
    return "PE" if run.stdout.split() == answer.split() else "WA"


def marks(verdicts):
    """The points by group of a program with these verdicts."""
    right = [verdict == "AC" for verdict in verdicts]
    weights = [3 if case == "T13" else 1 for case in CASES[:13]]
    # The rounded shares of the cases add up to the points of the group.
    upto = [round(13 * sum(weights[:count]) / sum(weights), 2) for count in range(14)]
    shares = [end - begin for begin, end in zip(upto, upto[1:])]
    basics = round(sum(share for share, is_right in zip(shares, right) if is_right), 2)
    return [basics, 10.0 if all(right[13:22]) else 0.0, 0.5 * sum(right[22:])]


def check(admiralty, faults):
    """Judges the class, and returns what to report."""
    with tempfile.TemporaryDirectory(prefix="admiralty-class-") as place:
        place = Path(place)
        (place / "tests").mkdir()
        (place / "class").mkdir()
        (place / "tests/judge.toml").write_text(CONFIG)
        for case in CASES:
            for extension in ("in", "out"):
                shutil.copy(REPOSITORY / f"fixtures/{case}.{extension}", place / "tests")
        programs = Programs(place / "class", admiralty, faults)
        # The programs share one interpreter, which lies elsewhere.
        command = [admiralty, *"grade tests class --no-sandbox --quiet --csv marks.csv".split()]
        environment = os.environ | {"XDG_CACHE_HOME": str(place / "cache")}
        begun = time.monotonic()
        judged = subprocess.run(command, cwd=place, env=environment, capture_output=True)
        seconds = time.monotonic() - begun
        assert judged.returncode in (1, 3), judged.stderr.decode()
        with open(place / "marks.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == CLASS, len(rows)
        for row in rows:
            # So that Excel takes no name as a formula.
            row["program"] = row["program"].removeprefix("'")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            known = list(pool.map(lambda row: expected(programs, row, place / "tests"), rows))
        wrong = [
            f"{row['program']}: {found}, not {wanted}"
            for row, wanted in zip(rows, known)
            if (found := graded(row)) != wanted
        ]
        assert not wrong, "\n".join(wrong)
        full = sum(sum(points) == 28.5 for points, _ in known)
        return f"the marks of {CLASS} programs are right ({full} have all points); {seconds:.0f} s"


def graded(row):
    """What the judge found: the points by group, and the verdicts."""
    points = [row[f"points: {group}"] for group in ("basics", "moves", "secret")]
    points = [float(earned) for earned in points if earned]
    return points, [row[case] for case in CASES]


def expected(programs, row, tests):
    """What the judge should find."""
    names = {"two\\nlines": "two\nlines"}
    name = names.get(row["program"], row["program"])
    if command := programs.commands.get(name):
        verdicts = [verdict(command, tests / f"{case}.in") for case in CASES]
        return marks(verdicts), verdicts
    failure = programs.verdicts[name]
    if not failure:
        return [], [""] * len(CASES)
    return [0.0, 0.0, 0.0], [failure] * len(CASES)
