//! Each foul loses the game, is named, and does not affect other games.

use std::fs;
use std::time::{Duration, Instant};

use admiralty_arena::{BotLimits, FoulKind, PairMember};

use FoulKind::{Crashed, Flooding, Greedy, Illegal, Late, Silent, Unclosed};

use super::bot::spec;
use super::table::Small;
use crate::support::{python, quoted, skip};

#[apply(trial)]
fn each_foul_loses_with_its_name() {
    for (kind, foul, detail) in [
        ("illegal", Illegal, "\"SHOOT 999 7\": FIELD DOES NOT EXIST"),
        ("cheating", Illegal, "\"REEF 1 1\": COMMAND NOT AVAILABLE"),
        ("nested", Illegal, "GROUP NOT CLOSED"),
        ("out-of-turn", Illegal, "THE OTHER PLAYER EXPECTED"),
        ("huge-line", Illegal, "LINE TOO LONG"),
        ("aborting", Crashed, "signal 6"),
        ("exiting", Crashed, "exit status 3"),
        ("silent", Silent, "no group"),
        ("garbage", Silent, "no group"),
        ("silent-parent", Silent, "no group"),
        ("unclosed", Unclosed, "is not closed"),
        ("too-much", Flooding, "16 MiB of output"),
        ("flooding", Flooding, "16 MiB of output"),
        ("flooding-parent", Flooding, "16 MiB of output"),
        ("hoarding", Flooding, "1 MiB to remember"),
    ] {
        let pairs = Small::default().play(&[&spec(kind), "random"]);
        for game in &pairs[0].games {
            let found = game.foul.as_ref().expect(kind);
            let lost = (foul, Some(PairMember::Second));
            assert_eq!((found.kind, game.winner), lost, "{kind}");
            assert!(found.detail.contains(detail), "{kind}: {}", found.detail);
        }
    }
}

#[apply(trial)]
fn well_behaved_bots_commit_no_foul() {
    let small = Small {
        turns: 8,
        ..Small::default()
    };
    let kinds = "honest block-only without-last-feed talkative much";
    for kind in kinds.split(' ') {
        for game in &small.play(&[&spec(kind), "random"])[0].games {
            assert_eq!(game.foul, None, "{kind}");
            assert!(game.shots[0] > 0, "{kind}");
        }
    }
}

#[apply(trial)]
fn a_child_left_behind_holds_nothing_up() {
    let begun = Instant::now();
    let small = Small {
        turns: 6,
        ..Small::default()
    };
    for game in &small.play(&[&spec("parent"), "random"])[0].games {
        assert_eq!(game.foul, None);
    }
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[apply(trial)]
fn a_turn_that_takes_too_much_is_ended() {
    check_too_much(spec, 100, ["late", "late-with-block"]);
}

/// Bots that use too much in their first turn lose; two of them are slow. The wall-clock limit
/// is in milliseconds.
pub(super) fn check_too_much(spec: fn(&str) -> String, wall_ms: u64, slow: [&str; 2]) {
    let begun = Instant::now();
    let with = |change: &dyn Fn(&mut BotLimits)| {
        let mut turn = Small::default().turn;
        change(&mut turn);
        turn
    };
    let wall_time = Duration::from_millis(wall_ms);
    let wall = with(&|turn| turn.wall = wall_time);
    let cpu = with(&|turn| turn.cpu = Duration::from_millis(100));
    let memory = with(&|turn| turn.memory = 64 << 20);
    let processes = with(&|turn| turn.processes = 5);
    let late = format!("{} s of wall-clock time", wall_time.as_secs_f64());
    for (kind, turn, foul, detail) in [
        (slow[0], wall, Late, &*late),
        (slow[1], wall, Late, &late),
        ("busy", cpu, Late, "0.1 s of CPU time"),
        ("gluttonous", memory, Greedy, "64 MiB of memory"),
        ("crowded", processes, Greedy, "5 processes or 80 threads"),
    ] {
        let small = Small {
            turn,
            ..Small::default()
        };
        for game in &small.play(&["random", &spec(kind)])[0].games {
            let found = game.foul.as_ref().expect("a foul");
            assert_eq!(found.kind, foul, "{kind}: {}", found.detail);
            assert!(game.turns <= 1, "{kind} in its first turn");
            assert_eq!(found.detail, format!("more than {detail}"), "{kind}");
            assert_eq!(game.winner, Some(PairMember::First), "{kind}");
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[apply(trial)]
fn a_bot_in_a_shell_may_close_its_streams() {
    for (line, kind) in [
        ("cmd:sh -c 'exec <&-; sleep 0.05'", Silent),
        ("cmd:sh -c 'exec >&-; sleep 60'", Late),
        // A child that escapes from the bot's process group is not waited for.
        ("cmd:sh -c 'setsid sleep 5 & exit 0'", Silent),
        // Not even a new process group hides a process of the bot.
        ("cmd:sh -c 'sleep 60 & sleep 60'", Late),
        // A child that floods. It may begin late on a busy machine.
        ("cmd:sh -c 'setsid yes & sleep 2'", Flooding),
        ("cmd:true", Silent),
        ("cmd:false", Crashed),
    ] {
        // The other bots have enough time even on a busy machine.
        let wall_ms = if kind == Late { 300 } else { 4000 };
        let small = Small {
            turn: BotLimits {
                wall: Duration::from_millis(wall_ms),
                ..Small::default().turn
            },
            ..Small::default()
        };
        let begun = Instant::now();
        for game in &small.play(&[line, "random"])[0].games {
            let foul = game.foul.as_ref().map(|foul| foul.kind);
            assert_eq!(foul, Some(kind), "{line}");
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "{line}");
    }
}

/// A bot that can be started when the tournament begins, and not afterwards.
#[apply(trial)]
fn a_bot_that_breaks_itself_has_crashed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let changes = [
        "rm BOT",
        "chmod -x BOT",
        "rm BOT; echo '#!/does/not/exist' > BOT; chmod +x BOT",
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let bot = folder.path().join(format!("bot{i}"));
        let name = quoted(&bot);
        let change = change.replace("BOT", &name);
        // The bot plays one turn, and then cannot be started again.
        let tag = "[playerA]";
        let script = format!("#!/bin/sh\necho {tag}\necho {tag}\n{change}\n");
        fs::write(&bot, script).expect("written");
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).expect("changed");
        let pairs = Small::default().play(&[&format!("cmd:{name}"), "random"]);
        for game in &pairs[0].games {
            let foul = game.foul.as_ref().expect("a foul");
            assert_eq!(foul.kind, Crashed, "{change}: {}", foul.detail);
            assert!(foul.detail.contains("cannot start it again"));
        }
    }
}

#[apply(trial)]
fn the_others_play_on() {
    let pairs = Small::default().play(&[&spec("illegal"), "random", "x=random"]);
    let is_foul = pairs.iter().map(|pair| pair.games[0].foul.is_some());
    let is_foul: Vec<_> = is_foul.collect();
    assert_eq!(is_foul, [true, true, false]);
}

#[apply(trial)]
fn what_a_bot_remembers_comes_back_to_it_alone() {
    let pairs = Small::default().play(&[&spec("remembering"), "random"]);
    let [record, _] = pairs[0].records.as_ref().expect("records");
    let record = String::from_utf8_lossy(&record.0);
    for turn in 0..3 {
        let line = format!("INFORMATION A turn {turn}\n");
        assert!(record.contains(&line), "{turn}");
    }
    assert!(!record.contains("lie"));
    assert_eq!(pairs[0].games[0].foul, None);
}

/// The bot of the documents, written to a directory, and how it is started; `None` without Python.
fn documented_bot() -> Option<(tempfile::TempDir, String)> {
    let Some(python) = python() else {
        skip(
            "arena::the_bot_in_the_documents_plays",
            "there is no python3",
        );
        return None;
    };
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/ARENA.md");
    let document = fs::read_to_string(document).expect("the document is there");
    let (_, rest) = document.split_once("```python bot\n").expect("a bot");
    let (bot, _) = rest.split_once("```").expect("its end");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bot.py");
    fs::write(&path, bot).expect("written");
    let spec = format!("cmd:{} {}", quoted(python), quoted(path));
    Some((folder, spec))
}

/// The bot in the documents plays.
#[apply(trial)]
fn the_bot_in_the_documents_plays() {
    let Some((_folder, spec)) = documented_bot() else {
        return;
    };
    let small = Small {
        turns: 10,
        ..Small::default()
    };
    let pairs = small.play(&[&spec, "random"]);
    for (i, game) in pairs[0].games.iter().enumerate() {
        assert_eq!(game.foul, None);
        assert!(
            game.turns > 5 && game.shots[0] >= u64::from(game.turns / 2),
            "{i}"
        );
    }
    let [record, _] = pairs[0].records.as_ref().expect("records");
    let record = String::from_utf8_lossy(&record.0);
    assert!(record.contains(
        "[playerA]\nSHOOT 8 5\n[playerA]\n[state]\nINFORMATION A FORGET\nINFORMATION A shots 2\n"
    ));
}
