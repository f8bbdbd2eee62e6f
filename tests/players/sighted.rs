//! The assignment's rule for players: "if an enemy ship can be shot at it does so".

use std::collections::{BTreeMap, BTreeSet};

use super::fairness::{both, lines, players};
use crate::support::games::{Start, saved};
use crate::support::relocate::{Place, fleet, seen};
use crate::support::scaled;
use admiralty_core::game::Game;
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Tag};
use admiralty_players::runner::play_turn;

const STATES: u64 = 15;
const TURNS: u32 = 8;

/// Moving away so as not to see, or spending all shots elsewhere, is no way round it. A ship may
/// look for something better first, but not with its last shot.
#[apply(trial)]
fn what_is_seen_is_shot_at() {
    for strategy in players() {
        let players = both(strategy);
        // Turns with something to shoot at: basic, extended, and with automatic shooting.
        let mut turns = [0; 3];
        for seed in 0..scaled(STATES) {
            for start in [Start::new(seed, ""), Start::fleets(seed, "")] {
                let mut game = start.game().clone();
                for _ in 0..TURNS {
                    let before = game.clone();
                    let Ok(turn) = play_turn(&mut game, &players) else {
                        break;
                    };
                    let mode = usize::from(game.is_extended()) * (1 + usize::from(game.is_auto()));
                    turns[mode] += u64::from(check(&before, &turn.block));
                    if turn.winner.is_some() {
                        break;
                    }
                }
            }
        }
        tell!("{strategy:?}: {turns:?}");
        assert!(
            turns.into_iter().all(|count| count > scaled(5)),
            "{strategy:?}: {turns:?}"
        );
    }
}

/// A turn that is watched.
struct Watch {
    mover: Player,
    /// Whether ships shoot individually.
    is_extended: bool,
    /// The healthy enemy segments seen so far.
    sighted: BTreeSet<Pos>,
    /// The segments sighted and in range of a ship, by class and index.
    reached: BTreeMap<(String, u32), BTreeSet<Pos>>,
    /// How many shots and planes each ship has left.
    left: BTreeMap<(String, u32), u8>,
    shot: BTreeSet<Pos>,
    planes: usize,
    /// The segments that the ship must shoot at, because it has spent a shot otherwise.
    owed: BTreeSet<Pos>,
}

/// Checks a turn; returns whether anything was sighted that could be shot at.
fn check(game: &Game, block: &[Command]) -> bool {
    let mover = game.next_player();
    let mut watch = Watch {
        mover,
        is_extended: game.is_extended(),
        sighted: healthy(game, mover),
        reached: BTreeMap::new(),
        left: BTreeMap::new(),
        shot: BTreeSet::new(),
        planes: 0,
        owed: BTreeSet::new(),
    };
    let mut twin = game.clone();
    twin.pass_through_save();
    twin.begin_turn(mover).expect("the player is next");
    for command in block {
        watch.look(&twin);
        watch.record(command);
        twin.execute(Tag::Player(mover), command)
            .expect("it was legal");
    }
    if !twin.is_complete() {
        return false;
    }
    watch.look(&twin);
    watch.end(game.is_auto());
    assert!(
        watch.owed.is_subset(&watch.shot),
        "{:?} is not shot at by\n{}\nin\n{}",
        watch.owed.difference(&watch.shot).collect::<Vec<_>>(),
        lines(block),
        saved(game)
    );
    !watch.sighted.is_empty()
}

impl Watch {
    fn look(&mut self, game: &Game) {
        self.sighted.extend(healthy(game, self.mover));
        for ship in fleet(game, self.mover) {
            let key = (ship.0.class.name.to_string(), ship.0.index);
            let has_cannon = ship.2 >> 1 & 1 == 1;
            if has_cannon {
                self.left.entry(key.clone()).or_insert(ship.1.length);
            }
            let in_range = self
                .sighted
                .iter()
                .filter(|&&pos| has_cannon && is_in_range(&ship, pos));
            self.reached.entry(key).or_default().extend(in_range);
        }
    }

    fn record(&mut self, command: &Command) {
        let (ship, target) = match *command {
            Command::Shoot(target) => (None, Some(target)),
            Command::ShootFrom { ship, target } => {
                (Some((ship.class.to_string(), ship.index)), Some(target))
            }
            Command::SpyFrom { index, .. } => (Some(("CAR".to_owned(), index)), None),
            Command::Spy(_) => (None, None),
            _ => return,
        };
        let is_elsewhere = target.is_none_or(|target| !self.sighted.contains(&target));
        self.shot.extend(target);
        if let Some(ship) = ship {
            let left = self.left.get_mut(&ship).expect("it has a cannon");
            *left -= 1;
            if is_elsewhere && self.is_extended && *left == 0 {
                self.owed.extend(&self.reached[&ship]);
            }
        } else if is_elsewhere && !self.is_extended {
            self.owed.extend(&self.sighted);
        }
        self.planes += usize::from(target.is_none());
    }

    fn end(&mut self, is_auto: bool) {
        if !self.is_extended {
            if self.shot.is_empty() {
                self.owed.extend(&self.sighted);
            }
        } else if is_auto {
            self.end_auto();
        } else {
            let idle = self.left.iter().filter(|(_, left)| **left > 0);
            let reached = idle.flat_map(|(ship, _)| &self.reached[ship]);
            self.owed.extend(reached);
        }
    }

    /// Which ship shoots at what is not said. If something is not shot at, the ships that reach it
    /// have no shots for it: there are as many at other segments, and planes.
    fn end_auto(&mut self) {
        let hits = self.shot.intersection(&self.sighted).count();
        for pos in self.sighted.difference(&self.shot) {
            let ships = self
                .reached
                .iter()
                .filter(|(_, reached)| reached.contains(pos));
            let shots: usize = ships.map(|(ship, _)| usize::from(self.left[ship])).sum();
            if shots > hits + self.planes || shots > 0 && hits == 0 {
                self.owed.insert(*pos);
            }
        }
    }
}

/// The healthy enemy segments that a player sees, as `PRINT 1` shows them.
fn healthy(game: &Game, player: Player) -> BTreeSet<Pos> {
    let seen = seen(game, player).into_iter();
    let parts = seen.filter(|(_, glyph)| b"@!%+".contains(glyph));
    let fields = parts.map(|((y, x), _)| Pos::new(y, x));
    let enemy = fleet(game, player.opponent());
    fields
        .filter(|&pos| enemy.iter().any(|ship| ship.1.rect().contains(pos)))
        .collect()
}

/// Whether a field is in range of a ship's cannon, as section 5 of the contract has it.
fn is_in_range((_, footprint, _): &Place, pos: Pos) -> bool {
    let range = u128::from(footprint.length);
    range == 5 || footprint.field(1).distance_squared(pos) <= range * range
}
