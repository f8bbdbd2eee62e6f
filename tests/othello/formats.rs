//! Detection of formats, and separation of games.

use std::fs;
use std::path::Path;

use admiralty_othello::transcript::{AutoPass, TranscriptFormat, WrittenGames, detect, write};

use super::fixture;
use super::printed::untimed;
use crate::support::{Call, skip};

pub fn detected(text: &[u8]) -> WrittenGames<'_> {
    WrittenGames::new(text, detect(text)).expect("no database")
}

#[apply(trial)]
fn a_game_in_one_word_may_leave_out_passes() {
    let moves: String = fixture("assignment.txt").split_whitespace().collect();
    let moves = moves.trim_end_matches('-');
    for text in [
        moves.to_owned(),
        format!("\n% a comment\n{moves} 33-0\r\n\n"),
        moves[..16].to_owned(),
    ] {
        assert_eq!(detect(text.as_bytes()), TranscriptFormat::Lines, "{text}");
    }
    for text in [
        &moves[..14],
        &format!("{moves} a1"),
        &moves[2..],
        "pass".repeat(9).as_str(),
    ] {
        assert_eq!(detect(text.as_bytes()), TranscriptFormat::Plain, "{text}");
    }
}

#[apply(trial)]
fn lines_that_begin_with_percent_are_comments() {
    let text = "% one\nf5d6c3d3c4f4c5b3\n  % two\n% three\nf5d6c3d3c4f4c5b3\n% four";
    assert_eq!(detect(text.as_bytes()), TranscriptFormat::Lines);
    for (text, count) in [(text, 2), ("% one\nd3 c3\n % two\nc4 e3\n% three", 1)] {
        let games = detected(text.as_bytes());
        let games: Vec<_> = games.map(|game| game.expect("it can be read")).collect();
        assert_eq!(games.len(), count);
        for game in games {
            assert_eq!(game.check(AutoPass::Off).fault, None, "{text}");
        }
    }
}

#[apply(trial)]
fn one_game_over_many_lines_stays_one() {
    let game = fixture("assignment.txt");
    let moves: String = game.split_whitespace().collect();
    // After 28, the second line begins with e6, as a game could.
    for width in [2, 16, 18, 20, 28, 58] {
        let lines: Vec<_> = moves
            .as_bytes()
            .chunks(width)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect();
        let text = lines.join("\n");
        assert_eq!(detect(text.as_bytes()), TranscriptFormat::Plain, "{text}");
    }
    let twice = format!("{moves}\n\n{moves}\n");
    assert_eq!(detect(twice.as_bytes()), TranscriptFormat::Lines);
}

#[apply(trial)]
fn tags_begin_a_game_after_moves_and_after_an_empty_line() {
    for (text, games) in [
        ("[Event \"x\"]\n[Date \"y\"]\n\n1. d3", 1),
        ("[Event \"x\"] [Date \"y\"] 1. d3", 1),
        ("[Event \"x\"]\n\n[Date \"y\"]\n1. d3", 2),
        ("[Event \"x\"] 1. d3 [Date \"y\"] c4", 2),
        ("1. d3 * d3 33-31 {at last} 1-0", 3),
    ] {
        let found = detected(text.as_bytes());
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), games, "{text}");
        assert!(found.iter().all(Result::is_ok), "{text}");
    }
}

#[apply(trial)]
fn quotes_within_a_value_are_part_of_it() {
    for (tag, event) in [
        ("[Event \"Parties du \"Coq\"\"]", "Parties du \"Coq\""),
        (
            "[Event \"the \"Open\", in Rome\" ] [Date \"1985\"]",
            "the \"Open\", in Rome",
        ),
        ("[Event \"\"\"\"]", "\"\""),
        ("[Event \"a \\\"b\\\"]\"]", "a \"b\"]"),
    ] {
        let text = format!("{tag}\n1. d3 c3");
        assert_eq!(detect(text.as_bytes()), TranscriptFormat::Pgn);
        let mut games = detected(text.as_bytes());
        let game = games.next().expect("a game").expect("it can be read");
        assert_eq!(game.tags.event, Some(event.into()), "{tag}");
        assert_eq!((game.words.len(), games.next()), (2, None), "{tag}");
        // And it is written so that anybody can read it.
        let written =
            write(&game.check(AutoPass::Off).game, TranscriptFormat::Pgn).expect("it is written");
        let again = WrittenGames::new(&written, TranscriptFormat::Pgn)
            .expect("no database")
            .next();
        let again = again.expect("a game").expect("it can be read");
        assert_eq!(again.tags.event, Some(event.into()), "{tag}");
    }
}

#[apply(trial)]
fn every_game_of_a_year_is_legal_in_every_format() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/othello/WTH_1985.wtb");
    let Ok(bytes) = fs::read(&path) else {
        let reason = format!("there is no {}", path.display());
        skip("every_game_of_a_year_is_legal_in_every_format", &reason);
        return;
    };
    let summary = "954 games of 1985 in # ms\n\
        946 finished, 8 unfinished, 0 with an illegal move\n\
        of the finished games, black won 442, white won 474, 30 were drawn\n\
        on average they have 31.87 black and 32.05 white discs\n";
    let call = Call::new("othello").stdin(&bytes);
    assert_eq!(untimed(&call), (summary.to_owned(), String::new(), Some(0)));
    for format in TranscriptFormat::ALL {
        if format == TranscriptFormat::Plain {
            continue;
        }
        let output = Call::new(&format!("othello --to {format}"))
            .stdin(&bytes)
            .output();
        assert_eq!((output.stderr.len(), output.status.code()), (0, Some(0)));
        assert_eq!(detect(&output.stdout), format);
        let (again, notes, _) = untimed(&Call::new("othello").stdin(&output.stdout));
        let expected = match format {
            TranscriptFormat::Wthor => summary.to_owned(),
            _ => summary.replace(" of 1985", ""),
        };
        assert_eq!((again, notes), (expected, String::new()), "{format}");
    }
}
