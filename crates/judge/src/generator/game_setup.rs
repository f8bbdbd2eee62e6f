//! The first group of a script: the rules, the board, the fleets, the modes.

use super::ClassicSetup;
use super::command_writer::CommandWriter;
use super::goals::Goal;
use admiralty_core::player::Player;
use admiralty_core::rules::RulesChoice;
use admiralty_core::script::{Command, Keyword, Tag};

/// Sets up the game so that the goal can be reached, or keeps the default game.
pub(super) fn set_up(writer: &mut CommandWriter, goal: Option<Goal>) {
    let (is_extended, is_auto) = match goal {
        Some(goal) if goal.needs_cannons() => (true, goal.is_unfeasible()),
        _ => (writer.rng.below_u32(8) > 2, false),
    };
    // On its own, it has no effect.
    let is_auto = is_auto || writer.rng.one_in(if is_extended { 3 } else { 20 });
    let is_default = writer.contents.classic.is_none() && writer.rng.one_in(4);
    if is_default && goal.is_none_or(|goal| !goal.needs_cannons()) && writer.rng.one_in(2) {
        return;
    }
    writer.draft.feed(Tag::State);
    if let Some(classic) = writer.contents.classic {
        set_rules(writer, classic);
    } else if !is_default {
        // Occasionally, there is something on the board for `BOARD_SIZE` to clear.
        if writer.rng.one_in(4) {
            writer.feed_any(Keyword::Reef);
            writer.feed_any(Keyword::Ship);
        }
        writer.feed_any(Keyword::BoardSize);
    }
    for (word, player) in words(writer, is_default, is_extended, is_auto) {
        writer.bias.player = player;
        writer.feed_any(word);
    }
    writer.bias.player = None;
    writer.draft.feed(Tag::State);
}

/// Chooses the rule set of a game in which shots are announced, and the side of its waters.
fn set_rules(writer: &mut CommandWriter, classic: ClassicSetup) {
    let rules = classic.rules;
    let sides = rules.board_sides;
    // Small waters make scripts that are easier to read.
    let drawn = match writer.rng.between(sides.min.into(), sides.max.into()) {
        _ if writer.rng.one_in(2) => None,
        side => u8::try_from(side).ok(),
    };
    let side = classic.side.or(drawn).filter(|_| !sides.is_fixed());
    writer.draft.feed(Command::Rules(RulesChoice {
        side,
        ..RulesChoice::saved(rules, sides.min)
    }));
}

/// The other commands that set up the game, in random order, and the player they are about.
fn words(
    writer: &mut CommandWriter,
    is_default: bool,
    is_extended: bool,
    is_auto: bool,
) -> Vec<(Keyword, Option<Player>)> {
    let rng = &mut writer.rng;
    let mut words = Vec::new();
    for player in Player::BOTH.map(Some) {
        if !is_default || !rng.one_in(4) {
            words.push((Keyword::SetFleet, player));
        }
        if !is_default && !rng.one_in(3) {
            words.push((Keyword::InitPosition, player));
        }
    }
    let reefs = rng.choose(&[0, 0, 0, 1, 4]);
    words.extend((0..reefs).map(|_| (Keyword::Reef, None)));
    for (word, is_there) in [
        (Keyword::ExtendedShips, is_extended),
        (Keyword::AutoShooting, is_auto),
        (Keyword::NextPlayer, rng.one_in(3)),
        (Keyword::Srand, rng.one_in(8)),
        (Keyword::Information, rng.one_in(6)),
        (Keyword::SetAiPlayer, rng.one_in(12)),
        (Keyword::Print, rng.one_in(4)),
    ] {
        words.extend(is_there.then_some((word, None)));
    }
    rng.shuffle(&mut words);
    words
}
