//! Game records of Othello.

use admiralty_othello::transcript::{
    AutoPass, DatabaseNames, PlayedGame, TranscriptFormat, WrittenGames, detect, write,
};
use admiralty_othello::{Move, Position};

/// Any text is games or errors in the formats of plain moves.
pub fn othello(text: &[u8]) {
    read(text, detect(text));
    read(text, TranscriptFormat::Plain);
    read(text, TranscriptFormat::Lines);
}

/// Any text is games or errors in the format of numbered moves.
pub fn pgn(text: &[u8]) {
    read(text, TranscriptFormat::Pgn);
}

/// Any bytes are a database or an error, and a list of names for databases or an error.
pub fn wthor(bytes: &[u8]) {
    read(bytes, TranscriptFormat::Wthor);
    let mut names = DatabaseNames::default();
    let _ = names.set_players(bytes.to_vec());
    let _ = names.set_tournaments(bytes.to_vec());
    if let Ok(games) = WrittenGames::new(bytes, TranscriptFormat::Wthor) {
        games.with_names(&names).for_each(drop);
    }
}

/// Reads the games of a text, and checks the legal part of each.
fn read(text: &[u8], format: TranscriptFormat) {
    let Ok(games) = WrittenGames::new(text, format) else {
        return;
    };
    for game in games.flatten() {
        for auto_pass in [AutoPass::Off, AutoPass::On] {
            let checked = game.clone().check(auto_pass);
            let _ = checked.game.result_agrees();
            check_written(&checked.game);
        }
    }
}

/// Checks that a legal game is read as it was written, in all formats.
fn check_written(game: &PlayedGame) {
    for format in TranscriptFormat::ALL {
        let Ok(text) = write(game, format) else {
            continue;
        };
        // A single short line is detected as a plain game.
        assert!(format == TranscriptFormat::Lines || detect(&text) == format);
        let mut games = WrittenGames::new(&text, format).expect("no broken database");
        let again = games.next().expect("a game").expect("it can be read");
        let again = again.check(format.auto_pass());
        assert_eq!(again.fault, None);
        assert_eq!(kept_by(format, &again.game), kept_by(format, game));
        if format == TranscriptFormat::Pgn {
            assert_eq!(again.game.tags, game.tags);
        }
        assert!(games.next().is_none());
    }
}

/// The parts of a game that a format keeps.
pub fn kept_by(format: TranscriptFormat, game: &PlayedGame) -> (Position, Vec<Move>) {
    let mut moves = game.moves().to_vec();
    match format {
        // A pass at the end is not put in, for want of a move.
        TranscriptFormat::Lines | TranscriptFormat::Wthor => {
            while moves.last() == Some(&Move::Pass) {
                moves.pop();
            }
        }
        _ => {}
    }
    (game.start(), moves)
}
