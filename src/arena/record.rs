//! The head of a recorded game: who played it, and how it ended.

use std::io::{self, Write};

use super::schedule::ScheduledPair;
use super::{GameResult, PairMember, Settings};
use crate::escape::escape;
use crate::player::Player;
use crate::script::{Command, Tag};

/// Writes who played a game of a pair, 0 or 1, and how it ended: a group of the
/// state that changes nothing, since the information that it adds is dropped again.
///
/// # Errors
///
/// What `out` returns.
pub fn write_head(
    settings: &Settings,
    pair: &ScheduledPair,
    game: usize,
    result: &GameResult,
    out: &mut impl Write,
) -> io::Result<()> {
    let lines = Player::BOTH.into_iter().flat_map(|player| {
        let a = PairMember::of_a(game);
        let member = match player {
            Player::A => a,
            Player::B => a.other(),
        };
        let contestant = settings.players.get(pair.contestants[member as usize]);
        let name = contestant.map_or("", |contestant| contestant.name.as_str());
        let outcome = match result.winner {
            Some(winner) if winner == member => "won",
            Some(_) => "lost",
            None => "drawn",
        };
        let detail = match &result.foul {
            Some(foul) if outcome == "lost" => foul.detail.as_str(),
            _ => "",
        };
        let line = |text: String| Command::Information {
            player,
            text: escape(text.trim_end()).into_owned().into(),
        };
        [
            line(format!("player {name}")),
            line(format!("result {outcome} {} {detail}", result.end())),
            Command::forget(player),
        ]
    });
    Tag::State.write_group(lines, out)
}
