//! Thousands of random games by seed: the state's invariants hold after every
//! command, and a refused command changes nothing.

use std::thread;

use libtest_mimic::Trial;

use crate::harness::named;
use crate::support::commands::{player_command, setup, state_command};
use crate::support::scaled;

use admiralty_core::game::{Game, Hit, ServedTarget, Ship};
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::{Ending, Event, Session};
use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;

/// The turns of `ships`, and the games of each other rule set.
const SHIPS_TURNS: u64 = 800;
const CLASSIC_GAMES: u64 = 12;
/// The most turns of a game.
const TURNS: u32 = 30;
const COMMANDS: u32 = 12;

/// The games played.
#[derive(Debug, Default)]
struct Counts {
    games: u64,
    /// The turns that ended with their closing tag.
    turns: u64,
    /// The lines that were executed.
    executed: u64,
    refused: u64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.turns += other.turns;
        self.executed += other.executed;
        self.refused += other.refused;
    }
}

/// Plays a game.
fn play(rules: &RuleSet, seed: u64) -> Counts {
    let mut rng = Rng::seeded(seed);
    let mut game = Simulation {
        session: Session::new(),
        script: Vec::new(),
        seed,
        counts: Counts::default(),
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
        // Targets that are unfeasible keep the turn open, and end the game, as a victory does.
        if !game.feed(&tag) {
            break;
        }
        game.counts.turns += 1;
    }
    game.counts.games = 1;
    game.counts
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
        // These replace the board, or have their own tests.
        Event::GameBegun
        | Event::BoardReplaced
        | Event::ShotRestored(_)
        | Event::Announced { .. } => return Ok(()),
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
    counts: Counts,
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
                self.counts.executed += 1;
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
                self.counts.refused += 1;
                false
            }
        }
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

#[apply(trial)]
fn invariants_hold_in_random_games() {
    simulate(scaled(SHIPS_TURNS), scaled(CLASSIC_GAMES));
}

#[apply(trials)]
fn many() -> Vec<Trial> {
    let reason = Some("it takes half an hour; docs/TESTING.md has the command");
    vec![named(
        "simulation::invariants_hold_in_many_random_games",
        reason,
        || {
            simulate(1_000_000, 100_000);
            Ok(())
        },
    )]
}

/// Plays `ships_turns` turns of `ships`, and `classic_games` games of each other rule set.
fn simulate(ships_turns: u64, classic_games: u64) {
    thread::scope(|scope| {
        for rules in RuleSet::ALL {
            scope.spawn(move || simulate_rules(rules, ships_turns, classic_games));
        }
    });
}

fn simulate_rules(rules: &RuleSet, ships_turns: u64, classic_games: u64) {
    let mut all = Counts::default();
    while if rules.announces_shots() {
        all.games < classic_games
    } else {
        all.turns < ships_turns
    } {
        all.add(&play(rules, all.games));
    }
    tell!("{}: {all:?}", rules.name);
    // The games test little unless all of this is frequent.
    let Counts {
        games,
        turns,
        executed,
        refused,
    } = all;
    assert!(
        turns > 5 * games && executed > 50 * games && refused > 25 * games,
        "{}: {all:?}",
        rules.name
    );
}
