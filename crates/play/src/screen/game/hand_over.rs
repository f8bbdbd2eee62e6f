//! The pages between the turns of two people.

use super::super::keys::{BOARD, ENTER, Keys, PAGES, key};
use super::super::{Intent, ScreenPage};
use super::{Next, Notice, Page, SharedGame};

/// A turn is over; its player still sees the boards.
pub(super) struct HandOverPage;

/// No boards, until the other person is at the keyboard.
pub(super) struct HiddenPage;

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
