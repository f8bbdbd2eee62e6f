//! What lines did, ships and fields, in words.

use admiralty_core::game::{Game, Hit, Ship, Shot, ShotOutcome};
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::Event;

use super::Step;

/// What a line did, where that is not said by the line itself. `game` is the game after it.
pub fn describe_effect(step: &Step, game: &Game) -> Option<String> {
    if let Some(turn) = step.turn {
        return Some(format!("turn {turn}"));
    }
    match step.event? {
        Event::Moved { ship, .. } => {
            let footprint = game.board().ship(ship).footprint();
            Some(format!("now {} {}", footprint.head, footprint.direction))
        }
        Event::Fired { shot, .. } => Some(shot_effect(&shot, game)),
        Event::Announced { outcome, .. } => Some(match outcome {
            ShotOutcome::Miss => "misses".to_owned(),
            ShotOutcome::Hit(Some(class)) => format!("hits a {}", class.name),
            ShotOutcome::Hit(None) => "hits".to_owned(),
            ShotOutcome::Sunk(ship) => format!("sinks {ship}"),
        }),
        Event::TurnEnded { winner, .. } => {
            let shots = game.served_shots().map(|shot| shot_effect(shot, game));
            let won = winner.map(|winner| format!("{winner} has won"));
            let effects: Vec<_> = shots.chain(won).collect();
            (!effects.is_empty()).then(|| effects.join(", "))
        }
        Event::Print { .. } | Event::Save if !step.printed.is_empty() => {
            Some(format!("line {} of the output", step.printed.start + 1))
        }
        _ => None,
    }
}

fn shot_effect(shot: &Shot, game: &Game) -> String {
    let name = |hit: &Hit| game.board().ship(hit.ship).name();
    match &shot.on {
        None => "hits water".to_owned(),
        Some(hit) if hit.sinks => format!("sinks {}", name(hit)),
        Some(hit) if hit.was_healthy => format!("hits {}", name(hit)),
        Some(hit) => format!("hits {} where it was hit before", name(hit)),
    }
}

/// A ship: where it is, and its segments.
pub fn describe_ship(ship: &Ship, game: &Game) -> String {
    let footprint = ship.footprint();
    let class = ship.class();
    let sections = [
        (0, "radar"),
        (class.cannon(), "cannon"),
        (class.engine(), "engine"),
    ];
    let lost = sections
        .iter()
        .filter(|_| !game.rules().announces_shots())
        .filter(|(segment, _)| !ship.is_healthy(*segment));
    let lost: Vec<_> = lost.map(|(_, name)| *name).collect();
    let lost = match &lost[..] {
        [] => String::new(),
        some => format!("; without {}", some.join(" and ")),
    };
    format!(
        "{} ({}): head on {}, pointing {}; {} of {} segments healthy{lost}",
        ship.name(),
        game.rules().title(class),
        footprint.head,
        footprint.direction,
        ship.healthy_parts(),
        class.length,
    )
}

/// What lies on a field.
pub fn describe_field(field: Pos, game: &Game) -> String {
    let board = game.board();
    let size = board.size();
    if !size.contains(field) {
        return format!(
            "{field} is off the board, which has rows 0 to {} and columns 0 to {}",
            size.rows - 1,
            size.columns - 1
        );
    }
    if let Some(id) = board.ship_at(field) {
        let ship = board.ship(id);
        let segment = ship.footprint().segment_at(field);
        let state = if ship.is_healthy(segment) {
            "healthy"
        } else {
            "destroyed"
        };
        return format!("{field}: segment {segment} of {}, {state}", ship.name());
    }
    if board.is_reef(field) {
        format!("{field}: a reef")
    } else {
        format!("{field}: water")
    }
}
