//! Commands near the limits of what is legal, to choose a broken one from.

use super::turns::{cannon, named};
use super::writer::Writer;
use crate::geometry::{Movement, Pos};
use crate::player::Player;
use crate::script::{Command, Keyword, ShipRef};

/// How many commands are drawn.
const DRAWS: u32 = 80;

impl Writer {
    /// Commands of a word, near the limits of what is legal.
    pub fn candidates(&mut self, word: Keyword) -> Vec<Command> {
        let player = self.draft.game().next_player();
        match word {
            Keyword::Move => {
                let mut ships: Vec<_> = self.ships(player).iter().map(named).collect();
                ships.push(self.any_ship());
                let every = ships.into_iter().flat_map(|ship| {
                    Movement::ALL.map(|movement| Command::Move { ship, movement })
                });
                every.collect()
            }
            _ => (0..DRAWS).map(|_| self.candidate(word, player)).collect(),
        }
    }

    fn candidate(&mut self, word: Keyword, player: Player) -> Command {
        let size = self.draft.game().board().size();
        match word {
            Keyword::Shoot | Keyword::Shot | Keyword::Ship if self.classic.is_some() => {
                self.candidate_classic(word, player)
            }
            Keyword::PlaceShip => {
                let ship = self.any_ship();
                let area = self.draft.game().start(player);
                let margin = self.rng.between(0, 1);
                let gap = self.rng.between(0, 2);
                let (head, direction) = self.site(area.grown(margin), ship.class, gap);
                Command::PlaceShip {
                    ship,
                    head,
                    direction,
                }
            }
            Keyword::Ship => {
                let ship = self.any_ship();
                let margin = self.rng.between(0, 1);
                let gap = self.rng.between(0, 2);
                let (head, direction) = self.site(size.rect().grown(margin), ship.class, gap);
                Command::Ship {
                    player: self.rng.player(),
                    ship,
                    head,
                    direction,
                    segments: self.rng.segments(ship.class),
                }
            }
            Keyword::Reef => {
                let ships = self.draft.game().board().ships();
                if ships.is_empty() || self.rng.one_in(2) {
                    return Command::Reef(self.outside());
                }
                let footprint = *ships[self.rng.index_u32(ships.len())].footprint();
                let segment = self.rng.between(0, i32::from(footprint.length) - 1);
                Command::Reef(footprint.head.step(footprint.direction, -segment))
            }
            Keyword::SetFleet => {
                let player = self.rng.player();
                let fleet = self.draft.game().fleet(player);
                let counts: Vec<_> = fleet.counts().collect();
                let count = |&count: &u32| self.rng.below_u32(count.saturating_add(2));
                Command::SetFleet {
                    player,
                    counts: counts.iter().map(count).collect(),
                }
            }
            Keyword::Spy => {
                let centre = self.lookout(player);
                if self.rng.one_in(8) {
                    return Command::Spy(centre);
                }
                Command::SpyFrom {
                    index: self.rng.below_u32(3),
                    centre,
                }
            }
            _ => self.candidate_shot(player),
        }
    }

    fn candidate_shot(&mut self, player: Player) -> Command {
        let game = self.draft.game();
        let is_extended = game.is_extended();
        let is_basic = !is_extended || game.is_auto();
        // The form of the other mode is a breach of its own.
        if is_basic && !(is_extended && self.rng.one_in(2)) && !self.rng.one_in(10)
            || (!is_basic && self.rng.one_in(20))
        {
            let target = if self.rng.one_in(2) {
                self.outside()
            } else {
                self.aim(player, None)
            };
            return Command::Shoot(target);
        }
        let ships = self.ships(player);
        if ships.is_empty() || self.rng.one_in(10) {
            let target = if self.rng.one_in(2) {
                self.outside()
            } else {
                self.aim(player, None)
            };
            return Command::ShootFrom {
                ship: self.any_ship(),
                target,
            };
        }
        let ship = &ships[self.rng.index_u32(ships.len())];
        let target = match (cannon(ship), self.rng.below_u32(4)) {
            (Some((at, range)), 0 | 1) => self.rim(at, range, true),
            (Some((at, range)), 2) => self.rim(at, range, false),
            (_, 3) => self.outside(),
            _ => self.aim(player, None),
        };
        Command::ShootFrom {
            ship: named(ship),
            target,
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
