//! The steps of a replay, as they are stored in the page, and their descriptions for each seat.

use admiralty_message::{Message, message};
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
    pub text: Message,
    /// The description for the player who gave the command, if it may know less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<Message>,
    /// The description for the others, if they may know less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemy: Option<Message>,
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
                step.text = message!(
                    "step-places",
                    [mover, ship = label(game, ship), head, direction],
                    "{mover} places {ship} at {head} {direction}"
                );
            }
            Event::Moved { ship, movement } => {
                let ship = label(game, ship);
                step.text = match movement {
                    Movement::Forward => {
                        message!(
                            "step-forward",
                            [mover, ship],
                            "{mover} moves {ship} forward"
                        )
                    }
                    Movement::Left => {
                        message!("step-left", [mover, ship], "{mover} turns {ship} left")
                    }
                    Movement::Right => {
                        message!("step-right", [mover, ship], "{mover} turns {ship} right")
                    }
                };
            }
            Event::Spied { by, centre } => {
                let ship = label(game, by);
                step.text = message!(
                    "step-plane",
                    [mover, ship, centre],
                    "{mover}'s {ship} sends a plane to {centre}"
                );
                step.planes.extend([centre.y, centre.x]);
            }
            Event::Chosen(kind, pos) => {
                step.text = match kind {
                    TargetKind::Plane => message!(
                        "step-chooses-plane",
                        [mover, pos],
                        "{mover} chooses {pos} for a plane at the end of the turn"
                    ),
                    TargetKind::Shot => message!(
                        "step-chooses-shot",
                        [mover, pos],
                        "{mover} chooses {pos} for a shot at the end of the turn"
                    ),
                };
            }
            Event::Announced { shot, outcome } => {
                let target = shot.target;
                let (effect, result) = match outcome {
                    ShotOutcome::Miss => (ShotEffect::Water, message!("step-miss", "a miss")),
                    ShotOutcome::Hit(_) => (ShotEffect::Hit, message!("step-hit", "a hit")),
                    ShotOutcome::Sunk(ship) => (ShotEffect::Sunk, is_sunk(ship)),
                };
                step.add_shot(target, effect, effect, None);
                step.text = shot_with_result(&shoots(mover, target), &result);
                step.enemy = Some(step.text.clone());
            }
            Event::Fired { shot, by } => {
                let cannon = by.map(|id| game.board().ship(id).cannon());
                let shot = SeenShot::new(game, mover, &shot, seen);
                let target = shot.target;
                let fired = match by {
                    Some(ship) => message!(
                        "step-ship-shoots",
                        [mover, ship = label(game, ship), target],
                        "{mover}'s {ship} shoots at {target}"
                    ),
                    None => shoots(mover, target),
                };
                step.add_shot(target, shot.effect, shot.known, cannon);
                shot.describe(&mut step, mover, fired);
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
        let orders = served_texts(mover, step.shots.len(), step.planes.len() / 2);
        if orders.is_empty() {
            return None;
        }
        step.own = (!hits.is_empty()).then(|| Message::joined(orders.clone()));
        step.text = Message::joined(orders.into_iter().chain(hits));
        step.enemy = (!losses.is_empty()).then(|| Message::joined(losses));
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

    /// Serialises the descriptions so that they can be translated.
    pub(super) fn translate(&mut self) {
        let less = self.own.iter_mut().chain(&mut self.enemy);
        less.chain([&mut self.text]).for_each(Message::translate);
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

fn shoots(mover: Player, target: Pos) -> Message {
    message!("step-shoots", [mover, target], "{mover} shoots at {target}")
}

/// How many shots and planes a turn's targets became, one text for each that there are.
fn served_texts(mover: Player, shots: usize, planes: usize) -> Vec<Message> {
    let plural = |count| if count == 1 { "" } else { "s" };
    let texts = [
        (
            shots,
            message!(
                "step-fires",
                [mover, count = shots],
                "{mover} fires {count} shot{}",
                plural(count)
            ),
        ),
        (
            planes,
            message!(
                "step-sends",
                [mover, count = planes],
                "{mover} sends {count} plane{}",
                plural(count)
            ),
        ),
    ];
    let served = texts.into_iter().filter(|&(count, _)| count > 0);
    served.map(|(_, text)| text).collect()
}

fn shot_with_result(shot: &Message, result: &Message) -> Message {
    message!("step-shot", [shot, result], "{shot}: {result}")
}

fn is_sunk(ship: ShipName) -> Message {
    message!("step-sunk", [ship], "{ship} is sunk")
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
    fn loss(&self) -> Option<Message> {
        let ship = self.ship?;
        match self.effect {
            ShotEffect::Hit => Some(message!("step-ship-hit", [ship], "{ship} is hit")),
            ShotEffect::Sunk => Some(is_sunk(ship)),
            _ => None,
        }
    }

    fn loss_of(&self, player: Player) -> Option<Message> {
        self.loss()
            .filter(|_| self.ship.is_some_and(|ship| ship.player == player))
    }

    /// Describes the shot for each seat.
    fn describe(&self, step: &mut ReplayStep, mover: Player, shot: Message) {
        let enemy = mover.opponent();
        let loss = self.loss();
        let is_own = loss.is_some() && self.loss_of(enemy).is_none();
        let result = |effect| match effect {
            ShotEffect::Water => message!("step-water", "water"),
            ShotEffect::Nothing => message!("step-hit-before", "the segment was destroyed before"),
            _ => message!("step-loses", [enemy], "{enemy} loses a segment"),
        };
        let full = loss.unwrap_or_else(|| result(self.effect));
        step.text = shot_with_result(&shot, &full);
        let own = match self.known {
            ShotEffect::Unknown => Some(shot),
            _ if is_own => None,
            known => Some(shot_with_result(&shot, &result(known))),
        };
        step.own = own.filter(|own| *own != step.text);
        step.enemy = self.loss_of(enemy);
    }
}
