//! The logs of bots, turn by turn: `--bot-log`.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use admiralty::arena::{ArenaError, BotTurn};

use super::files::cannot_write;

/// Writes the standard error of a bot in a turn to its file in a directory, and after a
/// foul also its input and its output. Each bot of a game has files of its own, which are
/// overwritten in its first turn.
pub fn log_turn(folder: &Path, game: u64, turn: &BotTurn<'_>) -> Result<(), ArenaError> {
    let path = |extension: &str| folder.join(format!("game-{game:06}-{}.{extension}", turn.player));
    let (log, input, output) = (path("log"), path("in"), path("out"));
    let is_first = turn.turn <= 2;
    let write_log = || {
        let mut options = OpenOptions::new();
        options.create(true).append(!is_first);
        let file = options.write(true).truncate(is_first).open(&log)?;
        let mut out = BufWriter::new(file);
        write!(out, "--- turn {}, {}", turn.turn, turn.name)?;
        if let Some(foul) = turn.foul {
            write!(out, ", {}: {}", foul.kind, foul.detail)?;
        }
        writeln!(out)?;
        out.write_all(turn.stderr)?;
        if turn.stderr.last().is_some_and(|&byte| byte != b'\n') {
            writeln!(out)?;
        }
        out.flush()
    };
    write_log().map_err(|error| cannot_write(&log, error))?;
    for (path, bytes) in [(&input, turn.input), (&output, turn.output)] {
        let result = match (turn.foul, is_first) {
            (Some(_), _) => fs::write(path, bytes),
            (None, true) => match fs::remove_file(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                result => result,
            },
            (None, false) => Ok(()),
        };
        result.map_err(|error| cannot_write(path, error))?;
    }
    Ok(())
}
