//! `admiralty validate`.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use admiralty_compare::ComparisonMode;
use admiralty_judge::{Verdict, validate as verdict};
use clap::Args;

use super::completions::words;
use super::values::comparison_modes;
use super::{CliError, streams};

/// The most bytes of output, and the most that a turn may print.
const OUTPUT_BYTES_MAX: u64 = 64 << 20;

/// The exit codes of the problem format.
const ACCEPTED: u8 = 42;
const WRONG: u8 = 43;

#[derive(Debug, Args)]
pub struct ValidateArgs {
    /// The input of the program
    input: PathBuf,
    /// The expected output; a single question mark if there is no fixed answer
    answer: PathBuf,
    /// Prefix of feedback files, usually a directory ending in /
    feedback: OsString,
    /// How to compare outputs, as for `judge`
    #[arg(long, value_name = "HOW", default_value_t, add = words(comparison_modes))]
    compare: ComparisonMode,
}

/// Validates the output on standard input, and returns the exit code.
pub fn validate(args: &ValidateArgs) -> Result<u8, CliError> {
    let input = streams::read(&args.input)?;
    let answer = streams::read(&args.answer)?;
    let mut output = Vec::new();
    let mut stdin = io::stdin().lock().take(OUTPUT_BYTES_MAX + 1);
    stdin.read_to_end(&mut output)?;
    let is_whole = output.len() as u64 <= OUTPUT_BYTES_MAX;
    let (verdict, message) = if is_whole {
        verdict(args.compare, &input, &answer, &output, OUTPUT_BYTES_MAX)
    } else {
        let message = format!("more than {} MiB", OUTPUT_BYTES_MAX >> 20);
        (Verdict::OutputLimitExceeded, message)
    };
    if verdict == Verdict::Accepted {
        return Ok(ACCEPTED);
    }
    let mut path = args.feedback.clone();
    path.push("/judgemessage.txt");
    let path = PathBuf::from(path);
    let file = fs::File::create(&path).and_then(|mut file| writeln!(file, "{verdict}: {message}"));
    file.map_err(CliError::cannot_write(&path))?;
    Ok(WRONG)
}
