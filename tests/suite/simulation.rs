//! Thousands of random games by seed: the state's invariants hold after every
//! command, and a refused command changes nothing.

use crate::support::commands::{player_command, setup, state_command};
use crate::support::scaled;
use admiralty_core::game::{Game, Hit, ServedTarget, Ship};
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::{Ending, Event, Session};
use admiralty_core::rng::Rng;
use admiralty_core::rules::{RULE_SETS, RuleSet};

const GAMES: u64 = 50;
const TURNS: u32 = 30;
const COMMANDS: u32 = 12;

/// Plays a game; counts the commands that were executed and those refused.
fn play(rules: &'static RuleSet, seed: u64) -> (u32, u32) {
    let mut rng = Rng::seeded(seed);
    let mut game = Simulation {
        session: Session::new(),
        script: Vec::new(),
        seed,
        executed: 0,
        refused: 0,
    };
    game.feed("[state]");
    for command in setup(&mut rng, rules) {
        game.feed(&command.to_string());
    }
    for _ in 0..rng.below_u32(12) {
        let command = state_command(&mut rng, game.session.game());
        game.feed(&command.to_string());
    }
    game.feed("[state]");
    for _ in 0..TURNS {
        let tag = format!("[player{}]", game.session.game().next_player());
        game.feed(&tag);
        for _ in 0..rng.below_u32(COMMANDS) {
            let command = player_command(&mut rng, game.session.game());
            game.feed(&command.to_string());
        }
        if !game.close_turn(&tag) {
            break;
        }
    }
    (game.executed, game.refused)
}

/// Compares the effect that an event reports with the games before and after it.
fn check_effect(before: &Game, event: &Event, after: &Game) -> Result<(), String> {
    let mut shots = Vec::new();
    match event {
        Event::Fired { shot, .. } => shots.push(*shot),
        Event::TurnEnded { .. } => {
            shots.extend(
                after
                    .served_targets()
                    .iter()
                    .filter_map(|target| match target {
                        ServedTarget::Shot(shot) => Some(*shot),
                        ServedTarget::Plane(_) => None,
                    }),
            );
        }
        Event::Moved { ship, movement } => {
            let [old, new] = [before, after].map(|game| *game.board().ship(*ship).footprint());
            return (old.moved(*movement) == new)
                .then_some(())
                .ok_or_else(|| format!("{event:?}: {old:?}, {new:?}"));
        }
        // State commands may replace the board, and announced shots have their own tests.
        Event::StateChanged | Event::Announced { .. } => return Ok(()),
        _ => {}
    }
    for ship in before.board().ships() {
        let id = before
            .fleet(ship.owner())
            .ship(ship.class(), ship.name().index);
        let ship_after = id.map_or(ship, |id| after.board().ship(id));
        let hits = shots
            .iter()
            .filter_map(|shot| Some((shot.target, shot.on?)));
        let hits: Vec<_> = hits.filter(|(_, hit)| Some(hit.ship) == id).collect();
        let on_ship = |&(target, hit): &(Pos, Hit)| ship.footprint().field(hit.segment) == target;
        let lost = hits.iter().filter(|(_, hit)| hit.was_healthy).count();
        let healthy = [ship, ship_after].map(Ship::healthy_parts);
        let is_sunk = lost > 0 && healthy[1] == 0;
        let is_right = hits.iter().all(on_ship)
            && hits.iter().any(|(_, hit)| hit.sinks) == is_sunk
            && (healthy[0] - healthy[1]) as usize == lost;
        if !is_right {
            return Err(format!("{event:?}: {healthy:?} parts of {}", ship.name()));
        }
    }
    Ok(())
}

struct Simulation {
    session: Session,
    script: Vec<String>,
    seed: u64,
    executed: u32,
    refused: u32,
}

impl Simulation {
    /// Feeds a line; returns whether it was executed.
    fn feed(&mut self, line: &str) -> bool {
        let before = self.session.game().clone();
        self.script.push(line.to_owned());
        let applied = self.session.line(line.as_bytes());
        self.check(self.session.game().check_invariants());
        if let Ok(event) = &applied {
            self.check(check_effect(&before, event, self.session.game()));
        }
        let ending = Ending::of(applied);
        match ending {
            None => {
                self.executed += 1;
                true
            }
            Some(Ending::Won(_)) => false,
            Some(Ending::Failed(_)) => {
                let before = format!("{before:?}");
                let after = format!("{:?}", self.session.game());
                self.check(if before == after {
                    Ok(())
                } else {
                    Err("a refused command changed the state".to_owned())
                });
                self.script.pop();
                self.refused += 1;
                false
            }
        }
    }

    /// Closes the turn; returns whether the game continues. Unfeasible targets keep the turn
    /// open, and the game ends.
    fn close_turn(&mut self, tag: &str) -> bool {
        self.feed(tag)
    }

    fn check(&self, result: Result<(), String>) {
        if let Err(what) = result {
            panic!(
                "seed {}: {what} after\n{}",
                self.seed,
                self.script.join("\n")
            );
        }
    }
}

#[test]
fn invariants_hold_in_random_games() {
    for rules in RULE_SETS {
        let (mut executed, mut refused) = (0, 0);
        let games = scaled(if rules.announces_shots() {
            GAMES / 4
        } else {
            GAMES
        });
        for seed in 0..games {
            let (game_executed, game_refused) = play(rules, seed);
            executed += u64::from(game_executed);
            refused += u64::from(game_refused);
        }
        let name = rules.name;
        println!("{games} games of {name}: {executed} commands executed, {refused} refused");
        // The games test little unless both are frequent.
        assert!(
            executed > 50 * games && refused > 25 * games,
            "{name}: {executed} executed, {refused} refused"
        );
    }
}
