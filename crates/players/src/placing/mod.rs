//! Random placement of fleets.
//!
//! On any board, [`place_missing`] places the ships that a fleet still lacks, around reefs
//! and the ships already there. For a whole fleet on a classic board, a [`FleetSampler`]
//! works with bitboards; it places hidden fleets by the thousand, and [`place_uniformly`]
//! uses it.

use std::cell::Cell;
use std::str::FromStr;

use crate::axis::Axis;
use admiralty_core::game::{Footprint, Refusal, ShipName};
use admiralty_core::geometry::{Area, FieldSet, Pos, Rect};
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::script::Command;
use admiralty_core::view::Observation;

use crate::classic::{ClassicConfig, PlacementTable};
use crate::{Rng, with_placement_table};

mod fleet_sampler;

pub use fleet_sampler::{FLEET_ATTEMPTS_MAX, FleetSampler, NoRoom};

/// The most ships that a player places in one turn; the others wait for the next turn.
pub const PLACED_SHIPS_MAX: usize = 1000;

/// How many places are drawn for a ship before all places are checked.
const DRAWS: usize = 64;
/// The most places that are checked to list the legal ones.
const PLACEMENTS_MAX: usize = 1 << 20;
/// The most places that are checked in all by random placement, and again by a search.
const CHECKS_MAX: u64 = 1 << 21;

/// The most steps of the first attempt of a search, each placing a ship or taking one back.
const STEPS_MIN: u32 = 200;
/// The most places per ship, and the most ships, that are searched.
const SEARCHED_PLACEMENTS_MAX: usize = 4096;
const SEARCHED_SHIPS_MAX: usize = 64;

admiralty_core::text_enum! {
    /// The distribution of random fleets.
    ///
    /// The distributions differ: ships placed one after the other lie in the middle, where they
    /// leave little room, more often than in an average fleet.
    #[derive(Default)]
    pub enum Placing: name, named {
        /// Ship by ship, longest first, with each legal place equally likely. If there is none,
        /// placement starts over.
        #[default]
        Seq = "seq",
        /// Each whole fleet is equally likely.
        Uni = "uni",
    }
}

impl FromStr for Placing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::named(text.as_bytes())
            .ok_or_else(|| format!("fleets can be placed as seq or uni, not as {text}"))
    }
}

/// A ship and the place found for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipPlacement {
    /// The ship.
    pub ship: ShipName,
    /// The place.
    pub footprint: Footprint,
}

impl ShipPlacement {
    /// The command that places it.
    pub fn command(&self) -> Command {
        Command::PlaceShip {
            ship: self.ship.into(),
            head: self.footprint.head,
            direction: self.footprint.direction,
        }
    }
}

/// Places the missing ships of a player, by class and index, each uniformly over the places
/// that are legal at that point. If a ship has no place, placement starts over, and finally
/// falls back to a backtracking search.
///
/// With [`Placing::Uni`], each whole fleet is equally likely instead, if
/// [`place_uniformly`] finds one.
///
/// # Errors
///
/// [`Refusal::NoRoom`] if no places were found.
pub fn place_missing(
    view: &Observation<'_>,
    placing: Placing,
    rng: &mut Rng,
) -> Result<Vec<ShipPlacement>, Box<Refusal>> {
    if view.is_complete(view.player()) {
        return Ok(Vec::new());
    }
    if placing == Placing::Uni
        && let Some(fleet) = place_uniformly(view, rng)
    {
        return Ok(fleet);
    }
    let ships: Vec<_> = missing(view).take(PLACED_SHIPS_MAX).collect();
    let mut failed = 0;
    let found = match PlacementArea::new(view) {
        None => Err(true),
        Some(area) => {
            for _ in 0..RESTARTS_MAX {
                let placed = area.draw_fleet(&ships, rng);
                if placed.len() == ships.len() {
                    return Ok(placed);
                }
                failed = failed.max(placed.len());
                if placed.is_empty() || area.is_exhausted() {
                    break;
                }
            }
            area.reset_checks();
            area.search(&ships, rng)
        }
    };
    found.map_err(|is_certain| {
        Refusal::NoRoom {
            ship: ships[failed],
            start: view.start(view.player()),
            is_certain,
        }
        .into()
    })
}

/// Places a whole fleet, with each fleet equally likely. Returns `None` unless
/// [`can_place_uniformly`] holds and a fleet is found in
/// [`FLEET_ATTEMPTS_MAX`](super::FLEET_ATTEMPTS_MAX) attempts.
pub fn place_uniformly(view: &Observation<'_>, rng: &mut Rng) -> Option<Vec<ShipPlacement>> {
    let config = config(view)?;
    let mut footprints = with_placement_table!(&config, |table| sample(&table, view, rng))?;
    let ships = missing(view).take(PLACED_SHIPS_MAX);
    let placements = ships.map(|ship| {
        let is_of_class = |footprint: &Footprint| footprint.length == ship.class.length;
        let index = footprints.iter().position(is_of_class)?;
        let footprint = footprints.remove(index);
        Some(ShipPlacement { ship, footprint })
    });
    placements.collect()
}

/// Whether [`place_uniformly`] can place a fleet: the rules announce shots, no own ship is on
/// the board yet, and the fleet is within the limits of
/// [`ClassicConfig`](crate::classic::ClassicConfig).
pub fn can_place_uniformly(view: &Observation<'_>) -> bool {
    config(view).is_some()
}

/// How often random placement is restarted before a backtracking search.
const RESTARTS_MAX: u32 = 50;

/// The ships still to be placed, by class, then index.
fn missing(view: &Observation<'_>) -> impl Iterator<Item = ShipName> {
    let mut present = view.own().iter().map(|ship| ship.name()).peekable();
    let classes = view.rules().classes.iter();
    let player = view.player();
    let all = classes.flat_map(move |class| {
        let indices = 0..view.count(player, class);
        indices.map(move |index| ShipName::new(player, class, index))
    });
    all.filter(move |ship| present.next_if_eq(ship).is_none())
}

/// The place along an axis whose leftmost or topmost field is `first`. Ships point left or up
/// or, if reversed, right or down.
fn footprint(first: Pos, axis: Axis, length: u8, is_reversed: bool) -> Footprint {
    let back = axis.direction();
    let (head, direction) = if is_reversed {
        (first.step(back, i32::from(length) - 1), back)
    } else {
        (first, back.opposite())
    };
    Footprint::new(head, direction, length)
}

/// The fleet that a player has to place, if it can be sampled as a whole.
fn config(view: &Observation<'_>) -> Option<ClassicConfig> {
    let rules = view.rules();
    if !view.own().is_empty() {
        return None;
    }
    let classes = rules.classes.iter();
    let counts = classes.map(|class| view.count(view.player(), class));
    let start = view.start(view.player());
    let side = u8::try_from(start.height()).ok()?;
    ClassicConfig::new(rules, side, counts).ok()
}

/// Samples the places of a fleet on the whole board, with ships pointing either way.
fn sample<const W: usize>(
    table: &PlacementTable<W>,
    view: &Observation<'_>,
    rng: &mut Rng,
) -> Option<Vec<Footprint>> {
    let sampler = FleetSampler::new(table, Placing::Uni).ok()?;
    let fleet = sampler.sample(rng).ok()?;
    let start = view.start(view.player());
    let footprints = fleet.into_iter().map(|ship| {
        let pos = table.pos(ship.placement.start);
        let first = Pos::new(pos.y + start.top, pos.x + start.left);
        let length = table.length_class(ship.placement.class).length;
        footprint(first, ship.placement.axis, length, rng.below(2) != 0)
    });
    Some(footprints.collect())
}

struct PlacementArea<'o, 'g> {
    view: &'o Observation<'g>,
    /// The part of the starting rectangle that lies on the board.
    rect: Rect,
    /// The fewest fields between two ships.
    gap: i32,
    /// The fields on or too close to own ships that are already there.
    blocked: FieldSet,
    /// How many places may still be checked.
    checks_left: Cell<u64>,
}

impl<'o, 'g> PlacementArea<'o, 'g> {
    /// `None` if the starting rectangle contains no field of the board.
    fn new(view: &'o Observation<'g>) -> Option<Self> {
        let start = view.start(view.player());
        let rect = view.size().rect().intersection(&start);
        let gap = view.rules().gap.into();
        let own = view.own().iter().map(|ship| ship.footprint().rect());
        Some(Self {
            view,
            rect: rect?,
            gap,
            blocked: FieldSet::new(view.size(), own.map(|rect| Area::Rect(rect.grown(gap)))),
            checks_left: Cell::new(CHECKS_MAX),
        })
    }

    /// Places the ships in order, up to the first that has no place.
    fn draw_fleet(&self, ships: &[ShipName], rng: &mut Rng) -> Vec<ShipPlacement> {
        let mut placed = Vec::new();
        for &ship in ships {
            let Some(footprint) = self.draw(ship, &placed, rng) else {
                break;
            };
            placed.push(ShipPlacement { ship, footprint });
        }
        placed
    }

    /// A uniformly chosen legal place.
    fn draw(&self, ship: ShipName, placed: &[ShipPlacement], rng: &mut Rng) -> Option<Footprint> {
        let all = self.placements(&ship.class);
        for _ in 0..all.count().min(DRAWS) {
            let footprint = all.get(rng.index(all.count()));
            let near = footprint.rect().grown(self.gap);
            let is_apart = |other: &ShipPlacement| !other.footprint.rect().intersects(&near);
            if self.is_free(&footprint, &self.blocked) && placed.iter().all(is_apart) {
                return Some(footprint);
            }
        }
        let blocked = self.blocked_with(placed);
        let legal = (0..all.count().min(PLACEMENTS_MAX))
            .take_while(|_| !self.is_exhausted())
            .map(|index| all.get(index))
            .filter(|footprint| self.is_free(footprint, &blocked));
        rng.pick(&legal.collect::<Vec<_>>()).copied()
    }

    /// All places of a class, legal or not.
    fn placements(&self, class: &ShipClass) -> IndexedPlacements {
        IndexedPlacements::new(self.rect, class, self.view.rules())
    }

    /// The fields on or too close to own ships, including those just placed.
    fn blocked_with(&self, placed: &[ShipPlacement]) -> FieldSet {
        let placed = placed.iter().map(|placed| placed.footprint.rect());
        let mut blocked = self.blocked.clone();
        blocked.extend(placed.map(|rect| Area::Rect(rect.grown(self.gap))));
        blocked
    }

    fn is_free(&self, footprint: &Footprint, blocked: &FieldSet) -> bool {
        self.count_check();
        footprint.fields().all(|field| self.is_open(field, blocked))
    }

    fn is_open(&self, field: Pos, blocked: &FieldSet) -> bool {
        !(blocked.contains(field) || self.view.is_reef(field) || self.view.is_barred(field))
    }

    fn count_check(&self) {
        self.checks_left
            .set(self.checks_left.get().saturating_sub(1));
    }

    /// Allows as many checks as at the beginning.
    fn reset_checks(&self) {
        self.checks_left.set(CHECKS_MAX);
    }

    /// Whether no more places may be checked.
    fn is_exhausted(&self) -> bool {
        self.checks_left.get() == 0
    }

    /// Searches with backtracking: longest ships first, each where it takes the least room
    /// from the others. It restarts with more and more steps, because an unlucky start takes
    /// very long to undo.
    ///
    /// # Errors
    ///
    /// Whether it is certain that no fleet exists.
    fn search(&self, ships: &[ShipName], rng: &mut Rng) -> Result<Vec<ShipPlacement>, bool> {
        // Ships extended by the gap to the right and below do not overlap.
        let gap = self.gap.unsigned_abs() as usize;
        let room = (self.rect.height() + gap) * (self.rect.width() + gap);
        let lengths = ships.iter().map(|ship| usize::from(ship.class.length));
        let needed: usize = lengths.map(|length| (1 + gap) * (length + gap)).sum();
        if needed > room {
            return Err(true);
        }
        let is_small =
            |ship: &ShipName| self.placements(&ship.class).count() <= SEARCHED_PLACEMENTS_MAX;
        if ships.len() > SEARCHED_SHIPS_MAX || !ships.iter().all(is_small) {
            return Err(false);
        }
        let mut order = ships.to_vec();
        order.sort_by_key(|ship| std::cmp::Reverse(ship.class.length));
        let mut steps = STEPS_MIN;
        while !self.is_exhausted() {
            match self.attempt(&order, steps, rng) {
                Err(false) => steps += steps / 2,
                result => return result,
            }
        }
        Err(false)
    }

    /// Searches for a limited number of steps.
    fn attempt(
        &self,
        order: &[ShipName],
        steps: u32,
        rng: &mut Rng,
    ) -> Result<Vec<ShipPlacement>, bool> {
        let mut placed: Vec<ShipPlacement> = Vec::new();
        // The places still to try, for each placed ship and for the next one.
        let mut untried: Vec<Vec<Footprint>> = Vec::new();
        for _ in 0..steps {
            let Some(&ship) = order.get(placed.len()) else {
                for ShipPlacement { footprint, .. } in &mut placed {
                    if rng.below(2) == 1 {
                        footprint.head = footprint.stern();
                        footprint.direction = footprint.direction.opposite();
                    }
                }
                placed.sort_by_key(|placed| (placed.ship.class.index, placed.ship.index));
                return Ok(placed);
            };
            if untried.len() == placed.len() {
                // Places where a ship of the same class has failed would fail again.
                let is_sister = |last: &ShipPlacement| last.ship.class == ship.class;
                let of_sister = untried
                    .last()
                    .filter(|_| placed.last().is_some_and(is_sister));
                untried.push(self.best_last(&ship.class, of_sister, &placed, rng));
                if self.is_exhausted() {
                    break;
                }
            }
            if let Some(footprint) = untried.last_mut().and_then(Vec::pop) {
                placed.push(ShipPlacement { ship, footprint });
            } else {
                untried.pop();
                if placed.pop().is_none() {
                    return Err(true);
                }
            }
        }
        Err(false)
    }

    /// The legal places, those that take the least room from others last; of two that differ
    /// only in direction, one.
    fn best_last(
        &self,
        class: &ShipClass,
        among: Option<&Vec<Footprint>>,
        placed: &[ShipPlacement],
        rng: &mut Rng,
    ) -> Vec<Footprint> {
        let blocked = self.blocked_with(placed);
        let mut legal = among.cloned().unwrap_or_else(|| {
            let all = self.placements(class);
            let ahead = (0..all.count()).step_by(2);
            ahead.map(|index| all.get(index)).collect()
        });
        legal.retain(|footprint| !self.is_exhausted() && self.is_free(footprint, &blocked));
        rng.shuffle(&mut legal);
        legal.sort_by_cached_key(|footprint| {
            std::cmp::Reverse(self.room_taken(footprint, &blocked))
        });
        legal
    }

    /// How many open fields a ship would close.
    fn room_taken(&self, footprint: &Footprint, blocked: &FieldSet) -> usize {
        self.count_check();
        let near = footprint.rect().grown(self.gap).intersection(&self.rect);
        let fields = near.iter().flat_map(Rect::fields);
        fields.filter(|&field| self.is_open(field, blocked)).count()
    }
}

/// The places of a class in a rectangle by index, vertical ones first.
struct IndexedPlacements {
    length: u8,
    /// The rectangle of possible leftmost or topmost fields, and the number of places: two
    /// for each of these fields.
    by_axis: [(Axis, Rect, usize); 2],
}

impl IndexedPlacements {
    fn new(area: Rect, class: &ShipClass, rules: &RuleSet) -> Self {
        let by_axis = [Axis::Vertical, Axis::Horizontal].map(|axis| {
            let last = Pos::new(area.bottom, area.right);
            let last = last.step(axis.direction(), 1 - i32::from(class.length));
            let firsts = Rect::new(area.top, area.left, last.y, last.x);
            let is_allowed = rules.allows(footprint(last, axis, class.length, false).direction);
            let is_possible = is_allowed && firsts.top <= last.y && firsts.left <= last.x;
            let count = if is_possible { firsts.field_count() } else { 0 };
            (axis, firsts, 2 * count)
        });
        Self {
            length: class.length,
            by_axis,
        }
    }

    const fn count(&self) -> usize {
        self.by_axis[0].2 + self.by_axis[1].2
    }

    /// The place at an index below the count.
    fn get(&self, index: usize) -> Footprint {
        let [upright, level] = self.by_axis;
        let ((axis, firsts, _), index) = match index.checked_sub(upright.2) {
            None => (upright, index),
            Some(index) => (level, index),
        };
        footprint(firsts.field(index / 2), axis, self.length, index % 2 == 1)
    }
}
