//! Players who connect.

use admiralty_escape::escape_path;
use std::io::{self, Write};
use std::path::Path;

use admiralty_arena::{Contestant, Lobby};

use super::ArenaArgs;
use crate::{CliError, streams};

/// Listens for the players of seats, if requested.
pub fn listen(args: &ArenaArgs, players: &[Contestant]) -> Result<Option<Lobby>, CliError> {
    let Some(address) = args.listen else {
        return Ok(None);
    };
    let chosen = args.tokens.as_deref().map_or(Ok(Vec::new()), read_tokens)?;
    Ok(Some(Lobby::open(address, players, &chosen, args.join)?))
}

/// Prints what players need to connect on standard error.
pub fn announce(lobby: &Lobby) {
    let mut err = io::stderr().lock();
    // Errors are ignored: standard error may be closed.
    let _ = writeln!(err, "admiralty: listening on {}", lobby.address());
    for (seat, token) in lobby.random_tokens() {
        let _ = writeln!(
            err,
            "admiralty: the token of the seat \"{seat}\" is {token}"
        );
    }
}

/// Reads a file in which each line has the name of a seat and its token.
fn read_tokens(path: &Path) -> Result<Vec<(String, String)>, CliError> {
    let text = streams::read(path)?;
    let text = String::from_utf8_lossy(&text);
    let mut tokens = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] => {}
            [name, token] => tokens.push((name.to_owned(), token.to_owned())),
            _ => {
                let message = format!(
                    "line {number} of {} is not the name of a seat and its token",
                    escape_path(path)
                );
                return Err(CliError::usage(message));
            }
        }
    }
    Ok(tokens)
}
