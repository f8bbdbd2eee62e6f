//! `admiralty arena` from outside.

use std::fs;

use serde_json::json;

use super::bot::{live_spec, spec, spec_of_this_program};
use super::report;
use crate::support::{Call, text};

const SMALL: &str = "--board 9x7 --fleet 0,0,1,1 --turn-limit 90 --seed 1";

#[apply(trial)]
fn what_makes_no_sense_is_a_usage_error() {
    let others = [
        ("", "not provided"),
        ("random", "at least 2 players"),
        ("random nobody", "there is no player \"nobody\""),
        ("random cmd:", "names no program"),
        ("random cmd:/does/not/exist", "cannot start the program"),
        ("random random random --sprt 0 5 .1 .1", "exactly two"),
        (
            "random admiral --rules hasbro",
            "\"admiral\" does not play the rule set hasbro, only hunt, random, parity,",
        ),
        (
            "density random",
            "\"density\" does not play the rule set ships, only admiral, hunt, random",
        ),
    ];
    // Options for two that could play.
    let options = [
        ("-g 3", "must be even"),
        ("-g 0", "from 2 to 4294967295"),
        ("--sprt 5 0 .1 .1", "ELO0 must be less"),
        ("--board 3", "ROWSxCOLUMNS"),
        ("--board 0x3", "ROWSxCOLUMNS"),
        ("--fleet 1,2", "has 4 counts, not 2"),
        ("--board 4x4", "found no room"),
        ("--reefs 200", "too many reefs"),
        ("--rules chess", "no rule set chess"),
        ("--rules german:9", "from 10 to 20"),
        ("--rules hasbro:x", "always have a side of 10"),
        ("--rules msx --reefs 2", "neither reefs"),
        ("--rules msx --auto", "nor modes"),
        ("--placing uni", "by classic rule sets only"),
        ("--placing best", "[possible values: seq, uni, players]"),
        ("--rules msx --board 5x5", "its own board"),
        ("--rules msx --fleet 1,1", "has 4 counts, not 2"),
        ("--rules german --fleet 9,9,9,9,9,9", "no room"),
        ("--cpu 0", "seconds"),
        ("--memory 0", "number of MiB"),
        ("--start /does/not/exist", "cannot open"),
        ("--openings /does/not/exist", "cannot read"),
        ("--openings x --start x", "cannot be used with"),
        ("--nelo", "required arguments were not provided"),
        ("--adjudicate 0", "expected turns"),
        ("--adjudicate 9:x", "expected turns"),
        ("--limit mine", "the name of a bot, a colon"),
        ("--limit mine:cpu=1", "no player is called \"mine\""),
        ("--limit random:cpu=1", "is a built-in player"),
        ("--limit random:speed=1", "none of cpu="),
        ("--limit random:cpu=x", "expected seconds"),
        ("--hash /does/not/exist --out x", "cannot read"),
        ("--json - --csv -", "the same file"),
        ("--json x --out x", "the same file"),
        ("--csv ./x --out x", "the same file"),
        ("--out -", "not a stream"),
        ("--csv /does/not/exist", "cannot write"),
    ];
    let others = others.map(|(args, message)| (format!("arena {args}"), message));
    let options = options.map(|(args, message)| (format!("arena random random {args}"), message));
    for (args, message) in others.into_iter().chain(options) {
        let output = Call::new(&args).output();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {error}");
        assert!(error.contains(message), "{args}: {error}");
        assert!(output.stdout.is_empty());
    }
}

#[apply(trial)]
fn a_tournament_begins_from_a_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("start");
    fs::write(&path, "[state]\nBOARD_SIZE 5 9\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n\
        SHIP A 0 0 W 0 DES 11\nSHIP B 4 4 W 0 DES 10\nINFORMATION A x\nSET_AI_PLAYER B\nPRINT 0\n[state]\n").expect("written");
    let args = "arena random x=random -g 4 --games-dir games --start start --csv -";
    let output = Call::new(args).within(folder.path()).output();
    assert_eq!(output.status.code(), Some(0));
    let game = fs::read_to_string(folder.path().join("games/game-000003.ships")).expect("a game");
    let begin = "[state]\nBOARD_SIZE 5 9\nNEXT_PLAYER A\nINIT_POSITION A 0 0 9 9\nSET_FLEET A 0 0 0 1\n\
        SHIP A 0 0 W 0 DES 11\nINIT_POSITION B 11 0 20 9\nSET_FLEET B 0 0 0 1\nSHIP B 4 4 W 0 DES 10\nSRAND ";
    assert!(game.contains(&format!("[state]\n{begin}")), "{game}");
    for (script, message) in [
        ("[state]\nREEF 99 9\n[state]\n", "breaks a rule on line 2"),
        ("[playerA]\nSHOOT 1", "breaks a rule on line 2"),
    ] {
        fs::write(&path, script).expect("written");
        let output = Call::new(args).within(folder.path()).output();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(error.contains(message), "{error}");
    }
}

#[apply(trial)]
fn the_report_counts_fouls() {
    let report = report(&format!("-g 4 {SMALL} random"), &[&spec("illegal")]);
    assert_eq!(report["games"], 4);
    let bot = &report["players"][1];
    assert_eq!(
        (&bot["name"], &bot["losses"]),
        (&json!("illegal"), &json!(4))
    );
    assert_eq!(bot["fouls"], json!({ "illegal": 4 }));
    let pairing = &report["pairings"][0];
    assert_eq!(pairing["pentanomial"], json!([0, 0, 0, 0, 2]));
    assert_eq!(pairing["elo"], json!(null));
    assert_eq!(report["ratings_are_bounded"], true);
}

#[apply(trial)]
fn in_a_gauntlet_the_first_plays_the_others() {
    let report = report(
        &format!("-g 2 --gauntlet {SMALL} random x=random y=random"),
        &[],
    );
    let pairings = report["pairings"].as_array().expect("a list");
    let firsts: Vec<_> = pairings.iter().map(|pairing| &pairing["first"]).collect();
    assert_eq!(firsts, ["random", "random"]);
}

#[apply(trial)]
fn a_fleet_without_room_is_a_foul() {
    let report = report("-g 2 --board 4x4 --placing players random x=random", &[]);
    for player in 0..2 {
        let fouls = &report["players"][player]["fouls"];
        assert_eq!(*fouls, json!({ "unplaceable": 1 }), "A begins");
    }
}

#[apply(trial)]
fn the_help_names_the_players() {
    let output = Call::new("arena --help").output();
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let part = "admiral, hunt, random play ships; \
        hunt, random, parity, density, posterior, forgetful, forced, chase play italian, german, msx, russian, hasbro)";
    assert!(text.contains(part), "{text}");
}

#[apply(trial)]
fn names_are_visible_on_one_line() {
    let call = Call::new(&format!("arena -g 2 {SMALL} random --csv games"));
    let folder = tempfile::tempdir().expect("a folder");
    let call = call
        .within(folder.path())
        .arg("a\n\u{202e}\u{1b}[2Jb=random");
    let output = call.output();
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    let games = fs::read_to_string(folder.path().join("games")).expect("UTF-8");
    for text in [table, games] {
        assert!(text.contains("a\\n\\u{202e}\\u{1b}[2Jb"), "{text}");
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }
}

#[apply(trial)]
fn the_tables_are_printed() {
    let output = Call::new(&format!("arena -g 4 {SMALL} --no-sandbox random x=random"))
        .arg(spec("illegal"))
        .output();
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for part in [
        "#  player",
        "against",
        "superior",
        "fouls of illegal: illegal 8",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!text.contains('\u{1b}') && !text.contains(" \n"), "{text}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        error,
        "admiralty: illegal lost game 3 (random against illegal) in turn 2, illegal: INVALID OPERATION \"SHOOT 999 7\": FIELD DOES NOT EXIST\n"
    );
}

#[apply(trial)]
fn rows_credit_hits_and_rounds() {
    // The fields of a fleet: only the winner has hit all of them.
    const FLEET: u64 = 20;
    let args = "-g 4 --seed 1 --rules msx";
    let players = ["random", "hunter=hunt", "other=random"];
    let csv = Call::new(&format!("arena --csv - {args} {}", players.join(" "))).output();
    let csv = String::from_utf8(csv.stdout).expect("UTF-8");
    let rows: Vec<Vec<_>> = csv
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect())
        .collect();
    // Three pairings, whose first pairs are the first round.
    let rounds: Vec<_> = rows.iter().map(|row| row[11]).collect();
    assert_eq!(rounds.concat(), "111111222222");
    let report = report(args, &players);
    for player in report["players"].as_array().expect("players") {
        let mut sum = 0_u64;
        for row in rows
            .iter()
            .filter(|row| row[1..3].contains(&player["name"].as_str().expect("a name")))
        {
            let is_b = usize::from(player["name"] == row[2]);
            let hits: u64 = row[9 + is_b].parse().expect("a number");
            assert_eq!(hits == FLEET, player["name"] == row[3], "{row:?}");
            sum += hits;
        }
        // Each plays eight games.
        let mean = player["hits"]["mean"].as_f64().expect("a mean");
        assert_eq!(
            sum.to_string(),
            (8.0 * mean).round().to_string(),
            "{player}"
        );
    }
}

/// Neither player has a cannon.
const DEAD: &str = "[state]\nEXTENDED_SHIPS\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n\
    SHIP A 0 0 W 0 DES 10\nSHIP B 14 4 W 0 DES 10\n[state]\n";

#[apply(trial)]
fn a_dead_game_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |name| fs::read_to_string(folder.path().join(name)).expect("a file");
    let alive = DEAD.replace("EXTENDED_SHIPS\n", "");
    for (start, end, turns, result) in [
        (DEAD, "dead", 0, "drawn dead"),
        (&alive, "turns", 3, "drawn turns"),
    ] {
        fs::write(folder.path().join("start"), start).expect("written");
        let args = "arena random x=random -g 2 --seed 1 --turn-limit 3 --start start --csv games --games-dir .";
        let output = Call::new(args).within(folder.path()).output();
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let row = format!("\n1,random,x,,{end},,{turns},");
        assert!(read("games").contains(&row), "{}", read("games"));
        let is_told = text.contains("could damage the other any more: 2\n");
        assert_eq!(is_told, end == "dead", "{text}");
        let line = format!("\nINFORMATION A result {result}\n");
        assert!(read("game-000001.ships").contains(&line));
    }
}

/// What ends a game in which nothing happens, and who wins it.
#[apply(trial)]
fn who_has_more_parts_wins_an_adjudicated_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = DEAD
        .replace("EXTENDED_SHIPS\n", "")
        .replacen("DES 10", "DES 11", 1);
    fs::write(folder.path().join("start"), start).expect("written");
    for (option, row) in [
        ("", "1,random,x,,turns,,9,"),
        ("--adjudicate 2:1", "1,random,x,random,adjudicated,,4,"),
        ("--adjudicate 3:2", "1,random,x,,adjudicated,,6,"),
        ("--adjudicate 3", "1,random,x,,adjudicated,,6,"),
        ("--adjudicate 5:1", "1,random,x,,turns,,9,"),
    ] {
        let args = format!(
            "arena random x=random -g 2 --seed 1 --turn-limit 9 --start start --csv games {option}"
        );
        let output = Call::new(&args).within(folder.path()).output();
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let games = fs::read_to_string(folder.path().join("games")).expect("games");
        assert!(games.contains(row), "{option}: {games}");
        let is_told = text.contains("nothing was destroyed any more: 2\n");
        assert_eq!(is_told, row.contains("adjudicated"), "{text}");
    }
}

/// Each round has the next script, and the first one again after the last.
#[apply(trial)]
fn openings_take_turns() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("openings")).expect("a folder");
    let write = |name: &str, script: String| {
        fs::write(folder.path().join("openings").join(name), script).expect("written");
    };
    for columns in [7, 8, 9] {
        let fleets = "SET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1";
        write(
            &format!("{columns}.ships"),
            format!(
                "[state]\nBOARD_SIZE 21 {columns}\nINIT_POSITION A 0 0 9 6\nINIT_POSITION B 11 0 20 6\n{fleets}\n[state]\n"
            ),
        );
    }
    let args = "arena random hunt x=random -g 8 --seed 1 --openings openings --turn-limit 20 --games-dir games --out results --csv -";
    let play = || Call::new(args).within(folder.path()).output();
    let output = play();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for (number, row) in (1..).zip(text(&output.stdout).lines().skip(1)) {
        let round = row.split(',').nth(11).expect("a round");
        let round: u32 = round.parse().expect("a number");
        let game = folder.path().join(format!("games/game-{number:06}.ships"));
        let game = fs::read_to_string(game).expect("a game");
        let board = format!("\nBOARD_SIZE 21 {}\n", 7 + (round - 1) % 3);
        assert!(game.contains(&board), "{row}: {game}");
    }
    assert_eq!(play().stdout, output.stdout, "the results are continued");
    write("9.ships", "[state]\nRULES msx\n[state]\n".to_owned());
    let error = text(&play().stderr);
    assert!(
        error.contains("9.ships: the rule set is not ships"),
        "{error}"
    );
    write("9.ships", "[state]\nREEF 99 9\n".to_owned());
    let error = text(&play().stderr);
    assert!(
        error.contains("9.ships: the start breaks a rule on line 2"),
        "{error}"
    );
}

/// As A and as B, in the report and in its table.
#[apply(trial)]
fn sides_are_told_apart() {
    let args = "-g 8 --seed 1 --board 9x7 --fleet 0,0,1,1 random hunt";
    let report = report(args, &[]);
    let table = text(&Call::new(&format!("arena {args}")).output().stdout);
    for player in report["players"].as_array().expect("players") {
        let counts = ["A", "B"].map(|side| {
            let counts = player["sides"][side].as_array().expect("three");
            counts
                .iter()
                .map(|it| it.as_f64().expect("a number"))
                .collect::<Vec<_>>()
        });
        for (at, name) in ["wins", "draws", "losses"].into_iter().enumerate() {
            assert_eq!(
                json!(counts[0][at] + counts[1][at]),
                json!(player[name].as_f64())
            );
        }
        let percents = counts.map(|it| format!("{:.1}", 25.0 * (it[0] + it[1] / 2.0)));
        let name = player["name"].as_str().expect("a name");
        let row = table.lines().find(|row| row.contains(name)).expect("a row");
        let words: Vec<_> = row.split_whitespace().filter(|word| *word != "%").collect();
        assert!(
            words.windows(2).any(|it| it == percents),
            "{percents:?} {row}"
        );
    }
}

/// A limit that is given for one bot is not that of the other.
#[apply(trial)]
fn bots_may_have_limits_of_their_own() {
    for spec in [spec, live_spec] {
        for (limit, detail) in [
            ("cpu=0.05", "more than 0.05 s of CPU time"),
            ("bank=0.05", "more than 0.05 s of CPU time in the game"),
        ] {
            let bots = ["rich", "poor"].map(|name| spec("busy").replacen("busy", name, 1));
            let args = format!(
                "arena -g 2 {SMALL} --no-sandbox --cpu 0.15 --wall 60 --limit poor:wall=60,{limit} --csv -"
            );
            let call = Call::new(&args).arg(&bots[0]).arg(&bots[1]);
            let games = text(&call.output().stdout);
            for (a, b, detail) in [
                ("rich", "poor", "more than 0.15 s of CPU time"),
                ("poor", "rich", detail),
            ] {
                let row = format!("{a},{b},{b},late,{detail},0,");
                assert!(games.contains(&row), "{row}: {games}");
            }
        }
    }
}

/// The test of normalised Elo says so.
#[apply(trial)]
fn a_test_may_be_of_normalised_elo() {
    let args = "arena hunt random -g 40 --seed 1 --sprt 0 20 .05 .05";
    let [plain, normalised] =
        ["", " --nelo"].map(|option| text(&Call::new(&format!("{args}{option}")).output().stdout));
    assert!(plain.contains("SPRT of Elo 0 against 20"), "{plain}");
    assert!(
        normalised.contains("SPRT of nElo 0 against 20"),
        "{normalised}"
    );
}

#[apply(trial)]
fn game_files_name_the_players_and_the_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |args: &str, bot: &str| {
        let call = Call::new(&format!("arena random -g 2 --games-dir . {args}")).arg(bot);
        let output = call.within(folder.path()).output();
        assert_eq!(output.status.code(), Some(0));
        fs::read_to_string(folder.path().join("game-000002.ships")).expect("a game")
    };
    let run = |script: &str, args| {
        let output = Call::new(args).stdin(script).output();
        assert_eq!(output.status.code(), Some(0), "{args}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    // In the second game of a pair, the second contestant is A.
    let won = game("--rules msx", " my bot\nREEF 1 1=random");
    let (head, rest) = won.split_once("[state]\n[state]\n").expect("a head");
    let (a, b) = if head.contains("A result won") {
        ("won", "lost")
    } else {
        ("lost", "won")
    };
    let expected = format!(
        "[state]\nINFORMATION A player my bot\\nREEF 1 1\nINFORMATION A result {a} sunk\n\
         INFORMATION A FORGET\nINFORMATION B player random\nINFORMATION B result {b} sunk\n\
         INFORMATION B FORGET\n"
    );
    assert_eq!(head, expected);
    let printed = run(&won, "run");
    assert!(
        printed.ends_with(if a == "won" { "A won\n" } else { "B won\n" }),
        "{printed}"
    );
    assert_eq!(printed, run(&format!("[state]\n{rest}"), "run"));
    assert_eq!(run(&won, "check -"), "");
    // No player remembers the lines of the head.
    let drawn = game("--board 9x7 --fleet 0,0,1,1 --turn-limit 3", "random");
    let (head, rest) = drawn.split_once("[state]\n[state]\n").expect("a head");
    assert!(
        head.contains("B player random\nINFORMATION B result drawn turns\n"),
        "{head}"
    );
    let saved = |script: &str| run(&format!("{script}[state]\nSAVE\n[state]\n"), "run");
    assert_eq!(saved(&drawn), saved(&format!("[state]\n{rest}")));
    let illegal = game(SMALL, &spec("illegal"));
    let line = "A result lost illegal INVALID OPERATION \"SHOOT 999 7\": FIELD DOES NOT EXIST\n";
    assert!(
        illegal.contains(line) && illegal.contains("B result won illegal\n"),
        "{illegal}"
    );
}

#[apply(trial)]
fn the_first_foul_of_each_kind_is_shown() {
    let bot = "x=cmd:sh -c 'seq 12 >&2; printf \"\\033[2J\" >&2; exit 3'";
    let args = format!("arena -g 4 -j 1 {SMALL} --no-sandbox random --json -");
    let output = Call::new(&args).arg(bot).arg(spec("silent")).output();
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    let lines = (4..=12)
        .map(|line| format!("  | {line}"))
        .collect::<Vec<_>>()
        .join("\n");
    // The pairing of the two comes third; x has lost before, and once more is too often.
    let expected = format!(
        "admiralty: x lost game 1 (random against x) in turn 2, crashed: exit status 3\n{lines}\n  | \\u{{1b}}[2J\n\
         admiralty: silent lost game 3 (random against silent) in turn 2, silent: no group of a player\n\
         admiralty: x ended before its first turn was complete, in each of its first 3 games: exit status 3\n{lines}\n  | \\u{{1b}}[2J\n"
    );
    assert_eq!(error, expected);
}

/// Without its configuration, the bot ends with status 0 or another one.
#[apply(trial)]
fn a_bot_that_always_ends_at_once_ends_the_tournament() {
    let crashing = ". ./config";
    let silent = "test ! -e config || . ./config";
    for (kind, source, (foul, detail)) in [
        ("cmd", crashing, ("crashed", "exit status ")),
        ("live", crashing, ("crashed", "exit status ")),
        ("cmd", silent, ("silent", "no group of a player")),
        (
            "live",
            silent,
            ("silent", "its output ended before its turn"),
        ),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let run = || {
            let args = format!("arena -g 8 {SMALL} --wall 1 random --out results --csv games");
            let bot = format!("x={kind}:sh -c 'echo no config >&2; {source}'");
            let output = Call::new(&args).arg(bot).within(folder.path()).output();
            let error = String::from_utf8(output.stderr).expect("UTF-8");
            (output.status.code(), output.stdout.is_empty(), error)
        };
        let (code, is_silent, error) = run();
        assert!(code == Some(2) && is_silent, "{error}");
        let (_, last) = error
            .split_once("\nadmiralty: x ended before its first turn was complete, in each of its first 3 games: ")
            .expect(&error);
        assert!(last.starts_with(detail), "{error}");
        assert!(last.contains("\n  | no config\n"), "{error}");
        let results = fs::read_to_string(folder.path().join("results.partial")).expect("kept");
        let quoted = format!("\"{foul}\"");
        assert_eq!(results.matches(&quoted).count(), 4, "{results}");
        // The next run starts to count again.
        let config =
            "sed -un 's/SET_AI_PLAYER //p' | { read me; echo [player$me]; echo [player$me]; }";
        fs::write(folder.path().join("config"), config).expect("written");
        let (code, is_silent, error) = run();
        assert!(code == Some(0) && !is_silent, "{error}");
        let games = fs::read_to_string(folder.path().join("games")).expect("written");
        let field = format!(",{foul},");
        let ended = games.lines().filter(|game| game.contains(&field));
        assert_eq!((games.lines().count(), ended.count()), (9, 4), "{games}");
    }
}

#[apply(trial)]
fn a_bot_log_keeps_what_bots_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join("logs").join(name);
    let bot = "bot=cmd:sh -c 'grep -q \"PLAYER A\" || { echo no B >&2; exit 3; }; \
        echo [playerA]; echo [playerA]; printf careful >&2'";
    fs::create_dir(path("")).expect("made");
    for name in ["game-000002-A.log", "game-000002-A.in"] {
        fs::write(path(name), "of another run\n").expect("written");
    }
    let args = "arena -g 2 --turn-limit 4 --board 9x7 --fleet 0,0,1,1 --bot-log logs random";
    let output = Call::new(args).arg(bot).within(folder.path()).output();
    assert_eq!(output.status.code(), Some(0));
    let note = "admiralty: note: logs has files of earlier games, and keeps those that this run does not \
        replace\n";
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains(note), "{error}");
    let new = args.replace("--bot-log logs", "--bot-log new --games-dir new");
    let fresh = Call::new(&new).arg(bot).within(folder.path()).output();
    assert!(!String::from_utf8_lossy(&fresh.stderr).contains("earlier games"));
    let read = |name: &str| fs::read_to_string(path(name)).unwrap_or_default();
    let crashed = "--- turn 2, bot, crashed: exit status 3\nno B\n";
    assert_eq!(read("game-000001-B.log"), crashed);
    let input = read("game-000001-B.in");
    assert!(
        input.starts_with("[state]\n") && input.contains("SET_AI_PLAYER B\n"),
        "{input}"
    );
    let well = "--- turn 1, bot\ncareful\n--- turn 3, bot\ncareful\n";
    assert_eq!(read("game-000002-A.log"), well);
    let files = fs::read_dir(path("")).expect("a folder").count();
    assert_eq!(
        files, 4,
        "each log, and what the foul was given and printed"
    );
}

#[apply(trial)]
fn this_program_is_a_bot() {
    // Options may come between the players.
    let report = report(
        &format!("random -g 2 {SMALL}"),
        &[&spec_of_this_program("")],
    );
    assert_eq!(report["players"][1]["fouls"], json!({}));
    assert_eq!(report["players"][1]["games"], 2);
}

/// A bot that leaves processes outside its session, and crashes if it finds them in the
/// next turn.
#[cfg(target_os = "linux")]
#[apply(trial)]
fn a_bot_leaves_nothing_to_its_next_turn() {
    const BOT: &str = "\
        for pid in $(cat pids); do kill -0 $pid 2>&- && exit 3; done
        setsid sh -c 'for i in 1 2 3 4 5 6 7 8; do sleep 300 & echo $!; done >pids' >&- 2>&-
        me=$(sed -n 's/SET_AI_PLAYER //p')
        echo [player$me]; echo [player$me]";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("bot"), BOT).expect("written");
    fs::write(folder.path().join("pids"), "").expect("written");
    let output = Call::new("arena -g 2 -j 1 --turn-limit 4 --json - random --no-sandbox")
        .arg("bot=cmd:sh bot")
        .within(folder.path())
        .output();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["players"][1]["fouls"], json!({}));
    let pids = fs::read_to_string(folder.path().join("pids")).expect("written");
    assert_eq!(pids.lines().count(), 8);
    for pid in pids.lines() {
        assert!(!std::path::Path::new("/proc").join(pid).exists(), "{pid}");
    }
}

/// Files that the arena has inherited, and most of the environment, are not for bots.
#[cfg(target_os = "linux")]
#[apply(trial)]
fn a_bot_inherits_little() {
    const SHELL: &str =
        "exec 3</dev/null 8>secret; exec \"$0\" arena random -g 2 --no-sandbox \"$1\"";
    const BOT: &str = "env >variables; exec >files; for file in /proc/$$/fd/*; do [ -L $file ] && echo ${file##*/}; done";
    for kind in ["cmd", "live"] {
        let folder = tempfile::tempdir().expect("a folder");
        let status = std::process::Command::new("sh")
            .args(["-c", SHELL, env!("CARGO_BIN_EXE_admiralty")])
            .arg(format!("{kind}:sh -c '{BOT}'"))
            .env_clear()
            .envs([("SECRET", "7"), ("HOME", "/home"), ("LANG", "de_DE")])
            .env("TMPDIR", folder.path())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .current_dir(folder.path())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .status();
        assert!(status.expect("it starts").success(), "{kind}");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("written");
        assert_eq!(read("files"), "0\n1\n2\n", "{kind}");
        let variables = read("variables");
        let names = variables
            .lines()
            .filter_map(|line| Some(line.split_once('=')?.0));
        let mut names: Vec<_> = names
            // Those of the shell.
            .filter(|name| !["OLDPWD", "PWD", "SHLVL", "_"].contains(name))
            .collect();
        names.sort_unstable();
        assert_eq!(names, ["HOME", "LANG", "PATH", "TMPDIR"], "{kind}");
        assert!(variables.contains("LANG=C.UTF-8\n"), "{kind}: {variables}");
    }
}
