//! Writes one command that breaks a rule.
//!
//! Commands near the limits of what is legal are drawn, and the first that is refused for the
//! target reason is kept.

use super::bad_form::break_form;
use super::command_writer::CommandWriter;
use super::goals::Goal;
use super::turns::{act, preset_fleets};
use admiralty_core::script::{Command, Keyword, Reason, Tag};

/// How many goals are tried before a turn is opened by the wrong player instead.
const GOALS_MAX: u32 = 24;
/// How many commands are drawn for a goal.
const DRAWS: u32 = 60;
/// How many commands are drawn to use up a ship's moves or shots, and how many are executed.
const SPENDING_DRAWS: u32 = 20;
const SPENT_MAX: u32 = 5;

/// Where a rule was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breach {
    /// On a line of the script.
    OfALine,
    /// At the end of the script, which closes a turn whose targets cannot be served.
    AtTheEnd,
}

/// Breaks a rule in the open group or in another one: that of the goal if possible.
pub(super) fn break_rule(writer: &mut CommandWriter, goal: Goal) -> Option<Breach> {
    let is_about_form = writer.contents.are_wide() && writer.rng.one_in(7);
    let mut breach = (is_about_form && break_form(writer)).then_some(Breach::OfALine);
    let mut first = Some(goal);
    for _ in 0..GOALS_MAX {
        let drawn = Goal::draw(&mut writer.rng, &writer.contents);
        let goal = first.take().unwrap_or(drawn);
        breach = breach.or_else(|| pursue(writer, goal));
    }
    breach.or_else(|| open_out_of_turn(writer))
}

fn pursue(writer: &mut CommandWriter, goal: Goal) -> Option<Breach> {
    set_scene(writer, goal);
    let is_of_state = goal.word.is_in_group(Tag::State);
    let is_state = match goal.reason {
        Reason::TheOtherPlayerExpected => return open_out_of_turn(writer),
        // The group may be all that is wrong with it.
        Reason::CommandNotAvailable => writer.rng.one_in(2),
        _ => is_of_state,
    };
    if !writer.enter_kind(is_state) {
        return None;
    }
    if goal.is_unfeasible() {
        return ask_too_much(writer);
    }
    writer.choose_ship();
    if !is_of_state && (goal.is_about_a_turn() || !writer.rng.one_in(3)) {
        spend(writer, goal.word);
    }
    if goal.needs_damage() && !writer.rng.one_in(4) {
        wear_out(writer, goal.word);
    }
    let is_broken = (0..DRAWS).any(|_| {
        let command = writer.draw(goal.word).to_string();
        let is_hit = writer.draft.reason(&command) == Some(goal.reason);
        is_hit && writer.draft.append_broken(vec![command])
    });
    is_broken.then_some(Breach::OfALine)
}

/// Changes the state to make a goal more likely.
fn set_scene(writer: &mut CommandWriter, goal: Goal) {
    let is_of_other = goal.reason == Reason::NotAllShipsPlaced && writer.rng.one_in(2);
    if (goal.needs_fleets() || is_of_other) && !writer.draft.game().is_complete() {
        preset_fleets(writer, false);
    }
    let mut words = Vec::new();
    if goal.needs_missing_ship() && !writer.rng.one_in(3) {
        words.push(Keyword::SetFleet);
    }
    if goal.word == Keyword::Move || goal.reason == Reason::PlacingShipOnReef {
        let reefs = writer.rng.below_u32(4);
        words.extend((0..reefs).map(|_| Keyword::Reef));
    }
    if !words.is_empty() && writer.enter(Tag::State) {
        let next = writer.draft.game().next_player();
        writer.bias.player = Some(if is_of_other { next.opponent() } else { next });
        for word in words {
            writer.feed_any(word);
        }
        writer.bias.player = None;
        writer.leave();
    }
}

/// Uses up the moves or shots of the chosen ship in this turn.
fn spend(writer: &mut CommandWriter, word: Keyword) {
    let mut spent = 0;
    for _ in 0..SPENDING_DRAWS {
        let command = writer.draw(word);
        spent += u32::from(spent < SPENT_MAX && writer.draft.feed(command));
    }
}

/// Destroys the engine or the cannon of the chosen ship with any shot that reaches it.
fn wear_out(writer: &mut CommandWriter, word: Keyword) {
    let game = writer.draft.game();
    let fleet = game.fleet(game.next_player());
    let chosen = writer.bias.ship;
    let id = chosen.and_then(|ship| fleet.ship(ship.class, ship.index));
    let Some(ship) = id.map(|id| game.board().ship(id)) else {
        return;
    };
    let target = match word {
        Keyword::Move => ship.engine(),
        _ => ship.cannon(),
    };
    if game.is_auto() || !writer.draft.feed(Command::Shoot(target)) {
        writer
            .placed_ships()
            .into_iter()
            .any(|ship| writer.draft.feed(Command::ShootFrom { ship, target }));
    }
}

/// Names targets that the fleet cannot serve, if targets may be named without ships.
fn ask_too_much(writer: &mut CommandWriter) -> Option<Breach> {
    let game = writer.draft.game();
    if !(game.is_extended() && game.is_auto() && game.is_complete()) {
        return None;
    }
    let player = game.next_player();
    for _ in 0..writer.rng.below_u32(3) {
        act(writer);
    }
    writer.bias.is_unnamed = true;
    // First as many targets as can be served, or few; then some too many, or out of range.
    let draws = writer.rng.choose(&[0, 1, 3, 40, 40, 40]);
    let planes_in = writer.rng.choose(&[1, 2, 8, 8]);
    let target = |writer: &mut CommandWriter| {
        let is_plane = writer.rng.one_in(planes_in) && !writer.contents.lack(Keyword::Spy);
        writer.draw(if is_plane {
            Keyword::Spy
        } else {
            Keyword::Shoot
        })
    };
    for _ in 0..draws {
        writer.choose_ship();
        let target = target(writer);
        writer.draft.feed(target);
    }
    let is_broken = (0..DRAWS / 4).any(|_| {
        let count = 1 + writer.rng.below_u32(4);
        let targets = (0..count).map(|_| target(writer).to_string());
        let mut lines: Vec<_> = targets.collect();
        lines.push(Tag::Player(player).to_string());
        writer.draft.append_broken(lines)
    });
    writer.bias.is_unnamed = false;
    if is_broken && writer.contents.are_wide() && writer.rng.one_in(5) {
        writer.draft.drop_last();
        return Some(Breach::AtTheEnd);
    }
    is_broken.then_some(Breach::OfALine)
}

fn open_out_of_turn(writer: &mut CommandWriter) -> Option<Breach> {
    let is_closed = writer.leave();
    let player = writer.draft.game().next_player().opponent();
    let opening = vec![Tag::Player(player).to_string()];
    (is_closed && writer.draft.append_broken(opening)).then_some(Breach::OfALine)
}
