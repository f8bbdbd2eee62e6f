//! Memory of players: it is stored, does not grow, and may contain anything.

use crate::support::games::{CANNOT, Start, rebuilt};
use crate::support::{case_count, played, run, scaled};
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Segments};
use admiralty_players::runner::play_turn;
use admiralty_players::{Fact, Players, STRATEGIES};
use proptest::prelude::*;

#[apply(trial)]
fn foreign_lines_are_kept_and_unknown_strategies_ignored() {
    let words = "INFORMATION A begin in the corners\nINFORMATION A STRATEGY nobody\n\
        INFORMATION A strategy random\nINFORMATION A STRATEGYrandom\n";
    let kept =
        "begin in the corners\nINFORMATION A strategy random\nINFORMATION A STRATEGYrandom\n";
    let game = "[state]\nSET_AI_PLAYER A\nSET_AI_PLAYER B\nEXTENDED_SHIPS\n[state]\n";
    let group = format!("[state]\n{words}[state]\n");
    let default = played(game);
    let block = |output: &str| {
        let (_, block) = output.split_once("[playerA]\n").expect("a turn of A");
        block
            .split_once("[playerA]\n")
            .expect("its end")
            .0
            .to_owned()
    };
    let mut output = played(&format!("{group}{game}"));
    assert_eq!(block(&output), block(&default));
    for _ in 0..6 {
        let (_, facts) = output
            .rsplit_once("FORGET\n")
            .expect("it remembers something");
        if facts.starts_with("INFORMATION A") {
            assert!(
                facts.starts_with(&format!("INFORMATION A {kept}")),
                "{facts}"
            );
            assert!(!facts.contains("nobody"), "{facts}");
        }
        output = played(&output);
    }
    assert!(output.contains(kept));
    // The last known one counts.
    let last = "[state]\nINFORMATION A STRATEGY random\nINFORMATION A STRATEGY nobody\n[state]\n";
    let output = played(&format!("{last}{game}"));
    let (_, facts) = output
        .rsplit_once("FORGET\n")
        .expect("it remembers something");
    assert!(
        facts.starts_with("INFORMATION A STRATEGY random\nINFORMATION A TURN 1\n"),
        "{facts}"
    );
}

/// Two fleets that are repaired after every turn never stop playing.
#[apply(trial)]
fn memory_does_not_grow() {
    const TURNS: u64 = 125;
    const ROWS: usize = 15;
    for strategy in STRATEGIES {
        for mode in ["", "EXTENDED_SHIPS\n", "EXTENDED_SHIPS\nAUTO_SHOOTING\n"] {
            let name = strategy.name();
            let mut start = Start::default();
            let script = format!(
                "[state]\nBOARD_SIZE {ROWS} 12\nSET_FLEET A 1 1 1 1\nSET_FLEET B 1 1 1 1\n\
                INIT_POSITION A 0 0 6 11\nINIT_POSITION B 8 0 14 11\n{mode}\
                INFORMATION A STRATEGY {name}\nINFORMATION B STRATEGY {name}\n[state]\n"
            );
            assert!(script.lines().all(|line| start.feed(line)));
            let mut game = start.game().clone();
            let mut most = 0;
            for _ in 0..scaled(TURNS) {
                let turn = play_turn(&mut game, &Players::default()).expect("there is room");
                assert_eq!(turn.winner, None);
                let facts = game.information(turn.player);
                most = most.max(facts.len());
                assert!(facts.iter().all(|fact| fact.len() < 200));
                game = rebuilt(&game, |command| Some(mended(command)));
            }
            // A line for each row, and several hypotheses for each of eight ships; the most seen were 103.
            assert!(
                most <= 8 * 20 + ROWS + 10,
                "{name} {mode:?} remembers {most} lines"
            );
        }
    }
}

fn mended(command: Command) -> Command {
    match command {
        Command::Ship {
            player,
            ship,
            head,
            direction,
            segments,
        } => Command::Ship {
            player,
            ship,
            head,
            direction,
            segments: Segments {
                healthy: u8::MAX >> (8 - segments.length),
                ..segments
            },
        },
        other => other,
    }
}

/// A line of facts of a real game, changed in some places.
fn mangled() -> impl Strategy<Value = Vec<u8>> {
    let strategy = 0..STRATEGIES.len();
    let fact = (0..6_u64, 1..12_u32, strategy, any::<prop::sample::Index>());
    let fact = fact.prop_map(|(seed, turns, strategy, line)| {
        let mut game = Start::fleets(seed, STRATEGIES[strategy].name())
            .game()
            .clone();
        let mut facts: Vec<Vec<u8>> = Vec::new();
        for _ in 0..turns {
            match play_turn(&mut game, &Players::default()) {
                Ok(turn) if turn.winner.is_none() => {
                    let kept = game.information(turn.player).iter();
                    facts = kept.map(|fact| fact.to_vec()).collect();
                }
                _ => break,
            }
        }
        line.get(&facts).clone()
    });
    let number = prop::sample::select(vec![
        "0",
        "-1",
        "1",
        "7",
        "36",
        "64",
        "100",
        "101",
        "255",
        "256",
        "2147483647",
        "-2147483648",
        "4294967295",
        "4294967296",
        "18446744073709551615",
        "99999999999999999999",
        "+3",
        "03",
        "",
        "NaN",
        "1e9",
        "N",
        "CAR",
        "0000000000000000",
        "zzzzzzzz",
        "........",
    ]);
    let words: Vec<_> = Fact::ALL.iter().map(|fact| fact.word()).collect();
    let word = prop::sample::select(words);
    let change = (
        any::<prop::sample::Index>(),
        0..8_u8,
        number,
        any::<u8>(),
        word,
    );
    (fact, prop::collection::vec(change, 0..4)).prop_map(|(mut line, changes)| {
        for (at, kind, number, byte, word) in changes {
            let mut words: Vec<Vec<u8>> = line.split(|&b| b == b' ').map(<[u8]>::to_vec).collect();
            let which = at.index(words.len());
            match kind {
                0 => words[0] = word.into(),
                1..4 => words[which] = number.into(),
                4 => {
                    words.remove(which);
                }
                5 => words.insert(which, number.into()),
                _ => {
                    let letter = at.index(words[which].len().max(1));
                    if let Some(letter) = words[which].get_mut(letter) {
                        *letter = byte;
                    }
                }
            }
            line = words.join(&b' ');
        }
        line.retain(|byte| *byte != b'\n');
        line
    })
}

proptest! {
    #![proptest_config(case_count(40))]
    #[apply(trial)]
    fn any_memory_makes_a_legal_turn(
        lines in prop::collection::vec(mangled(), 0..12),
        seed in 0..300_u64,
        strategy in 0..STRATEGIES.len(),
        is_whole: bool,
    ) {
        let name = STRATEGIES[strategy].name();
        let start = if is_whole { Start::fleets(seed, name) } else { Start::new(seed, name) };
        let mut script = b"[state]\n".to_vec();
        for line in &lines {
            for player in Player::BOTH {
                script.extend(format!("INFORMATION {player} TURN 3 ").bytes().take(14));
                script.extend(line);
                script.push(b'\n');
            }
        }
        let script = [start.script().as_bytes(), &script, b"[state]\n"].concat();
        let mut output = run(&script);
        for _ in 0..4 {
            let text = String::from_utf8_lossy(&output).into_owned();
            // A changed line may not be `INFORMATION` any more.
            let is_refused = text.ends_with("INVALID ARGUMENTS\n") || text.ends_with(CANNOT);
            if is_refused || text.ends_with(" won\n") {
                break;
            }
            prop_assert!(!text.contains("INVALID OPERATION"), "{}", text);
            output = run(&output);
        }
    }
}
