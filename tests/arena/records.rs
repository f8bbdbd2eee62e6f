//! A recorded game is a script that replays it, the same whether the players are in the
//! arena or connected through pipes.

use admiralty_arena::{FoulKind, PairMember};
use admiralty_core::interpreter::Ending;
use admiralty_players::runner;
use admiralty_players::{Placing, STRATEGIES, ShotPolicy};

use super::bot::{spec, spec_of_this_program};
use super::table::{Small, untimed};
use crate::support::{Call, thinned};

#[apply(trial)]
fn pipes_and_no_pipes_give_the_same_script() {
    let modes = [
        (Some(Placing::Seq), false, false),
        (None, false, false),
        (Some(Placing::Seq), true, false),
        (None, true, true),
    ];
    for (number, strategy) in STRATEGIES.iter().enumerate() {
        let name = strategy.name();
        let bot = spec_of_this_program(&format!("--strategy A={name} --strategy B={name}"));
        let modes = modes.into_iter().cycle().skip(number).take(modes.len());
        for (placing, extended, auto) in thinned(modes, 4) {
            let small = Small {
                placing,
                extended,
                auto,
                ..Small::default()
            };
            // In games with a bot, each player has a different seed.
            let native = small.play(&[name, &bot]);
            for others in thinned([[&*bot, name], [&bot, &bot]], 2) {
                let other = small.play(&others);
                let games = [&native, &other].map(|it| it[0].games.clone().map(untimed));
                assert_eq!(games[0], games[1], "{name}");
                for game in 0..2 {
                    let text = |pairs: &[admiralty_arena::FinishedPair]| {
                        let records = pairs[0].records.as_ref().expect("records");
                        String::from_utf8_lossy(&records[game].0).into_owned()
                    };
                    assert!(text(&native) == text(&other), "{name} {extended} {auto}");
                }
            }
        }
    }
}

/// Players of this program and programs that play as they do: the same games.
#[apply(long_trial)]
fn every_rule_set_is_played_to_its_end() {
    let rule_sets = ["italian:12", "german:13", "msx", "russian", "hasbro"];
    // A player that forgets where it has shot takes hundreds of turns.
    let names = ShotPolicy::ALL.into_iter().rev().map(ShotPolicy::name);
    let names: Vec<_> = names.filter(|&name| name != "forgetful").collect();
    let games = rule_sets.map(|rules| names.iter().map(move |&name| (rules, name)));
    // By default every third rule set, each with another player.
    for (rules, name) in thinned(games.into_iter().flatten(), 3 + 3 * names.len() as u64) {
        let flags = format!("--strategy A={name} --strategy B={name} --effort 1");
        let play = |players: [&str; 2]| {
            let folder = tempfile::tempdir().expect("a folder");
            let args = format!(
                "arena -g 2 --seed 1 --effort 1 --rules {rules} --placing players --games-dir games --json -"
            );
            let call = Call::new(&args).within(folder.path());
            let call = players.into_iter().fold(call, Call::arg);
            let report: serde_json::Value =
                serde_json::from_slice(&call.output().stdout).expect("JSON");
            assert_eq!(report["players"][0]["draws"], 0, "{report}");
            assert_eq!(report["players"][0]["fouls"], serde_json::json!({}));
            let game = folder.path().join("games/game-000001.ships");
            std::fs::read(game).expect("a game")
        };
        let bot = spec_of_this_program(&flags);
        let native = play([&format!("x={name}"), &format!("y={bot}")]);
        let piped = play([&format!("x={bot}"), &format!("y={name}")]);
        assert!(native == piped, "{rules} {name}");
        let (ending, _) = end_of(&native);
        assert!(matches!(ending, Some(Ending::Won(_))), "{rules} {name}");
    }
}

/// How a record ends when it is run.
fn end_of(record: &[u8]) -> (Option<Ending>, String) {
    let mut out = Vec::new();
    let ending = runner::run(record, &mut out).expect("a vector takes everything");
    (ending, String::from_utf8_lossy(&out).into_owned())
}

#[apply(trial)]
fn records_replay_to_the_same_end() {
    let small = Small {
        games: 12,
        turns: 80,
        ..Small::default()
    };
    let (mut won, mut drawn) = (0, 0);
    for pair in small.play(&["random", "other=random"]) {
        let records = pair.records.expect("records");
        for (i, game) in pair.games.iter().enumerate() {
            let (ending, out) = end_of(&records[i].0);
            let winner = match ending {
                Some(Ending::Won(player)) => Some(PairMember::playing(player, i)),
                _ => None,
            };
            assert_eq!(winner, game.winner, "{out}");
            assert!(!String::from_utf8_lossy(&records[i].0).contains("SET_AI_PLAYER"));
            match winner {
                Some(_) => won += 1,
                // Nothing is played on.
                None => drawn += usize::from(out.is_empty()),
            }
        }
    }
    assert!(won > 0 && drawn > 0, "{won} {drawn}");
}

#[apply(trial)]
fn illegal_turns_replay_to_the_judges_line() {
    for kind in ["illegal", "cheating", "nested", "out-of-turn", "huge-line"] {
        for pair in Small::default().play(&["random", &spec(kind)]) {
            let records = pair.records.expect("records");
            for (record, game) in records.iter().zip(pair.games) {
                let foul = game.foul.expect("a foul");
                assert_eq!(foul.kind, FoulKind::Illegal);
                assert_eq!(end_of(&record.0).1, format!("{}\n", foul.detail));
            }
        }
    }
    // An invalid turn is not in the record.
    for kind in ["unclosed", "hoarding", "exiting"] {
        for pair in Small::default().play(&[&spec(kind), "random"]) {
            let records = pair.records.expect("records");
            for (record, game) in records.iter().zip(pair.games) {
                assert_eq!(end_of(&record.0).0, None, "{kind}");
                let text = String::from_utf8_lossy(&record.0);
                let tags = text.matches("[player").count();
                assert_eq!(tags, 2 * game.turns as usize, "{kind}");
            }
        }
    }
}
