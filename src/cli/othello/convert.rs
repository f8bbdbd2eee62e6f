//! `--to`: games in another format.

use std::io::Write;

use admiralty::othello::transcript::{Format, WriteError, Writer};

use super::complaints::Complaints;
use super::input::Inputs;
use crate::cli::{CliError, streams};

/// Writes the legal games in a format, and says why others are left out.
pub fn convert(inputs: &Inputs<'_>, format: Format) -> Result<u8, CliError> {
    let mut writer = Writer::new(streams::output()?, format);
    let mut faults = Complaints::of_faults();
    inputs.each(|input| {
        if format == Format::Plain && !input.is_only_game() {
            return Err(CliError::Usage(format!(
                "{} has several games, and a plain text is one: --to lines has one a line",
                input.name
            )));
        }
        input.each_game(&inputs.progress, |entry| {
            if faults.accept(&entry)
                && let Ok(checked) = &entry.result
            {
                match inputs.progress.aside(|| writer.game(&checked.game)) {
                    Ok(()) => {}
                    Err(WriteError::Io(error)) => return Err(error.into()),
                    Err(why) => faults.push(|| format!("{}: {why}", entry.name())),
                }
            }
            Ok(())
        })
    })?;
    writer.finish()?.flush()?;
    faults.print()?;
    Ok(faults.status())
}
