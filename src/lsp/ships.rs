//! Where a ship is named: its definition, its references, and renaming it.

use admiralty_analysis::{ShipUse, ship_uses};
use gen_lsp_types::{DocumentHighlightKind, Position};
use serde_json::{Value, json};

use super::document::OpenScript;

/// A ship, and all places where it is named.
struct Named {
    /// All ships.
    all: Vec<ShipUse>,
    /// Which of them is at the position.
    at: usize,
}

impl Named {
    fn at(script: &OpenScript, position: Position) -> Option<Self> {
        let byte = script.text.byte_at(position);
        let all = ship_uses(script.bytes());
        let at = all
            .iter()
            .position(|one| (one.span.start..=one.span.end).contains(&byte))?;
        Some(Self { all, at })
    }

    fn ship(&self) -> &ShipUse {
        &self.all[self.at]
    }

    fn uses(&self) -> impl Iterator<Item = &ShipUse> {
        self.all.iter().filter(|one| one.is_same(self.ship()))
    }
}

fn location(script: &OpenScript, uri: &str, one: &ShipUse) -> Value {
    json!({ "uri": uri, "range": script.text.range(&one.span) })
}

/// Where the ship was last placed before the position, or else first placed.
pub fn definition(script: &OpenScript, uri: &str, position: Position) -> Option<Value> {
    let named = Named::at(script, position)?;
    let placed: Vec<_> = named.uses().filter(|one| one.places).collect();
    let before = placed.iter().rev();
    let before = before
        .copied()
        .find(|one| one.span.start <= named.ship().span.start);
    let found = before.or(placed.first().copied())?;
    Some(location(script, uri, found))
}

pub fn references(
    script: &OpenScript,
    uri: &str,
    position: Position,
    with_placing: bool,
) -> Option<Value> {
    let named = Named::at(script, position)?;
    let uses = named.uses().filter(|one| with_placing || !one.places);
    Some(uses.map(|one| location(script, uri, one)).collect())
}

pub fn highlights(script: &OpenScript, position: Position) -> Option<Value> {
    let named = Named::at(script, position)?;
    let highlight = |one: &ShipUse| {
        let kind = if one.places {
            DocumentHighlightKind::Write
        } else {
            DocumentHighlightKind::Read
        };
        json!({ "range": script.text.range(&one.span), "kind": kind })
    };
    Some(named.uses().map(highlight).collect())
}

/// The index of the ship, which renaming changes.
pub fn prepare_rename(script: &OpenScript, position: Position) -> Option<Value> {
    let named = Named::at(script, position)?;
    let ship = named.ship();
    let range = script.text.range(&ship.index_span);
    Some(json!({ "range": range, "placeholder": ship.index.to_string() }))
}

/// The edits that give the ship another index.
///
/// # Errors
///
/// Why it cannot have the index.
pub fn rename(
    script: &OpenScript,
    uri: &str,
    position: Position,
    name: &str,
) -> Result<Value, String> {
    let named = Named::at(script, position).ok_or("no ship is named here")?;
    let ship = named.ship();
    let index: u32 = name
        .trim()
        .parse()
        .map_err(|_| "the new name of a ship is its index, a number from 0".to_owned())?;
    let renamed = ShipUse {
        index,
        ..ship.clone()
    };
    if index != ship.index && named.all.iter().any(|one| one.is_same(&renamed)) {
        let (player, class) = (ship.player, ship.class);
        return Err(format!("{player} has another {class} {index}"));
    }
    let edits: Vec<_> = named
        .uses()
        .map(|one| json!({ "range": script.text.range(&one.index_span), "newText": index.to_string() }))
        .collect();
    Ok(json!({ "changes": { uri: edits } }))
}
