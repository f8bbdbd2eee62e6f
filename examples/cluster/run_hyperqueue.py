"""Runs a command of admiralty in shards with HyperQueue (pip install hyperqueue):

    python3 run_hyperqueue.py 16 arena random hunt --games 100000 --seed 7 -j 1

Started again with the same arguments, finished shards end at once, and others continue.
"""

import glob
import os
import subprocess
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

shards, command = int(sys.argv[1]), sys.argv[2:]
os.makedirs("shards", exist_ok=True)
job = Job(default_workdir=".", max_fails=None)
for shard in range(1, shards + 1):
    out = ["--shard", f"{shard}/{shards}", "--out", f"shards/{shard}.jsonl"]
    job.program(
        ["admiralty", *command, *out],
        stdout=f"shards/{shard}.out",
        stderr=f"shards/{shard}.log",
    )

# On a cluster: client = Client() of a server that was started with `hq server start`.
with LocalCluster(worker_config=WorkerConfig()) as cluster:
    client = cluster.client()
    # HyperQueue repeats the tasks of a lost worker, but not tasks that failed.
    for _ in range(3):
        if client.wait_for_jobs([client.submit(job)], raise_on_error=False):
            break
subprocess.run(["admiralty", "merge", *glob.glob("shards/*.jsonl")], check=True)
