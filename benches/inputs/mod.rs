//! The scripts of the benchmarks, made by seed.

use std::fmt::Write;
use std::io;

use admiralty::geometry::Direction;
use admiralty::interpreter::Session;
use admiralty::player::Player;
use admiralty::rules::SHIPS;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A script in the making: only lines that a session executes get into it.
struct Maker {
    random: Pcg64Mcg,
    session: Session,
    script: String,
}

impl Maker {
    fn new() -> Self {
        Self {
            random: Pcg64Mcg::seed_from_u64(1),
            session: Session::new(),
            script: String::new(),
        }
    }

    fn below(&mut self, bound: u32) -> u32 {
        u32::try_from((u64::from(self.random.next_u32()) * u64::from(bound)) >> 32).expect("small")
    }

    /// Adds a line if it can be executed; says whether it was.
    fn add(&mut self, line: &str) -> bool {
        let step = self
            .session
            .line(line.as_bytes(), &mut io::sink())
            .expect("the sink takes all");
        let is_executed = step.is_continue();
        if is_executed {
            writeln!(self.script, "{line}").expect("a string takes all");
        }
        is_executed
    }

    /// Adds lines that must be executed.
    fn must(&mut self, lines: &str) {
        for line in lines.lines() {
            assert!(self.add(line), "{line}");
        }
    }

    /// Makes a board and places whole fleets at random.
    fn fleets(&mut self, rows: u32, columns: u32) {
        let before = self.script.len();
        // A board can fill up before all ships are placed; a new one is empty.
        loop {
            self.must(&format!("BOARD_SIZE {rows} {columns}"));
            if Player::BOTH
                .into_iter()
                .all(|player| self.fleet(player, rows, columns))
            {
                return;
            }
            self.script.truncate(before);
        }
    }

    /// Places a player's fleet at random, if there is room.
    fn fleet(&mut self, player: Player, rows: u32, columns: u32) -> bool {
        let counts = self.counts(player);
        SHIPS.classes.iter().zip(counts).all(|(class, count)| {
            let segments = "1".repeat(usize::from(class.length));
            (0..count).all(|index| {
                (0..1000).any(|_| {
                    let (y, x) = (self.below(rows), self.below(columns));
                    let direction = Direction::ALL[self.below(4) as usize];
                    self.add(&format!(
                        "SHIP {player} {y} {x} {direction} {index} {} {segments}",
                        class.name
                    ))
                })
            })
        })
    }

    fn counts(&self, player: Player) -> Vec<u32> {
        self.session.game().fleet(player).counts().collect()
    }

    /// A ship of a player, as a command names it.
    fn ship(&mut self, player: Player) -> String {
        let counts = self.counts(player);
        let mut at = self.below(counts.iter().sum());
        for (class, count) in SHIPS.classes.iter().zip(counts) {
            if at < count {
                return format!("{at} {}", class.name);
            }
            at -= count;
        }
        unreachable!("the ships were counted")
    }
}

/// Both players shoot at random, but never sink the last ship: the carriers'
/// heads are left alone.
pub fn basic_turns() -> String {
    let mut maker = Maker::new();
    maker.must("[state]");
    maker.fleets(21, 10);
    maker.must("[state]");
    let spared: Vec<_> = maker
        .session
        .game()
        .board()
        .ships()
        .iter()
        .map(|ship| ship.footprint().head)
        .collect();
    for turn in 0..200_000 {
        let player = Player::BOTH[turn % 2];
        let (y, x) = loop {
            let (y, x) = (maker.below(21), maker.below(10));
            if !spared
                .iter()
                .any(|head| (i64::from(head.y), i64::from(head.x)) == (y.into(), x.into()))
            {
                break (y, x);
            }
        };
        maker.must(&format!(
            "[player{player}]\nSHOOT {y} {x}\n[player{player}]"
        ));
    }
    maker.script
}

/// Ships of full fleets, chosen at random, go round in circles; one that has
/// another in its way waits. (Ships that moved at random would all end with
/// their heads at an edge, where none can move.)
pub fn moves() -> String {
    let mut maker = Maker::new();
    maker.must("[state]");
    maker.fleets(60, 60);
    maker.must("[state]");
    for turn in 0..200_000 {
        let player = Player::BOTH[turn % 2];
        maker.must(&format!("[player{player}]"));
        for _ in 0..2 {
            // The ship that has to wait may be the only one that could have
            // moved, so the patience is limited.
            let has_moved = (0..1000).any(|_| {
                let line = format!("MOVE {} L", maker.ship(player));
                maker.add(&line)
            });
            assert!(has_moved, "all ships are stuck");
        }
        maker.must(&format!("[player{player}]"));
    }
    maker.script
}

pub fn reefs() -> String {
    let mut maker = Maker::new();
    let mut fields: Vec<u32> = (0..1_000_000).collect();
    let mut script = "[state]\nBOARD_SIZE 1000 1000\n".to_owned();
    for at in 0..300_000 {
        let other = at + maker.below(1_000_000 - u32::try_from(at).expect("small")) as usize;
        fields.swap(at, other);
        writeln!(script, "REEF {} {}", fields[at] / 1000, fields[at] % 1000)
            .expect("a string takes all");
    }
    script + "PRINT 0\nSAVE\n[state]\n"
}

pub fn prints() -> String {
    let mut maker = Maker::new();
    maker.must("[state]\nBOARD_SIZE 1000 1000");
    for _ in 0..1000 {
        let line = format!("REEF {} {}", maker.below(1000), maker.below(1000));
        maker.must(&line);
    }
    maker.script + &"PRINT 0\n".repeat(50) + "[state]\n"
}

pub fn player_prints() -> String {
    let mut maker = Maker::new();
    maker.must("[state]");
    maker.fleets(300, 300);
    maker.must("[state]\n[playerA]");
    maker.script + &"PRINT 0\n".repeat(100) + "[playerA]\n"
}

/// Forty ships, all shots of all of them in each turn, in a random order.
pub fn auto_shooting() -> String {
    let mut maker = Maker::new();
    maker.must("[state]\nSET_FLEET A 10 10 10 10\nSET_FLEET B 0 0 0 1");
    maker.fleets(40, 40);
    maker.must("EXTENDED_SHIPS\nAUTO_SHOOTING\n[state]");
    for _ in 0..40 {
        let mut targets = targets_of_all(&mut maker);
        for at in (1..targets.len()).rev() {
            let other = maker.below(u32::try_from(at).expect("small") + 1) as usize;
            targets.swap(at, other);
        }
        maker.must("[playerA]");
        maker.must(&targets.join("\n"));
        maker.must("[playerA]\n[playerB]\n[playerB]");
    }
    maker.script
}

/// As many targets for each ship as it has shots, within its range, on water.
fn targets_of_all(maker: &mut Maker) -> Vec<String> {
    let ships = maker.session.game().board().ships().to_vec();
    let own = ships.iter().filter(|ship| ship.owner() == Player::A);
    let mut targets = Vec::new();
    for ship in own {
        for _ in 0..ship.class().length {
            loop {
                let (dy, dx) = (maker.below(9), maker.below(9));
                let cannon = ship.cannon();
                let target = admiralty::geometry::Pos::new(
                    cannon.y + i32::try_from(dy).expect("small") - 4,
                    cannon.x + i32::try_from(dx).expect("small") - 4,
                );
                let board = maker.session.game().board();
                let is_water = board.size().contains(target) && board.ship_at(target).is_none();
                if is_water && cannon.within(target, ship.class().length) {
                    targets.push(format!("SHOOT {target}"));
                    break;
                }
            }
        }
    }
    targets
}

/// A fleet of destroyers, and turns in which one target is named; see [`destroyers`].
pub fn auto_turns(ships: u32) -> String {
    const TURNS: u32 = 8000;
    let (mut script, targets) = destroyers(ships);
    for turn in 0..TURNS {
        // Far from the one before.
        let target = &targets[(turn * 17 % ships) as usize];
        write!(
            script,
            "[playerA]\n{target}[playerA]\n[playerB]\n[playerB]\n"
        )
        .expect("a string takes all");
    }
    script
}

/// A fleet of destroyers, and one turn with as many targets; see [`destroyers`].
pub fn auto_turn(ships: u32) -> String {
    let (script, targets) = destroyers(ships);
    script + "[playerA]\n" + &targets.concat() + "[playerA]\n"
}

/// Destroyers of A side by side on a square board, one of B in a corner, and for
/// each of A's a target on the water next to its cannon.
fn destroyers(count: u32) -> (String, Vec<String>) {
    let side = 3 * count.isqrt() + 6;
    let mut script = format!(
        "[state]\nBOARD_SIZE {side} {side}\nSET_FLEET A 0 0 0 {count}\nSET_FLEET B 0 0 0 1\n\
        EXTENDED_SHIPS\nAUTO_SHOOTING\nSHIP B {} {} N 0 DES 11\n",
        side - 2,
        side - 1
    );
    let columns = (side - 3) / 3;
    let mut targets = Vec::new();
    for index in 0..count {
        let (y, x) = (3 * (index / columns), 3 * (index % columns));
        writeln!(script, "SHIP A {y} {x} N {index} DES 11").expect("a string takes all");
        targets.push(format!("SHOOT {} {}\n", y + 1, x + 1));
    }
    (script + "[state]\n", targets)
}

pub fn small() -> String {
    "[playerA]\nPLACE_SHIP 0 0 N 0 CAR\n[playerA]\n[state]\nPRINT 0\n[state]\n".to_owned()
}

/// A board past all memory, with ships that move.
pub fn huge_board() -> String {
    let mut maker = Maker::new();
    maker.must("[state]");
    maker.fleets(2_000_000_000, 2_000_000_000);
    maker.must("REEF 1999999999 0\n[state]");
    for turn in 0..1000 {
        let player = Player::BOTH[turn % 2];
        maker.must(&format!("[player{player}]"));
        let line = format!("MOVE {} F", maker.ship(player));
        maker.must(&line);
        maker.must(&format!("[player{player}]"));
    }
    maker.must("[state]\nSAVE\n[state]");
    maker.script
}
