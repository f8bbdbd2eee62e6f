//! A script as a correct program executes it, step by step.

use std::ops::ControlFlow;

use bstr::ByteSlice;

use crate::game::Game;
use crate::interpreter::{Applied, Ending, Event, Failure, Session};
use crate::script::{Command, Line, Tag, Tokens};

/// A script as a correct program executes it.
#[derive(Clone, Debug)]
pub struct Replay {
    /// What is printed.
    pub output: Vec<u8>,
    /// The lines that were executed, the last of which may have failed; without
    /// empty ones.
    pub steps: Vec<ReplayStep>,
    /// How the execution ended, if not with the input.
    pub ending: Option<Ending>,
    session: Session,
}

/// A line that was executed.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// Which line it is, from 0.
    pub line: usize,
    /// The command, if it is one.
    pub command: Option<Command>,
    /// The tag, if it is one.
    pub tag: Option<Tag>,
    /// The group that is open after it.
    pub group: Option<Tag>,
    /// How many lines of output there are after it.
    pub printed: usize,
    /// Whether targets waited for the end of the turn.
    pub has_targets: bool,
}

impl Replay {
    /// Executes a script.
    pub fn of(script: &[u8]) -> Self {
        let mut replay = Self {
            output: Vec::new(),
            steps: Vec::new(),
            ending: None,
            session: Session::new(),
        };
        for (at, line) in script.lines_with_terminator().enumerate() {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if replay.execute(at, line).is_break() {
                return replay;
            }
        }
        let applied = replay.session.end_input();
        // Whether it goes on is of no importance at the end.
        let _ = replay.print(applied);
        replay
    }

    fn execute(&mut self, at: usize, text: &[u8]) -> ControlFlow<()> {
        let line = self.session.read(text);
        let has_targets = !self.session.game().targets().is_empty();
        let before = self.output.len();
        let applied = self.session.apply(&line, text);
        let flow = self.print(applied);
        let (tag, command) = match line {
            Line::Blank => return flow,
            Line::Tag(tag) => (Some(tag), None),
            Line::Command(command) => (None, Some(command)),
            Line::Invalid(..) => (None, None),
        };
        let printed = self.steps.last().map_or(0, |step| step.printed);
        self.steps.push(ReplayStep {
            line: at,
            command,
            tag,
            group: self.session.open_group().map(|(tag, _)| tag),
            printed: printed + self.output[before..].lines().count(),
            has_targets,
        });
        flow
    }

    fn print(&mut self, applied: Applied) -> ControlFlow<()> {
        let flow = self.session.print(applied, &mut self.output);
        flow.expect("a vector takes everything")
            .map_break(|ending| {
                self.ending = Some(ending);
            })
    }

    /// The game before a line, given from 0, is executed.
    pub fn game_before(script: &[u8], line: usize) -> Game {
        let mut session = Session::new();
        for text in script.lines().take(line) {
            match session.apply(&session.read(text), text) {
                Ok(Event::Won(_)) | Err(_) => break,
                Ok(_) => {}
            }
        }
        session.into_game()
    }

    /// The game that it leads to.
    pub const fn game(&self) -> &Game {
        self.session.game()
    }

    /// How it failed, if it did.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.ending {
            Some(Ending::Failed(failure)) => Some(failure),
            _ => None,
        }
    }

    /// The step that prints a line of the output, counted from 1.
    pub fn printing(&self, line: u64) -> Option<&ReplayStep> {
        self.steps.iter().find(|step| step.printed as u64 >= line)
    }

    /// Whether it does not end in a turn that the program is to play, which has
    /// no fixed answer.
    pub fn has_fixed_answer(&self) -> bool {
        let game = self.session.game();
        self.ending.is_some() || !game.is_ai(game.next_player())
    }
}

impl ReplayStep {
    /// Whether it is a command that is written so, as far as tokens go.
    pub fn is(&self, command: &[u8]) -> bool {
        let text = match (&self.command, self.tag) {
            (Some(command), _) => command.to_bytes(),
            (_, Some(tag)) => tag.text().into(),
            _ => return false,
        };
        let tokens = |text| Tokens::new(text).map(|token| token.text);
        tokens(&text).eq(tokens(command))
    }
}

/// What a command is called by its kind: its word, or its form where there are two.
pub fn form(command: &Command) -> &'static str {
    match command {
        Command::ShootFrom { .. } => "SHOOT i C y x",
        Command::SpyFrom { .. } => "SPY i y x",
        Command::Shoot(_) => "SHOOT y x",
        Command::Spy(_) => "SPY y x",
        command => command.keyword().text(),
    }
}
