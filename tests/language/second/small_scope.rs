//! All scripts of a small scope: every sequence of up to [`LINES`] lines of an alphabet, after each of
//! a few openings.
//!
//! What follows a refused line is not executed, so such a script is not continued. After every other
//! line, the open group is closed, the state is printed and saved, and both players print what they see.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

use super::{Refusals, Second, refusal_of, say_difference};
use crate::support::execute;
use admiralty_core::script::Reason;

/// The most lines that follow an opening, in the long run and in the default one.
pub const LINES: usize = 6;
pub const LINES_SHORT: usize = 2;

/// What follows each script.
const OBSERVED: &str = "[state]\nPRINT 0\nSAVE\nNEXT_PLAYER A\n[state]\n\
    [playerA]\nPRINT 1\n[playerA]\n[playerB]\nPRINT 1\n[playerB]\n";

/// What no script of these scopes reaches: too long a line, and what only players of the program and
/// other rule sets do.
const NOT_REACHED: [Reason; 3] = [
    Reason::LineTooLong,
    Reason::FleetCannotBePlaced,
    Reason::FieldAlreadyShot,
];

/// The beginning of scripts, and the lines that may follow it, in any order.
struct Scope {
    name: &'static str,
    opening: &'static str,
    alphabet: &'static str,
}

/// On a board of 3 x 4, except for carriers, which need five columns.
const SCOPES: [Scope; 10] = [
    Scope {
        name: "ships and reefs",
        opening: "\
[state]
BOARD_SIZE 3 4
SET_FLEET A 0 0 0 2
SET_FLEET B 0 0 0 1
INIT_POSITION A 0 0 1 3
INIT_POSITION B 2 0 2 3
",
        alphabet: "\
[state]
[playerA]
PRINT 2
SET_FLEET A 0 0 0 1
SET_FLEET B 0 0 1 0
SET_FLEET B 0 0 0
SET_FLEET A 0 0 0 -1
BOARD_SIZE 2 5
BOARD_SIZE 0 4
REEF 0 1
REEF 2 2
REEF 3 0
REEF 0
SHIP A 0 1 E 0 DES 11
SHIP A 0 1 E 0 DES 1
SHIP A 0 3 N 1 DES 01
SHIP A 1 2 W 2 DES 11
SHIP A 0 0 E 1 DES 11
SHIP B 2 1 E 0 DES 10
SHIP B 1 1 N 0 DES 00
SHIP B 2 3 S 0 CRU 110
PLACE_SHIP 1 3 S 0 DES
MOVE 0 DES F
SHOT A 0 0
FIRE
",
    },
    Scope {
        name: "modes and turns",
        opening: "\
[state]
BOARD_SIZE 3 4
SET_FLEET A 0 0 0 2
SET_FLEET B 0 0 0 1
SHIP A 2 1 E 0 DES 11
SHIP A 0 0 W 1 DES 11
SHIP B 0 3 N 0 DES 11
",
        alphabet: "\
[state]
[playerA]
[playerB]
PRINT 1
NEXT_PLAYER B
NEXT_PLAYER C
EXTENDED_SHIPS
EXTENDED_SHIPS 1
AUTO_SHOOTING
SAVE 1
SET_FLEET A 0 0 0 1
SET_FLEET B 0 0 1 1
SHOOT 1 3
SHOOT 0 DES 0 0
MOVE 1 DES L
SHOOT
",
    },
    Scope {
        name: "what is only saved",
        opening: "\
[state]
BOARD_SIZE 3 4
",
        alphabet: "\
[state]
[playerA]
SAVE
SRAND 18446744073709551615
SRAND -1
SET_AI_PLAYER B
SET_AI_PLAYER
INFORMATION A  it  is
INFORMATION B it
INFORMATION A FORGET
INFORMATION A
INIT_POSITION A 0 1 2 2
INIT_POSITION A 0 1 2
REEF 1 1
REEF 0 0
",
    },
    Scope {
        name: "placing",
        opening: "\
[state]
BOARD_SIZE 3 4
SET_FLEET A 0 0 0 2
SET_FLEET B 0 0 0 1
INIT_POSITION A 0 0 1 3
INIT_POSITION B 2 0 2 3
REEF 1 0
[state]
[playerA]
",
        alphabet: "\
[state]
[playerA]
[playerB]
PRINT 0
PLACE_SHIP 0 1 E 0 DES
PLACE_SHIP 0 1 E 1 DES
PLACE_SHIP 1 3 S 1 DES
PLACE_SHIP 0 3 N 1 DES
PLACE_SHIP 0 0 N 0 DES
PLACE_SHIP 1 1 N 0 DES
PLACE_SHIP 2 0 W 0 DES
PLACE_SHIP 2 3 E 0 DES
PLACE_SHIP 0 1 E 2 DES
PLACE_SHIP 0 2 E 0 CRU
PLACE_SHIP 0 1 E 0
PLACE_SHIP 0 1 X 0 DES
REEF 0 1
SET_FLEET A 0 0 0 1
NEXT_PLAYER A
SHIP A 0 1 E 0 DES 01
SHIP B 2 2 W 0 DES 11
SHOOT 2 1
SHOOT 0 0
SHOOT 3 0
MOVE 0 DES F
MOVE 0 DES R
SPY 0 1 1
SPY 1 1
EXTENDED_SHIPS
FIRE
",
    },
    Scope {
        name: "a basic turn",
        opening: "\
[state]
BOARD_SIZE 3 4
SET_FLEET A 0 0 0 1
SET_FLEET B 0 0 0 1
SHIP A 2 1 E 0 DES 11
SHIP B 0 3 E 0 DES 11
REEF 2 3
[state]
[playerA]
",
        alphabet: "\
[state]
[playerA]
[playerB]
PRINT 0
PRINT 1
SHOOT 0 2
SHOOT +0 03
SHOOT 2 0
SHOOT 1 1
SHOOT 3 0
SHOOT 0 -1
SHOOT 0
SHOOT 0 DES 0 2
MOVE 0 DES F
MOVE 0 DES L
MOVE 0 DES R
MOVE 1 DES F
MOVE 0 CRU F
MOVE 0 DES B
SPY 0 1 1
SPY 1 1
SPY 0
REEF 1 1
NEXT_PLAYER A
SET_FLEET A 0 0 0 2
SHIP A 0 0 W 1 DES 11
",
    },
    Scope {
        name: "cannons",
        opening: "\
[state]
BOARD_SIZE 3 4
SET_FLEET A 0 0 0 2
SET_FLEET B 0 0 0 1
SHIP A 2 1 E 0 DES 11
SHIP A 0 0 W 1 DES 11
SHIP B 0 3 N 0 DES 11
EXTENDED_SHIPS
[state]
[playerA]
SHOOT 0 DES 1 1
",
        alphabet: "\
[state]
[playerA]
[playerB]
PRINT 1
SHOOT 2 1
SHOOT 0 DES 1 0
SHOOT 0 DES 0 0
SHOOT 0 DES 2 0
SHOOT 0 DES 3 0
SHOOT 0 DES 3 3
SHOOT 0 DES 1 2
SHOOT 1 DES 0 3
SHOOT 1 DES 1 3
SHOOT 1 DES 0 1
SHOOT 0 DES 0 3
SHOOT 2 DES 0 3
SHOOT 0 CRU 1 1
SHOOT 0 DES 9
MOVE 0 DES F
MOVE 1 DES L
SPY 0 1 1
SPY 1 1
AUTO_SHOOTING
SET_FLEET B 0 0 0 2
NEXT_PLAYER A
",
    },
    Scope {
        name: "automatic shooting",
        opening: "\
[state]
BOARD_SIZE 3 4
SET_FLEET A 0 0 0 2
SET_FLEET B 0 0 0 1
SHIP A 2 1 E 0 DES 11
SHIP A 0 0 W 1 DES 11
SHIP B 0 3 N 0 DES 11
EXTENDED_SHIPS
AUTO_SHOOTING
[state]
[playerA]
",
        alphabet: "\
[state]
[playerA]
[playerB]
PRINT 0
SHOOT 0 3
SHOOT 1 3
SHOOT 0 1
SHOOT 2 0
SHOOT 1 0
SHOOT 3 0
SHOOT 0 DES 1 0
SHOOT 1 DES 0 3
SHOOT 1 DES 0 1
SPY 1 1
SPY 0 1 1
MOVE 0 DES F
SET_FLEET B 0 0 0 2
NEXT_PLAYER A
",
    },
    Scope {
        name: "a carrier",
        opening: "\
[state]
BOARD_SIZE 3 5
SET_FLEET A 1 0 0 0
SET_FLEET B 0 0 0 1
SHIP A 0 4 E 0 CAR 11111
SHIP B 2 1 E 0 DES 11
EXTENDED_SHIPS
[state]
[playerA]
SPY 0 2 4
SPY 0 2 4
SPY 0 2 4
SPY 0 2 4
",
        alphabet: "\
[state]
[playerA]
[playerB]
PRINT 0
PRINT 1
SPY 0 2 1
SPY 0 3 5
SPY 0 -1 -1
SPY 1 1 1
SPY 0 1
SPY 2 0
SHOOT 2 0
SHOOT 0 CAR 2 1
SHOOT 0 CAR 0 3
SHOOT 0 CAR 0 4
SHOOT 0 CAR 0 0
SHOOT 0 CAR 3 0
SHOOT 0 DES 0 2
SHOOT 0 DES 1 1
MOVE 0 CAR F
MOVE 0 DES F
NEXT_PLAYER A
AUTO_SHOOTING
BOARD_SIZE 3 5
SAVE
",
    },
    Scope {
        name: "moves",
        opening: "\
[state]
BOARD_SIZE 3 4
SET_FLEET A 0 0 0 1
SHIP A 1 3 N 0 DES 11
REEF 1 0
[state]
[playerA]
MOVE 0 DES L
MOVE 0 DES F
",
        alphabet: "\
[state]
[playerA]
[playerB]
PRINT 0
MOVE 0 DES F
MOVE 0 DES L
MOVE 0 DES R
MOVE 1 DES F
MOVE 0 DES
NEXT_PLAYER A
REEF 2 2
SHOOT 0 0
EXTENDED_SHIPS
SET_FLEET B 0 0 0 1
SHIP B 2 3 E 0 DES 01
",
    },
    Scope {
        name: "the end of a game",
        opening: "\
[state]
BOARD_SIZE 3 4
SET_FLEET A 0 0 0 1
SET_FLEET B 0 0 0 1
SHIP A 2 1 E 0 DES 01
SHIP B 0 3 E 0 DES 10
[state]
[playerA]
",
        alphabet: "\
[state]
[playerA]
[playerB]
PRINT 1
SHOOT 0 3
SHOOT 2 0
SHOOT 1 1
SHOOT 0 DES 2 0
MOVE 0 DES F
EXTENDED_SHIPS
AUTO_SHOOTING
NEXT_PLAYER A
SET_FLEET B 0 0 0 2
SET_FLEET B 0 0 0 1
SET_FLEET A 0 0 0 0
SHIP B 0 0 W 1 DES 00
",
    },
];

/// Compares both implementations on all processors; prints how many scripts of each scope there are.
pub fn compare(lines: usize) {
    let mut all = Walk::new();
    let mut pieces = Vec::new();
    for scope in &SCOPES {
        let longer = all.visit(scope, scope.opening);
        pieces.extend(longer.into_iter().map(|begin| (scope, begin)));
    }
    let pieces = Mutex::new(pieces);
    let walk = || {
        let mut walk = Walk::new();
        loop {
            let Some((scope, begin)) = pieces.lock().expect("no panic while it is held").pop()
            else {
                return walk;
            };
            walk.visit_all(scope, &begin, lines - 1);
        }
    };
    thread::scope(|threads| {
        let count = thread::available_parallelism().map_or(1, usize::from);
        let running: Vec<_> = (0..count).map(|_| threads.spawn(walk)).collect();
        for thread in running {
            all.add(thread.join().expect("the scripts agree"));
        }
    });
    tell!("{:#?}", all.scripts);
    for reason in Reason::ALL {
        let text = reason.to_string();
        let is_reached = all.refusals.keys().any(|(_, reached)| *reached == text);
        assert_eq!(is_reached, !NOT_REACHED.contains(&reason), "{text}");
    }
}

/// A walk through the trees of scripts, in which each script is one line longer than its parent.
struct Walk {
    second: Second,
    /// How many scripts of each scope were compared.
    scripts: BTreeMap<&'static str, usize>,
    refusals: Refusals,
}

impl Walk {
    fn new() -> Self {
        Self {
            second: Second::start(),
            scripts: BTreeMap::new(),
            refusals: Refusals::new(),
        }
    }

    fn add(&mut self, other: Self) {
        for (name, count) in other.scripts {
            *self.scripts.entry(name).or_default() += count;
        }
        for (cell, count) in other.refusals {
            *self.refusals.entry(cell).or_default() += count;
        }
    }

    /// Compares the scripts that are up to so many lines longer than `begin`.
    fn visit_all(&mut self, scope: &Scope, begin: &str, lines: usize) {
        if lines > 0 {
            for longer in self.visit(scope, begin) {
                self.visit_all(scope, &longer, lines - 1);
            }
        }
    }

    /// Compares the scripts that are one line longer than `begin`; returns those that can be continued.
    fn visit(&mut self, scope: &Scope, begin: &str) -> Vec<String> {
        let longer = scope
            .alphabet
            .lines()
            .map(|line| format!("{begin}{line}\n"));
        let mut longer: Vec<_> = longer.collect();
        let ends = longer.iter().map(|script| {
            let close = open_group(script).map_or(String::new(), |tag| format!("{tag}\n"));
            format!("{}{close}{OBSERVED}", &script[begin.len()..])
        });
        let ends: Vec<_> = ends.collect();
        let outputs = self.second.outputs(begin.as_bytes(), &ends);
        for (end, second) in ends.iter().zip(outputs) {
            let script = format!("{begin}{end}");
            let output = execute(&script);
            assert!(
                output == second,
                "{}",
                say_difference(script.as_bytes(), &output, &second)
            );
            if let Some(cell) = refusal_of(&output) {
                *self.refusals.entry(cell).or_default() += 1;
            }
        }
        *self.scripts.entry(scope.name).or_default() += ends.len();
        longer.retain(|script| is_executed(script));
        longer
    }
}

/// The tag of the group that is open after a script.
fn open_group(script: &str) -> Option<&str> {
    let tags = script.lines().filter(|line| line.starts_with('['));
    tags.fold(None, |open, tag| (open != Some(tag)).then_some(tag))
}

/// Whether all lines of a script are executed, and more would be.
fn is_executed(script: &str) -> bool {
    let output = execute(format!("{script}FIRE\n"));
    output.ends_with(b"INVALID OPERATION \"FIRE\": UNKNOWN COMMAND\n")
        && !script.ends_with("FIRE\n")
}
