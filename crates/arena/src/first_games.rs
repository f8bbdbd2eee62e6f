//! Bots that end at once, game after game, which ends a tournament.

use crate::{FoulKind, GameResult, PairMember};

/// How many games a bot gets at the beginning of a run. It must complete its first turn, or try to,
/// in one of them; otherwise it is broken, or its command line is wrong.
pub const FIRST_GAMES: u32 = 3;

/// Counts the games that ended at once, by contestant.
pub struct FirstGames {
    /// How many games so far; `None` if one of the contestant's games did not end at once.
    ended: Vec<Option<u32>>,
}

/// How a contestant's first turn in a game went.
enum FirstTry {
    NotReached,
    /// The program ended before the turn was complete, whatever its exit status.
    Ended,
    Played,
}

impl FirstGames {
    /// The state before the first game.
    pub fn new(contestants: usize) -> Self {
        Self {
            ended: vec![Some(0); contestants],
        }
    }

    /// Counts the games of a pair. Returns the contestant that has ended at once in all of its first
    /// games, and the last of them.
    pub fn add<'g>(
        &mut self,
        contestants: [usize; 2],
        games: &'g [GameResult; 2],
    ) -> Option<(usize, &'g GameResult)> {
        for game in games {
            for member in PairMember::BOTH {
                let contestant = contestants[member as usize];
                let Some(ended) = &mut self.ended[contestant] else {
                    continue;
                };
                match first_turn(game, member) {
                    FirstTry::NotReached => {}
                    FirstTry::Played => self.ended[contestant] = None,
                    FirstTry::Ended => {
                        *ended += 1;
                        if *ended == FIRST_GAMES {
                            return Some((contestant, game));
                        }
                    }
                }
            }
        }
        None
    }
}

fn first_turn(game: &GameResult, member: PairMember) -> FirstTry {
    // The first turns of both players are the first two of the game.
    let is_in_first_turn = game.turns <= 1;
    let has_lost = game.winner == Some(member.other());
    let has_ended = game.foul.as_ref().is_some_and(|foul| {
        use FoulKind::{Crashed, Silent, Unclosed};
        matches!(foul.kind, Crashed | Silent | Unclosed)
    });
    if has_ended && is_in_first_turn && has_lost {
        FirstTry::Ended
    } else if game.turns == 0 && !has_lost {
        FirstTry::NotReached
    } else {
        FirstTry::Played
    }
}

#[cfg(test)]
mod tests {
    use PairMember::{First, Second};

    use super::*;
    use crate::Foul;

    fn lost(loser: PairMember, foul: FoulKind, turns: u32) -> GameResult {
        GameResult {
            winner: Some(loser.other()),
            foul: Some(Foul::new(foul, "")),
            turns,
            ..GameResult::default()
        }
    }

    #[test]
    fn only_ends_in_the_first_turns_of_the_first_games_count() {
        let one = |turns| lost(First, FoulKind::Crashed, turns);
        let other = |turns| lost(Second, FoulKind::Crashed, turns);
        let illegal = |turns| lost(Second, FoulKind::Illegal, turns);
        let silent = |turns| lost(Second, FoulKind::Silent, turns);
        let unclosed = |turns| lost(Second, FoulKind::Unclosed, turns);
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
            (
                vec![[silent(1), silent(0)], [silent(1), silent(0)]],
                Some(1),
            ),
            (
                vec![[silent(1), other(0)], [unclosed(1), other(0)]],
                Some(1),
            ),
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
