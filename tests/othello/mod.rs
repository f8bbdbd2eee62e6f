//! `admiralty othello` from outside, and the laws of the game.

mod faults;
mod files;
mod formats;
mod printed;
mod written;

use std::fs;
use std::path::Path;

use crate::support::Call;
use admiralty_othello::transcript::{
    AutoPass, CheckedGame, PlayedGame, TranscriptFormat, WrittenGames,
};
use admiralty_othello::{Color, Move, Position};
use proptest::prelude::*;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/othello");

fn fixture(name: &str) -> String {
    fs::read_to_string(Path::new(FIXTURES).join(name)).expect("a fixture")
}

#[apply(trial)]
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

#[apply(trial)]
fn wrong_arguments_are_refused() {
    for args in [
        "--format pdf",
        "--to pdf",
        "--json --to pgn",
        "there-is-none",
        "--format ggf",
        "--best",
        "--best 3",
        "--best greedy --to pgn",
        "--best greedy --lang en",
    ] {
        let output = Call::new(&format!("othello {args}")).output();
        assert_eq!(output.status.code(), Some(2), "{args}");
    }
}

/// An illegal move is printed byte for byte, as in the assignment; `--lang` is accepted with every
/// format, and changes only texts.
#[apply(trial)]
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

fn check(text: &str, auto_pass: AutoPass) -> CheckedGame {
    let mut games =
        WrittenGames::new(text.as_bytes(), TranscriptFormat::Plain).expect("no database");
    let game = games.next().expect("a game").expect("it can be read");
    game.check(auto_pass)
}

proptest! {
    /// Legal games are accepted, in any spelling, and with the passes left out.
    #[apply(trial)]
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

    #[apply(trial)]
    fn the_greedy_player_turns_the_most_discs(choices in prop::collection::vec(any::<usize>(), 0..60)) {
        let position = written::play(PlayedGame::new(Position::start()), &choices).position();
        let player = position.to_move();
        let discs = |played: Move| position.play(played).expect("it is legal").board().count(player);
        let squares = position.legal_squares().into_iter();
        let most = squares.map(|square| discs(Move::Disc(square))).max();
        match position.greedy() {
            None => prop_assert!(position.is_over()),
            Some(Move::Pass) => prop_assert!(most.is_none() && position.play(Move::Pass).is_ok()),
            Some(best) => prop_assert_eq!(Some(discs(best)), most),
        }
    }
}
