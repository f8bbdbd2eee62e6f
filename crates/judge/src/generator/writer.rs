//! Writes a script from its first line to its last.

use super::broken::{Breach, break_rule};
use super::command_writer::CommandWriter;
use super::game_setup::set_up;
use super::goals::Goal;
use super::rounds::{self, round, show};
use super::turns::{begin_turn, place_fleets};
use super::typing::type_lines;
use super::{Contents, ScriptDraft, ScriptKind};
use admiralty_core::rng::Rng;
use admiralty_core::script::{Keyword, Tag};

/// The most turns for placing ships before the game continues without the rest.
const PLACING_TURNS_MAX: u32 = 6;

pub(super) fn write(mut rng: Rng, kind: ScriptKind, contents: Contents) -> Vec<u8> {
    let (draft, goal) = match kind {
        ScriptKind::Legal => (ScriptDraft::new(), None),
        // After a victory, the broken command would not be executed.
        ScriptKind::Broken => (
            ScriptDraft::endless(),
            Some(Goal::draw(&mut rng, &contents)),
        ),
    };
    let mut writer = CommandWriter::new(rng, draft, contents);
    let mut rounds = rounds::count(&mut writer.rng);
    set_up(&mut writer, goal);
    if goal.is_some() {
        rounds = writer.rng.below_u32(rounds + 1);
    }
    let is_early = goal.is_some_and(|goal| goal.word == Keyword::PlaceShip);
    let turns_max = match writer.rng.below_u32(16) {
        0 => 0,
        turns if is_early => 1 + turns % 2,
        _ => PLACING_TURNS_MAX,
    };
    place_fleets(&mut writer, turns_max, is_early);
    for _ in 0..if is_early { 0 } else { rounds } {
        round(&mut writer);
    }
    let breach = goal.and_then(|goal| break_rule(&mut writer, goal));
    finish(&mut writer, breach);
    type_lines(
        writer.draft.lines(),
        writer.draft.game().rules(),
        contents.scope,
        &mut writer.rng,
    )
}

/// Ends the script: shows the state of the game, and ensures that the program has no turn to
/// play.
fn finish(writer: &mut CommandWriter, breach: Option<Breach>) {
    match breach {
        Some(Breach::AtTheEnd) => return,
        Some(Breach::OfALine) => return idle(writer),
        None if writer.draft.winner().is_some() => return idle(writer),
        None => {}
    }
    if !writer.rng.one_in(8) {
        show(writer);
    }
    // The end of the input also closes a group.
    let is_open = writer.contents.are_wide() && writer.rng.one_in(4);
    if is_open && writer.rng.one_in(3) && writer.leave() {
        begin_turn(writer);
    }
    let game = writer.draft.game();
    let follows = match writer.draft.group() {
        Some(Tag::Player(player)) => player.opponent(),
        _ => game.next_player(),
    };
    if game.is_ai(follows) {
        let tag = Tag::Player(follows);
        let _ = writer.enter(tag) && writer.leave();
    } else if !is_open {
        writer.leave();
    }
}

/// Adds lines that are not executed, because the game is over.
fn idle(writer: &mut CommandWriter) {
    for _ in 0..writer.rng.below_u32(4) {
        let tag = writer
            .rng
            .choose(&[Tag::State, Tag::PLAYER_A, Tag::PLAYER_B]);
        let word = writer.rng.choose(&Keyword::ALL);
        let command = writer.draw(word).to_string();
        for line in [tag.text(), &command, tag.text()] {
            writer.draft.append(line);
        }
    }
}
