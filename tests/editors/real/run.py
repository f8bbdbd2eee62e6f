"""Types into real editors, and compares what they show:

    python3 tests/editors/real/run.py --admiralty PATH [--update] [EDITOR...]

The editors are started with the configurations of docs/EDITORS.md, word for word. What a screen shows after the
keys of a step is in EDITOR.txt beside this file. Needs the packages in requirements.txt, Emacs with eglot, and
tree-sitter with a C compiler.
"""

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from screen import Screen

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
#: The longest that an editor may take for a step, in seconds.
STEP_SECONDS = 30
#: A screen that has not changed for so long is recorded.
QUIET_SECONDS = 1.5
ROWS, COLUMNS = 30, 90
#: The heading in docs/EDITORS.md of what Neovim does without the server.
WITHOUT_SERVER = "Without the server"

SCRIPT = (HERE.parent / "before.ships").read_text()

#: Waits for the colours of the word at the cursor.
TOKENS = f"lua vim.wait({STEP_SECONDS}000, function() return #vim.lsp.semantic_tokens.get_at_pos() > 0 end)"

#: The beginning of a script whose first shot wins.
DECIDED = "\r".join([
    "[state]", "BOARD_SIZE 21 10", "EXTENDED_SHIPS", "SET_FLEET A 0 0 0 1", "SET_FLEET B 0 0 0 1",
    "SHIP A 8 4 N 0 DES 11", "SHIP B 11 4 N 0 DES 10", "[state]", "[playerA]", "SHOOT 0 DES 11 4", "[playerA]",
])

#: What is tried: a row of the table in docs/EDITORS.md, a colon, and what it is. Then keys, and what the screen shows
#: before the next keys are typed.
NEOVIM = [
    ("errors and warnings: an error (Ctrl-W d)", "Go[playerA]\rSHOT 0 CRU 11 4\x1b", "E SHOT", "\x17d", "Diagnostics:"),
    ("errors and warnings: an error about two places", "Go[state]\r[playerA]\r[playerA]\x1bkk", "E [playerA]", "j\x17d", "Diagnostics:"),
    ("errors and warnings: faded lines (:Inspect)", "Ofire\x1bG", "H [playerB]", ":Inspect\r", "Unnecessary"),
    ("completion: ships that can move", "Go[playerA]\rMOVE ", "3 long on 7 4"),
    ("completion: possible moves", "Go[playerA]\rMOVE ", "3 long", "\x0e\x19 ", "to 6 2 W"),
    ("completion: targets", "Go[playerA]\rSHOOT 0 CRU ", "segment 0"),
    ("completion: a command by its first letters", "Go[playerA]\rPL\x18\x0f", "PLACE_SHIP y x D i C"),
    ("completion: tags", "Go[", "a whole group"),
    ("completion: whole groups", "Go[", "a whole group", "\x0e\x0e\x0e\x0e\x19", "INSERT", "PRINT 1", "PRINT 1"),
    ("signature help: Ctrl-S", "Go[playerA]\rMOVE 0 CRU L", "now", "\x19\x13", "MOVE i C m"),
    ("hover: a command (K)", "7G0K", "places a healthy ship"),
    ("hover: a ship", "7G$K", "head on"),
    ("hover: a field", "7G0wK", "segment"),
    ("outline: gO", "gO", "Symbols in"),
    ("navigation: references (grr)", "Go[playerA]\rMOVE 0 CRU L\x1b", "now", "7G$grr", "References"),
    ("navigation: definition (Ctrl-])", "Go[playerA]\rMOVE 0 CRU L\x1b", "now", "G0w\x1d", "7,18"),
    ("rename: grn", "Go[playerA]\rMOVE 0 CRU L\x1b", "now", "G0wgrn", "New Name", "\x152\r", "E MOVE 2 CRU L"),
    ("inlay hints: turns", "", "turn 2"),
    ("inlay hints: moves", "Go[playerA]\rMOVE 0 CRU L\x1b", "now 6 2 W"),
    ("inlay hints: shots", "Go[playerA]\rSHOOT 0 CRU 8 4\x1b", "hits A's CRU 0"),
    ("semantic tokens: a class (:Inspect)", "7G$", "7,", f":{TOKENS}\r:Inspect\r", "@lsp.type.class"),
    ("semantic tokens: a player", "3G0w", "3,", f":{TOKENS}\r:Inspect\r", "@lsp.type.variable"),
    ("code actions: replace a command (gra)", "Go[playerA]\rMOV 0 CRU L\x1b0", "E MOV", "gra", "Type number", "1\r", "now"),
    ("code actions: swap row and column", "Go[state]\rREEF 3 15\r[state]\x1bk$", "E REEF", "gra", "Type number", "1\r", "REEF 15 3"),
    ("code actions: close a group", "Go[state]\r[playerA]\r[playerA]\x1bk", "E [playerA]", "gra", "Type number",
     "1\r", "[playerA] turn 3"),
    ("code actions: insert an empty turn", "Go[playerB]\r[playerB]\x1bk", "E [playerB]", "gra", "Type number",
     "1\r", "[playerB] turn 4"),
    ("code actions: declare the fleet", "Go[playerA]\rPLACE_SHIP 2 8 N 1 CRU\x1b", "E PLACE", "gra", "Type number",
     "1\r", "SET_FLEET A 0 0 2 0"),
    ("code actions: remove what is never executed", f"ggcG{DECIDED}\rMOVE 0 DES F\x1b", "W MOVE", "gra", "Type number",
     "1\r", "A has won"),
    ("code actions: show the board", "Ggra", "Show the board", "1\r", "PARTS"),
    ("formatting: a line (gq)", "Go[playerA]\r  MOVE  0 CRU   L\x1b", "now", "gqq", "MOVE 0 CRU L"),
    ("folding: zM", "zM", "lines:"),
]

#: Without the server.
TREE_SITTER = [
    ("grammar: highlighting (:Inspect)", ":Inspect\r", "@module"),
    ("grammar: highlighting of what is wrong", "GoMOVE 0 CRU up\x1b:Inspect\r", "@error"),
    ("grammar: folding", "zM", "5 lines:"),
    ("grammar: text objects (cic, dac)", "7Gcic", "INSERT", "PRINT 1\x1b", "[playerA]\nPRINT 1\n[playerA]", "Gdac", "3 fewer lines"),
]

EMACS = [
    ("errors and warnings: the list (flymake-show-buffer-diagnostics)", "\x1b>[playerA]\rSHOT 0 CRU 11 4", "Flymake[1 1]",
     "\x1bxflymake-show-buffer-diagnostics\r", "SHOT 0 CRU 11 4", "", "Line Col"),
    ("completion: ships that can move (M-TAB)", "\x1b>[playerA]\rMOVE \x1b\t", "MOVE 0 CRU"),
    ("completion: possible moves", "\x1b>[playerA]\rMOVE 0 CRU \x1b\t", "to 6 2 W"),
    ("completion: targets", "\x1b>[playerA]\rSHOOT 0 CRU \x1b\t", "SHOOT 0 CRU 11 4"),
    ("completion: a command by its first letters", "\x1b>[playerA]\rPL\x1b\t", "PLACE_SHIP\n"),
    ("signature help: while typing", "\x1b>[playerA]\rMOVE 0 CRU ", "MOVE i C m"),
    ("hover: a command (C-h .)", "\x1bgg7\r", "healthy ship", "\x08.", "*eldoc"),
    ("hover: a ship", "\x1b>[playerA]\rMOVE 0 CRU L", "Flymake[0 1]", "\x1bb\x1bb", "such as", "\x08.", "head on"),
    ("outline: imenu", "\x1bximenu\r", "Index item", "Namespace\r\t\t", "turn.2"),
    ("navigation: references (M-?)", "\x1b>[playerA]\rMOVE 0 CRU L", "Flymake[0 1]", "\x1bb\x1bb\x1b?", "*xref*"),
    ("navigation: definition (M-.)", "\x1b>[playerA]\rMOVE 0 CRU L", "Flymake[0 1]", "\x1bb\x1bb\x1b.", "L7"),
    ("rename: eglot-rename", "\x1bgg7\r\x05", "L7", "\x1bxeglot-rename\r", "Rename", "2\r", "N 2 CRU"),
    ("code actions: replace a command (eglot-code-actions)", "\x1b>[playerA]\rMOV 0 CRU L\x01", "Flymake[1 1]",
     "\x1bxeglot-code-actions\r", "Replace with", "\r", "MOVE 0 CRU L"),
    ("code actions: swap row and column", "\x1b>[state]\rREEF 3 15\r[state]\x10\x05", "Flymake[1 0]",
     "\x1bxeglot-code-actions\r", "Swap row", "\r", "REEF 15 3"),
    ("code actions: close a group", "\x1b>[playerA]", "Flymake[0 1]",
     "\x1bxeglot-code-actions\r", "Close the", "\r", "[playerA]\n[playerA]\n-UU"),
    ("code actions: insert an empty turn", "\x1b>[playerB]\r[playerB]\x10", "Flymake[1 0]",
     "\x1bxeglot-code-actions\r", "Insert an", "\r", "[playerA]\n[playerA]\n[playerB]\n[playerB]"),
    ("code actions: declare the fleet", "\x1b>[playerA]\rPLACE_SHIP 2 8 N 1 CRU", "Flymake[1 1]",
     "\x1bxeglot-code-actions\r", "Declare the", "\r", "SET_FLEET A 0 0 2 0"),
    ("code actions: remove what is never executed", f"\x18h\x17{DECIDED}\rMOVE 0 DES F", "Flymake[0 1]",
     "\x1bxeglot-code-actions\r", "Remove", "\r", "All L12"),
    ("code actions: show the board", "\x1b>\x1bxeglot-code-actions\r", "Show the", "\r", "PARTS"),
    ("formatting: the script (eglot-format-buffer)", "\x1b>[playerA]\r  MOVE  0 CRU   L\r[playerA]", "Flymake[0 1]",
     "\x1bxeglot-format-buffer\r", "\nMOVE 0 CRU L"),
    ("typing: C-j closes the group", "\x1b>[playerA]\n", "[playerA]\n[playerA]"),
]


def configuration(language, heading):
    """The first configuration in docs/EDITORS.md under a heading that is written in a language."""
    document = (REPOSITORY / "docs/EDITORS.md").read_text()
    section = document.partition(f"# {heading}\n")[2]
    return re.search(rf"```{language}\n(.*?)```", section, re.DOTALL)[1]


def neovim_with(home, heading):
    (home / ".config/nvim").mkdir(parents=True)
    (home / ".config/nvim/init.lua").write_text(configuration("lua", heading))
    program = shutil.which("nvim", path=str(Path(sys.prefix, "bin"))) or shutil.which("nvim")
    return [program, "game.ships"]


def neovim(home):
    return neovim_with(home, "Neovim")


@cache
def grammar():
    """A directory in which the grammar is installed, as for a home directory."""
    directory = tempfile.TemporaryDirectory()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
    environment["HOME"] = directory.name
    commands = configuration("sh norun", WITHOUT_SERVER)
    subprocess.run(["bash", "-ec", commands], cwd=REPOSITORY, env=environment, check=True, stdout=subprocess.DEVNULL)
    return directory


def tree_sitter(home):
    shutil.copytree(grammar().name, home, dirs_exist_ok=True)
    return neovim_with(home, WITHOUT_SERVER)


def emacs(home):
    (home / ".emacs").write_text(configuration("elisp", "Emacs"))
    # A new home has no native code yet, and compiling it is reported in a window.
    (home / ".emacs.d").mkdir()
    quiet = "(setq inhibit-startup-screen t auto-save-default nil suggest-key-bindings nil native-comp-deferred-compilation nil)"
    (home / ".emacs.d/early-init.el").write_text(quiet)
    return ["emacs", "-nw", "game.ships"]


def same_everywhere(text, directory):
    """What is shown, without the directory, and without the number of requests that eglot waits for."""
    text = text.replace(directory, "~")
    return re.sub(r"\[eglot:~(/\d+)\] ", lambda found: "[eglot:~] " + "-" * len(found[1]), text)


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
        # An editor that ends may still write files.
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
            screen = self.start(Path(directory), admiralty)
            try:
                words = [self.ready, *typed[1::2]]
                for keys, word in zip(["", *typed[::2]], words):
                    screen.type(keys)
                    screen.wait(lambda text: word in text, STEP_SECONDS)
                if expected is None:
                    screen.settle(QUIET_SECONDS)
                else:
                    screen.wait(lambda text: same_everywhere(text, directory) == expected, STEP_SECONDS)
                return same_everywhere(screen.text(), directory)
            finally:
                screen.close()

    def run(self, admiralty, update):
        """Plays all steps; returns how many show something else than is recorded. Each takes seconds, so what has passed is told."""
        recorded = {} if update else self.recorded()
        shown = {}
        for title, *typed in self.steps:
            shown[title] = self.show(typed, admiralty, recorded.get(title))
            if update and typed[-1] not in shown[title]:
                print(f"{self.name}: {title}: shows no {typed[-1]!r}")
            if shown[title] == recorded.get(title):
                print(f"{self.name}: {title}: passed", flush=True)
            elif not update:
                lines = recorded.get(title, "").splitlines(), shown[title].splitlines()
                print(f"{self.name}: {title}", *difflib.unified_diff(*lines, "recorded", "shown", lineterm=""), sep="\n", flush=True)
        if update:
            self.record.write_text("".join(f"== {title}\n{text}" for title, text in shown.items()))
            return 0
        failed = sum(shown[title] != recorded.get(title) for title in shown)
        print(f"{self.name}: {len(shown) - failed} passed, {failed} failed")
        return failed


EDITORS = {
    "neovim": Editor("neovim", neovim, "turn 2", NEOVIM),
    "tree-sitter": Editor("tree-sitter", tree_sitter, "PLACE_SHIP", TREE_SITTER),
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
