//! The progress bar.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget};

use crate::cli::progress::style;

/// How many bytes are worth a bar, unless games are searched.
const BAR_BYTES_MIN: u64 = 1 << 22;

/// How often the bar is redrawn while no game is finished.
const TICK: Duration = Duration::from_millis(200);

/// A bar on standard error, if that is a terminal, in bytes of all files.
pub struct Progress {
    bar: ProgressBar,
    is_slow: bool,
    /// Whether standard output would be printed over the bar.
    prints_over_bar: bool,
}

impl Progress {
    /// A bar for files of this total size; `is_slow` if even a few bytes may take long.
    pub fn new(bytes: u64, is_slow: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::hidden());
        let style = style("{bar:30} {percent:>3} %, {elapsed} gone, {eta} left");
        Self {
            bar: bar.with_style(style),
            is_slow,
            prints_over_bar: io::stdout().is_terminal(),
        }
    }

    pub fn add(&self, bytes: u64) {
        self.bar.inc_length(bytes);
    }

    /// Shows the bar, if it is worthwhile.
    pub fn begin(&self) {
        let bytes = self.bar.length().unwrap_or_default();
        if self.is_slow || bytes >= BAR_BYTES_MIN {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            if self.is_slow {
                self.bar.enable_steady_tick(TICK);
            }
        }
    }

    /// Sets how many bytes are done.
    pub fn set(&self, bytes: u64) {
        self.bar.set_position(bytes);
    }

    /// Prints while the bar is hidden.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        if self.prints_over_bar {
            self.bar.suspend(print)
        } else {
            print()
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
