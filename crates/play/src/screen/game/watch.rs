//! Watching a game of two built-in players.

use std::time::Duration;

use super::super::keys::{BOARD, ENTER, Keys, PAGES, key, letters};
use super::super::{Intent, ScreenPage};
use super::context::DrawContext;
use super::{Next, Notice, Page, SharedGame};

pub(super) struct WatchPage;

impl Page for WatchPage {
    fn keys(&self) -> Keys {
        Keys {
            page: ScreenPage::Watch,
            hints: vec![
                letters("p", "hint-pause", &[Intent::Pause]),
                key(ENTER, "hint-single"),
                letters(
                    "+ -",
                    "hint-speed",
                    &[Intent::Speed(true), Intent::Speed(false)],
                ),
                BOARD,
                PAGES,
            ],
            mouse: Some("mouse-watch"),
        }
    }

    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice> {
        match intent {
            Intent::Pause => game.pace.is_paused = !game.pace.is_paused,
            Intent::Speed(is_up) | Intent::Wheel(is_up) => game.pace.change(is_up),
            Intent::Single => {
                game.pace.is_paused = true;
                if !game.session.is_over() {
                    game.play_computer_turn()?;
                    return Ok(Next::Go);
                }
            }
            intent => return Ok(game.browse(intent)),
        }
        Ok(Next::Stay)
    }

    fn active_hint(&self, cx: &DrawContext<'_>, id: &'static str) -> Option<&'static str> {
        match id {
            "hint-pause" if cx.game.pace.is_paused => Some("hint-go-on"),
            id => Some(id),
        }
    }

    fn lead(&self, game: &SharedGame) -> Option<&'static str> {
        game.pace.is_paused.then_some("watch-paused")
    }
}

const DELAY_MIN: Duration = Duration::from_millis(20);
const DELAY_MAX: Duration = Duration::from_millis(5120);
const DELAY_DEFAULT: Duration = Duration::from_millis(640);

/// The timer between turns that are watched.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Pace {
    pub is_paused: bool,
    delay: Duration,
    waited: Duration,
}

impl Pace {
    pub const fn new() -> Self {
        Self {
            is_paused: false,
            delay: DELAY_DEFAULT,
            waited: Duration::ZERO,
        }
    }

    /// Plays twice as fast, or half as fast.
    pub fn change(&mut self, is_faster: bool) {
        let delay = if is_faster {
            self.delay / 2
        } else {
            self.delay * 2
        };
        self.delay = delay.clamp(DELAY_MIN, DELAY_MAX);
    }

    /// Waits the whole delay again.
    pub const fn restart(&mut self) {
        self.waited = Duration::ZERO;
    }

    /// The time until the next turn; `None` while paused.
    pub fn remaining(&self) -> Option<Duration> {
        (!self.is_paused).then(|| self.delay.saturating_sub(self.waited))
    }

    /// Lets time pass; returns whether the next turn is due.
    pub fn tick(&mut self, passed: Duration) -> bool {
        if !self.is_paused {
            self.waited += passed;
        }
        !self.is_paused && self.waited >= self.delay
    }
}
