//! The steps of a replay, as they are stored in the page, and their descriptions for each seat.

use std::slice;

use serde::Serialize;

use super::coverage::Coverage;
use admiralty_core::game::{Game, ServedTarget, ShipId, ShipName, Shot, ShotOutcome, TargetKind};
use admiralty_core::geometry::{Movement, Pos, Rect};
use admiralty_core::interpreter::Event;
use admiralty_core::player::Player;
use admiralty_core::rules::ClassName;
use admiralty_core::view::Glyphs;
use admiralty_core::view::Viewer;

/// A step: the lines executed, and their effects.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ReplayStep {
    /// The first and the last line, from 1.
    pub lines: [u64; 2],
    /// Who gave the command; nobody in a `[state]` group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The number of the turn, from 1, on its first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The description of the step.
    pub text: String,
    /// The description for the player who gave the command, if it may know less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// The description for the others, if they may know less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemy: Option<String>,
    /// A new, empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardLayout>,
    /// All reefs: rows and columns in turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reefs: Option<Vec<i32>>,
    /// Five numbers for each ship that has changed: its number in the list, the row and column
    /// of its head, its direction (0 is north, clockwise), and its healthy segments as bits from
    /// the head, -1 if it is no longer on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ships: Vec<i32>,
    /// The shots: the row and column of the target, what the shot did and what the player knows of
    /// that (see `ShotEffect`), and the row and column of the cannon, if it is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shots: Vec<Vec<i32>>,
    /// The centres of the planes sent: rows and columns in turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planes: Vec<i32>,
    /// Where shots are announced, the fields newly shot at, counted row by row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shot: Vec<usize>,
    /// For both players, the runs of fields that come into view or go out of it: first field and
    /// length in turn.
    #[serde(skip_serializing_if = "is_unchanged")]
    pub seen: [Vec<usize>; 2],
    /// The healthy parts of both players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<[u64; 2]>,
    /// The output of the step in a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// Where the enemy could be, and what the shot was worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<StepAnalysis>,
}

impl ReplayStep {
    /// The step of an event of a player's turn, described for each seat as far as it may know it;
    /// `None` if it changed nothing. `game` is the game after it, and `seen` the fields that the player
    /// saw before it.
    pub(super) fn of_event(
        game: &Game,
        mover: Player,
        event: &Event,
        seen: &Coverage,
    ) -> Option<Self> {
        let mut step = Self {
            player: Some(mover),
            ..Self::default()
        };
        match *event {
            Event::Placed(ship) => {
                let footprint = game.board().ship(ship).footprint();
                let (head, direction) = (footprint.head, footprint.direction);
                step.text = format!("{mover} places {} at {head} {direction}", label(game, ship));
            }
            Event::Moved { ship, movement } => {
                let ship = label(game, ship);
                step.text = match movement {
                    Movement::Forward => format!("{mover} moves {ship} forward"),
                    Movement::Left => format!("{mover} turns {ship} left"),
                    Movement::Right => format!("{mover} turns {ship} right"),
                };
            }
            Event::Spied { by, centre } => {
                let ship = label(game, by);
                step.text = format!("{mover}'s {ship} sends a plane to {centre}");
                step.planes.extend([centre.y, centre.x]);
            }
            Event::Chosen(kind, pos) => {
                let what = match kind {
                    TargetKind::Plane => "plane",
                    TargetKind::Shot => "shot",
                };
                step.text = format!("{mover} chooses {pos} for a {what} at the end of the turn");
            }
            Event::Announced { shot, outcome } => {
                let target = shot.target;
                let (effect, result) = match outcome {
                    ShotOutcome::Miss => (ShotEffect::Water, "a miss".to_owned()),
                    ShotOutcome::Hit(_) => (ShotEffect::Hit, "a hit".to_owned()),
                    ShotOutcome::Sunk(ship) => (ShotEffect::Sunk, format!("{ship} is sunk")),
                };
                step.add_shot(target, effect, effect, None);
                step.text = format!("{mover} shoots at {target}: {result}");
                step.enemy = Some(step.text.clone());
            }
            Event::Fired { shot, by } => {
                let cannon = by.map(|id| game.board().ship(id).cannon());
                let shooter = match by {
                    Some(ship) => format!("{mover}'s {}", label(game, ship)),
                    None => mover.to_string(),
                };
                let shot = SeenShot::new(game, mover, &shot, seen);
                step.add_shot(shot.target, shot.effect, shot.known, cannon);
                shot.describe(&mut step, mover, &shooter);
            }
            Event::TurnEnded { .. } => return Self::of_turn_end(game, mover, seen),
            _ => return None,
        }
        Some(step)
    }

    /// The step of the targets that waited for the end of the turn.
    fn of_turn_end(game: &Game, mover: Player, seen: &Coverage) -> Option<Self> {
        let mut step = Self {
            player: Some(mover),
            ..Self::default()
        };
        let (mut hits, mut losses) = (Vec::new(), Vec::new());
        for target in game.served_targets() {
            match target {
                ServedTarget::Plane(centre) => step.planes.extend([centre.y, centre.x]),
                ServedTarget::Shot(shot) => {
                    let shot = SeenShot::new(game, mover, shot, seen);
                    step.add_shot(shot.target, shot.effect, shot.known, None);
                    hits.extend(shot.loss());
                    losses.extend(shot.loss_of(mover.opponent()));
                }
            }
        }
        let (count, planes) = (step.shots.len(), step.planes.len() / 2);
        if count + planes == 0 {
            return None;
        }
        let own = format!("{mover} fires {count} shots and sends {planes} planes");
        step.text = [slice::from_ref(&own), &hits].concat().join("; ");
        step.own = (!hits.is_empty()).then_some(own);
        step.enemy = (!losses.is_empty()).then(|| losses.join("; "));
        Some(step)
    }

    /// The description of the step for a viewer, as far as it may know it.
    pub fn text_for(&self, viewer: Viewer) -> &str {
        let less = match viewer {
            Viewer::Referee => &None,
            Viewer::Player(player) if self.player == Some(player) => &self.own,
            Viewer::Player(_) => &self.enemy,
        };
        less.as_ref().unwrap_or(&self.text)
    }

    /// Whether the step changes nothing that a page shows.
    pub(super) fn is_empty(&self) -> bool {
        self.board.is_none()
            && self.reefs.is_none()
            && self.ships.is_empty()
            && self.shot.is_empty()
            && is_unchanged(&self.seen)
    }

    /// Adds a shot, from the field of a cannon if it is known.
    pub(super) fn add_shot(
        &mut self,
        target: Pos,
        effect: ShotEffect,
        known: ShotEffect,
        from: Option<Pos>,
    ) {
        let mut shot = vec![target.y, target.x, effect as i32, known as i32];
        shot.extend(from.into_iter().flat_map(|from| [from.y, from.x]));
        self.shots.push(shot);
    }
}

/// A ship in the list of a page.
#[derive(Clone, Debug, Serialize)]
pub struct ShipLabel {
    /// The owner.
    pub player: Player,
    /// The name of the class.
    pub class: ClassName,
    /// The index in the class, from 0.
    pub index: u32,
    /// The number of segments.
    pub length: u8,
}

/// The layout of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardLayout {
    /// The name of the rule set.
    pub rules: &'static str,
    /// The number of rows.
    pub rows: i32,
    /// The number of columns.
    pub columns: i32,
    /// The starting rectangles: top, left, bottom, right.
    pub starts: [[i32; 4]; 2],
    /// Whether shots are announced, in separate waters.
    pub classic: bool,
    /// The characters of fields, where shots are announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyphs: Option<Glyphs>,
}

impl BoardLayout {
    pub(super) fn of(game: &Game) -> Self {
        let size = game.board().size();
        let starts = Player::BOTH.map(|player| {
            let start = game.start(player);
            [start.top, start.left, start.bottom, start.right]
        });
        let classic = game.rules().announces_shots();
        Self {
            rules: game.rules().name,
            rows: size.rows,
            columns: size.columns,
            starts,
            classic,
            glyphs: classic.then_some(Glyphs::ANNOUNCED),
        }
    }
}

/// Where the enemy could be before a shot or a turn, and what the shot was worth.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StepAnalysis {
    /// The fields of the heat map: top, left, bottom, right.
    pub rect: [i32; 4],
    /// For each of them, row by row, the probability of a healthy segment, in percent.
    pub heat: Vec<u8>,
    /// The row and column of the best shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<[i32; 2]>,
    /// The expected number of shots that the shot costs more than the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// How far the 95 % interval of the loss extends on each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The expected number of shots still needed with the best shot, this one included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<f64>,
}

impl StepAnalysis {
    /// The analysis with only a heat map: the probabilities for the fields of a rectangle.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a percentage"
    )]
    pub(super) fn new(rect: Rect, chances: impl Iterator<Item = f64>) -> Self {
        Self {
            rect: [rect.top, rect.left, rect.bottom, rect.right],
            heat: chances
                .map(|chance| (100.0 * chance).round() as u8)
                .collect(),
            ..Self::default()
        }
    }
}

/// The effect of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShotEffect {
    Water = 0,
    Hit = 1,
    /// It destroyed the last healthy segment of a ship.
    Sunk = 2,
    /// It hit a segment destroyed before.
    Nothing = 3,
    /// The player does not see the target.
    Unknown = 4,
}

impl ShotEffect {
    /// Whether a number stored for a shot is that of a hit.
    pub(super) const fn is_hit(number: i32) -> bool {
        number == Self::Hit as i32 || number == Self::Sunk as i32
    }
}

fn is_unchanged(seen: &[Vec<usize>; 2]) -> bool {
    seen.iter().all(Vec::is_empty)
}

fn label(game: &Game, ship: ShipId) -> String {
    let ShipName { class, index, .. } = game.board().ship(ship).name();
    format!("{} {index}", class.name)
}

/// A shot whose result is not announced, and the effect that the player who fires it sees.
struct SeenShot {
    target: Pos,
    effect: ShotEffect,
    /// The effect as far as the player may know it.
    known: ShotEffect,
    /// The ship on the target.
    ship: Option<ShipName>,
}

impl SeenShot {
    fn new(game: &Game, mover: Player, shot: &Shot, seen: &Coverage) -> Self {
        let effect = match shot.on {
            None => ShotEffect::Water,
            Some(hit) if !hit.was_healthy => ShotEffect::Nothing,
            Some(hit) if hit.sinks => ShotEffect::Sunk,
            Some(_) => ShotEffect::Hit,
        };
        let ship = shot.on.map(|hit| game.board().ship(hit.ship).name());
        let known = match effect {
            _ if ship.is_some_and(|ship| ship.player == mover) => effect,
            _ if !seen.contains(shot.target) => ShotEffect::Unknown,
            // The ship may go on out of sight.
            ShotEffect::Sunk => ShotEffect::Hit,
            _ => effect,
        };
        Self {
            target: shot.target,
            effect,
            known,
            ship,
        }
    }

    /// The loss of a segment or a ship, if there is one.
    fn loss(&self) -> Option<String> {
        let ship = self.ship?;
        match self.effect {
            ShotEffect::Hit => Some(format!("{ship} is hit")),
            ShotEffect::Sunk => Some(format!("{ship} is sunk")),
            _ => None,
        }
    }

    fn loss_of(&self, player: Player) -> Option<String> {
        self.loss()
            .filter(|_| self.ship.is_some_and(|ship| ship.player == player))
    }

    /// Describes the shot for each seat.
    fn describe(&self, step: &mut ReplayStep, mover: Player, shooter: &str) {
        let target = self.target;
        let enemy = mover.opponent();
        let shot = format!("{shooter} shoots at {target}");
        let loss = self.loss();
        let is_own = loss.is_some() && self.loss_of(enemy).is_none();
        let result = |effect| match effect {
            ShotEffect::Water => "water".to_owned(),
            ShotEffect::Nothing => "the segment was destroyed before".to_owned(),
            _ => format!("{enemy} loses a segment"),
        };
        step.text = format!("{shot}: {}", loss.unwrap_or_else(|| result(self.effect)));
        let own = match self.known {
            ShotEffect::Unknown => Some(shot),
            _ if is_own => None,
            known => Some(format!("{shot}: {}", result(known))),
        };
        step.own = own.filter(|own| *own != step.text);
        step.enemy = self.loss_of(enemy);
    }
}
