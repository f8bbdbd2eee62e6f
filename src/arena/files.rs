//! The files of `admiralty arena` besides its results and reports: games, and logs of bots.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use admiralty_arena::{ArenaError, BotTurn, FinishedPair, Settings};
use admiralty_results::ByteText;

use super::reports::script;

pub fn write_games(
    directory: &Path,
    settings: &Settings,
    finished: &FinishedPair,
) -> Result<(), ArenaError> {
    for (game, ByteText(record)) in finished.records.iter().flatten().enumerate() {
        let path = directory.join(format!("game-{:06}.ships", finished.pair.game(game)));
        let script = script(settings, finished, game, record);
        fs::write(&path, script).map_err(cannot_write(&path))?;
    }
    Ok(())
}

/// Appends the standard error of a bot in a turn to its file, and after a foul writes its input and
/// output. Each bot of a game has its own files, which are overwritten in its first turn.
pub fn log_turn(directory: &Path, game: u64, turn: &BotTurn<'_>) -> Result<(), ArenaError> {
    let path =
        |extension: &str| directory.join(format!("game-{game:06}-{}.{extension}", turn.player));
    let run = turn.run;
    let (log, input, output) = (path("log"), path("in"), path("out"));
    let is_first = turn.turn <= 2;
    let write_log = || {
        let mut options = File::options();
        options.create(true).append(!is_first);
        let file = options.write(true).truncate(is_first).open(&log)?;
        let mut out = BufWriter::new(file);
        write!(out, "--- turn {}, {}", turn.turn, turn.name)?;
        if let Some(foul) = &run.foul {
            write!(out, ", {}: {}", foul.kind, foul.detail)?;
        }
        writeln!(out)?;
        out.write_all(&run.stderr)?;
        if run.stderr.last().is_some_and(|&byte| byte != b'\n') {
            writeln!(out)?;
        }
        out.flush()
    };
    write_log().map_err(cannot_write(&log))?;
    for (path, bytes) in [(&input, &run.input), (&output, &run.output)] {
        let result = match (&run.foul, is_first) {
            (Some(_), _) => fs::write(path, bytes),
            (None, true) => match fs::remove_file(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                result => result,
            },
            (None, false) => Ok(()),
        };
        result.map_err(cannot_write(path))?;
    }
    Ok(())
}

pub fn cannot_write(path: &Path) -> impl Fn(io::Error) -> ArenaError {
    |source| ArenaError::Write {
        what: path.display().to_string(),
        source,
    }
}
