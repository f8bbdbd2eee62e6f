//! Errors of subcommands, all exit codes except those of results, and advice on arguments that clap
//! does not know.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use admiralty_arena::ArenaError;
use admiralty_escape::{escape, escape_lines, escape_path};
use admiralty_judge::class::{ClassError, SubmissionsError};
use admiralty_judge::{BuildRule, JudgeError, PackageError, SelectionError, is_archive};
use admiralty_process::SandboxError;
use admiralty_results::ResultsError;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::values::{in_sentence, is_standard};
use crate::{EXAMPLES, command, judge, near_subcommand, signals};

/// The exit code for wrong arguments, and for files that cannot be read or written.
pub const USAGE: u8 = 2;

/// The exit code if the judge itself failed.
pub const JUDGE_FAILED: u8 = 3;

#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The request cannot be fulfilled; the reason, as a sentence.
    #[error("{0}")]
    Usage(String),
    #[error("cannot open {}: {source}", escape(path))]
    Open { path: String, source: io::Error },
    #[error("cannot read {}: {source}", escape(path))]
    Read { path: String, source: io::Error },
    #[error("cannot write {}: {source}", escape(path))]
    WriteFile { path: String, source: io::Error },
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Several(Vec<CliError>),
    /// Interrupted by a signal, after this much work.
    #[error("interrupted after {0}")]
    Interrupted(String),
    #[error(transparent)]
    Arena(#[from] ArenaError),
    #[error(transparent)]
    Results(#[from] ResultsError),
    #[error(transparent)]
    Selection(#[from] SelectionError),
    #[error(transparent)]
    Submissions(#[from] SubmissionsError),
    #[error(transparent)]
    Judging(JudgeError),
    #[error(transparent)]
    Package(#[from] PackageError),
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error(transparent)]
    Config(#[from] admiralty_players::classic::ConfigError),
    #[error(transparent)]
    Setup(#[from] admiralty_play::SetupError),
    #[error(transparent)]
    Solo(#[from] admiralty_solo::SoloError),
}

impl From<JudgeError> for CliError {
    fn from(error: JudgeError) -> Self {
        if let JudgeError::Start { program, .. } = &error
            && let Some(advice) = source_advice(program)
        {
            return Self::Usage(advice);
        }
        match &error {
            JudgeError::Start { program, .. }
                if program.components().count() == 1 && program.is_file() =>
            {
                let name = escape_path(program);
                Self::Usage(format!(
                    "{name} is not on the search path; to judge the one in this directory, write ./{name}"
                ))
            }
            _ => Self::Judging(error),
        }
    }
}

impl From<ClassError> for CliError {
    fn from(error: ClassError) -> Self {
        match error {
            ClassError::Submissions(error) => error.into(),
            ClassError::Judge(error) => error.into(),
            ClassError::Results(error) => error.into(),
        }
    }
}

impl CliError {
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    /// A file cannot be read, given the name to show.
    pub fn cannot_read(path: &str) -> impl Fn(io::Error) -> Self {
        move |source| Self::Read {
            path: in_sentence(path).into_owned(),
            source,
        }
    }

    /// A file cannot be written; `-` is standard output.
    pub fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = Some(path).filter(|path| !is_standard(path));
        let path = path.map(|path| path.display().to_string());
        move |source| match path.clone() {
            Some(path) => Self::WriteFile { path, source },
            None => Self::Write(source),
        }
    }

    /// All errors, if there are any.
    pub fn all(mut errors: Vec<Self>) -> Result<(), Self> {
        match errors.pop() {
            None => Ok(()),
            Some(only) if errors.is_empty() => Err(only),
            Some(last) => {
                errors.push(last);
                Err(Self::Several(errors))
            }
        }
    }

    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Interrupted(_) | Self::Judging(JudgeError::Cancelled) => signals::exit_code(),
            Self::Judging(JudgeError::Machine(_)) => JUDGE_FAILED,
            _ => USAGE,
        }
    }

    /// The exit code of the judge. If its results cannot be written, the judge itself has failed,
    /// not the user.
    pub fn judge_exit_code(&self) -> u8 {
        match self {
            Self::Write(_)
            | Self::WriteFile { .. }
            | Self::Results(ResultsError::Write { .. })
            | Self::Package(PackageError::Write { .. })
            | Self::Sandbox(_) => JUDGE_FAILED,
            _ => self.exit_code(),
        }
    }

    /// Whether the reader has closed the pipe, which is not reported.
    pub fn is_closed_pipe(&self) -> bool {
        let (Self::Write(error) | Self::Arena(ArenaError::Write { source: error, .. })) = self
        else {
            return false;
        };
        error.kind() == io::ErrorKind::BrokenPipe
    }
}

/// Prints a message on standard error. Its lines are those of the program, or of an output that it
/// quotes: whoever puts the name of a file into it escapes the name.
pub fn say(message: &str) {
    let lines: Vec<_> = escape_lines(message).collect();
    // Standard error may be closed, and what is printed elsewhere is still valid.
    let _ = writeln!(
        io::stderr(),
        "admiralty: {}",
        lines.join(
            "
"
        )
    );
}

/// Reports an error, unless the reader has closed the pipe.
pub fn complain(error: &CliError, exit_code: u8) -> ExitCode {
    if !error.is_closed_pipe() {
        match error {
            CliError::Several(errors) => errors.iter().for_each(|error| say(&error.to_string())),
            error => say(&error.to_string()),
        }
    }
    ExitCode::from(exit_code)
}

/// The error with a guess at what was meant, and without clap's advice to pass options as values.
pub fn explained(mut error: clap::Error) -> clap::Error {
    escape_words(&mut error);
    let arguments = env::args_os().skip(1);
    let arguments: Vec<String> = arguments
        .map(|word| word.to_string_lossy().into())
        .collect();
    if error.use_stderr()
        && let [judge, rest @ ..] = arguments.as_slice()
        && judge == "judge"
        && let Some(line) = judge::new_command(rest, &command())
    {
        let line = escape(&line);
        let message = format!("this is a command of its own now:\n\n  {line}\n");
        return clap::Error::raw(ErrorKind::UnknownArgument, message);
    }
    add_example(&mut error, &arguments);
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    error.remove(ContextKind::Suggested);
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) if !unknown.starts_with('-') => {
            meant(&arguments, unknown).unwrap_or(error)
        }
        _ => error,
    }
}

/// Escapes the words of the command line that an error quotes, which may be names of files.
fn escape_words(error: &mut clap::Error) {
    let words: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(word) => Some((kind, escape(word).into_owned())),
            _ => None,
        })
        .collect();
    for (kind, word) in words {
        error.insert(kind, ContextValue::String(word));
    }
}

/// Adds an example of the subcommand to an error about its arguments.
fn add_example(error: &mut clap::Error, arguments: &[String]) {
    let name = arguments.first().map(String::as_str);
    if let Some((_, example)) = EXAMPLES
        .iter()
        .find(|(subcommand, _)| Some(*subcommand) == name)
        && let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage)
    {
        let usage = format!("{}\n\nExample: {example}", usage.ansi());
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage.into()));
    }
}

fn meant(arguments: &[String], unknown: &str) -> Option<clap::Error> {
    let mut command = command();
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

/// Advice for what is given as the program, but has to be unpacked, compiled or interpreted.
fn source_advice(path: &Path) -> Option<String> {
    let shown = escape_path(path);
    if is_archive(path) {
        return Some(format!(
            "{shown} is an archive; put it into a directory, and `admiralty grade` unpacks, builds and judges it"
        ));
    }
    let rule = BuildRule::for_source(path.file_name()?.to_str()?)?;
    let advice = match rule.interpreter_line(&path.to_string_lossy()) {
        Some(line) => format!("run it by its interpreter, `-- {}`", escape(&line)),
        None => "compile it and give the program".to_owned(),
    };
    Some(format!(
        "{shown} is source text; {advice}, or build and judge the sources in a directory with `admiralty grade`"
    ))
}
