//! Placing the ships of a fleet that are not on the board yet.

use std::cell::Cell;

use super::Chance;
use crate::game::{Hull, Refusal, Refused, ShipName};
use crate::rules::ShipClass;
use crate::script::{Command, ShipRef};
use crate::view::{Area, FieldSet, Observation};
use crate::vocabulary::{Direction, Pos, Rect};

/// How many ships a player places in one turn; the others wait for the next.
pub const PLACED_SHIPS_MAX: usize = 1000;

/// How many places are drawn for a ship before all of them are looked at.
const DRAWS: u32 = 64;
/// How many places are looked at, at most, to find the legal ones.
const PLACES_MAX: u64 = 1 << 20;
/// How often a fleet is begun anew at random.
const FLEETS: u32 = 50;
/// How many ships are put and taken back in a search for any fleet at all.
const STEPS: u32 = 20_000;
/// How many places are looked at in all, first at random and then in a search.
const LOOKS_MAX: u64 = 1 << 23;
/// How large a rectangle and a fleet may be to be searched.
const SEARCHED_PLACES_MAX: u64 = 4096;
const SEARCHED_SHIPS_MAX: usize = 64;

/// A ship and the place that was found for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The ship.
    pub ship: ShipRef,
    /// The place.
    pub hull: Hull,
}

impl Placement {
    /// The command that places it.
    pub const fn command(&self) -> Command {
        Command::PlaceShip {
            ship: self.ship,
            head: self.hull.head,
            direction: self.hull.direction,
        }
    }
}

/// Places for the ships that a player still has to place: ship by ship, by class
/// and index, each uniformly over the places that are legal then. Where that
/// leads to no end, the fleet is begun anew, and then searched for.
///
/// # Errors
///
/// [`Refusal::NoRoom`], if no places were found.
pub fn place_missing(view: &Observation<'_>, chance: &mut Chance) -> Refused<Vec<Placement>> {
    if view.is_complete(view.player()) {
        return Ok(Vec::new());
    }
    let ships: Vec<_> = missing(view).take(PLACED_SHIPS_MAX).collect();
    let harbour = Harbour::new(view);
    let mut failed = 0;
    for _ in 0..FLEETS {
        let mut placed = Vec::new();
        while let Some(&ship) = ships.get(placed.len()) {
            match harbour.draw(ship, &placed, chance) {
                Some(hull) => placed.push(Placement { ship, hull }),
                None => break,
            }
        }
        if placed.len() == ships.len() {
            return Ok(placed);
        }
        failed = failed.max(placed.len());
        if placed.is_empty() || harbour.is_tired() {
            break;
        }
    }
    harbour.looks.set(LOOKS_MAX);
    harbour.search(&ships, chance).map_err(|is_certain| {
        let ship = ShipName {
            player: view.player(),
            class: ships[failed].class,
            index: ships[failed].index,
        };
        let start = view.start(view.player());
        Refusal::NoRoom {
            ship,
            start,
            is_certain,
        }
        .into()
    })
}

/// The ships that are to be placed, by class, then index.
fn missing(view: &Observation<'_>) -> impl Iterator<Item = ShipRef> {
    let mut present = view.own().iter().map(|ship| ship.name()).peekable();
    let classes = view.rules().classes.iter();
    let all = classes.flat_map(|class| {
        (0..view.count(view.player(), class)).map(move |index| ShipRef { index, class })
    });
    all.filter(move |ship| {
        let is_next = |name: &ShipName| name.class == ship.class && name.index == ship.index;
        present.next_if(is_next).is_none()
    })
}

/// Where ships can be placed.
struct Harbour<'o, 'g> {
    view: &'o Observation<'g>,
    /// The part of the starting rectangle that lies on the board.
    water: Option<Rect>,
    /// On and next to the own ships that are there already.
    taken: FieldSet,
    /// How many places may still be looked at.
    looks: Cell<u64>,
}

impl<'o, 'g> Harbour<'o, 'g> {
    fn new(view: &'o Observation<'g>) -> Self {
        let start = view.start(view.player());
        let is_empty = start.top > start.bottom || start.left > start.right;
        let rings = view.own().iter().map(|ship| ship.hull().rect().grown(1));
        Self {
            view,
            water: view
                .size()
                .rect()
                .intersection(&start)
                .filter(|_| !is_empty),
            taken: FieldSet::new(view.size(), rings.map(Area::Square)),
            looks: Cell::new(LOOKS_MAX),
        }
    }

    /// A legal place, each as likely.
    fn draw(&self, ship: ShipRef, placed: &[Placement], chance: &mut Chance) -> Option<Hull> {
        let all = Places::new(self.water?, ship.class);
        for _ in 0..DRAWS.min(u32::try_from(all.count()).unwrap_or(DRAWS)) {
            let hull = all.get(chance.below(all.count()));
            let is_apart = |other: &Placement| !other.hull.rect().grown(1).intersects(&hull.rect());
            if self.is_free(&hull, &self.taken) && placed.iter().all(is_apart) {
                return Some(hull);
            }
        }
        let legal = self.legal(ship.class, placed);
        chance.pick(&legal).copied()
    }

    /// All legal places, unless there are too many places to look at.
    fn legal(&self, class: &ShipClass, placed: &[Placement]) -> Vec<Hull> {
        let Some(water) = self.water else {
            return Vec::new();
        };
        let mut taken = self.taken.clone();
        taken.extend(
            placed
                .iter()
                .map(|placed| Area::Square(placed.hull.rect().grown(1))),
        );
        let all = Places::new(water, class);
        (0..all.count().min(PLACES_MAX))
            .take_while(|_| !self.is_tired())
            .map(|index| all.get(index))
            .filter(|hull| self.is_free(hull, &taken))
            .collect()
    }

    fn is_free(&self, hull: &Hull, taken: &FieldSet) -> bool {
        self.looks.set(self.looks.get().saturating_sub(1));
        let is_open = |field: Pos| {
            !(taken.contains(field) || self.view.is_reef(field) || self.view.is_barred(field))
        };
        hull.fields().all(is_open)
    }

    /// Whether so many places were looked at that it is time to give up.
    fn is_tired(&self) -> bool {
        self.looks.get() == 0
    }

    /// Looks for places by putting ships and taking them back, longest first.
    ///
    /// # Errors
    ///
    /// Whether it is certain that there are none.
    fn search(&self, ships: &[ShipRef], chance: &mut Chance) -> Result<Vec<Placement>, bool> {
        let Some(water) = self.water else {
            return Err(true);
        };
        let is_small =
            |ship: &ShipRef| Places::new(water, ship.class).count() <= SEARCHED_PLACES_MAX;
        if ships.len() > SEARCHED_SHIPS_MAX || !ships.iter().all(is_small) {
            return Err(false);
        }
        let mut order: Vec<_> = ships.to_vec();
        order.sort_by_key(|ship| std::cmp::Reverse(ship.class.length));
        let mut placed: Vec<Placement> = Vec::new();
        // The places that are still to be tried for each ship that is placed,
        // and for the next one.
        let mut untried: Vec<Vec<Hull>> = Vec::new();
        for _ in 0..STEPS {
            if self.is_tired() {
                break;
            }
            let Some(&ship) = order.get(placed.len()) else {
                placed.sort_by_key(|placed| {
                    let ship = placed.ship;
                    (ship.class.index, ship.index)
                });
                return Ok(placed);
            };
            if untried.len() == placed.len() {
                let mut legal = self.legal(ship.class, &placed);
                chance.shuffle(&mut legal);
                untried.push(legal);
            }
            if let Some(hull) = untried.last_mut().and_then(Vec::pop) {
                placed.push(Placement { ship, hull });
            } else {
                untried.pop();
                if placed.pop().is_none() {
                    return Err(true);
                }
            }
        }
        Err(false)
    }
}

/// The places of a class in a rectangle, counted.
struct Places {
    water: Rect,
    length: u8,
    /// How many of them point north or south.
    upright: u64,
    level: u64,
}

impl Places {
    fn new(water: Rect, class: &ShipClass) -> Self {
        let height = u64::from(water.top.abs_diff(water.bottom)) + 1;
        let width = u64::from(water.left.abs_diff(water.right)) + 1;
        let room = |side: u64| (side + 1).saturating_sub(u64::from(class.length));
        Self {
            water,
            length: class.length,
            upright: 2 * width * room(height),
            level: 2 * height * room(width),
        }
    }

    const fn count(&self) -> u64 {
        self.upright + self.level
    }

    /// The place of an index below the count.
    fn get(&self, index: u64) -> Hull {
        const UPRIGHT: [Direction; 2] = [Direction::North, Direction::South];
        const LEVEL: [Direction; 2] = [Direction::West, Direction::East];
        let is_upright = index < self.upright;
        let (directions, index) = if is_upright {
            (UPRIGHT, index)
        } else {
            (LEVEL, index - self.upright)
        };
        let is_reversed = index % 2 == 1;
        let spare = i32::from(self.length) - 1;
        let columns = self.water.left.abs_diff(self.water.right) + 1;
        let columns = columns - if is_upright { 0 } else { spare.unsigned_abs() };
        let (y, x) = (
            index / 2 / u64::from(columns),
            index / 2 % u64::from(columns),
        );
        let offset = |at: u64| i32::try_from(at).expect("within the rectangle");
        // The upper left field, and the lower right one.
        let first = Pos::new(self.water.top + offset(y), self.water.left + offset(x));
        let last = if is_upright {
            Pos::new(first.y + spare, first.x)
        } else {
            Pos::new(first.y, first.x + spare)
        };
        Hull {
            head: if is_reversed { last } else { first },
            direction: directions[usize::from(is_reversed)],
            length: self.length,
        }
    }
}
