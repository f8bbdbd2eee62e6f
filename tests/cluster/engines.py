"""Starts Slurm in a directory of its own, and ends it again."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path


class Missing(Exception):
    """An engine, or something that it needs, is not installed."""


def need(*programs):
    """Ends a test, as skipped, if a program is missing."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    for program in programs:
        if not shutil.which(program):
            raise Missing(f"{program} is not installed")


def run(*command, **options):
    """Runs a command that must succeed, and returns what it prints."""
    options = {"check": True, "text": True, "stdout": subprocess.PIPE} | options
    return subprocess.run([str(word) for word in command], **options).stdout


def until(condition, what, seconds=120):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen within {seconds} s")
        time.sleep(0.05)
    return value


def kill(pid, how=signal.SIGKILL):
    """Kills a process that may have ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, how)


def processes(directory):
    """The processes that have a directory in their environment, from oldest to youngest."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(directory).encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
    return sorted(set(found) - {os.getpid()})


def kill_all(directory):
    """Kills the processes that have a directory in their environment, and returns their number."""
    pids = processes(directory)
    for pid in pids:
        kill(pid)
    return len(pids)


def free_ports(count):
    """Finds ports of this machine that nothing listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


SLURM_CONF = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
# A requeued task may start again after this time; fewer than 5 s count as 120 s.
AuthInfo=socket={dir}/munge.socket,cred_expire=5
StateSaveLocation={dir}
SlurmdSpoolDir={dir}/spool
SlurmctldPidFile={dir}/slurmctld.pid
SlurmdPidFile={dir}/slurmd.pid
SlurmctldLogFile={dir}/slurmctld.log
SlurmdLogFile={dir}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
# After this many seconds without an answer, a node is lost, and its tasks are requeued.
SlurmdTimeout=4
ReturnToService=2
# Two tasks at a time, however many processors there are.
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1,bf_interval=1
MailProg=/bin/true
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES State=UP
"""


class Slurm:
    """A cluster of this machine alone, with its own ports and files."""

    def __init__(self, directory):
        need("munged", "slurmctld", "slurmd", "sbatch")
        if os.getuid() != 0:
            raise Missing("slurmd needs root")
        self.directory = directory

    def __enter__(self):
        munge = self.directory / "munge"
        munge.mkdir(mode=0o700, parents=True)
        (munge / "key").write_bytes(os.urandom(1024))
        (munge / "key").chmod(0o400)
        os.environ["SLURM_CONF"] = str(self.directory / "slurm.conf")
        (self.directory / "slurm.conf").write_text(
            SLURM_CONF.format(
                host=socket.gethostname().split(".")[0],
                ports=free_ports(2),
                dir=self.directory,
            )
        )
        try:
            run("munged", "--force", "--key-file", munge / "key",
                "--socket", self.directory / "munge.socket", "--pid-file", munge / "pid",
                "--log-file", munge / "log", "--seed-file", munge / "seed")  # fmt: skip
            run("slurmctld")
            self.start_slurmd()
        except BaseException:
            self.__exit__()
            raise
        return self

    def start_slurmd(self):
        """Starts the only node."""
        run("slurmd")
        up = ("idle", "mixed", "allocated")
        until(lambda: run("sinfo", "--noheader", "--format=%T").strip() in up, "a node that is up")

    def pid(self, daemon):
        """The process of a daemon."""
        return int((self.directory / f"{daemon}.pid").read_text())

    def __exit__(self, *_):
        # All daemons and tasks have the name of the configuration in their environment.
        until(lambda: not kill_all(os.environ["SLURM_CONF"]), "the end of Slurm")
        del os.environ["SLURM_CONF"]


