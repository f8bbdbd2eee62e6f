//! Recording the effects of a script.

use std::io::Read;
use std::ops::ControlFlow;

use super::analysis::RecordedGame;
use super::board_tracker::BoardTracker;
use super::step::{BoardLayout, Step};
use super::{Replay, ReplayEnding, ReplayError};
use admiralty_core::escape::escape;
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::{Applied, Event, Session};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::script::{Command, Line, LineChunk, LineReader, Tag};
use admiralty_core::view::Knowledge;
use admiralty_players::classic::RecordedShot;
use admiralty_players::{CONTESTANT_NAME, Fact, NAME};

impl Replay {
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
        let mut recorder = Recorder::new()?;
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

type Flow = ControlFlow<ReplayEnding>;

struct Recorder {
    session: Session,
    steps: Vec<Step>,
    /// The number of players' groups so far.
    turns: u64,
    /// The number of a turn without a step yet.
    new_turn: Option<u64>,
    board: BoardTracker,
    /// The first step after which both fleets are complete.
    complete: Option<usize>,
    /// The names of the players, if the script has them.
    names: ByPlayer<Option<String>>,
    /// The announced shots of the current game, with their steps.
    shots: ByPlayer<Vec<(usize, RecordedShot)>>,
}

impl Recorder {
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
            shots: ByPlayer::default(),
        };
        recorder.add(Step {
            text: "The state before the first line".to_owned(),
            board: Some(recorder.board.layout.clone()),
            parts: Some([0; 2]),
            ..Step::default()
        })?;
        Ok(recorder)
    }

    fn lines(&mut self, script: &[u8]) -> Result<Flow, ReplayError> {
        let mut reader = LineReader::new(script);
        while let Some(chunk) = reader.next_line()? {
            let flow = self.chunk(chunk)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        let opened = self.session.open_group();
        let applied = self.session.end_input();
        self.applied(applied, opened)
    }

    fn chunk(&mut self, chunk: LineChunk<'_>) -> Result<Flow, ReplayError> {
        let opened = self.session.open_group();
        if chunk.is_part {
            let applied = self.session.apply_chunk(chunk);
            return self.applied(applied, opened);
        }
        let line = self.session.read(chunk.text);
        match (opened, &line) {
            (Some((Tag::Player(mover), _)), Line::Command(command)) => {
                self.record_shot(mover, command);
            }
            (Some((Tag::State, _)), Line::Command(Command::Information { player, text })) => {
                self.record_name(*player, text);
            }
            _ => {}
        }
        let applied = self.session.apply(&line, chunk.text);
        self.applied(applied, opened)
    }

    /// Records the name of a player: that of an arena, of a person, or of a built-in player.
    fn record_name(&mut self, player: Player, information: &[u8]) {
        let text = String::from_utf8_lossy(information);
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
    fn record_shot(&mut self, shooter: Player, command: &Command) {
        let game = self.session.game();
        let waters = game.start(shooter.opponent());
        if let Command::Shoot(target) = *command
            && game.rules().announces_shots()
            && waters.contains(target)
            && !game.was_shot_at(target)
        {
            let before = Knowledge::new(game, shooter);
            let target = Pos::new(target.y - waters.top, target.x - waters.left);
            let shot = RecordedShot { before, target };
            self.shots[shooter].push((self.steps.len(), shot));
        }
    }

    /// The last game, if shots are announced.
    fn game(&self) -> Option<RecordedGame> {
        let game = self.session.game();
        // The last shot may have been refused.
        let is_fired = |(step, _): &&(usize, RecordedShot)| !self.steps[*step].shots.is_empty();
        let fired = |player| {
            self.shots[player]
                .iter()
                .filter(is_fired)
                .cloned()
                .collect()
        };
        game.rules().announces_shots().then(|| RecordedGame {
            shots: ByPlayer::from_fn(fired),
            last: ByPlayer::from_fn(|player| Knowledge::new(game, player)),
            waters: ByPlayer::from_fn(|player| game.start(player.opponent())),
        })
    }

    /// Records the effect of a line; `opened` is the group that it is in.
    fn applied(
        &mut self,
        applied: Applied,
        opened: Option<(Tag, u64)>,
    ) -> Result<Flow, ReplayError> {
        let line = self.session.lines();
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
                let who = player.map_or_else(|| "The script".to_owned(), |it| it.to_string());
                self.add(Step {
                    lines: [failure.line; 2],
                    player,
                    enemy: Some(format!("{who} breaks a rule")),
                    text: escape(&failure.to_string()).into_owned(),
                    ..Step::default()
                })?;
                return Ok(ControlFlow::Break(ReplayEnding::Failed(failure)));
            }
        };
        let step = match opened {
            Some((Tag::Player(mover), _)) => {
                Step::of_event(self.session.game(), mover, &event, &self.board.seen[mover])
            }
            _ => None,
        };
        let step = match (&event, opened) {
            (Event::Opened(Tag::Player(_)), _) => {
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
                Some(Step {
                    player: Some(player),
                    text: format!("{player} passes"),
                    ..Step::default()
                })
            }),
            (
                &Event::TurnEnded {
                    player,
                    winner: Some(winner),
                },
                _,
            ) => {
                let after = |text: &str| match text {
                    "" => format!("{winner} has won"),
                    _ => format!("{text}; {winner} has won"),
                };
                let step = step.unwrap_or_default();
                Some(Step {
                    player: Some(player),
                    own: step.own.map(|own| after(&own)),
                    enemy: Some(after(&step.enemy.unwrap_or_default())),
                    text: after(&step.text),
                    ..step
                })
            }
            _ => step,
        };
        if let Some(step) = step {
            self.add(Step {
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
        let mut step = Step {
            lines,
            ..Step::default()
        };
        self.board.update_layout(self.session.game(), &mut step)?;
        self.board.update(self.session.game(), &mut step)?;
        if step.is_empty() {
            return Ok(());
        }
        step.text = match &step.board {
            Some(BoardLayout { rows, columns, .. }) => {
                self.shots = ByPlayer::default();
                let rules = self.session.game().rules().name;
                format!("A game of {rules} on {rows} rows and {columns} columns")
            }
            None => "The state of the game is set".to_owned(),
        };
        self.push(step)
    }

    /// Adds a step with the changes of the board.
    fn add(&mut self, mut step: Step) -> Result<(), ReplayError> {
        self.board.update(self.session.game(), &mut step)?;
        step.turn = self.new_turn.take();
        if let Some(player) = step.player {
            step.enemy.get_or_insert_with(|| format!("{player}'s turn"));
        }
        self.push(step)
    }

    fn push(&mut self, step: Step) -> Result<(), ReplayError> {
        if self.steps.len() == Replay::STEPS_MAX {
            return Err(ReplayError::TooManySteps(step.lines[1]));
        }
        if self.session.game().is_complete() {
            self.complete.get_or_insert(self.steps.len());
        }
        self.steps.push(step);
        Ok(())
    }
}
