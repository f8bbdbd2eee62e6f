//! Any bytes are games or faults in every format; legal games that are written are read
//! back unchanged.
#![no_main]

use admiralty_othello::transcript::{
    AutoPass, PlayedGame, TranscriptFormat, WrittenGames, detect, write,
};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/suite/othello/kept.rs"]
mod kept;

use kept::kept_by;

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

fuzz_target!(|text: &[u8]| {
    let _ = detect(text);
    for format in TranscriptFormat::ALL {
        let Ok(games) = WrittenGames::new(text, format) else {
            continue;
        };
        for game in games {
            let Ok(game) = game else {
                continue;
            };
            for auto_pass in [AutoPass::Off, AutoPass::On] {
                let checked = game.clone().check(auto_pass);
                let _ = checked.game.result_agrees();
                check_written(&checked.game);
            }
        }
    }
});
