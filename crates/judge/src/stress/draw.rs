//! Random commands near the limits of the rules.

use admiralty_core::game::{Game, ShipName};
use admiralty_core::geometry::{Direction, Movement, Pos, Rect, Size};
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::{RuleSet, RulesChoice, ShipClass};
use admiralty_core::script::{Command, Keyword, PrintMode, Segments};

#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent of each other")]
pub(super) struct DrawBias {
    /// The player that commands name; either one if `None`.
    pub player: Option<Player>,
    /// The ship that most commands name.
    pub ship: Option<ShipName>,
    /// Whether ships are put on the board undamaged.
    pub is_whole: bool,
    /// Whether most shots hit the enemy.
    pub is_fierce: bool,
    /// Whether shots and planes name no ship.
    pub is_unnamed: bool,
    /// Whether commands go beyond what the assignment describes.
    pub is_wide: bool,
}

/// Draws commands that are legal in a game about half of the time, and otherwise fail for any
/// possible reason.
pub(super) struct CommandDraw<'d> {
    pub rng: &'d mut Rng,
    pub game: &'d Game,
    pub bias: DrawBias,
}

impl CommandDraw<'_> {
    pub fn command(&mut self, word: Keyword) -> Command {
        let game = self.game;
        let (mover, rules, board) = (game.next_player(), game.rules(), game.board().size().rect());
        let player = self.rng.choose(&Player::BOTH);
        let player = self.bias.player.unwrap_or(player);
        match word {
            Keyword::Print => {
                Command::Print(self.rng.choose(&[PrintMode::Basic, PrintMode::Extended]))
            }
            Keyword::SetFleet => Command::SetFleet {
                player,
                counts: self.counts(player),
            },
            Keyword::NextPlayer => Command::NextPlayer(player),
            Keyword::BoardSize => Command::BoardSize(self.size()),
            Keyword::InitPosition => Command::InitPosition {
                player,
                start: self.start(player),
            },
            Keyword::Reef => Command::Reef(self.place(board)),
            Keyword::Ship => {
                let ship = self.missing_ship(player);
                // Where players have their own waters, the board includes the other player's
                // as well.
                let waters = game.waters(player);
                let is_at_home = waters != board && !self.rng.one_in(8);
                let area = if is_at_home { waters } else { board };
                let (head, direction) = self.site(area, &ship.class);
                Command::Ship {
                    player,
                    ship: ship.into(),
                    head,
                    direction,
                    segments: self.segments(&ship.class),
                }
            }
            Keyword::ExtendedShips => Command::ExtendedShips,
            Keyword::AutoShooting => Command::AutoShooting,
            // Never both players: a script must not end in a turn of the program.
            Keyword::SetAiPlayer if game.is_ai(player.opponent()) => {
                Command::SetAiPlayer(player.opponent())
            }
            Keyword::SetAiPlayer => Command::SetAiPlayer(player),
            Keyword::Srand => Command::Srand(self.seed()),
            Keyword::Save => Command::Save,
            Keyword::Information if self.bias.is_wide && self.rng.one_in(4) => {
                Command::forget(player)
            }
            Keyword::Information => self.information(player),
            Keyword::Rules => {
                let side = self.side(rules);
                // Scripts have only rule sets that they can name.
                let chosen = RulesChoice::saved(rules, rules.board_sides.min);
                chosen.map_or(Command::Save, |choice| {
                    Command::Rules(RulesChoice { side, ..choice })
                })
            }
            Keyword::Shot => Command::Shot {
                player,
                target: self.target(player, None),
            },
            Keyword::PlaceShip => {
                let ship = self.missing_ship(mover);
                let start = game.start(mover);
                let area = start.intersection(&board).unwrap_or(start);
                let (head, direction) = self.site(area, &ship.class);
                Command::PlaceShip {
                    ship: ship.into(),
                    head,
                    direction,
                }
            }
            Keyword::Shoot => self.shot(mover),
            Keyword::Move => Command::Move {
                ship: self.placed_ship(mover).into(),
                movement: self.rng.choose(&Movement::ALL),
            },
            Keyword::Spy => self.plane(mover),
            // A test draws every keyword.
            _ => unreachable!("no {word} is drawn"),
        }
    }

    /// A shot in the form of the current mode, or occasionally in that of another mode.
    fn shot(&mut self, mover: Player) -> Command {
        let (is_extended, is_auto) = (self.game.is_extended(), self.game.is_auto());
        let is_auto = is_auto && (self.bias.is_unnamed || self.rng.one_in(2));
        let may_be_other = self.bias.is_wide || self.game.rules().announces_shots();
        let is_other = may_be_other && self.rng.one_in(10);
        let ship = self.placed_ship(mover);
        let cannon = self.cannon(ship).filter(|_| is_extended);
        let target = self.target(mover, cannon);
        if (is_extended && !is_auto) == is_other {
            Command::Shoot(target)
        } else {
            let ship = ship.into();
            Command::ShootFrom { ship, target }
        }
    }

    /// A field that the cannon of a ship is or was on in this turn, and its range, if that is
    /// limited.
    fn cannon(&mut self, ship: ShipName) -> Option<(Pos, u8)> {
        let range = ship.class.range_max()?;
        let id = self.game.fleet(ship.player).ship(&ship.class, ship.index)?;
        let left = self.game.left_cannons().iter();
        let left = left.filter(|(other, _)| *other == id).map(|&(_, pos)| pos);
        let fields: Vec<_> = left.chain([self.game.board().ship(id).cannon()]).collect();
        Some((self.rng.choose(&fields), range))
    }

    fn plane(&mut self, mover: Player) -> Command {
        let board = self.game.board().size().rect();
        let centre = if self.rng.one_in(2) {
            self.place(board)
        } else {
            let target = self.target(mover, None);
            self.rng.pos_in(Rect::around(target))
        };
        let is_auto = self.game.is_extended() && self.game.is_auto();
        let may_be_other = self.bias.is_wide && self.rng.one_in(8);
        if self.bias.is_unnamed || may_be_other || is_auto && self.rng.one_in(2) {
            return Command::Spy(centre);
        }
        let index = match self.bias.ship.filter(|ship| ship.class.planes) {
            Some(ship) if !self.rng.one_in(4) => ship.index,
            _ => self.rng.below_u32(3),
        };
        Command::SpyFrom { index, centre }
    }

    /// A ship that a player still has to place, mostly.
    fn missing_ship(&mut self, player: Player) -> ShipName {
        let missing = missing_ships(self.game, player);
        match self.rng.pick(&missing) {
            Some(&ship) if !self.rng.one_in(4) => {
                let chosen = self.preferred(player).filter(|ship| missing.contains(ship));
                chosen.unwrap_or(ship)
            }
            _ => self.any_ship(player),
        }
    }

    /// A ship that a player has on the board, mostly.
    fn placed_ship(&mut self, player: Player) -> ShipName {
        let placed = placed_ships(self.game, player);
        match self.rng.pick(&placed) {
            Some(&ship) if !self.bias.is_wide || !self.rng.one_in(6) => {
                self.preferred(player).unwrap_or(ship)
            }
            _ => self.any_ship(player),
        }
    }

    /// The preferred ship, or that of the same name in the other fleet.
    fn preferred(&self, player: Player) -> Option<ShipName> {
        self.bias.ship.map(|ship| ShipName { player, ..ship })
    }

    /// Any ship that a player's fleet has, or one with the next index.
    fn any_ship(&mut self, player: Player) -> ShipName {
        let classes = self.game.rules().classes;
        let class = &classes[self.rng.index_u32(classes.len())];
        let count = self.game.fleet(player).count(class);
        let index = self.rng.below_u32(count.saturating_add(2));
        ShipName::new(player, class, index)
    }

    /// The state of a ship's segments, often with just one of them destroyed.
    fn segments(&mut self, class: &ShipClass) -> Segments {
        let any = self.rng.below_u32(1 << class.length);
        let healthy = match self.rng.below_u32(12) {
            _ if self.bias.is_whole => u8::MAX,
            0 => 0,
            1 => u8::try_from(any).unwrap_or(u8::MAX),
            2 | 3 => !(1 << ShipClass::RADAR),
            4 | 5 => !(1 << class.cannon()),
            6 | 7 => !(1 << class.engine()),
            _ => u8::MAX,
        };
        Segments::new(class, healthy)
    }

    fn information(&mut self, player: Player) -> Command {
        let Pos { y, x } = self.rng.pos_on(self.game.board().size());
        let text = match self.rng.below_u32(4) {
            0 => format!("seen {y} {x}"),
            1 => format!("{y}"),
            2 => "BAT 0 sunk".to_owned(),
            _ => format!("plan {x} A [state"),
        };
        let text = text.into();
        Command::Information { player, text }
    }

    /// A fleet: a small one if none is on the board, else a few ships more or fewer than the
    /// present one; occasionally one that is too large for the rules.
    fn counts(&mut self, player: Player) -> Box<[u32]> {
        let fleet = self.game.fleet(player);
        let mut counts: Box<[u32]> = fleet.counts().collect();
        if fleet.ships().next().is_none() {
            counts = self.small_fleet();
        } else {
            for _ in 0..=self.rng.below_u32(2) {
                let count = self.rng.index_u32(counts.len());
                let count = &mut counts[count];
                *count = match self.rng.below_u32(3) {
                    0 => count.saturating_sub(1),
                    _ => count.saturating_add(1),
                };
            }
        }
        let rules = self.game.rules();
        if let Some(limits) = rules.fleet.filter(|_| self.rng.one_in(4)) {
            // Short ships are soon too many; any ships soon take too many fields.
            let first = self.rng.choose(&[0, counts.len() - 1]);
            let is_allowed = |(ships, fields)| {
                (limits.ships_min..=limits.ships_max).contains(&ships)
                    && fields <= limits.fields_max(self.game.side())
            };
            while is_allowed(rules.classes.ships_and_fields(&counts)) {
                counts[first + self.rng.index_u32(counts.len() - first)] += 1;
            }
        }
        counts
    }

    /// A fleet that should fit.
    fn small_fleet(&mut self) -> Box<[u32]> {
        let (rules, size) = (self.game.rules(), self.game.board().size());
        let mut counts = vec![0; rules.classes.len()];
        // An empty fleet is complete, and counts as sunk.
        let is_empty = rules.fleet.is_none() && self.rng.one_in(40);
        // Room for two fleets, each ship with the fields around it; half of that is enough,
        // because neighbours share these fields.
        let mut room = i64::from(size.rows + 1) * i64::from(size.columns + 1) / 3;
        let most = self.rng.choose(&[2, 2, 3, 8]);
        for ship in 0..=self.rng.below_u32(most) {
            let class = match rules.carrier() {
                Some(carrier) if ship == 0 && self.rng.one_in(2) => carrier,
                _ => &rules.classes[self.rng.index_u32(counts.len())],
            };
            let fields = 3 * (i64::from(class.length) + 2) / 2;
            let fits = i32::from(class.length) <= size.rows.max(size.columns);
            if fields <= room && fits && !is_empty {
                counts[usize::from(class.index)] += 1;
                room -= fields;
            }
        }
        counts.into()
    }

    /// The size of a board, often one at which the numbers of rows or columns gain a digit.
    fn size(&mut self) -> Size {
        const EDGES: [i32; 9] = [9, 10, 11, 12, 99, 100, 101, 102, 103];
        let rng = &mut *self.rng;
        let (small, other) = (rng.between(3, 12), rng.between(2, 12));
        let (edge, short, long) = (rng.choose(&EDGES), rng.between(1, 9), rng.between(11, 120));
        let (rows, columns) = match rng.below_u32(9) {
            0..4 => (small, rng.between(3, 12)),
            4 => (short, long),
            5 => (long, short),
            6 => (edge, other),
            7 => (other, edge),
            _ => (rng.between(11, 40), rng.between(11, 40)),
        };
        Size { rows, columns }
    }

    /// A starting rectangle: half of the board, all of it, or any.
    fn start(&mut self, player: Player) -> Rect {
        let board = self.game.board().size().rect();
        let (middle, centre) = (board.bottom / 2, board.right / 2);
        let is_first = player == Player::A;
        match self.rng.below_u32(6) {
            0 | 1 if is_first => Rect::new(0, 0, middle, board.right),
            0 | 1 => Rect::new(middle + 1, 0, board.bottom, board.right),
            2 if is_first => Rect::new(0, 0, board.bottom, centre),
            2 => Rect::new(0, centre + 1, board.bottom, board.right),
            3 => {
                let (one, other) = (self.rng.pos_in(board), self.rng.pos_in(board));
                Rect::spanning(one, other).grown(self.rng.between(0, 3))
            }
            _ => board.grown(self.rng.choose(&[0, 0, 1, 3])),
        }
    }

    /// The side of the waters, just within or beyond what the rules allow.
    fn side(&mut self, rules: &RuleSet) -> Option<u8> {
        let (least, most) = (rules.board_sides.min, rules.board_sides.max);
        let (below, above) = (least.saturating_sub(1), most.saturating_add(1));
        let side = self.rng.choose(&[below, above, 0, 100, least]);
        (!self.rng.one_in(4)).then_some(side)
    }

    /// A seed for `SRAND`, sometimes one whose successor has more digits.
    fn seed(&mut self) -> u64 {
        let small = u64::from(self.rng.below_u32(100));
        match self.rng.below_u32(8) {
            // Seeds of more than 32 bits, and the largest of 64, are only in the whole
            // language.
            0 if self.bias.is_wide => u64::MAX,
            1 if self.bias.is_wide => u64::from(u32::MAX) + small,
            2 => u64::from(self.rng.below_u32(i32::MAX.unsigned_abs())),
            _ => small,
        }
    }

    /// A field to shoot at, from a cannon and its range if given.
    fn target(&mut self, shooter: Player, cannon: Option<(Pos, u8)>) -> Pos {
        let enemy = shooter.opponent();
        let area = self.game.waters(enemy);
        let is_fierce = self.bias.is_fierce && !self.rng.one_in(4);
        if is_fierce || self.rng.one_in(2) {
            let is_own = !is_fierce && self.rng.one_in(5);
            let mut fields = self.healthy(if is_own { shooter } else { enemy });
            if let Some((at, range)) = cannon {
                fields.retain(|&field| at.within(field, range));
            }
            if !fields.is_empty() {
                return self.rng.choose(&fields);
            }
        }
        match cannon {
            Some((at, range)) if self.rng.one_in(2) => self.rim(at, range),
            _ => self.place(area),
        }
    }

    /// A field that is just in range of another one, or just beyond.
    fn rim(&mut self, centre: Pos, range: u8) -> Pos {
        let range = i32::from(range);
        let dy = self.rng.between(-range, range);
        let is_in_range = |dx: &i32| dx * dx + dy * dy <= range * range;
        let dx = (0..=range).rev().find(is_in_range).unwrap_or(0);
        let dx = (dx + self.rng.between(0, 1)) * self.rng.choose(&[-1, 1]);
        let (dy, dx) = self.rng.choose(&[(dy, dx), (dx, dy)]);
        Pos::new(centre.y.saturating_add(dy), centre.x.saturating_add(dx))
    }

    /// A field in, at the edge of, or just beyond an area, a ship, a reef, or an earlier shot.
    fn place(&mut self, area: Rect) -> Pos {
        let (board, shots) = (self.game.board(), self.game.shots());
        let field = |field: Pos| Rect::spanning(field, field);
        let near = match self.rng.below_u32(8) {
            0..3 => self
                .rng
                .pick(board.ships())
                .map(|ship| ship.footprint().rect()),
            3 => self.rng.pick(board.reefs()).map(|reef| field(*reef)),
            4 => {
                let shots: Vec<_> = shots.map(|(_, target)| field(target)).collect();
                self.rng.pick(&shots).copied()
            }
            _ => None,
        };
        let rect = near.unwrap_or(area);
        if self.rng.one_in(2) {
            return self.rng.pos_in(rect);
        }
        let margin = self.rng.between(0, 2);
        self.on_edge(rect.grown(margin))
    }

    /// A field on the border of a rectangle, often a corner.
    fn on_edge(&mut self, rect: Rect) -> Pos {
        let Pos { y, x } = self.rng.pos_in(rect);
        let row = self.rng.choose(&[rect.top, rect.bottom]);
        let column = self.rng.choose(&[rect.left, rect.right]);
        let corner = Pos::new(row, column);
        let fields = [corner, corner, Pos::new(row, x), Pos::new(y, column)];
        self.rng.choose(&fields)
    }

    /// The fields of a player's healthy segments.
    fn healthy(&self, player: Player) -> Vec<Pos> {
        let board = self.game.board();
        let ships = self.game.fleet(player).ships().map(|id| board.ship(id));
        let fields = ships.flat_map(|ship| {
            let segments = (0..ship.class().length).filter(|&segment| ship.is_healthy(segment));
            segments.map(|segment| ship.footprint().field(segment))
        });
        fields.collect()
    }

    /// A place for a ship in or around an area, occasionally in a direction that the rules may not
    /// allow.
    fn site(&mut self, area: Rect, class: &ShipClass) -> (Pos, Direction) {
        let anchor = self.place(area);
        let directions = match self.rng.below_u32(16) {
            0 => &Direction::ALL,
            _ => self.game.rules().directions,
        };
        let direction = self.rng.choose(directions);
        // The drawn field becomes the head, the last field, or one in between.
        let last = i32::from(class.length) - 1;
        let between = self.rng.between(0, last);
        let steps = self.rng.choose(&[0, 0, last, last, between]);
        (anchor.step(direction, steps), direction)
    }
}

/// The ships that a player still has to place; their number is limited to keep scripts short.
pub(super) fn missing_ships(game: &Game, player: Player) -> Vec<ShipName> {
    const MISSING_MAX: usize = 40;
    let fleet = game.fleet(player);
    let all = game.rules().classes.iter().flat_map(|class| {
        let indices = 0..fleet.count(class).min(100);
        indices.map(move |index| ShipName::new(player, class, index))
    });
    all.filter(|ship| fleet.ship(&ship.class, ship.index).is_none())
        .take(MISSING_MAX)
        .collect()
}

pub(super) fn placed_ships(game: &Game, player: Player) -> Vec<ShipName> {
    let ships = game.fleet(player).ships();
    ships.map(|id| game.board().ship(id).name()).collect()
}
