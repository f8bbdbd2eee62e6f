//! A player that moves and shoots at random.

use bstr::BString;

use crate::{Fact, Memory, MemoryUpdate, Orders, PlayerInput, Rng, Strategy};
use admiralty_core::geometry::{Movement, Pos, Rect, Size};

/// The assignment's basic player: moves at random, shoots at visible enemies, as [`Orders`] make
/// every player do, and otherwise at random, but not at its own ships, reefs and known empty water.
#[derive(Debug)]
pub struct RandomPlayer;

/// In the basic game, a ship moves in one of this many turns on average. Shots have unlimited
/// range there, so ships need not move.
const REST: u64 = 64;
/// How many fields are drawn for a shot before it is given up.
const DRAWS: u32 = 32;
/// The most ships that act in a turn. In a larger fleet, the others wait until these are out
/// of action.
const SHIPS_MAX: usize = 256;

impl Strategy for RandomPlayer {
    fn name(&self) -> &'static str {
        "random"
    }

    fn play(&self, input: &mut PlayerInput<'_>, orders: &mut Orders<'_, '_>) -> MemoryUpdate {
        let rng = &mut input.rng;
        let view = orders.view();
        if view.is_extended() {
            for ship in able(orders) {
                wander(ship, orders, rng);
                shoot(ship, orders, rng);
            }
            MemoryUpdate::Facts(Vec::new())
        } else {
            let mut order = ShotOrder::remembered(&input.memory, view.size(), rng);
            fire(orders, &mut order);
            let ships = orders.own_ships().len();
            if ships > 0 && rng.below(REST) == 0 {
                wander(rng.index(ships), orders, rng);
            }
            MemoryUpdate::Facts(vec![order.fact()])
        }
    }
}

/// The ships that act in this turn.
fn able(orders: &Orders<'_, '_>) -> Vec<usize> {
    let ships = orders.own_ships().iter().enumerate();
    let able = ships.filter(|(_, own_ship)| own_ship.moves > 0 || own_ship.shots > 0);
    able.map(|(ship, _)| ship).take(SHIPS_MAX).collect()
}

/// Makes a random number of random moves.
fn wander(ship: usize, orders: &mut Orders<'_, '_>, rng: &mut Rng) {
    let most = u64::from(orders.own_ships()[ship].moves);
    for _ in 0..rng.below(most + 1) {
        let mut movements = Movement::ALL;
        rng.shuffle(&mut movements);
        let mut in_order = movements.into_iter();
        if !in_order.any(|movement| orders.move_ship(ship, movement)) {
            break;
        }
    }
}

/// Fires one shot of a ship at random.
fn shoot(ship: usize, orders: &mut Orders<'_, '_>, rng: &mut Rng) {
    let board = orders.view().size().rect();
    let own_ship = &orders.own_ships()[ship];
    let range = i32::from(own_ship.class().length);
    let around = Rect::spanning(own_ship.cannon(), own_ship.cannon()).grown(range);
    let area = if own_ship.class().has_unlimited_range {
        board
    } else {
        around
    };
    let Some(area) = area.intersection(&board) else {
        return;
    };
    for _ in 0..DRAWS {
        let target = draw(area, rng);
        if is_worth_it(target, orders) && orders.shoot(ship, target) {
            break;
        }
    }
}

/// Fires the shot of the basic game at the next field of the order, unless there is an enemy to
/// shoot at.
fn fire(orders: &mut Orders<'_, '_>, order: &mut ShotOrder) {
    if !orders.can_shoot() || orders.sighted().next().is_some() {
        return;
    }
    let view = orders.view();
    for _ in 0..DRAWS {
        let target = order.next();
        // Visible fields without an enemy are known to be empty.
        if is_worth_it(target, orders) && !view.seen().contains(target) {
            orders.fire(target);
            break;
        }
    }
}

/// A pseudo-random permutation of the fields of the board, given by a key, so that no
/// field is shot at twice before all others.
struct ShotOrder {
    size: Size,
    key: u64,
    /// How many of its fields were used.
    passed: u64,
}

impl ShotOrder {
    /// The remembered order, or a new one.
    fn remembered(memory: &Memory<'_>, size: Size, rng: &mut Rng) -> Self {
        let [key, passed] = memory
            .numbers(Fact::Shots)
            .unwrap_or_else(|| [rng.word().into(), 0]);
        Self { size, key, passed }
    }

    fn fact(&self) -> BString {
        Fact::Shots.with(&[self.key, self.passed])
    }

    /// The next field. After the last one, the order starts over.
    fn next(&mut self) -> Pos {
        let columns = u64::from(self.size.columns.unsigned_abs());
        let fields = u64::from(self.size.rows.unsigned_abs()) * columns;
        self.passed %= fields;
        let field = shuffled(self.passed, fields, self.key);
        self.passed += 1;
        let within = |at: u64| i32::try_from(at).expect("within the board");
        Pos::new(within(field / columns), within(field % columns))
    }
}

/// Maps `number` by a permutation of the numbers below `bound`: an invertible mix of as many
/// bits as the bound has, repeated until the result is below the bound (cycle walking).
fn shuffled(mut number: u64, bound: u64, key: u64) -> u64 {
    const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let bits = (u64::BITS - (bound - 1).leading_zeros()).max(1);
    let mask = u64::MAX >> (u64::BITS - bits);
    loop {
        for factor in FACTORS {
            number = (number ^ key).wrapping_mul(factor) & mask;
            number ^= number >> (bits / 2 + 1).min(u64::BITS - 1);
        }
        if number < bound {
            return number;
        }
    }
}

/// A uniformly chosen field of a rectangle.
fn draw(area: Rect, rng: &mut Rng) -> Pos {
    let mut between = |first: i32, last: i32| {
        let offset = rng.below(u64::from(first.abs_diff(last)) + 1);
        first + i32::try_from(offset).expect("within the board")
    };
    Pos::new(
        between(area.top, area.bottom),
        between(area.left, area.right),
    )
}

/// Whether a field may hold an enemy part.
fn is_worth_it(target: Pos, orders: &Orders<'_, '_>) -> bool {
    !(orders.view().is_reef(target) || orders.is_own(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_contains_every_field_once() {
        for bound in [1, 2, 3, 64, 210, 1600, 1601] {
            for key in [0, 1, 77, u64::from(u32::MAX)] {
                let mut order: Vec<_> = (0..bound).map(|at| shuffled(at, bound, key)).collect();
                order.sort_unstable();
                assert!(order.into_iter().eq(0..bound), "{bound} {key}");
            }
        }
        let order = |key| (0..210).map(move |at| shuffled(at, 210, key));
        assert!(order(1).ne(order(2)));
    }
}
