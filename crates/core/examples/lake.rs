//! A game of a rule set of one's own: three classes of ships, on waters of 12 by 12 fields.

use admiralty_core::rules::{BoardSides, Classes, RUSSIAN, RuleSet, ShipClass};
use admiralty_core::{game::Game, interpreter::Session, player::Player, rng::Rng};

const FLEETS: &str =
    "[playerA]\nPLACE_SHIP 0 7 E 0 FER\nPLACE_SHIP 2 7 E 0 TUG\nPLACE_SHIP 4 7 E 0 BOA\n[playerA]
[playerB]\nPLACE_SHIP 20 3 N 0 FER\nPLACE_SHIP 20 5 N 0 TUG\nPLACE_SHIP 20 7 N 0 BOA\n[playerB]";

fn main() {
    println!("{} has won", winner(1));
}

/// Plays a game between two players who shoot at random.
fn winner(seed: u64) -> Player {
    let rules = RuleSet {
        name: "lake",
        board_sides: BoardSides::fixed(12),
        classes: Classes::new(&[
            ShipClass::still("FER", 'F', 5, 1),
            ShipClass::still("TUG", 'T', 3, 1),
            ShipClass::still("BOA", 'B', 1, 1),
        ]),
        ..RUSSIAN
    };
    rules.check().expect("games of it can be played");
    let mut session = Session::with_game(Game::new(&rules));
    let mut rng = Rng::seeded(seed);
    let mut lines = FLEETS.lines().map(str::to_owned).collect::<Vec<_>>();
    loop {
        for line in &lines {
            let event = session.line(line.as_bytes()).expect(line);
            if let Some(winner) = event.winner() {
                return winner;
            }
        }
        let (player, game) = (session.game().next_player(), session.game());
        let unknown = |target: &_| !game.was_shot_at(*target);
        let targets: Vec<_> = game
            .waters(player.opponent())
            .fields()
            .filter(unknown)
            .collect();
        let shot = format!("SHOOT {}", rng.choose(&targets));
        lines = vec![
            format!("[player{player}]"),
            shot,
            format!("[player{player}]"),
        ];
    }
}

#[test]
fn somebody_wins() {
    assert_eq!(winner(1), Player::A);
}
