//! Starting, resuming and saving games.

use std::io;

use super::super::dialog::Dialog;
use super::super::game::GameScreen;
use super::super::notice::Notice;
use super::App;
use crate::play::GameSession;

impl App {
    /// Starts the game that is set up; returns whether that was possible.
    pub fn begin(&mut self) -> bool {
        match self.begin_session() {
            Ok(session) => self.go_on(session),
            Err(notice) => self.notice = Some(notice),
        }
        self.game.is_some()
    }

    fn begin_session(&mut self) -> Result<GameSession, Notice> {
        let failed = |error| Notice::Failed("log-failed", error);
        let mut session = GameSession::begin(&self.start.setup)?;
        // A game that cannot start takes no file.
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
