//! Progress bars, in a terminal.

use crate::play::terminal::{PROGRAM, Terminal};

/// Before anything is done, nobody knows how long the rest takes.
#[apply(trial)]
fn the_first_bar_tells_no_time() {
    for (players, progress, is_known) in [
        ("random 'live:sleep 99' --no-sandbox", " 0/50 pairs", false),
        ("random hunt --games 100000000", " left", true),
    ] {
        let Some(terminal) = Terminal::new() else {
            return;
        };
        terminal.run(&format!("{PROGRAM} arena {players} -j 1"));
        let screen = terminal.wait_for(progress);
        for text in ["/s, ", " left"] {
            assert_eq!(screen.contains(text), is_known, "{screen}");
        }
    }
}
