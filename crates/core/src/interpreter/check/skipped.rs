//! The skipped lines, and the later errors that may follow from them.
//!
//! A skipped command would have changed something: the position of a ship, the size of the
//! board, whose turn it is. An error that concerns the same thing may follow from it.

use std::collections::BTreeMap;

use super::WrittenLine;
use crate::game::{Refusal, ShipName};
use crate::interpreter::FailureKind;
use crate::player::Player;
use crate::rules::RuleSet;
use crate::script::{Command, Keyword, Line, Tag, Tokens};

/// The skipped lines, by what they would have changed.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct SkippedLines(BTreeMap<Change, u64>);

/// The change that a skipped line would have made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Rules,
    Board,
    Next,
    Extended,
    Auto,
    /// A tag that may have been misspelt.
    Group,
    Start(Player),
    Fleet(Player),
    /// The position of a ship, by class and index, that was not put on the board.
    Placing(Player, (u8, u32)),
    /// The position of a ship that could not be identified.
    SomePlacing(Player),
    /// The position of a ship that was not moved.
    Move(Player, (u8, u32)),
    SomeMove(Player),
}

impl SkippedLines {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Records a skipped line, and the player whose group it is in.
    pub fn left_out(
        &mut self,
        number: u64,
        line: WrittenLine<'_>,
        within: Option<Player>,
        rules: &RuleSet,
    ) {
        let mut tokens = Tokens::new(line.text).map(|token| token.text);
        let first = tokens.next().unwrap_or_default();
        let Some(keyword) = line.intended_keyword() else {
            if first.starts_with(b"[") {
                self.groups_are_doubtful(number);
            }
            return;
        };
        let named = match keyword {
            Keyword::PlaceShip | Keyword::Move => within,
            _ => tokens.next().and_then(Player::from_token),
        };
        for player in Player::BOTH {
            let is_affected = named.is_none_or(|named| named == player);
            if let Some(change) = change(keyword, line.read, player, rules).filter(|_| is_affected)
            {
                self.0.entry(change).or_insert(number);
            }
        }
    }

    /// Records a tag that may have been meant to be another one.
    pub fn groups_are_doubtful(&mut self, line: u64) {
        self.0.insert(Change::Group, line);
    }

    /// Records a command that was executed in a group, which corrects what it sets.
    pub fn executed(&mut self, line: &Line, group: Tag, opened_on: u64, rules: &RuleSet) {
        if self
            .first([Change::Group])
            .is_some_and(|line| line < opened_on)
        {
            self.0.remove(&Change::Group);
        }
        let Line::Command(command) = line else {
            return;
        };
        let player = match (command, &group) {
            (Command::Rules(_), _) => return self.0.clear(),
            (Command::Move { .. }, _) => return,
            (Command::BoardSize(_), _) => {
                self.0
                    .retain(|change, _| !matches!(change, Change::Move(..)));
                Player::A
            }
            (
                Command::SetFleet { player, .. }
                | Command::InitPosition { player, .. }
                | Command::Ship { player, .. },
                _,
            )
            | (_, Tag::Player(player)) => *player,
            (_, Tag::State) => Player::A,
        };
        if let Some(change) = change(command.keyword(), line, player, rules) {
            self.0.remove(&change);
        }
    }

    /// The line of an earlier error that may have caused this one; `mover` is the player
    /// whose turn it is.
    pub fn behind(&self, kind: &FailureKind, mover: Player) -> Option<u64> {
        match kind {
            FailureKind::Syntax(error) if error.is_of_rules() => self.first([Change::Rules]),
            FailureKind::NotInRules(..) => self.first([Change::Rules]),
            FailureKind::Misplaced(..) | FailureKind::GroupNotClosed(..) => {
                self.first([Change::Group])
            }
            FailureKind::Refusal(refusal) => self.behind_refusal(refusal, mover),
            FailureKind::Syntax(_) | FailureKind::LineTooLong => None,
        }
    }

    fn behind_refusal(&self, refusal: &Refusal, mover: Player) -> Option<u64> {
        use Change::{Auto, Board, Extended, Fleet, Group, Next, Rules, SomePlacing, Start};
        match refusal {
            Refusal::NotInStart { ship, .. } => self.first([Rules, Board, Start(ship.player)]),
            Refusal::AllSet { ship, .. } => self.first([Rules, Fleet(ship.player)]),
            Refusal::SetOffBoard { .. }
            | Refusal::NoSuchField { .. }
            | Refusal::ReefOffBoard { .. } => self.first([Rules, Board]),
            Refusal::NotInWaters { .. }
            | Refusal::FleetCount { .. }
            | Refusal::FleetFields { .. }
            | Refusal::NoCannons => self.first([Rules]),
            Refusal::OffBoard { ship, .. } => earliest([self.first([Board]), self.displaced(ship)]),
            Refusal::OnReef { ship, .. }
            | Refusal::ReefUnderShip { ship, .. }
            | Refusal::NoCannon { ship, .. }
            | Refusal::NoEngine { ship, .. }
            | Refusal::TooFar { ship, .. } => self.displaced(ship),
            Refusal::TooClose { ship, other, .. } => {
                earliest([self.displaced(ship), self.displaced(other)])
            }
            Refusal::NotPresent { ship } => self.first([
                Change::Placing(ship.player, key(ship)),
                SomePlacing(ship.player),
            ]),
            Refusal::FleetsIncomplete { missing, .. } => {
                let lacks = |player| missing[player] > 0;
                earliest(
                    Player::BOTH
                        .map(|player| lacks(player).then(|| self.missing(player)).flatten()),
                )
            }
            Refusal::Infeasible { .. } => {
                let least = Change::Move(mover, (0, 0))..Change::Move(mover, (u8::MAX, u32::MAX));
                let displaced = self.0.range(least).next().map(|(_, &line)| line);
                earliest([self.missing(mover), displaced])
            }
            Refusal::OtherPlayersTurn { .. } => self.first([Next, Group]),
            Refusal::SecondBasicShot | Refusal::AutoPlanesOff => self.first([Extended, Auto]),
            Refusal::ExtendedOff => self.first([Extended]),
            Refusal::AutoOff => self.first([Auto]),
            Refusal::AlreadyPresent { .. }
            | Refusal::CountBelowPresent { .. }
            | Refusal::AlreadyShot { .. }
            | Refusal::NoShotLeft { .. }
            | Refusal::NoneLeft { .. }
            | Refusal::MovedAlready { .. }
            | Refusal::NoRoom { .. }
            | Refusal::Misfit => None,
        }
    }

    /// The first skipped line that would have made one of these changes.
    fn first<const N: usize>(&self, changes: [Change; N]) -> Option<u64> {
        earliest(changes.map(|change| self.0.get(&change).copied()))
    }

    /// The skipped line because of which a ship may be elsewhere than expected.
    fn displaced(&self, ship: &ShipName) -> Option<u64> {
        let player = ship.player;
        self.first([Change::Move(player, key(ship)), Change::SomeMove(player)])
    }

    /// The skipped line because of which a fleet may be incomplete.
    fn missing(&self, player: Player) -> Option<u64> {
        let all = Change::Placing(player, (0, 0))..Change::Placing(player, (u8::MAX, u32::MAX));
        let absent = self.0.range(all).next().map(|(_, &line)| line);
        earliest([
            absent,
            self.first([Change::SomePlacing(player), Change::Fleet(player)]),
        ])
    }
}

/// The change that a line with a keyword makes for a player.
fn change(keyword: Keyword, line: &Line, player: Player, rules: &RuleSet) -> Option<Change> {
    let ship = match line {
        Line::Command(
            Command::Ship { ship, .. }
            | Command::PlaceShip { ship, .. }
            | Command::Move { ship, .. },
        ) => {
            let class = rules.class_named(ship.class);
            class.map(|class| (class.index, ship.index))
        }
        _ => None,
    };
    Some(match (keyword, ship) {
        (Keyword::Rules, _) => Change::Rules,
        (Keyword::BoardSize, _) => Change::Board,
        (Keyword::NextPlayer, _) => Change::Next,
        (Keyword::ExtendedShips, _) => Change::Extended,
        (Keyword::AutoShooting, _) => Change::Auto,
        (Keyword::SetFleet, _) => Change::Fleet(player),
        (Keyword::InitPosition, _) => Change::Start(player),
        (Keyword::Move, Some(ship)) => Change::Move(player, ship),
        (Keyword::Move, None) => Change::SomeMove(player),
        (Keyword::Ship | Keyword::PlaceShip, Some(ship)) => Change::Placing(player, ship),
        (Keyword::Ship | Keyword::PlaceShip, None) => Change::SomePlacing(player),
        _ => return None,
    })
}

const fn key(ship: &ShipName) -> (u8, u32) {
    (ship.class.index, ship.index)
}

fn earliest<const N: usize>(lines: [Option<u64>; N]) -> Option<u64> {
    lines.into_iter().flatten().min()
}
