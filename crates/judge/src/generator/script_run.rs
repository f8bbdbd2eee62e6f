//! Executes a script step by step and records the result.

use std::ops::ControlFlow;

use bstr::ByteSlice;

use super::open_questions::{OpenQuestions, is_end_open, is_refusal_open};
use admiralty_core::game::Game;
use admiralty_core::interpreter::{Applied, Ending, Failure, Session};
use admiralty_core::script::{Command, Line, Tag, Tokens};

/// The execution of a script by a correct program.
#[derive(Clone, Debug)]
pub struct ScriptRun {
    pub output: Vec<u8>,
    /// The lines that were executed, except blank ones; the last one may have failed.
    pub steps: Vec<ScriptRunStep>,
    /// How the execution ended, if before the end of the input.
    pub ending: Option<Ending>,
    session: Session,
    questions: OpenQuestions,
}

/// A line that was executed.
#[derive(Clone, Debug)]
pub struct ScriptRunStep {
    /// The index of the line, from 0.
    pub line: usize,
    pub command: Option<Command>,
    pub tag: Option<Tag>,
    /// The group that is open after the line.
    pub group: Option<Tag>,
    /// The number of lines of output up to and including this line's.
    pub printed: usize,
    /// Whether the assignment leaves open what the line does.
    pub is_open: bool,
}

impl ScriptRun {
    pub fn of(script: &[u8]) -> Self {
        let mut replay = Self {
            output: Vec::new(),
            steps: Vec::new(),
            ending: None,
            session: Session::new(),
            questions: OpenQuestions::default(),
        };
        for (at, line) in script.lines_with_terminator().enumerate() {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if replay.execute(at, line).is_break() {
                return replay;
            }
        }
        let applied = replay.session.end_input();
        // At the end, it does not matter whether the execution would continue.
        let _ = replay.print(applied);
        replay
    }

    fn execute(&mut self, at: usize, text: &[u8]) -> ControlFlow<()> {
        let line = self.session.read(text);
        let before = self.output.len();
        let group = self.group();
        let is_question = self.questions.include(&line, group, self.session.game());
        let applied = self.session.apply(&line, text);
        let is_open = is_question || self.is_result_open(&line, group, &applied);
        if applied.is_ok() {
            self.questions.note(&line, self.session.game());
        }
        let flow = self.print(applied);
        let (tag, command) = match line {
            Line::Blank => return flow,
            Line::Tag(tag) => (Some(tag), None),
            Line::Command(command) => (None, Some(command)),
            Line::Invalid(..) => (None, None),
        };
        let printed = self.steps.last().map_or(0, |step| step.printed);
        self.steps.push(ScriptRunStep {
            line: at,
            command,
            tag,
            group: self.group(),
            printed: printed + self.output[before..].lines().count(),
            is_open,
        });
        flow
    }

    /// Whether the assignment leaves open why a line was refused, or who has won.
    fn is_result_open(&self, line: &Line, group: Option<Tag>, applied: &Applied) -> bool {
        let game = self.session.game();
        match (line, applied) {
            (Line::Command(command), Err(failure)) => {
                is_refusal_open(command, group, failure.kind.reason(), game)
            }
            (Line::Tag(tag), Ok(_)) => group == Some(*tag) && is_end_open(group, game),
            _ => false,
        }
    }

    fn group(&self) -> Option<Tag> {
        self.session.open_group().map(|(tag, _)| tag)
    }

    fn print(&mut self, applied: Applied) -> ControlFlow<()> {
        let flow = self.session.print(applied, &mut self.output);
        flow.expect("a vector takes everything")
            .map_break(|ending| {
                self.ending = Some(ending);
            })
    }

    /// The game before a line is executed, given by its index from 0.
    pub fn game_before(script: &[u8], line: usize) -> Game {
        let mut session = Session::new();
        for text in script.lines().take(line) {
            if Ending::of(session.line(text)).is_some() {
                break;
            }
        }
        session.into_game()
    }

    pub const fn game(&self) -> &Game {
        self.session.game()
    }

    pub fn failure(&self) -> Option<&Failure> {
        match &self.ending {
            Some(Ending::Failed(failure)) => Some(failure),
            _ => None,
        }
    }

    /// The step that prints a line of the output, counted from 1.
    pub fn printing(&self, line: u64) -> Option<&ScriptRunStep> {
        self.steps.iter().find(|step| step.printed as u64 >= line)
    }

    /// Whether the output is determined by the script: it does not end in a turn of the
    /// program.
    pub fn has_fixed_answer(&self) -> bool {
        let game = self.session.game();
        self.ending.is_some() || !game.is_ai(game.next_player())
    }
}

impl ScriptRunStep {
    /// Whether the step is a command or tag with the same tokens.
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

/// The name of a command's form: its keyword, or its syntax if there are two forms.
pub fn form(command: &Command) -> &'static str {
    match command {
        Command::ShootFrom { .. } => "SHOOT i C y x",
        Command::SpyFrom { .. } => "SPY i y x",
        Command::Shoot(_) => "SHOOT y x",
        Command::Spy(_) => "SPY y x",
        command => command.keyword().text(),
    }
}
