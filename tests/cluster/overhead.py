"""Prints what a task that does nothing costs each engine, with two tasks at a time."""

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engines import Missing, Slurm, need, run

def measure(name, count, command):
    start = time.monotonic()
    run("bash", "-ec", command, stderr=subprocess.DEVNULL)
    ms = (time.monotonic() - start) / count * 1000
    print(f"| {name} | {count} | {ms:.1f} ms |", flush=True)


def local():
    need("parallel")
    measure("GNU parallel", 1000, "seq 1000 | parallel -j2 --joblog log true")


def slurm():
    with Slurm(Path.cwd() / "slurm"):
        measure("Slurm array", 100, "sbatch --wait --array=1-100 --output=/dev/null --wrap true")


os.chdir(tempfile.mkdtemp(prefix="admiralty-overhead-"))
print("| engine | tasks | time for each |\n|---|---|---|")
measure("a shell loop, one at a time", 1000, "for i in $(seq 1000); do /bin/true; done")
for engine in (local, slurm):
    try:
        engine()
    except (Missing, subprocess.CalledProcessError) as error:
        print(f"| {engine.__name__}: {error} | | |")
