//! Random states in which the program plays the next turn.

use admiralty_core::game::For;
use admiralty_core::game::Game;
use admiralty_core::geometry::{Direction, Rect};
use admiralty_core::interpreter::Session;
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, NamedShip, Segments};
use admiralty_judge::stress::ScriptDraft;

use super::commands::{player_command, setup, state_command};
use super::played;

/// The end of an output if there is no room for a fleet.
pub const CANNOT: &str = "\": FLEET CANNOT BE PLACED\n";

/// A game, with the commands that led to it.
pub struct Start(ScriptDraft);

impl Default for Start {
    fn default() -> Self {
        Self(ScriptDraft::endless())
    }
}

impl Start {
    /// A game in which one strategy plays both sides. About half of the fleets are complete.
    pub fn new(seed: u64, strategy: &str) -> Self {
        let mut rng = Rng::seeded(seed);
        let mut start = Self::default();
        start.feed("[state]");
        for command in setup(&mut rng, RuleSet::SHIPS) {
            start.feed(&command.to_string());
        }
        start.feed(&format!("INFORMATION A STRATEGY {strategy}"));
        start.feed(&format!("INFORMATION B STRATEGY {strategy}"));
        if rng.one_in(2) {
            start.feed(&format!("SRAND {seed}"));
        }
        start.rectangles(&mut rng);
        for _ in 0..rng.below_u32(12) {
            let command = state_command(&mut rng, start.game());
            // Its output would also be loaded when the output is run as a script.
            if command != Command::Save {
                start.feed(&command.to_string());
            }
        }
        start.feed("SET_AI_PLAYER A");
        start.feed("SET_AI_PLAYER B");
        if !rng.one_in(3) {
            start.complete(&mut rng);
        }
        start.feed("[state]");
        if rng.one_in(2) {
            for _ in 0..rng.below_u32(4) {
                start.turn(&mut rng);
            }
        }
        start
    }

    /// The beginning of a whole game on a board of medium size: the fleets are placed in
    /// two halves, and the seed chooses the mode.
    pub fn fleets(seed: u64, strategy: &str) -> Self {
        let mut rng = Rng::seeded(seed);
        let mut start = Self::default();
        let mode = ["", "EXTENDED_SHIPS", "EXTENDED_SHIPS\nAUTO_SHOOTING"];
        let mode = mode[usize::try_from(seed % 3).expect("small")];
        let (rows, columns) = (11 + rng.below_u32(8), 8 + rng.below_u32(10));
        let half = rows / 2;
        let text = format!(
            "[state]\nBOARD_SIZE {rows} {columns}\nSET_FLEET A 1 1 1 1\nSET_FLEET B 1 1 1 1\n\
            INIT_POSITION A 0 0 {} {}\nINIT_POSITION B {} 0 {rows} {columns}\n\
            INFORMATION A STRATEGY {strategy}\nINFORMATION B STRATEGY {strategy}\n\
            SET_AI_PLAYER A\nSET_AI_PLAYER B\nSRAND {seed}\n{mode}\nREEF 0 4\nREEF {half} 3\n[state]\n",
            half - 1,
            columns - 1,
            half + 1,
        );
        for line in text.lines() {
            start.feed(line);
        }
        start
    }

    pub fn game(&self) -> &Game {
        self.0.game()
    }

    pub fn script(&self) -> String {
        self.0.text()
    }

    /// Executes a line if it is legal; returns whether it was.
    pub fn feed(&mut self, line: &str) -> bool {
        self.0.feed(line)
    }

    /// Starting rectangles of all kinds.
    fn rectangles(&mut self, rng: &mut Rng) {
        for player in Player::BOTH {
            if rng.one_in(4) {
                let size = self.game().board().size();
                let (one, other) = (rng.pos_on(size), rng.pos_on(size));
                let rect = if rng.one_in(4) {
                    Rect::new(one.y, one.x, other.y, other.x)
                } else {
                    Rect::spanning(one, other).grown(2)
                };
                let command = Command::InitPosition {
                    player,
                    start: rect,
                };
                self.feed(&command.to_string());
            }
        }
    }

    /// Adds the missing ships that fit.
    fn complete(&mut self, rng: &mut Rng) {
        let whole = rng.one_in(2);
        for player in Player::BOTH {
            for class in &self.game().rules().classes.clone() {
                for index in 0..self.game().fleet(player).count(class) {
                    let all = (1 << class.length) - 1;
                    let healthy = if whole { all } else { rng.below_u32(all + 1) };
                    let healthy = u8::try_from(healthy).expect("short");
                    let segments = Segments::new(class, healthy);
                    let ship = NamedShip {
                        index,
                        class: class.name,
                    };
                    for _ in 0..60 {
                        let command = Command::Ship {
                            player,
                            ship,
                            head: rng.pos_on(self.game().board().size()),
                            direction: rng.choose(&Direction::ALL),
                            segments,
                        };
                        if self.feed(&command.to_string()) {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// A turn of random commands, which may send planes.
    fn turn(&mut self, rng: &mut Rng) {
        let before = self.0.clone();
        let tag = format!("[player{}]", self.game().next_player());
        self.feed(&tag);
        for _ in 0..rng.below_u32(12) {
            let command = player_command(rng, self.game());
            self.feed(&command.to_string());
        }
        if !self.feed(&tag) {
            // The turn would end the game, so it is undone.
            self.0 = before;
        }
    }
}

/// The output of `SAVE`.
pub fn saved(game: &Game) -> String {
    String::from_utf8(game.script(For::Save)).expect("all text is ASCII")
}

/// The same game after state commands were changed or left out.
pub fn rebuilt(game: &Game, mut change: impl FnMut(Command) -> Option<Command>) -> Game {
    let mut session = Session::new();
    let commands = game.commands(For::Save).filter_map(&mut change);
    let lines = commands.map(|command| command.to_string());
    for line in ["[state]".to_owned()].into_iter().chain(lines) {
        let event = session.line(line.as_bytes()).expect("a saved command");
        assert_eq!(event.winner(), None, "{line}");
    }
    session.game().clone()
}

/// Runs the output as a script until the game is over, at most `turns` times; returns the
/// number of outputs.
#[track_caller]
pub fn play_on(start: &str, turns: u32) -> Option<u32> {
    let mut script = start.to_owned();
    for turn in 1..=turns {
        let output = played(&script);
        if output.ends_with(" won\n") {
            return Some(turn);
        }
        if output.ends_with(CANNOT) {
            return None;
        }
        assert!(!output.contains("INVALID"), "{output}\nafter\n{script}");
        script = output;
    }
    None
}
