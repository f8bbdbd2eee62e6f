//! Games that somebody serves: recorded lines, and what becomes of them.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::Duration;

use admiralty_core::game::Game;
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, PrintMode};
use admiralty_core::view::{Observation, PrintedBoard, SegmentKind, Viewer, print};
use admiralty_play::screen::Request;
use admiralty_play::{
    BoardView, FieldView, GameSession, JoinError, Language, Link, Messages, RemoteEnd, Stage,
};

use super::screens::look;
use super::test_screen::TestScreen;
use crate::support::games::Start;

const SETUP: &str = "[state]\nBOARD_SIZE 5 6\nNEXT_PLAYER A\nINIT_POSITION A 0 0 1 5\n\
    SET_FLEET A 0 0 0 1\nSHIP A 0 1 W 0 DES 11\nINIT_POSITION B 3 0 4 5\nSET_FLEET B 0 0 0 1\n\
    SET_AI_PLAYER A\nSRAND 1\n[state]\n";
const FIRST: &str = " 012345\n0 @% ??\n1   ???\n2? ????\n3??????\n4??????\n";
const HIT: &str = " 012345\n0 x% ??\n1   ???\n2??????\n3? @%??\n4??????\n";

/// Serves a conversation: the lines that are expected, and what is sent then. In the end the
/// connection is closed.
fn serve(conversation: &[(&str, &str)]) -> Link {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let address = listener.local_addr().expect("an address");
    let own = |(lines, answer): &(&str, &str)| ((*lines).to_owned(), (*answer).to_owned());
    let conversation: Vec<_> = conversation.iter().map(own).collect();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("somebody comes");
        let mut lines = BufReader::new(stream.try_clone().expect("one more")).lines();
        assert_eq!(lines.next().expect("a line").expect("UTF-8"), "token");
        for (expected, answer) in conversation {
            for line in expected.lines() {
                match lines.next() {
                    Some(Ok(found)) => assert_eq!(found, line),
                    _ => return,
                }
            }
            stream.write_all(answer.as_bytes()).expect("sent");
        }
    });
    Link::open(address, "token").expect("somebody listens")
}

fn join(conversation: &[(&str, &str)]) -> Result<GameSession, JoinError> {
    GameSession::join(serve(conversation))
}

fn poll(session: &mut GameSession) {
    assert!(session.poll_remote(Duration::from_secs(20)), "nothing came");
}

/// A game in whose first turn a field was shot at, up to the answer.
fn shoot(answer: &str) -> (GameSession, bool) {
    let conversation = [
        ("", SETUP),
        ("", "[playerA]\n"),
        ("PRINT 1", FIRST),
        ("SHOOT 3 2\nPRINT 1", answer),
    ];
    let mut session = join(&conversation).expect("a game");
    assert!(session.is_remote_next());
    poll(&mut session);
    assert!(!session.is_remote_next());
    let shot = session.execute(&Command::Shoot(Pos::new(3, 2)));
    (session, shot.is_ok())
}

/// Two turns: between them, the enemy destroys a segment.
const ENEMY_HITS: [(&str, &str); 5] = [
    ("", SETUP),
    (
        "",
        "[state]\nINFORMATION A PARTS A 2\nINFORMATION A PARTS B 2\n[state]\n[playerA]\n",
    ),
    ("PRINT 1", FIRST),
    (
        "[playerA]",
        "[state]\nINFORMATION A PARTS A 1\nINFORMATION A PARTS B 1\n[state]\n[playerA]\n",
    ),
    ("PRINT 1", HIT),
];

#[apply(trial)]
fn what_the_enemy_has_done_is_seen_on_the_board() {
    let conversation = [&ENEMY_HITS[..], &[("[playerA]", "B won\n")]].concat();
    let mut session = join(&conversation).expect("a game");
    poll(&mut session);
    // A command that breaks a rule for all that is known is not sent.
    let far = session.execute(&Command::Shoot(Pos::new(9, 9)));
    assert!(far.is_err() && session.remote_end().is_none());
    session.end_turn().expect("it ends");
    assert_eq!(
        (session.next(), session.is_remote_next()),
        (Player::B, true)
    );
    poll(&mut session);
    let view = session.view(Player::A);
    assert_eq!(view.observation().own()[0].healthy_parts(), 1);
    // The board has neither of them.
    assert_eq!(
        Player::BOTH.map(|player| view.parts(player)),
        [Some(1), Some(1)]
    );
    let seen = view.observation().enemy_at(Pos::new(3, 2));
    assert_eq!(seen, Some(SegmentKind::Radar));
    let field = view.field(BoardView::Shared, Pos::new(3, 3));
    assert!(matches!(field, FieldView::Ship(_)), "{field:?}");
    session.end_turn().expect("it ends");
    poll(&mut session);
    assert_eq!(session.stage(), Stage::Over(Player::B));
    assert_eq!(
        session.view(Player::A).observation().own()[0].healthy_parts(),
        0
    );
}

#[apply(trial)]
fn each_way_to_end_is_told_apart() {
    let (session, is_done) = shoot(FIRST);
    assert!(is_done && session.remote_end().is_none());
    let refused = "INVALID OPERATION \"SHOOT 3 2\": TOO MANY SHOOTS";
    let rows = FIRST.replace("4??????", "4?????");
    for (answer, end) in [
        (
            &*format!("{refused}\n"),
            RemoteEnd::Refused(refused.to_owned()),
        ),
        ("", RemoteEnd::ClosedInTurn),
        (" 012345\n0 @% ??\n", RemoteEnd::ClosedInTurn),
        (
            &rows,
            RemoteEnd::Garbled(rows.trim_end().replace('\n', "\\n")),
        ),
    ] {
        let (mut session, is_done) = shoot(answer);
        assert!(!is_done);
        assert_eq!(session.remote_end(), Some(&end));
        let is_lost = session.stage() == Stage::Over(Player::B);
        assert_eq!(is_lost, matches!(end, RemoteEnd::Refused(_)));
        assert!(session.execute(&Command::Shoot(Pos::new(3, 2))).is_err());
    }
    let mut session = join(&[("", SETUP)]).expect("a game");
    poll(&mut session);
    assert_eq!(session.remote_end(), Some(&RemoteEnd::Closed));
    let mut session = join(&[("", SETUP), ("", "[playerB]\n")]).expect("a game");
    poll(&mut session);
    let garbled = RemoteEnd::Garbled("[playerB]".to_owned());
    assert_eq!(session.remote_end(), Some(&garbled));
}

#[apply(trial)]
fn what_is_no_game_is_not_joined() {
    let nobody = SETUP.replace("SET_AI_PLAYER A\n", "");
    let large = SETUP.replace("BOARD_SIZE 5 6", "BOARD_SIZE 999 999");
    let no_game = |line: &str| JoinError::NoGame(line.to_owned());
    for (setup, expected, message) in [
        ("", JoinError::Closed, "closed the connection before"),
        (
            "error: the seat is taken\n",
            JoinError::Refused("the seat is taken".to_owned()),
            "refuses the token: the seat is taken.",
        ),
        (
            "error: the moon is new\n",
            JoinError::Refused("the moon is new".to_owned()),
            "refuses the token: the moon is new.",
        ),
        (
            "HTTP/1.1 400 Bad\u{1b} Request\n",
            no_game("HTTP/1.1 400 Bad\\u{1b} Request"),
            "begins no game: HTTP/1.1 400 Bad\\u{1b}",
        ),
        ("[playerA]\n", no_game("[playerA]"), "begins no game"),
        (&nobody, JoinError::NoSide, "no side for you"),
        (
            &large,
            JoinError::TooLarge { fields_max: 50_000 },
            "more than 50000 fields",
        ),
    ] {
        let error = join(&[("", setup)]).expect_err("no game");
        assert_eq!(error, expected);
        let text = Messages::new(Language::English).join_error(&error);
        assert!(text.contains(message), "{text}");
    }
}

#[apply(trial)]
fn a_game_that_is_served_is_drawn() {
    let conversation = [&ENEMY_HITS[..], &[("closed", "")]].concat();
    let mut screen = TestScreen::joined(join(&conversation).expect("a game"));
    screen.wait_for("your move");
    screen.end_turn();
    screen.wait_for("Turn 2 · your move");
    look("remote-battle", &screen);
    screen.keys("q");
    screen.shows("Whoever leaves loses the game.");
    let mut screen = TestScreen::joined(join(&conversation[..3]).expect("a game"));
    screen.wait_for("The connection ended in your turn");
    look("remote-closed", &screen);
    screen.keys("s");
    screen.shows("s has no effect here");
    screen.keys("n");
    assert_eq!(screen.app.request(), Some(Request::Reconnect));
}

/// Parsing a printed board gives what a player observes.
#[apply(trial)]
fn a_printed_board_is_read_back() {
    for seed in 0..60 {
        check_printed(Start::new(seed, "random").game());
    }
}

fn check_printed(game: &Game) {
    let size = game.board().size();
    for player in Player::BOTH {
        let mut text = Vec::new();
        let mode = PrintMode::Extended;
        print(game, Viewer::Player(player), mode, &mut text).expect("a vector takes it");
        let lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
        let lines = &lines[..lines.len() - 1];
        assert_eq!(lines.len(), PrintedBoard::lines(size));
        let board = PrintedBoard::parse(size, lines).expect("a board");
        assert_eq!(PrintedBoard::parse(size, &lines[1..]), None);
        let glyphs: Vec<u8> = board.fields().map(|(_, glyph)| glyph).collect();
        let rows = lines.iter().rev().take(size.rect().height()).rev();
        let columns = size.rect().width();
        let printed = rows.flat_map(|row| &row[row.len() - columns..]);
        assert!(printed.eq(&glyphs));
        let observation = Observation::new(game, player);
        for segment in observation.enemy() {
            let glyph = board.at(segment.pos).expect("on the board");
            assert_eq!(SegmentKind::of_glyph(glyph), Some(segment.kind));
        }
    }
}
