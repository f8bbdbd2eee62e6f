//! Games that an arena serves over a socket.
//!
//! The session of such a game has the board without the enemy's ships. The interpreter checks each
//! command on it before the command is sent. Everything else comes from the arena's answers, and
//! from the board that it prints after each command.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use admiralty_core::escape::escape_bytes;
use admiralty_core::game::{Game, ShotOutcome};
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::interpreter::Event;
use admiralty_core::player::Player;
use admiralty_core::rules::GLYPHS;
use admiralty_core::script::{ChunkEnd, Command, LineReader, PrintMode, Reason, Tag};
use admiralty_core::view::{Knowledge, KnownField, PrintedBoard, PublicFact, Segment, SegmentKind};
use thiserror::Error;

use crate::{Controller, GameEvent, GameSession, Rejection};

/// How long an arena may take to answer.
const ANSWER_TIME: Duration = Duration::from_secs(20);
/// The most fields of a board. It is printed after each command, and an arena limits the bytes
/// of its answers in a turn.
const FIELDS_MAX: usize = 50_000;

/// The reason why no game was joined.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct JoinError(String);

impl JoinError {
    fn no_game(what: &str) -> Self {
        Self(format!("this is not the start of a game: {what}"))
    }
}

/// The reason why a game has ended although no fleet was sunk.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RemoteEnd {
    /// The arena has refused a command, which loses the game.
    #[error("the arena refused a command, so you lose the game: {0}")]
    Refused(String),
    /// The connection has ended in the player's turn.
    #[error("the connection ended during your turn; you may have run out of time")]
    ClosedInTurn,
    /// The connection has ended in the enemy's turn.
    #[error("the connection ended before anyone won; the enemy may have given up")]
    Closed,
    /// The arena does not answer.
    #[error("the arena does not answer")]
    Silent,
    /// The arena has sent something other than an answer.
    #[error("the arena sent an unexpected line: {0}")]
    Garbled(String),
}

impl RemoteEnd {
    fn garbled(line: &[u8]) -> Self {
        Self::Garbled(escape_bytes(line))
    }
}

/// The arena's end of a game.
#[derive(Debug)]
pub(super) struct Remote {
    link: Link,
    player: Player,
    /// Whether the arena waits for this player's commands.
    is_on_turn: bool,
    report: EnemyReport,
    end: Option<RemoteEnd>,
}

impl Remote {
    /// Sends a command of the turn; returns the announcement, and the board after it.
    fn order(
        &mut self,
        command: &[u8],
        game: &Game,
    ) -> Result<(Option<ShotOutcome>, PrintedBoard), RemoteEnd> {
        let mut lines = command.to_vec();
        if !command.is_empty() {
            lines.push(b'\n');
        }
        lines.extend_from_slice(&Command::Print(PrintMode::Extended).to_bytes());
        lines.push(b'\n');
        self.send(&lines)?;
        let (rules, size) = (game.rules(), game.board().size());
        let mut announced = None;
        let mut rows = Vec::new();
        while rows.len() < PrintedBoard::lines(size) {
            let line = self.answer()?;
            match Event::parse_announcement(&line, rules, self.player.opponent()) {
                Some((_, outcome)) => announced = Some(outcome),
                None => rows.push(line),
            }
        }
        let board = PrintedBoard::parse(size, &rows);
        let board = board.ok_or_else(|| RemoteEnd::garbled(&rows.join(&b'\n')))?;
        Ok((announced, board))
    }

    /// Stores a public fact, if it is of use; returns whether a line belongs to the group of public
    /// facts before a turn.
    fn learn_fact(&mut self, line: &[u8]) -> bool {
        if self.is_on_turn || line == Tag::State.text().as_bytes() {
            return !self.is_on_turn;
        }
        let begin = format!("INFORMATION {} ", self.player);
        let fact = line.strip_prefix(begin.as_bytes());
        if let Some(PublicFact::Parts(player, parts)) = fact.and_then(PublicFact::parse)
            && player != self.player
        {
            self.report.parts = Some(parts);
        }
        fact.is_some()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), RemoteEnd> {
        // The reason why it was closed may have arrived before.
        self.link.send(bytes).or_else(|_| self.answer().map(drop))
    }

    const fn closed(&self) -> RemoteEnd {
        if self.is_on_turn {
            RemoteEnd::ClosedInTurn
        } else {
            RemoteEnd::Closed
        }
    }

    /// The next line of an answer.
    fn answer(&mut self) -> Result<Vec<u8>, RemoteEnd> {
        let line = self.link.receive(ANSWER_TIME);
        let line = line.map_err(|error| match error {
            RecvTimeoutError::Timeout => RemoteEnd::Silent,
            RecvTimeoutError::Disconnected => self.closed(),
        })?;
        if line.starts_with(b"INVALID OPERATION ") {
            return Err(RemoteEnd::Refused(escape_bytes(&line)));
        }
        Ok(line)
    }
}

/// Joining.
impl GameSession {
    /// Waits until a game begins, and joins it.
    ///
    /// # Errors
    ///
    /// [`JoinError`].
    pub fn join(link: Link) -> Result<Self, JoinError> {
        const CLOSED: &str = "the arena closed the connection before a game began";
        let mut session = Self::default();
        loop {
            let text = link.wait().ok_or_else(|| JoinError(CLOSED.to_owned()))?;
            if let Some(why) = text.strip_prefix(b"error: ") {
                let why = escape_bytes(why);
                return Err(JoinError(format!("the arena refused the token: {why}")));
            }
            let no_game = || JoinError::no_game(&escape_bytes(&text));
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
            _ => return Err(JoinError::no_game("no side to play")),
        };
        let game = session.interpreter.game_mut();
        if game.board().size().rect().field_count() > FIELDS_MAX {
            let why = format!("the board has more than {FIELDS_MAX} fields");
            return Err(JoinError(why));
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
            unasked if remote.is_on_turn => Err(RemoteEnd::garbled(unasked)),
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
        if let Some(remote) = self.remote.as_ref().filter(|_| self.is_over()) {
            remote.link.wait_for_end();
        }
        true
    }

    /// Ends the game although no fleet was sunk.
    fn end_remote(&mut self, end: RemoteEnd) {
        if let Some(remote) = &mut self.remote {
            if matches!(end, RemoteEnd::Refused(_)) {
                self.winner = Some(remote.player.opponent());
            }
            remote.end.get_or_insert(end);
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
                let shot = self.interpreter.game_mut().hit(target);
                self.history.record_shot(&shot);
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

/// How long the arena may take to read a line.
const SEND_TIME: Duration = Duration::from_secs(10);
/// How long the arena may take to end the connection after the game.
const END_TIME: Duration = Duration::from_secs(1);
/// How many lines are read ahead.
const LINES_MAX: usize = 256;

/// A connection to an arena. Dropping it closes it.
#[derive(Debug)]
pub struct Link {
    stream: TcpStream,
    lines: Receiver<Vec<u8>>,
}

impl Link {
    /// Connects, and sends the token of a seat.
    ///
    /// # Errors
    ///
    /// If nobody listens at the address, or the connection is lost.
    pub fn open(address: impl ToSocketAddrs, token: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        // Each line waits for an answer.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SEND_TIME))?;
        let (sender, lines) = sync_channel(LINES_MAX);
        let input = stream.try_clone()?;
        let reader = thread::Builder::new().name("link".to_owned());
        reader.spawn(move || read(input, &sender))?;
        let mut link = Self { stream, lines };
        link.send(format!("{token}\n").as_bytes())?;
        Ok(link)
    }

    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Waits for the next line without a timeout. Returns it without its line feed, or `None` at
    /// the end of the connection.
    fn wait(&self) -> Option<Vec<u8>> {
        self.lines.recv().ok()
    }

    /// Waits until the arena ends the connection, which frees the seat for the next game.
    fn wait_for_end(&self) {
        let begun = Instant::now();
        while begun.elapsed() < END_TIME && self.receive(END_TIME).is_ok() {}
    }

    fn receive(&self, timeout: Duration) -> Result<Vec<u8>, RecvTimeoutError> {
        self.lines.recv_timeout(timeout)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // This also ends the thread that reads. The connection may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Reads lines until the connection ends or the receiver is dropped.
fn read(input: TcpStream, lines: &SyncSender<Vec<u8>>) {
    let mut reader = LineReader::new(input);
    while let Ok(Some(chunk)) = reader.next_line() {
        let line = chunk.text.strip_suffix(b"\r").unwrap_or(chunk.text);
        // No arena sends longer lines. A line that is cut off is not meant as it stands.
        let is_whole = !chunk.is_part && chunk.end == ChunkEnd::LineFeed;
        if !is_whole || lines.send(line.to_vec()).is_err() {
            return;
        }
    }
}

/// The player's knowledge of the enemy's fleet, which is not on the board.
#[derive(Debug)]
pub struct EnemyReport {
    player: Player,
    /// The visible segments, by field.
    pub enemy: Vec<Segment>,
    /// The number of healthy parts at the beginning of the player's last turn.
    pub parts: Option<u64>,
    /// The results of shots, where they are announced.
    pub knowledge: Option<Knowledge>,
}

impl EnemyReport {
    pub fn new(game: &Game, player: Player) -> Self {
        let mut game = game.clone();
        game.set_remote(player.opponent());
        Self {
            player,
            enemy: Vec::new(),
            parts: None,
            knowledge: Knowledge::of(&game, player),
        }
    }

    /// Updates the enemy's visible segments from a printed board.
    pub fn look(&mut self, game: &Game, board: &PrintedBoard) {
        let Some(knowledge) = &mut self.knowledge else {
            let segments = board.fields().filter_map(|(pos, glyph)| {
                let kind = SegmentKind::of_glyph(glyph)?;
                let is_own = game.board().ship_at(pos).is_some();
                (!is_own).then_some(Segment { pos, kind })
            });
            self.enemy = segments.collect();
            return;
        };
        // The hits of a game that was begun elsewhere were not announced.
        let waters = game.start(self.player.opponent());
        for field in fields_showing(board, waters, &[GLYPHS.hit, GLYPHS.sunk]) {
            let field = Pos::new(field.y - waters.top, field.x - waters.left);
            if let KnownField::Unknown | KnownField::Miss = knowledge.at(field) {
                knowledge.learn(field, ShotOutcome::Hit(None), &[]);
            }
        }
    }

    /// Records the announced outcome of a shot. `board` was printed after it.
    pub fn learn(&mut self, game: &Game, target: Pos, outcome: ShotOutcome, board: &PrintedBoard) {
        let Some(knowledge) = &mut self.knowledge else {
            return;
        };
        let waters = game.start(self.player.opponent());
        let in_waters = |field: Pos| Pos::new(field.y - waters.top, field.x - waters.left);
        let mut sunk = Vec::new();
        if let ShotOutcome::Sunk(_) = outcome {
            let shown = fields_showing(board, waters, &[GLYPHS.sunk]).map(in_waters);
            let is_new = |field: &Pos| !matches!(knowledge.at(*field), KnownField::Sunk { .. });
            sunk.extend(shown.filter(is_new));
        }
        knowledge.learn(in_waters(target), outcome, &sunk);
    }

    /// The fields that the enemy has hit since the player's last turn, followed by those that it
    /// has missed, if the board shows them.
    pub fn shots_of_enemy(&self, game: &Game, board: &PrintedBoard) -> Vec<Pos> {
        if self.knowledge.is_none() {
            let healthy = healthy_fields(game, self.player).into_iter();
            let is_hit = |field: &Pos| board.at(*field).and_then(SegmentKind::of_glyph);
            let is_hit = |field: &Pos| is_hit(field) == Some(SegmentKind::Destroyed);
            return healthy.filter(is_hit).collect();
        }
        let waters = game.start(self.player);
        let hits = fields_showing(board, waters, &[GLYPHS.hit, GLYPHS.sunk]);
        let misses = fields_showing(board, waters, &[GLYPHS.miss]);
        let shots = hits.chain(misses);
        shots.filter(|&field| !game.was_shot_at(field)).collect()
    }
}

/// The fields of a player's waters that are printed as one of some characters.
fn fields_showing(
    board: &PrintedBoard,
    waters: Rect,
    glyphs: &[char],
) -> impl Iterator<Item = Pos> {
    let fields = board.fields().filter(move |(field, glyph)| {
        waters.contains(*field) && glyphs.contains(&char::from(*glyph))
    });
    fields.map(|(field, _)| field)
}

/// The fields of a player's ships with a healthy segment.
pub fn healthy_fields(game: &Game, player: Player) -> Vec<Pos> {
    let ships = game.board().ships().iter();
    let fields = ships
        .filter(|ship| ship.owner() == player)
        .flat_map(|ship| {
            let fields = (0..).zip(ship.footprint().fields());
            fields.filter_map(|(segment, field)| ship.is_healthy(segment).then_some(field))
        });
    fields.collect()
}
