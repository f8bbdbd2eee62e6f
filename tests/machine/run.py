"""Runs each subcommand while the machine fails:

    python3 tests/machine/run.py --admiralty PATH [--seed N] [--kills N] [FAULT...]

Whatever fails, a command ends by itself. It reports the failure in a line and by its exit code, or does all that
it does otherwise; no file that it leaves can be taken for a whole one. Needs strace, and for some faults root and
libfaketime; a fault that cannot be produced is skipped.
"""

import argparse
import fcntl
import os
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
ROOT = Path(tempfile.mkdtemp(prefix="admiralty-machine-"))
RANDOM = random.Random()
OPTIONS = argparse.ArgumentParser()
#: The longest that a command may take, in seconds.
TIME_MAX = 60
#: The exit codes for files that cannot be written, and for a judge that fails.
FAILURES = (2, 3)
#: The exit code after a signal.
INTERRUPTED = 130

#: The commands, and the files that each writes; those of results can be resumed.
COMMANDS = {
    "run": ("run game.ships", []),
    "run --to-end": ("run --to-end ai.ships", []),
    "check": ("check --format json bad.ships", []),
    "replay": ("replay game.ships -o page.html", ["page.html"]),
    "replay --analyse": ("replay --analyse classic.ships -o page.html", ["page.html"]),
    "judge": (
        "judge cases -j 1 --json=judge.json --junit judge.xml --html judge.html -- cat wrong",
        ["judge.json", "judge.xml", "judge.html"],
    ),
    "grade": (
        "grade cases class --no-build -j 1 --csv class.csv --json=class.json --html pages",
        ["class.csv", "class.json"],
    ),
    "grade a shard": ("grade cases class --no-build -j 1 --shard 1/2 --out class.jsonl", ["class.jsonl"]),
    "stress": (
        "stress -j 1 --scripts 20 --seed 1 --html found.html -- cat wrong",
        ["found.html"],
    ),
    "arena": (
        "arena random hunt -j 1 --games 12 --seed 1 --out games.jsonl --json arena.json --html arena.html --csv arena.csv",
        ["games.jsonl", "arena.json", "arena.html", "arena.csv"],
    ),
    "solo": (
        "solo --rules hasbro -j 1 --games 40 --seed 1 --out solo.jsonl --html solo.html",
        ["solo.jsonl", "solo.html"],
    ),
    "merge": ("merge one.jsonl two.jsonl --json merged.json --html merged.html", ["merged.json", "merged.html"]),
    "validate": ("validate cases/1.in cases/1.out feedback", ["feedback/judgemessage.txt"]),
    "othello": ("othello --json game.pgn", []),
    "play": (
        "play --lang en --resume nearly.ships --log played.log",
        ["played.log", "played.html", "saved.ships"],
    ),
    "examples": ("examples new", ["new/examples/bots/scout.py", "new/fixtures/T36.in"]),
    "completions": ("completions bash", []),
    "man": ("man", []),
}

CLASSIC = """[state]
RULES german
SET_FLEET A 0 0 0 0 1 1
SET_FLEET B 0 0 0 0 1 1
SRAND 7
SET_AI_PLAYER A
SET_AI_PLAYER B
[state]
"""
AI = """[state]
BOARD_SIZE 9 9
SET_FLEET A 0 0 1 1
SET_FLEET B 0 0 1 1
SRAND 7
SET_AI_PLAYER A
SET_AI_PLAYER B
[state]
"""
#: A game that one shot at the field under the cursor ends.
NEARLY = """[state]
RULES italian
SET_FLEET A 0 0 1
SET_FLEET B 0 0 1
SHIP A 0 0 N 0 LAN 1
SHIP B 15 4 N 0 LAN 1
[state]
"""
#: The keys typed in that game: A looks, and shoots; then a page of the game, its script, and the end. Escape closes
#: the dialog about an unsaved script.
KEYS = [b" ", b"\r", b"r", b"s", b"\x15", b"saved.ships", b"\r", b"\x1b", b"q", b"\r"]
#: The message on the screen after a failed write.
TOLD = re.compile(rb"Not saved|cannot be written")
#: Escape sequences that move the cursor and set colours.
CONTROL = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")
#: A word of a report that a measurement decides.
MEASURED = re.compile(r'"(begun|[a-z_]*(seconds|bytes|time))": *[^,}\n]+|[0-9.]+ (ms|s|MB|KiB|MiB)\b|[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+|\b[0-9]+\.[0-9]{3,6}\b|\b[0-9]{6,}\b|(time|timestamp)="[^"]*"|most [^;]*')

#: The note about what the sandbox cannot prevent.
WALLS = re.compile(r"The sandbox does not prevent .*\n")

FAULTS = {}


def fault(function):
    """Adds a function to the faults."""
    FAULTS[function.__name__] = function
    return function


class Missing(Exception):
    """What a fault needs is not there."""


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Missing(f"there is no {program}")


def need_root():
    if os.geteuid() != 0:
        raise Missing("only root can do that")
    need("unshare", "mount")


class Terminal:
    """A terminal at which somebody types KEYS."""

    def __init__(self):
        self.person, self.program = os.openpty()
        fcntl.ioctl(self.program, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.program)
        self.shown = b""
        self.is_left = False
        self.typist = threading.Thread(target=self.type)
        self.typist.start()

    def type(self):
        """Types the next key when the screen has been still for a while."""
        keys = iter(KEYS)
        while not self.is_left:
            if select.select([self.person], [], [], 0.2)[0]:
                self.shown += os.read(self.person, 1 << 16)
            elif self.shown:
                os.write(self.person, next(keys, b""))

    def leave(self):
        """Returns what was shown, and whether the terminal is as it was before."""
        self.is_left = True
        self.typist.join()
        is_restored = termios.tcgetattr(self.program) == self.before
        os.close(self.person)
        os.close(self.program)
        return CONTROL.sub(b"", self.shown), is_restored


class Run:
    """A run of a command in a new directory."""

    def __init__(self, name, around=(), shell=None, room=None, **options):
        self.name = name
        self.directory = Path(tempfile.mkdtemp(dir=ROOT))
        self.is_mounted = room is not None
        if self.is_mounted:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", self.directory], check=True)
        shutil.copytree(ROOT / "inputs", self.directory, symlinks=True, dirs_exist_ok=True)
        if self.is_mounted:
            disk = os.statvfs(self.directory)
            (self.directory / "home/filler").write_bytes(bytes(disk.f_bavail * disk.f_frsize - room))
        self.start(around, shell, **options)

    def start(self, around=(), shell=None, stdout=subprocess.PIPE, env=None, kill_after=None, options=()):
        subcommand, *arguments = COMMANDS[self.name][0].split()
        command = [*around, str(OPTIONS.admiralty), subcommand, *options, *arguments]
        if shell:
            command = ["sh", "-c", shell + ' && exec "$@"', "sh", *command]
        environment = os.environ | {"HOME": str(self.directory / "home"), "XDG_CACHE_HOME": str(self.directory / "home/.cache")}
        terminal = Terminal() if subcommand == "play" and stdout == subprocess.PIPE else None
        process = subprocess.Popen(
            command,
            cwd=self.directory,
            env=environment | (env or {}),
            stdin=terminal.program if terminal else subprocess.DEVNULL,
            stdout=terminal.program if terminal else stdout,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        if kill_after is not None:
            number, seconds = kill_after
            time.sleep(seconds)
            process.send_signal(number)
        try:
            output, errors = process.communicate(timeout=TIME_MAX)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            errors += b"it does not end"
        screen, self.is_restored = terminal.leave() if terminal else (b"", True)
        self.is_told = bool(TOLD.search(screen))
        self.status, self.output, self.errors = process.returncode, output or b"", errors.decode(errors="replace")

    def files(self):
        return {name: self.directory / name for name in COMMANDS[self.name][1]}

    def strays(self):
        """Temporary files and directories that were left."""
        inputs = {path.relative_to(ROOT / "inputs") for path in (ROOT / "inputs").rglob("*")}
        here = {path.relative_to(self.directory) for path in self.directory.rglob("*")}
        expected = {Path(name) for name in COMMANDS[self.name][1]}
        others = here - inputs - expected
        others = {path for path in others if path.parts[0] not in ("home", "pages", "feedback")}
        # The results and outputs so far, from which the command continues.
        return {str(path) for path in others if path.suffix != ".partial" and "class.jsonl.outputs" not in path.parts}

    def remove(self):
        if self.is_mounted:
            subprocess.run(["umount", self.directory], check=True)
        shutil.rmtree(self.directory, ignore_errors=True)


def text(data):
    """Text without what is measured, the run's directory, and what the machine does not let the sandbox do."""
    words = data.decode(errors="replace") if isinstance(data, bytes) else data
    words = WALLS.sub("", words)
    return MEASURED.sub("_", re.sub(re.escape(str(ROOT)) + r"/\w+", "_", words))


def is_cut(path, right, is_reported):
    """Whether a report lacks its end, and does not show it: JSON and XML cannot be read then, and results of
    which the end is missing are continued, as are logs of games. If the exit code tells, tables have the rows
    that were finished."""
    found, expected = path.read_text(), right.read_text()
    match path.suffix:
        case ".csv":
            is_short = not is_reported and found.count("\n") != expected.count("\n")
            return found != "" and (is_short or not found.endswith("\n"))
        case ".html":
            return found != "" and not found.rstrip().endswith("</html>")
        case ".log":
            return not expected.startswith(found)
        case ".ships":
            return found != expected
    return False


def faults_of(run, right, must_say=True, may_leave=False):
    """What is wrong about a run, compared with one in which nothing failed."""
    faults = []
    if "it does not end" in run.errors:
        return ["it does not end"]
    if "panicked" in run.errors:
        faults.append("it panicked: " + run.errors[-300:])
    if run.status < 0:
        faults.append(f"it ended by signal {-run.status}")
    elif run.status != right.status:
        if run.status not in (*FAILURES, INTERRUPTED):
            faults.append(f"exit code {run.status}")
        # The judge reports its failures as verdicts.
        if must_say and not run.errors.strip() and not run.output.strip():
            faults.append(f"exit code {run.status} without a message")
    else:
        # The judge reports its failures as verdicts.
        if text(run.output) != text(right.output) and b" JE " not in run.output:
            ours, theirs = text(run.output).splitlines(), text(right.output).splitlines()
            line = next((pair for pair in zip(ours, theirs) if pair[0] != pair[1]), "it is cut")
            faults.append(f"another output: {line}")
        for name, path in run.files().items():
            is_missing = not path.exists()
            if path.suffix == ".log" and not is_missing:
                is_missing = path.stat().st_size < (right.directory / name).stat().st_size
            if is_missing and not run.is_told:
                faults.append(f"it does not report that {name} is missing, or its end")
    if not run.is_restored:
        faults.append("it leaves the terminal in raw mode")
    faults += cut_files(run, right)
    strays = run.strays() - right.strays()
    if strays and not may_leave:
        faults.append(f"it leaves {sorted(strays)}")
    return faults


def cut_files(run, right):
    """The files that could be taken for whole ones."""
    files = [(name, path, right.directory / name) for name, path in run.files().items() if path.exists()]
    is_reported = run.status in (*FAILURES, INTERRUPTED)
    return [f"{name} is cut" for name, path, expected in files if is_cut(path, expected, is_reported)]


def resumed(run, right):
    """Runs the command again, which has to end as if nothing had failed. A game is not played again into its log."""
    if run.name == "play":
        return []
    run.start()
    faults = faults_of(run, right, may_leave=True)
    if run.status != right.status:
        faults.append(f"again: exit code {run.status}: {run.errors[-200:]}")
    for name, path in run.files().items():
        # Results have times, and come in the order of their discovery.
        if path.suffix != ".jsonl" and text(path.read_bytes()) != text((right.directory / name).read_bytes()):
            faults.append(f"again: {name} differs")
    return faults


class Checks:
    """Counts the runs of a fault, and prints those that are wrong."""

    def __init__(self, rights):
        self.rights = rights
        self.runs = 0
        self.faults = []

    def check(self, name, what, run, resumes=False, **options):
        right = self.rights[name]
        faults = faults_of(run, right, **options)
        if resumes:
            faults += resumed(run, right)
        self.count(run, what, faults)

    def check_terminated(self, name, what, run):
        # Some commands do not catch it, and none does before it starts.
        if run.status in (-signal.SIGTERM, 128 + signal.SIGTERM):
            run.status = INTERRUPTED
        self.check(name, what, run, resumes=True, must_say=False)

    def count(self, run, what, faults):
        self.runs += 1
        self.faults += [f"{run.name}, {what}: {one}" for one in faults]
        run.remove()

    def each(self, what, **options):
        """Runs every command once."""
        for name in COMMANDS:
            self.check(name, what, Run(name, **options))


def injected(call, what, when):
    return ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{what}:when={when}"]


def calls_of(name, call):
    """The numbers of about as many system calls as there are points; each thread counts its own."""
    count = count_of(name, call)
    return range(1, count + 1, max(1, count // OPTIONS.points))


def count_of(name, call):
    """How often a thread of a command makes a system call, at most."""
    log = ROOT / "strace"
    run = Run(name, ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={call}"])
    run.remove()
    threads = [line.split()[0] for line in log.read_text().splitlines() if "(" in line and "resumed" not in line]
    return max(map(threads.count, set(threads)), default=0)


#: The system calls that write files and put them in place.
WRITING = ["write", "fsync,fdatasync", "rename,renameat,renameat2", "openat", "ftruncate"]


@fault
def every_call_fails_once(checks):
    """Each call that writes, syncs, renames, opens or truncates fails once, with a full disk."""
    need("strace")
    for name in COMMANDS:
        for call in WRITING:
            for when in calls_of(name, call):
                error = "ENOSPC" if call != "openat" else "EMFILE"
                run = Run(name, injected(call, f"error={error}", when))
                # The call that fails may be the one that writes the message.
                must_say = call != "write"
                checks.check(name, f"{call} {when} fails", run, resumes=True, must_say=must_say)


@fault
def full_disk(checks):
    """The disk has little room, or none."""
    need_root()
    for room in [0, 4096, 65536]:
        for name in COMMANDS:
            checks.check(name, f"a disk with {room} bytes left", Run(name, room=room))


@fault
def full_output(checks):
    """Standard output is a full disk."""
    for name in COMMANDS:
        with open("/dev/full", "wb") as full:
            run = Run(name, stdout=full)
        if run.status == checks.rights[name].status and not checks.rights[name].output:
            run.output = checks.rights[name].output
        checks.check(name, "/dev/full", run)


@fault
def closed_pipe(checks):
    """Nobody reads the output."""
    for name in COMMANDS:
        reading, writing = os.pipe()
        os.close(reading)
        run = Run(name, stdout=writing)
        os.close(writing)
        # As other tools, it stops without a word.
        run.output = checks.rights[name].output
        checks.check(name, "closed pipe", run, must_say=False)


@fault
def no_proc(checks):
    need_root()
    checks.each("no /proc", around=["unshare", "-m", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"])


@fault
def no_temporary_directory(checks):
    checks.each("no TMPDIR", env={"TMPDIR": "/nonexistent"})


@fault
def read_only_home(checks):
    """The home directory cannot be written to."""
    need_root()
    checks.each("read-only home", around=["unshare", "-m", "sh", "-c", 'mkdir -p home && mount -t tmpfs -o ro none home && exec "$@"', "sh"])


@fault
def few_files(checks):
    checks.each("64 open files", shell="ulimit -n 64")


@fault
def clocks(checks):
    """The clock stands before 1970 or far in the future, or runs a thousand times as fast."""
    need("faketime")
    for when in ["1960-01-01 00:00:00", "2200-01-01 00:00:00", "+0 x1000"]:
        for name in COMMANDS:
            # The library of faketime cannot be loaded in the sandbox.
            options = ["--no-sandbox"] if name.startswith("judge") else []
            around = ["faketime", "-m", "--exclude-monotonic", "-f", when]
            checks.check(name, f"clock {when}", Run(name, around, options=options))


def times_of(name):
    """Random times at which a command may receive a signal."""
    begun = time.monotonic()
    Run(name).remove()
    took = time.monotonic() - begun
    return [RANDOM.uniform(0, took) for _ in range(OPTIONS.kills)]


@fault
def terminated(checks):
    """SIGTERM comes at a random time."""
    for name in COMMANDS:
        for seconds in times_of(name):
            checks.check_terminated(name, "SIGTERM", Run(name, kill_after=(signal.SIGTERM, seconds)))


@fault
def terminated_at_a_call(checks):
    """SIGTERM comes at a call that opens or writes."""
    need("strace")
    for name in COMMANDS:
        for call in ["openat", "write"]:
            for when in calls_of(name, call):
                run = Run(name, injected(call, "signal=SIGTERM", when))
                checks.check_terminated(name, f"SIGTERM at {call} {when}", run)


@fault
def killed(checks):
    """SIGKILL comes at a random time."""
    for name in COMMANDS:
        for seconds in times_of(name):
            run, right = Run(name, kill_after=(signal.SIGKILL, seconds)), checks.rights[name]
            run.status, run.output = right.status, right.output
            checks.count(run, "SIGKILL", cut_files(run, right) + resumed(run, right))


def prepare():
    inputs = ROOT / "inputs"
    inputs.mkdir()
    (inputs / "home").mkdir()
    fixtures = REPOSITORY / "fixtures"

    def run(*words):
        return subprocess.run([OPTIONS.admiralty, *words], cwd=inputs, capture_output=True, check=True).stdout

    shutil.copy(fixtures / "T13.in", inputs / "game.ships")
    (inputs / "ai.ships").write_text(AI)
    (inputs / "classic.ais").write_text(CLASSIC)
    (inputs / "classic.ships").write_bytes(run("run", "--to-end", "classic.ais"))
    (inputs / "nearly.ships").write_text(NEARLY)
    (inputs / "bad.ships").write_text("[state]\nPRINT\nREEF 99\n[state]\n")
    (inputs / "wrong").write_text("wrong\n")
    (inputs / "cases").mkdir()
    for number, name in enumerate(["T01", "T05", "T13"], 1):
        for ending in ["in", "out"]:
            shutil.copy(fixtures / f"{name}.{ending}", inputs / f"cases/{number}.{ending}")
    (inputs / "class").mkdir()
    # The judge hides itself from programs, but not a copy.
    shutil.copy(OPTIONS.admiralty, ROOT / "copy")
    (inputs / "class/right").symlink_to(ROOT / "copy")
    (inputs / "class/wrong").write_text("#!/bin/sh\necho wrong\n")
    (inputs / "class/wrong").chmod(0o755)
    (inputs / "feedback").mkdir()
    (inputs / "game.pgn").write_text("f5 d6 c3 d3 c4\n")
    for shard, name in [("1/2", "one"), ("2/2", "two")]:
        run(*f"solo --rules hasbro -j 1 --games 40 --seed 1 --shard {shard} --out {name}.jsonl".split())


def main():
    global OPTIONS
    OPTIONS.add_argument("--admiralty", type=lambda path: Path(path).resolve(), required=True)
    OPTIONS.add_argument("--seed", type=int, default=1)
    OPTIONS.add_argument("--kills", type=int, default=5, help="signals for each command")
    OPTIONS.add_argument("--points", type=int, default=20, help="about how many calls of each kind fail for each command")
    OPTIONS.add_argument("faults", nargs="*")
    OPTIONS = OPTIONS.parse_args()
    RANDOM.seed(OPTIONS.seed)
    prepare()
    rights = {name: Run(name) for name in COMMANDS}
    for right in rights.values():
        missing = [file for file, path in right.files().items() if not path.exists()]
        assert not missing, f"{right.name}: no {missing}: {right.errors}"
    passed = failed = skipped = 0
    for name in OPTIONS.faults or FAULTS:
        begun = time.monotonic()
        checks = Checks(rights)
        try:
            FAULTS[name](checks)
            verdict = "failed" if checks.faults else "passed"
        except Missing as missing:
            verdict = f"skipped: {missing}"
        passed += verdict == "passed"
        failed += verdict == "failed"
        skipped += verdict.startswith("skipped")
        print(f"{time.monotonic() - begun:5.0f} s: {name} {verdict}, {checks.runs} runs", flush=True)
        for one in checks.faults:
            print(f"    {one}")
    shutil.rmtree(ROOT, ignore_errors=True)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
