//! One ship.

use std::fmt;

use admiralty_message::{Fact, Message, ToFact, message};

use super::Footprint;
use crate::geometry::{Area, Pos};
use crate::player::Player;
use crate::rules::{RuleSet, ShipClass};
use crate::script::{Command, NamedShip, Segments};

/// A ship's index in [`Board::ships`](super::Board::ships).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipId(pub(super) u32);

impl ShipId {
    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name of a ship in a script: player, class, and index within the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipName {
    /// The owner.
    pub player: Player,
    /// The class.
    pub class: ShipClass,
    /// The index in the class, from 0.
    pub index: u32,
}

impl ShipName {
    /// The command that puts the ship on a board; bit `s` of `healthy` is whether segment `s` is healthy.
    pub fn command(self, footprint: &Footprint, healthy: u8) -> Command {
        let class = &self.class;
        Command::Ship {
            player: self.player,
            ship: self.into(),
            head: footprint.head,
            direction: footprint.direction,
            segments: Segments::new(class, healthy),
        }
    }

    /// The ship of a player that a command names, if the rule set has its class.
    pub fn of(player: Player, ship: NamedShip, rules: &RuleSet) -> Option<Self> {
        let class = rules.class_named(ship.class)?;
        Some(Self::new(player, class, ship.index))
    }

    /// The name of a ship of a player.
    pub const fn new(player: Player, class: &ShipClass, index: u32) -> Self {
        Self {
            player,
            class: *class,
            index,
        }
    }
}

impl From<ShipName> for NamedShip {
    fn from(ShipName { class, index, .. }: ShipName) -> Self {
        let class = class.name;
        Self { index, class }
    }
}

impl ShipName {
    fn message(&self) -> Message {
        message!(
            "ship-of",
            [
                player = self.player,
                class = self.class.name,
                index = self.index
            ],
            "{player}'s {class} {index}"
        )
    }
}

impl ToFact for ShipName {
    fn to_fact(&self) -> Fact {
        Fact::Message(self.message())
    }
}

impl fmt::Display for ShipName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// A ship on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ship {
    name: ShipName,
    pub(super) footprint: Footprint,
    /// Bit `s` is set while segment `s` is healthy.
    healthy: u8,
    /// The shots and moves used in turn `used.turn`; stale in any other.
    used: UsedUp,
}

/// The movements and shots that a ship has used in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UsedUp {
    turn: u64,
    /// How many movements it made.
    pub moves: u8,
    /// How many shots and planes it sent.
    pub shots: u8,
}

impl Ship {
    /// A ship with the segments whose bits are set in `healthy`.
    pub(super) fn new(name: ShipName, footprint: Footprint, healthy: u8) -> Self {
        Self {
            name,
            footprint,
            healthy,
            used: UsedUp::default(),
        }
    }

    /// Its name in a script.
    pub const fn name(&self) -> ShipName {
        self.name
    }

    /// Its owner.
    pub const fn owner(&self) -> Player {
        self.name.player
    }

    /// Its class.
    pub const fn class(&self) -> &ShipClass {
        &self.name.class
    }

    /// The fields it lies on.
    pub const fn footprint(&self) -> &Footprint {
        &self.footprint
    }

    /// Whether a segment, counted from the head, is healthy.
    pub const fn is_healthy(&self, segment: u8) -> bool {
        self.healthy >> segment & 1 == 1
    }

    /// The healthy segments: bit `s` is set while segment `s`, counted from the head, is healthy.
    pub const fn healthy_segments(&self) -> u8 {
        self.healthy
    }

    /// How many segments are healthy.
    pub const fn healthy_parts(&self) -> u32 {
        self.healthy.count_ones()
    }

    pub(super) fn used(&self, turn: u64) -> UsedUp {
        let (moves, shots) = (0, 0);
        match self.used {
            used if used.turn == turn => used,
            _ => UsedUp { turn, moves, shots },
        }
    }

    pub(super) fn use_move(&mut self, turn: u64) {
        self.used = self.used(turn);
        self.used.moves += 1;
    }

    pub(super) fn use_shot(&mut self, turn: u64) {
        self.used = self.used(turn);
        self.used.shots += 1;
    }

    /// Destroys a segment; returns whether it was healthy.
    pub(super) fn destroy(&mut self, segment: u8) -> bool {
        let was_healthy = self.is_healthy(segment);
        self.healthy &= !(1 << segment);
        was_healthy
    }

    /// The field of the cannon.
    pub const fn cannon(&self) -> Pos {
        self.footprint.field(self.class().cannon())
    }

    /// Whether it can shoot and send planes.
    pub const fn has_cannon(&self) -> bool {
        self.is_healthy(self.class().cannon())
    }

    /// How far the radar sees from the head.
    pub const fn radar_range(&self) -> u8 {
        let is_healthy = self.is_healthy(ShipClass::RADAR);
        self.class().radar_range(is_healthy)
    }

    /// The area that the radar sees.
    pub fn radar(&self) -> Area {
        let (centre, radius) = (self.footprint.head, self.radar_range());
        Area::Circle { centre, radius }
    }

    /// The field of the engine.
    pub const fn engine(&self) -> Pos {
        self.footprint.field(self.class().engine())
    }

    /// Whether it can move.
    pub const fn has_engine(&self) -> bool {
        self.is_healthy(self.class().engine())
    }
}
