//! The page and the chart of `admiralty solo`.

use serde_json::Value;

use crate::support::markup::{words, words_of_page};
use crate::support::{Call, text};

const SOLO: &str = "solo --rules msx --games 60 --strategy hunt,random,parity";

fn printed(args: &str) -> String {
    let output = Call::new(&format!("{SOLO} {args}")).output();
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The page has the figures of the JSON report of each player, in its charts, too.
#[apply(trial)]
fn a_page_shows_the_figures_of_the_report() {
    let page = printed("--html -");
    let words = words_of_page(&page);
    let has = |figure: String| assert!(words.contains(&figure), "{figure} in {words:?}");
    let reports: Value = serde_json::from_str(&printed("--json")).expect("JSON");
    for report in reports.as_array().expect("three reports") {
        for numbers in [&report["shots"], &report["misses"]] {
            let number = |name: &str| numbers[name].as_f64().expect("a number");
            let (mean, error) = (number("mean"), 1.96 * number("standard_error"));
            has(format!("{mean:.3} ± {error:.3}"));
            has(numbers["worst"].to_string());
        }
        has(report["strategy"].as_str().expect("a name").to_owned());
    }
    assert_eq!(reports.as_array().map(Vec::len), Some(3));
}

/// Each player has ten first shots in each game.
#[apply(trial)]
fn heat_maps_add_up() {
    let page = printed("--html -");
    let maps: Vec<_> = page
        .split("<svg")
        .filter(|svg| svg.contains("The first 10 shots"))
        .collect();
    assert_eq!(maps.len(), 3);
    for map in maps {
        let end = map.find("</svg>").expect("its end");
        let words = words(&format!("<svg{}</svg>", &map[..end]));
        let values = words.iter().filter_map(|word| word.parse::<u32>().ok());
        // In per cent, without decimals, and the numbers of rows and columns.
        let total = values.sum::<u32>() - 2 * 45;
        assert!((950..=1050).contains(&total), "{total}");
    }
}

#[apply(trial)]
fn pages_do_not_depend_on_threads() {
    assert_eq!(printed("--html - -j 1"), printed("--html - -j 3"));
}

/// A full disk: the exit code reports it, and the results are printed.
#[cfg(target_os = "linux")]
#[apply(trial)]
fn a_page_that_cannot_be_written_loses_no_result() {
    let output = Call::new("solo --strategy hunt --games 20 --html /dev/full").output();
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("cannot write /dev/full: No space left"),
        "{error}"
    );
    assert!(text(&output.stdout).starts_with("hunt against hasbro"));
}
