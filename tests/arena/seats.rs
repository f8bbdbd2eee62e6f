//! Players at seats: assignment of seats, fouls, and the same games as through pipes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use admiralty_arena::{Contestant, FinishedPair, FoulKind, Lobby, PairMember};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use FoulKind::{Absent, Flooding, Illegal, Late, Silent, Unclosed};

use super::bot::live_spec;
use super::table::{Small, untimed};
use crate::support::Call;

/// Long enough for any machine.
pub const PATIENCE: Duration = Duration::from_secs(20);

pub fn contestants(specs: &[&str]) -> Vec<Contestant> {
    Contestant::from_specs(specs).expect("contestants")
}

/// A lobby on a free port; the token of each seat is its name twice.
pub fn lobby(contestants: &[Contestant], patience: Duration) -> Lobby {
    let seats = contestants.iter().filter_map(|contestant| {
        let name = contestant.spec.strip_prefix("seat:")?;
        Some((name.to_owned(), name.repeat(2)))
    });
    let chosen: Vec<_> = seats.collect();
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    Lobby::open(address, contestants, &chosen, patience).expect("it listens")
}

fn connect(address: SocketAddr, line: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    stream.write_all(line.as_bytes()).expect("sent");
    stream
}

/// The text sent to a connection until it ends; `None` on a timeout.
fn answer(mut stream: &TcpStream) -> Option<String> {
    let timeout = Some(Duration::from_millis(500));
    stream.set_read_timeout(timeout).expect("a time");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

#[apply(trial)]
fn a_seat_is_for_one_connection_that_knows_its_token() {
    let contestants = contestants(&["seat:left", "seat:right"]);
    let lobby = lobby(&contestants, PATIENCE);
    let refused = |line: &str, why: &str| {
        let stream = connect(lobby.address(), line);
        assert_eq!(answer(&stream), Some(format!("error: {why}\n")), "{line}");
    };
    refused("nonsense\n", "there is no such token");
    refused("\n", "there is no such token");
    refused("leftlef\n", "there is no such token");
    refused("leftleft \n", "there is no such token");
    refused(&"x".repeat(1000), "the first line is not a token");
    // Unread bytes do not discard the answer.
    refused(
        &format!("nonsense\n{}", "x".repeat(1 << 16)),
        "there is no such token",
    );
    let left = connect(lobby.address(), "leftleft\n");
    let right = connect(lobby.address(), "rightright\r\nSHOOT 1 1\n");
    assert_eq!([answer(&left), answer(&right)], [None, None]);
    refused("leftleft\n", "the seat is taken");
    refused("rightright\n", "the seat is taken");
    // A token may arrive in parts, and other clients do not wait for it.
    let mut slow = connect(lobby.address(), "left");
    assert_eq!(answer(&slow), None);
    // Leaving frees the seat.
    drop(left);
    thread::sleep(Duration::from_millis(300));
    slow.write_all(b"left\n").expect("sent");
    assert_eq!(answer(&slow), None);
    refused("leftleft\n", "the seat is taken");
    // Silent connections do not block others.
    let silent: Vec<_> = (0..100).map(|_| connect(lobby.address(), "")).collect();
    refused("nonsense\n", "there is no such token");
    drop(silent);
    let address = lobby.address();
    drop(lobby);
    // A program started by another test may briefly hold the socket.
    let end = Instant::now() + PATIENCE;
    while TcpStream::connect(address).is_ok() {
        assert!(Instant::now() < end, "somebody still listens");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A client that plays one game after the other until connections are refused.
fn client(address: SocketAddr, token: &str, kind: &'static str) -> JoinHandle<()> {
    let line = format!("{token}\n");
    thread::spawn(move || {
        while let Ok(mut stream) = TcpStream::connect(address) {
            if stream.write_all(line.as_bytes()).is_ok() {
                play_game(kind, stream);
            }
        }
    })
}

/// Plays with clients of these kinds, each at the seat of its name.
fn play(
    small: &Small,
    specs: &[&str],
    clients: &[(&str, &'static str)],
    patience: Duration,
) -> Vec<FinishedPair> {
    let contestants = contestants(specs);
    let lobby = lobby(&contestants, patience);
    let address = lobby.address();
    let clients = clients.iter();
    let clients: Vec<_> = clients
        .map(|(seat, kind)| client(address, &seat.repeat(2), kind))
        .collect();
    let pairs = small.play_contestants(contestants);
    drop(lobby);
    for client in clients {
        client.join().expect("the client plays by its own rules");
    }
    pairs
}

/// Plays a game as a kind of client, until it is over or the client gives up.
fn play_game(kind: &str, mut stream: TcpStream) {
    // The connection may be closed at any time.
    let write = |text: &str| drop((&stream).write_all(text.as_bytes()));
    if kind == "honest" {
        return play_honestly(stream);
    }
    if kind == "hasty" {
        // It leaves without having read anything.
        let _ = stream.peek(&mut [0]);
        return;
    }
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let Some(tag) = lines.find(|line| line.starts_with("[player")) else {
        return;
    };
    match kind {
        "illegal" | "once" => write("SHOOT 999 7\n"),
        "saving" => write("SAVE\n"),
        "huge-line" => write(&"x".repeat(3 << 20)),
        "leaving" => return,
        "closing" => drop(stream.shutdown(Shutdown::Write)),
        "half-a-line" => return write("SHOOT 1"),
        "quitting" => return write("SHOOT 1 1\n"),
        "flooding" => {
            let mut blanks = vec![b' '; 1 << 16];
            blanks.push(b'\n');
            while (&stream).write_all(&blanks).is_ok() {}
        }
        "sleeping" => {}
        "pausing" => write("SHOOT 1"),
        "unread" => {
            write(&format!("{}{tag}\n", "PRINT 0\n".repeat(150_000)));
            // Nothing is read before the game is over.
            thread::sleep(Duration::from_millis(700));
        }
        _ => panic!("there is no client {kind}"),
    }
    let _ = stream.read_to_end(&mut Vec::new());
    if kind == "once" {
        thread::sleep(Duration::from_secs(2));
    }
}

/// A bot of the tests whose streams are the connection.
fn play_honestly(stream: TcpStream) {
    let input = stream.try_clone().expect("one more");
    let bot = Command::new(std::env::current_exe().expect("a path"))
        .args(["--mock-live-bot", "honest"])
        .stdin(OwnedFd::from(input))
        .stdout(OwnedFd::from(stream))
        .status();
    bot.expect("it runs");
}

#[apply(trial)]
fn each_foul_at_a_seat_loses_with_its_name() {
    let begun = Instant::now();
    let ended = "its output ended before its turn";
    let late = "more than 0.3 s of wall-clock time";
    for (kind, foul, detail) in [
        ("illegal", Illegal, "\"SHOOT 999 7\": FIELD DOES NOT EXIST"),
        ("saving", Illegal, "\"SAVE\": COMMAND NOT AVAILABLE"),
        ("huge-line", Illegal, "LINE TOO LONG"),
        ("hasty", Silent, ended),
        ("leaving", Silent, ended),
        ("closing", Silent, ended),
        ("half-a-line", Unclosed, "is not closed"),
        ("quitting", Unclosed, "is not closed"),
        ("flooding", Flooding, "16 MiB of output"),
        ("sleeping", Late, late),
        ("pausing", Late, late),
        ("unread", Late, late),
    ] {
        let mut small = Small::default();
        if foul == Late {
            small.turn.wall = Duration::from_millis(300);
        }
        let clients = [("nono", kind)];
        let pairs = play(&small, &["seat:nono", "random"], &clients, PATIENCE);
        for game in &pairs[0].games {
            let found = game.foul.as_ref().expect(kind);
            let lost = (foul, Some(PairMember::Second));
            assert_eq!((found.kind, game.winner), lost, "{kind}: {}", found.detail);
            assert!(found.detail.contains(detail), "{kind}: {}", found.detail);
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[apply(trial)]
fn nobody_waits_for_a_player_for_ever() {
    let begun = Instant::now();
    let patience = Duration::from_millis(200);
    let pairs = play(&Small::default(), &["random", "seat:nono"], &[], patience);
    for game in &pairs[0].games {
        let foul = game.foul.as_ref().expect("a foul");
        assert_eq!((foul.kind, game.winner), (Absent, Some(PairMember::First)));
        assert_eq!(foul.detail, "it has not connected within 0.2 s");
    }
    // A client that does not return loses only the next game.
    let patience = Duration::from_secs(1);
    let (specs, clients) = (["seat:nono", "random"], [("nono", "once")]);
    let pairs = play(&Small::default(), &specs, &clients, patience);
    let fouls = pairs[0].games.each_ref();
    let kinds = fouls.map(|game| game.foul.as_ref().map(|foul| foul.kind));
    assert_eq!(kinds, [Some(Illegal), Some(Absent)]);
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[apply(trial)]
fn a_seat_is_taken_while_its_game_is_played() {
    let contestants = contestants(&["seat:nono", "random"]);
    let lobby = lobby(&contestants, PATIENCE);
    let address = lobby.address();
    let tournament = thread::spawn(|| Small::default().play_contestants(contestants));
    for _ in 0..2 {
        let mut stream = connect(address, "nononono\n");
        let mut reader = BufReader::new(stream.try_clone().expect("one more"));
        let mut tag = || {
            let mut lines = reader.by_ref().lines().map_while(Result::ok);
            lines
                .find(|line| line.starts_with("[player"))
                .expect("a turn")
        };
        let own_tag = tag();
        let second = connect(address, &format!("nononono\nSHOOT 999 7\n{own_tag}\n"));
        assert_eq!(
            answer(&second).as_deref(),
            Some("error: the seat is taken\n")
        );
        // The game goes on with the first one, and is the only one that it ends for.
        writeln!(stream, "{own_tag}").expect("sent");
        assert_eq!(tag(), own_tag);
        stream.write_all(b"SHOOT 998 7\n").expect("sent");
        let _ = reader.read_to_end(&mut Vec::new());
    }
    let pairs = tournament.join().expect("it is played");
    for game in &pairs[0].games {
        let foul = game.foul.as_ref().expect("a foul");
        assert!(foul.detail.contains("SHOOT 998 7"), "{}", foul.detail);
    }
}

#[apply(trial)]
fn an_interrupted_arena_waits_for_nobody() {
    const ARGS: &str = "arena seat:a seat:b -g 2 --listen 0 --tokens tokens --json report";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tokens"), "a 12345678\nb 87654321\n").expect("written");
    let (mut arena, address, mut stderr) = start(ARGS, folder.path());
    // Once the first player has the start, the second one is waited for.
    let mut first = BufReader::new(connect(address, "12345678\n"));
    let mut line = String::new();
    first.read_line(&mut line).expect("UTF-8");
    assert_eq!(line, "[state]\n");
    let begun = Instant::now();
    kill_process(Pid::from_child(&arena), Signal::INT).expect("sent");
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("UTF-8");
    assert_eq!(rest, "admiralty: interrupted after 0 of 1 pairs\n");
    assert_eq!(arena.wait().expect("it ends").code(), Some(130));
    // Not as late as a game would be lost.
    assert!(begun.elapsed() < Duration::from_secs(20));
    first
        .read_to_end(&mut Vec::new())
        .expect("the connection is closed");
    assert!(TcpStream::connect(address).is_err(), "somebody listens");
    let report = fs::read(folder.path().join("report")).expect("it was written");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!(report["games"], 0);
}

#[apply(trial)]
fn a_game_at_seats_is_the_same_as_through_pipes() {
    let small = Small {
        games: 4,
        turns: 200,
        ..Small::default()
    };
    let (one, other) = (live_spec("honest"), format!("x{}", live_spec("honest")));
    let piped = small.play(&[&one, &other]);
    let clients = [("lefty", "honest"), ("righty", "honest")];
    let connected = play(&small, &["seat:lefty", "seat:righty"], &clients, PATIENCE);
    assert_eq!(piped.len(), 2);
    for (piped, connected) in piped.iter().zip(&connected) {
        assert!(piped.records.is_some() && piped.records == connected.records);
        for (piped, connected) in piped.games.iter().zip(&connected.games) {
            assert!(piped.winner.is_some() && piped.foul.is_none());
            let [piped, connected] = [piped, connected].map(|it| untimed(it.clone()));
            assert_eq!(format!("{piped:?}"), format!("{connected:?}"));
        }
    }
}

/// The program once it listens, its address, and the lines printed so far.
fn start(
    args: &str,
    folder: &std::path::Path,
) -> (Child, SocketAddr, BufReader<std::process::ChildStderr>) {
    let mut arena = Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(args.split_whitespace())
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stderr = BufReader::new(arena.stderr.take().expect("piped"));
    let mut line = String::new();
    stderr.read_line(&mut line).expect("UTF-8");
    let address = line.trim().strip_prefix("admiralty: listening on ");
    let address = address.expect("an address").parse().expect("an address");
    (arena, address, stderr)
}

#[apply(trial)]
fn players_connect_to_the_program() {
    const ARGS: &str = "arena random bob=seat:b -g 2 --turn-limit 6 --board 9x7 --fleet 0,0,1,1 \
        --listen 0 --json - -j 4";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tokens"), "\nb 12345678\n").expect("written");
    for option in ["", " --tokens tokens"] {
        let (arena, address, mut stderr) = start(&format!("{ARGS}{option}"), folder.path());
        assert!(address.ip().is_loopback());
        let mut line = String::new();
        let token = if option.is_empty() {
            stderr.read_line(&mut line).expect("UTF-8");
            let token = line
                .trim()
                .strip_prefix("admiralty: the token of the seat \"b\" is ");
            token.expect("a token")
        } else {
            "12345678"
        };
        assert!(option.is_empty() == (token.len() == 32), "{token}");
        let client = client(address, token, "honest");
        let output = arena.wait_with_output().expect("it ends");
        client.join().expect("the client plays");
        assert!(output.status.success());
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let bob = &report["players"][1];
        assert_eq!((&bob["name"], &bob["fouls"]), (&json!("bob"), &json!({})));
        assert_eq!(report["games"], 2);
        assert!(!report.to_string().contains(token));
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).expect("UTF-8");
        assert_eq!(rest, "");
    }
}

#[apply(trial)]
fn what_is_wrong_with_seats_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("short", "b 1234567\n"),
        ("same", "a 12345678\nb 12345678\n"),
        ("other", "c 12345678\n"),
        ("words", "\nb\n"),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    for (args, message) in [
        (
            "seat:a seat:b",
            "no one can connect, because the arena does not listen",
        ),
        ("random hunt --listen 0", "no player has a seat"),
        ("random seat:b --listen localhost", "a port, as in 4000"),
        ("random seat:b --tokens short", "--listen"),
        ("random seat:b --listen 0 --tokens short", "8 to 64 visible"),
        ("seat:a seat:b --listen 0 --tokens same", "the same token"),
        (
            "random seat:b --listen 0 --tokens other",
            "a token for \"c\"",
        ),
        ("random seat:b --listen 0 --tokens words", "line 2 of words"),
        (
            "random seat:b --listen 192.0.2.1:0",
            "cannot listen on 192.0.2.1:0",
        ),
    ] {
        let call = Call::new(&format!("arena -g 2 {args}"));
        let output = call.within(folder.path()).output();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {stderr}");
        assert!(stderr.contains(message), "{args}: {stderr}");
    }
}
