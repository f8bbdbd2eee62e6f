"""Builds the faulty interpreters of faults.toml as one program that takes the name it is started by
as the fault, with a link for each fault."""

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
TABLE = HERE / "faults.toml"
#: The crates that an interpreter needs.
CRATES = ("escape", "message", "core", "players")
#: Where functions must stay `const`, because tables are computed from them.
CONSTANT = (
    "crates/message/",
    "crates/core/src/geometry/",
    "crates/core/src/rules/",
    "crates/core/src/script/reason.rs",
    "crates/core/src/script/keyword.rs",
    "crates/core/src/script/parse_error.rs",
    "crates/core/src/script/advice.rs",
    "crates/core/src/text_enum.rs",
)
#: This is added to the first of them.
SWITCH = """
/// Whether a fault is on: the one by whose name the program was started.
pub fn fault(name: &str) -> bool {
    static NAME: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let read = || {
        let path = std::env::args().next().unwrap_or_default();
        path.rsplit('/').next().unwrap_or_default().to_owned()
    };
    NAME.get_or_init(read) == name
}
"""
#: They are compiled for each change of the core, and run short scripts: optimising takes minutes and saves none.
PROFILE = """[profile.dev]
debug = false
debug-assertions = false
overflow-checks = false
panic = "abort"
incremental = false
"""
PROGRAM = """
use std::io::{self, BufRead, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let (mut input, mut output) = (io::stdin().lock(), BufWriter::new(io::stdout().lock()));
    if std::env::args().nth(1).is_none_or(|argument| argument != "--many") {
        admiralty_players::runner::run(input, &mut output).map_err(io::Error::other)?;
        return Ok(());
    }
    // As tests/language/second/interpreter.py does.
    let mut lengths = String::new();
    while input.read_line(&mut lengths)? > 0 {
        let mut parts = Vec::new();
        for length in lengths.split_whitespace() {
            let mut part = vec![0; length.parse().map_err(io::Error::other)?];
            input.read_exact(&mut part)?;
            parts.push(part);
        }
        let begin = parts.remove(0);
        if parts.is_empty() {
            parts.push(Vec::new());
        }
        for end in parts {
            let mut printed = Vec::new();
            admiralty_players::runner::run(&[begin.as_slice(), &end].concat()[..], &mut printed).map_err(io::Error::other)?;
            writeln!(output, "{}", printed.len())?;
            output.write_all(&printed)?;
        }
        output.flush()?;
        lengths.clear();
    }
    Ok(())
}
"""


def faults():
    """The faults in order, each with a list of changes."""
    table = tomllib.loads(TABLE.read_text())["fault"]
    names = [fault["name"] for fault in table]
    assert len(set(names)) == len(names), "two faults have the same name"
    for fault in table:
        keys = ("file", "text", "instead")
        fault.setdefault("changes", [{key: fault[key] for key in keys if key in fault}])
    return table


def changed(file, source, changes):
    """A source with the changes of all faults; each is a fault's name and a change."""
    places = {}
    for name, change in changes:
        text = change["text"]
        body = source.split("#[cfg(test)]\nmod tests")[0]
        assert body.count(text) == 1, f"{name}: {body.count(text)} times in {file}: {text}"
        places.setdefault((body.index(text), text), []).append((name, change["instead"]))
    order = sorted(places)
    for (start, text), (other, _) in zip(order, order[1:]):
        one, two = [places[place][0][0] for place in order if place[0] in (start, other)][:2]
        assert start + len(text) <= other, f"{one} and {two} change the same code of {file}"
    switch = "crate::fault" if file.startswith("crates/core/") else "admiralty_core::fault"
    for start, text in reversed(order):
        source = source[:start] + switched(text, places[start, text], switch) + source[start + len(text) :]
    return source


def switched(text, alternatives, switch):
    """Code that is `text`, unless one of the faults is on."""
    if any("FAULT" in instead for _, instead in alternatives):
        ((name, instead),) = alternatives
        return instead.replace("FAULT", f'{switch}("{name}")')
    code = ""
    for name, instead in alternatives:
        code += f'if {switch}("{name}") {{ {instead} }} else '
    code += f"{{ {text} }}"
    return code if text.endswith(";") else f"({code})"


def write_sources(directory):
    """Writes the package with all faults; unchanged files keep their time."""
    by_file = {}
    for fault in faults():
        for change in fault["changes"]:
            by_file.setdefault(change["file"], []).append((fault["name"], change))
    wanted = {}
    for crate in CRATES:
        home = REPOSITORY / "crates" / crate
        wanted[f"crates/{crate}/Cargo.toml"] = (home / "Cargo.toml").read_text()
        wanted[f"crates/{crate}/README.md"] = ""
        for path in sorted((home / "src").rglob("*.rs")):
            file = str(path.relative_to(REPOSITORY))
            source = changed(file, path.read_text(), by_file.pop(file, []))
            if not file.startswith(CONSTANT):
                source = source.replace("const fn", "fn")
            wanted[file] = source
    wanted["crates/core/src/lib.rs"] += SWITCH
    assert not by_file, f"no such file, or not part of an interpreter: {', '.join(by_file)}"
    wanted["Cargo.toml"] = manifest((REPOSITORY / "Cargo.toml").read_text())
    wanted["Cargo.lock"] = (REPOSITORY / "Cargo.lock").read_text()
    wanted["src/main.rs"] = PROGRAM
    for old in directory.rglob("*.rs"):
        if str(old.relative_to(directory)) not in wanted:
            old.unlink()
    for file, text in wanted.items():
        path = directory / file
        if not path.is_file() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def manifest(text):
    """The manifest of the workspace, reduced to the faulty interpreters."""
    members = json.dumps([f"crates/{crate}" for crate in CRATES])
    workspace = re.sub(r"members = \[.*\]", f"members = {members}", text[: text.index("[package]")])
    dependencies = "".join(f"admiralty-{crate}.workspace = true\n" for crate in CRATES)
    package = '[package]\nname = "admiralty-faults"\nedition.workspace = true\n'
    lints = "[workspace.lints.rust]\nwarnings = \"allow\"\n"
    return f"{workspace}{package}\n[dependencies]\n{dependencies}\n{lints}\n{PROFILE}"


def build(target):
    """Builds all faults below a target directory; returns the directory of programs."""
    directory = target / "mutants"
    write_sources(directory / "source")
    command = ["cargo", "build", "--quiet", "--bin", "admiralty-faults"]
    environment = os.environ | {"CARGO_TARGET_DIR": str(directory / "target")}
    subprocess.run(command, cwd=directory / "source", env=environment, check=True)
    programs = directory / "programs"
    shutil.rmtree(programs, ignore_errors=True)
    programs.mkdir()
    for fault in faults():
        (programs / fault["name"]).symlink_to(directory / "target/debug/admiralty-faults")
    return programs
