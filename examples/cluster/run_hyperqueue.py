"""Runs a command of admiralty in shards with HyperQueue (pip install hyperqueue):

    python3 run_hyperqueue.py 16 arena random hunt --games 100000 --seed 7 -j 1

Started again with the same arguments, it runs only what failed or was lost.
"""

import hashlib
import os
import re
import subprocess
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

shards, command = int(sys.argv[1]), sys.argv[2:]

# The directory of the results: a hash of the arguments and of all files that they name.
settings = hashlib.sha256("\n".join(sys.argv[1:]).encode())
for name in filter(os.path.isfile, re.findall(r"[\w./-]+", " ".join(command))):
    with open(name, "rb") as file:
        settings.update(file.read())
run = f"run-{settings.hexdigest()[:12]}"
os.makedirs(run, exist_ok=True)
print(f"the results are in {run}", file=sys.stderr)
files = {shard: f"{run}/{shard}.jsonl" for shard in range(1, shards + 1)}


def unfinished():
    """The shards whose files are not there yet."""
    return [shard for shard, file in files.items() if not os.path.exists(file)]


# On a cluster: client = Client() of a server that was started with `hq server start`.
with LocalCluster(worker_config=WorkerConfig()) as cluster:
    client = cluster.client()
    # HyperQueue repeats the tasks of a lost worker, but not tasks that failed.
    for _ in range(3):
        job = Job(default_workdir=".", max_fails=None)
        for shard in unfinished():
            job.program(
                ["admiralty", *command, "--shard", f"{shard}/{shards}", "--out", files[shard]],
                stdout=f"{run}/{shard}.out",
                stderr=f"{run}/{shard}.log",
            )
        if not job.tasks or client.wait_for_jobs([client.submit(job)], raise_on_error=False):
            break
if failed := unfinished():
    sys.exit(f"not merged, because these shards have failed: {failed}; see {run}/*.log")
subprocess.run(["admiralty", "merge", *files.values()], check=True)
