//! Games that the program plays to their end, and exit codes for the end of a script.

use crate::support::{Call, execute, played, text};

/// The header of a state, with a game that is soon over.
const SMALL: &str = "BOARD_SIZE 5 6\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 1 0\n\
    SHIP A 1 1 W 0 DES 11\nSHIP B 4 5 E 0 CRU 010\n";
const BOTH: &str = "SET_AI_PLAYER A\nSET_AI_PLAYER B\n";

/// The groups of players in an output, in order, without their closing tags.
fn turns(output: &str) -> Vec<Vec<&str>> {
    let is_tag = |line: &&str| line.starts_with("[player");
    let mut lines = output.lines();
    let mut turns = Vec::new();
    while let Some(tag) = lines.by_ref().find(is_tag) {
        let commands = lines.by_ref().take_while(|line| *line != tag);
        turns.push([tag].into_iter().chain(commands).collect());
    }
    turns
}

/// A game is the same whether its turns come from one call or from a pipe, and the
/// script of it comes to the same end.
#[apply(trial)]
fn a_game_to_its_end_is_the_pipe_in_one_script() {
    let classic = "RULES german\nSET_FLEET A 0 0 0 0 1 1\nSET_FLEET B 0 0 0 0 1 1\nSRAND 7\n";
    for (state, player) in [(SMALL, "hunt"), (SMALL, "admiral"), (classic, "parity")] {
        let players = format!("INFORMATION A STRATEGY {player}\nINFORMATION B STRATEGY {player}\n");
        let script = format!("[state]\n{state}{BOTH}{players}[state]\n");
        let whole = Call::new("run --to-end --exit-code")
            .stdin(&script)
            .output();
        let game = text(&whole.stdout);
        let winner = match whole.status.code() {
            Some(10) => "A won\n",
            Some(11) => "B won\n",
            status => panic!("{status:?}: {game}"),
        };
        assert!(game.ends_with(winner), "{game}");
        let mut piped = played(&script);
        let mut expected = vec![piped.clone()];
        while !piped.ends_with(" won\n") {
            piped = played(&piped);
            expected.push(piped.clone());
        }
        let expected: Vec<_> = expected.iter().flat_map(|output| turns(output)).collect();
        assert_eq!(turns(&game), expected);
        assert!(text(&execute(&game)).ends_with(winner));
    }
}

#[apply(trial)]
fn the_exit_status_says_how_a_script_ended() {
    let state = |lines: &str| format!("[state]\n{SMALL}{lines}[state]\n");
    let won = state("").replace("CRU 010", "CRU 000") + "[playerA]\n[playerA]\n";
    let cannot = format!("[state]\nSET_FLEET A 99 0 0 0\n{BOTH}[state]\n");
    let refused = "INVALID OPERATION \"[playerA]\": FLEET CANNOT BE PLACED\n";
    let dead = "[state]\nBOARD_SIZE 9 9\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\nEXTENDED_SHIPS\n\
        SHIP A 0 0 N 0 DES 10\nSHIP B 8 8 S 0 DES 10\nSET_AI_PLAYER A\n[state]\n";
    let over = "admiralty: neither player can damage the other any more\n";
    let waits = "admiralty: A is next, and no built-in player plays it (SET_AI_PLAYER A)\n";
    for (args, script, stdout, stderr, status) in [
        ("", state(""), "", "", 0),
        ("--to-end", state(""), "", waits, 0),
        ("--to-end", state("SET_AI_PLAYER B\n"), "", waits, 0),
        ("--to-end", dead.to_owned(), "", over, 0),
        ("", won.clone(), "A won\n", "", 10),
        ("--to-end", won.clone(), "A won\n", "", 10),
        (
            "",
            won.replace(" A ", " C ")
                .replace(" B ", " A ")
                .replace(" C ", " B "),
            "B won\n",
            "",
            11,
        ),
        (
            "",
            state("REEF 99 0\n"),
            "INVALID OPERATION \"REEF 99 0\": REEF IS NOT PLACED ON BOARD\n",
            "",
            1,
        ),
        ("--to-end", cannot.clone(), refused, "", 1),
        ("", cannot, refused, "", 1),
    ] {
        let with_code = Call::new(&format!("--exit-code {args}")).stdin(&script);
        with_code.expect(stdout, stderr, status);
        Call::new(args).stdin(script).expect(stdout, stderr, 0);
    }
}
