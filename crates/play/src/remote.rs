//! Games that an arena serves over a socket.
//!
//! The session of such a game has the board without the enemy's ships. The interpreter checks each
//! command on it before the command is sent. Everything else comes from the arena's answers, and
//! from the board that it prints after each command.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use admiralty_core::game::{Game, ShotOutcome};
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::{Event, Session};
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Reason, Tag};
use admiralty_escape::escape_bytes;

use crate::enemy_report::{EnemyReport, healthy_fields};
use crate::link::{Remote, announced_winner};
use crate::{Controller, GameEvent, GameSession, Link, Rejection, RemoteEnd};

/// The most fields of a board. It is printed after each command, and an arena limits the bytes
/// of its answers in a turn.
const FIELDS_MAX: usize = 50_000;

/// The longest last state that is shown, in bytes.
const LAST_STATE_BYTES_MAX: usize = 4 << 20;

/// The reason why no game was joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoinError {
    /// The arena has closed the connection before a game began.
    Closed,
    /// The arena has refused the token, for this reason.
    Refused(String),
    /// The arena has sent this line, which belongs to the start of no game.
    NoGame(String),
    /// The game has no side to play, or two.
    NoSide,
    /// The board is too large.
    TooLarge {
        /// The most fields of a board.
        fields_max: usize,
    },
}

/// Joining.
impl GameSession {
    /// Waits until a game begins, and joins it.
    ///
    /// # Errors
    ///
    /// [`JoinError`].
    pub fn join(link: Link) -> Result<Self, JoinError> {
        let mut session = Self::default();
        loop {
            let text = link.wait().ok_or(JoinError::Closed)?;
            if let Some(why) = text.strip_prefix(b"error: ") {
                return Err(JoinError::Refused(escape_bytes(why)));
            }
            let no_game = || JoinError::NoGame(escape_bytes(&text));
            session.execute_line(&text).map_err(|_| no_game())?;
            match session.interpreter.open_group() {
                Some((Tag::State, _)) => {}
                Some(_) => return Err(no_game()),
                None => break,
            }
        }
        let is_ai = Player::BOTH.map(|player| session.game().is_ai(player));
        let player = match is_ai {
            [true, false] => Player::A,
            [false, true] => Player::B,
            _ => return Err(JoinError::NoSide),
        };
        let game = session.interpreter.game_mut();
        if game.board().size().rect().field_count() > FIELDS_MAX {
            return Err(JoinError::TooLarge {
                fields_max: FIELDS_MAX,
            });
        }
        if game.fleet(player).missing() == 0 {
            game.set_remote(player.opponent());
        }
        session.remote = Some(Remote {
            link,
            player,
            is_on_turn: false,
            report: EnemyReport::new(session.game(), player),
            end: None,
            revealed: None,
        });
        session.set_controller(player, Controller::Person);
        session.set_controller(player.opponent(), Controller::Remote);
        Ok(session)
    }

    /// Whether an arena serves the game.
    pub const fn is_remote(&self) -> bool {
        self.remote.is_some()
    }

    /// Whether the game waits for the other end.
    pub fn is_remote_next(&self) -> bool {
        let remote = self.remote.as_ref();
        !self.is_over() && remote.is_some_and(|remote| !remote.is_on_turn)
    }

    /// The reason why the game has ended although no fleet was sunk, if it has.
    pub fn remote_end(&self) -> Option<&RemoteEnd> {
        self.remote.as_ref()?.end.as_ref()
    }

    /// The last state of the game, with both fleets, once the arena has shown it.
    pub(super) fn revealed(&self) -> Option<&Game> {
        self.remote.as_ref()?.revealed.as_ref()
    }

    /// The arena's report to a player.
    pub(super) fn report_to(&self, player: Player) -> Option<&EnemyReport> {
        let remote = self.remote.as_ref()?;
        (remote.player == player).then_some(&remote.report)
    }
}

/// Playing.
impl GameSession {
    /// Waits at most for `timeout` for a line that the arena sends unasked: the player's turn,
    /// or the end. Returns whether anything has changed.
    pub fn poll_remote(&mut self, timeout: Duration) -> bool {
        let Some(remote) = &mut self.remote else {
            return false;
        };
        if self.winner.is_some() || remote.end.is_some() {
            return false;
        }
        let line = loop {
            match remote.link.receive(timeout) {
                Ok(line) if remote.learn_fact(&line) => {}
                Ok(line) => break line,
                Err(RecvTimeoutError::Timeout) => return false,
                Err(RecvTimeoutError::Disconnected) => {
                    let end = remote.closed();
                    self.end_remote(end);
                    return true;
                }
            }
        };
        let player = remote.player;
        let taken = match &*line {
            unasked if remote.is_on_turn => Err(match announced_winner(unasked) {
                Some(winner) => remote.end_in_turn(winner),
                None => RemoteEnd::garbled(unasked),
            }),
            b"A won" => self.take_victory(Player::A),
            b"B won" => self.take_victory(Player::B),
            tag if tag == Tag::Player(player).text().as_bytes() => self.take_turn(),
            other if other.starts_with(b"INVALID OPERATION ") => {
                Err(RemoteEnd::Refused(escape_bytes(other)))
            }
            other => Err(RemoteEnd::garbled(other)),
        };
        if let Err(end) = taken {
            self.end_remote(end);
        }
        true
    }

    /// Ends the game although no fleet was sunk.
    fn end_remote(&mut self, end: RemoteEnd) {
        let Some(remote) = &mut self.remote else {
            return;
        };
        let winner = match &end {
            RemoteEnd::Refused(_) | RemoteEnd::Late => Some(remote.player.opponent()),
            RemoteEnd::EnemyLeft => Some(remote.player),
            _ => None,
        };
        remote.end.get_or_insert(end);
        if winner.is_some() {
            self.winner = winner;
            self.take_last_state();
        }
    }

    /// Receives the last state of the game with both fleets, up to the end of the connection. An
    /// arena need not show it.
    pub(super) fn take_last_state(&mut self) {
        let shown_not_yet = |remote: &&mut Remote| remote.revealed.is_none();
        let Some(remote) = self.remote.as_mut().filter(shown_not_yet) else {
            return;
        };
        let mut shown = Session::default();
        let (mut bytes, mut is_legal) = (0, true);
        let state = remote.link.rest();
        for line in state.filter(|line| announced_winner(line).is_none()) {
            bytes += line.len();
            is_legal = is_legal && bytes <= LAST_STATE_BYTES_MAX && shown.line(&line).is_ok();
        }
        let (game, shown) = (self.interpreter.game(), shown.into_game());
        let is_same = shown.rules() == game.rules() && shown.board().size() == game.board().size();
        if is_legal && is_same && bytes > 0 {
            remote.revealed = Some(shown);
        }
    }

    /// Begins the player's turn: requests the board, which shows what the enemy has done.
    fn take_turn(&mut self) -> Result<(), RemoteEnd> {
        let game = self.interpreter.game();
        let Some(remote) = &mut self.remote else {
            return Ok(());
        };
        remote.is_on_turn = true;
        let (_, board) = remote.order(b"", game)?;
        let (player, hit) = (remote.player, remote.report.shots_of_enemy(game, &board));
        if self.next() != player {
            self.play_enemy(&hit)?;
        }
        let game = self.interpreter.game_mut();
        game.pass_through_save();
        if let Some(remote) = &mut self.remote {
            remote.report.look(self.interpreter.game(), &board);
        }
        Ok(())
    }

    /// Replays the known part of the enemy's turn: its hits and, where shots are announced, its
    /// misses.
    fn play_enemy(&mut self, shots: &[Pos]) -> Result<(), RemoteEnd> {
        let enemy = self.next();
        let garbled = |rejection: Rejection| RemoteEnd::garbled(rejection.reason.text().as_bytes());
        let places = self.game().fleet(enemy).missing() > 0;
        self.open_turn().map_err(garbled)?;
        self.interpreter.game_mut().set_remote(enemy);
        for &target in shots {
            if self.rules().announces_shots() {
                let shot = Command::Shoot(target);
                self.execute_command(&shot).map_err(garbled)?;
            } else {
                let shot = self.interpreter.game_mut().hit_by_remote(target);
                if let Some(shot) = shot {
                    self.history.record_shot(&shot);
                }
            }
        }
        self.close_group().map_err(garbled)?;
        if places {
            self.history.add(None, GameEvent::Placed(enemy));
        }
        Ok(())
    }

    /// Ends the game after the arena has announced the winner.
    fn take_victory(&mut self, winner: Player) -> Result<(), RemoteEnd> {
        let loser = winner.opponent();
        let player = self.remote.as_ref().map(|remote| remote.player);
        if self.next() == winner && player == Some(loser) {
            let lost = healthy_fields(self.game(), loser);
            self.play_enemy(&lost)?;
        }
        if self.winner.is_none() {
            self.winner = Some(winner);
            self.history.add(None, GameEvent::Won(winner));
        }
        self.take_last_state();
        let is_left = |game: &Game| {
            let fleet = game.fleet(loser);
            fleet.healthy_parts() > 0 || fleet.missing() > 0
        };
        if player == Some(winner) && self.revealed().is_some_and(is_left) {
            return Err(RemoteEnd::EnemyLeft);
        }
        Ok(())
    }

    /// Sends a line of the player's turn after executing it here. Returns its effect in the arena.
    pub(super) fn send_line(
        &mut self,
        text: &[u8],
        player: Player,
        event: Event,
    ) -> Result<Event, Rejection> {
        let game = self.interpreter.game();
        let Some(remote) = self.remote.as_mut().filter(|one| one.player == player) else {
            return Ok(event);
        };
        let sent = match event {
            _ if remote.end.is_some() => return Err(lost()),
            Event::TurnEnded { .. } => {
                remote.is_on_turn = false;
                let sent = remote.send(&[text, b"\n"].concat());
                sent.map(|()| event)
            }
            _ => remote.order(text, game).map(|(announced, board)| {
                let event = match (event, announced) {
                    (Event::Announced { shot, .. }, Some(outcome)) => {
                        remote.report.learn(game, shot.target, outcome, &board);
                        Event::Announced { shot, outcome }
                    }
                    (event, _) => event,
                };
                remote.report.look(game, &board);
                event
            }),
        };
        let event = sent.map_err(|end| {
            self.end_remote(end);
            lost()
        })?;
        if let Event::Announced { outcome, .. } = event {
            self.grant_shot(outcome);
        }
        Ok(event)
    }

    /// Grants another shot after a hit that was a miss on the board without the enemy's ships.
    fn grant_shot(&mut self, outcome: ShotOutcome) {
        if self.rules().shoots_again() && outcome != ShotOutcome::Miss {
            let next = self.next();
            // It is that player's turn.
            let _ = self.interpreter.game_mut().begin_turn(next);
        }
    }
}

/// The rejection of all actions after the end; [`GameSession::remote_end`] has the reason.
const fn lost() -> Rejection {
    Rejection::plain(Reason::CommandNotAvailable)
}
