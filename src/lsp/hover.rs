//! What is known about the word at a position.

use admiralty_analysis::{Word, WordKind, describe_field, describe_ship, ship_uses};
use admiralty_core::geometry::Pos;
use admiralty_core::script::{ArgumentKind, Tag};
use gen_lsp_types::Position;
use serde_json::{Value, json};

use super::arguments::{describe, markdown};
use super::document::{OpenScript, WordAt};
use super::reference;

pub fn hover(script: &OpenScript, position: Position) -> Option<Value> {
    let at = script.word_at(position)?;
    let text = match at.word().kind {
        WordKind::Tag(tag) => tag_text(script, &at, tag),
        WordKind::Keyword(keyword) => reference::entry(keyword),
        WordKind::Argument { kind, .. } => {
            let place = match kind {
                ArgumentKind::Index | ArgumentKind::Class => ship_text(script, &at),
                ArgumentKind::Row | ArgumentKind::Column => field_text(script, &at),
                _ => None,
            };
            let what = describe(kind).to_owned();
            place.map_or(what.clone(), |place| format!("{place}\n\n{what}"))
        }
        WordKind::Other => return None,
    };
    Some(json!({ "contents": markdown(&text), "range": script.text.range(&at.span()) }))
}

fn tag_text(script: &OpenScript, at: &WordAt, tag: Tag) -> String {
    let mut state = script.before(at.line.start);
    let opens = state.open_tag() != Some(tag);
    let step = state.step(script.bytes());
    let what = match (tag, opens) {
        (Tag::State, true) => "opens a group of state commands".to_owned(),
        (Tag::State, false) => "closes the group".to_owned(),
        (Tag::Player(player), true) => match step.and_then(|step| step.turn) {
            Some(turn) => format!("turn {turn}, of player {player}"),
            None => format!("a turn of player {player}"),
        },
        (Tag::Player(player), false) => format!("ends the turn of player {player}"),
    };
    format!("`{tag}`: {what}")
}

/// Where the ship is after the line, and its segments.
fn ship_text(script: &OpenScript, at: &WordAt) -> Option<String> {
    let byte = at.span().start;
    let uses = ship_uses(script.bytes());
    let ship = uses
        .iter()
        .find(|one| one.span.start <= byte && byte <= one.span.end)?;
    let state = script.after(byte);
    let game = state.session().game();
    let class = game.rules().class_named(ship.class)?;
    let id = game.fleet(ship.player).ship(class, ship.index);
    Some(id.map_or_else(
        || {
            format!(
                "{}'s {} {} is not on the board",
                ship.player, ship.class, ship.index
            )
        },
        |id| describe_ship(game.board().ship(id), game),
    ))
}

/// What lies on the field of which the word is a coordinate, after the line.
fn field_text(script: &OpenScript, at: &WordAt) -> Option<String> {
    let kind = |word: &Word| match word.kind {
        WordKind::Argument { kind, .. } => Some(kind),
        _ => None,
    };
    let row = match kind(at.word())? {
        ArgumentKind::Column => at.number.checked_sub(1)?,
        _ => at.number,
    };
    let number = |word: &Word| script.text.script()[at.span_of(word)].parse().ok();
    let [y, x] = at.words.get(row..row + 2)? else {
        return None;
    };
    let field = Pos::new(number(y)?, number(x)?);
    let state = script.after(at.line.start);
    Some(describe_field(field, state.session().game()))
}
