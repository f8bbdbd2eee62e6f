//! Scripts line by line: their execution, with what each line does.

use std::ops::ControlFlow;

use admiralty_core::game::Game;
use admiralty_core::interpreter::{Ending, Event, Failure, Session};
use admiralty_core::script::{Command, Keyword, Line, Tag};
use bstr::ByteSlice;

use super::open_questions::OpenQuestions;

/// The game of a script, and what the assignment leaves open about it.
#[derive(Clone, Debug, Default)]
pub struct ScriptGame {
    session: Session,
    questions: OpenQuestions,
}

/// A line that was executed or refused.
#[derive(Clone, Debug)]
pub struct ScriptStep {
    /// The index of the line, from 0.
    pub line: usize,
    /// The command at the beginning of the line, even if the rest is malformed.
    pub word: Option<Keyword>,
    pub command: Option<Command>,
    pub tag: Option<Tag>,
    /// The group that is open before the line.
    pub within: Option<Tag>,
    /// The group that is open after the line.
    pub group: Option<Tag>,
    /// Whether the assignment leaves open what the line does.
    pub is_open: bool,
    /// The number of lines of output up to and including this line's.
    pub printed: usize,
}

impl ScriptGame {
    /// Executes a line, given without its line feed.
    pub fn line(&mut self, text: &[u8]) -> (ScriptStep, Result<Event, Box<Failure>>) {
        let within = self.group();
        let at = usize::try_from(self.session.line_number()).unwrap_or(usize::MAX);
        let line = self.session.read(text);
        let is_question = self.questions.include(&line, within, self.game());
        let applied = self.session.apply(&line, text);
        let is_open =
            is_question || OpenQuestions::include_result(&line, within, self.game(), &applied);
        if applied.is_ok() {
            self.questions.note(&line, self.session.game());
        }
        let first = Line::words(text).next();
        let (tag, command) = match line {
            Line::Tag(tag) => (Some(tag), None),
            Line::Command(command) => (None, Some(command)),
            Line::Invalid(..) | Line::Blank => (None, None),
        };
        let step = ScriptStep {
            line: at,
            word: first.and_then(Keyword::from_token),
            command,
            tag,
            within,
            group: self.group(),
            is_open,
            printed: 0,
        };
        (step, applied)
    }

    pub const fn game(&self) -> &Game {
        self.session.game()
    }

    pub fn group(&self) -> Option<Tag> {
        self.session.open_group().map(|(tag, _)| tag)
    }
}

impl ScriptStep {
    /// Whether the step is a command or tag with the same tokens.
    pub fn is(&self, command: &[u8]) -> bool {
        let text = match (&self.command, self.tag) {
            (Some(command), _) => command.to_bytes(),
            (_, Some(tag)) => tag.text().into(),
            _ => return false,
        };
        Line::words(&text).eq(Line::words(command))
    }
}

/// The execution of a script by a correct program.
#[derive(Clone, Debug, Default)]
pub struct ScriptRun {
    pub output: Vec<u8>,
    /// The lines that were executed, except blank ones; the last one may have failed.
    pub steps: Vec<ScriptStep>,
    /// How the execution ended, if before the end of the input.
    pub ending: Option<Ending>,
    script: ScriptGame,
}

impl ScriptRun {
    pub fn of(script: &[u8]) -> Self {
        let mut run = Self::default();
        for line in script.lines_with_terminator() {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let (step, applied) = run.script.line(line);
            let flow = run.print(applied);
            let printed = run.output.lines().count();
            let is_blank = Line::words(line).next().is_none();
            run.steps
                .extend((!is_blank).then_some(ScriptStep { printed, ..step }));
            if flow.is_break() {
                return run;
            }
        }
        let applied = run.script.session.end_input();
        // At the end, it does not matter whether the execution would continue.
        let _ = run.print(applied);
        run
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
        self.script.game()
    }

    pub fn failure(&self) -> Option<&Failure> {
        match &self.ending {
            Some(Ending::Failed(failure)) => Some(failure),
            _ => None,
        }
    }

    /// The step that prints a line of the output, counted from 1.
    pub fn printing(&self, line: u64) -> Option<&ScriptStep> {
        self.steps.iter().find(|step| step.printed as u64 >= line)
    }

    /// Whether the output is determined by the script: it does not end in a turn of the
    /// program.
    pub fn has_fixed_answer(&self) -> bool {
        let game = self.game();
        self.ending.is_some() || !game.is_ai(game.next_player())
    }

    fn print(&mut self, applied: Result<Event, Box<Failure>>) -> ControlFlow<()> {
        let flow = self.script.session.print(applied, &mut self.output);
        let flow = flow.expect("a vector takes everything");
        flow.map_break(|ending| self.ending = Some(ending))
    }
}
