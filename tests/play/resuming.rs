//! Resuming a game from a script, and the changes to its file.

use std::path::Path;

use admiralty_core::geometry::Pos;
use admiralty_core::player::ByPlayer;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_play::{Controller, GameEvent, GameSession};

use crate::play::test_screen::{TestScreen, setup};
use crate::support::{Call, quoted};

const BROKEN_OFF: &str = "[state]\nRULES msx\n[state]\n[playerA]\nSHOO";

/// However a script is cut, each of its bytes is kept or named, and the record exceeds the file by
/// exactly what the file lacks.
#[apply(trial)]
fn the_end_of_a_script_is_known() {
    let mut screen = TestScreen::begun(setup(admiralty_core::rules::RuleSet::ITALIAN));
    screen.keys("Enter Enter Right Enter");
    let script = screen.script();
    for text in [script.clone(), script.replace('\n', "\r\n")] {
        for length in 0..text.len() {
            let part = &text.as_bytes()[..length];
            let session = GameSession::resume(part).expect("it goes on");
            let end = session.script_end();
            let cut = end.cut.as_deref().unwrap_or_default();
            let (kept, rest) = part.split_at(usize::try_from(end.bytes).expect("small"));
            assert_eq!(rest, cut);
            assert_eq!(
                end.lacks_line_feed,
                !kept.is_empty() && !kept.ends_with(b"\n")
            );
            let more = &session.log().text()[end.logged..];
            let between: &[u8] = if end.lacks_line_feed { b"\n" } else { b"" };
            let written = [kept, between, more].concat();
            let again = GameSession::resume(&written[..]).expect("it goes on");
            assert_eq!(again.state(), session.state());
            assert_eq!(
                again.turn_commands().count(),
                session.turn_commands().count()
            );
            assert_eq!(again.script_end().bytes, written.len() as u64);
        }
    }
}

fn play_without_terminal(script: &Path, log: &Path) -> String {
    let [script, log] = [script, log].map(quoted);
    let output = Call::new(&format!("play --resume {script} --log {log}")).output();
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// If the game cannot be played, no file is created or changed.
#[apply(trial)]
fn without_a_terminal_no_file_is_touched() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = folder.path().join("un.ships");
    let log = folder.path().join("new.ships");
    std::fs::write(&script, BROKEN_OFF).expect("written");
    for path in [&log, &script] {
        let said = play_without_terminal(&script, path);
        assert!(said.contains("needs a terminal"), "{said}");
        assert!(!log.exists());
        let kept = std::fs::read_to_string(&script).expect("a script");
        assert_eq!(kept, BROKEN_OFF);
    }
    std::fs::write(&log, "another game\n").expect("written");
    let said = play_without_terminal(&script, &log);
    assert!(said.contains("exists"), "{said}");
}

/// Who plays is judged by the rules of the script.
#[apply(trial)]
fn players_are_named_by_the_rules_of_the_script() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = folder.path().join("game.ships");
    std::fs::write(&script, "[state]\nSET_AI_PLAYER B\n[state]\n").expect("written");
    for (args, words) in [
        ("--b admiral", "needs a terminal"),
        ("--level 3", "needs a terminal"),
        ("--b Schwer", "needs a terminal"),
        ("--b master", "there is no level 5 for ships"),
        ("--b posterior", "there is no player posterior"),
        ("--b hunt --level 2", "--level has no effect"),
        ("--placing uni", "--placing uni is for classic rule sets"),
    ] {
        let script = quoted(&script);
        let output = Call::new(&format!("play --resume {script} {args}")).output();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(words), "{args}: {said}");
    }
}

/// Hints are counted and named in the script as soon as no turn is open, and it goes on from there.
#[apply(trial)]
fn hints_are_counted_and_named_in_the_script() {
    let start = "[state]\nRULES german\nSET_FLEET A 0 0 0 0 0 2\nSET_FLEET B 0 0 0 0 0 2\n\
        SHIP A 0 0 W 0 L2 11\nSHIP A 2 0 W 1 L2 11\n\
        SHIP B 11 0 W 0 L2 11\nSHIP B 13 0 W 1 L2 11\n[state]\n";
    let resumed = |script: &[u8]| GameSession::resume(script).expect("a game");
    let mut session = resumed(start.as_bytes());
    let hint = session.take_hint().expect("a hint");
    assert_eq!(hint.chances.values.len(), 100);
    let text = String::from_utf8_lossy(session.log().text()).into_owned();
    assert!(
        text.ends_with("[state]\nINFORMATION A HINT\n[state]\n"),
        "{text}"
    );
    // A hit: the turn stays open, so the next hint is named after it.
    session.shoot_announced(Pos::new(11, 0)).expect("a hit");
    let hint = session.take_hint().expect("a hint");
    assert!(hint.chances.at(Pos::new(11, 0)) == 0.0);
    let near = [Pos::new(11, 1), Pos::new(12, 0)];
    assert!(near.contains(&hint.best[0]), "{:?}", hint.best);
    assert!(near.contains(&hint.best[1]), "{:?}", hint.best);
    // On the screen, the best fields have their ranks.
    let mut screen = TestScreen::resumed(session.log().text());
    screen.keys("Space w");
    let is_first = hint.best[0] == near[0];
    screen.shows(if is_first {
        "   1 (╳)a · "
    } else {
        "   1 (╳)b · "
    });
    screen.shows(if is_first {
        "   2  b · · "
    } else {
        "   2  a · · "
    });
    screen.shows(if is_first { "a 2/1 " } else { "a 1/2 " });
    let counts = |session: &GameSession| Player::BOTH.map(|player| session.hints(player));
    assert_eq!(counts(&session), [2, 0]);
    session.end_turn().expect("a turn");
    assert_eq!(counts(&session), [2, 0]);
    assert_eq!(counts(&resumed(session.log().text())), [2, 0]);
}

/// A hint uses what the player may know: ships that it has not seen may lie elsewhere.
#[apply(trial)]
fn hints_do_not_peek() {
    for (rules, fleets, hidden, shots) in [
        (
            "RULES german",
            "SET_FLEET A 0 0 0 0 0 1\nSET_FLEET B 0 0 0 0 0 2\nSHIP A 0 0 W 0 L2 11\n\
             SHIP B 11 0 W 0 L2 11",
            ["SHIP B 20 2 W 1 L2 11", "SHIP B 15 8 N 1 L2 11"],
            "[playerA]\nSHOOT 11 0\nSHOOT 11 1\nSHOOT 13 4\n[playerA]\n[playerB]\n[playerB]\n",
        ),
        (
            "EXTENDED_SHIPS",
            "SET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 2\nSHIP A 0 5 W 0 DES 11\n\
             SHIP B 3 0 W 0 DES 11",
            ["SHIP B 20 2 W 1 DES 11", "SHIP B 15 8 N 1 DES 11"],
            "[playerA]\nMOVE 0 DES F\n[playerA]\n[playerB]\n[playerB]\n",
        ),
    ] {
        let hints = hidden.map(|ship| {
            let script =
                format!("[state]\n{rules}\nNEXT_PLAYER A\n{fleets}\n{ship}\n[state]\n{shots}");
            let mut session = GameSession::resume(script.as_bytes()).expect("a game");
            let hint = session.take_hint().expect("a hint");
            assert_eq!(session.hints(Player::A), 1);
            hint
        });
        let [one, other] = &hints;
        assert_eq!(one.best, other.best, "{rules}");
        assert_eq!(one.chances.values, other.chances.values, "{rules}");
    }
}

/// A resumed game reports the same damage as one that was never interrupted.
#[apply(trial)]
fn damage_is_reported_after_resuming() {
    let mut choice = setup(RuleSet::SHIPS);
    choice.controllers = ByPlayer::from_fn(|_| Controller::Computer("hunt"));
    let mut session = GameSession::begin(&choice).expect("a game");
    for _ in 0..40 {
        session.play_computer_turn().expect("a turn");
    }
    let resumed = GameSession::resume(session.log().text()).expect("it goes on");
    let damage = |session: &GameSession| {
        let mut events: Vec<_> = session.all_events(Player::A).into_iter().copied().collect();
        events.retain(|entry| matches!(entry.event, GameEvent::Damaged { .. }));
        events
    };
    assert!(damage(&session).len() > 3);
    assert_eq!(damage(&resumed), damage(&session));
}
