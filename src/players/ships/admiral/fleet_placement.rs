//! How the admiral places its fleet.

use crate::game::{Footprint, Refused};
use crate::geometry::Movement;
use crate::players::Placing;
use crate::players::{Effort, Rng, ShipPlacement, place_missing};
use crate::view::Observation;

/// Draws fleets at random and takes the best: one with the ships of unlimited range
/// far from the enemy, and with room for all to move.
pub(super) fn best_fleet(
    view: &Observation<'_>,
    effort: Effort,
    rng: &mut Rng,
) -> Refused<Vec<ShipPlacement>> {
    let mut best = place_missing(view, Placing::Seq, rng)?;
    if best.is_empty() || best.len() > SHIPS_MAX {
        return Ok(best);
    }
    let mut most = worth(&best, view);
    let ships = u32::try_from(best.len()).unwrap_or(u32::MAX);
    for _ in 1..SHIPS_DRAWN * effort.steps() / ships {
        // There may be so little room that not every attempt finds a fleet.
        let Ok(fleet) = place_missing(view, Placing::Seq, rng) else {
            break;
        };
        let worth = worth(&fleet, view);
        if worth > most {
            (best, most) = (fleet, worth);
        }
    }
    Ok(best)
}

/// How many ships are placed in all fleets together, for each step of effort.
const SHIPS_DRAWN: u32 = 40;
/// Larger fleets are not compared.
const SHIPS_MAX: usize = 64;

/// The value of a fleet.
pub(super) fn worth(fleet: &[ShipPlacement], view: &Observation<'_>) -> u32 {
    /// The value of each field of distance to the enemy, up to a limit.
    const FIELD: u32 = 3;
    const FIELDS_MAX: u32 = 9;
    let enemy = view.start(view.player().opponent());
    let mut worth = 0;
    for (at, placed) in fleet.iter().enumerate() {
        if placed.ship.class.has_unlimited_range() {
            let nearest = placed
                .footprint
                .fields()
                .map(|field| enemy.distance(field))
                .min();
            worth += FIELD * nearest.unwrap_or(0).min(FIELDS_MAX);
        }
        worth += ways(at, fleet, view);
    }
    worth
}

/// The freedom of a ship to move: the number of first moves that neither the board's
/// edge, reefs nor the fleet prevent and that a second can follow, and 1 for any.
fn ways(at: usize, fleet: &[ShipPlacement], view: &Observation<'_>) -> u32 {
    let is_open = |footprint: &Footprint| {
        let around = footprint.rect().grown(1);
        let mut others = fleet.iter().enumerate().filter(|&(other, _)| other != at);
        view.is_navigable(footprint)
            && !others.any(|(_, other)| other.footprint.rect().intersects(&around))
    };
    let steps = |footprint: &Footprint| {
        let footprints = Movement::ALL.map(|movement| footprint.moved(movement));
        footprints.into_iter().filter(is_open).collect::<Vec<_>>()
    };
    let first = steps(&fleet[at].footprint);
    let second = first
        .iter()
        .filter(|footprint| !steps(footprint).is_empty())
        .count();
    u32::from(!first.is_empty()) + u32::try_from(second).unwrap_or(0)
}
