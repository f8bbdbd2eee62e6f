//! The same game with the enemy's ships in other places that a player cannot distinguish.

use std::collections::BTreeMap;

use admiralty_core::game::{Footprint, Game, Ship, ShipName};
use admiralty_core::geometry::{Direction, Pos, Rect};
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::script::{Command, PrintMode, Tag};
use admiralty_core::view::{self, Viewer};

use super::games::rebuilt;

/// The known fields of a player and their contents, parsed from the output of `PRINT 1`.
pub fn seen(game: &Game, player: Player) -> BTreeMap<(i32, i32), u8> {
    let mut printed = Vec::new();
    view::print(
        game,
        Viewer::Player(player),
        PrintMode::Extended,
        &mut printed,
    )
    .expect("a vector takes everything");
    let size = game.board().size();
    let digits = |side: i32| (side - 1).to_string().len();
    let rows = printed
        .split(|&byte| byte == b'\n')
        .skip(digits(size.columns));
    let mut fields = BTreeMap::new();
    for (y, row) in (0..size.rows).zip(rows) {
        for (x, &shown) in (0..).zip(&row[digits(size.rows)..]) {
            if shown != b'?' {
                fields.insert((y, x), shown);
            }
        }
    }
    fields
}

/// The knowledge that must not change when the enemy's ships do.
pub struct Known {
    player: Player,
    /// The known fields, with the parts of enemy ships on them.
    fields: BTreeMap<(i32, i32), Option<Part>>,
    /// The area that no ship may enter, adjoin or leave.
    closed: Option<Rect>,
}

/// The visible state of a part of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Radar,
    Cannon,
    Engine,
    Footprint,
    Destroyed,
}

impl Part {
    fn of(footprint: &Footprint, segment: u8, healthy: u8) -> Self {
        // As section 6 of the contract has it, and not by what the library says.
        match segment {
            _ if healthy >> segment & 1 == 0 => Self::Destroyed,
            0 => Self::Radar,
            last if last + 1 == footprint.length => Self::Engine,
            1 => Self::Cannon,
            _ => Self::Footprint,
        }
    }
}

impl Known {
    /// The knowledge of a player who sees these fields.
    pub fn new(game: &Game, player: Player, fields: impl IntoIterator<Item = Pos>) -> Self {
        let board = game.board();
        let part = |pos: Pos| {
            let ship = board.ship(board.ship_at(pos)?);
            (ship.owner() != player).then(|| {
                Part::of(
                    ship.footprint(),
                    ship.footprint().segment_at(pos),
                    health(ship),
                )
            })
        };
        let fields = fields.into_iter().map(|pos| ((pos.y, pos.x), part(pos)));
        let is_placing = game.fleet(player).missing() > 0;
        Self {
            player,
            fields: fields.collect(),
            closed: is_placing.then(|| game.start(player)),
        }
    }

    /// Whether a ship there bars a field for a ship to be placed.
    fn is_closed_to(&self, footprint: &Footprint) -> bool {
        let near = footprint.rect().grown(1);
        let mut fields = (near.top..=near.bottom)
            .flat_map(|y| (near.left..=near.right).map(move |x| Pos::new(y, x)));
        self.closed
            .is_some_and(|closed| fields.any(|pos| closed.contains(pos)))
    }

    /// The knowledge of the field of a segment.
    fn of_segment(&self, footprint: &Footprint, segment: u8) -> Option<&Option<Part>> {
        let pos = footprint.field(segment);
        self.fields.get(&(pos.y, pos.x))
    }

    fn shows(&self, footprint: &Footprint) -> usize {
        let segments =
            (0..footprint.length).filter(|&segment| self.of_segment(footprint, segment).is_some());
        segments.count()
    }

    /// Whether a ship there would look the same, or lie on unknown fields.
    fn allows(&self, (footprint, healthy): (&Footprint, u8)) -> bool {
        (0..footprint.length).all(|segment| {
            let known = self.of_segment(footprint, segment);
            known.is_none_or(|&part| part == Some(Part::of(footprint, segment, healthy)))
        })
    }
}

/// An enemy ship: its name, its position, and its healthy segments.
pub type Place = (ShipName, Footprint, u8);

/// Other places and damage for the enemy's ships that agree with the player's knowledge.
/// `None` if none were found.
pub fn relocated(game: &Game, known: &Known, rng: &mut Rng) -> Option<Vec<Place>> {
    let before = fleet(game, known.player.opponent());
    (0..8)
        .find_map(|_| attempt(game, known, &before, rng))
        .filter(|after| *after != before)
}

fn attempt(game: &Game, known: &Known, before: &[Place], rng: &mut Rng) -> Option<Vec<Place>> {
    let mut ships = before.to_vec();
    // Ships that must stay and visible ships are placed first.
    ships.sort_by_key(|(_, footprint, _)| {
        (!known.is_closed_to(footprint), known.shows(footprint) == 0)
    });
    let own = fleet(game, known.player);
    let mut taken: Vec<_> = own.iter().map(|(_, footprint, _)| *footprint).collect();
    for (_, footprint, healthy) in &mut ships {
        (*footprint, *healthy) = (0..100).find_map(|_| {
            let place = draw(game, known, footprint, *healthy, rng);
            let is_free = is_free(game, &place.0, &taken) && known.allows((&place.0, place.1));
            is_free.then_some(place)
        })?;
        taken.push(*footprint);
    }
    let shown = |ships: &[Place]| ships.iter().map(|ship| known.shows(&ship.1)).sum::<usize>();
    let parts = |ships: &[Place]| ships.iter().map(|ship| ship.2.count_ones()).sum::<u32>();
    // Invisible parts are repaired or destroyed until their number is the same.
    for _ in 0..2000 {
        let (now, wanted) = (parts(&ships), parts(before));
        if now == wanted {
            break;
        }
        let index = rng.below_u32(u32::try_from(ships.len()).expect("few")) as usize;
        let (_, footprint, healthy) = &mut ships[index];
        let bit = 1 << rng.below_u32(footprint.length.into());
        let changed = if now < wanted {
            *healthy | bit
        } else {
            *healthy & !bit
        };
        if known.allows((footprint, changed)) {
            *healthy = changed;
        }
    }
    (parts(&ships) == parts(before) && shown(&ships) == shown(before)).then_some(ships)
}

/// Another place for a ship, and its healthy segments there.
fn draw(
    game: &Game,
    known: &Known,
    old: &Footprint,
    healthy: u8,
    rng: &mut Rng,
) -> (Footprint, u8) {
    let is_known = known.is_closed_to(old) || (known.shows(old) > 0 && rng.one_in(2));
    let footprint = if is_known {
        *old
    } else {
        let mut near = |at: i32| at + i32::try_from(rng.below_u32(9)).expect("small") - 4;
        let head = Pos::new(near(old.head.y), near(old.head.x));
        Footprint {
            head: if known.shows(old) > 0 {
                head
            } else {
                rng.pos_on(game.board().size())
            },
            direction: rng.choose(&Direction::ALL),
            length: old.length,
        }
    };
    let mut random = u8::try_from(rng.below_u32(1 << footprint.length)).expect("short");
    if rng.one_in(3) {
        random = healthy;
    }
    for segment in 0..footprint.length {
        match known.of_segment(&footprint, segment) {
            Some(Some(Part::Destroyed)) => random &= !(1 << segment),
            Some(Some(_)) => random |= 1 << segment,
            _ => {}
        }
    }
    let is_elsewhere_open = is_known || !known.is_closed_to(&footprint);
    (if is_elsewhere_open { footprint } else { *old }, random)
}

fn is_free(game: &Game, footprint: &Footprint, taken: &[Footprint]) -> bool {
    let near = footprint.rect().grown(1);
    game.board().size().contains_rect(footprint.rect())
        && !footprint.fields().any(|pos| game.board().is_reef(pos))
        && !taken.iter().any(|other| other.rect().intersects(&near))
}

/// A player's ships.
pub fn fleet(game: &Game, player: Player) -> Vec<Place> {
    let ships = game.fleet(player).ships().map(|id| game.board().ship(id));
    ships
        .map(|ship| (ship.name(), *ship.footprint(), health(ship)))
        .collect()
}

fn health(ship: &Ship) -> u8 {
    let healthy = (0..ship.class().length).filter(|&segment| ship.is_healthy(segment));
    healthy.fold(0, |bits, segment| bits | 1 << segment)
}

/// The game with these ships instead of the enemy's, and everything else unchanged,
/// including the player's planes. `None` if the planes cannot be sent again.
pub fn with_ships(game: &Game, player: Player, ships: &[Place]) -> Option<Game> {
    let mut other = rebuilt(game, |command| match command {
        Command::Ship { player: owner, .. } if owner != player => None,
        _ => Some(command),
    });
    if let Some(seed) = game.seed() {
        other.set_seed(seed);
    }
    for &(name, footprint, healthy) in ships {
        let ship = name.command(&footprint, healthy);
        other.set([ship]).expect("the place is free");
    }
    let carrier = game.fleet(player).ships().map(|id| game.board().ship(id));
    let carrier = carrier
        .filter(|ship| ship.class().planes)
        .find(|ship| ship.has_cannon());
    for &centre in game.planes(player) {
        other.begin_turn(player).expect("the player is next");
        let index = carrier?.name().index;
        let plane = Command::SpyFrom { index, centre };
        other.execute(Tag::Player(player), &plane).ok()?;
    }
    Some(other)
}
