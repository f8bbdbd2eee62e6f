//! Commands near the limits of what is legal.

use super::writer::Writer;
use crate::geometry::{Direction, Movement, Pos, Rect};
use crate::player::Player;
use crate::rules::ShipClass;
use crate::script::{Command, Keyword, ShipRef};

impl Writer {
    /// A command of a word: often about the ship in focus, and about as often wrong as
    /// right, for any of the reasons that there are.
    pub fn candidate(&mut self, word: Keyword) -> Command {
        let game = self.draft.game();
        let (size, rules, mover) = (game.board().size(), game.rules(), game.next_player());
        let player = self.rng.player();
        match word {
            Keyword::Print => Command::Print(self.rng.mode()),
            Keyword::SetFleet => Command::SetFleet {
                player,
                counts: self.doubtful_fleet(player),
            },
            Keyword::NextPlayer => Command::NextPlayer(player),
            Keyword::BoardSize => Command::BoardSize(size),
            Keyword::InitPosition => Command::InitPosition {
                player,
                start: size.rect(),
            },
            Keyword::Reef => Command::Reef(self.doubtful_reef()),
            Keyword::Ship => {
                let ship = self.any_ship();
                // Where there are waters, the other player's are on the board as well.
                let area = if self.classic.is_some() && !self.rng.one_in(4) {
                    self.draft.game().start(player)
                } else {
                    size.rect()
                };
                let (head, direction) = self.doubtful_site(area, ship.class);
                Command::Ship {
                    player,
                    ship,
                    head,
                    direction,
                    segments: self.rng.segments(ship.class),
                }
            }
            Keyword::ExtendedShips => Command::ExtendedShips,
            Keyword::AutoShooting => Command::AutoShooting,
            Keyword::SetAiPlayer => Command::SetAiPlayer(player),
            Keyword::Srand => Command::Srand(self.seed()),
            Keyword::Save => Command::Save,
            Keyword::Information => self.information(),
            Keyword::Rules => Command::Rules {
                rules,
                side: self.doubtful_side(),
            },
            Keyword::Shot => Command::Shot {
                player,
                target: self.doubtful_target(player, None),
            },
            Keyword::PlaceShip => {
                let ship = self.any_ship();
                let area = self.draft.game().start(mover);
                let (head, direction) = self.doubtful_site(area, ship.class);
                Command::PlaceShip {
                    ship,
                    head,
                    direction,
                }
            }
            Keyword::Shoot => self.candidate_shot(mover),
            Keyword::Move => Command::Move {
                ship: self.some_ship(),
                movement: self.rng.choose(&Movement::ALL),
            },
            Keyword::Spy => {
                let centre = self.lookout(mover);
                if self.is_wide() && self.rng.one_in(8) {
                    return Command::Spy(centre);
                }
                let focus = self.focus.filter(|ship| ship.class.planes);
                let index = match focus {
                    Some(ship) if !self.rng.one_in(4) => ship.index,
                    _ => self.rng.below_u32(3),
                };
                Command::SpyFrom { index, centre }
            }
        }
    }

    /// A shot as the mode has it, or now and then as another mode would.
    fn candidate_shot(&mut self, player: Player) -> Command {
        let game = self.draft.game();
        let is_either = game.is_extended() && game.is_auto() && self.rng.one_in(2);
        let is_other = self.rng.one_in(10) && (self.is_wide() || self.classic.is_some());
        let names_ship = self.draft.game().is_extended() && !is_either;
        if names_ship == is_other {
            return Command::Shoot(self.doubtful_target(player, None));
        }
        let ship = self.some_ship();
        let game = self.draft.game();
        let id = game.fleet(player).ship(ship.class, ship.index);
        let cannon = id.and_then(|id| super::turns::cannon(game.board().ship(id)));
        Command::ShootFrom {
            ship,
            target: self.doubtful_target(player, cannon),
        }
    }

    /// The ship in focus, mostly, or any.
    fn some_ship(&mut self) -> ShipRef {
        match self.focus {
            Some(ship) if !self.is_wide() || !self.rng.one_in(4) => ship,
            _ => self.any_ship(),
        }
    }

    /// Any ship that the next player's fleet has, or the one after its last.
    pub fn any_ship(&mut self) -> ShipRef {
        let player = self.draft.game().next_player();
        let missing = self.missing(player);
        if !missing.is_empty() && self.rng.one_in(2) {
            return self.rng.choose(&missing);
        }
        let game = self.draft.game();
        let classes = game.rules().classes;
        let class = &classes[self.rng.index_u32(classes.len())];
        let count = game.fleet(player).count(class);
        ShipRef {
            index: self.rng.below_u32(count.saturating_add(2)),
            class,
        }
    }

    /// A place in or about an area; now and then in a direction that the rules may not
    /// have.
    fn doubtful_site(&mut self, area: Rect, class: &ShipClass) -> (Pos, Direction) {
        let margin = self.rng.between(0, 1);
        let gap = self.rng.between(0, 2);
        let (head, direction) = self.site(area.grown(margin), class, gap);
        if self.rng.one_in(8) {
            return (head, self.rng.choose(&Direction::ALL));
        }
        (head, direction)
    }

    /// Fields that are no reefs and no ships, or just those.
    fn doubtful_reef(&mut self) -> Pos {
        let ships = self.draft.game().board().ships();
        if ships.is_empty() || self.rng.one_in(2) {
            return self.outside();
        }
        let footprint = *ships[self.rng.index_u32(ships.len())].footprint();
        footprint.field(self.rng.segment(footprint.length))
    }

    /// A fleet that may be too small for the ships on the board, or too large for the
    /// rules.
    fn doubtful_fleet(&mut self, player: Player) -> Box<[u32]> {
        let game = self.draft.game();
        let (classes, limits) = (game.rules().classes, game.rules().fleet);
        let side = u8::try_from(game.board().size().columns).unwrap_or(u8::MAX);
        let counts: Vec<_> = game.fleet(player).counts().collect();
        let mut counts: Box<[u32]> = counts
            .iter()
            .map(|&count| self.rng.below_u32(count.saturating_add(2)))
            .collect();
        if let Some(limits) = limits
            && self.rng.one_in(3)
        {
            // Short ships soon are too many, any ships soon have too many fields.
            let is_short = self.rng.one_in(2);
            let is_legal = |counts: &[u32]| {
                let fleet = classes.iter().zip(counts.iter().copied());
                limits.check(fleet, side).is_ok()
            };
            while counts.iter().all(|&count| count == 0) || is_legal(&counts) {
                let last = classes.len() - 1;
                let class = if is_short {
                    last
                } else {
                    self.rng.index_u32(classes.len())
                };
                counts[class] += 1;
            }
        }
        counts
    }

    /// A side of the board just within what the rules allow, or beyond.
    fn doubtful_side(&mut self) -> Option<u8> {
        let sides = self.draft.game().rules().board_sides;
        let (least, most) = (sides.min, sides.max);
        let others = [
            least.saturating_sub(1),
            most.saturating_add(1),
            0,
            100,
            least,
        ];
        (!self.rng.one_in(4)).then(|| self.rng.choose(&others))
    }

    /// A target off the board, at the rim of a cannon's range, or any.
    fn doubtful_target(&mut self, player: Player, cannon: Option<(Pos, u8)>) -> Pos {
        if self.classic.is_some() {
            return self.doubtful_call(player);
        }
        match (cannon, self.rng.below_u32(4)) {
            (Some((at, range)), 0 | 1) => self.rim(at, range, true),
            (Some((at, range)), 2) => self.rim(at, range, false),
            (None, 2) => self.aim(player, None),
            _ => self.outside(),
        }
    }

    /// A field just off the board, mostly.
    pub fn outside(&mut self) -> Pos {
        let size = self.draft.game().board().size();
        let field = self.rng.field(size);
        match self.rng.below_u32(5) {
            0 => Pos::new(-1, field.x),
            1 => Pos::new(field.y, -1),
            2 => Pos::new(size.rows, field.x),
            3 => Pos::new(field.y, size.columns),
            _ => Pos::new(
                self.rng.coordinate(size.rows),
                self.rng.coordinate(size.columns),
            ),
        }
    }
}
