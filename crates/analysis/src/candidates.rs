//! What may be written next.

use admiralty_core::game::{Footprint, Game, Ship, ShipName};
use admiralty_core::geometry::{Direction, Movement, Pos};
use admiralty_core::player::Player;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::script::{ArgumentKind, Keyword, Tag};

use super::Progress;
use super::candidate::{Candidate, candidate};
use super::targets::{named_ship, targets};

/// No more places of a ship than this are offered.
const PLACES_MAX: usize = 5;
/// No more fields than this are tried.
const FIELDS_MAX: usize = 20_000;
/// No more ships than this are offered.
const SHIPS_MAX: usize = 50;

/// What an argument of a command may be, in the state before its line; `before` are the arguments before it.
pub fn candidates(
    state: &Progress,
    keyword: Keyword,
    kind: ArgumentKind,
    before: &[&[u8]],
) -> Vec<Candidate> {
    let game = state.session().game();
    let rules = game.rules();
    let named = before.first().and_then(|first| Player::from_token(first));
    let player = match state.open_tag() {
        Some(Tag::Player(player)) => Some(player),
        _ => named,
    };
    match kind {
        ArgumentKind::Player => Player::BOTH
            .map(|player| {
                let next = if game.next_player() == player {
                    "moves next"
                } else {
                    ""
                };
                candidate(player, next)
            })
            .into(),
        ArgumentKind::PrintMode => vec![
            candidate(0, "basic: healthy, destroyed, reefs"),
            candidate(1, "extended: sections, and the numbers of rows and columns"),
        ],
        ArgumentKind::Direction => rules
            .directions
            .iter()
            .map(|direction| candidate(direction, direction_name(*direction)))
            .collect(),
        ArgumentKind::Count => {
            let class = rules.classes.get(before.len().saturating_sub(1));
            let of = |class: &ShipClass| format!("{}: the default count", class.name);
            class
                .map(|class| candidate(class.count, of(class)))
                .into_iter()
                .collect()
        }
        ArgumentKind::Row | ArgumentKind::Column if keyword == Keyword::Shoot => player
            .map(|player| shots(game, kind, player, before))
            .unwrap_or_default(),
        ArgumentKind::Row | ArgumentKind::Index | ArgumentKind::Class => player
            .map(|player| ships(game, keyword, kind, player, before))
            .unwrap_or_default(),
        ArgumentKind::Segments => {
            let class = before.last().and_then(|name| rules.class(name));
            let whole = |class: &ShipClass| {
                candidate("1".repeat(class.length.into()), "all segments healthy")
            };
            class.map(whole).into_iter().collect()
        }
        ArgumentKind::Movement => movements(game, player, before),
        ArgumentKind::RuleSet => RuleSet::ALL
            .iter()
            .map(|rules| {
                let classes: Vec<_> = rules
                    .classes
                    .iter()
                    .map(|class| class.name.to_string())
                    .collect();
                candidate(rules.name, classes.join(" "))
            })
            .collect(),
        ArgumentKind::RuleOption => {
            let chosen = before.first().and_then(|name| RuleSet::named(name));
            chosen
                .map(|rules| options(rules, before.len()))
                .unwrap_or_default()
        }
        ArgumentKind::Word => vec![candidate("FORGET", "drops what was kept for the player")],
        _ => Vec::new(),
    }
}

/// What may follow `SHOOT`: where ships shoot, those that can, or else fields.
fn shots(game: &Game, kind: ArgumentKind, player: Player, before: &[&[u8]]) -> Vec<Candidate> {
    let is_by_ship = game.is_extended() && !game.is_auto();
    match before {
        [] if is_by_ship => ships(game, Keyword::Shoot, ArgumentKind::Index, player, before),
        [_] if is_by_ship => Vec::new(),
        _ => targets(game, kind, player, before),
    }
}

/// The ships that a player may name, or the places where one fits.
fn ships(
    game: &Game,
    keyword: Keyword,
    kind: ArgumentKind,
    player: Player,
    before: &[&[u8]],
) -> Vec<Candidate> {
    let rules = game.rules();
    let is_placed = matches!(keyword, Keyword::PlaceShip | Keyword::Ship);
    let named: Vec<(ShipName, String)> = if is_placed {
        let missing = missing(game, player).take(SHIPS_MAX);
        missing.map(|ship| (ship, String::new())).collect()
    } else {
        let able = able(game, keyword, player).take(SHIPS_MAX);
        let place = |ship: &Ship| format!(" on {}", ship.footprint().head);
        able.map(|ship| (ship.name(), place(ship))).collect()
    };
    match kind {
        ArgumentKind::Row if keyword == Keyword::PlaceShip => {
            let first = named.first();
            first
                .map(|(ship, _)| places(game, *ship))
                .unwrap_or_default()
        }
        ArgumentKind::Index => {
            let text = |ship: &ShipName| match keyword {
                Keyword::Spy => ship.index.to_string(),
                _ => format!("{} {}", ship.index, ship.class.name),
            };
            let detail = |ship: &ShipName, place: &str| title(rules, &ship.class) + place;
            let named = named.iter();
            named
                .map(|(ship, place)| candidate(text(ship), detail(ship, place)))
                .collect()
        }
        ArgumentKind::Class => {
            let index = before.last().and_then(|text| str::from_utf8(text).ok());
            let index: Option<u32> = index.and_then(|text| text.parse().ok());
            let is_offered = |class: &&ShipClass| {
                named.iter().any(|(ship, _)| {
                    ship.class == **class && index.is_none_or(|index| index == ship.index)
                })
            };
            let offered = rules.classes.iter().filter(is_offered);
            offered
                .map(|class| candidate(class.name, title(rules, class)))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn options(rules: &RuleSet, number: usize) -> Vec<Candidate> {
    let mut options = Vec::new();
    let sides = rules.board_sides;
    if number == 1 && !sides.is_fixed() {
        options.extend(
            (sides.min..=sides.max)
                .map(|side| candidate(side, "rows and columns of each player's waters")),
        );
    }
    if rules.has_free_lengths {
        options.push(candidate("LENGTHS", "other lengths of the classes follow"));
    }
    if rules.announces_shots() {
        options.push(candidate(
            "NAMED_HITS",
            "hits are announced with the class of the ship",
        ));
    }
    options
}

fn movements(game: &Game, player: Option<Player>, before: &[&[u8]]) -> Vec<Candidate> {
    let named: Option<[&[u8]; 2]> = before.try_into().ok();
    let ship = named.and_then(|named| named_ship(game, player, named));
    let possible = Movement::ALL
        .into_iter()
        .filter(|&movement| ship.is_none_or(|(name, _)| game.check_move(name, movement).is_ok()));
    possible
        .map(|movement| {
            let what = match movement {
                Movement::Forward => "forward",
                Movement::Left => "to the left",
                Movement::Right => "to the right",
            };
            let to = ship.map(|(_, ship)| ship.footprint().moved(movement));
            let to = to.map_or(String::new(), |to| {
                format!(", to {} {}", to.head, to.direction)
            });
            candidate(movement, format!("{what}{to}"))
        })
        .collect()
}

/// The ships that a fleet still needs.
fn missing(game: &Game, player: Player) -> impl Iterator<Item = ShipName> {
    let fleet = game.fleet(player);
    let classes = game.rules().classes.iter();
    classes.flat_map(move |class| {
        let indices = 0..fleet.count(class);
        let missing = indices.filter(move |&index| fleet.ship(class, index).is_none());
        missing.map(move |index| ShipName::new(player, class, index))
    })
}

/// The ships that can still do what a command says in this turn.
fn able(game: &Game, keyword: Keyword, player: Player) -> impl Iterator<Item = &Ship> {
    let ids = game.fleet(player).ships();
    ids.filter(move |&id| {
        let ship = game.board().ship(id);
        let [has_moved, has_shot] = game.is_spent(id);
        match keyword {
            Keyword::Move => ship.has_engine() && !has_moved,
            Keyword::Spy => ship.class().planes && ship.has_cannon() && !has_shot,
            Keyword::Shoot => ship.has_cannon() && !has_shot,
            _ => true,
        }
    })
    .map(|id| game.board().ship(id))
}

/// The first places where a ship fits.
fn places(game: &Game, ship: ShipName) -> Vec<Candidate> {
    let found = all_places(game, ship).take(PLACES_MAX);
    found
        .map(
            |Footprint {
                 head, direction, ..
             }| {
                let text = format!("{head} {direction} {} {}", ship.index, ship.class.name);
                candidate(
                    text,
                    format!("{} fits here", title(game.rules(), &ship.class)),
                )
            },
        )
        .collect()
}

fn all_places(game: &Game, ship: ShipName) -> impl Iterator<Item = Footprint> {
    let fields = game.start(ship.player).fields().take(FIELDS_MAX);
    fields.filter_map(move |head: Pos| {
        let directions = game.rules().directions.iter();
        let footprint = |direction: &Direction| Footprint::new(head, *direction, ship.class.length);
        directions
            .map(footprint)
            .find(|footprint| game.check_place(ship, footprint).is_ok())
    })
}

/// The first place where a ship of a player fits.
pub fn empty_place(game: &Game, ship: ShipName) -> Option<Footprint> {
    all_places(game, ship).next()
}

fn title(rules: &RuleSet, class: &ShipClass) -> String {
    format!("{}, {} long", rules.title(class), class.length)
}

const fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north, towards row 0",
        Direction::East => "east, towards the last column",
        Direction::South => "south, towards the last row",
        Direction::West => "west, towards column 0",
    }
}
