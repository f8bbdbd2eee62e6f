//! Progress bars on standard error.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::Instant;

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::error::say;

/// A bar of this style, if standard error is a terminal.
pub fn bar(count: u64, style: ProgressStyle) -> ProgressBar {
    if io::stderr().is_terminal() {
        ProgressBar::new(count).with_style(style)
    } else {
        ProgressBar::hidden()
    }
}

pub fn count_bar(count: u64, things: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {things}{{left}}");
    bar(count, style(&template))
}

/// A style in which `{rate}` is the number of things done per second, and `{left}` the time left.
/// Both begin with a comma, and are empty until something is done.
pub fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.expect("the templates of this program are valid");
    let known = |state: &ProgressState| Some(state.per_sec()).filter(|&rate| rate > 0.0);
    let rate = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = known(state).map(|rate| write!(out, ", {rate:.0}/s"));
    };
    let left = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = known(state).map(|_| write!(out, ", {:#} left", HumanDuration(state.eta())));
    };
    style.with_key("rate", rate).with_key("left", left)
}

/// Prints how long a number of things took, and how many a second that is, if standard error is a
/// terminal. It is not part of the report, which does not depend on time.
pub fn say_rate(count: u64, things: &str, begun: Instant) {
    let seconds = begun.elapsed().as_secs_f64();
    let rate = count as f64 / seconds.max(1e-9);
    if io::stderr().is_terminal() {
        say(&format!("{count} {things} in {seconds:.2} s: {rate:.0}/s"));
    }
}
