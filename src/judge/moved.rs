//! Command lines from before `judge` was divided.

use clap::Command;

/// The options of `judge` that are commands of their own now, and those.
const COMMANDS: [(&str, &str); 4] = [
    ("--mutants", "mutants"),
    ("--programs", "grade"),
    ("--package", "package"),
    ("--stress", "stress"),
];

/// Other options that have gone: whether they had a value, and what they are called now.
const OPTIONS: [(&str, bool, Option<&str>); 4] = [
    ("--build", false, None),
    ("--scripts", true, None),
    ("--fail-fast", false, None),
    ("--resume", true, Some("--out")),
];

/// The command line that does now what these arguments of `judge` did, if they have an option that is
/// a command now.
pub fn new_command(arguments: &[String], program: &Command) -> Option<String> {
    let end = arguments.iter().position(|word| word == "--");
    let (options, command) = arguments.split_at(end.unwrap_or(arguments.len()));
    let is_given = |option: &str| options.iter().any(|word| name(word) == option);
    let &(_, subcommand) = COMMANDS.iter().find(|(option, _)| is_given(option))?;
    let known = program.find_subcommand(subcommand)?;
    let (mut positionals, mut others) = (Vec::new(), Vec::new());
    let mut words = options.iter();
    while let Some(word) = words.next() {
        if !word.starts_with('-') {
            positionals.insert(0, word.clone());
            continue;
        }
        let mut value = || {
            let given = word.split_once('=').map(|(_, value)| value.to_owned());
            given.or_else(|| words.next().cloned())
        };
        if let Some((option, moved)) = COMMANDS.iter().find(|(option, _)| *option == name(word)) {
            match (*option, *moved == subcommand) {
                ("--stress", _) => others.extend(["--scripts".to_owned(), value()?]),
                (_, true) => positionals.push(value()?),
                (_, false) => drop(value()),
            }
        } else if let Some((_, has_value, new)) = OPTIONS.iter().find(|it| it.0 == name(word)) {
            let value = if *has_value { value() } else { None };
            others.extend(new.iter().map(ToString::to_string));
            others.extend(value.filter(|_| new.is_some()));
        } else {
            others.push(word.clone());
            if takes_value(known, word) {
                others.extend(words.next().cloned());
            }
        }
    }
    if subcommand == "stress" && !positionals.is_empty() {
        positionals.insert(0, "--cases".to_owned());
    }
    if ["grade", "mutants"].contains(&subcommand) && !is_given("--build") {
        others.push("--no-build".to_owned());
    }
    let start = ["admiralty".to_owned(), subcommand.to_owned()];
    let all = start.into_iter().chain(positionals).chain(others);
    let all: Vec<_> = all.chain(command.iter().cloned()).collect();
    let quoted: Option<Vec<_>> = all.iter().map(|word| quoted(word)).collect();
    Some(quoted?.join(" "))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Some(word.to_owned());
    }
    let quoted = shlex::try_quote(word).ok()?;
    Some(quoted.into_owned())
}

/// The name of an option, without a value.
fn name(word: &str) -> &str {
    word.split_once('=').map_or(word, |(name, _)| name)
}

/// Whether the next word is the value of an option.
fn takes_value(command: &Command, word: &str) -> bool {
    let found = command.get_arguments().find(|arg| {
        let long = arg.get_long().map(|name| format!("--{name}"));
        let short = arg.get_short().map(|name| format!("-{name}"));
        [long, short].iter().flatten().any(|name| name == word)
    });
    found.is_some_and(|arg| arg.get_action().takes_values() && !arg.is_require_equals_set())
}
