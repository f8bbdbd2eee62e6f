//! Bots that behave well, and bots that misbehave in every way.

use std::io::{self, BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use admiralty_players::Players;
use admiralty_players::runner;

use crate::support::quoted;

/// How long a bot that does not answer sleeps.
const LONG: Duration = Duration::from_secs(60);

/// The command line of a bot.
pub fn spec(kind: &str) -> String {
    spec_of(kind, "cmd", "--mock-bot")
}

/// The command line of a live bot.
pub fn live_spec(kind: &str) -> String {
    spec_of(kind, "live", "--mock-live-bot")
}

fn spec_of(kind: &str, how: &str, option: &str) -> String {
    let executable = std::env::current_exe().expect("a path");
    format!("{kind}={how}:{} {option} {kind}", quoted(executable))
}

/// The command line of this program as a bot.
pub fn spec_of_this_program(args: &str) -> String {
    format!("cmd:{} {args}", quoted(env!("CARGO_BIN_EXE_admiralty")))
}

/// Behaves as a bot.
pub fn play(kind: &str) {
    if kind == "flooding" {
        // Endless output, without reading anything.
        let flood = vec![b'+'; 1 << 16];
        while io::stdout().write_all(&flood).is_ok() {}
        return;
    }
    let mut script = Vec::new();
    io::stdin().read_to_end(&mut script).expect("a script");
    let text = String::from_utf8(script).expect("UTF-8");
    let me = if text.contains("SET_AI_PLAYER A") {
        'A'
    } else {
        'B'
    };
    let other = if me == 'A' { 'B' } else { 'A' };
    let answer = answer(&text);
    let block = {
        let tag = format!("[player{me}]\n");
        let begin = answer.find(&tag).expect("a block");
        let end = answer.rfind(&tag).expect("a block") + tag.len();
        answer[begin..end].to_owned()
    };
    match kind {
        "seeded" => {
            let seed = text.lines().find_map(|line| line.strip_prefix("SRAND "));
            let seed = seed.expect("a seed");
            print(&format!(
                "{block}[state]\nINFORMATION {me} FORGET\nINFORMATION {me} seed {seed}\n[state]\n"
            ));
        }
        "honest" => print(&answer),
        "block-only" => print(&block),
        "without-last-feed" => print(block.trim_end()),
        "talkative" => print(&format!("I think...\n\0\u{1}\n{answer}[state]\nREEF 1 1\n")),
        "much" => print(&format!("{}\n{block}", "+".repeat(15 << 20))),
        "too-much" => print(&format!("{}\n{block}", "+".repeat(17 << 20))),
        "illegal" => print(&format!("[player{me}]\nSHOOT 999 7\n[player{me}]\n")),
        "cheating" => print(&format!("[player{me}]\nREEF 1 1\n[player{me}]\n")),
        "nested" => print(&format!("[player{me}]\n[player{other}]\n[player{me}]\n")),
        "out-of-turn" => print(&format!("[player{other}]\n[player{other}]\n")),
        "late" => std::thread::sleep(LONG),
        "late-with-block" => {
            print(&block);
            std::thread::sleep(LONG);
        }
        "exiting" => {
            print(&block);
            std::process::exit(3);
        }
        "silent" => {}
        "garbage" => {
            let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
            io::stdout().write_all(&bytes).expect("written");
        }
        "parent" => {
            leave_behind("sleep 60");
            print(&block);
        }
        "silent-parent" => leave_behind("sleep 60"),
        "flooding-parent" => {
            leave_behind("yes");
            std::thread::sleep(LONG);
        }
        "unclosed" => print(&format!("[player{me}]\n")),
        "huge-line" => {
            let line = "x".repeat(3 << 20);
            print(&format!("[player{me}]\n{line}\n[player{me}]\n"));
        }
        "remembering" => {
            let seen = text.matches(&format!("INFORMATION {me} turn")).count();
            assert!(!text.contains(&format!("INFORMATION {other}")));
            print(&format!(
                "{block}[state]\nINFORMATION {me} turn {seen}\nINFORMATION {other} lie\nNEXT_PLAYER {me}\n[state]\n"
            ));
        }
        "hoarding" => {
            let fact = format!("INFORMATION {me} {}\n", "x".repeat(1 << 19));
            print(&format!("{block}[state]\n{fact}{fact}[state]\n"));
        }
        _ => misbehave(kind),
    }
}

/// The misbehaviour that both kinds of bots have in common.
fn misbehave(kind: &str) {
    match kind {
        "busy" => loop {
            std::hint::black_box(());
        },
        "gluttonous" => {
            let eaten = vec![1_u8; 128 << 20];
            std::thread::sleep(LONG);
            drop(std::hint::black_box(eaten));
        }
        "crowded" => {
            (0..10).for_each(|_| leave_behind("sleep 60"));
            std::thread::sleep(LONG);
        }
        "aborting" => std::process::abort(),
        _ => panic!("there is no bot {kind}"),
    }
}

/// Behaves as a live bot.
pub fn play_live(kind: &str) {
    let mut input = io::stdin().lock();
    let mut line = || {
        let mut line = String::new();
        input.read_line(&mut line).expect("UTF-8");
        line
    };
    if kind == "deaf" {
        // It plays without reading, the same turn each time.
        print(&"SHOOT 8 6\n[playerA]\n".repeat(100));
        return std::thread::sleep(LONG);
    }
    let mut setup = line();
    while setup.matches("[state]\n").count() < 2 {
        let next = line();
        if next.is_empty() {
            // There is no game.
            return;
        }
        setup += &next;
    }
    let me = if setup.contains("SET_AI_PLAYER A") {
        'A'
    } else {
        'B'
    };
    assert!(!setup.contains(if me == 'A' { "SHIP B" } else { "SHIP A" }));
    // Across the board, from the enemy's side.
    for field in (0..63).map(|field| if me == 'A' { 62 - field } else { field }) {
        let is_fact = |line: &String| line == "[state]\n" || line.starts_with("INFORMATION ");
        let mut lines = std::iter::repeat_with(&mut line);
        let tag = lines.find(|line| !is_fact(line)).unwrap_or_default();
        if !tag.starts_with("[player") {
            assert!(
                tag.is_empty() || tag == "A won\n" || tag == "B won\n",
                "{tag}"
            );
            return;
        }
        let shot = format!("SHOOT {} {}\n", field / 7, field % 7);
        match kind {
            "honest" => {
                print("PRINT 0\n");
                assert!((0..9).all(|_| line().len() == 8), "a board");
                print(&format!("{shot}PRINT 1\n\n{tag}"));
                assert!((0..10).all(|_| line().len() == 9), "a board with numbers");
            }
            "waiting" => {
                print(&shot);
                print(&tag);
            }
            #[cfg(target_os = "linux")]
            "prying" | "attacking" => {
                pry();
                if kind == "attacking" {
                    attack();
                }
                print(&format!("{shot}{tag}"));
            }
            "late-reader" => {
                print(&format!("PRINT 0\n{shot}{tag}"));
                assert!((0..9).all(|_| line().len() == 8), "a board");
            }
            "brief" => {
                print(&format!("{shot}{}", tag.trim_end()));
                return;
            }
            "with-children" => {
                leave_behind("sleep 60");
                print(&format!("{shot}{tag}"));
            }
            "illegal" => print("SHOOT 999 7\n"),
            "cheating" => print("REEF 1 1\n"),
            "saving" => print("SAVE\n"),
            "noting" => print(&format!("INFORMATION {me} seen\n")),
            "nested" => print("[state]\n"),
            "huge-line" => print(&"x".repeat(3 << 20)),
            "half-a-line" => return print("SHOOT 1"),
            "exiting" => {
                print(&shot);
                std::process::exit(3);
            }
            "quitting" => return print(&shot),
            "silent" => return,
            "closing" => {
                rustix::stdio::dup2_stdout(std::fs::File::open("/dev/null").expect("a file"))
                    .expect("closed");
                std::thread::sleep(LONG);
            }
            "sleeping" => std::thread::sleep(LONG),
            "unread" => {
                // The answers to this do not fit into a pipe, and are not read.
                print(&format!("{}{tag}", "PRINT 0\n".repeat(4000)));
                std::thread::sleep(LONG);
            }
            "flooding" => loop {
                let mut blanks = vec![b' '; 1 << 16];
                blanks.push(b'\n');
                if io::stdout().write_all(&blanks).is_err() {
                    return;
                }
            },
            _ => misbehave(kind),
        }
    }
}

/// Starts a child that keeps the output open.
#[expect(clippy::zombie_processes, reason = "that is what the bot is for")]
fn leave_behind(line: &str) {
    let mut words = line.split(' ');
    let mut child = Command::new(words.next().expect("a program"));
    child.args(words).stdin(Stdio::null());
    child.spawn().expect("it starts");
}

fn print(text: &str) {
    io::stdout().write_all(text.as_bytes()).expect("written");
}

/// The answer of this program.
fn answer(script: &str) -> String {
    let mut out = Vec::new();
    runner::run_with(script.as_bytes(), &mut out, &Players::default())
        .expect("a vector takes everything");
    String::from_utf8(out).expect("UTF-8")
}

/// Tries to learn what a bot must not know, and says what it has learnt.
#[cfg(target_os = "linux")]
fn pry() {
    let parent = rustix::process::getppid().expect("a parent");
    let of_parent = |name: &str| format!("/proc/{parent}/{name}");
    let is_readable = |name| std::fs::read(of_parent(name)).is_ok();
    // In a sandbox, only what is its own may be listed.
    let lists = |path: &str, is_of_others: &dyn Fn(&str) -> bool| {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name());
        names.any(|name| is_of_others(&name.to_string_lossy()))
    };
    let own = std::process::id().to_string();
    let is_other = |name: &str| name.parse::<u32>().is_ok() && name != own;
    for (what, is_learnt) in [
        ("cmdline", is_readable("cmdline")),
        ("environ", is_readable("environ")),
        ("processes", lists("/proc", &is_other)),
        (
            "directory",
            lists("/proc/self/cwd/..", &|name| name.starts_with(".tmp")),
        ),
    ] {
        let is = if is_learnt { "learnt" } else { "hidden" };
        eprintln!("{what} {is}");
    }
}

/// Attacks its opponent and all other processes with IDs near its own.
#[cfg(target_os = "linux")]
fn attack() {
    use admiralty_process::{ATTACKS, AttackTarget};
    use rustix::process::getpid;
    const NEAR: i32 = 300;
    let own = getpid().as_raw_nonzero().get();
    for id in (own - NEAR..own + NEAR).filter(|id| *id > 1 && *id != own) {
        let output = std::fs::File::options()
            .append(true)
            .open(format!("/proc/{id}/fd/1"));
        if let Ok(mut output) = output {
            output.write_all(b"BYE\n").expect("written");
        }
        let target = AttackTarget {
            secret: "/".into(),
            process: id.unsigned_abs(),
            machine: String::new(),
        };
        let mut attacks = ATTACKS.iter().filter(|it| it.name.ends_with(" a process"));
        if attacks.any(|attack| attack.run(&target).is_ok()) {
            eprintln!("{id} attacked");
        }
    }
}
