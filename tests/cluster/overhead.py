"""Prints what a task that does nothing costs each engine, with two tasks at a time."""

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from engines import Hosts, Missing, Slurm, need, run

HYPERQUEUE = """
from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
job = Job()
for _ in range(1000): job.program(["true"])
with LocalCluster(worker_config=WorkerConfig(cores=2)) as cluster:
    client = cluster.client()
    client.wait_for_jobs([client.submit(job)])
"""


def measure(name, count, command):
    start = time.monotonic()
    run("bash", "-ec", command, stderr=subprocess.DEVNULL)
    ms = (time.monotonic() - start) / count * 1000
    print(f"| {name} | {count} | {ms:.1f} ms |", flush=True)


def local():
    need("parallel")
    measure("GNU parallel", 1000, "seq 1000 | parallel -j2 --joblog log true")


def ssh():
    need("parallel")
    with Hosts(Path.cwd() / "hosts") as hosts:
        (Path.cwd() / "list").write_text("".join(f"1/{host}\n" for host in hosts.addresses))
        command = (
            f"parallel --ssh '{hosts.ssh}' --sshloginfile list --workdir w --return {{}} --cleanup"
        )
        measure(
            "GNU parallel over ssh, with `--return`", 40,
            f"seq 40 | {shlex.join(hosts.inside)} {command} 'touch {{}}'",
        )  # fmt: skip


def slurm():
    with Slurm(Path.cwd() / "slurm"):
        measure("Slurm array", 100, "sbatch --wait --array=1-100 --output=/dev/null --wrap true")


def hyperqueue():
    measure("HyperQueue", 1000, shlex.join([sys.executable, "-c", HYPERQUEUE]))


os.chdir(tempfile.mkdtemp(prefix="admiralty-overhead-"))
print("| engine | tasks | time for each |\n|---|---|---|")
measure("a shell loop, one at a time", 1000, "for i in $(seq 1000); do /bin/true; done")
for engine in (local, ssh, slurm, hyperqueue):
    try:
        engine()
    except (Missing, subprocess.CalledProcessError) as error:
        print(f"| {engine.__name__}: {error} | | |")
