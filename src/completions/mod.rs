//! `admiralty completions`: scripts for shells, and what they ask this program.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};

use admiralty_players::PlayerEntry;
use clap::builder::ValueHint;
use clap::{Arg, ArgAction, Args, Command, value_parser};
use clap_complete::Shell;
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate, complete};

use crate::CliError;

/// Stands for any path. The shell completes it; the text before it belongs to the word.
const FILES: &str = "files:";

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
    /// What its script asks: what may stand in the place of the last of these words
    #[arg(last = true, hide = true)]
    words: Vec<OsString>,
}

/// Prints the script for a shell, or the answer to its script.
pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    if !args.words.is_empty() {
        for candidate in candidates(command, &args.words)? {
            writeln!(out, "{}", line(&candidate, args.shell))?;
        }
        return Ok(());
    }
    match args.shell {
        Shell::Bash => out.write_all(include_bytes!("admiralty.bash"))?,
        Shell::Fish => out.write_all(include_bytes!("admiralty.fish"))?,
        Shell::Zsh => out.write_all(include_bytes!("admiralty.zsh"))?,
        shell => {
            // It panics if the pipe is closed.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "admiralty", &mut script);
            out.write_all(&script)?;
        }
    }
    Ok(())
}

/// An argument whose values are these words, or begin like them.
pub fn words<I>(words: fn() -> I) -> ArgValueCandidates
where
    I: IntoIterator<Item: Into<OsString>> + 'static,
{
    ArgValueCandidates::new(move || {
        let words = words().into_iter();
        words.map(CompletionCandidate::new).collect()
    })
}

/// An argument that is a player of a tournament: a name, or a program behind `live:` or `cmd:`.
pub fn contestants() -> ArgValueCompleter {
    ArgValueCompleter::new(|word: &OsStr| {
        let word = word.to_string_lossy();
        let start = word.rfind('=').map_or(0, |equals| equals + 1);
        let (name, player) = word.split_at(start);
        match player.split_once(':') {
            Some((kind @ ("live" | "cmd"), _)) => vec![format!("{name}{kind}:{FILES}").into()],
            _ => PlayerEntry::names()
                .into_iter()
                .filter(|known| known.starts_with(player))
                .map(|known| format!("{name}{known}").into())
                .collect(),
        }
    })
}

/// The candidates for the last word: values if there are any, otherwise files, otherwise options.
fn candidates(command: Command, words: &[OsString]) -> Result<Vec<CompletionCandidate>, CliError> {
    let mut command = completable(command, words);
    let mut found = complete(&mut command, words.to_vec(), words.len() - 1, None)?;
    let rank = |candidate: &CompletionCandidate| {
        let value = candidate.get_value().as_encoded_bytes();
        let is_option = value.starts_with(b"-") && value != b"--";
        (is_option, value.ends_with(FILES.as_bytes()))
    };
    let best = found.iter().map(rank).min();
    found.retain(|candidate| Some(rank(candidate)) == best);
    Ok(found)
}

/// The command, adapted to what can be completed.
fn completable(command: Command, words: &[OsString]) -> Command {
    let is_escaped = words.iter().rev().skip(1).any(|word| word == "--");
    let has_value = words
        .last()
        .is_some_and(|word| word.as_encoded_bytes().contains(&b'='));
    let arg = |arg: Arg| match arg.get_value_hint() {
        // The next word would not be the value.
        _ if arg.is_require_equals_set() && !has_value => arg
            .require_equals(false)
            .num_args(0)
            .action(ArgAction::SetTrue)
            .value_parser(value_parser!(bool)),
        _ if arg.is_last_set() && !is_escaped => arg.add(ArgValueCompleter::new(dashes)),
        ValueHint::AnyPath => arg.add(ArgValueCompleter::new(files)),
        _ => arg,
    };
    command
        .mut_args(arg)
        .mut_subcommands(|subcommand| subcommand.mut_args(arg))
}

/// The text before the last arguments.
fn dashes(word: &OsStr) -> Vec<CompletionCandidate> {
    let dashes = word.is_empty().then(|| "--".into());
    dashes.into_iter().collect()
}

fn files(word: &OsStr) -> Vec<CompletionCandidate> {
    let is_path = !word.as_encoded_bytes().starts_with(b"-");
    is_path.then(|| FILES.into()).into_iter().collect()
}

/// A candidate as the script of a shell expects it.
fn line(candidate: &CompletionCandidate, shell: Shell) -> String {
    let value = candidate.get_value().to_string_lossy();
    if let Some(before) = value.strip_suffix(FILES) {
        return format!("{FILES}{before}");
    }
    let help = candidate.get_help().map(ToString::to_string);
    let help = help.as_deref().and_then(|help| help.lines().next());
    match (shell, help) {
        (Shell::Zsh, help) => {
            let value = value.replace('\\', r"\\").replace(':', r"\:");
            format!("{value}:{}", help.unwrap_or_default())
        }
        (Shell::Bash, _) => value.replace(' ', r"\ "),
        (Shell::Fish, Some(help)) => format!("{value}\t{help}"),
        _ => value.into_owned(),
    }
}
