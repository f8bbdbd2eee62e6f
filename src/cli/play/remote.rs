//! Games that an arena serves.

use std::io::{self, BufRead, Write};
use std::path::Path;

use admiralty::play::screen::App;
use admiralty::play::{GameSession, Link, Setup};

use super::PlayArgs;
use super::game_terminal::GameTerminal;
use crate::cli::{CliError, streams, values};

/// Plays games until the person leaves.
pub fn play(args: &PlayArgs, address: &str) -> Result<(), CliError> {
    super::check_terminal()?;
    let address = match address.parse::<u16>() {
        Ok(port) => format!("127.0.0.1:{port}"),
        Err(_) => address.to_owned(),
    };
    let token = token(args.token_file.as_deref())?;
    while play_one(args, &address, &token)? {}
    Ok(())
}

/// Plays a game. Returns whether another one was requested.
fn play_one(args: &PlayArgs, address: &str, token: &str) -> Result<bool, CliError> {
    let failed = |why: &dyn std::fmt::Display| CliError::Usage(format!("{address}: {why}"));
    let link = Link::open(address, token).map_err(|error| failed(&error))?;
    let text = format!("admiralty: connected to {address}, waiting for a game (Ctrl-C leaves)");
    writeln!(io::stderr(), "{text}")?;
    let session = GameSession::join(link).map_err(|error| failed(&error))?;
    let mut app = App::new(args.options(Setup {
        // With the clock's seed, two people who begin in the same second place alike.
        seed: args.seed.unwrap_or_else(values::secret_seed),
        ..args.setup_after(session.rules())
    }));
    app.go_on(session);
    let mut screen = GameTerminal::open()?;
    let again = super::run(&mut app, &mut screen, None, None);
    drop(screen);
    let again = again?;
    let end = app.session().filter(|session| !session.is_over());
    match end.and_then(GameSession::remote_end) {
        Some(end) if !again => Err(failed(end)),
        _ => Ok(again),
    }
}

/// The token of a seat: the first line of a file, or what the person types.
fn token(path: Option<&Path>) -> Result<String, CliError> {
    let mut text = Vec::new();
    if let Some(path) = path {
        text = streams::read(path)?;
    } else {
        write!(io::stderr(), "token: ")?;
        io::stdin().lock().read_until(b'\n', &mut text)?;
    }
    let text = String::from_utf8_lossy(&text);
    Ok(text.lines().next().unwrap_or_default().trim().to_owned())
}
