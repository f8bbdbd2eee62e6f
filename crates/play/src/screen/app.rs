//! The app: the start page or a game, dialogs over it, and requests to the program.

use std::io::{self, Write};
use std::time::Duration;

use ratatui::Frame;
use ratatui::crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};

use super::ScreenPage;
use super::dialog::{Dialog, FILE_NAME_MAX, SaveState, help_lines};
use super::game::{GameScreen, Pace};
use super::keys::{Keys, TextChange, Typing, text_intent};
use super::notice::Notice;
use super::start::{FormLine, LastGame, StartPage};
use super::ui::{BOX_ROWS, draw_box, edit, to_ascii};
use super::{COLUMNS_MIN, Intent, ROWS_MIN, Theme, Ui};
use crate::{GameSession, Language, NAME_MAX, PuzzleScore, ScriptLog, Setup};
use admiralty_core::rules::RuleSet;
use admiralty_players::Effort;

/// Requests to the program, which owns files, the network and the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Write the script to this file.
    Save(String),
    /// Write the page of a replay.
    Replay,
    /// Resume the game offered by the start page.
    ResumeLast,
    /// Connect again, for another game.
    Reconnect,
    /// Suspend the program, as Ctrl-Z does elsewhere.
    Suspend,
}

/// Opens the file for the script of a game that starts.
pub type OpenLog = Box<dyn FnMut(&Setup) -> io::Result<Option<Box<dyn Write>>>>;

/// The options with which the app starts.
pub struct Options {
    /// The language.
    pub language: Language,
    /// Glyphs and colours.
    pub theme: Theme,
    /// The choices on the start page.
    pub setup: Setup,
    /// The work limit for each turn of a built-in player.
    pub effort: Effort,
    /// Opens the files for scripts.
    pub open_log: OpenLog,
    /// Whether the person has named the file of the script, so that there is nothing to save.
    pub is_logged: bool,
    /// The game to offer on the start page.
    pub last: Option<LastGame>,
}

/// The app: it handles events and draws itself.
pub struct App {
    ui: Ui,
    start: StartPage,
    /// The game, unless the start page is shown.
    game: Option<GameScreen>,
    /// The pace of the last game, for the next one.
    pace: Pace,
    dialog: Option<Dialog>,
    notice: Option<Notice>,
    request: Option<Request>,
    /// Whether the terminal is too small, so that no page is shown.
    is_too_small: bool,
    /// The number of pages of the help on the screen.
    help_pages: usize,
    is_done: bool,
    effort: Effort,
    open_log: OpenLog,
    is_logged: bool,
}

impl App {
    /// An app that shows the start page.
    pub fn new(options: Options) -> Self {
        Self {
            ui: Ui::new(options.language, options.theme),
            start: StartPage::new(options.setup, options.last),
            game: None,
            pace: Pace::new(),
            dialog: None,
            notice: None,
            request: None,
            is_too_small: false,
            help_pages: 1,
            is_done: false,
            effort: options.effort,
            open_log: options.open_log,
            is_logged: options.is_logged,
        }
    }

    /// Whether the program is to end.
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// The page that is shown.
    pub fn page(&self) -> ScreenPage {
        let game = self.game.as_ref();
        game.map_or(ScreenPage::Start, GameScreen::page)
    }

    /// The game.
    pub fn session(&self) -> Option<&GameSession> {
        self.game.as_ref().map(|game| &game.shared.session)
    }

    /// The points for the puzzles so far.
    pub fn puzzle_score(&self) -> Option<PuzzleScore> {
        self.game.as_ref()?.puzzle_score()
    }

    /// Takes the request to the program, if there is one.
    pub const fn request(&mut self) -> Option<Request> {
        self.request.take()
    }

    /// How long to wait for events before calling [`App::tick`]; `None` is for ever.
    pub fn poll_timeout(&self) -> Option<Duration> {
        let game = self.game.as_ref().filter(|_| self.dialog.is_none())?;
        game.poll_timeout()
    }

    /// Lets time pass, so that built-in players play.
    pub fn tick(&mut self, passed: Duration) {
        if self.dialog.is_none()
            && let Some(game) = &mut self.game
        {
            let played = game.tick(passed).map(|dialog| self.dialog = dialog);
            self.report(played);
        }
    }

    /// Handles an event. Of a terminal that is too small, only a new size and Ctrl-C.
    pub fn handle(&mut self, event: &Event) {
        if let Event::Resize(width, height) = event {
            // A page that fits again is drawn before keys act on it.
            self.is_too_small |= is_too_small(*width, *height);
        }
        match event {
            _ if is_control(event, 'z') => self.request = Some(Request::Suspend),
            _ if self.is_too_small => self.is_done |= is_control(event, 'c'),
            Event::Paste(text) => self.paste(text),
            _ => {
                if let Some(intent) = self.intent(event) {
                    self.apply(intent);
                }
            }
        }
    }

    fn intent(&self, event: &Event) -> Option<Intent> {
        let is_naming = self.game.is_none() && self.dialog.is_none() && self.start.is_naming();
        let of_key = match event {
            Event::Key(key) if key.kind == KeyEventKind::Release => None,
            // It answers a question also on a page where it does something else, or nothing.
            Event::Key(key) if self.dialog.is_some() && key.code == KeyCode::Enter => {
                Some(Intent::Act)
            }
            Event::Key(key) if is_naming => {
                text_intent(*key).filter(|intent| matches!(intent, Intent::Edit(_)))
            }
            _ => None,
        };
        let typing = match (&self.dialog, &self.game) {
            (Some(Dialog::Save { .. }), _) => Typing::Text,
            (None, Some(game)) if !game.shared.cursor.typed.is_empty() => Typing::FieldName,
            _ => Typing::Nothing,
        };
        of_key.or_else(|| self.keys().intent(event, typing))
    }

    fn apply(&mut self, intent: Intent) {
        let is_quiet = matches!(intent, Intent::Hover(..) | Intent::Redraw);
        if !is_quiet {
            self.show_notice(None);
        }
        if !is_quiet
            && !matches!(intent, Intent::Type(_))
            && let Some(game) = &mut self.game
        {
            game.shared.cursor.typed.clear();
        }
        if let Some(dialog) = self.dialog.take() {
            self.dialog = self.handle_dialog(dialog, intent);
            return;
        }
        match (intent, &mut self.game) {
            (Intent::Help, _) => self.dialog = Some(Dialog::Help(0)),
            (Intent::Quit, _) => self.dialog = Some(Dialog::Quit),
            (Intent::Unknown(key), _) => self.notice = Some(Notice::UnknownKey(key)),
            (Intent::Save, Some(_)) => self.dialog = Some(Dialog::save(false)),
            (Intent::Replay, Some(_)) => self.request = Some(Request::Replay),
            (Intent::New, Some(game)) if game.shared.session.is_remote() => {
                self.request = Some(Request::Reconnect);
            }
            (Intent::New, Some(game)) => {
                self.pace = game.shared.pace;
                self.game = None;
                // The next game is another one.
                self.start.setup.seed = self.start.setup.seed.wrapping_add(1);
            }
            (intent, Some(game)) => {
                let handled = game.handle(intent);
                let handled = handled.map(|dialog| self.dialog = dialog);
                self.report(handled);
            }
            (intent, None) => match self.start.handle(intent, &mut self.ui) {
                Some(FormLine::LastGame) => self.request = Some(Request::ResumeLast),
                Some(_) => {
                    self.begin();
                }
                None => {}
            },
        }
    }

    /// Adds pasted text to the text that is being typed. Elsewhere it would be keys that nobody
    /// pressed.
    fn paste(&mut self, text: &str) {
        let typed = match (&mut self.dialog, &self.game) {
            (Some(Dialog::Save { name, .. }), _) => Some((name, FILE_NAME_MAX)),
            (None, None) => self.start.typed_name().map(|name| (name, NAME_MAX)),
            _ => None,
        };
        let Some((typed, chars_max)) = typed else {
            return self.show_notice(Some(Notice::Message("paste-ignored")));
        };
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            edit(typed, TextChange::Append(letter), chars_max);
        }
        self.show_notice(None);
    }

    /// Shows an answer, or removes the last one; but why a game is stuck stays.
    fn show_notice(&mut self, notice: Option<Notice>) {
        if !self.game.as_ref().is_some_and(|game| game.shared.is_stuck) {
            self.notice = notice;
        }
    }

    /// Handles an intent in a dialog; returns the dialog that is shown then.
    fn handle_dialog(&mut self, mut dialog: Dialog, intent: Intent) -> Option<Dialog> {
        match (&mut dialog, intent) {
            (_, Intent::Hover(..) | Intent::Redraw | Intent::Wheel(_)) => {}
            (_, Intent::Cancel) => return None,
            (Dialog::Help(page), _) if *page + 1 < self.help_pages => *page += 1,
            (Dialog::Help(_), _) => return None,
            (Dialog::Quit, Intent::Act | Intent::Quit) => {
                self.is_done = true;
                return None;
            }
            (Dialog::Quit, Intent::Save) if self.save_state() != SaveState::Saved => {
                return Some(Dialog::save(true));
            }
            (Dialog::EndTurn(_), Intent::Act | Intent::EndTurn) => {
                let ended = self.game.as_mut().map_or(Ok(()), GameScreen::end_turn);
                self.report(ended);
                return None;
            }
            // The dialog stays open until the file is written.
            (Dialog::Save { name, .. }, Intent::Act) if !name.trim().is_empty() => {
                let path = name.trim().to_owned();
                self.request = Some(Request::Save(path));
            }
            (Dialog::Save { name, .. }, Intent::Edit(change)) => {
                edit(name, change, FILE_NAME_MAX);
            }
            _ => {}
        }
        Some(dialog)
    }

    fn keys(&self) -> Keys {
        let game = self.game.as_ref();
        game.map_or_else(StartPage::keys, GameScreen::keys)
    }

    fn rules(&self) -> Option<&RuleSet> {
        self.session().map(GameSession::rules)
    }

    fn save_state(&self) -> SaveState {
        let game = self.game.as_ref();
        game.map_or(SaveState::Saved, |game| game.save_state(self.is_logged))
    }

    /// Shows the reason of a failure, or why the script could not be written.
    fn report(&mut self, done: Result<(), Notice>) {
        if let Err(notice) = done {
            self.notice = Some(notice);
        }
        let log = self.game.as_mut().map(|game| game.shared.session.log_mut());
        if let Some(error) = log.and_then(ScriptLog::take_error) {
            self.notice = Some(Notice::Failed("log-failed", error));
        }
    }
}

/// Starting, resuming and saving games.
impl App {
    /// Starts the game that was set up; returns whether that was possible.
    pub fn begin(&mut self) -> bool {
        match self.begin_session() {
            Ok(session) => self.go_on(session),
            Err(notice) => self.notice = Some(notice),
        }
        self.game.is_some()
    }

    /// Shows the puzzles of the setup from a number on; returns whether there are any.
    pub fn begin_puzzles(&mut self, number: u32) -> bool {
        self.game = GameScreen::puzzles(&self.start.setup, number);
        self.game.is_some()
    }

    fn begin_session(&mut self) -> Result<GameSession, Notice> {
        let failed = |error| Notice::Failed("log-failed", error);
        let mut session = GameSession::begin(&self.start.setup)?;
        // A game that cannot start opens no file.
        if let Some(sink) = (self.open_log)(&self.start.setup).map_err(failed)? {
            session.log_mut().attach(sink, false).map_err(failed)?;
        }
        Ok(session)
    }

    /// Shows a game.
    pub fn go_on(&mut self, mut session: GameSession) {
        session.players.effort = self.effort;
        session.placing = self.start.setup.placing;
        self.start.forget_last();
        self.notice = None;
        let game = GameScreen::new(session, &self.start.setup, self.pace);
        let begun = self.game.insert(game).begin();
        self.report(begun);
    }

    /// Reports why the last game cannot be resumed.
    pub fn last_game_failed(&mut self, error: io::Error) {
        self.start.forget_last();
        self.notice = Some(Notice::Failed("last-failed", error));
    }

    /// Reports how saving went. After a failure the name can be changed.
    pub fn saved(&mut self, path: &str, result: io::Result<()>) {
        self.notice = Some(match result {
            Ok(()) => {
                if let Some(game) = &mut self.game {
                    game.shared.saved_bytes = game.shared.session.log().text().len();
                }
                if let Some(Dialog::Save { quits, .. }) = self.dialog.take() {
                    self.is_done |= quits;
                }
                Notice::File("saved", path.to_owned())
            }
            Err(error) => Notice::Failed("save-failed", error),
        });
    }
}

impl App {
    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        self.is_too_small = is_too_small(area.width, area.height);
        if self.is_too_small {
            self.ui.draw_too_small(area, buffer);
        } else {
            let notice = self.notice_text();
            match &mut self.game {
                Some(game) => game.draw(&self.ui, notice.clone(), area, buffer),
                None => self.start.draw(&self.ui, notice.clone(), area, buffer),
            }
            if let Some(dialog) = &self.dialog {
                let lines = match dialog {
                    Dialog::Help(page) => {
                        let keys = self.keys();
                        let lines = help_lines(&self.ui, &keys, self.rules(), area.width);
                        let rows = usize::from(area.height - BOX_ROWS);
                        let pages: Vec<_> = lines.chunks(rows).map(<[_]>::to_vec).collect();
                        self.help_pages = pages.len();
                        let page = (*page).min(pages.len().saturating_sub(1));
                        pages.into_iter().nth(page).unwrap_or_default()
                    }
                    question => question.lines(&self.ui, self.save_state(), notice, area.width),
                };
                draw_box(area, lines, buffer);
            }
        }
        if self.ui.theme.is_ascii {
            to_ascii(buffer);
        }
    }

    fn notice_text(&self) -> Option<String> {
        let notice = self.notice.as_ref()?;
        let view = self.game.as_ref().map(GameScreen::view);
        let rules = self.rules().unwrap_or(&self.start.setup.rules);
        Some(notice.text(&self.ui, rules, view.as_ref()))
    }
}

const fn is_too_small(width: u16, height: u16) -> bool {
    width < COLUMNS_MIN || height < ROWS_MIN
}

/// Whether a letter was pressed together with Ctrl.
fn is_control(event: &Event, letter: char) -> bool {
    let key = event.as_key_press_event();
    key.is_some_and(|key| {
        (key.code, key.modifiers) == (KeyCode::Char(letter), KeyModifiers::CONTROL)
    })
}
