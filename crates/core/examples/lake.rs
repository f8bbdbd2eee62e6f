//! A game of a rule set of one's own: three classes of ships, on waters of 12 by 12 fields.

use admiralty_core::rules::{BoardSides, Classes, RuleSet, ShipClass};
use admiralty_core::{game::Game, interpreter::Ending, interpreter::Session};

const FLEETS: &str =
    "[playerA]\nPLACE_SHIP 0 7 E 0 FER\nPLACE_SHIP 2 7 E 0 TUG\nPLACE_SHIP 4 7 E 0 BOA\n[playerA]
[playerB]\nPLACE_SHIP 20 3 N 0 FER\nPLACE_SHIP 20 5 N 0 TUG\nPLACE_SHIP 20 7 N 0 BOA\n[playerB]";

fn main() {
    println!("{}", play());
}

/// Plays a game in which both shoot at one field after the other.
fn play() -> Ending {
    let ferry = ShipClass::still("FER", 'F', 5, 1);
    let tug = ShipClass::still("TUG", 'T', 3, 1);
    let boat = ShipClass::still("BOA", 'B', 1, 1);
    let lake = RuleSet {
        name: "lake",
        board_sides: BoardSides::fixed(12),
        classes: Classes::new(&[ferry, tug, boat]),
        ..*RuleSet::RUSSIAN
    };
    let mut session = Session::with_game(Game::new(&lake));
    let mut script = FLEETS.to_owned();
    loop {
        if let Some(ending) = session.lines(script.as_bytes(), |_, _| ()).expect("text") {
            return ending;
        }
        let (game, player) = (session.game(), session.game().next_player());
        let mut fields = game.waters(player.opponent()).fields();
        let target = fields.find(|field| !game.was_shot_at(*field)).unwrap();
        script = format!("[player{player}]\nSHOOT {target}\n[player{player}]\n");
    }
}

#[test]
fn somebody_wins() {
    assert_eq!(play().to_string(), "B won");
}
