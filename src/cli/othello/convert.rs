//! `--to`: games in another format.

use std::io::Write;

use admiralty::othello::transcript::{Format, WriteError, Writer};

use super::complaints::Complaints;
use super::input::Input;
use crate::cli::{CliError, streams};

/// Writes the legal games in a format, and says why others are left out.
pub fn convert(input: &Input, format: Format) -> Result<u8, CliError> {
    if format == Format::Plain && !input.is_one_game() {
        return Err(CliError::SeveralGames(input.name.clone()));
    }
    let mut writer = Writer::new(streams::output()?, format);
    let mut faults = Complaints::of_faults();
    input.each_game(|entry| {
        if faults.accept(&entry)
            && let Ok(checked) = &entry.result
        {
            match writer.game(&checked.game) {
                Ok(()) => {}
                Err(WriteError::Io(error)) => return Err(error.into()),
                Err(why) => faults.push(|| format!("game {}: {why}", entry.number)),
            }
        }
        Ok(())
    })?;
    writer.finish()?.flush()?;
    faults.print()?;
    Ok(faults.status())
}
