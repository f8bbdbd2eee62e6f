//! Live bots: fouls, limits, and leftover processes.

use std::fs;

use admiralty_arena::{FoulKind, PairMember};
use serde_json::json;

use FoulKind::{Crashed, Flooding, Illegal, Silent, Unclosed};

use super::bot::{live_spec, spec};
use super::fouls::check_too_much;
use super::table::{Small, untimed_csv};
use crate::support::{Call, text};

#[apply(trial)]
fn each_foul_of_a_live_bot_loses_with_its_name() {
    for (kind, foul, detail) in [
        ("illegal", Illegal, "\"SHOOT 999 7\": FIELD DOES NOT EXIST"),
        ("cheating", Illegal, "\"REEF 1 1\": COMMAND NOT AVAILABLE"),
        ("saving", Illegal, "\"SAVE\": COMMAND NOT AVAILABLE"),
        ("noting", Illegal, "COMMAND NOT AVAILABLE"),
        ("nested", Illegal, "\"[state]\": GROUP NOT CLOSED"),
        ("huge-line", Illegal, "LINE TOO LONG"),
        ("aborting", Crashed, "signal 6"),
        ("exiting", Crashed, "exit status 3"),
        ("silent", Silent, "its output ended before its turn"),
        ("closing", Silent, "its output ended before its turn"),
        ("half-a-line", Unclosed, "is not closed"),
        ("quitting", Unclosed, "is not closed"),
        ("flooding", Flooding, "16 MiB of output"),
    ] {
        let pairs = Small::default().play(&[&live_spec(kind), "random"]);
        for (game, record) in pairs[0].games.iter().zip(pairs[0].records.iter().flatten()) {
            let found = game.foul.as_ref().expect(kind);
            let lost = (foul, Some(PairMember::Second));
            assert_eq!((found.kind, game.winner), lost, "{kind}: {}", found.detail);
            assert!(found.detail.contains(detail), "{kind}: {}", found.detail);
            // The executed commands of an unfinished turn are not recorded.
            let tags = String::from_utf8_lossy(&record.0)
                .matches("[player")
                .count();
            let of_foul = usize::from(foul == Illegal);
            assert!(tags - of_foul <= 2 * game.turns as usize + 1, "{kind}");
        }
    }
}

#[apply(trial)]
fn live_bots_that_play_commit_no_foul() {
    let small = Small {
        turns: 8,
        ..Small::default()
    };
    for kind in ["honest", "waiting", "late-reader", "with-children"] {
        for game in &small.play(&[&live_spec(kind), "random"])[0].games {
            assert_eq!(game.foul, None, "{kind}");
            assert_eq!((game.turns, game.shots[0]), (8, 4), "{kind}");
        }
    }
    // A whole game against itself; the result is sent to the loser, too.
    let small = Small {
        turns: 200,
        ..Small::default()
    };
    let specs = [&*live_spec("honest"), &format!("x{}", live_spec("honest"))];
    for (game, record) in small.play(&specs)[0].games.iter().zip(0..) {
        assert_eq!(game.foul, None, "{record}");
        assert!(game.winner.is_some());
    }
    // Turns that were written in advance are played in order.
    let small = Small {
        turns: 10,
        ..Small::default()
    };
    let [as_a, _] = &small.play(&[&live_spec("deaf"), "random"])[0].games;
    assert_eq!((&as_a.foul, as_a.shots[0]), (&None, 5));
    // The last tag, without a line feed, ends the turn; the next turn is missing.
    let [as_a, _] = &small.play(&[&live_spec("brief"), "random"])[0].games;
    let foul = as_a.foul.as_ref().map(|foul| foul.kind);
    assert_eq!((foul, as_a.turns), (Some(Silent), 2));
}

#[apply(trial)]
fn a_live_bot_that_takes_too_much_is_ended() {
    check_too_much(live_spec, 300, ["sleeping", "unread"]);
}

/// Neither the bot, which continues after the game, nor its children survive.
#[cfg(target_os = "linux")]
#[apply(trial)]
fn a_live_bot_ends_with_its_game() {
    const BOT: &str = "trap '' TERM HUP; setsid sleep 300 >&- 2>&- & echo $$ $! >>pids
        while read line; do case $line in *player*) echo $line;; esac; done
        sleep 300";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("bot"), BOT).expect("written");
    let output = Call::new("arena -g 2 -j 1 --turn-limit 6 --json - random --no-sandbox")
        .arg("bot=live:sh bot")
        .within(folder.path())
        .output();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["players"][1]["fouls"], json!({}));
    let pids = fs::read_to_string(folder.path().join("pids")).expect("written");
    // The bot is also started once before the games.
    assert!(pids.split_whitespace().count() >= 4, "{pids}");
    for pid in pids.split_whitespace() {
        assert!(!std::path::Path::new("/proc").join(pid).exists(), "{pid}");
    }
}

/// A bot that opens its group by itself plays as one that does not.
#[cfg(target_os = "linux")]
#[apply(trial)]
fn a_bot_may_repeat_the_opening_tag() {
    const BOT: &str = "i=0; while read line; do case $line in
        *player*) test $1 = twice && echo \"$line\"
            test $i -gt 1 && case $line in
                *A*) echo SHOOT $((4 - i / 4)) $((i % 4));;
                *B*) echo SHOOT $((i / 4)) $((i % 4));; esac
            i=$((i + 1)); echo \"$line\";; esac; done";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("bot"), BOT).expect("written");
    let played = ["once", "twice"].map(|times| {
        let args =
            "arena -g 4 -j 1 --board 5x4 --fleet 0,0,0,1 --csv - --seed 7 --wall 20 --cpu 20";
        let call = Call::new(args)
            .arg("random")
            .arg(format!("bot=live:sh bot {times}"));
        untimed_csv(&text(&call.within(folder.path()).output().stdout))
    });
    assert_eq!(played[0], played[1]);
}

/// The report says which tag was expected.
#[apply(trial)]
fn the_tag_of_the_other_player_is_explained() {
    let bot = "bot=live:sh -c 'while read line; do case $line in *A]) echo [playerB];; *B]) echo [playerA];; esac; done'";
    let call = Call::new("arena -g 2 -j 1 --seed 7 random").arg(bot);
    let error = String::from_utf8_lossy(&call.output().stderr).into_owned();
    assert!(
        error.contains("; the tag of this turn is [player"),
        "{error}"
    );
}

#[apply(trial)]
fn both_live_bots_are_told_who_has_won() {
    // One passes each turn, the other shoots at all fields.
    const BOT: &str = "i=0; while read line; do case $line in
        *player*) case $1$line in
            y*A*) echo SHOOT $((4 - i / 4)) $((i % 4));;
            y*B*) echo SHOOT $((i / 4)) $((i % 4));; esac
            i=$((i + 1)); echo \"$line\";;
        *) echo \"$line\" >>$1;; esac; done; echo over >>$1";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("bot"), BOT).expect("written");
    let args =
        "arena -g 2 -j 1 --board 5x4 --fleet 0,0,0,1 --json - --wall 20 --cpu 20 --no-sandbox";
    let call = Call::new(args).arg("live:sh bot x").arg("live:sh bot y");
    let output = call.within(folder.path()).output();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["players"][1]["wins"], 2, "{report}");
    for name in ["x", "y"] {
        let seen = fs::read_to_string(folder.path().join(name)).expect("written");
        let end = seen
            .lines()
            .filter(|line| line.ends_with("won") || *line == "over");
        let ends: Vec<_> = end.collect();
        assert!(
            ends.ends_with(&["B won", "over", "A won", "over"]),
            "{name}: {ends:?}"
        );
        // Each game has a different seed.
        let seeds = seen.lines().filter(|line| line.starts_with("SRAND"));
        assert_eq!(seeds.collect::<std::collections::BTreeSet<_>>().len(), 2);
    }
}

#[apply(trial)]
fn the_log_of_a_live_bot_plays_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = "bot=live:sh -c 'while read line; do case $line in *player*) echo hm >&2; \
        echo PRINT 0; n=x$n; test $n = xxx && echo SHOOT 99 0; echo $line;; esac; done'";
    let args = "arena -g 2 --turn-limit 9 --board 9x7 --fleet 0,0,1,1 --bot-log logs random";
    let output = Call::new(args).arg(bot).within(folder.path()).output();
    assert_eq!(output.status.code(), Some(0));
    let read = |name: &str| {
        fs::read_to_string(folder.path().join("logs").join(name)).expect("it was written")
    };
    let line = "INVALID OPERATION \"SHOOT 99 0\": FIELD DOES NOT EXIST";
    let log =
        format!("--- turn 1, bot\nhm\n--- turn 3, bot\nhm\n--- turn 5, bot, illegal: {line}\nhm\n");
    assert_eq!(read("game-000002-A.log"), log);
    let input = read("game-000002-A.in");
    assert_eq!(input.matches("[playerA]\n").count(), 3);
    assert!(input.starts_with("[state]\n") && input.ends_with(&format!("{line}\n")));
    let printed = "PRINT 0\n[playerA]\n".repeat(2) + "PRINT 0\nSHOOT 99 0\n";
    assert_eq!(read("game-000002-A.out"), printed);
    // The input and the output of the bot form a script.
    let (setup, _) = input.split_once("[playerA]").expect("a turn");
    let run = Call::new("run").stdin(setup).output();
    assert_eq!(
        String::from_utf8_lossy(&run.stdout)
            .matches("INVALID")
            .count(),
        0
    );
}

/// No bot gets the seed of another bot or of the fleets.
#[apply(trial)]
fn seeds_of_bots_are_their_own() {
    let small = Small {
        turns: 4,
        ..Small::default()
    };
    let one = spec("seeded");
    let pairs = small.play(&[&one, &format!("x{one}")]);
    let mut seeds = Vec::new();
    for record in pairs[0].records.iter().flatten() {
        let record = String::from_utf8_lossy(&record.0);
        let lines = record.lines().filter(|line| line.contains(" seed "));
        let of_game = lines.filter_map(|line| line.rsplit(' ').next());
        seeds.extend(of_game.map(|seed| seed.parse::<u64>().expect("a number")));
    }
    assert_eq!(seeds.len(), 8);
    for (game, seeds) in seeds.chunks(4).enumerate() {
        // A, B, A, B.
        assert_eq!([seeds[2], seeds[3]], [seeds[0] + 2, seeds[1] + 2], "{game}");
        assert!(seeds[0].abs_diff(seeds[1]) > 1000);
    }
    assert!(seeds[0].abs_diff(seeds[4]) > 1000 && seeds[1].abs_diff(seeds[5]) > 1000);
    let native = small.play(&["random", "x=random"]);
    let [record, _] = native[0].records.as_ref().expect("records");
    let record = String::from_utf8_lossy(&record.0);
    let dealt = record.lines().find_map(|line| line.strip_prefix("SRAND "));
    let dealt: u64 = dealt.expect("a seed").parse().expect("a number");
    assert!(seeds.iter().all(|seed| seed.abs_diff(dealt) > 1000));
}

#[apply(trial)]
fn bots_that_see_everything_are_named() {
    let play = |bot: &str, json: &str| {
        let args = format!("arena -g 2 --turn-limit 2 --board 9x7 --fleet 0,0,1,1 random {json}");
        let output = Call::new(&args).arg(bot).output();
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    for (bot, is_named) in [(spec("honest"), true), (live_spec("honest"), false)] {
        let table = play(&bot, "");
        let line = "honest sees the whole state, including the enemy's ships;";
        assert_eq!(table.contains(line), is_named, "{table}");
        let json = play(&bot, "--json -");
        assert_eq!(
            json.contains("\"sees_everything\": true"),
            is_named,
            "{json}"
        );
    }
}
