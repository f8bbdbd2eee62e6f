"""Types into real editors, and compares what they show:

    python3 tests/editors/real/run.py --admiralty PATH [--update] [EDITOR...]

The editors are started with the configurations of docs/EDITORS.md, word for word. What a screen shows after the
keys of a step is in EDITOR.txt beside this file. Needs the packages in requirements.txt, and Emacs with eglot.
"""

import argparse
import difflib
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from screen import Screen

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
#: The longest that an editor may take for a step, in seconds.
STEP_SECONDS = 30
#: A screen that has not changed for so long is recorded.
QUIET_SECONDS = 1.5
ROWS, COLUMNS = 30, 90

SCRIPT = (HERE.parent / "before.ships").read_text()

#: Waits for the colours of the word at the cursor.
TOKENS = f"lua vim.wait({STEP_SECONDS}000, function() return #vim.lsp.semantic_tokens.get_at_pos() > 0 end)"

#: What is tried; then keys, and what the screen shows before the next keys are typed.
NEOVIM = [
    ("hints behind tags", "", "turn 2"),
    ("completion of ships that can move", "Go[playerA]\rMOVE ", "3 long on 7 4"),
    ("completion of movements that are possible", "Go[playerA]\rMOVE ", "3 long", "\x0e\x19 ", "to 6 2 W"),
    ("completion of a command by its first letters", "Go[playerA]\rPL\x18\x0f", "PLACE_SHIP y x D i C"),
    ("completion of the next tag, and of whole groups", "Go[", "a whole group"),
    ("completion of a whole group", "Go[", "a whole group", "\x0e\x0e\x0e\x0e\x19", "INSERT", "PRINT 1", "PRINT 1"),
    ("completion of targets", "Go[playerA]\rSHOOT 0 CRU ", "11 4"),
    ("a hint behind a move", "Go[playerA]\rMOVE 0 CRU L\x1b", "now 6 2 W"),
    ("a hint behind a shot", "Go[playerA]\rSHOOT 0 CRU 8 4\x1b", "hits A's CRU 0"),
    ("signature help: Ctrl-S", "Go[playerA]\rMOVE 0 CRU L", "now", "\x19\x13", "MOVE i C m"),
    ("hover on a ship: K", "7G$K", "head on"),
    ("hover on a command: K", "7G0K", "places a healthy ship"),
    ("hover on a field: K", "7G0wK", "segment"),
    ("references: grr", "Go[playerA]\rMOVE 0 CRU L\x1b", "now", "7G$grr", "References"),
    ("definition: Ctrl-]", "Go[playerA]\rMOVE 0 CRU L\x1b", "now", "G0w\x1d", "7,18"),
    ("rename: grn", "Go[playerA]\rMOVE 0 CRU L\x1b", "now", "G0wgrn", "New Name", "\x152\r", "E MOVE 2 CRU L"),
    ("diagnostic: Ctrl-W d", "Go[playerA]\rSHOT 0 CRU 11 4\x1b", "E SHOT", "\x17d", "Diagnostics:"),
    ("diagnostic with another place", "Go[state]\r[playerA]\r[playerA]\x1bkk", "E [playerA]", "j\x17d", "Diagnostics:"),
    ("code action that mends the command: gra", "Go[playerA]\rMOV 0 CRU L\x1b0", "E MOV", "gra", "Type number", "1\r", "now"),
    ("code action that closes the group: gra", "Go[state]\r[playerA]\r[playerA]\x1bk", "E [playerA]", "gra", "Type number"),
    ("code action that shows the board: gra", "Ggra", "Show the board", "1\r", "PARTS"),
    ("outline: gO", "gO", "Symbols in"),
    ("formatting: gq", "Go[playerA]\r  MOVE  0 CRU   L\x1b", "now", "gqq", "MOVE 0 CRU L"),
    ("semantic token of a class: :Inspect", "7G$", "7,", f":{TOKENS}\r:Inspect\r", "@lsp.type.class"),
    ("semantic token of a player: :Inspect", "3G0w", "3,", f":{TOKENS}\r:Inspect\r", "@lsp.type.variable"),
    ("lines that are never executed: :Inspect", "Ofire\x1bG", "H [playerB]", ":Inspect\r", "Unnecessary"),
    ("folding: zM", "zM", "lines:"),
]

EMACS = [
    ("completion of ships that can move: M-TAB", "\x1b>[playerA]\rMOVE \x1b\t", "MOVE 0 CRU"),
    ("completion of movements that are possible: M-TAB", "\x1b>[playerA]\rMOVE 0 CRU \x1b\t", "to 6 2 W"),
    ("completion of a command by its first letters: M-TAB", "\x1b>[playerA]\rPL\x1b\t", "PLACE_SHIP\n"),
    ("signature help while typing", "\x1b>[playerA]\rMOVE 0 CRU ", "MOVE i C m"),
    ("hover on a ship: C-h .", "\x1b>[playerA]\rMOVE 0 CRU L", "Flymake[0 1]", "\x1bb\x1bb", "such as", "\x08.", "head on"),
    ("hover on a command: C-h .", "\x1bgg7\r", "healthy ship", "\x08.", "*eldoc"),
    ("definition: M-.", "\x1b>[playerA]\rMOVE 0 CRU L", "Flymake[0 1]", "\x1bb\x1bb\x1b.", "L7"),
    ("references: M-?", "\x1b>[playerA]\rMOVE 0 CRU L", "Flymake[0 1]", "\x1bb\x1bb\x1b?", "*xref*"),
    ("rename: eglot-rename", "\x1bgg7\r\x05", "L7", "\x1bxeglot-rename\r", "Rename", "2\r", "N 2 CRU"),
    ("diagnostics: flymake-show-buffer-diagnostics", "\x1b>[playerA]\rSHOT 0 CRU 11 4", "Flymake[1 1]",
     "\x1bxflymake-show-buffer-diagnostics\r", "SHOT 0 CRU 11 4", "", "Line Col"),
    ("outline: imenu", "\x1bximenu\r", "Index item", "Namespace\r\t\t", "turn.2"),
    ("formatting: eglot-format-buffer", "\x1b>[playerA]\r  MOVE  0 CRU   L\r[playerA]", "Flymake[0 1]",
     "\x1bxeglot-format-buffer\r", "\nMOVE 0 CRU L"),
    ("code action that closes the group: eglot-code-actions", "\x1b>[playerA]", "Flymake[0 1]",
     "\x1bxeglot-code-actions\r", "Close the"),
]


def configuration(language):
    """The configuration in docs/EDITORS.md that is written in a language."""
    document = (REPOSITORY / "docs/EDITORS.md").read_text()
    return re.search(rf"```{language}\n(.*?)```", document, re.DOTALL)[1]


def neovim(home):
    (home / "init.lua").write_text(configuration("lua"))
    program = shutil.which("nvim", path=str(Path(sys.prefix, "bin"))) or shutil.which("nvim")
    return [program, "--clean", "-u", "init.lua", "game.ships"]


def emacs(home):
    (home / ".emacs").write_text(configuration("elisp"))
    # A new home has no native code yet, and compiling it is reported in a window.
    (home / ".emacs.d").mkdir()
    quiet = "(setq inhibit-startup-screen t auto-save-default nil suggest-key-bindings nil native-comp-deferred-compilation nil)"
    (home / ".emacs.d/early-init.el").write_text(quiet)
    return ["emacs", "-nw", "game.ships"]


class Editor:
    """An editor, how it is started, when it is ready, and what is typed into it."""

    def __init__(self, name, prepare, ready, steps):
        self.name, self.prepare, self.ready, self.steps = name, prepare, ready, steps
        self.record = HERE / f"{name}.txt"

    def start(self, home, admiralty):
        (home / "game.ships").write_text(SCRIPT)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
        environment |= {"HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        environment["PATH"] = f"{admiralty.parent}{os.pathsep}{os.environ['PATH']}"
        return Screen(self.prepare(home), environment, home, ROWS, COLUMNS)

    def recorded(self):
        text = self.record.read_text() if self.record.exists() else ""
        return dict(re.findall(r"^== (.*)\n((?:(?!== ).*\n)*)", text, re.MULTILINE))

    def show(self, typed, admiralty, expected):
        """Types something into a new editor; returns what it shows, which is waited for if it is known."""
        with tempfile.TemporaryDirectory() as directory:
            screen = self.start(Path(directory), admiralty)
            try:
                words = [self.ready, *typed[1::2]]
                for keys, word in zip(["", *typed[::2]], words):
                    screen.type(keys)
                    screen.wait(lambda text: word in text, STEP_SECONDS)
                if expected is None:
                    screen.settle(QUIET_SECONDS)
                else:
                    screen.wait(lambda text: text.replace(directory, "~") == expected, STEP_SECONDS)
                return screen.text().replace(directory, "~")
            finally:
                screen.close()

    def run(self, admiralty, update):
        """Plays all steps; returns how many show something else than is recorded."""
        recorded = {} if update else self.recorded()
        shown = {}
        for title, *typed in self.steps:
            shown[title] = self.show(typed, admiralty, recorded.get(title))
            if update and typed[-1] not in shown[title]:
                print(f"{self.name}: {title}: shows no {typed[-1]!r}")
            if not update and shown[title] != recorded.get(title):
                lines = recorded.get(title, "").splitlines(), shown[title].splitlines()
                print(f"{self.name}: {title}", *difflib.unified_diff(*lines, "recorded", "shown", lineterm=""), sep="\n")
        if update:
            self.record.write_text("".join(f"== {title}\n{text}" for title, text in shown.items()))
            return 0
        failed = sum(shown[title] != recorded.get(title) for title in shown)
        print(f"{self.name}: {len(shown) - failed} passed, {failed} failed")
        return failed


EDITORS = {
    "neovim": Editor("neovim", neovim, "turn 2", NEOVIM),
    "emacs": Editor("emacs", emacs, "Connected!", EMACS),
}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--admiralty", type=Path, required=True)
    options.add_argument("--update", action="store_true")
    options.add_argument("editors", nargs="*", default=list(EDITORS))
    given = options.parse_args()
    failed = [EDITORS[name].run(given.admiralty.resolve(), given.update) for name in given.editors]
    sys.exit(sum(failed) > 0)


main()
