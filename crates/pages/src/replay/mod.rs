//! Replays: the effects of a script, step by step, as a page.
//!
//! [`Replay::record`] executes a script and records what changes; the page draws it and knows no
//! rules.

use std::io;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::{Event, Failure, Session};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::script::Tag;
use admiralty_core::view::{Knowledge, Viewer};
use admiralty_escape::escape;
use admiralty_message::{Message, message};
use admiralty_players::classic::RecordedShot;
use admiralty_players::{CONTESTANT_NAME, Fact, NAME};
use askama::Template;
use bstr::ByteSlice;
use serde::Serialize;

use crate::board::{PICTURE_SIDE_MAX, board_picture};
use crate::shell::{PageShell, bundle};
use analysis::RecordedGame;
use board_tracker::BoardTracker;
use embedded::embed;
use step::BoardLayout;

mod analysis;
mod board_tracker;
mod changes;
mod coverage;
mod embedded;
mod step;

pub use analysis::{GameAnalysis, PlayerAnalysis};
pub use embedded::{is_page, script_of_page};
pub use step::{ReplayStep, ShipLabel, StepAnalysis};

const STYLE: &str = concat!(
    include_str!("../assets/base.css"),
    include_str!("../assets/replay.css"),
);
static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    bundle(&[
        include_str!("../assets/replay/texts.js"),
        include_str!("../assets/replay/model.js"),
        include_str!("../assets/replay/svg.js"),
        include_str!("../assets/replay/analysis.js"),
        include_str!("../assets/replay/board.js"),
        include_str!("../assets/replay/script.js"),
        include_str!("../assets/replay/page.js"),
        include_str!("../assets/replay/open.js"),
    ])
});

/// A recorded script.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The whole script, including the lines after its end.
    script: Vec<u8>,
    /// The ships that have ever been on the board, in the order in which they appeared.
    pub ships: Vec<ShipLabel>,
    /// The steps; the first is the state before the first line.
    pub steps: Vec<ReplayStep>,
    ending: ReplayEnding,
    /// The first step after which both fleets are complete, if there is one.
    complete: Option<usize>,
    names: ByPlayer<Option<String>>,
    /// The last game with announced shots, if the script ends with one.
    game: Option<RecordedGame>,
    /// The analysis, if the game was analysed.
    pub analysis: Option<GameAnalysis>,
}

impl Replay {
    /// The longest script, in bytes.
    pub const SCRIPT_BYTES_MAX: usize = 64 << 20;
    /// The largest board, in fields.
    pub const FIELDS_MAX: usize = 1_000_000;
    /// The most ships.
    pub const SHIPS_MAX: usize = 2_000;
    /// The most steps.
    pub const STEPS_MAX: usize = 200_000;

    /// The failure that ended the script, if one did.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.ending {
            ReplayEnding::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// The step that a page opens on: the failure, or the first complete board.
    fn opening_step(&self) -> usize {
        let last = self.steps.len() - 1;
        let complete = self.complete.filter(|_| self.failure().is_none());
        complete.unwrap_or(last)
    }

    /// The board after a step, as a viewer sees it, as SVG.
    ///
    /// # Errors
    ///
    /// Why there is no picture: there is no such step, or the board is too large.
    pub fn picture(&self, number: usize, viewer: Viewer, title: &str) -> Result<String, String> {
        let last = self.steps.len() - 1;
        let found = self.steps.get(number);
        let step = found.ok_or_else(|| format!("the last step is {last}"))?;
        let mut session = Session::new();
        for text in self.script.split(|&byte| byte == b'\n') {
            if session.line_number() == step.lines[1] || session.line(text).is_err() {
                break;
            }
        }
        if number == last {
            // The end of the script may end a turn.
            let _ = session.end_input();
        }
        let title = format!("{title}, step {number}: {}", step.text_for(viewer));
        let too_large = || format!("a picture shows at most {PICTURE_SIDE_MAX} rows and columns");
        board_picture(session.game(), viewer, &title).ok_or_else(too_large)
    }

    /// The data of the page, as JSON; the explanation is that of the failure that ended the script.
    pub fn data(&self, explanation: Option<&str>) -> Vec<u8> {
        let explanation = explanation.map(|it| Message::from(it.to_owned()));
        self.data_with(self.ending.message(), explanation)
    }

    /// The data of the page, as JSON, with texts that can be translated.
    pub fn data_for_translation(&mut self) -> Vec<u8> {
        for step in &mut self.steps {
            step.translate();
        }
        let explanation = self.failure().map(|failure| {
            let diagnostic = failure.diagnostic();
            let lines = diagnostic.explanation_lines().cloned();
            lines.reduce(|one, other| message!("two-lines", [one, other], "{one}\n{other}"))
        });
        let mut ending = self.ending.message();
        let mut explanation = explanation.flatten();
        for text in explanation.iter_mut().chain([&mut ending]) {
            text.translate();
        }
        self.data_with(ending, explanation)
    }

    fn data_with(&self, ending: Message, explanation: Option<Message>) -> Vec<u8> {
        let failure = self.failure();
        let data = PageData {
            ending,
            failed: failure.map(|failure| failure.line),
            explanation: explanation.filter(|_| failure.is_some()),
            opening: self.opening_step(),
            ships: &self.ships,
            steps: &self.steps,
            analysis: self.analysis.as_ref(),
        };
        serde_json::to_vec(&data).unwrap_or_default()
    }

    /// The page. The title may be a file name; the explanation is shown with the failure that
    /// ended the script.
    pub fn page(&self, title: &str, explanation: Option<&str>) -> String {
        let title = escape(title);
        let page = ReplayPage {
            shell: PageShell::new(&title, STYLE, Some(&SCRIPT)),
            names: {
                let named = |player| Some(format!("{player}: {}", self.names[player].as_ref()?));
                Player::BOTH.into_iter().filter_map(named).collect()
            },
            ending: self.ending.message().to_string(),
            script_gz: embed(&self.script),
            replay_gz: embed(&self.data(explanation)),
        };
        page.to_string()
    }

    /// Executes a script and records its effects. A script that breaks a rule is not an error: the
    /// replay ends there.
    ///
    /// # Errors
    ///
    /// [`ReplayError`]: the script cannot be read, or is too large for a page.
    pub fn record(input: impl Read) -> Result<Self, ReplayError> {
        let mut script = Vec::new();
        let limit = Self::SCRIPT_BYTES_MAX;
        input.take(limit as u64 + 1).read_to_end(&mut script)?;
        if script.len() > limit {
            return Err(ReplayError::ScriptTooLong);
        }
        let mut recorder = ReplayRecorder::new()?;
        let ending = match recorder.lines(&script)? {
            ControlFlow::Break(ending) => ending,
            ControlFlow::Continue(()) => {
                let next = recorder.session.game().next_player();
                ReplayEnding::Open(next)
            }
        };
        Ok(Self {
            script,
            game: recorder.game(),
            names: recorder.names,
            ships: recorder.board.ships.labels,
            steps: recorder.steps,
            ending,
            complete: recorder.complete,
            analysis: None,
        })
    }
}

/// How a recorded script ends.
#[derive(Clone, Debug)]
enum ReplayEnding {
    /// A line was refused.
    Failed(Box<Failure>),
    Won(Player),
    /// Nobody has won; this player is to move.
    Open(Player),
}

impl ReplayEnding {
    fn message(&self) -> Message {
        match self {
            Self::Failed(failure) => {
                message!(
                    "ending-error",
                    [line = failure.line],
                    "Error in line {line}"
                )
            }
            Self::Won(winner) => has_won(*winner),
            Self::Open(next) => {
                message!("ending-open", [next], "Nobody has won, {next} is to move")
            }
        }
    }
}

fn has_won(winner: Player) -> Message {
    message!("ending-won", [winner], "{winner} has won")
}

/// Why a script cannot become a page.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The script cannot be read.
    #[error("cannot read the script: {0}")]
    Read(#[from] io::Error),
    /// The script is longer than [`Replay::SCRIPT_BYTES_MAX`].
    #[error("the script is longer than {} MiB", Replay::SCRIPT_BYTES_MAX >> 20)]
    ScriptTooLong,
    /// There is more than a page shows.
    #[error("{0}")]
    TooMuch(Message),
}

impl ReplayError {
    /// The board has more than [`Replay::FIELDS_MAX`] fields.
    fn board_too_large(line: u64) -> Self {
        Self::TooMuch(message!(
            "too-many-fields",
            [line, max = Replay::FIELDS_MAX],
            "the board of line {line} has more than {max} fields"
        ))
    }

    /// There are more than [`Replay::SHIPS_MAX`] ships.
    fn too_many_ships(line: u64) -> Self {
        Self::TooMuch(message!(
            "too-many-ships",
            [line, max = Replay::SHIPS_MAX],
            "by line {line}, there are more than {max} ships"
        ))
    }

    /// There are more than [`Replay::STEPS_MAX`] steps.
    fn too_many_steps(line: u64) -> Self {
        Self::TooMuch(message!(
            "too-many-steps",
            [line, max = Replay::STEPS_MAX],
            "by line {line}, there are more than {max} steps"
        ))
    }

    /// The error as a text that can be translated, if there is one.
    pub fn message(self) -> Message {
        match self {
            Self::TooMuch(message) => message,
            other => other.to_string().into(),
        }
    }
}

#[derive(Template)]
#[template(path = "replay.html", config = "src/askama.toml")]
struct ReplayPage {
    shell: PageShell,
    /// The players with their names, if the script has them.
    names: Vec<String>,
    ending: String,
    script_gz: String,
    replay_gz: String,
}

/// The data for the script of the page.
#[derive(Serialize)]
struct PageData<'r> {
    ending: Message,
    /// The line that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Message>,
    /// The step that the page opens on.
    opening: usize,
    ships: &'r [ShipLabel],
    steps: &'r [ReplayStep],
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<&'r GameAnalysis>,
}

type RecordingFlow = ControlFlow<ReplayEnding>;

struct ReplayRecorder {
    session: Session,
    steps: Vec<ReplayStep>,
    /// The number of players' groups so far.
    turns: u64,
    /// The number of a turn without a step yet.
    new_turn: Option<u64>,
    board: BoardTracker,
    /// The first step after which both fleets are complete.
    complete: Option<usize>,
    /// The names of the players, if the script has them.
    names: ByPlayer<Option<String>>,
    /// What the player whose turn it is knows of the enemy's waters, where shots are announced.
    knowledge: Option<Knowledge>,
    /// The announced shots of the current game, with their steps.
    shots: ByPlayer<Vec<(usize, RecordedShot)>>,
}

impl ReplayRecorder {
    fn new() -> Result<Self, ReplayError> {
        let session = Session::new();
        let mut recorder = Self {
            board: BoardTracker::new(session.game()),
            session,
            steps: Vec::new(),
            turns: 0,
            new_turn: None,
            complete: None,
            names: ByPlayer::default(),
            knowledge: None,
            shots: ByPlayer::default(),
        };
        recorder.add(ReplayStep {
            text: message!("step-first", "The state before the first line"),
            board: Some(recorder.board.layout.clone()),
            parts: Some([0; 2]),
            ..ReplayStep::default()
        })?;
        Ok(recorder)
    }

    fn lines(&mut self, script: &[u8]) -> Result<RecordingFlow, ReplayError> {
        for line in script.lines_with_terminator() {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let opened = self.session.open_group();
            let applied = self.session.line(line);
            if self.session.game().board().size().rect().field_count() > Replay::FIELDS_MAX {
                return Err(ReplayError::board_too_large(self.session.line_number()));
            }
            let flow = self.applied(applied, opened)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        let opened = self.session.open_group();
        let applied = self.session.end_input();
        self.applied(applied, opened)
    }

    /// Records the name of a player, if the player has just remembered it: that of an arena, of a person,
    /// or of a built-in player.
    fn record_name(&mut self, player: Player) {
        let text = self.session.game().information(player).last();
        let text = text.map(|text| text.to_str_lossy()).unwrap_or_default();
        let Some((keyword, name)) = text.split_once(' ') else {
            return;
        };
        let is_name = [CONTESTANT_NAME, NAME].contains(&keyword);
        let strategy = Fact::Strategy.to_string();
        if is_name || keyword == strategy && self.names[player].is_none() {
            self.names[player] = Some(escape(name).into_owned());
        }
    }

    /// Records an announced shot, with the knowledge of the player before it.
    fn record_shot(&mut self, shooter: Player, target: Pos) {
        let game = self.session.game();
        let after = Knowledge::of(game, shooter);
        if let Some(before) = std::mem::replace(&mut self.knowledge, after) {
            let waters = game.start(shooter.opponent());
            let target = Pos::new(target.y - waters.top, target.x - waters.left);
            let shot = RecordedShot { before, target };
            self.shots[shooter].push((self.steps.len(), shot));
        }
    }

    /// The last game, if shots are announced.
    fn game(&self) -> Option<RecordedGame> {
        let game = self.session.game();
        Some(RecordedGame {
            shots: ByPlayer::from_fn(|player| self.shots[player].clone()),
            last: ByPlayer {
                a: Knowledge::of(game, Player::A)?,
                b: Knowledge::of(game, Player::B)?,
            },
            waters: ByPlayer::from_fn(|player| game.start(player.opponent())),
        })
    }

    /// Records the effect of a line; `opened` is the group that it is in.
    fn applied(
        &mut self,
        applied: Result<Event, Box<Failure>>,
        opened: Option<(Tag, u64)>,
    ) -> Result<RecordingFlow, ReplayError> {
        let line = self.session.line_number();
        let event = match applied {
            Ok(event) => event,
            Err(failure) => {
                if let Some((Tag::State, first)) = opened {
                    self.add_state([first, failure.line - 1])?;
                }
                let player = match opened {
                    Some((Tag::Player(player), _)) => Some(player),
                    _ => None,
                };
                // The line may be about ships that the others do not see.
                let breaks = match player {
                    Some(player) => {
                        message!("step-breaks", [player], "{player} breaks a rule")
                    }
                    None => message!("step-script-breaks", "The script breaks a rule"),
                };
                self.add(ReplayStep {
                    lines: [failure.line; 2],
                    player,
                    enemy: Some(breaks),
                    text: escape(&failure.to_string()).into_owned().into(),
                    ..ReplayStep::default()
                })?;
                return Ok(ControlFlow::Break(ReplayEnding::Failed(failure)));
            }
        };
        if let Event::MemoryChanged(player) = event {
            self.record_name(player);
        }
        self.board.note(&event, self.session.game());
        if let Event::Announced { shot, .. } = event
            && let Some((Tag::Player(shooter), _)) = opened
        {
            self.record_shot(shooter, shot.target);
        }
        let step = match opened {
            Some((Tag::Player(mover), _)) => {
                ReplayStep::of_event(self.session.game(), mover, &event, &self.board.seen[mover])
            }
            _ => None,
        };
        let step = match (&event, opened) {
            (&Event::Opened(Tag::Player(player)), _) => {
                self.knowledge = Knowledge::of(self.session.game(), player);
                self.turns += 1;
                self.new_turn = Some(self.turns);
                None
            }
            (Event::Closed, Some((_, first))) => {
                self.add_state([first, line])?;
                None
            }
            (
                &Event::TurnEnded {
                    player,
                    winner: None,
                },
                _,
            ) if self.new_turn.is_some() => step.or_else(|| {
                Some(ReplayStep {
                    player: Some(player),
                    text: message!("step-passes", [player], "{player} passes"),
                    ..ReplayStep::default()
                })
            }),
            (
                &Event::TurnEnded {
                    player,
                    winner: Some(winner),
                },
                _,
            ) => {
                let after = |text: Message| {
                    let text = (!text.is_empty()).then_some(text);
                    Message::joined(text.into_iter().chain([has_won(winner)]))
                };
                let step = step.unwrap_or_default();
                Some(ReplayStep {
                    player: Some(player),
                    own: step.own.map(after),
                    enemy: Some(after(step.enemy.unwrap_or_default())),
                    text: after(step.text),
                    ..step
                })
            }
            _ => step,
        };
        if let Some(step) = step {
            self.add(ReplayStep {
                lines: [line; 2],
                printed: self.printed(&event),
                ..step
            })?;
        }
        Ok(match event.winner() {
            Some(player) => ControlFlow::Break(ReplayEnding::Won(player)),
            None => ControlFlow::Continue(()),
        })
    }

    /// The output of an event in a run.
    fn printed(&self, event: &Event) -> Option<String> {
        let mut printed = Vec::new();
        // A vector takes all that is written to it.
        let _ = event.write_to(self.session.game(), &mut printed);
        let printed = String::from_utf8_lossy(&printed).trim_end().to_owned();
        (!printed.is_empty()).then_some(printed)
    }

    /// Adds the changes of a `[state]` group, if there are any.
    fn add_state(&mut self, lines: [u64; 2]) -> Result<(), ReplayError> {
        let mut step = ReplayStep {
            lines,
            ..ReplayStep::default()
        };
        self.board.update(self.session.game(), &mut step)?;
        if step.is_empty() {
            return Ok(());
        }
        step.text = match &step.board {
            Some(BoardLayout { rows, columns, .. }) => {
                self.shots = ByPlayer::default();
                let rules = self.session.game().rules().name;
                message!(
                    "step-game",
                    [rules, rows, columns],
                    "A game of {rules} on {rows} rows and {columns} columns"
                )
            }
            None => message!("step-state", "The state of the game is set"),
        };
        self.push(step)
    }

    /// Adds a step with the changes of the board.
    fn add(&mut self, mut step: ReplayStep) -> Result<(), ReplayError> {
        self.board.update(self.session.game(), &mut step)?;
        step.turn = self.new_turn.take();
        if let Some(player) = step.player {
            let turn = || message!("step-turn", [player], "{player}'s turn");
            step.enemy.get_or_insert_with(turn);
        }
        self.push(step)
    }

    fn push(&mut self, step: ReplayStep) -> Result<(), ReplayError> {
        if self.steps.len() == Replay::STEPS_MAX {
            return Err(ReplayError::too_many_steps(step.lines[1]));
        }
        if self.session.game().is_complete() {
            self.complete.get_or_insert(self.steps.len());
        }
        self.steps.push(step);
        Ok(())
    }
}
