//! Boards and fleets of any size.
#![cfg(target_os = "linux")]

use crate::support::games::CANNOT;
use crate::support::{Call, thinned};
use admiralty_core::geometry::Pos;
use admiralty_players::{STRATEGIES, Strategy};

/// Boards and fleets of any size: a turn, or the reason why there is none, in little
/// time and memory.
#[apply(trial)]
fn extreme_games_cost_little() {
    let reefs = |side: i32, is_free: fn(Pos) -> bool| {
        let fields = (0..side).flat_map(|y| (0..side).map(move |x| Pos::new(y, x)));
        let reefs = fields.filter(|&pos| !is_free(pos));
        reefs.fold(String::new(), |script, reef| {
            script + &format!("REEF {reef}\n")
        })
    };
    let cases = [
        ("BOARD_SIZE 2000000000 2000000000\nINIT_POSITION A 0 0 999999999 1999999999\n".into(), true),
        ("BOARD_SIZE 1 2147483647\nINIT_POSITION A 0 0 0 2147483647\n".into(), true),
        ("BOARD_SIZE 2147483647 2147483647\nINIT_POSITION A -2147483648 -2147483648 2147483647 2147483647\n\
            SET_FLEET A 2147483647 2147483647 2147483647 2147483647\n".into(), true),
        ("SET_FLEET A 2147483647 0 0 0\n".into(), false),
        ("BOARD_SIZE 120 120\nINIT_POSITION A 0 0 119 119\nSET_FLEET A 1000 0 0 0\n".into(), false),
        ("INIT_POSITION A 5 5 3 3\n".into(), false),
        ("INIT_POSITION A 50 50 60 60\n".into(), false),
        ("INIT_POSITION A 2147483647 2147483647 -2147483648 -2147483648\n".into(), false),
        ("SET_FLEET A 0 0 0 0\nINIT_POSITION A 5 5 3 3\n".into(), true),
        (format!("BOARD_SIZE 200 200\nINIT_POSITION A 0 0 199 199\n{}", reefs(200, |_| false)), false),
        (format!("BOARD_SIZE 200 200\nINIT_POSITION A 0 0 199 199\nSET_FLEET A 1 0 0 0\n{}",
            reefs(200, |pos| pos.y == 77 && (90..95).contains(&pos.x))), true),
    ];
    for (number, (state, is_placed)) in cases.into_iter().enumerate() {
        for (strategy, mode) in thinned(ways_to_play(number), 12) {
            let script = format!("[state]\n{state}{mode}SET_AI_PLAYER A\n[state]\n");
            let output = limited(&script, &format!("A={}", strategy.name()));
            let shown = &state[..state.len().min(100)];
            if is_placed {
                assert!(!output.contains("INVALID"), "{output}");
                // Without the boards, which have too many fields.
                let turn = output.replace("PRINT 0\n", "");
                let again = limited(&turn, "A=random");
                assert!(!again.contains("INVALID"), "{shown}");
            } else {
                let expected = format!("INVALID OPERATION \"[playerA]{CANNOT}");
                assert_eq!(output, expected, "{shown}");
            }
        }
    }
}

/// Ships in the last corner of the largest board, and an enemy whose start is anywhere
/// or empty.
#[apply(trial)]
fn numbers_may_be_as_large_as_they_get() {
    let last = i32::MAX - 1;
    let corner = [(0, "CAR"), (10, "BAT"), (20, "CRU"), (30, "DES")];
    let ships: String = corner
        .iter()
        .zip(["11111", "1111", "111", "11"])
        .flat_map(|((above, class), parts)| {
            let y = last - above;
            let left = last - 8;
            [
                format!("SHIP A {y} {last} E 0 {class} {parts}\n"),
                format!("SHIP B {y} {left} E 0 {class} {parts}\n"),
            ]
        })
        .collect();
    let starts = [
        "0 0 0 0",
        "9 9 -9 5",
        "2147483627 2147483627 2147483646 2147483646",
        "2147483647 2147483647 2147483647 2147483647",
        "-2147483648 -2147483648 -2147483648 -2147483648",
        "2147483647 -2147483648 -2147483648 2147483647",
    ];
    for (number, start) in starts.into_iter().enumerate() {
        for (strategy, mode) in thinned(ways_to_play(number), 12) {
            let mut script = format!(
                "[state]\nBOARD_SIZE 2147483647 2147483647\nINIT_POSITION B {start}\n\
                SET_FLEET A 1 1 1 1\nSET_FLEET B 1 1 1 1\n{ships}{mode}\
                INFORMATION A DRIFT 1\nSET_AI_PLAYER A\n[state]\n"
            );
            for _ in 0..2 {
                let output = limited(&script, &format!("A={}", strategy.name()));
                assert!(!output.contains("INVALID"), "{output}");
                // Without the boards; the enemy passes.
                script = output.replace("PRINT 0\n", "") + "[playerB]\n[playerB]\n";
            }
        }
    }
}

/// Each player in each mode, beginning with another one for each number.
fn ways_to_play(number: usize) -> impl Iterator<Item = (&'static dyn Strategy, &'static str)> {
    let modes = ["", "EXTENDED_SHIPS\n"];
    let ways: Vec<_> = STRATEGIES
        .iter()
        .copied()
        .flat_map(|player| modes.map(|mode| (player, mode)))
        .collect();
    let count = ways.len();
    ways.into_iter().cycle().skip(number).take(count)
}

/// Runs the program with at most a minute of CPU time and 1 GB of address space, far more
/// than it needs even without optimisation.
fn limited(script: &str, strategy: &str) -> String {
    let output = Call::program("sh")
        .arg("-c")
        .arg("ulimit -t 60; ulimit -v 1000000; exec \"$0\" --strategy \"$1\"")
        .arg(env!("CARGO_BIN_EXE_admiralty"))
        .arg(strategy)
        .stdin(script)
        .output();
    let errors = String::from_utf8_lossy(&output.stderr);
    let start = &script[..script.len().min(150)];
    assert!(
        output.status.success(),
        "{} {errors}\n{start}",
        output.status
    );
    String::from_utf8(output.stdout).expect("all text is ASCII")
}
