//! The lines that were left out, and the later errors that may follow from them.
//!
//! A command that was left out would have changed something: the place of a
//! ship, the size of the board, who is next. An error that is about the same
//! thing may follow from it.

use std::collections::BTreeMap;

use crate::game::{Refusal, ShipName};
use crate::interpreter::FailureKind;
use crate::player::{ByPlayer, Player};
use crate::script::{Command, Keyword, Line, ShipRef, Tag, Tokens};

/// The lines that were left out, by what they would have changed.
#[derive(Default)]
pub(super) struct SkippedLines {
    rules: Option<u64>,
    board: Option<u64>,
    next: Option<u64>,
    extended: Option<u64>,
    auto: Option<u64>,
    /// A tag that may stand for another one.
    groups: Option<u64>,
    players: ByPlayer<OfPlayer>,
}

/// What is a player's.
#[derive(Default)]
struct OfPlayer {
    start: Option<u64>,
    fleet: Option<u64>,
    /// The placing of a ship that could not be read.
    some_placing: Option<u64>,
    /// The same of a movement.
    some_move: Option<u64>,
    /// Ships that were not placed.
    absent: ShipLines,
    /// Ships that were not moved.
    displaced: ShipLines,
}

/// Lines by class and index of a ship.
type ShipLines = BTreeMap<(u8, u32), u64>;

impl SkippedLines {
    /// Notes a line that was left out, and the player whose group it stands in.
    pub fn left_out(&mut self, number: u64, line: &Line, text: &[u8], within: Option<Player>) {
        let keyword = match line {
            Line::Command(Command::Ship { player, ship, .. }) => {
                return note_ship(&mut self.players[*player].absent, *ship, number);
            }
            Line::Command(Command::PlaceShip { ship, .. }) => {
                for player in players(within) {
                    note_ship(&mut self.players[player].absent, *ship, number);
                }
                return;
            }
            Line::Command(Command::Move { ship, .. }) => {
                for player in players(within) {
                    note_ship(&mut self.players[player].displaced, *ship, number);
                }
                return;
            }
            Line::Command(command) => Some(command.keyword()),
            Line::Invalid(error) => error.keyword.or_else(|| {
                let nearest = error.nearest(text);
                nearest.and_then(|nearest| Keyword::from_token(nearest.as_bytes()))
            }),
            Line::Blank | Line::Tag(_) => None,
        };
        let mut tokens = Tokens::new(text).map(|token| token.text);
        let first = tokens.next().unwrap_or_default();
        match keyword {
            None if first.starts_with(b"[") => self.groups_are_doubtful(number),
            None => {}
            Some(keyword @ (Keyword::PlaceShip | Keyword::Move)) => {
                self.left_out_keyword(keyword, within, number);
            }
            Some(keyword) => {
                let named = tokens.next().and_then(Player::from_token);
                self.left_out_keyword(keyword, named, number);
            }
        }
    }

    fn left_out_keyword(&mut self, keyword: Keyword, player: Option<Player>, line: u64) {
        let of_player: fn(&mut OfPlayer) -> &mut Option<u64> = match keyword {
            Keyword::Rules => return note(&mut self.rules, line),
            Keyword::BoardSize => return note(&mut self.board, line),
            Keyword::NextPlayer => return note(&mut self.next, line),
            Keyword::ExtendedShips => return note(&mut self.extended, line),
            Keyword::AutoShooting => return note(&mut self.auto, line),
            Keyword::SetFleet => |of| &mut of.fleet,
            Keyword::InitPosition => |of| &mut of.start,
            Keyword::Ship | Keyword::PlaceShip => |of| &mut of.some_placing,
            Keyword::Move => |of| &mut of.some_move,
            _ => return,
        };
        for player in players(player) {
            note(of_player(&mut self.players[player]), line);
        }
    }

    /// Notes a tag that may have been meant to be another one.
    pub fn groups_are_doubtful(&mut self, line: u64) {
        self.groups = Some(line);
    }

    /// Notes a command that was executed in a group, which sets right what it
    /// changes.
    pub fn executed(&mut self, command: &Command, group: Tag, opened_on: u64) {
        if self.groups.is_some_and(|line| line < opened_on) {
            self.groups = None;
        }
        match *command {
            Command::Rules { .. } => *self = Self::default(),
            Command::BoardSize(_) => {
                self.board = None;
                for player in Player::BOTH {
                    self.players[player].displaced.clear();
                }
            }
            Command::NextPlayer(_) => self.next = None,
            Command::ExtendedShips => self.extended = None,
            Command::AutoShooting => self.auto = None,
            Command::SetFleet { player, .. } => self.players[player].fleet = None,
            Command::InitPosition { player, .. } => self.players[player].start = None,
            Command::Ship { player, ship, .. } => self.placed(player, ship),
            Command::PlaceShip { ship, .. } => {
                if let Tag::Player(player) = group {
                    self.placed(player, ship);
                }
            }
            _ => {}
        }
    }

    fn placed(&mut self, player: Player, ship: ShipRef) {
        let key = (ship.class.index, ship.index);
        self.players[player].absent.remove(&key);
    }

    /// The line of an earlier error that one with this cause may follow from;
    /// `mover` is the player whose turn it is.
    pub fn behind(&self, kind: &FailureKind, mover: Player) -> Option<u64> {
        match kind {
            FailureKind::Syntax(error) if error.is_of_rules() => self.rules,
            FailureKind::NotInRules(..) => self.rules,
            FailureKind::Misplaced(..) | FailureKind::GroupNotClosed(..) => self.groups,
            FailureKind::Refusal(refusal) => self.behind_refusal(refusal, mover),
            FailureKind::Syntax(_) | FailureKind::LineTooLong => None,
        }
    }

    fn behind_refusal(&self, refusal: &Refusal, mover: Player) -> Option<u64> {
        let of = |player: Player| &self.players[player];
        match refusal {
            Refusal::NotInStart { ship, .. } => {
                first([self.rules, self.board, of(ship.player).start])
            }
            Refusal::AllSet { ship, .. } => first([self.rules, of(ship.player).fleet]),
            Refusal::SetOffBoard { .. }
            | Refusal::NoSuchField { .. }
            | Refusal::ReefOffBoard { .. } => first([self.rules, self.board]),
            Refusal::NotInWaters { .. } | Refusal::FleetSize { .. } | Refusal::NoCannons => {
                self.rules
            }
            Refusal::OffBoard { ship, .. } => first([self.board, self.displaced(*ship)]),
            Refusal::OnReef { ship, .. }
            | Refusal::ReefUnderShip { ship, .. }
            | Refusal::NoCannon { ship, .. }
            | Refusal::NoEngine { ship, .. }
            | Refusal::TooFar { ship, .. } => self.displaced(*ship),
            Refusal::TooClose { ship, other, .. } => {
                first([self.displaced(*ship), self.displaced(*other)])
            }
            Refusal::NotPresent { ship } => {
                let absent = of(ship.player).absent.get(&key(*ship)).copied();
                first([absent, of(ship.player).some_placing])
            }
            Refusal::FleetsIncomplete { missing } => {
                let incomplete = Player::BOTH
                    .into_iter()
                    .filter(|&player| missing[player] > 0);
                incomplete
                    .flat_map(|player| of(player).behind_missing())
                    .min()
            }
            Refusal::Infeasible { .. } => {
                let displaced = of(mover).displaced.values().next().copied();
                of(mover).behind_missing().chain(displaced).min()
            }
            Refusal::OtherPlayersTurn { .. } => first([self.next, self.groups]),
            Refusal::SecondBasicShot | Refusal::AutoPlanesOff => first([self.extended, self.auto]),
            Refusal::ExtendedOff => self.extended,
            Refusal::AutoOff => self.auto,
            Refusal::AlreadyPresent { .. }
            | Refusal::CountBelowPresent { .. }
            | Refusal::AlreadyShot { .. }
            | Refusal::NoShotLeft { .. }
            | Refusal::NoneLeft { .. }
            | Refusal::MovedAlready { .. }
            | Refusal::NoRoom { .. } => None,
        }
    }

    fn displaced(&self, ship: ShipName) -> Option<u64> {
        let of = &self.players[ship.player];
        first([of.displaced.get(&key(ship)).copied(), of.some_move])
    }
}

impl OfPlayer {
    /// What may be why a fleet is not complete.
    fn behind_missing(&self) -> impl Iterator<Item = u64> {
        let absent = self.absent.values().next().copied();
        [absent, self.some_placing, self.fleet]
            .into_iter()
            .flatten()
    }
}

/// The player of a group, or both where none is known.
fn players(player: Option<Player>) -> impl Iterator<Item = Player> {
    let is_meant = move |other: &Player| player.is_none_or(|player| player == *other);
    Player::BOTH.into_iter().filter(is_meant)
}

fn key(ship: ShipName) -> (u8, u32) {
    (ship.class.index, ship.index)
}

/// Keeps the first line.
fn note(line: &mut Option<u64>, new: u64) {
    line.get_or_insert(new);
}

fn note_ship(ships: &mut ShipLines, ship: ShipRef, line: u64) {
    let key = (ship.class.index, ship.index);
    ships.entry(key).or_insert(line);
}

fn first<const N: usize>(lines: [Option<u64>; N]) -> Option<u64> {
    lines.into_iter().flatten().min()
}
