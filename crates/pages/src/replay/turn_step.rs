//! The steps of a player's turn, described before they are executed, for each seat as far as it may
//! know them.

use std::collections::HashMap;
use std::slice;

use super::step::{ShotEffect, Step};
use admiralty_core::game::{Game, Ship, ShipId, ShipName, TargetKind};
use admiralty_core::geometry::{Movement, Pos};
use admiralty_core::player::Player;
use admiralty_core::script::{Command, ShipRef};

/// What a legal command of a player will do, given the game before it and which fields the player
/// sees; `None` if it changes nothing.
pub(super) fn of_command(
    game: &Game,
    mover: Player,
    command: &Command,
    is_seen: impl Fn(Pos) -> bool,
) -> Option<Step> {
    let mut step = Step {
        player: Some(mover),
        ..Step::default()
    };
    match *command {
        Command::PlaceShip {
            ship,
            head,
            direction,
        } => {
            step.text = format!("{mover} places {} at {head} {direction}", label(ship));
        }
        Command::Move { ship, movement } => {
            let ship = label(ship);
            step.text = match movement {
                Movement::Forward => format!("{mover} moves {ship} forward"),
                Movement::Left => format!("{mover} turns {ship} left"),
                Movement::Right => format!("{mover} turns {ship} right"),
            };
        }
        Command::SpyFrom { index, centre } => {
            let carrier = game.rules().carrier().map_or("", |class| class.name);
            step.text = format!("{mover}'s {carrier} {index} sends a plane to {centre}");
            step.planes.extend([centre.y, centre.x]);
        }
        Command::Spy(centre) => {
            step.text = format!("{mover} chooses {centre} for a plane at the end of the turn");
        }
        Command::Shoot(target) if game.is_auto() => {
            step.text = format!("{mover} chooses {target} for a shot at the end of the turn");
        }
        Command::Shoot(target) => {
            let shot = Shot::new(&mut HashMap::new(), game, mover, target, is_seen);
            step.add_shot(target, shot.effect, shot.known, None);
            if game.rules().announces_shots() {
                step.text = format!("{mover} shoots at {target}: {}", shot.announced());
                step.enemy = Some(step.text.clone());
            } else {
                shot.describe(&mut step, mover, &mover.to_string(), target);
            }
        }
        Command::ShootFrom { ship, target } => {
            let id = game.fleet(mover).ship(ship.class, ship.index);
            let cannon = id.map(|id| game.board().ship(id).cannon());
            let shot = Shot::new(&mut HashMap::new(), game, mover, target, is_seen);
            step.add_shot(target, shot.effect, shot.known, cannon);
            let shooter = format!("{mover}'s {}", label(ship));
            shot.describe(&mut step, mover, &shooter, target);
        }
        _ => return None,
    }
    Some(step)
}

/// What the targets that wait for the end of the turn will do.
pub(super) fn of_targets(
    game: &Game,
    mover: Player,
    is_seen: impl Fn(Pos) -> bool,
) -> Option<Step> {
    let (mut step, mut left) = (Step::default(), HashMap::new());
    let (mut hits, mut losses) = (Vec::new(), Vec::new());
    for target in game.targets() {
        match target.kind {
            TargetKind::Plane => step.planes.extend([target.pos.y, target.pos.x]),
            TargetKind::Shot => {
                let shot = Shot::new(&mut left, game, mover, target.pos, &is_seen);
                step.add_shot(target.pos, shot.effect, shot.known, None);
                hits.extend(shot.loss());
                losses.extend(shot.loss_of(mover.opponent()));
            }
        }
    }
    let (count, planes) = (step.shots.len(), step.planes.len() / 2);
    if count + planes == 0 {
        return None;
    }
    step.player = Some(mover);
    let own = format!("{mover} fires {count} shots and sends {planes} planes");
    step.text = [slice::from_ref(&own), &hits].concat().join("; ");
    step.own = (!hits.is_empty()).then_some(own);
    step.enemy = (!losses.is_empty()).then(|| losses.join("; "));
    Some(step)
}

fn label(ShipRef { index, class }: ShipRef) -> String {
    format!("{} {index}", class.name)
}

/// A shot, and the ship on its target.
struct Shot {
    effect: ShotEffect,
    /// What the player who shoots may know of the effect.
    known: ShotEffect,
    ship: Option<ShipName>,
}

impl Shot {
    /// A shot of a step; `left` has the segments that are left of the ships it has hit so far.
    fn new(
        left: &mut HashMap<ShipId, u8>,
        game: &Game,
        mover: Player,
        target: Pos,
        is_seen: impl Fn(Pos) -> bool,
    ) -> Self {
        let id = game.board().ship_at(target);
        let ship = id.map(|id| game.board().ship(id));
        let effect = ship.zip(id).map_or(ShotEffect::Water, |(ship, id)| {
            let left = left.entry(id).or_insert_with(|| ship.healthy_segments());
            let bit = 1 << ship.footprint().segment_at(target);
            let was_healthy = *left & bit != 0;
            *left &= !bit;
            match *left {
                _ if !was_healthy => ShotEffect::Nothing,
                0 => ShotEffect::Sunk,
                _ => ShotEffect::Hit,
            }
        });
        let is_own = ship.is_some_and(|ship| ship.owner() == mover);
        let known = match effect {
            _ if is_own || game.rules().announces_shots() => effect,
            _ if !is_seen(target) => ShotEffect::Unknown,
            // There may be more of the ship where nothing is seen.
            ShotEffect::Sunk => ShotEffect::Hit,
            _ => effect,
        };
        let ship = ship.map(Ship::name);
        Self {
            effect,
            known,
            ship,
        }
    }

    /// The result as it is announced to both players.
    fn announced(&self) -> String {
        match (self.effect, self.ship) {
            (ShotEffect::Sunk, Some(ship)) => format!("{ship} is sunk"),
            (ShotEffect::Hit, _) => "a hit".to_owned(),
            _ => "a miss".to_owned(),
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

    /// Describes a shot whose result is not announced.
    fn describe(&self, step: &mut Step, mover: Player, shooter: &str, target: Pos) {
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
