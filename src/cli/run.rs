//! `admiralty run`, and what `admiralty` does without a subcommand.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Seek, Write};
use std::path::Path;

use admiralty::game::Game;
use admiralty::interpreter::{self, Ending, Session, StreamError};
use admiralty::player::Player;
use admiralty::players::Players;
use admiralty::runner::{self, TURNS_MAX};

use super::args::{RunArgs, When};
use super::{CliError, shot_stats, snippet, streams};

/// The exit code of `--exit-code` for a script that did not run to its end.
const fn status_of(ending: &Ending) -> u8 {
    match ending {
        Ending::Failed(_) => 1,
        Ending::Won(Player::A) => 10,
        Ending::Won(Player::B) => 11,
    }
}

/// Runs a script, and with `--to-end` the game that it begins; explains its error and prints
/// statistics, if asked to. Returns the exit code.
pub fn run(args: &RunArgs) -> Result<u8, CliError> {
    let (input, name) = streams::open(args.file.as_deref())?;
    let log = args.log.as_deref().map(create).transpose()?;
    let mut output = streams::output()?;
    let players = args.players.players();
    let played = if args.to_end {
        interpreter::execute(input, &mut output).and_then(|(ending, session)| match ending {
            None => play_to_end(session, &players, log, &mut output),
            ending => Ok((ending, session.into_game())),
        })
    } else {
        runner::run_and_keep(input, &mut output, &players)
    };
    let (ending, game) = played.map_err(|error| match error {
        StreamError::Read(source) => CliError::Read {
            path: name.clone(),
            source,
        },
        StreamError::Write(source) => CliError::Write(source),
    })?;
    if let Some(Ending::Failed(failure)) = &ending
        && wants_explanation(args.explain.unwrap_or(When::Auto))
    {
        // The result stands, whether or not standard error takes the explanation.
        let _ = snippet::print(&failure.diagnostic(), &name, io::stderr());
    }
    if let Some(stats) = args.stats {
        shot_stats::print(stats, &game, ending.as_ref(), io::stderr())?;
    }
    let ending = ending.filter(|_| args.exit_code);
    Ok(ending.as_ref().map_or(0, status_of))
}

fn wants_explanation(when: When) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => io::stderr().is_terminal(),
    }
}

/// Creates a file that does not exist yet.
fn create(path: &Path) -> Result<File, CliError> {
    let options = &mut File::options();
    let file = options.read(true).write(true).create_new(true).open(path);
    file.map_err(|source| CliError::Create {
        path: path.display().to_string(),
        source,
    })
}

/// Plays the program's turns until the game is over, and reports on standard error if it
/// is not. The script goes to the log, if there is one, and its output to `output`.
fn play_to_end(
    session: Session,
    players: &Players,
    log: Option<File>,
    output: &mut impl Write,
) -> Result<(Option<Ending>, Game), StreamError> {
    let result = match &log {
        None => runner::play_to_end(session, players, output),
        Some(log) => {
            let mut script = BufWriter::new(log);
            let result = runner::play_to_end(session, players, &mut script);
            script.flush().and(result)
        }
    };
    let (ending, game) = result.map_err(StreamError::Write)?;
    if let Some(mut log) = log {
        log.rewind().map_err(StreamError::Read)?;
        interpreter::execute(log, output)?;
    }
    output.flush().map_err(StreamError::Write)?;
    if ending.is_none() {
        let next = game.next_player();
        let reason = if !game.is_ai(next) {
            format!("{next} is next, and not played by the program (SET_AI_PLAYER {next})")
        } else if interpreter::is_dead_position(&game) {
            "neither player can damage the other any more".to_owned()
        } else {
            format!("nobody has won after {TURNS_MAX} turns")
        };
        // The game stands, whether or not standard error takes the message.
        let _ = writeln!(io::stderr(), "admiralty: {reason}");
    }
    Ok((ending, game))
}
