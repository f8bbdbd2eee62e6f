//! Any line is a command that is written and read back unchanged, or an error with a
//! place in the line.
#![no_main]

use admiralty_core::game::Game;
use admiralty_core::interpreter::Session;
use admiralty_core::rules::RULE_SETS;
use admiralty_core::script::{Tokens, parse_command};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    for token in Tokens::new(line) {
        assert_eq!(&line[token.span()], token.text);
    }
    match parse_command(line) {
        Ok(command) => assert_eq!(parse_command(&command.to_bytes()), Ok(command)),
        Err(fault) => {
            assert!(fault.span().end <= line.len());
            let _ = (fault.explain(line), fault.suggestion(line));
        }
    }
    for rules in RULE_SETS {
        let mut session = Session::with_game(Game::new(rules));
        if let Err(failure) = session.line(line) {
            let _ = failure.diagnostic();
        }
    }
});
