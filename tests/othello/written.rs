//! Laws of writing games and reading them again.

use crate::support::case_count;
use admiralty_othello::transcript::{
    AutoPass, CheckedGame, PlayedGame, ReportedResult, TranscriptFormat, TranscriptWriter,
    WriteError, WrittenGames, detect, write,
};
use admiralty_othello::{Color, DiscBoard, IllegalMove, Move, Position, Square};
use proptest::prelude::*;

use crate::oracles::kept_by;

/// Plays on, as the choices say.
pub fn play(mut game: PlayedGame, choices: &[usize]) -> PlayedGame {
    for choice in choices {
        let squares = game.position().legal_squares();
        let played = match squares.get(choice % squares.len().max(1)) {
            Some(&square) => Move::Disc(square),
            None => Move::Pass,
        };
        if let Err(error) = game.play(played) {
            assert_eq!(error, IllegalMove::GameOver);
            assert!(game.is_finished());
            break;
        }
    }
    game
}

/// All games of a text, which are legal.
fn read(text: &[u8], format: TranscriptFormat) -> Vec<PlayedGame> {
    let games = WrittenGames::new(text, format).expect("no broken database");
    let played = games.map(|game| {
        let game = game.unwrap_or_else(|error| panic!("{format}: {error}"));
        let CheckedGame { game, fault } = game.check(format.auto_pass());
        assert_eq!(fault, None, "{format}");
        game
    });
    played.collect()
}

/// Whether a text of that one game is known for what it is.
fn is_detected(format: TranscriptFormat, game: &PlayedGame) -> bool {
    let squares = game.moves().iter().filter(|played| **played != Move::Pass);
    // A short line is a plain game.
    format != TranscriptFormat::Lines || squares.count() >= 8
}

fn boards() -> impl Strategy<Value = Position> {
    (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(black, white, is_black)| {
        let mut board = DiscBoard::empty();
        for (index, square) in Square::all().enumerate() {
            let disc = match (black >> index & 1, white >> index & 1) {
                (1, 0) => Some(Color::Black),
                (0, 1) => Some(Color::White),
                _ => None,
            };
            board.set(square, disc);
        }
        let to_move = if is_black { Color::Black } else { Color::White };
        Position::new(board, to_move)
    })
}

fn values() -> impl Strategy<Value = Option<String>> {
    prop::option::of(r#"[a-z(]( ?[\]\[\\"(;){}%é-]){0,8}[A-Z.]"#)
}

proptest! {
    #![proptest_config(case_count(100))]

    #[apply(trial)]
    fn a_written_game_is_read_again(
        choices in prop::collection::vec(any::<usize>(), 0..130),
        board in prop::option::of(boards()),
        values in prop::array::uniform4(values()),
    ) {
        let start = board.unwrap_or_else(Position::start);
        let mut game = play(PlayedGame::new(start), &choices);
        let [black, white, event, date] = values.map(|value| value.map(Into::into));
        game.tags.black = black;
        game.tags.white = white;
        game.tags.event = event;
        game.tags.date = date;
        for format in TranscriptFormat::ALL {
            let text = match write(&game, format) {
                Ok(text) => text,
                Err(WriteError::Start) => {
                    prop_assert!(start != Position::start());
                    continue;
                }
                Err(WriteError::NoMoves) => {
                    prop_assert!(game.moves().is_empty());
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            let shown = String::from_utf8_lossy(&text);
            if is_detected(format, &game) {
                prop_assert_eq!(detect(&text), format, "{}", shown);
            }
            let found = read(&text, format);
            prop_assert_eq!(found.len(), 1, "{}", shown);
            let found = &found[0];
            prop_assert_eq!(kept_by(format, found), kept_by(format, &game), "{}", &shown);
            if format == TranscriptFormat::Pgn {
                prop_assert_eq!(&found.tags, &game.tags, "{}", &shown);
            }
            if game.is_finished() && matches!(format, TranscriptFormat::Pgn | TranscriptFormat::Wthor) {
                prop_assert_eq!(found.result_agrees(), Some(true), "{}", shown);
            }
        }
    }

    #[apply(trial)]
    fn written_games_are_read_again(
        choices in prop::collection::vec(prop::collection::vec(any::<usize>(), 8..70), 2..5),
    ) {
        let games: Vec<_> = choices
            .iter()
            .map(|choices| {
                // All begin with d3, so that lines are known for games.
                let mut game = PlayedGame::new(Position::start());
                game.play("d3".parse().expect("a move")).expect("it is legal");
                play(game, choices)
            })
            .collect();
        for format in TranscriptFormat::ALL.into_iter().filter(|format| *format != TranscriptFormat::Plain) {
            let mut writer = TranscriptWriter::new(Vec::new(), format);
            for game in &games {
                writer.game(game).expect("it is written");
            }
            let text = writer.finish().expect("a vector takes everything");
            prop_assert_eq!(detect(&text), format);
            let found = read(&text, format);
            prop_assert_eq!(found.len(), games.len());
            for (found, game) in found.iter().zip(&games) {
                prop_assert_eq!(kept_by(format, found), kept_by(format, game));
            }
        }
    }

    /// Readers take everything, and what they make of it can be written.
    #[apply(trial)]
    fn any_text_is_read(text in r#"(\(|;|\)|\[|\]|"|\[FEN "|d3|c5|1\.|--|\{|\}|[XO*-]{64} [XO]|[ \n:+\\$]){0,40}"#) {
        for format in TranscriptFormat::ALL {
            let Ok(games) = WrittenGames::new(text.as_bytes(), format) else {
                prop_assert_eq!(format, TranscriptFormat::Wthor);
                continue;
            };
            for game in games.flatten() {
                let checked = game.check(AutoPass::On);
                for format in TranscriptFormat::ALL {
                    if let Ok(text) = write(&checked.game, format) {
                        prop_assert_eq!(read(&text, format).len(), 1);
                    }
                }
            }
        }
    }
}

#[apply(trial)]
fn a_result_of_a_game_that_was_broken_off_is_kept() {
    let mut game = PlayedGame::new(Position::start());
    game.play("d3".parse().expect("a move"))
        .expect("it is legal");
    game.reported = Some(ReportedResult::Counts {
        black: 40,
        white: 24,
    });
    for format in [TranscriptFormat::Pgn, TranscriptFormat::Wthor] {
        let text = write(&game, format).expect("it is written");
        assert_eq!(read(&text, format)[0].reported, game.reported, "{format}");
    }
}

#[apply(trial)]
fn what_a_format_cannot_tell_is_refused() {
    let mut game = PlayedGame::new(Position::start());
    assert!(matches!(
        write(&game, TranscriptFormat::Lines),
        Err(WriteError::NoMoves)
    ));
    let mut writer = TranscriptWriter::new(Vec::new(), TranscriptFormat::Plain);
    writer.game(&game).expect("the first is written");
    assert!(matches!(writer.game(&game), Err(WriteError::Several)));
    game = PlayedGame::new(Position::new(DiscBoard::start(), Color::White));
    for format in [
        TranscriptFormat::Plain,
        TranscriptFormat::Lines,
        TranscriptFormat::Wthor,
    ] {
        assert!(matches!(write(&game, format), Err(WriteError::Start)));
    }
}
