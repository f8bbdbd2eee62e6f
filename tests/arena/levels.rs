//! The order of strength of the players.

use super::report;
use crate::support::scaled;

/// Each level of the German game wins significantly against the one below. The last step,
/// which takes longest and is also tested by `solo`, is played only if the tests are
/// scaled up.
#[apply(trial)]
fn levels_differ_in_strength() {
    let steps = [
        ("hunt", "random", 10),
        ("parity", "hunt", 140),
        ("density", "parity", 40),
        ("posterior", "density", 80),
    ];
    let count = if scaled(1) > 1 { 4 } else { 3 };
    for (stronger, weaker, games) in steps.into_iter().take(count) {
        let args = format!("{stronger} {weaker} --rules german --seed 1 -g {games}");
        let report = report(&args, &[]);
        let pairing = &report["pairings"][0];
        let superiority = pairing["superiority"].as_f64().expect("a likelihood");
        assert!(superiority > 0.99, "{pairing}");
    }
}
