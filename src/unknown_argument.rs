//! Says what was probably meant by an argument that clap does not know.

use std::env;
use std::path::Path;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Cli, near_subcommand};

/// The endings of names of sources that have to be compiled.
const SOURCES: [&str; 6] = ["c", "cc", "cpp", "cxx", "java", "rs"];

/// The error with what was probably meant, and without clap's advice to pass options as values.
pub fn explained(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    error.remove(ContextKind::Suggested);
    let arguments = env::args_os().skip(1);
    let arguments: Vec<_> = arguments
        .map(|word| word.to_string_lossy().into())
        .collect();
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) if !unknown.starts_with('-') => {
            meant(&arguments, unknown).unwrap_or(error)
        }
        _ => error,
    }
}

fn meant(arguments: &[String], unknown: &str) -> Option<clap::Error> {
    let mut command = Cli::command();
    command.build();
    let first = arguments.first()?;
    if first == "judge" {
        let message = source_advice(Path::new(unknown)).unwrap_or_else(|| {
            let is_here = Path::new(unknown).components().count() == 1;
            let here = if is_here { "./" } else { "" };
            format!(
                "the program comes after `--`, as in `admiralty judge CASES -- {here}{unknown}`"
            )
        });
        let judge = command.find_subcommand_mut(first)?;
        return Some(judge.error(ErrorKind::UnknownArgument, message));
    }
    if command.find_subcommand(first).is_some() {
        return None;
    }
    let near = near_subcommand(first)?;
    let rest = arguments[1..].join(" ");
    let message =
        format!("there is no subcommand {first}; did you mean `admiralty {near} {rest}`?");
    Some(command.error(ErrorKind::InvalidSubcommand, message))
}

/// What to do with a source that was given as the program, if it is one.
pub fn source_advice(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?;
    SOURCES.contains(&ending).then(|| {
        format!(
            "{} is source text; compile it and give the program, or build and judge the sources in a directory \
             with --programs DIR --build",
            path.display()
        )
    })
}
