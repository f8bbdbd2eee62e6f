//! Rounds of play: turns, and what happens between them.

use super::command_writer::CommandWriter;
use super::turns::turn;
use admiralty_core::rng::Rng;
use admiralty_core::script::{Keyword, Tag};

/// How many rounds of play a script has: mostly few.
pub(super) fn count(rng: &mut Rng) -> u32 {
    match rng.below_u32(20) {
        0..13 => 1,
        13..17 => 2 + rng.below_u32(6),
        17..19 => 8 + rng.below_u32(12),
        _ => 20 + rng.below_u32(60),
    }
}

/// A few turns, and occasionally something between turns.
pub(super) fn round(writer: &mut CommandWriter) {
    if writer.rng.one_in(5) {
        interlude(writer);
    }
    // If a turn has only one shot, several turns are more interesting.
    let turns = match writer.contents.classic {
        Some(_) if writer.bias.is_fierce => 1 + writer.rng.below_u32(12),
        Some(_) => 1 + writer.rng.below_u32(4),
        None => 1,
    };
    for _ in 0..turns {
        turn(writer);
    }
    if writer.rng.one_in(4) {
        show(writer);
    }
}

/// Prints or saves the state in a group of its own, which may stay open.
pub(super) fn show(writer: &mut CommandWriter) {
    if writer.enter(Tag::State) {
        let words: &[_] = match writer.rng.below_u32(6) {
            0..4 => &[Keyword::Print],
            4 => &[Keyword::Print, Keyword::Save],
            _ => &[Keyword::Save],
        };
        for &word in words {
            writer.feed_any(word);
        }
        if writer.rng.one_in(2) {
            writer.leave();
        }
    }
}

fn interlude(writer: &mut CommandWriter) {
    use Keyword::{
        AutoShooting, BoardSize, ExtendedShips, Information, InitPosition, NextPlayer, Print, Reef,
        Rules, Save, SetAiPlayer, SetFleet, Ship, Shot, Srand,
    };
    const CHANGES: [&[Keyword]; 3] = [
        &[
            NextPlayer, NextPlayer, Reef, Reef, Shot, Shot, Shot, Ship, Ship,
        ],
        &[
            Srand,
            Information,
            Information,
            SetAiPlayer,
            ExtendedShips,
            AutoShooting,
        ],
        &[SetFleet, InitPosition, BoardSize, Rules, Save, Print, Print],
    ];
    if writer.contents.are_wide() && writer.rng.one_in(3) {
        echo(writer);
    }
    if !writer.enter(Tag::State) {
        return;
    }
    let changes = CHANGES.concat();
    for _ in 0..writer.rng.below_u32(3) {
        let word = writer.rng.choose(&changes);
        // The side of the waters may be part of the settings.
        let is_fixed =
            word == Rules && (!writer.contents.are_wide() || writer.contents.classic.is_some());
        if !is_fixed {
            writer.feed_any(word);
        }
    }
    writer.leave();
}

/// Program output between groups, where it is ignored.
fn echo(writer: &mut CommandWriter) {
    const LINES: [&str; 8] = [
        "PARTS REMAINING:: A : 3 B : 12",
        "A won",
        "B won",
        " 0123456789",
        "0 @!+%  #?",
        "??? xx ++ #",
        "MISS 3 4",
        "SUNK 3 4 DES 0",
    ];
    if writer.leave() {
        for _ in 0..=writer.rng.below_u32(2) {
            writer.draft.feed(writer.rng.choose(&LINES));
        }
    }
}
