//! Completion in the real shells, each in a terminal, with the files that packages install.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::calls::{options, subcommands};
use crate::play::terminal::{PROGRAM, TIMEOUT, Terminal};

/// The words typed after `admiralty` before Tab, and the candidates for the last one. A single
/// candidate replaces it.
const LINES: &[(&str, &str)] = &[
    ("ch", "check"),
    ("r", "run replay"),
    // Files, where there is one.
    ("ga", "game.ships"),
    ("run ga", "game.ships"),
    ("check ", r"game.ships my\ game.ships"),
    ("check my", r"my\ game.ships"),
    ("check --format json ga", "game.ships"),
    ("run --stats ga", "game.ships"),
    ("judge ga", "game.ships"),
    ("judge game.ships ", "--"),
    ("judge game.ships -- ./ga", "./game.ships"),
    ("judge --json=ga", "--json=game.ships"),
    ("arena --html ga", "game.ships"),
    ("arena --html=ga", "--html=game.ships"),
    ("merge ga", "game.ships"),
    ("play --resume ga", "game.ships"),
    // Values.
    (
        "check --format ",
        "human short json sarif github gitlab junit",
    ),
    ("check --format=js", "--format=json"),
    ("run --stats=j", "--stats=json"),
    ("run --strategy A=a", "A=admiral"),
    ("--strategy=B=hu", "--strategy=B=hunt"),
    ("replay --analyse --strategy ", "density posterior"),
    ("replay --seat ", "A B all"),
    (
        "arena ",
        "admiral hunt random parity density posterior forgetful forced chase",
    ),
    ("arena hunt ra", "random"),
    ("arena me=ra", "me=random"),
    ("arena me=live:./ga", "me=live:./game.ships"),
    ("arena --rules ", "ships italian german msx russian hasbro"),
    ("arena --placing ", "seq uni players"),
    ("stress --rules r", "russian"),
    ("judge x --compare t", "trailing tokens"),
    ("judge x --protocol ", "testlib kattis"),
    ("stress --without SPY,AUTO_", "SPY,AUTO_SHOOTING"),
    ("validate --compare ex", "exact"),
    ("othello --best ", "greedy"),
    ("othello --lang ", "it en"),
    ("solo --rules ", "italian german msx russian hasbro"),
    ("solo --strategy hunt,p", "hunt,parity hunt,posterior"),
    ("play --rules ", "ships italian german msx russian hasbro"),
    (
        "play --level ",
        r"1 2 3 4 5 easy medium hard very\ hard master",
    ),
    ("play --level v", r"very\ hard"),
    ("play --a p", "person parity posterior"),
    ("play --lang ", "en it de pt pl"),
    ("play --seed ", ""),
    ("completions ", "bash elvish fish powershell zsh"),
    ("man va", "validate"),
];

/// A way to install the completions for a shell.
struct Shell {
    name: &'static str,
    /// The program, and the file that it needs besides.
    needs: [&'static str; 2],
    command: &'static str,
    /// The words typed first; the files are in `~/share`.
    setup: &'static str,
}

const BASH: Shell = Shell {
    name: "bash",
    needs: ["bash", "/"],
    command: "bash --noprofile --norc -i",
    setup: "PS1='$ '; bind 'set show-all-if-ambiguous on'; . ~/share/bash-completion/completions/admiralty",
};

const BASH_WITH_PACKAGE: Shell = Shell {
    name: "bash with bash-completion",
    needs: ["bash", "/usr/share/bash-completion/bash_completion"],
    setup: "PS1='$ '; bind 'set show-all-if-ambiguous on'; . /usr/share/bash-completion/bash_completion",
    ..BASH
};

const ZSH: Shell = Shell {
    name: "zsh",
    needs: ["zsh", "/"],
    command: "zsh -f -i",
    setup: "PS1='$ '; zstyle ':completion:*' verbose no; fpath=(~/share/zsh/vendor-completions $fpath); \
        autoload -U compinit; compinit -u -D",
};

const ZSH_BY_COMMAND: Shell = Shell {
    name: "zsh by a command",
    setup: "PS1='$ '; zstyle ':completion:*' verbose no; autoload -U compinit; compinit -u -D; \
        . <(admiralty completions zsh)",
    ..ZSH
};

const FISH: Shell = Shell {
    name: "fish",
    needs: ["fish", "/"],
    command: "fish -i",
    setup: "set fish_autosuggestion_enabled 0; function fish_prompt; echo -n '$ '; end",
};

#[apply(long_trial)]
fn bash_completes() {
    completes(&BASH, 1);
}

#[apply(trial)]
fn bash_with_its_package_completes() {
    completes(&BASH_WITH_PACKAGE, 4);
}

#[apply(long_trial)]
fn zsh_completes() {
    completes(&ZSH, 1);
}

#[apply(trial)]
fn zsh_completes_by_a_command() {
    completes(&ZSH_BY_COMMAND, 9);
}

#[apply(long_trial)]
fn fish_completes() {
    completes(&FISH, 1);
}

/// Tries every line, or every few lines.
fn completes(shell: &Shell, step: usize) {
    let Some(terminal) = start(shell) else {
        return;
    };
    let options = subcommands().into_iter().map(|name| {
        let options = options(&name);
        let names = options
            .iter()
            .filter_map(|option| option.split([' ', '[']).next());
        (format!("{name} --"), names.collect::<Vec<_>>().join(" "))
    });
    let lines = LINES.iter();
    let lines = lines.map(|&(typed, offered)| (typed.to_owned(), offered.to_owned()));
    for (typed, offered) in lines.chain(options).step_by(step) {
        complete(&terminal, &format!("admiralty {typed}"), &offered);
    }
}

/// A terminal with a waiting shell; `None` if something is missing.
fn start(shell: &Shell) -> Option<Terminal> {
    let [program, file] = shell.needs;
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there || !Path::new(file).exists() {
        let missing = if is_there { file } else { program };
        let words = format!(
            "skipped: completion in {}, because {missing} is not there",
            shell.name
        );
        let _ = writeln!(std::io::stderr(), "{words}");
        return None;
    }
    let terminal = Terminal::new()?;
    let path = |name: &str| terminal.path(name);
    for name in ["bin", "games"] {
        fs::create_dir(path(name)).expect("made");
    }
    for name in ["games/game.ships", "games/my game.ships"] {
        fs::write(path(name), "").expect("written");
    }
    symlink(PROGRAM, path("bin/admiralty")).expect("linked");
    let mut manuals = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/manuals"));
    let made = manuals.args([Path::new(PROGRAM), &path("share")]).status();
    assert!(made.expect("bash runs").success());
    // The shells' files of the user are here, too.
    terminal.run(&format!(
        "cd {}; export HOME=$PWD PATH=$PWD/bin:$PATH XDG_DATA_DIRS=$PWD/share:/usr/share; cd games; exec {}",
        path("").display(),
        shell.command
    ));
    terminal.command(&["resize-window", "-x", "200", "-y", "90"]);
    terminal.command(&["send-keys", "-l", shell.setup]);
    terminal.keys("Enter");
    Some(terminal)
}

/// Types a line and Tab, and waits for what is offered.
#[track_caller]
fn complete(terminal: &Terminal, typed: &str, offered: &str) {
    terminal.keys("C-u C-l");
    wait_until(terminal, typed, |screen| screen.trim() == "$");
    terminal.command(&["send-keys", "-l", typed]);
    terminal.keys("Tab");
    let (before, _) = typed.rsplit_once(' ').expect("words");
    let mut line = format!("$ {typed}");
    let words: BTreeSet<_> = shlex::split(offered).expect("words").into_iter().collect();
    match words.len() {
        0 => {
            terminal.keys("7");
            line.push('7');
        }
        1 => line = format!("$ {before} {offered}"),
        _ => {}
    }
    wait_until(terminal, typed, |screen| {
        let (first, below) = screen.split_once('\n').unwrap_or((screen, ""));
        let listed = if words.len() > 1 {
            &words
        } else {
            &BTreeSet::new()
        };
        first.trim_end() == line.trim_end() && listed_words(below) == *listed
    });
}

/// The words in a list of completions, without descriptions and the line that Bash repeats.
fn listed_words(screen: &str) -> BTreeSet<String> {
    let lines = screen.lines().filter(|line| !line.starts_with('$'));
    let cells = lines.flat_map(|line| line.split("  ")).map(str::trim);
    let words = cells.filter(|cell| !cell.is_empty() && !cell.starts_with('('));
    words.map(|word| word.replace('\\', "")).collect()
}

#[track_caller]
fn wait_until(terminal: &Terminal, typed: &str, is_done: impl Fn(&str) -> bool) {
    let begun = Instant::now();
    loop {
        let screen = terminal.screen();
        if is_done(&screen) {
            return;
        }
        assert!(begun.elapsed() < TIMEOUT, "after {typed:?}:\n{screen}");
        sleep(Duration::from_millis(20));
    }
}
