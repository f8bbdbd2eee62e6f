//! Bots: other programs as players.

pub(super) mod channel;
pub(super) mod live;
pub(super) mod referee;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::error::NotPlayed;
use super::{ArenaError, BotLimits, Foul, OUTPUT_BYTES_MAX};
use admiralty_core::game::For;
use admiralty_core::game::Game;
use admiralty_core::script::Command;
use admiralty_process::{
    self as process, Limit, Limits, Program, RunError, Sandbox, StdinSource, Termination, Usage,
};

/// A program that plays.
#[derive(Debug)]
pub struct Bot {
    /// The program and its arguments; at least one.
    command: Vec<String>,
    /// The same, perhaps in a sandbox.
    program: Program,
}

/// The input and output of a bot in a turn, or of a live bot in a game.
#[derive(Debug, Default)]
pub struct BotRun {
    pub input: Vec<u8>,
    pub output: Vec<u8>,
    /// The end of its standard error.
    pub stderr: Vec<u8>,
    pub foul: Option<Foul>,
    /// Its CPU time in the turn, if it can be measured.
    pub cpu: Option<Duration>,
}

impl Bot {
    /// Parses a command line, split into words as by a shell, or returns the error in it.
    pub(super) fn from_command_line(line: &str) -> Result<Self, String> {
        let command = shlex::split(line)
            .ok_or("the command line ends inside a quote or after a backslash")?;
        if command.first().is_none_or(String::is_empty) {
            return Err("the command line names no program".to_owned());
        }
        if line.contains('\0') {
            return Err("there is a NUL in the command line".to_owned());
        }
        Ok(Self {
            program: Program::new(&command),
            command,
        })
    }

    /// The program and its arguments.
    pub(super) fn command(&self) -> &[String] {
        &self.command
    }

    /// Lets the bot play in a sandbox.
    pub(super) fn confine(&mut self, sandbox: &Arc<Sandbox>) {
        self.program = sandbox.confine(Program::new(&self.command));
    }

    /// Checks that the program can be started, by starting and killing it.
    pub(super) fn check(&self) -> io::Result<()> {
        self.program.check()
    }

    /// Runs the bot for a turn of the next player: it reads a script and prints one.
    pub(super) fn run(
        &self,
        game: &Game,
        turn: &BotLimits,
        is_over: &dyn Fn() -> bool,
    ) -> Result<BotRun, NotPlayed> {
        let limits = limits(turn);
        let input = input(game);
        let mut output = Vec::new();
        let stdin = StdinSource::Bytes(&input);
        let is_over = |_: &Usage| is_over();
        let (foul, stderr, cpu) =
            match process::run(&self.program, &stdin, &limits, &mut output, &is_over) {
                // The machine was too busy to tell whether the bot is too slow.
                Ok(run) if run.end == Termination::Stopped(Limit::Starvation) => {
                    return Err(NotPlayed::Failed(ArenaError::starvation(&run.usage)));
                }
                Ok(run) => {
                    let foul = Foul::of_termination(run.end, turn);
                    (foul, run.stderr_tail, Some(run.usage.cpu))
                }
                Err(RunError::Start(error)) => (Some(Foul::not_started(&error)), Vec::new(), None),
                Err(error) => return Err(error.into()),
            };
        Ok(BotRun {
            input,
            output,
            stderr,
            foul,
            cpu,
        })
    }
}

fn limits(turn: &BotLimits) -> Limits {
    Limits {
        cpu: Some(turn.cpu),
        wall: turn.wall,
        memory: Some(turn.memory),
        output: OUTPUT_BYTES_MAX as u64,
        // Bots may write logs of any size.
        file: None,
        files: Limits::FILES_BYTES,
        processes: Some(turn.processes),
    }
}

/// The state of the game as `SAVE` prints it, with only the `INFORMATION` of the next player, who
/// is set as AI.
fn input(game: &Game) -> Vec<u8> {
    let mover = game.next_player();
    let mut shown = game.clone();
    shown
        .set([
            Command::SetAiPlayer(mover),
            Command::forget(mover.opponent()),
        ])
        .expect("they are allowed");
    shown.script(For::Turn)
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;
    use admiralty_core::player::Player;
    use admiralty_core::rules::RuleSet;

    #[test]
    fn the_input_ends_with_the_player_and_its_own_information() {
        let plain = Game::new(RuleSet::SHIPS);
        let mut game = plain.clone();
        let remembered = |player, text: &str| Command::Information {
            player,
            text: text.into(),
        };
        game.set([
            Command::ExtendedShips,
            remembered(Player::A, "mine"),
            remembered(Player::B, "theirs"),
            Command::Srand(7),
        ])
        .expect("they are allowed");
        for (game, end) in [
            (plain, "SET_FLEET B 1 2 3 4\nSET_AI_PLAYER A\n[state]\n"),
            (
                game,
                "EXTENDED_SHIPS\nSET_AI_PLAYER A\nINFORMATION A mine\nSRAND 7\n[state]\n",
            ),
        ] {
            let input = input(&game);
            assert!(input.ends_with(end.as_bytes()), "{}", input.as_bstr());
            assert!(!input.contains_str("theirs"));
        }
    }
}
