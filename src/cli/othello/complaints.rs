//! What is said on standard error of moves, games and results.

use std::io::{self, Write};

use admiralty::escape::escape;
use admiralty::othello::transcript::{Fault, FaultKind, PlayedGame, Told};
use admiralty::othello::{Position, Scoring};
use bstr::ByteSlice;

use super::ILLEGAL;
use super::input::Entry;

/// How many games are complained of one by one.
const SHOWN_MAX: usize = 20;

/// What is said of many games: of the first ones only, and how many more there are.
pub struct Complaints {
    /// What is before each.
    prefix: &'static str,
    /// What more of them are.
    things: &'static str,
    shown: Vec<String>,
    more: usize,
}

impl Complaints {
    /// About games with faults.
    pub fn of_faults() -> Self {
        Self::new("", "wrong games")
    }

    /// About games with results that do not agree.
    pub fn of_results() -> Self {
        Self::new("note: ", "wrong results")
    }

    fn new(prefix: &'static str, things: &'static str) -> Self {
        Self {
            prefix,
            things,
            shown: Vec::new(),
            more: 0,
        }
    }

    pub fn push(&mut self, text: impl FnOnce() -> String) {
        if self.shown.len() < SHOWN_MAX {
            self.shown.push(text());
        } else {
            self.more += 1;
        }
    }

    /// Says whether a game is as it should be, and complains if it is not.
    pub fn accept(&mut self, entry: &Entry<'_>) -> bool {
        match &entry.result {
            Err(error) => self.push(|| format!("{}, {error}", entry.name())),
            Ok(checked) => match &checked.fault {
                None => return true,
                Some(fault) => self.push(|| {
                    let explained = explained(fault, checked.game.position());
                    let (game, place) = (entry.name(), place(fault));
                    format!("{game}{place}, {}: {explained}", name(fault))
                }),
            },
        }
        false
    }

    /// The exit status of a run with these faults.
    pub fn status(&self) -> u8 {
        if self.shown.is_empty() { 0 } else { ILLEGAL }
    }

    pub fn print(&self) -> io::Result<()> {
        let mut err = io::stderr().lock();
        let prefix = self.prefix;
        for text in &self.shown {
            writeln!(err, "admiralty: {prefix}{text}")?;
        }
        if self.more > 0 {
            let (more, things) = (self.more, self.things);
            writeln!(err, "admiralty: {prefix}and {more} more {things}")?;
        }
        Ok(())
    }
}

/// Why a move is wrong, where it is, and what would have been legal.
pub fn reason(fault: &Fault, position: Position) -> String {
    let explained = explained(fault, position);
    format!("{}{}: {explained}", name(fault), place(fault))
}

/// The line and the column, after a comma; nothing in a database.
fn place(fault: &Fault) -> String {
    match &fault.word {
        word if word.line > 0 => format!(", line {}, column {}", word.line, word.column),
        _ => String::new(),
    }
}

fn name(fault: &Fault) -> String {
    let listed = if fault.is_listed { "listed " } else { "" };
    format!("{listed}move {}, {}", fault.number, shown(fault))
}

fn explained(fault: &Fault, position: Position) -> String {
    let player = position.to_move();
    let legal = legal(fault);
    if fault.kind == FaultKind::MustPass {
        return format!("{}; --auto-pass puts it in", fault.kind);
    }
    let legal = match (legal.is_empty(), position.is_over()) {
        (false, _) => format!("{player} can play {}", legal.join(", ")),
        (true, false) => format!("{player} can only pass"),
        (true, true) => "nobody can move".to_owned(),
    };
    format!("{}; {legal}", fault.kind)
}

/// The squares that would have been legal.
pub fn legal(fault: &Fault) -> Vec<String> {
    let squares = fault.legal.iter();
    squares.map(|square| square.to_string()).collect()
}

/// The word as it may stand in a terminal.
pub fn shown(fault: &Fault) -> String {
    printable(&fault.word.text)
}

/// A text of a transcript as it may stand in a terminal.
pub fn printable(text: &[u8]) -> String {
    escape(&text.to_str_lossy()).into_owned()
}

/// That a game is not at its end, if it is not.
pub fn unfinished(game: &PlayedGame) -> Option<String> {
    if game.moves().is_empty() {
        return Some("there are no moves".to_owned());
    }
    let to_move = game.position().to_move();
    (!game.is_finished()).then(|| format!("the game is not finished; {to_move} is to move"))
}

/// That a game has another result than is told, if it has.
pub fn note(game: &PlayedGame) -> Option<String> {
    let told = game.told.filter(|_| game.told_agrees() == Some(false))?;
    if matches!(told, Told::Impossible(_)) {
        return Some(format!(
            "the result is told as {told}, and the board has 64 squares"
        ));
    }
    let score = game.score(Scoring::Discs);
    let (black, white) = (score.black, score.white);
    Some(format!(
        "the result is told as {told}, and the discs are {black}-{white}"
    ))
}
