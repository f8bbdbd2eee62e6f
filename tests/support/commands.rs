//! Random commands for simulations. They depend on the game, and about half of them are
//! legal.

use admiralty_core::game::Game;
use admiralty_core::geometry::{Rect, Size};
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::{RuleSet, RulesChoice};
use admiralty_core::script::{Command, Keyword};
use admiralty_judge::stress::random_command;

/// Commands that set up a small game in a new session.
pub fn setup(rng: &mut Rng, rules: &RuleSet) -> Vec<Command> {
    let is_classic = rules.announces_shots();
    let size = Size {
        rows: rng.between(4, 25),
        columns: rng.between(4, 25),
    };
    let mut commands = Vec::new();
    if is_classic {
        let sides = rules.board_sides;
        let fields = u8::try_from(rng.between(sides.min.into(), sides.max.into()));
        commands.push(Command::Rules(RulesChoice {
            side: fields.ok().filter(|_| !sides.is_fixed()),
            ..RulesChoice::saved(rules, sides.min).expect("a rule set of the language")
        }));
    } else {
        commands.push(Command::BoardSize(size));
    }
    for player in Player::BOTH {
        // Few ships, so that shots are soon allowed.
        let mut counts: Box<[u32]> = vec![0; rules.classes.len()].into();
        for _ in 0..=rng.below_u32(3) {
            counts[rng.index_u32(rules.classes.len())] += 1;
        }
        commands.push(Command::SetFleet { player, counts });
        let start = if rng.one_in(4) {
            Rect::new(0, 0, size.rows / 2, size.columns)
        } else {
            size.rect()
        };
        if !is_classic {
            commands.push(Command::InitPosition { player, start });
        }
    }
    if !is_classic && rng.one_in(2) {
        commands.push(Command::ExtendedShips);
        commands.extend(rng.one_in(2).then_some(Command::AutoShooting));
    }
    commands
}

/// A state command that may be legal.
pub fn state_command(rng: &mut Rng, game: &Game) -> Command {
    use Keyword::{
        Information, NextPlayer, Print, Reef, Save, SetAiPlayer, SetFleet, Ship, Shot, Srand,
    };
    let field = if game.rules().announces_shots() {
        Shot
    } else {
        Reef
    };
    let words = [
        [Print, Save, NextPlayer, SetFleet, Srand, Information],
        [SetAiPlayer, field, field, Ship, Ship, Ship],
    ];
    let word = rng.choose(words.as_flattened());
    random_command(rng, game, word)
}

/// A player's command that may be legal.
pub fn player_command(rng: &mut Rng, game: &Game) -> Command {
    use Keyword::{Move, PlaceShip, Print, Shoot, Spy};
    let word = match rng.below_u32(if game.is_complete() { 12 } else { 20 }) {
        0..10 if game.rules().announces_shots() => Shoot,
        0..3 => Move,
        3..9 => Shoot,
        9 | 10 => Spy,
        11 => Print,
        _ => PlaceShip,
    };
    random_command(rng, game, word)
}
