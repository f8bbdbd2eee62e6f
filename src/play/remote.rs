//! Games that an arena serves.

use std::io::{self, BufRead, Write};

use admiralty_play::screen::App;
use admiralty_play::{GameSession, Link, Setup};

use super::PlayArgs;
use super::game_terminal::GameTerminal;
use crate::{CliError, values};

/// Plays games until the person leaves.
pub fn play(args: &PlayArgs, address: &str) -> Result<(), CliError> {
    super::check_terminal()?;
    let address = match address.parse::<u16>() {
        Ok(port) => format!("127.0.0.1:{port}"),
        Err(_) => address.to_owned(),
    };
    let token = ask_for_token()?;
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

/// Asks the person for the token of a seat.
fn ask_for_token() -> Result<String, CliError> {
    write!(io::stderr(), "token: ")?;
    let mut text = Vec::new();
    io::stdin().lock().read_until(b'\n', &mut text)?;
    Ok(String::from_utf8_lossy(&text).trim().to_owned())
}
