//! A tournament that was killed can be resumed, with the same result.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::support::Call;

const ARGS: &str =
    "arena -g 8 --seed 1 --board 9x7 --fleet 0,0,1,1 --turn-limit 60 random x=random y=random";

/// Plays a tournament with a journal; returns its three files.
#[must_use]
fn play(folder: &Path, args: &str) -> [Vec<u8>; 3] {
    let output = call(folder, args);
    assert_eq!(output.1, Some(0), "{}", output.0);
    ["journal", "json", "csv"].map(|name| fs::read(folder.join(name)).expect("a file"))
}

#[must_use]
fn call(folder: &Path, args: &str) -> (String, Option<i32>) {
    let output = Call::new(args)
        .within(folder)
        .arg("--out=journal")
        .arg("--json=json")
        .arg("--csv=csv")
        .output();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (error, output.status.code())
}

/// Two directories.
fn two_folders(folder: &Path) -> [PathBuf; 2] {
    ["one", "other"].map(|name| {
        let path = folder.join(name);
        fs::create_dir(&path).expect("made");
        path
    })
}

fn lines_of(journal: &[u8]) -> usize {
    String::from_utf8_lossy(journal).lines().count()
}

#[apply(trial)]
fn a_journal_cut_anywhere_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let whole = play(folder, ARGS);
    let journal = &whole[0];
    let lines = lines_of(journal);
    assert_eq!(lines, 1 + 12 + 1);
    assert!(play(folder, ARGS) == whole, "nothing is left to be played");
    let header = 1 + journal
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line");
    let mut cuts = vec![0, 1, header - 1, header, header + 1, journal.len() - 1];
    cuts.extend((1..10).map(|tenth| journal.len() * tenth / 10));
    for cut in cuts {
        fs::write(folder.join("journal"), &journal[..cut]).expect("written");
        let resumed = play(folder, &format!("{ARGS} -j 3"));
        assert!(resumed == whole, "cut at {cut}");
    }
}

#[apply(trial)]
fn a_killed_tournament_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, other] = two_folders(folder.path());
    let args = ARGS.replace("-g 8", "-g 200");
    let whole = play(&one, &args);
    let mut child = Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(args.split_whitespace())
        .args(["--out=journal", "--json=json", "--csv=csv"])
        .current_dir(&other)
        .spawn()
        .expect("it starts");
    // Kill it when some of the lines are written.
    let lines = || fs::read(other.join("journal.partial")).map_or(0, |journal| journal.len());
    while lines() < whole[0].len() / 10 && child.try_wait().expect("its status").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let (error, _) = call(&other, &args);
    if cfg!(unix) && child.try_wait().expect("its status").is_none() {
        assert_eq!(error, "admiralty: another run is writing to journal\n");
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert!(play(&other, &args) == whole);
}

/// Starts a tournament with a journal, whose bots write their process numbers to
/// `bots`, and waits for the first of them. The command line is given to a shell.
#[cfg(unix)]
fn with_bots(folder: &Path, shell: &str, bot: &str, args: &[&str], bots: usize) -> Child {
    let mut child = Command::new("sh")
        .args(["-c", shell, env!("CARGO_BIN_EXE_admiralty")])
        .args([
            "arena",
            "random",
            "--cpu=60",
            "--out=journal",
            "--no-sandbox",
        ])
        .arg(format!("bot=cmd:sh -c 'echo $$ >> bots; {bot}'"))
        .args(args)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    while bots_of(folder).lines().count() < bots && child.try_wait().expect("its status").is_none()
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[cfg(unix)]
fn bots_of(folder: &Path) -> String {
    fs::read_to_string(folder.join("bots")).unwrap_or_default()
}

#[cfg(unix)]
#[apply(trial)]
fn an_interrupted_tournament_leaves_no_bot_behind() {
    // A shell and the kernel may both report that the terminal is closed.
    for signals in [
        &[Signal::INT][..],
        &[Signal::TERM],
        &[Signal::HUP, Signal::HUP],
    ] {
        if signals[0] == Signal::HUP && crate::support::hangups_are_ignored() {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let begun = Instant::now();
        // One bot of each pair that is played.
        let shell = "exec \"$0\" \"$@\"";
        let mut child = with_bots(folder.path(), shell, "exec sleep 60", &["-j2"], 2);
        for &signal in signals {
            kill_process(Pid::from_child(&child), signal).expect("sent");
        }
        let mut error = String::new();
        let stderr = child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut error).expect("text");
        assert_eq!(error, "admiralty: interrupted after 0 of 50 pairs\n");
        let code = child.wait().expect("ended").code();
        assert_eq!(code, Some(128 + signals[0].as_raw()), "{signals:?}");
        assert!(begun.elapsed() < Duration::from_secs(30));
        for bot in bots_of(folder.path()).lines() {
            let id = bot.parse().ok().and_then(Pid::from_raw).expect("a number");
            assert!(test_kill_process(id).is_err(), "bot {bot} plays on");
        }
    }
}

/// As under `nohup`.
#[cfg(target_os = "linux")]
#[apply(trial)]
fn who_ignores_hangups_plays_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let shell = "trap '' HUP; exec \"$0\" \"$@\"";
    let bot = "while [ ! -e go ]; do sleep 0.01; done";
    let mut child = with_bots(folder.path(), shell, bot, &["-g2"], 1);
    kill_process(Pid::from_child(&child), Signal::HUP).expect("sent");
    fs::write(folder.path().join("go"), "").expect("written");
    assert_eq!(child.wait().expect("ended").code(), Some(0));
}

#[apply(trial)]
fn a_tournament_goes_on_with_more_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, other] = two_folders(folder.path());
    let [begun, ..] = play(&one, &ARGS.replace("-g 8", "-g 4"));
    let extended = play(&one, ARGS);
    let whole = play(&other, ARGS);
    assert!(extended[1..] == whole[1..]);
    assert!(extended[0] == whole[0]);
    // All but the number in the first line, and the checksum in the last.
    let pairs = |journal: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(journal);
        text.lines().skip(1).take(6).map(str::to_owned).collect()
    };
    assert_eq!(pairs(&begun), pairs(&whole[0]));
    let (error, status) = call(&one, &ARGS.replace("-g 8", "-g 6"));
    assert_eq!(status, Some(2));
    assert_eq!(
        error,
        "admiralty: journal has more results than the run, which has 9 units\n"
    );
    assert!(play(&one, ARGS) == extended, "nothing was harmed");
}

#[apply(trial)]
fn a_test_that_has_ended_stays_ended() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = "arena -g 4000 --seed 1 --board 9x7 --fleet 0,0,1,1 --turn-limit 60 --sprt 200 400 0.05 0.05 \
        random x=random";
    let whole = play(folder.path(), args);
    let lines = lines_of(&whole[0]);
    assert!(lines < 1000, "{lines}");
    assert!(play(folder.path(), args) == whole);
    let cut = whole[0].len() / 2;
    fs::write(folder.path().join("journal"), &whole[0][..cut]).expect("written");
    assert!(play(folder.path(), args) == whole);
}

#[apply(trial)]
fn another_tournaments_journal_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = play(folder.path(), ARGS);
    for (args, message) in [
        (ARGS.replace("--seed 1", "--seed 2"), "its seed is 1, not 2"),
        (format!("{ARGS} --extended"), "its start is"),
        (ARGS.replace("y=", "z="), "its players is"),
    ] {
        let (error, status) = call(folder.path(), &args);
        assert_eq!(status, Some(2));
        assert!(error.contains(message), "{error}");
        assert!(
            error.ends_with("; a new run needs another file\n"),
            "{error}"
        );
    }
    assert!(play(folder.path(), ARGS) == whole, "nothing was harmed");
}

/// A bot that has changed is named with its file.
#[apply(trial)]
fn a_changed_bot_needs_another_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |text: &str| {
        fs::write(folder.path().join("bot.sh"), text).expect("written");
        let call = Call::new("arena -g 2 --seed 1 --out games random --no-sandbox")
            .arg("bot=cmd:sh bot.sh");
        let output = call.within(folder.path()).output();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (error, output.status.code())
    };
    assert_eq!(run("exit 1\n").1, Some(0));
    let error = "admiralty: games belongs to another run: bot has changed (bot.sh); a new run needs another file\n";
    assert_eq!(run("exit 2\n"), (error.to_owned(), Some(2)));
    assert_eq!(run("exit 1\n").1, Some(0), "nothing was harmed");
}

/// What a bot imports is not named in its command line.
#[apply(trial)]
fn a_changed_module_needs_another_file_if_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("lib")).expect("a folder");
    let run = |text: &str| {
        fs::write(folder.path().join("lib/net"), text).expect("written");
        let call = Call::new("arena -g 2 --seed 1 --out games random x=random --hash lib");
        let output = call.within(folder.path()).output();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (error, output.status.code())
    };
    assert_eq!(run("1").1, Some(0));
    let (error, status) = run("2");
    assert!(error.contains("--hash has changed (lib/net)"), "{error}");
    assert_eq!((status, run("1").1), (Some(2), Some(0)));
}

/// A number that an inexact parser does not read back unchanged.
#[apply(trial)]
fn a_journal_knows_its_own_numbers_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ARGS.replace(" y=random", "") + " --sprt 0 122.99999999999999 0.1 0.1";
    assert!(play(folder.path(), &args) == play(folder.path(), &args));
}

#[apply(trial)]
fn what_is_no_journal_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal");
    for text in ["my notes", "my notes\n", "{\"journal\":\"another\"}\n", "{"] {
        fs::write(&path, text).expect("written");
        let (error, status) = call(folder.path(), ARGS);
        if text == "{" {
            assert_eq!(status, Some(0), "the beginning of a first line");
            continue;
        }
        assert_eq!(
            (error.as_str(), status),
            ("admiralty: journal is not a file of results\n", Some(2))
        );
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
    }
    fs::write(&path, "{\"format\":\"admiralty-results-0\"}\n").expect("written");
    assert!(call(folder.path(), ARGS).0.contains("another version"));
}

#[apply(trial)]
fn results_after_a_broken_line_are_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = play(folder.path(), ARGS);
    let text = String::from_utf8(whole[0].clone()).expect("UTF-8");
    let lines: Vec<_> = text.lines().collect();
    for line in ["{\"key\":1}", lines[4]] {
        let mut lines = lines.clone();
        lines[2] = line;
        fs::write(folder.path().join("journal"), lines.join("\n")).expect("written");
        let (error, status) = call(folder.path(), ARGS);
        let message = "line 3 of the results was broken; repeating it and the lines after it";
        assert!(status == Some(0) && error.contains(message), "{error}");
        assert!(play(folder.path(), ARGS) == whole);
    }
}

/// The seed in a report.
fn seed_of(json: &[u8]) -> u64 {
    let report: serde_json::Value = serde_json::from_slice(json).expect("JSON");
    report["settings"]["seed"].as_u64().expect("a seed")
}

#[apply(trial)]
fn without_a_seed_the_results_keep_a_random_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, other] = two_folders(folder.path());
    let without = ARGS.replace("--seed 1 ", "");
    let begun = play(&one, &without.replace("-g 8", "-g 4"));
    let seed = seed_of(&begun[1]);
    assert!(seed != 1 && seed != seed_of(&play(&other, &without)[1]));
    // More games, and a run that was killed.
    let whole = play(&one, &without);
    assert_eq!(seed_of(&whole[1]), seed);
    let cut = whole[0].len() / 2;
    fs::rename(one.join("journal"), one.join("journal.partial")).expect("renamed");
    fs::write(one.join("journal.partial"), &whole[0][..cut]).expect("written");
    assert!(play(&one, &without) == whole);
    // The printed seed repeats the tournament.
    let printed = Call::new(&without).arg("--out=journal").within(&one);
    let printed = String::from_utf8(printed.output().stdout).expect("UTF-8");
    assert!(printed.ends_with(&format!("\nseed {seed}\n")), "{printed}");
    let again = Call::new(&without).arg("--seed").arg(seed.to_string());
    assert_eq!(String::from_utf8_lossy(&again.output().stdout), printed);
    let (error, status) = call(&one, &format!("{without} --seed 1"));
    assert_eq!(status, Some(2));
    assert!(
        error.contains(&format!("its seed is {seed}, not 1")),
        "{error}"
    );
}
