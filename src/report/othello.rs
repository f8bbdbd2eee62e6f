//! Diagrams of Othello.

use super::chart::{Anchor, Caption, Svg};
use crate::othello::transcript::PlayedGame;
use crate::othello::{Color, Move, Square};

/// The size of a square, and of the space for letters and numbers.
const SQUARE: f64 = 36.0;
const EDGE: f64 = 22.0;
/// The radius of discs.
const DISC: f64 = 14.5;

/// The board at the end of a game, with the last move marked.
pub fn othello_diagram(game: &PlayedGame) -> String {
    let board = game.position().board();
    let size = 8.0 * SQUARE;
    let mut svg = Svg::new(2.0 * EDGE + size, 2.0 * EDGE + size, &caption(game));
    svg.group("felt", |svg| svg.rect([EDGE; 2], [size; 2], 1.0));
    svg.group("ink", |svg| {
        for (number, letter) in (0..=8).zip(["a", "b", "c", "d", "e", "f", "g", "h", ""]) {
            let at = EDGE + f64::from(number) * SQUARE;
            svg.line(&[[at, EDGE], [at, EDGE + size]], 1.0, "");
            svg.line(&[[EDGE, at], [EDGE + size, at]], 1.0, "");
            if number < 8 {
                let middle = at + SQUARE / 2.0;
                svg.text([middle, EDGE - 7.0], Anchor::Middle, letter);
                let row = (number + 1).to_string();
                svg.text([EDGE - 11.0, middle + 4.0], Anchor::Middle, &row);
            }
        }
        for [x, y] in [[2.0, 2.0], [2.0, 6.0], [6.0, 2.0], [6.0, 6.0]] {
            svg.circle([EDGE + x * SQUARE, EDGE + y * SQUARE], 3.0);
        }
        // The black discs, and the rims of the white ones.
        for square in Square::all().filter(|square| board.get(*square).is_some()) {
            svg.circle(middle(square), DISC);
        }
    });
    svg.group("paper", |svg| {
        for square in Square::all() {
            if board.get(square) == Some(Color::White) {
                svg.circle(middle(square), DISC - 1.2);
            }
        }
    });
    if let Some(square) = last_square(game) {
        let is_black = board.get(square) == Some(Color::Black);
        svg.group(if is_black { "paper" } else { "ink" }, |svg| {
            let [x, y] = middle(square);
            let ends = [x - 4.5, x + 4.5];
            for turn in [ends, [ends[1], ends[0]]] {
                svg.line(&[[turn[0], y - 4.5], [turn[1], y + 4.5]], 3.0, "");
            }
        });
    }
    svg.finish()
}

fn last_square(game: &PlayedGame) -> Option<Square> {
    game.moves().iter().rev().find_map(|played| match played {
        Move::Disc(square) => Some(*square),
        Move::Pass => None,
    })
}

fn middle(square: Square) -> [f64; 2] {
    let place = [square.column(), square.row()];
    place.map(|at| EDGE + (f64::from(at) + 0.5) * SQUARE)
}

/// All that the diagram shows.
fn caption(game: &PlayedGame) -> Caption {
    let board = game.position().board();
    let discs = |color: Color| {
        let squares = Square::all().filter(|square| board.get(*square) == Some(color));
        let squares: Vec<_> = squares.map(|square| square.to_string()).collect();
        format!("{color}: {}", squares.join(" "))
    };
    let last = last_square(game).map(|square| format!("last move: {square}"));
    let parts = Color::BOTH.map(discs).into_iter().chain(last);
    Caption::new(
        format!("Othello after {} moves", game.moves().len()),
        parts.collect::<Vec<_>>().join("; "),
    )
}
