//! Progress bars on standard error.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of this style, if standard error is a terminal.
pub fn bar(count: u64, style: ProgressStyle) -> ProgressBar {
    if io::stderr().is_terminal() {
        ProgressBar::new(count).with_style(style)
    } else {
        ProgressBar::hidden()
    }
}

/// A bar that counts things.
pub fn count_bar(count: usize, things: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {things}, {{eta}} left");
    bar(count as u64, style(&template))
}

/// The style of a template.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates of this program are valid")
}

/// How long a number of games took, and how many a second that is.
pub fn rate(games: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate is rounded")]
    let rate = games as f64 / seconds.max(1e-9);
    format!("in {seconds:.2} s: {rate:.0} games/s")
}
