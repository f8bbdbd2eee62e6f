//! Lines that fail in any state of the game.

use super::command_writer::CommandWriter;
use admiralty_core::rng::Rng;
use admiralty_core::script::{Keyword, Reason, Tag};

/// How many lines are drawn for a reason.
const DRAWS: u32 = 60;

/// Writes a line that is malformed or misplaced; returns whether one was found.
pub(super) fn break_form(writer: &mut CommandWriter) -> bool {
    let reason = writer.rng.choose(&[
        Reason::UnknownCommand,
        Reason::InvalidArguments,
        Reason::InvalidArguments,
        Reason::CommandNotAvailable,
        Reason::CommandNotAvailable,
        Reason::GroupNotClosed,
    ]);
    if writer.draft.group().is_none() && !writer.rng.one_in(4) {
        let is_state = writer.rng.one_in(2);
        writer.enter_kind(is_state);
    }
    (0..DRAWS).any(|_| {
        if reason == Reason::CommandNotAvailable && writer.rng.one_in(30) {
            writer.leave();
        }
        let word = writer.rng.choose(&Keyword::ALL);
        let command = writer.draw(word).to_string();
        let line = match reason {
            Reason::UnknownCommand => unknown(&mut writer.rng, word.text()),
            Reason::InvalidArguments => misspelt(&mut writer.rng, &command),
            Reason::GroupNotClosed => {
                let tags = [Tag::State, Tag::PLAYER_A, Tag::PLAYER_B];
                writer.rng.choose(&tags).to_string()
            }
            _ if writer.rng.one_in(2) => misspelt(&mut writer.rng, &command),
            _ => command,
        };
        let is_hit = writer.draft.reason(&line) == Some(reason);
        is_hit && writer.draft.append_broken(vec![line])
    })
}

/// A line that begins with something similar to a word of the language.
fn unknown(rng: &mut Rng, word: &str) -> String {
    let tags = ["[State]", "[playerC]", "[state", "state", "[player A]"];
    let tag = rng.choose(&tags);
    let lines = [
        word.to_lowercase(),
        word.replace('_', ""),
        word[1..].to_owned(),
        format!("{word}S 1 2"),
        tag.to_owned(),
        format!("[state] {word}"),
        "INVALID OPERATION \"SAVE\": COMMAND NOT AVAILABLE".to_owned(),
        format!("  {}\t 03   +4 ", word.to_lowercase()),
    ];
    lines[rng.index_u32(lines.len())].clone()
}

/// A command with an error in its arguments.
fn misspelt(rng: &mut Rng, command: &str) -> String {
    const TOKENS: &str = "x -1 2 1.5 2147483648 -2147483649 0x1 + 1a a C n SUB car 11211 111111";
    let wrong: Vec<_> = TOKENS.split(' ').collect();
    let mut tokens: Vec<_> = command.split(' ').collect();
    let at = 1 + rng.index_u32(tokens.len());
    match rng.below_u32(6) {
        0 if at < tokens.len() => {
            tokens.remove(at);
        }
        1 => tokens.insert(at, rng.choose(&["0", "A", "07", "1"])),
        2 if at + 1 < tokens.len() => tokens.swap(at, at + 1),
        _ if at < tokens.len() => tokens[at] = rng.choose(&wrong),
        _ => tokens.push("0"),
    }
    tokens.join(" ")
}
