"""Plays the games of the tables of docs/MEASUREMENTS.md, and writes their figures anew:

    python3 tests/players/measure.py --admiralty PATH [HEADING...]

Only the sections whose headings have one of these words, or all, which takes hours on two cores. --scale 0.1
plays a tenth of the games, to try it out. The last section is written by tests/mutants/run.py.
"""

import argparse
import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import mean, variance

REPOSITORY = Path(__file__).resolve().parents[2]
DOCUMENT = REPOSITORY / "docs/MEASUREMENTS.md"
RULE_SETS = ["hasbro", "italian", "msx", "russian", "german"]


class Machine:
    """The program, and how many games it plays."""

    def __init__(self, arguments):
        self.program = arguments.admiralty.resolve()
        self.scale = arguments.scale

    def games(self, count):
        return max(2, int(count * self.scale) // 2 * 2)

    def run(self, *words):
        command = [self.program, *map(str, words)]
        print("$", *command[:1], *words, flush=True)
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def arena(self, players, options, games):
        """The report of a tournament."""
        words = ["arena", *players, *options.split(), "--games", self.games(games), "--seed", 1]
        return json.loads(self.run(*words, "--json", "-"))

    def rows(self, players, options, games):
        """The games of a tournament."""
        words = ["arena", *players, *options.split(), "--games", self.games(games), "--seed", 1]
        return list(csv.DictReader(io.StringIO(self.run(*words, "--csv", "-"))))


def percent(share):
    return f"{100 * share:.1f}"


def strength(machine):
    """The scores of players against others."""
    boards = [
        ("", 1000),
        ("--placing players", 1000),
        ("--extended", 1000),
        ("--extended --placing players", 1000),
        ("--board 40x40 --reefs 60 --placing players", 200),
        ("--board 40x40 --reefs 60 --placing players --extended", 200),
    ]
    for pair in (["hunt", "random"], ["admiral", "random"], ["admiral", "hunt"]):
        # Games of hunt are short.
        factor = 2 if pair[0] == "hunt" else 1
        reports = [machine.arena(pair, options, factor * games) for options, games in boards]
        scores = [percent(report["pairings"][0]["score"]) for report in reports]
        yield f"`{' '.join(pair)}`", dict(enumerate(scores, 1))


def board_sides(machine):
    """Both games of a pair are the same, because both players are, so half of them count."""
    for board in ["21x10", "25x15", "31x20"]:
        cells = []
        for options in ("", "--extended", "--placing players", "--extended --placing players"):
            games = 400 if "placing" in options else 800
            rows = machine.rows(["admiral", "admiral"], f"--board {board} {options}", games)[::2]
            results = [{"admiral": 1, "admiral#2": 0}.get(row["winner"], 0.5) for row in rows]
            cells.append(percent(mean(results)))
        yield board, dict(enumerate(cells, 1))


def lengths(machine):
    """The turns of games, and the share of drawn ones; of the two equal games of a pair, one counts."""
    for board in ["21x10", "40x40", "50x50"]:
        cells = []
        for options in ("", "--extended"):
            rows = machine.rows(["admiral", "admiral"], f"--board {board} {options}", 400)[::2]
            drawn = mean(not row["winner"] for row in rows)
            cells += [f"{mean(int(row['turns']) for row in rows):.0f}", percent(drawn)]
        yield board, dict(enumerate(cells, 1))


def own_fleets(machine):
    """The variance of the points of pairs, and of pairs made of the games of different ones."""
    for players, rules, games in (("hunt parity", "italian", 1158), ("random hunt", "italian", 1000)):
        rows = machine.rows(players.split(), f"--rules {rules}", games)
        first = players.split()[0]
        score = [1 if row["winner"] == first else 0 if row["winner"] else 0.5 for row in rows]
        same = variance([a + b for a, b in zip(score[::2], score[1::2])])
        mixed = []
        for shift in (1, 2, 3):
            others = score[1::2][shift:]
            mixed += [a + b for a, b in zip(score[::2], others)]
        own = variance(mixed)
        more = f"{100 * (own / same - 1):.0f} %"
        cells = [f"{len(rows):,}", f"{same:.3g}", f"{own:.3g}", more]
        yield f"`{players} --rules {rules}`", dict(enumerate(cells, 1))


def adversaries(machine):
    """The rows that the tests print."""
    found = {}
    boards = ["21x10 basic", "21x10 extended", "25x15 basic", "25x15 extended", "40x40 basic", "40x40 extended"]
    scale = max(2, int(125 * machine.scale))
    for test in ("the_admiral_beats", "the_admiral_holds_its_own"):
        command = ["cargo", "test", "--release", "--locked", "--test", "suite", f"adversaries::{test}", "--", "--nocapture"]
        print(f"$ ADMIRALTY_TEST_SCALE={scale}", *command, flush=True)
        environment = {**os.environ, "ADMIRALTY_TEST_SCALE": str(scale)}
        run = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True)
        printed = run.stdout + run.stderr
        if run.returncode:
            print(printed, file=sys.stderr)
        for name, board, mode, figures in re.findall(r"^\| (.*?) \| (\d+x\d+).*? \| (\w+) \|(.*)\|$", printed, re.M):
            score = figures.split("|")[3].strip()
            found.setdefault(name, {})[2 + boards.index(f"{board} {mode}")] = score
    yield from found.items()


def classic_shots(machine):
    """The mean number of shots."""
    columns = {
        "seq": {"density": 1, "posterior": 2, "random": 7, "hunt": 8, "parity": 9},
        "uni": {"density": 4, "posterior": 5},
    }
    for rules in RULE_SETS:
        cells = {}
        for placing, players in columns.items():
            for player, column in players.items():
                games = machine.games(10_000 if player == "posterior" else 100_000)
                words = ["--rules", rules, "--placing", placing, "--strategy", player, "--games", games, "--seed", 1]
                report = json.loads(machine.run("solo", *words, "--json"))
                cells[column] = f"{report['shots']['mean']:.2f}"
        yield rules, cells


SECTIONS = {
    "Strength of the players": strength,
    "The side and the board": board_sides,
    "The length of games": lengths,
    "Fleets of their own": own_fleets,
    "Adversaries of the admiral": adversaries,
    "Shots needed by the classic players": classic_shots,
}


def with_figures(document, heading, rows):
    """The document with other figures in the rows below a heading, by their first cells."""
    before, after = document.split(f" {heading}\n", 1)
    for name, figures in rows:
        row = re.search(rf"^\| {re.escape(name)} \|.*$", after, re.M)
        cells = [cell.strip() for cell in row[0].strip("|").split("|")]
        for column, figure in figures.items():
            cells[column] = figure
        line = "".join(f"| {cell} " if cell else "| " for cell in cells) + "|"
        after = after[: row.start()] + line + after[row.end() :]
    return f"{before} {heading}\n{after}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--admiralty", type=Path, required=True)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("headings", nargs="*")
    arguments = parser.parse_args()
    machine = Machine(arguments)
    for heading, measure in SECTIONS.items():
        words = [word.lower() for word in arguments.headings]
        if words and not any(word in heading.lower() for word in words):
            continue
        rows = list(measure(machine))
        DOCUMENT.write_text(with_figures(DOCUMENT.read_text(), heading, rows))


if __name__ == "__main__":
    main()
