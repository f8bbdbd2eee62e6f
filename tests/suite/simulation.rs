//! Thousands of random games by seed: the state's invariants hold after every
//! command, and a refused command changes nothing.

use std::ops::ControlFlow;

use crate::support::commands::{player_command, setup, state_command};
use crate::support::scaled;
use admiralty_core::interpreter::{Ending, Session};
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
        let step = self
            .session
            .line(line.as_bytes(), &mut std::io::sink())
            .expect("the sink takes all");
        self.check(self.session.game().check_invariants());
        match step {
            ControlFlow::Continue(()) => {
                self.executed += 1;
                true
            }
            ControlFlow::Break(Ending::Won(_)) => false,
            ControlFlow::Break(Ending::Failed(_)) => {
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
