//! A game on the screen: the state that its pages share, and their order. A page implements
//! [`Page`], and `GameScreen::go_on` shows it.

mod battle;
mod context;
mod cursor;
mod draw;
mod over;
mod panels;
mod placing;
mod puzzle;
mod ships;
mod watch;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(super) use watch::Pace;

use self::battle::BattlePage;
use self::context::DrawContext;
use self::cursor::BoardCursor;
use self::over::OverPage;
use self::placing::PlacingPage;
use self::puzzle::PuzzlePage;
use self::ships::ShipsPage;
use self::watch::WatchPage;
use super::board_widget::BoardMarks;
use super::dialog::{Dialog, SaveState};
use super::keys::{BOARD, ENTER, Keys, PAGES, key};
use super::notice::Notice;
use super::{Intent, ScreenPage};
use crate::screen_style::ScreenStyle;
use crate::{
    BoardView, Controller, GameSession, Hint, PlayerView, Puzzle, PuzzleScore, Setup, Stage, cycle,
};
use admiralty_core::geometry;
use admiralty_core::player::Player;
use admiralty_players::Rng;

/// How often the connection is polled.
const REMOTE_DELAY: Duration = Duration::from_millis(50);

/// The state that the pages of a game share.
pub(super) struct SharedGame {
    pub session: GameSession,
    /// The player whose view is shown.
    viewer: Player,
    pub cursor: BoardCursor,
    pub pace: Pace,
    /// Whether the next turn of a built-in player has failed, so that nobody can play.
    pub is_stuck: bool,
    /// The hint that is shown until the next shot.
    hint: Option<Hint>,
    events_skipped: usize,
    /// How much of the script is in a file that the person has named, in bytes.
    pub saved_bytes: usize,
    is_placed_at_random: bool,
    rng: Rng,
}

impl SharedGame {
    /// Whether ships move, and nothing is announced.
    fn ships_move(&self) -> bool {
        ScreenStyle::of(self.session.rules()).is_shared()
    }

    /// Whether a built-in or a remote player is next.
    fn is_computer_next(&self) -> bool {
        let is_waited_for = self.session.controller_of(self.session.next()) != Controller::Person
            || self.session.is_remote_next();
        !self.session.is_over() && is_waited_for
    }

    /// Whether the player has done anything in this turn.
    fn has_shot(&self) -> bool {
        self.session.turn_commands().next().is_some()
    }

    /// Moves the cursor, scrolls, and changes the board.
    fn browse(&mut self, intent: Intent) -> Next {
        let view = self.session.view(self.viewer);
        let cursor = &mut self.cursor;
        if cursor.step(&view, intent) {
            return Next::Stay;
        }
        match intent {
            Intent::Scroll(is_back) => {
                const STEP: usize = 4;
                let most = self.session.all_events(self.viewer).len().saturating_sub(1);
                self.events_skipped = if is_back {
                    (self.events_skipped + STEP).min(most)
                } else {
                    self.events_skipped.saturating_sub(STEP)
                };
            }
            Intent::Next(is_forward) => {
                let mut board = cursor.board;
                cycle(&mut board, view.boards(), is_forward);
                cursor.show(&view, board);
            }
            Intent::Hover(x, y) => {
                if let Some((board, field)) = cursor.field_at(x, y)
                    && board == cursor.board
                {
                    cursor.pos = field;
                }
            }
            _ => {}
        }
        Next::Stay
    }

    /// Shows a hint.
    fn take_hint(&mut self) -> Result<(), Notice> {
        let id = if self.ships_move() {
            "heat-none"
        } else {
            "heat-unknown"
        };
        let hint = self.session.take_hint();
        self.hint = Some(hint.ok_or(Notice::Message(id))?);
        Ok(())
    }

    fn play_computer_turn(&mut self) -> Result<(), Notice> {
        self.pace.restart();
        let played = self.session.play_computer_turn();
        self.is_stuck |= played.is_err();
        Ok(played?)
    }
}

/// A page: its keys, and its panel beside the boards.
trait Page {
    fn keys(&self) -> Keys;

    /// Handles an intent; returns what comes next.
    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice>;

    /// Whether it has something to do that takes long, once it is drawn.
    fn is_busy(&self) -> bool {
        false
    }

    /// Does what takes long; returns what comes next.
    fn work(&mut self, _: &mut SharedGame) -> Next {
        Next::Stay
    }

    /// The id of the message that says what the key with the hint `id` does now; `None` if it does
    /// nothing.
    fn active_hint(&self, _: &DrawContext<'_>, id: &'static str) -> Option<&'static str> {
        Some(id)
    }

    fn view<'g>(&'g self, game: &'g SharedGame) -> PlayerView<'g> {
        game.session.view(game.viewer)
    }

    fn mark(&self, _: &DrawContext<'_>, _: BoardView, _: &mut BoardMarks) {}

    /// The rectangle that should be visible besides the cursor, and whether it matters more than
    /// the cursor.
    fn focus(&self, _: &DrawContext<'_>) -> Option<(geometry::Rect, bool)> {
        None
    }

    /// The rows that its panel needs below the board of a narrow screen.
    fn narrow_rows(&self) -> u16 {
        2
    }

    /// Draws the panel that belongs to the page.
    fn draw_panel(&self, cx: &DrawContext<'_>, area: Rect, buffer: &mut Buffer) {
        panels::draw_events(cx, self.lead(cx.game), area, buffer);
    }

    /// The text in the middle of the bar at the top, unless it is the turn.
    fn header(&self, _: &DrawContext<'_>) -> Option<String> {
        None
    }

    /// The points so far, if the page shows puzzles.
    fn puzzle_score(&self) -> Option<PuzzleScore> {
        None
    }

    /// The id of the message that says what to do.
    fn lead(&self, _: &SharedGame) -> Option<&'static str> {
        None
    }
}

/// The consequence of an intent.
enum Next {
    Stay,
    /// The same page, with a question over it.
    Ask(Dialog),
    /// The page for the next stage of the game.
    Go,
    /// The same page, after the end of the turn.
    EndTurn,
    /// No boards, until the other person is at the keyboard.
    Hide,
    /// The boards of the other person.
    Reveal,
}

pub(super) struct GameScreen {
    pub shared: SharedGame,
    page: Box<dyn Page>,
}

impl GameScreen {
    /// Shows a game. Call [`GameScreen::begin`] next.
    pub fn new(session: GameSession, setup: &Setup, pace: Pace) -> Self {
        let is_person = |player: &Player| session.controller_of(*player) == Controller::Person;
        let person = Player::BOTH.into_iter().find(is_person);
        let shared = SharedGame {
            viewer: person.unwrap_or(Player::A),
            cursor: BoardCursor::default(),
            pace,
            is_stuck: false,
            hint: None,
            events_skipped: 0,
            saved_bytes: session.script_end().logged,
            is_placed_at_random: setup.is_placed_at_random,
            rng: Rng::seeded(setup.seed),
            session,
        };
        Self {
            shared,
            page: Box::new(HiddenPage),
        }
    }

    /// Shows the puzzles of a setup from a number on; `None` if there is no such puzzle.
    pub fn puzzles(setup: &Setup, number: u32) -> Option<Self> {
        let Puzzle { session, hint } = Puzzle::new(setup, number)?;
        let mut screen = Self::new(session, setup, Pace::new());
        let view = screen.shared.session.view(screen.shared.viewer);
        screen.shared.cursor.centre(&view, BoardView::Enemy);
        screen.page = Box::new(PuzzlePage::new(setup.clone(), number, hint));
        Some(screen)
    }

    /// The points so far, if puzzles are shown.
    pub fn puzzle_score(&self) -> Option<PuzzleScore> {
        self.page.puzzle_score()
    }

    /// Shows the first page; for two people, the boards are hidden at first.
    pub fn begin(&mut self) -> Result<(), Notice> {
        let session = &self.shared.session;
        if session.people() == 2 && !session.is_over() {
            return Ok(());
        }
        self.go_on()
    }

    pub fn page(&self) -> ScreenPage {
        self.page.keys().page
    }

    pub fn keys(&self) -> Keys {
        let session = &self.shared.session;
        let mut keys = self.page.keys().with_shared(Some(session.rules()));
        // Where no turn has a second shot, `e` is the letter of a column.
        let has_one_shot = !self.shared.ships_move() && !session.rules().shoots_again();
        let can_end = !has_one_shot || self.shared.has_shot();
        keys.hints.retain(|hint| can_end || hint.id != "hint-end");
        // A script without the enemy's ships cannot be continued.
        keys.hints.retain(|hint| {
            !["hint-save", "hint-replay"].contains(&hint.id) || !session.is_remote()
        });
        keys
    }

    pub fn view(&self) -> PlayerView<'_> {
        self.page.view(&self.shared)
    }

    /// How much of the game is in a file. `is_logged` is whether the person has named the log.
    pub fn save_state(&self, is_logged: bool) -> SaveState {
        let session = &self.shared.session;
        let log = session.log();
        match log.is_written() {
            _ if session.is_remote() && !session.is_over() && !self.shared.is_stuck => {
                SaveState::Remote
            }
            _ if session.is_remote() => SaveState::Saved,
            _ if log.text().len() <= self.shared.saved_bytes => SaveState::Saved,
            true if is_logged => SaveState::Saved,
            true => SaveState::AutoSaved,
            false => SaveState::Unsaved,
        }
    }

    /// Whether the game waits for a built-in player.
    fn is_computer_turn(&self) -> bool {
        let shared = &self.shared;
        self.page() != ScreenPage::Hidden && shared.is_computer_next() && !shared.is_stuck
    }

    /// Whether an arena may send something.
    fn is_served(&self) -> bool {
        let shared = &self.shared;
        shared.session.is_remote() && !shared.session.is_over() && !shared.is_stuck
    }

    /// How long to wait for events before calling [`GameScreen::tick`]; `None` is for ever.
    pub fn poll_timeout(&self) -> Option<Duration> {
        match self.page() {
            _ if self.page.is_busy() => Some(Duration::ZERO),
            _ if self.is_served() => Some(REMOTE_DELAY),
            _ if !self.is_computer_turn() => None,
            ScreenPage::Watch => self.shared.pace.remaining(),
            _ => Some(Duration::ZERO),
        }
    }

    /// Lets time pass, so that built-in players play; returns a question that has to be answered
    /// first.
    pub fn tick(&mut self, passed: Duration) -> Result<Option<Dialog>, Notice> {
        if self.page.is_busy() {
            let next = self.page.work(&mut self.shared);
            return self.follow(next);
        }
        self.tick_players(passed).map(|()| None)
    }

    fn tick_players(&mut self, passed: Duration) -> Result<(), Notice> {
        let is_due =
            |game: &mut Self| game.page() != ScreenPage::Watch || game.shared.pace.tick(passed);
        if self.is_served() {
            if self.shared.session.poll_remote(Duration::ZERO) {
                return self.go_on().and(self.check_remote());
            }
            return Ok(());
        }
        if !self.is_computer_turn() || !is_due(self) {
            return Ok(());
        }
        let played = self.shared.play_computer_turn();
        let shown = self.go_on();
        played.and(shown)
    }

    /// Handles an intent; returns a question that has to be answered first.
    pub fn handle(&mut self, intent: Intent) -> Result<Option<Dialog>, Notice> {
        if self.page() == ScreenPage::Battle && self.shared.is_computer_next() {
            if self.shared.session.is_remote() {
                self.shared.browse(intent);
            }
            return Ok(None);
        }
        let next = self.page.handle(&mut self.shared, intent);
        self.check_remote()?;
        self.follow(next?)
    }

    fn follow(&mut self, next: Next) -> Result<Option<Dialog>, Notice> {
        match next {
            Next::Stay => {}
            Next::Ask(dialog) => return Ok(Some(dialog)),
            Next::Go => self.go_on()?,
            Next::EndTurn => self.end_turn()?,
            Next::Hide => self.page = Box::new(HiddenPage),
            Next::Reveal => {
                self.shared.viewer = self.shared.session.next();
                self.go_on()?;
            }
        }
        Ok(None)
    }

    pub fn end_turn(&mut self) -> Result<(), Notice> {
        self.shared.hint = None;
        let ended = self.shared.session.end_turn();
        self.check_remote()?;
        ended?;
        self.go_on()
    }

    /// If the connection to an arena has ended, shows why.
    fn check_remote(&mut self) -> Result<(), Notice> {
        let Some(end) = self.shared.session.remote_end().cloned() else {
            return Ok(());
        };
        if !self.shared.is_stuck {
            self.shared.is_stuck = true;
            self.page = Box::new(OverPage);
        }
        Err(end.into())
    }

    /// Shows the page for the next stage of the game.
    fn go_on(&mut self) -> Result<(), Notice> {
        let before = self.page();
        let shared = &mut self.shared;
        shared.events_skipped = 0;
        let session = &shared.session;
        let is_viewer_next = session.next() == shared.viewer;
        self.page = match session.stage() {
            Stage::Over(_) => Box::new(OverPage),
            _ if session.remote_end().is_some() => Box::new(OverPage),
            _ if session.people() == 0 => Box::new(WatchPage),
            _ if session.people() == 2 && !is_viewer_next => Box::new(HandOverPage),
            Stage::Placing if is_viewer_next && !shared.is_computer_next() => {
                let (page, filled) = PlacingPage::begin(shared)?;
                self.page = Box::new(page);
                return filled;
            }
            _ if shared.ships_move() => Box::<ShipsPage>::default(),
            _ => Box::new(BattlePage),
        };
        let page = self.page();
        if page != before && page != ScreenPage::HandOver {
            let view = self.shared.session.view(self.shared.viewer);
            self.shared.cursor.centre(&view, view.target_board());
        }
        Ok(())
    }
}

/// After a turn: its player still sees the boards.
struct HandOverPage;

/// No boards, until the other person is at the keyboard.
struct HiddenPage;

impl Page for HandOverPage {
    fn keys(&self) -> Keys {
        Keys {
            page: ScreenPage::HandOver,
            hints: vec![key(ENTER, "hint-go-on"), BOARD, PAGES],
            mouse: Some("mouse-news"),
        }
    }

    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice> {
        Ok(match intent {
            Intent::Act => Next::Hide,
            intent => game.browse(intent),
        })
    }

    fn lead(&self, _: &SharedGame) -> Option<&'static str> {
        Some("hand-over")
    }
}

impl Page for HiddenPage {
    fn keys(&self) -> Keys {
        Keys {
            page: ScreenPage::Hidden,
            hints: vec![key("key-space", "hint-go-on")],
            mouse: None,
        }
    }

    fn handle(&mut self, _: &mut SharedGame, intent: Intent) -> Result<Next, Notice> {
        Ok(match intent {
            Intent::Act => Next::Reveal,
            _ => Next::Stay,
        })
    }
}
