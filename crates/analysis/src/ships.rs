//! Where a script names ships.

use std::ops::Range;

use admiralty_core::player::Player;
use admiralty_core::rules::{ClassName, RuleSet};
use admiralty_core::script::{Command, Line, NamedShip, Tag};

use super::structure::lines;
use super::words::{Word, WordKind, words};
use admiralty_core::script::ArgumentKind;

/// A place where a script names a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShipUse {
    /// The owner.
    pub player: Player,
    /// The class.
    pub class: ClassName,
    /// The index in the class.
    pub index: u32,
    /// The bytes of the index and the class; of the index where the class is left out.
    pub span: Range<usize>,
    /// The bytes of the index.
    pub index_span: Range<usize>,
    /// Whether the line puts the ship on the board.
    pub places: bool,
    /// The number of the game: each `RULES` and `BOARD_SIZE` begins a new one.
    pub game: usize,
}

impl ShipUse {
    /// Whether both name the same ship.
    pub fn is_same(&self, other: &Self) -> bool {
        let key = |one: &Self| (one.game, one.player, one.class, one.index);
        key(self) == key(other)
    }
}

/// All places where a script names ships, in order.
pub fn ship_uses(script: &[u8]) -> Vec<ShipUse> {
    let mut uses = Vec::new();
    let mut rules = *RuleSet::SHIPS;
    let mut open = None;
    let mut game = 0;
    for line in lines(script) {
        let text = &script[line.clone()];
        let command = match Line::parse(text) {
            Line::Tag(tag) => {
                open = match open {
                    Some(before) if before == tag => None,
                    _ => Some(tag),
                };
                continue;
            }
            Line::Command(command) => command,
            _ => continue,
        };
        let mover = match open {
            Some(Tag::Player(player)) => Some(player),
            _ => None,
        };
        let (player, ship) = match (&command, mover) {
            (Command::Rules(choice), None) => {
                rules = choice.rules();
                game += 1;
                continue;
            }
            (Command::BoardSize(_), None) => {
                game += 1;
                continue;
            }
            (Command::Ship { player, ship, .. }, _) => (*player, *ship),
            (
                Command::PlaceShip { ship, .. }
                | Command::Move { ship, .. }
                | Command::ShootFrom { ship, .. },
                Some(player),
            ) => (player, *ship),
            (Command::SpyFrom { index, .. }, Some(player)) => {
                let Some(carrier) = rules.carrier() else {
                    continue;
                };
                let (index, class) = (*index, carrier.name);
                (player, NamedShip { index, class })
            }
            _ => continue,
        };
        let words = words(text, false);
        let span = |wanted: ArgumentKind| {
            let is_wanted = |word: &&Word| matches!(word.kind, WordKind::Argument { kind, .. } if kind == wanted);
            let word = words.iter().find(is_wanted)?;
            Some(line.start + word.span.start..line.start + word.span.end)
        };
        let Some(index_span) = span(ArgumentKind::Index) else {
            continue;
        };
        let end = span(ArgumentKind::Class).map_or(index_span.end, |class| class.end);
        uses.push(ShipUse {
            player,
            class: ship.class,
            index: ship.index,
            span: index_span.start..end,
            index_span,
            places: matches!(command, Command::Ship { .. } | Command::PlaceShip { .. }),
            game,
        });
    }
    uses
}
