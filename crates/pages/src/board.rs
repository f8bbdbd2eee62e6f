//! Pictures of the board of a game, for documents.

use super::svg::{Caption, Svg, TextAnchor};
use admiralty_core::game::{Game, Ship};
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::player::Player;
use admiralty_core::script::PrintMode;
use admiralty_core::view::{PrintedBoard, Viewer, print};

/// The side of a field, and the space for numbers.
const FIELD: f64 = 24.0;
const EDGE: f64 = 28.0;

/// The largest board that a picture shows, in rows and in columns.
pub const PICTURE_SIDE_MAX: i32 = 200;

/// The board as a viewer sees it; `None` if it is larger than [`PICTURE_SIDE_MAX`].
pub fn board_picture(game: &Game, viewer: Viewer, title: &str) -> Option<String> {
    let size = game.board().size();
    if size.rows.max(size.columns) > PICTURE_SIDE_MAX {
        return None;
    }
    let mut text = Vec::new();
    // A vector takes all that is written to it.
    let _ = print(game, viewer, PrintMode::Extended, &mut text);
    let printed: Vec<_> = text.split(|&byte| byte == b'\n').collect();
    let lines = printed.get(..PrintedBoard::lines(size))?;
    let board = PrintedBoard::parse(size, lines)?;
    let rows = String::from_utf8_lossy(&lines.join(&b'\n')).into_owned();
    let length = |fields: i32| f64::from(fields) * FIELD + 1.5 * EDGE;
    let caption = Caption::new(title, rows);
    let mut picture = BoardPicture {
        svg: Svg::new(length(size.columns), length(size.rows), &caption),
        board,
        viewer,
    };
    picture.draw_waters(game);
    for player in Player::BOTH {
        picture.draw_ships(game, player);
    }
    picture.draw_marks(game);
    Some(picture.svg.finish())
}

struct BoardPicture {
    svg: Svg,
    board: PrintedBoard,
    viewer: Viewer,
}

impl BoardPicture {
    fn is_known(&self, pos: Pos) -> bool {
        self.board.at(pos).is_some_and(|glyph| glyph != b'?')
    }

    /// Draws water and fog, the grid, the starting rectangles, and numbers.
    fn draw_waters(&mut self, game: &Game) {
        let board = game.board().size().rect();
        let starts = Player::BOTH.map(|player| game.start(player));
        let mut waters = Player::BOTH.map(|player| game.waters(player)).to_vec();
        // Where ships move, both players have the same.
        waters.dedup();
        let mut hidden: Vec<_> = waters.iter().flat_map(Rect::fields).collect();
        hidden.retain(|&pos| !self.is_known(pos));
        for rect in waters {
            self.svg.group("water", |svg| fill(svg, rect));
            self.svg.group("grid", |svg| {
                for x in rect.left..=rect.right + 1 {
                    svg.line(&[corner(rect.top, x), corner(rect.bottom + 1, x)], 1.0, "");
                }
                for y in rect.top..=rect.bottom + 1 {
                    svg.line(&[corner(y, rect.left), corner(y, rect.right + 1)], 1.0, "");
                }
            });
        }
        self.svg.group("fog", |svg| {
            for pos in hidden {
                fill(svg, Rect::spanning(pos, pos));
            }
        });
        for (rect, class) in starts.into_iter().zip(CLASSES) {
            if let Some(rect) = rect.intersection(&board) {
                let [[left, top], [right, bottom]] = corners(rect);
                let outline = [
                    [left, top],
                    [right, top],
                    [right, bottom],
                    [left, bottom],
                    [left, top],
                ];
                self.svg.group(class, |svg| svg.line(&outline, 1.2, "6 4"));
            }
        }
        let is_large = board.height().max(board.width()) > 24;
        let step = if is_large { 5 } else { 1 };
        self.svg.group("quiet", |svg| {
            let before = FIELD / 2.0 + 6.0;
            for x in (0..=board.right).step_by(step) {
                let [at, top] = middle(Pos::new(0, x));
                svg.text([at, top - before], TextAnchor::Middle, &x.to_string());
            }
            for y in (0..=board.bottom).step_by(step) {
                let [left, at] = middle(Pos::new(y, 0));
                svg.text([left - before, at + 4.0], TextAnchor::End, &y.to_string());
            }
        });
    }

    /// Draws the ships of a player: their hulls, or the segments that the viewer knows. Neither
    /// their order nor their shape shows more than the print does.
    fn draw_ships(&mut self, game: &Game, owner: Player) {
        let all = game.board().ships().iter();
        let ships = all.filter(|ship| ship.owner() == owner);
        let outlines: Vec<_> = if self.viewer == Viewer::Player(owner.opponent()) {
            let segments = ships.flat_map(|ship| ship.footprint().fields());
            let mut known: Vec<_> = segments.filter(|&pos| self.is_known(pos)).collect();
            known.sort();
            known.into_iter().map(square).collect()
        } else {
            ships.map(hull).collect()
        };
        self.svg.group(CLASSES[owner as usize], |svg| {
            for mut outline in outlines {
                svg.area(&outline, 0.22);
                outline.extend(outline.first().copied());
                svg.line(&outline, 1.6, DASHES[owner as usize]);
            }
        });
    }

    /// Draws what the extended print shows on each field.
    fn draw_marks(&mut self, game: &Game) {
        let board = game.board();
        let ship_at = |pos| board.ship_at(pos).map(|id| board.ship(id));
        // The other segments of an enemy ship may be out of sight.
        let is_sunk = |ship: &Ship| {
            ship.healthy_parts() == 0 && self.viewer != Viewer::Player(ship.owner().opponent())
        };
        let marks: Vec<_> = self.board.fields().collect();
        self.svg.group("land", |svg| {
            for &(pos, _) in marks.iter().filter(|(_, glyph)| *glyph == b'#') {
                svg.circle(middle(pos), 0.44 * FIELD);
            }
        });
        self.svg.group("ink", |svg| {
            for (pos, glyph) in marks {
                let [x, y] = middle(pos);
                let at = |dx: f64, dy: f64| [x + dx * FIELD, y + dy * FIELD];
                match glyph {
                    b'@' => {
                        svg.circle([x, y], 3.0);
                        svg.line(&ring([x, y], 6.0), 1.6, "");
                    }
                    b'!' => svg.area(
                        &[at(0.0, -0.27), at(0.27, 0.0), at(0.0, 0.27), at(-0.27, 0.0)],
                        1.0,
                    ),
                    b'%' => {
                        for end in [at(0.0, -0.3), at(0.26, 0.16), at(-0.26, 0.16)] {
                            svg.line(&[[x, y], end], 2.6, "");
                        }
                    }
                    b'+' | b'#' => svg.circle([x, y], 1.8),
                    b'o' => svg.line(&ring([x, y], 4.5), 2.0, ""),
                    b'x' | b'X' => {
                        let is_sunk = glyph == b'X' || ship_at(pos).is_some_and(is_sunk);
                        let width = if is_sunk { 5.0 } else { 3.0 };
                        svg.line(&[at(-0.27, -0.27), at(0.27, 0.27)], width, "");
                        svg.line(&[at(0.27, -0.27), at(-0.27, 0.27)], width, "");
                    }
                    _ => {}
                }
            }
        });
    }
}

/// The classes of the players' colours, and the dashes of their ships.
const CLASSES: [&str; 2] = ["s0", "s1"];
const DASHES: [&str; 2] = ["", "4 2"];

fn corner(y: i32, x: i32) -> [f64; 2] {
    [x, y].map(|at| EDGE + f64::from(at) * FIELD)
}

/// The upper left and the lower right corner.
fn corners(rect: Rect) -> [[f64; 2]; 2] {
    let Rect {
        top,
        left,
        bottom,
        right,
    } = rect;
    [corner(top, left), corner(bottom + 1, right + 1)]
}

fn middle(pos: Pos) -> [f64; 2] {
    corner(pos.y, pos.x).map(|at| at + FIELD / 2.0)
}

fn fill(svg: &mut Svg, rect: Rect) {
    let [[left, top], [right, bottom]] = corners(rect);
    svg.rect([left, top], [right - left, bottom - top], 1.0);
}

fn square(pos: Pos) -> Vec<[f64; 2]> {
    let [x, y] = middle(pos);
    let half = 0.4 * FIELD;
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(dx, dy)| [x + dx * half, y + dy * half])
        .to_vec()
}

/// The outline of a ship: the bow is pointed.
fn hull(ship: &Ship) -> Vec<[f64; 2]> {
    let footprint = ship.footprint();
    let [x, y] = middle(footprint.head);
    let (dy, dx) = footprint.direction.delta();
    let (dy, dx) = (f64::from(dy), f64::from(dx));
    let stern = f64::from(ship.class().length) - 0.6;
    // Forward and to the right of the middle of the head, in fields.
    let points = [
        (0.46, 0.0),
        (0.1, 0.38),
        (-stern, 0.38),
        (-stern, -0.38),
        (0.1, -0.38),
    ];
    points
        .map(|(ahead, right)| {
            [
                x + FIELD * (ahead * dx - right * dy),
                y + FIELD * (ahead * dy + right * dx),
            ]
        })
        .to_vec()
}

/// A circle as a line.
fn ring([x, y]: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    (0..=24)
        .map(|i| f64::from(i) / 24.0 * std::f64::consts::TAU)
        .map(|angle| [x + radius * angle.cos(), y + radius * angle.sin()])
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use admiralty_core::game::{Footprint, ShipName};
    use admiralty_core::geometry::{Direction, Size};
    use admiralty_core::rules::RuleSet;

    use super::*;

    #[test]
    fn a_hull_covers_the_fields_of_its_ship() {
        let rules = RuleSet::named(b"ships").expect("the default");
        for class in &rules.classes {
            for direction in Direction::ALL {
                let mut game = Game::new(rules);
                let footprint = Footprint::new(Pos::new(9, 5), direction, class.length);
                let name = ShipName::new(Player::A, class, 0);
                let ship = name.command(&footprint, 1);
                game.set([ship]).expect("there is room");
                let outline = hull(&game.board().ships()[0]);
                let [upper_left, lower_right] = corners(footprint.rect());
                for axis in 0..2 {
                    let ends = outline.iter().map(|point| point[axis]);
                    let least = ends.clone().fold(f64::INFINITY, f64::min);
                    let most = ends.fold(0.0, f64::max);
                    let gaps = [least - upper_left[axis], lower_right[axis] - most];
                    let fits = |gap: &f64| (0.0..FIELD / 4.0).contains(gap);
                    assert!(gaps.iter().all(fits), "{footprint:?} {gaps:?}");
                }
            }
        }
    }

    #[test]
    fn what_differs_in_print_differs_in_a_picture() {
        let game = Game::new(RuleSet::named(b"ships").expect("the default"));
        let (size, glyphs) = (Size::new(1, 1), b"@!%+#oxX ");
        let pictures = glyphs.map(|glyph| {
            let lines = [b"  ".to_vec(), vec![b'0', glyph]];
            let mut picture = BoardPicture {
                svg: Svg::new(1.0, 1.0, &Caption::default()),
                board: PrintedBoard::parse(size, &lines).expect("a board"),
                viewer: Viewer::Referee,
            };
            picture.draw_marks(&game);
            picture.svg.finish()
        });
        assert_eq!(HashSet::from(pictures).len(), glyphs.len());
    }
}
