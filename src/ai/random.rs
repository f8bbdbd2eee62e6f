//! A player that leaves most things to chance.

use bstr::BString;

use super::{Briefing, Chance, Orders, Sequel, Strategy};
use crate::rules::Reach;
use crate::view::SegmentKind;
use crate::vocabulary::{Movement, Pos, Rect};

/// The assignment's basic player: moves at random, shoots at enemies it sees,
/// and else at random, but never at its own ships, reefs and empty water.
#[derive(Debug)]
pub struct Random;

/// How many fields are drawn for a shot before it is not fired.
const DRAWS: u32 = 32;

impl Strategy for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn play(&self, briefing: &mut Briefing<'_>, orders: &mut Orders<'_, '_>) -> Sequel {
        let chance = &mut briefing.chance;
        if orders.view().is_extended() {
            for ship in 0..orders.vessels().len() {
                shoot_at_the_seen(ship, orders);
                wander(ship, orders, chance);
                shoot_at_the_seen(ship, orders);
                shoot_somewhere(ship, orders, chance);
            }
        } else {
            fire(orders, chance);
            let ships = orders.vessels().len();
            if ships > 0 {
                wander(chance.index(ships), orders, chance);
            }
        }
        Sequel::Facts(Vec::<BString>::new())
    }
}

/// Makes some of the moves that a ship has, each at random.
fn wander(ship: usize, orders: &mut Orders<'_, '_>, chance: &mut Chance) {
    let most = u64::from(orders.vessels()[ship].moves);
    for _ in 0..chance.below(most + 1) {
        let mut movements = Movement::ALL;
        chance.shuffle(&mut movements);
        if !movements.iter().any(|&movement| orders.go(ship, movement)) {
            break;
        }
    }
}

/// Shoots at the healthy segments that are seen and in range.
fn shoot_at_the_seen(ship: usize, orders: &mut Orders<'_, '_>) {
    let view = orders.view();
    let is_healthy = |kind| kind != SegmentKind::Destroyed;
    for segment in view.enemy() {
        if orders.vessels()[ship].shots == 0 {
            break;
        }
        if is_healthy(segment.kind) && !orders.is_target(segment.pos) {
            orders.shoot(ship, segment.pos);
        }
    }
}

/// Fires one of the shots that a ship has left at random.
fn shoot_somewhere(ship: usize, orders: &mut Orders<'_, '_>, chance: &mut Chance) {
    let board = orders.view().size().rect();
    let vessel = &orders.vessels()[ship];
    let range = i32::from(vessel.class().length);
    let area = match vessel.class().reach {
        Reach::Length => Rect::spanning(vessel.cannon(), vessel.cannon()).grown(range),
        Reach::Unlimited => board,
    };
    let Some(area) = area.intersection(&board) else {
        return;
    };
    for _ in 0..DRAWS {
        let target = draw(area, chance);
        if is_worth_it(target, orders) && orders.shoot(ship, target) {
            break;
        }
    }
}

/// Fires the shot of the basic game: at an enemy that is seen, or else at random.
fn fire(orders: &mut Orders<'_, '_>, chance: &mut Chance) {
    if !orders.can_shoot() {
        return;
    }
    let view = orders.view();
    let seen = view
        .enemy()
        .iter()
        .find(|segment| segment.kind != SegmentKind::Destroyed);
    if let Some(segment) = seen {
        orders.fire(segment.pos);
        return;
    }
    for _ in 0..DRAWS {
        let target = draw(view.size().rect(), chance);
        if is_worth_it(target, orders) {
            orders.fire(target);
            break;
        }
    }
}

/// A field of a rectangle, each as likely.
fn draw(area: Rect, chance: &mut Chance) -> Pos {
    let mut between = |first: i32, last: i32| {
        let offset = chance.below(u64::from(first.abs_diff(last)) + 1);
        first + i32::try_from(offset).expect("within the board")
    };
    Pos::new(
        between(area.top, area.bottom),
        between(area.left, area.right),
    )
}

/// Whether there may be something of the enemy's to destroy on a field.
fn is_worth_it(target: Pos, orders: &Orders<'_, '_>) -> bool {
    !(orders.view().is_reef(target) || orders.is_own(target))
}
