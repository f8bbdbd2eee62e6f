//! The random part of an opening: reefs and fleets.

use super::{Opening, OpeningError, REEFS_MAX, SHIPS_MAX};
use crate::game::{Game, ShipName};
use crate::geometry::Pos;
use crate::player::Player;
use crate::players::{
    Placing, Rng, ShipPlacement, can_place_uniformly, place_missing, place_uniformly,
};
use crate::view::Observation;

/// How many fields are drawn for each reef, at most.
const DRAWS_PER_REEF: u64 = 64;
/// How often both fleets are placed before they count as too large.
const FLEETS_MAX: u32 = 50;

impl Opening {
    /// The state that both games of a pair begin with. It depends on the two numbers
    /// only: each pair has random numbers of its own.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn deal(&self, seed: u64, pair: u64) -> Result<Game, OpeningError> {
        // Odd, so that every pair has another seed.
        const PAIRS: u64 = 0x9e37_79b9_7f4a_7c15;
        if !self.suits_rules() {
            return Err(OpeningError::FixedBoard(self.rules().name));
        }
        let mut seeds = Rng::seeded(seed);
        let mut rng = Rng::seeded(seeds.below(u64::MAX) ^ pair.wrapping_mul(PAIRS));
        let mut game = self.base.clone();
        game.set_seed(rng.below(u64::MAX));
        self.add_reefs(&mut game, &mut rng)?;
        match self.placing {
            None => Ok(game),
            Some(Placing::Seq) => deal_seq(&game, &mut rng),
            Some(Placing::Uni) => deal_uni(game, &mut rng),
        }
    }

    fn add_reefs(&self, game: &mut Game, rng: &mut Rng) -> Result<(), OpeningError> {
        let size = game.board().size();
        let (rows, columns) = (size.rows.unsigned_abs(), size.columns.unsigned_abs());
        let fields = u64::from(rows) * u64::from(columns);
        if self.reefs > REEFS_MAX || u64::from(self.reefs) > fields / 2 {
            return Err(OpeningError::TooManyReefs(self.reefs));
        }
        let mut left = self.reefs;
        for _ in 0..u64::from(self.reefs) * DRAWS_PER_REEF {
            if left == 0 {
                break;
            }
            let coordinate =
                |length: u32, rng: &mut Rng| i32::try_from(rng.below(length.into())).unwrap_or(0);
            let reef = Pos::new(coordinate(rows, rng), coordinate(columns, rng));
            if !game.board().is_reef(reef) && game.add_reef(reef).is_ok() {
                left -= 1;
            }
        }
        match left {
            0 => Ok(()),
            _ => Err(OpeningError::NoRoom),
        }
    }
}

/// Places both fleets ship by ship.
fn deal_seq(game: &Game, rng: &mut Rng) -> Result<Game, OpeningError> {
    let [a, b] = Player::BOTH.map(|player| game.fleet(player).missing());
    if a.saturating_add(b) > SHIPS_MAX {
        return Err(OpeningError::TooManyShips(a.saturating_add(b)));
    }
    for _ in 0..FLEETS_MAX {
        let mut attempt = game.clone();
        if Player::BOTH
            .into_iter()
            .all(|player| place_fleet(&mut attempt, player, rng))
        {
            return Ok(attempt);
        }
    }
    Err(OpeningError::NoRoom)
}

/// Places both fleets, each whole fleet equally likely.
fn deal_uni(mut game: Game, rng: &mut Rng) -> Result<Game, OpeningError> {
    let views = Player::BOTH.map(|player| Observation::new(&game, player));
    if !views.iter().all(can_place_uniformly) {
        return Err(OpeningError::NotUniform);
    }
    for player in Player::BOTH {
        let view = Observation::new(&game, player);
        let fleet = place_uniformly(&view, rng).ok_or(OpeningError::TooCrowded)?;
        if !enter(&mut game, player, fleet) {
            return Err(OpeningError::NoRoom);
        }
    }
    Ok(game)
}

/// Places what a player has to place, and returns whether that succeeded. It may fail
/// where ships of the other player lie that are not seen.
fn place_fleet(game: &mut Game, player: Player, rng: &mut Rng) -> bool {
    while game.fleet(player).missing() > 0 {
        let view = Observation::new(game, player);
        let placements = match place_missing(&view, Placing::Seq, rng) {
            Ok(placements) if !placements.is_empty() => placements,
            _ => return false,
        };
        if !enter(game, player, placements) {
            return false;
        }
    }
    true
}

/// Puts ships of a player on the board, and returns whether that succeeded.
fn enter(game: &mut Game, player: Player, placements: Vec<ShipPlacement>) -> bool {
    placements
        .into_iter()
        .all(|ShipPlacement { ship, footprint }| {
            let name = ShipName {
                player,
                class: ship.class,
                index: ship.index,
            };
            game.place_ship(name, footprint.head, footprint.direction)
                .is_ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::interpreter::save;
    use crate::players::Players;
    use crate::rules::{ITALIAN, MSX, SHIPS};
    use crate::runner::play_turn;

    fn state(game: &Game) -> Vec<u8> {
        let mut state = Vec::new();
        save::save(game, &mut state).expect("a vector takes everything");
        state
    }

    #[test]
    fn a_deal_depends_on_the_numbers_only() {
        let mut opening = Opening::fresh(Some(Placing::Seq));
        opening.set_board(Size {
            rows: 30,
            columns: 12,
        });
        opening.set_reefs(9);
        let deal = |seed, pair| opening.deal(seed, pair).expect("there is room");
        assert!(deal(1, 0).is_complete());
        assert_eq!(deal(1, 0).board().reefs().len(), 9);
        assert_eq!(state(&deal(1, 7)), state(&deal(1, 7)));
        assert_ne!(state(&deal(1, 7)), state(&deal(1, 8)));
        assert_ne!(state(&deal(1, 7)), state(&deal(2, 7)));
    }

    #[test]
    fn players_may_place_themselves() {
        let game = Opening::fresh(None).deal(1, 0).expect("a state");
        assert!(game.board().ships().is_empty());
        assert!(game.seed().is_some());
    }

    #[test]
    fn whole_fleets_are_equally_likely_where_ships_do_not_move() {
        let deal = |rules, placing| Opening::of_game(Game::new(rules), Some(placing)).deal(1, 0);
        let uni = |rules| deal(rules, Placing::Uni);
        let game = uni(&MSX).expect("there is room");
        assert!(game.is_complete());
        assert_eq!(state(&game), state(&uni(&MSX).expect("there is room")));
        let seq = deal(&MSX, Placing::Seq).expect("there is room");
        assert_ne!(state(&game), state(&seq));
        assert!(matches!(uni(&SHIPS), Err(OpeningError::NotUniform)));
        let again = Opening::of_game(game, Some(Placing::Uni)).deal(1, 0);
        assert!(matches!(again, Err(OpeningError::NotUniform)));
        // Either fleet may be the one that is on the board.
        let mut half = Game::new(&MSX);
        half.set_next_player(Player::B);
        play_turn(&mut half, &Players::default()).expect("there is room");
        let half = Opening::of_game(half, Some(Placing::Uni)).deal(1, 0);
        assert!(matches!(half, Err(OpeningError::NotUniform)));
    }

    /// Where no whole fleet is found, none is placed in another way.
    #[test]
    fn fleets_that_are_too_crowded_are_not_placed_uniformly() {
        let deal = |placing| {
            let mut opening = Opening::of_game(Game::new(&ITALIAN), Some(placing));
            opening.set_fleet(&[0, 0, 24]).expect("counts");
            opening.deal(1, 0)
        };
        assert!(matches!(deal(Placing::Uni), Err(OpeningError::NotUniform)));
        let deal = |placing| {
            let mut opening = Opening::of_game(Game::new(&MSX), Some(placing));
            opening.set_fleet(&[10, 0, 0, 0]).expect("counts");
            opening.deal(1, 0)
        };
        assert!(deal(Placing::Seq).is_ok());
        assert!(matches!(deal(Placing::Uni), Err(OpeningError::TooCrowded)));
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let mut opening = Opening::fresh(Some(Placing::Seq));
        let size = Size {
            rows: 4,
            columns: 4,
        };
        opening.set_board(size);
        assert!(matches!(opening.deal(1, 0), Err(OpeningError::NoRoom)));
        opening.set_reefs(9);
        assert!(matches!(
            opening.deal(1, 0),
            Err(OpeningError::TooManyReefs(9))
        ));
        opening.set_reefs(0);
        opening.set_fleet(&[u32::MAX; 4]).expect("counts");
        assert!(matches!(
            opening.deal(1, 0),
            Err(OpeningError::TooManyShips(_))
        ));
    }
}
