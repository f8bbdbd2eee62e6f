//! `admiralty othello` from outside, and the laws of the game.

mod advice;
mod faults;
mod files;
mod formats;
mod kept;
mod printed;
mod written;

use std::fs;
use std::path::Path;

use crate::support::Call;
use crate::support::markup::words;
use admiralty::othello::transcript::{AutoPass, Checked, Format, Games, PlayedGame};
use admiralty::othello::{Color, Move, Position};
use proptest::prelude::*;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/othello");

fn fixture(name: &str) -> String {
    fs::read_to_string(Path::new(FIXTURES).join(name)).expect("a fixture")
}

/// The diagram names the discs of the printed board, and has one circle for each black disc, two
/// for each white one, and one for each of the four dots.
#[test]
fn a_diagram_shows_the_printed_board() {
    for (game, last) in [
        ("c4 e3 f6 e6", "e6"),
        ("", ""),
        (&fixture("assignment.txt"), "h2"),
    ] {
        let svg = Call::new("othello --svg -").stdin(game).output().stdout;
        let svg = String::from_utf8(svg).expect("UTF-8");
        let printed = Call::new("othello").stdin(game).output().stdout;
        let printed = String::from_utf8(printed).expect("UTF-8");
        let discs = |disc: char| -> Vec<String> {
            let rows = printed.lines().skip(1).take(8).enumerate();
            let squares = rows.flat_map(|(row, line)| {
                let found = "abcdefgh".chars().zip(line.chars().skip(1));
                let found = found.filter(move |(_, glyph)| *glyph == disc);
                found.map(move |(column, _)| format!("{column}{}", row + 1))
            });
            squares.collect()
        };
        let (black, white) = (discs('N'), discs('B'));
        let listed = format!("black: {}; white: {}", black.join(" "), white.join(" "));
        let last = if last.is_empty() {
            String::new()
        } else {
            format!("; last move: {last}")
        };
        let words = words(&svg);
        assert!(words.contains(&format!("{listed}{last}")), "{words:?}");
        let circles = svg.matches("<circle").count();
        assert_eq!(circles, 4 + black.len() + 2 * white.len());
        assert!(svg.len() < 8000, "{}", svg.len());
    }
    let several = Call::new(&format!("othello --svg - {FIXTURES}/several.pgn")).output();
    assert_eq!(several.status.code(), Some(2));
    let error = String::from_utf8_lossy(&several.stderr);
    assert!(error.contains("has several games"), "{error}");
    let unwritten = Call::new("othello --svg /does/not/exist")
        .stdin("c4")
        .output();
    assert_eq!(unwritten.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unwritten.stdout).contains("pedine"));
}

#[test]
fn the_game_of_the_assignment_is_checked() {
    let game = fixture("assignment.txt");
    let answer = fixture("assignment.out");
    Call::new("othello -").stdin(&game).expect(&answer, "", 0);
    Call::new("othello")
        .arg(format!("{FIXTURES}/assignment.txt"))
        .expect(&answer, "", 0);
    let moves = game.trim_end().strip_suffix(" --").expect("the last pass");
    for text in [
        game.clone(),
        // Without the pass after the end, and with some more.
        moves.to_owned(),
        format!("{game} -- -- --"),
        // With all kinds of white space, and without.
        moves.replace(' ', "\t\r\n "),
        moves.split_whitespace().collect(),
    ] {
        Call::new("othello").stdin(text).expect(&answer, "", 0);
    }
}

#[test]
fn counting_names_its_convention() {
    let output = Call::new("othello perft 9").output();
    let text = String::from_utf8(output.stdout).expect("text");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("a pass costs a ply, a finished game counts as 1")
    );
    let counts: Vec<_> = lines
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    // The published counts. The first pass is at depth 9.
    assert_eq!(
        counts.join(" "),
        "4 12 56 244 1396 8200 55092 390216 3005288"
    );
    let divided = "a pass costs no ply, a finished game counts as 1\nd3 751330\nc4 751330\nf5 751330\ne6 751330\n3005320\n";
    Call::new("othello perft 9 --divide --free-passes").expect(divided, "", 0);
}

#[test]
fn wrong_arguments_are_refused() {
    for args in [
        "--format pdf",
        "--to pdf",
        "--json --to pgn",
        "there-is-none",
        "--best 3 --annotate",
        "--best 0",
        "--best 61",
        "--annotate=0",
        "--best x",
        "--best 2 --to ggf",
        "--time 1",
        "--best 2 --time 0",
        "--best 2 --lang en",
        "perft 0",
        "perft 121",
        "perft x",
        "x perft 3",
    ] {
        let output = Call::new(&format!("othello {args}")).output();
        assert_eq!(output.status.code(), Some(2), "{args}");
    }
}

/// An illegal move is printed byte for byte, as in the assignment; `--lang` is accepted with every
/// format, and changes only texts.
#[test]
fn every_mode_has_a_language() {
    let output = Call::new("othello").stdin(b"c4 \xe9\x1b[7m").output();
    assert_eq!(output.stdout, b"\xe9\x1b[7m Bianco\n");
    for mode in ["--json", "--to pgn", "--to lines"] {
        let [plain, english, italian] = ["", "--lang en", "--lang it"].map(|language| {
            let call = Call::new(&format!("othello {mode} {language}"));
            call.stdin("d3 c3 c4").output().stdout
        });
        assert!(!plain.is_empty());
        assert_eq!([&english, &italian], [&plain, &plain], "{mode}");
    }
    let games = fixture("assignment.txt").replace('\n', " ") + "\nd3 d4\nd3\n";
    for (language, expected) in [
        ("", "1 finished, 1 unfinished, 1 with an illegal move\n"),
        (
            "--lang en",
            "1 finished, 1 unfinished, 1 with an illegal move\n",
        ),
        (
            "--lang it",
            "finite: 1, non finite: 1, con una mossa non lecita: 1\n",
        ),
    ] {
        let call = Call::new(&format!("othello --format lines {language}")).stdin(&games);
        let found = String::from_utf8(call.output().stdout).expect("UTF-8");
        assert!(found.contains(expected), "{found}");
    }
}

/// Blocks marked `othello` with arguments are followed by a block with the output.
#[test]
fn the_document_is_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/OTHELLO.md");
    let document = std::fs::read_to_string(path).expect("the document is there");
    let mut blocks = document.split("```").skip(1).step_by(2);
    let mut count = 0;
    while let Some(block) = blocks.next() {
        let Some((args, game)) = block.split_once('\n') else {
            continue;
        };
        if args.starts_with("othello") {
            let answer = blocks.next().and_then(|block| block.strip_prefix("text\n"));
            let output = Call::new(args).stdin(game).output();
            assert_eq!(
                Some(String::from_utf8_lossy(&output.stdout).as_ref()),
                answer
            );
            count += 1;
        }
    }
    assert_eq!(count, 6);
}

fn check(text: &str, auto_pass: AutoPass) -> Checked {
    let mut games = Games::new(text.as_bytes(), Format::Plain).expect("no database");
    let game = games.next().expect("a game").expect("it can be read");
    game.check(auto_pass)
}

proptest! {
    /// Legal games are accepted, in any spelling, and with the passes left out.
    #[test]
    fn a_played_game_is_legal(choices in prop::collection::vec(any::<usize>(), 0..130), upper: bool, apart: bool) {
        let game = written::play(PlayedGame::new(Position::start()), &choices);
        let mut moves = game.moves().to_vec();
        let write = |moves: &[Move]| {
            let words: Vec<_> = moves.iter().map(Move::to_string).collect();
            let text = words.join(if apart { " " } else { "" });
            if upper { text.to_uppercase() } else { text }
        };
        let checked = check(&write(&moves), AutoPass::Off);
        prop_assert_eq!(checked.fault, None);
        prop_assert_eq!(checked.game.position(), game.position());
        prop_assert_eq!(checked.game.moves(), &moves);
        // A pass at the end is not put in, for want of a move.
        while moves.last() == Some(&Move::Pass) {
            moves.pop();
        }
        let squares: Vec<_> = moves.iter().copied().filter(|played| *played != Move::Pass).collect();
        let checked = check(&write(&squares), AutoPass::On);
        prop_assert_eq!(checked.fault, None);
        prop_assert_eq!(checked.game.moves(), &moves);
        let discs = Color::BOTH.map(|color| checked.game.position().board().count(color));
        prop_assert_eq!(discs[0] + discs[1] + checked.game.position().board().empties(), 64);
    }
}
