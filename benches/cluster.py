"""A projection of large tournaments on many machines, for docs/CLUSTER.md:

    python3 benches/cluster.py speed --admiralty PATH      # seconds and bytes for a game
    python3 benches/cluster.py schedule --game-ms 0.5      # machines that are slow or are lost
    python3 benches/cluster.py merge --admiralty PATH --shards 10000 --games 20000000

`speed` plays; `schedule` simulates machines in virtual time; `merge` writes synthetic shards,
one in ten of which is lost once at any byte, and merges them with the program itself.
"""

import argparse
import hashlib
import heapq
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

#: Games whose records are in the shards; they are left out of the bytes for a game.
RECORDED = 200


def usage():
    """The CPU time and the greatest memory of the children so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime, children.ru_maxrss / 1024


def admiralty(options, *words, check=True):
    """Runs the program; returns its process, its time and its CPU time."""
    start, (cpu, _) = time.monotonic(), usage()
    command = [options.admiralty.resolve(), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if check and done.returncode:
        sys.exit(done.stderr)
    return done, time.monotonic() - start, usage()[0] - cpu


def speed(options):
    """Prints what a game costs."""
    print("| players | games | CPU time for a game | bytes for a game |\n|---|---|---|---|")
    for players, games in (
        ("random hunt", 20000),
        ("admiral hunt --extended", 1000),
    ):
        file = f"{players.replace(' ', '-')}.jsonl"
        words = ["arena", *players.split(), "--games", games, "--seed", 1, "-j1", "--shard", "1/1"]
        _, _, cpu = admiralty(options, *words, "--out", file)
        lines = Path(file).read_bytes().splitlines(keepends=True)[1 + RECORDED // 2 : -1]
        size = sum(map(len, lines)) / len(lines) / 2
        print(f"| `{players}` | {games} | {cpu / games * 1000:.2f} ms | {size:.0f} |", flush=True)


def schedule(options):
    """Simulates machines that take shards from a queue."""
    rows = (False, 0, True), (True, 10, True), (True, 10, False), (True, 300, False)
    print("| shards | each | all well | continue, 10 s | begin again, 10 s | begin again, 300 s |")
    print("|---|---|---|---|---|---|")
    for shards in options.shards or (options.slots, 4 * options.slots, 20000, 100000):
        seconds = options.games / shards * options.game_ms / 1000
        times = [makespan(options, shards, seconds, *row) for row in rows]
        print(f"| {shards:,} | {seconds:,.0f} s | {' | '.join(f'{it:,.0f} s' for it in times)} |")


def makespan(options, shards, seconds, is_bad, noticed, continues):
    """The time until all shards are finished: `slots` shards run at a time, each on a machine of
    its own speed; a part of them dies once, and is started again after it has been noticed."""
    rng = random.Random(options.seed)
    free = [(0.0, slot) for slot in range(options.slots)]
    slowness = [
        is_bad
        and rng.random() < options.stragglers
        and options.slowness
        or max(0.5, rng.gauss(1, 0.05 * is_bad))
        for _ in free
    ]
    heapq.heapify(free)
    # Shards by their earliest start, and the rest of each.
    waiting = [
        (0.0, shard, 1.0, is_bad and rng.random() < options.losses) for shard in range(shards)
    ]
    # The engine starts shards one after the other.
    end = started = 0.0
    while waiting:
        since, shard, left, dies = heapq.heappop(waiting)
        at, slot = heapq.heappop(free)
        started = max(started + options.start_ms / 1000, at, since)
        needed = left * seconds * slowness[slot] + options.overhead
        if dies:
            part = rng.random()
            lost = started + part * needed
            left = 1 - part if continues else 1.0
            heapq.heappush(waiting, (lost + noticed, shard, left, False))
            # The slot is back when its machine is.
            heapq.heappush(free, (lost + noticed, slot))
        else:
            heapq.heappush(free, (started + needed, slot))
            end = max(end, started + needed)
    return end


def sealed(text):
    """A line with its checksum, as the program writes it."""
    return f'{text},"crc":"{zlib.crc32(text.encode()):08x}"}}\n'.encode()


class Shards:
    """Synthetic shards of a tournament: a header, and pairs that were played once."""

    def __init__(self, options):
        self.units = options.games // 2
        words = ["arena", "random", "hunt", "--games", 4000, "--seed", 1, "--shard", "1/1", "--out", "sample"]
        admiralty(options, *words)
        _, *sample, _ = Path("sample").read_text().splitlines()
        sample = [json.loads(line)["result"] for line in sample]
        self.sample = [json.dumps({"games": it["games"]}, separators=(",", ":")) for it in sample]
        self.options = options

    def header(self, count):
        """The header of a tournament that is too large to be played here."""
        words = ["arena", "random", "hunt", "--games", self.options.games, "--seed", 1]
        with subprocess.Popen(
            [
                self.options.admiralty.resolve(),
                *map(str, words),
                "--shard",
                f"1/{count}",
                "--out",
                "h",
            ],
            stderr=subprocess.DEVNULL,
        ) as process:
            file = Path("h.partial")
            while not file.exists() or b"\n" not in file.read_bytes():
                time.sleep(0.01)
            process.kill()
        header = file.read_text().splitlines()[0]
        file.unlink()
        return header[: header.rindex(',"crc"')]

    def write(self, path, header, number, count):
        """Writes a complete shard."""
        digest, units = hashlib.sha256(), 0
        with open(path, "wb") as file:

            def line(text):
                data = sealed(text)
                digest.update(data)
                file.write(data)

            line(header.replace(f'"1/{count}"', f'"{number}/{count}"'))
            for unit in range(number, self.units + 1, count):
                result = self.sample[unit * 7919 % len(self.sample)]
                line(f'{{"key":{unit},"result":{result}')
                units += 1
            counts = f'"results":{units},"units":{units},"sha256":"{digest.hexdigest()}"'
            line(f'{{"end":{{{counts}}}')


def merge(options):
    """Merges synthetic shards, of which some are lost once."""
    rng = random.Random(options.seed)
    shards = Shards(options)
    count = (options.shards or [10000])[0]
    header = shards.header(count)
    paths = [Path(f"{number}.jsonl") for number in range(1, count + 1)]
    for number, path in enumerate(paths, 1):
        shards.write(path, header, number, count)
    size = sum(path.stat().st_size for path in paths)
    Path("list").write_text("".join(f"{path}\n" for path in paths))
    # A lost machine leaves a file cut at any byte.
    lost = rng.sample(paths, int(count * options.losses))
    for path in lost:
        path.rename(f"{path}.whole")
        with open(f"{path}.whole", "rb") as whole:
            Path(f"{path}.partial").write_bytes(whole.read(rng.randrange(size // count)))
    words = ["merge", "@list", "--json"]
    done, seconds, _ = admiralty(options, *words, "early.json", check=False)
    assert done.returncode, "shards are missing, but they were merged"
    print(f"{len(lost)} of {count} shards are lost; after {seconds:.2f} s: {done.stderr.strip()}")
    for path in rng.sample(lost, len(lost)):
        Path(f"{path}.partial").unlink()
        Path(f"{path}.whole").rename(path)
    done, seconds, cpu = admiralty(options, *words, "merged.json")
    digest = hashlib.sha256(done.stdout.encode() + Path("merged.json").read_bytes()).hexdigest()
    print(
        f"{count} shards of {size / count / 1000:.0f} kB, {options.games} games: merged in "
        f"{seconds:.1f} s ({cpu:.1f} s of CPU time), {usage()[1]:.0f} MB of memory, "
        f"sha256 {digest[:16]}"
    )
    for path in paths:
        path.unlink()
    shards.write(Path("whole"), shards.header(1), 1, 1)
    done, seconds, _ = admiralty(options, "merge", "whole", "--json", "whole.json")
    whole = hashlib.sha256(done.stdout.encode() + Path("whole.json").read_bytes()).hexdigest()
    assert digest == whole, "the report is not that of one file"
    print(f"the same report from one file, in {seconds:.1f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=["speed", "schedule", "merge"])
    parser.add_argument("--admiralty", type=Path, default=Path("target/release/admiralty"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=10**9)
    parser.add_argument("--shards", type=int, nargs="+")
    parser.add_argument("--game-ms", type=float, default=0.5, help="CPU time for a game")
    parser.add_argument("--slots", type=int, default=2000, help="shards that run at a time")
    parser.add_argument("--losses", type=float, default=0.1, help="shards that die once")
    parser.add_argument(
        "--noticed", type=float, default=300, help="seconds until a loss is noticed"
    )
    parser.add_argument("--stragglers", type=float, default=0.02, help="slow machines")
    parser.add_argument("--slowness", type=float, default=3, help="how slow they are")
    parser.add_argument("--start-ms", type=float, default=10, help="the engine starts one shard in")
    parser.add_argument("--overhead", type=float, default=1, help="seconds that a shard takes more")
    options = parser.parse_args()
    options.admiralty = options.admiralty.resolve()
    directory = tempfile.mkdtemp(prefix="admiralty-projection-")
    os.chdir(directory)
    try:
        {"speed": speed, "schedule": schedule, "merge": merge}[options.what](options)
    finally:
        shutil.rmtree(directory)


if __name__ == "__main__":
    main()
