//! What a shot could be aimed at.

use admiralty_core::game::{Game, Ship, ShipName};
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::script::ArgumentKind;

use super::candidate::{Candidate, candidate};

/// No more fields than this are offered.
const TARGETS_MAX: usize = 20;

/// The ship that is named by an index and a class.
pub fn named_ship<'g>(
    game: &'g Game,
    player: Option<Player>,
    [index, class]: [&[u8]; 2],
) -> Option<(ShipName, &'g Ship)> {
    let index = str::from_utf8(index).ok()?.parse().ok()?;
    let name = ShipName::new(player?, game.rules().class(class)?, index);
    let id = game.fleet(name.player).ship(&name.class, index)?;
    Some((name, game.board().ship(id)))
}

/// The healthy segments of the opponent that are in range of the ship that is named, or the columns of those in the
/// row that is named. Whoever writes a script sees both fleets.
pub fn targets(
    game: &Game,
    kind: ArgumentKind,
    player: Player,
    before: &[&[u8]],
) -> Vec<Candidate> {
    let shooter = match before {
        &[index, class, ..] => match named_ship(game, Some(player), [index, class]) {
            Some((_, ship)) => Some(ship),
            None => return Vec::new(),
        },
        _ => None,
    };
    let is_column = kind == ArgumentKind::Column;
    let row = before.last().filter(|_| is_column);
    let row = row.and_then(|row| str::from_utf8(row).ok()?.parse().ok());
    let is_offered = |field: Pos| {
        let is_near = shooter.is_none_or(|ship| ship.class().reaches(ship.cannon(), field));
        is_near && (!is_column || row == Some(field.y))
    };
    let enemies = game.fleet(player.opponent()).ships();
    enemies
        .map(|id| game.board().ship(id))
        .flat_map(|ship| {
            let fields = ship.footprint().fields().zip(0..);
            fields
                .filter(|&(field, segment)| ship.is_healthy(segment) && is_offered(field))
                .map(|(field, segment)| {
                    let text = if is_column {
                        field.x.to_string()
                    } else {
                        field.to_string()
                    };
                    candidate(text, format!("segment {segment} of {}", ship.name()))
                })
        })
        .take(TARGETS_MAX)
        .collect()
}
