//! A host and a friend in two terminals.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use rustix::process::Signal;

use super::terminal::Terminal;

/// The address and the token that a host shows.
fn invitation(host: &Terminal) -> (SocketAddr, String) {
    // The last line of the page.
    let screen = host.wait_for("Ctrl+C ends.");
    let mut words = screen.split_whitespace();
    let address = words.find(|word| word.starts_with("127.0.0.1:"));
    let address = address.expect("an address").parse().expect("an address");
    let is_token =
        |word: &&str| word.len() == 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    (address, words.find(is_token).expect("a token").to_owned())
}

/// A host who waits, and a friend who has typed the line.
fn host_and_friend() -> Option<(Terminal, Terminal, SocketAddr, String)> {
    let (host, friend) = Terminal::new().zip(Terminal::new())?;
    host.play("--host 127.0.0.1:0 --rules italian --fleet 0,0,2 --placing seq --lang en");
    let (address, token) = invitation(&host);
    friend.play(&format!("--connect {address} --placing seq --lang de"));
    friend.wait_for("Kennwort:");
    Some((host, friend, address, token))
}

fn join(friend: &Terminal, token: &str) {
    friend.command(&["send-keys", "-l", token]);
    friend.keys("Enter");
}

/// Both place their fleets, in the order of their turns.
fn place(host: &Terminal, friend: &Terminal) {
    for _ in 0..2 {
        for terminal in [host, friend] {
            if terminal.screen().contains("Enter") {
                terminal.keys("Enter");
            }
        }
    }
}

/// What a stranger who sends a line is told.
fn refusal(address: SocketAddr, line: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    stream.write_all(line.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("UTF-8");
    answer
}

/// Strangers are refused, and neither the token nor the game suffers.
#[apply(trial)]
fn a_friend_joins_and_strangers_do_not() {
    let Some((host, friend, address, token)) = host_and_friend() else {
        return;
    };
    let silent = TcpStream::connect(address).expect("somebody listens");
    let no_token = "error: there is no such token\n";
    assert_eq!(refusal(address, "GET / HTTP/1.1\r\n\r\n"), no_token);
    assert_eq!(
        refusal(address, &"x".repeat(1000)),
        "error: the first line is not a token\n"
    );
    join(&friend, "another-token");
    let screen = friend.wait_for("ended 2");
    let why = "Der Server lehnt das Kennwort ab: dieses Kennwort";
    assert!(screen.contains(why), "{screen}");
    assert!(!screen.contains("another-token"), "{screen}");
    let still = invitation(&host);
    assert_eq!(still, (address, token.clone()));

    let friend = Terminal::new().expect("one more");
    friend.play(&format!("--connect {address} --placing seq --lang de"));
    friend.wait_for("Kennwort:");
    join(&friend, &token);
    let screen = host.wait_for("you – enemy");
    assert!(!screen.contains(&token), "{screen}");
    let screen = friend.wait_for("Gegner");
    assert!(!screen.contains(&token), "{screen}");
    let refused = "error: the seat is taken\n";
    assert_eq!(refusal(address, &format!("{token}\n")), refused);
    drop(silent);
    friend.keys("q Enter");
    friend.wait_for("ended 0");
    host.wait_for("You have won!");
    host.wait_for("The enemy has left");
    host.keys("q Enter");
    let screen = host.wait_for("ended 0");
    assert!(!screen.contains(&token), "{screen}");
}

/// Whoever leaves loses, however that happens, and whoever is next.
#[apply(trial)]
fn who_leaves_loses() {
    for is_host_leaving in [true, false] {
        let Some((host, friend, _, token)) = host_and_friend() else {
            return;
        };
        join(&friend, &token);
        host.wait_for("you – enemy");
        place(&host, &friend);
        let (leaver, other, won) = if is_host_leaving {
            (&host, &friend, "Du hast gewonnen!")
        } else {
            (&friend, &host, "You have won!")
        };
        leaver.signal(Signal::HUP);
        leaver.wait_for("ended 129");
        other.wait_for(won);
        other.keys("q Enter");
        other.wait_for("ended 0");
    }
}

/// Who waits for a friend can leave, and the terminal is given back.
#[apply(trial)]
fn a_host_need_not_wait() {
    let Some(host) = Terminal::new() else {
        return;
    };
    for keys in ["q", "C-c"] {
        host.play("--host 127.0.0.1:0 --lang en");
        let (_, token) = invitation(&host);
        host.keys(keys);
        let screen = host.wait_for("ended 0");
        assert!(!screen.contains(&token), "{screen}");
        host.close();
    }
}
