//! Scripts line by line: their execution, with what each line does, and drafts of scripts with the
//! resulting game.

use std::fmt::Display;
use std::ops::ControlFlow;

use admiralty_core::game::Game;
use admiralty_core::interpreter::{Ending, Event, Failure, Session};
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Keyword, Line, Reason, Tag};
use bstr::ByteSlice;

use super::open_questions::OpenQuestions;
use super::scope::ScriptContents;

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

/// A script under construction, line by line, and the resulting game.
///
/// Keeps only lines that can be executed, so the script is legal at all times and can end at any
/// point: the end of the turn can serve all waiting targets.
///
/// ```
/// use admiralty_judge::stress::ScriptDraft;
/// let mut draft = ScriptDraft::new();
/// assert!(draft.feed("[playerA]"));
/// assert!(!draft.feed("SHOOT 3 4"));
/// assert!(draft.feed("PLACE_SHIP 1 1 N 0 DES"));
/// assert_eq!(draft.text(), "[playerA]\nPLACE_SHIP 1 1 N 0 DES\n");
/// assert_eq!(draft.game().board().ships().len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScriptDraft {
    script: ScriptGame,
    lines: Vec<String>,
    winner: Option<Player>,
    is_endless: bool,
    contents: ScriptContents,
}

impl ScriptDraft {
    /// An empty script.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty script that rejects a line with which a player wins, or is about to win.
    pub fn endless() -> Self {
        Self {
            is_endless: true,
            ..Self::default()
        }
    }

    /// Restricts the lines kept from now on to some contents.
    pub(super) fn of(self, contents: ScriptContents) -> Self {
        Self { contents, ..self }
    }

    /// The game after the lines so far.
    pub const fn game(&self) -> &Game {
        self.script.game()
    }

    /// The group that is open.
    pub fn group(&self) -> Option<Tag> {
        self.script.group()
    }

    /// The player who has won.
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The lines so far.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The script so far.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Executes a line and keeps it if it is legal; returns whether it was kept. Once a
    /// player has won, nothing more is executed.
    pub fn feed(&mut self, line: impl Display) -> bool {
        if self.winner.is_some() {
            return false;
        }
        let line = line.to_string();
        let mut script = self.script.clone();
        let (step, applied) = script.line(line.as_bytes());
        let ending = Ending::of(applied);
        // The open group can be closed at this point.
        let is_kept = self.may_go_on(&script, &step, ending.as_ref())
            && script.group().is_none_or(|group| {
                let mut closed = script.clone();
                let (step, applied) = closed.line(group.text().as_bytes());
                self.may_go_on(&closed, &step, Ending::of(applied).as_ref())
            });
        if is_kept {
            self.script = script;
            self.lines.push(line);
            if let Some(Ending::Won(player)) = ending {
                self.winner = Some(player);
            }
        }
        is_kept
    }

    /// Keeps lines if the last one fails for a reason, and none before it; returns whether that
    /// is so. The game is unchanged.
    pub(super) fn append_broken(&mut self, lines: Vec<String>, reason: Reason) -> bool {
        let mut script = self.script.clone();
        let last = lines.len() - 1;
        let is_broken = lines.iter().enumerate().all(|(at, line)| {
            let (step, applied) = script.line(line.as_bytes());
            let is_right = match Ending::of(applied) {
                Some(Ending::Failed(failure)) => at == last && failure.reason() == reason,
                Some(Ending::Won(_)) => false,
                None => at < last,
            };
            is_right && self.contents.allow(&step)
        });
        if is_broken {
            self.lines.extend(lines);
        }
        is_broken
    }

    /// Drops the last line if it would close the open group, which the end of the input does, too;
    /// returns whether it was.
    pub(super) fn drop_closing(&mut self) -> bool {
        let closing = self.group().map(Tag::text);
        closing.is_some() && self.lines.pop_if(|last| Some(&**last) == closing).is_some()
    }

    /// Keeps a line without executing it.
    pub(super) fn append(&mut self, line: impl Display) {
        self.lines.push(line.to_string());
    }

    /// Whether the script may continue after a line.
    fn may_go_on(&self, script: &ScriptGame, step: &ScriptStep, ending: Option<&Ending>) -> bool {
        let is_allowed = match ending {
            None => !(self.is_endless && is_decided(script.game())),
            Some(Ending::Won(_)) => !self.is_endless,
            Some(Ending::Failed(_)) => false,
        };
        is_allowed && self.contents.allow(step)
    }
}

fn is_decided(game: &Game) -> bool {
    let is_sunk = |player: Player| game.fleet(player).healthy_parts() == 0;
    game.is_complete() && Player::BOTH.into_iter().any(is_sunk)
}
