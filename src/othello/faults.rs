//! Reports on standard error about moves, games and results.

use admiralty_escape::escape;
use admiralty_othello::transcript::{Fault, FaultKind, PlayedGame, ReportedResult, TextPlace};
use admiralty_othello::{Position, Scoring};
use bstr::ByteSlice;

use super::ILLEGAL;
use super::input::InputGame;
use crate::error::say;

/// How many faults are reported individually.
const SHOWN_MAX: usize = 20;

/// The faults of many games: the first ones, and how many more there are.
#[derive(Default)]
pub struct Faults {
    shown: Vec<String>,
    more: usize,
}

impl Faults {
    pub fn push(&mut self, text: impl FnOnce() -> String) {
        if self.shown.len() < SHOWN_MAX {
            self.shown.push(text());
        } else {
            self.more += 1;
        }
    }

    /// Returns the game if it is legal; otherwise, records why not.
    pub fn legal_game<'e>(&mut self, entry: &'e InputGame<'_>) -> Option<&'e PlayedGame> {
        match &entry.result {
            Err(error) => self.push(|| format!("{}, {error}", entry.name())),
            Ok(checked) => match &checked.fault {
                None => return Some(&checked.game),
                Some(fault) => self.push(|| {
                    let explained = explained(fault, checked.game.position());
                    let (game, place) = (entry.name(), place(fault));
                    format!("{game}{place}, {}: {explained}", name(fault))
                }),
            },
        }
        None
    }

    /// Prints the games that are unreadable or illegal; returns the exit code.
    pub fn print(&self) -> u8 {
        self.print_as("", "wrong games");
        if self.shown.is_empty() { 0 } else { ILLEGAL }
    }

    /// Prints the faults, each with a prefix; `things` names the further ones.
    pub fn print_as(&self, prefix: &str, things: &str) {
        for text in &self.shown {
            say(&format!("{prefix}{text}"));
        }
        if self.more > 0 {
            say(&format!("{prefix}and {} more {things}", self.more));
        }
    }
}

/// Why a move is wrong, where it is, and which moves would be legal.
pub fn reason(fault: &Fault, position: Position) -> String {
    let explained = explained(fault, position);
    format!("{}{}: {explained}", name(fault), place(fault))
}

/// The line and the column, after a comma; nothing in a database.
fn place(fault: &Fault) -> String {
    match fault.word.place {
        TextPlace { line: 0, .. } => String::new(),
        place => format!(", {place}"),
    }
}

fn name(fault: &Fault) -> String {
    let word = printable(&fault.word.text);
    format!("move {}, {word}", fault.number)
}

fn explained(fault: &Fault, position: Position) -> String {
    let kind = fault.kind;
    match kind {
        FaultKind::MustPass => {
            return format!("{kind}, written --; --format lines inserts passes");
        }
        FaultKind::NumberOrResult => {
            return format!("{kind}; --format pgn reads these, as in \"1. d3 c3 33-31\"");
        }
        _ => {}
    }
    let player = position.to_move();
    let legal = legal(fault);
    match (legal.is_empty(), position.is_over()) {
        (false, _) => format!("{kind}; {player} can play {}", legal.join(", ")),
        (true, false) => format!("{kind}; {player} can only pass"),
        (true, true) => format!("{kind}; nobody can move"),
    }
}

pub fn legal(fault: &Fault) -> Vec<String> {
    let squares = fault.legal.iter();
    squares.map(ToString::to_string).collect()
}

/// A text from a transcript, safe to print on a terminal.
pub fn printable(text: &[u8]) -> String {
    escape(&text.to_str_lossy()).into_owned()
}

/// A note if a game is not finished.
pub fn unfinished(game: &PlayedGame) -> Option<String> {
    if game.moves().is_empty() {
        return Some("there are no moves".to_owned());
    }
    let to_move = game.position().to_move();
    (!game.is_finished()).then(|| format!("the game is not finished; {to_move} is to move"))
}

/// A note if a game reports a wrong result.
pub fn wrong_result(game: &PlayedGame) -> Option<String> {
    let reported = game
        .reported
        .filter(|_| game.result_agrees() == Some(false))?;
    let found = if let ReportedResult::Impossible(_) = reported {
        "the board has 64 squares".to_owned()
    } else {
        let score = game.score(Scoring::Discs);
        format!("the discs are {}-{}", score.black, score.white)
    };
    Some(format!("the result is given as {reported}, but {found}"))
}
