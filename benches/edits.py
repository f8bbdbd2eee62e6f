"""Times from an edit of a large script to all findings of the language server, beside checking the whole script; and
times of opening scripts with many errors.

    python3 benches/edits.py --admiralty PATH [--megabytes N] [--runs N]

Each time is a median in milliseconds, and in parentheses that of the server's CPU time, which other work on the
machine hardly changes.
"""

import argparse
import json
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

BEFORE = Path(__file__).resolve().parents[1] / "tests/editors/before.ships"
GROUPS = """[playerA]
PRINT 0
PRINT 1

[playerA]
[playerB]

[playerB]
[state]
REEF 2 2
[state]
"""
# What is typed into a blank line, piece by piece: where it begins, and what it replaces.
EDITS = [
    ("a blank is added", 0, 0, " "),
    ("the blank is removed", 0, 1, ""),
    ("a letter makes the line an error", 0, 0, "P"),
    ("another letter", 1, 1, "R"),
    ("it becomes a command that prints", 2, 2, "INT 1"),
    ("the command is removed", 0, 7, ""),
    ("a line feed is added", 0, 0, "\n"),
]
ERRORS = {
    "misspelt commands": "PLACE_SHOP {} 3 N 0 DES\n",
    "unknown words": "HELLO {} 3\n",
    "wrong directions": "PLACE_SHIP {} 3 Q 0 DES\n",
}
ERRORS_COUNT = 100_000
URI = "file:///large.ships"


class Server:
    """A language server with one open document."""

    def __init__(self, admiralty):
        self.process = subprocess.Popen([admiralty, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.version = 0
        self.send("initialize", {"capabilities": {}}, id=1)
        self.read()
        self.send("initialized", {})

    def send(self, method, params, **more):
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length))

    def times(self, method, document, **more):
        """Wall-clock and CPU time from a notification to the findings of this version, in milliseconds."""
        cpu, start = self.cpu(), time.perf_counter()
        self.send(method, {"textDocument": {"uri": URI, "version": self.version, **document}, **more})
        while True:
            message = self.read()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["version"] == self.version:
                return 1000 * (time.perf_counter() - start), 1000 * (self.cpu() - cpu)

    def open(self, text):
        return self.times("textDocument/didOpen", {"languageId": "ships", "text": text})

    def change(self, start, end, text):
        self.version += 1
        changed = {"range": {"start": start, "end": end}, "text": text}
        return self.times("textDocument/didChange", {}, contentChanges=[changed])

    def cpu(self):
        """Seconds of all threads: each process has a clock of its own (`clock_getcpuclockid`)."""
        return time.clock_gettime(~self.process.pid << 3 | 2)


def place(line, character):
    return {"line": line, "character": character}


def shown(times):
    wall, cpu = (statistics.median(column) for column in zip(*times))
    return f"{wall:.0f} ({cpu:.0f})"


def check(admiralty, text):
    """The times of checking the whole script."""
    with tempfile.NamedTemporaryFile("w", suffix=".ships") as script:
        script.write(text)
        script.flush()
        before, start = of_children(), time.perf_counter()
        subprocess.run([admiralty, "check", script.name], check=True, capture_output=True)
        return 1000 * (time.perf_counter() - start), 1000 * (of_children() - before)


def of_children():
    """Seconds of CPU time of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--admiralty", type=Path, required=True)
    parser.add_argument("--megabytes", type=int, default=10)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    before = BEFORE.read_text()
    text = before + GROUPS * ((options.megabytes * 10**6 - len(before)) // len(GROUPS))
    lines = text.split("\n")
    server = Server(options.admiralty)
    print(f"{len(text) / 1e6:.1f} MB, {len(lines):,} lines")
    print("check:", shown([check(options.admiralty, text) for _ in range(options.runs)]))
    print("opening:", shown([server.open(text)]))
    places = [next(i for i in range(int(share * len(lines)), len(lines)) if not lines[i]) for share in (0.002, 0.5, 0.998)]
    print("| edit | near the beginning | in the middle | near the end |\n|---|---|---|---|")
    measured = {name: [[] for _ in places] for name, *_ in EDITS}
    for _ in range(options.runs):
        for column, line in enumerate(places):
            for name, start, end, new in EDITS:
                measured[name][column].append(server.change(place(line, start), place(line, end), new))
            server.change(place(line, 0), place(line + 1, 0), "")
    for name, columns in measured.items():
        print(f"| {name} | {' | '.join(map(shown, columns))} |")
    server.process.kill()
    for name, line in ERRORS.items():
        text = before + "[playerA]\n" + "".join(map(line.format, range(ERRORS_COUNT)))
        times = []
        for _ in range(options.runs):
            server = Server(options.admiralty)
            times.append(server.open(text))
            server.process.kill()
        print(f"opening {ERRORS_COUNT:,} {name}:", shown(times))


main()
