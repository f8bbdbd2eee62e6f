//! What is broken in games in which shots are announced.

use crate::game::Reason;
use crate::generator::goals::Goal;
use crate::generator::writer::Writer;
use crate::geometry::{Direction, Movement, Pos};
use crate::player::Player;
use crate::rules::FleetLimits;
use crate::script::{Command, GroupKind, Keyword};

/// How many lines are drawn.
const DRAWS: u32 = 60;

impl Writer {
    /// What leads up to a broken command: in a turn a shot is spent where the next
    /// one is to be too many, and often where it is to be wrong for another reason.
    pub fn prepare_classic(&mut self, goal: Goal) {
        if goal.word != Keyword::Shoot {
            return;
        }
        let player = self.draft.game().next_player();
        let is_spent = match goal.reason {
            Reason::TooManyShoots => true,
            Reason::NotAllShipsPlaced => false,
            _ => self.rng.one_in(2),
        };
        if is_spent {
            self.spend_shot(player);
        }
    }

    /// A shot, one that has fallen before, or a ship, near the limits of what is
    /// legal.
    pub fn candidate_classic(&mut self, word: Keyword, player: Player) -> Command {
        match word {
            Keyword::Shot => {
                let player = self.rng.player();
                let target = self.doubtful(player);
                Command::Shot { player, target }
            }
            Keyword::Ship => {
                let ship = self.any_ship();
                let owner = self.rng.player();
                // The row between the waters, and the other player's, are on the board.
                let area = match self.rng.below_u32(4) {
                    0 => self.draft.game().board().size().rect(),
                    _ => self.draft.game().start(owner),
                };
                let margin = self.rng.between(0, 1);
                let gap = self.rng.between(0, 2);
                let (head, direction) = self.site(area.grown(margin), ship.class, gap);
                Command::Ship {
                    player: owner,
                    ship,
                    head,
                    direction,
                    segments: self.rng.segments(ship.class),
                }
            }
            _ => Command::Shoot(self.doubtful(player)),
        }
    }

    /// A field that is no field to shoot at, mostly.
    fn doubtful(&mut self, player: Player) -> Pos {
        let game = self.draft.game();
        let (own, enemy) = (game.start(player), game.start(player.opponent()));
        match self.rng.below_u32(8) {
            0 => self.outside(),
            1 => self.rng.field_of(own),
            2 => {
                // The row that belongs to nobody.
                let x = self.rng.between(own.left, own.right);
                Pos::new(own.top.max(enemy.top) - 1, x)
            }
            3 => {
                let healthy = self.healthy(player);
                match healthy.len() {
                    0 => self.rng.field_of(own),
                    count => healthy[self.rng.index_u32(count)],
                }
            }
            4 | 5 => {
                let shots: Vec<_> = game.shots().map(|(_, target)| target).collect();
                match shots.len() {
                    0 => self.rng.field_of(enemy),
                    count => shots[self.rng.index_u32(count)],
                }
            }
            6 => {
                let ships = self.ships(player.opponent());
                match ships.len() {
                    0 => self.rng.field_of(enemy),
                    count => {
                        let footprint = *ships[self.rng.index_u32(count)].footprint();
                        footprint.field(self.rng.segment(footprint.length))
                    }
                }
            }
            _ => self.rng.field_of(enemy.grown(1)),
        }
    }

    /// Writes a line that the rule set has no place for: a command that it does not
    /// have, a direction, a side of the waters, a fleet.
    pub fn break_line(&mut self, goal: Goal) {
        let is_state = if goal.reason == Reason::CommandNotAvailable && is_of_all(goal.word) {
            // It is there, but not in this group.
            goal.group() == GroupKind::Player
        } else {
            goal.group() == GroupKind::State
        };
        if !self.enter_kind(is_state) {
            return;
        }
        for _ in 0..DRAWS {
            let line = match (goal.word, goal.reason) {
                (Keyword::Rules, _) => self.wrong_waters(),
                (Keyword::SetFleet, _) => self.wrong_fleet(),
                (Keyword::PlaceShip | Keyword::Ship, Reason::InvalidArguments) => {
                    self.wrong_direction(goal.word)
                }
                _ => self.other_command(goal.word),
            };
            if self.draft.reason(&line) == Some(goal.reason) {
                self.is_broken = self.draft.append_broken(&[line]).is_some();
                return;
            }
        }
    }

    /// `RULES` with a side that the rule set does not have.
    fn wrong_waters(&mut self) -> String {
        let rules = self.draft.game().rules();
        let sides = rules.board_sides;
        let (least, most) = (i32::from(sides.min), i32::from(sides.max));
        let side = self
            .rng
            .choose(&[least - 1, most + 1, 0, -1, -least, 100, least]);
        format!("RULES {} {side}", rules.name)
    }

    /// `SET_FLEET` with a fleet just too small or too large for the rule set.
    fn wrong_fleet(&mut self) -> String {
        let game = self.draft.game();
        let (classes, player) = (game.rules().classes, self.rng.player());
        let mut counts = vec![0; classes.len()];
        if let Some(limits) = game.rules().fleet
            && !self.rng.one_in(6)
        {
            let side = self.draft.game().board().size().columns;
            let side = u8::try_from(side).unwrap_or(u8::MAX);
            let is_many = self.rng.one_in(2);
            self.overload(&mut counts, limits, side, is_many);
        }
        let counts = counts.into();
        Command::SetFleet { player, counts }.to_string()
    }

    /// Adds ships until a limit is gone past: with short ones that of ships, with any
    /// that of fields.
    fn overload(&mut self, counts: &mut [u32], limits: FleetLimits, side: u8, is_many: bool) {
        let classes = self.draft.game().rules().classes;
        let check = |counts: &[u32]| {
            let fleet = classes.iter().zip(counts.iter().copied());
            limits.check(fleet, side)
        };
        while counts.iter().all(|&count| count == 0) || check(counts).is_ok() {
            let class = if is_many {
                classes.len() - 1
            } else {
                self.rng.index_u32(classes.len())
            };
            counts[class] += 1;
        }
    }

    /// A ship that points where none may.
    fn wrong_direction(&mut self, word: Keyword) -> String {
        let player = self.draft.game().next_player();
        let mut command = self.candidate_ship(word, player);
        if let Command::PlaceShip { direction, .. } | Command::Ship { direction, .. } = &mut command
        {
            *direction = self.rng.choose(&Direction::ALL);
        }
        command.to_string()
    }

    fn candidate_ship(&mut self, word: Keyword, player: Player) -> Command {
        let ship = self.any_ship();
        let area = self.draft.game().start(player);
        let (head, direction) = self.site(area, ship.class, 2);
        match word {
            Keyword::Ship => Command::Ship {
                player,
                ship,
                head,
                direction,
                segments: self.rng.segments(ship.class),
            },
            _ => Command::PlaceShip {
                ship,
                head,
                direction,
            },
        }
    }

    /// A command that belongs in no group of that kind, or in no game of the rule
    /// set.
    fn other_command(&mut self, word: Keyword) -> String {
        let player = self.draft.game().next_player();
        let target = self.call(player);
        let ship = self.any_ship();
        let command = match word {
            Keyword::BoardSize => Command::BoardSize(self.draft.game().board().size()),
            Keyword::InitPosition => Command::InitPosition {
                player,
                start: self.draft.game().start(player),
            },
            Keyword::Reef => Command::Reef(target),
            Keyword::ExtendedShips => Command::ExtendedShips,
            Keyword::AutoShooting => Command::AutoShooting,
            Keyword::Move => Command::Move {
                ship,
                movement: self.rng.choose(&Movement::ALL),
            },
            Keyword::Spy if self.rng.one_in(2) => Command::Spy(target),
            Keyword::Spy => Command::SpyFrom {
                index: ship.index,
                centre: target,
            },
            Keyword::Shot => Command::Shot { player, target },
            // Nobody says which ship shoots; or it is in the wrong group.
            Keyword::Shoot if self.rng.one_in(2) => Command::ShootFrom { ship, target },
            Keyword::Shoot => Command::Shoot(target),
            word => self.candidate_ship(word, player),
        };
        command.to_string()
    }
}

/// Whether the word is one of all rule sets that announce shots.
const fn is_of_all(word: Keyword) -> bool {
    matches!(word, Keyword::Ship | Keyword::Shot | Keyword::PlaceShip)
}
