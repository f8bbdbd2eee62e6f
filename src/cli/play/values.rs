//! Values of the arguments of `admiralty play`.

use admiralty::geometry::Size;
use admiralty::play::{
    CLASSIC_LEVELS, Coin, FirstPlayer, LANGUAGES, Language, Messages, SIDE_MAX, SIDE_MIN, Seat,
    Shooting, levels, players,
};
use admiralty::player::Player;
use admiralty::players::Placing;
use admiralty::rules::RuleSet;
use clap::builder::{PossibleValue, TypedValueParser};

use crate::cli::CliError;
use crate::cli::values::{one_of, value};

pub fn shooting() -> impl TypedValueParser<Value = Shooting> {
    one_of([
        value("basic", "One shot per turn", Shooting::Basic),
        value("extended", "Each ship shoots", Shooting::Extended),
        value("auto", "Targets need no ship", Shooting::Auto),
    ])
}

/// Whether the class of a ship that was hit is announced.
pub fn hits() -> impl TypedValueParser<Value = bool> {
    one_of([
        value("plain", "Only that it is a hit", false),
        value("named", "Also which class was hit", true),
    ])
}

pub const BY_HAND: &str = "hand";

/// How fleets are placed at random; none if people place them by hand.
pub fn placing() -> impl TypedValueParser<Value = Option<Placing>> {
    const SEQ: &str =
        "At random, one ship after the other, each legal place equally likely; repeatable";
    const UNI: &str = "At random, all fleets equally likely (classic rule sets); repeatable";
    one_of([
        value(BY_HAND, "Ship by ship", None),
        (
            PossibleValue::new("seq").help(SEQ).alias("random"),
            Some(Placing::Seq),
        ),
        value("uni", UNI, Some(Placing::Uni)),
    ])
}

pub fn first_player() -> impl TypedValueParser<Value = FirstPlayer> {
    const HEADS: &str = "A coin toss; the first person calls heads";
    const TAILS: &str = "A coin toss; the first person calls tails";
    one_of([
        (
            PossibleValue::new("heads").help(HEADS).alias("toss"),
            FirstPlayer::Toss(Coin::Heads),
        ),
        value("tails", TAILS, FirstPlayer::Toss(Coin::Tails)),
        value("a", "Player A", FirstPlayer::Player(Player::A)),
        value("b", "Player B", FirstPlayer::Player(Player::B)),
    ])
}

pub fn language() -> impl TypedValueParser<Value = Language> {
    one_of(LANGUAGES.map(|language| {
        let help = match language {
            Language::English => "English",
            Language::Italian => "Italian",
            Language::German => "German",
            Language::Portuguese => "Portuguese",
        };
        value(language.code(), help, language)
    }))
}

/// Parses a level: its number, or its name in any language.
pub fn level(text: &str) -> Result<u8, String> {
    if let Ok(level @ 1..) = text.parse() {
        return Ok(level);
    }
    let mut levels = LANGUAGES.into_iter().map(|language| {
        let messages = Messages::new(language);
        (1..=CLASSIC_LEVELS).find(|level| {
            let name = messages.find(&format!("level-{level}"));
            name.is_some_and(|name| name.to_lowercase() == text.to_lowercase())
        })
    });
    let found = levels.find_map(|level| u8::try_from(level?).ok());
    found.ok_or_else(|| "expected a number from 1, or easy, medium or hard".to_owned())
}

/// The built-in player of a level.
pub fn player_of_level(rules: &RuleSet, level: u8) -> Result<Seat, CliError> {
    let levels = levels(rules);
    let player = levels.get(usize::from(level) - 1);
    player.map(|name| Seat::Computer(name)).ok_or_else(|| {
        let most = levels.len();
        CliError::Usage(format!("there is no level {level}, only 1 to {most}"))
    })
}

/// Finds who plays a side: a person, or a built-in player by name.
pub fn seat(rules: &RuleSet, who: &str) -> Result<Seat, CliError> {
    if who == "person" {
        return Ok(Seat::Person);
    }
    let players = players(rules);
    let found = players.iter().find(|name| **name == who);
    found.map(|name| Seat::Computer(name)).ok_or_else(|| {
        CliError::Usage(format!(
            "there is no player {who} for these rules, only person, {}",
            players.join(", ")
        ))
    })
}

/// Parses a board such as `21x10`.
pub fn board(text: &str) -> Result<Size, String> {
    let side = |text: &str| {
        let side = text.parse().ok();
        side.filter(|side| (SIDE_MIN..=SIDE_MAX).contains(side))
    };
    let sides = text.split_once('x');
    let board = sides.and_then(|(rows, columns)| {
        Some(Size {
            rows: side(rows)?,
            columns: side(columns)?,
        })
    });
    board.ok_or_else(|| {
        format!("expected rows and columns from {SIDE_MIN} to {SIDE_MAX}, as in 21x10")
    })
}
