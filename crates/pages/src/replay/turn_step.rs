//! The steps of a player's turn, described for each seat as far as it may know them.

use std::slice;

use super::step::{ShotEffect, Step};
use admiralty_core::game::{Game, ServedTarget, ShipId, ShipName, Shot, ShotOutcome, TargetKind};
use admiralty_core::geometry::{Movement, Pos};
use admiralty_core::interpreter::Event;
use admiralty_core::player::Player;

/// What an event of a player's turn did, given the game after it and which fields the player saw
/// before it; `None` if it changed nothing.
pub(super) fn of_event(
    game: &Game,
    mover: Player,
    event: &Event,
    is_seen: impl Fn(Pos) -> bool,
) -> Option<Step> {
    let mut step = Step {
        player: Some(mover),
        ..Step::default()
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
        Event::Announced { target, outcome } => {
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
            let shot = SeenShot::new(game, mover, &shot, is_seen);
            step.add_shot(shot.target, shot.effect, shot.known, cannon);
            shot.describe(&mut step, mover, &shooter);
        }
        Event::TurnEnded { .. } => return of_turn_end(game, mover, is_seen),
        _ => return None,
    }
    Some(step)
}

/// What the targets did that waited for the end of the turn.
fn of_turn_end(game: &Game, mover: Player, is_seen: impl Fn(Pos) -> bool) -> Option<Step> {
    let mut step = Step {
        player: Some(mover),
        ..Step::default()
    };
    let (mut hits, mut losses) = (Vec::new(), Vec::new());
    for target in game.served_targets() {
        match target {
            ServedTarget::Plane(centre) => step.planes.extend([centre.y, centre.x]),
            ServedTarget::Shot(shot) => {
                let shot = SeenShot::new(game, mover, shot, &is_seen);
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

fn label(game: &Game, ship: ShipId) -> String {
    let ShipName { class, index, .. } = game.board().ship(ship).name();
    format!("{} {index}", class.name)
}

/// A shot whose result is not announced, and what the player who fires it sees.
struct SeenShot {
    target: Pos,
    effect: ShotEffect,
    /// What the player may know of the effect.
    known: ShotEffect,
    /// The ship on the target.
    ship: Option<ShipName>,
}

impl SeenShot {
    fn new(game: &Game, mover: Player, shot: &Shot, is_seen: impl Fn(Pos) -> bool) -> Self {
        let effect = match shot.on {
            None => ShotEffect::Water,
            Some(hit) if !hit.was_healthy => ShotEffect::Nothing,
            Some(hit) if hit.sinks => ShotEffect::Sunk,
            Some(_) => ShotEffect::Hit,
        };
        let ship = shot.on.map(|hit| game.board().ship(hit.ship).name());
        let known = match effect {
            _ if ship.is_some_and(|ship| ship.player == mover) => effect,
            _ if !is_seen(shot.target) => ShotEffect::Unknown,
            // There may be more of the ship where nothing is seen.
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

    /// What was destroyed, if anything was.
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

    fn describe(&self, step: &mut Step, mover: Player, shooter: &str) {
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
