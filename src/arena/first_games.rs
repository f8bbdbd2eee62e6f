//! Notices a bot that crashes at once, game after game.

use super::{FoulKind, GameResult, PairMember};

/// The first games of a bot in a run, of which at least one must not end with a crash in its first
/// turn; otherwise the bot is broken, or its command line is wrong.
pub const FIRST_GAMES: u32 = 3;

/// The crashes of contestants in their first games.
pub struct FirstGames {
    /// The crashes of each contestant so far; `None` if one of its games went otherwise.
    crashes: Vec<Option<u32>>,
}

/// How a contestant's first turn in a game went.
enum FirstTurn {
    NotReached,
    Crashed,
    Played,
}

impl FirstGames {
    /// The state before the first game.
    pub fn new(contestants: usize) -> Self {
        Self {
            crashes: vec![Some(0); contestants],
        }
    }

    /// Counts the games of a pair. Returns the contestant that has crashed in all of its first
    /// games, and the last of them.
    pub fn add<'g>(
        &mut self,
        contestants: [usize; 2],
        games: &'g [GameResult; 2],
    ) -> Option<(usize, &'g GameResult)> {
        for game in games {
            for member in PairMember::BOTH {
                let contestant = contestants[member as usize];
                let Some(crashes) = &mut self.crashes[contestant] else {
                    continue;
                };
                match first_turn(game, member) {
                    FirstTurn::NotReached => {}
                    FirstTurn::Played => self.crashes[contestant] = None,
                    FirstTurn::Crashed => {
                        *crashes += 1;
                        if *crashes == FIRST_GAMES {
                            return Some((contestant, game));
                        }
                    }
                }
            }
        }
        None
    }
}

fn first_turn(game: &GameResult, member: PairMember) -> FirstTurn {
    // The first turns of both players are the first two of the game.
    let is_in_first_turn = game.turns <= 1;
    let has_lost = game.winner == Some(member.other());
    match &game.foul {
        Some(foul) if foul.kind == FoulKind::Crashed && is_in_first_turn && has_lost => {
            FirstTurn::Crashed
        }
        _ if game.turns == 0 && !has_lost => FirstTurn::NotReached,
        _ => FirstTurn::Played,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Foul;
    use PairMember::{First, Second};

    fn lost(loser: PairMember, foul: FoulKind, turns: u32) -> GameResult {
        GameResult {
            winner: Some(loser.other()),
            foul: Some(Foul::new(foul, "")),
            turns,
            ..GameResult::default()
        }
    }

    #[test]
    fn only_crashes_in_the_first_turns_of_the_first_games_count() {
        let one = |turns| lost(First, FoulKind::Crashed, turns);
        let other = |turns| lost(Second, FoulKind::Crashed, turns);
        let illegal = |turns| lost(Second, FoulKind::Illegal, turns);
        let drawn = |turns| GameResult {
            turns,
            ..GameResult::default()
        };
        for (pairs, expected) in [
            (vec![[other(1), other(0)], [other(1), other(0)]], Some(1)),
            // A game that ended before its first turn says nothing about a player.
            (vec![[one(0), other(0)], [one(0), other(0)]], None),
            (vec![[one(0), other(0)]; 3], Some(0)),
            (vec![[other(1), drawn(0)]; 3], Some(1)),
            (vec![[other(1), other(0)]], None),
            (vec![[drawn(9), other(0)], [other(1), other(0)]], None),
            (vec![[other(1), other(2)], [other(1), other(0)]], None),
            (vec![[other(1), illegal(0)], [other(1), other(0)]], None),
        ] {
            let mut first_games = FirstGames::new(2);
            let mut found = pairs
                .iter()
                .filter_map(|games| first_games.add([0, 1], games));
            let found = found.next().map(|(contestant, _)| contestant);
            assert_eq!(found, expected, "{pairs:?}");
        }
    }
}
