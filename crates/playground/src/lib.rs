//! The language and the players for a page in a browser.
//!
//! [`answer`] takes a request and returns its answer, both as bytes. The exported functions
//! pass them through the memory of the module: [`request_buffer`] makes room for a request,
//! [`call`] answers it, and [`answer_buffer`] is where the answer is.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use admiralty_compare::{ComparisonMode, Difference, DrawnBoard, compare, heading, notes};
use admiralty_core::interpreter::check::check;
use admiralty_core::interpreter::{Diagnostic, Session, StreamError, execute};
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Keyword, Line, Tag};
use admiralty_message::Message;
use admiralty_pages::difference_panes;
use admiralty_pages::replay::{Replay, ReplayError};
use admiralty_players::classic::PolicyKind;
use admiralty_players::{Players, runner};
use memchr::memchr_iter;
use serde::Serialize;
use serde_json::{Value, json};

mod play;

/// Answers a request: a line with its name, and a script after it.
///
/// The answers to `check`, `compare`, `replay` and `analysis` have texts, in English; with `texts ` before the name, as
/// names and facts, so that they can be translated.
///
/// | request | answer |
/// |---|---|
/// | `language` | as JSON: the tags, and the commands and rule sets by name |
/// | `run` | the output of the script, byte for byte that of `admiralty` |
/// | `turn` | the turn that the program plays after the script, as a script; empty if it plays none |
/// | `to-end` | the same for the rest of the game, as far as the program plays it |
/// | `format` | the script with its lines as `admiralty` writes them |
/// | `check` | as JSON: what `admiralty check --format json` reports, without the name of the file |
/// | `compare` | as JSON: the first difference between the output of a script and another one; the request has a line with the lengths of the script and, if the output of the script is not what is expected, of what is; then the script, what is expected, and the other output |
/// | `replay` | as JSON: the data of a replay page, or why there is none as `{"error": ...}` |
/// | `games` | as JSON: the choices before a game against the program, for each rule set |
/// | `begin` | a game with the choices given as JSON: its position, or `{"error": ...}` |
/// | `play` | the position after an action of the person: the request has a line of JSON, and the script of the game |
/// | `analysis` | as `replay`, with the chances before each shot, and what it lost |
/// | `page` | the replay page as HTML, or the same |
///
/// The answer to any other request is empty.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let (name, script) = split_line(request);
    let translated = name.strip_prefix(b"texts ");
    let is_translated = translated.is_some();
    match translated.unwrap_or(name) {
        b"language" => to_json(&language()),
        b"run" => output(script),
        b"turn" => continuation(script, |session, out| {
            runner::print_turn(&session, &Players::default(), out).map(drop)
        }),
        b"to-end" => continuation(script, |session, out| {
            runner::play_to_end(session, &Players::default(), out).map(drop)
        }),
        b"format" => formatted(script),
        b"check" => to_json(&findings(script, is_translated)),
        b"compare" => to_json(&compared(script, is_translated)),
        b"replay" => replay(script, is_translated),
        b"analysis" => analysis(script, is_translated),
        b"games" => to_json(&play::choices()),
        b"begin" => position(play::begin(script)),
        b"play" => {
            let (request, game) = split_line(script);
            position(play::play(request, game))
        }
        b"page" => page(script),
        _ => Vec::new(),
    }
}

/// The first line of some bytes, and what follows it.
fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let end = end.unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

/// Some bytes, as many as there are, and what follows them.
fn split_within(bytes: &[u8], length: usize) -> (&[u8], &[u8]) {
    bytes.split_at(bytes.len().min(length))
}

fn output(script: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    done(runner::run(script, &mut output));
    output
}

/// The game after a script that does not end it, as `play` prints it.
fn continuation(
    script: &[u8],
    play: impl FnOnce(Session, &mut Vec<u8>) -> io::Result<()>,
) -> Vec<u8> {
    let mut output = Vec::new();
    if let (None, session) = done(execute(script, &mut io::sink())) {
        done(play(session, &mut output).map_err(StreamError::Write));
    }
    output
}

/// A script with its lines as the program writes them.
fn formatted(script: &[u8]) -> Vec<u8> {
    let lines = script.split(|&byte| byte == b'\n').map(Line::formatted);
    lines.collect::<Vec<_>>().join(&b'\n')
}

fn findings(script: &[u8], is_translated: bool) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    done(check(script, |diagnostic| {
        found.push(diagnostic.clone());
        Ok(())
    }));
    if is_translated {
        found.iter_mut().for_each(Diagnostic::translate);
    }
    found
}

/// Compares an output with that of a script, or with another expected one, as the judge does.
///
/// The answer has `accepted`, whether only white space differs (`space`), the `difference` if there
/// is one, the `board` if it is in one, and the `line` of the script that prints what differs.
fn compared(request: &[u8], is_translated: bool) -> Value {
    let (lengths, texts) = split_line(request);
    let lengths = str::from_utf8(lengths).unwrap_or_default();
    let mut lengths = lengths.split(' ').map_while(|length| length.parse().ok());
    let (script, texts) = split_within(texts, lengths.next().unwrap_or(0));
    let printed = output(script);
    let (expected, found) = match lengths.next() {
        Some(length) => split_within(texts, length),
        None => (&*printed, texts),
    };
    let comparison = compare(ComparisonMode::default(), expected, found);
    let difference = comparison.difference.as_deref();
    let printed_here = difference.filter(|_| expected == printed);
    let panes = difference.map(|it| {
        let mut panes = json!(difference_panes(it));
        if is_translated {
            let board = DrawnBoard::around(it);
            let (mut heading, mut notes) = (heading(it, board.as_ref()), notes(it, board.as_ref()));
            heading.translate();
            notes.iter_mut().for_each(Message::translate);
            (panes["heading"], panes["notes"]) = (json!(heading), json!(notes));
        }
        panes
    });
    json!({
        "accepted": comparison.accepted,
        "space": comparison.is_about_space(),
        "difference": panes,
        "board": difference.and_then(differing_board),
        "line": printed_here.and_then(|it| printing_line(script, it.expected.line)),
    })
}

/// The board with a difference: for each field what is expected and what is found.
fn differing_board(difference: &Difference) -> Option<Value> {
    let board = DrawnBoard::around(difference)?;
    let rows = board.rows.iter().map(|row| {
        let [expected, found] = &row.cells;
        let columns = 0..expected.len().max(found.len());
        let fields =
            columns.map(|at| [expected, found].map(|cells| cells.get(at).map(|cell| &*cell.text)));
        json!(fields.collect::<Vec<_>>())
    });
    Some(rows.collect())
}

/// The line of a script that prints a line of its output; `None` if the program prints it after the
/// script.
fn printing_line(script: &[u8], printed_line: u64) -> Option<u64> {
    let mut session = Session::new();
    let mut printed = 0;
    for text in script.split(|&byte| byte == b'\n') {
        let (applied, mut out) = (session.line(text), Vec::new());
        let flow = session.print(applied, &mut out);
        printed += memchr_iter(b'\n', &out).count() as u64;
        if printed >= printed_line {
            return Some(session.line_number());
        }
        if flow.is_ok_and(|flow| flow.is_break()) {
            break;
        }
    }
    None
}

fn analysis(script: &[u8], is_translated: bool) -> Vec<u8> {
    let recorded = Replay::record(script).map_err(ReplayError::message);
    let analysed = recorded.and_then(|mut replay| {
        let analysed = replay.analyse(PolicyKind::Density, 0);
        analysed.map_err(|error| Message::from(error.to_string()))?;
        Ok(replay)
    });
    data(analysed, is_translated)
}

fn replay(script: &[u8], is_translated: bool) -> Vec<u8> {
    data(
        Replay::record(script).map_err(ReplayError::message),
        is_translated,
    )
}

/// The data of a replay, or why there is none.
fn data(replay: Result<Replay, Message>, is_translated: bool) -> Vec<u8> {
    match replay {
        Ok(mut replay) if is_translated => replay.data_for_translation(),
        Ok(replay) => replay.data(explanation(&replay).as_deref()),
        Err(mut error) => {
            if is_translated {
                error.translate();
            }
            to_json(&json!({ "error": error }))
        }
    }
}

fn page(script: &[u8]) -> Vec<u8> {
    match Replay::record(script) {
        Ok(replay) => {
            let explanation = explanation(&replay);
            replay.page("Ships", explanation.as_deref()).into_bytes()
        }
        Err(error) => to_json(&json!({ "error": error.message() })),
    }
}

/// The explanation of the failure that ended a script, as text.
fn explanation(replay: &Replay) -> Option<String> {
    let failure = replay.failure()?;
    Some(failure.diagnostic().explanation())
}

fn position(position: Result<play::PersonPosition, String>) -> Vec<u8> {
    match position {
        Ok(position) => to_json(&position),
        Err(error) => to_json(&json!({ "error": error })),
    }
}

/// What an editor knows of the language.
fn language() -> Value {
    let commands = Keyword::ALL.map(|word| {
        let groups = Tag::ALL.into_iter().filter(|&tag| word.is_in_group(tag));
        json!({
            "word": word.text(),
            "usage": word.usage(),
            "groups": groups.map(Tag::text).collect::<Vec<_>>(),
        })
    });
    let rules = RuleSet::ALL.iter().map(|rules| {
        let classes = rules.classes.iter().map(|class| class.name);
        json!({ "name": rules.name, "classes": classes.collect::<Vec<_>>() })
    });
    json!({
        "tags": Tag::ALL.map(Tag::text),
        "commands": commands,
        "rules": rules.collect::<Vec<_>>(),
    })
}

fn to_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("the keys are strings")
}

/// Unwraps an execution from a slice to a vector, neither of which fails.
fn done<T>(result: Result<T, StreamError>) -> T {
    result.expect("a slice is read, and a vector takes everything")
}

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn locked(buffer: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a request of some bytes; returns where it is written to.
#[expect(unsafe_code, reason = "the name is exported")]
#[unsafe(no_mangle)]
pub extern "C" fn request_buffer(length: usize) -> *mut u8 {
    let mut buffer = locked(&REQUEST);
    buffer.clear();
    buffer.resize(length, 0);
    buffer.as_mut_ptr()
}

/// Answers the request in its buffer; returns the length of the answer in bytes.
#[expect(unsafe_code, reason = "the name is exported")]
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    let request = std::mem::take(&mut *locked(&REQUEST));
    let mut buffer = locked(&ANSWER);
    *buffer = answer(&request);
    buffer.len()
}

/// Where the answer is, until the next request.
#[expect(unsafe_code, reason = "the name is exported")]
#[unsafe(no_mangle)]
pub extern "C" fn answer_buffer() -> *const u8 {
    locked(&ANSWER).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str =
        "[state]\nREEF 3 4\nPRINT 0\n[state]\n[playerA]\n[playerA]\n[state]\nPRINT 1\n[state]\n";

    fn ask(name: &str, body: &str) -> String {
        String::from_utf8(answer(format!("{name}\n{body}").as_bytes())).expect("text")
    }

    fn ask_json(name: &str, body: &str) -> Value {
        serde_json::from_str(&ask(name, body)).expect("JSON")
    }

    #[test]
    fn the_line_that_prints_a_difference_is_found() {
        let right = ask("run", SCRIPT);
        let compared =
            |output: &str| ask_json("compare", &format!("{}\n{SCRIPT}{output}", SCRIPT.len()));
        assert_eq!(compared(&right)["accepted"], true);
        for (line, place) in [
            (3, 0),
            (3, right.find("PARTS").expect("a count")),
            (8, right.len() - 2),
        ] {
            let mut wrong = right.clone();
            wrong.replace_range(place..=place, "Z");
            let found = compared(&wrong);
            assert_eq!(
                (&found["accepted"], &found["line"]),
                (&json!(false), &json!(line))
            );
            assert_eq!(
                found["difference"]["panes"].as_array().map(Vec::len),
                Some(2)
            );
        }
    }

    #[test]
    fn an_output_is_compared_with_the_expected_one() {
        let compared = |expected: &str, found: &str| {
            let lengths = format!("{} {}", SCRIPT.len(), expected.len());
            ask_json("compare", &format!("{lengths}\n{SCRIPT}{expected}{found}"))
        };
        let right = ask("run", SCRIPT);
        assert_eq!(compared("other\n", "other\n")["accepted"], true);
        assert_eq!(compared("other\n", &right)["line"], Value::Null);
        assert_eq!(compared(&right, "other\n")["line"], 3);
    }

    #[test]
    fn the_program_plays_only_its_own_turns() {
        let script = "[state]\nSET_AI_PLAYER A\n[state]\n";
        assert_eq!(ask("turn", script), ask("run", script));
        assert!(ask("turn", script).contains("[playerA]"));
        for body in [SCRIPT, "REEF\n"] {
            assert_eq!(ask("turn", body), "", "{body}");
            assert_eq!(ask("to-end", body), "", "{body}");
        }
    }

    fn begun(choices: &str) -> Value {
        ask_json("begin", choices)
    }

    fn played(request: &Value, position: &Value) -> Value {
        let script = position["script"].as_str().expect("a script");
        ask_json("play", &format!("{request}\n{script}"))
    }

    const CHOICES: &str =
        r#"{"rules":"italian","level":1,"reefs":0,"extended":true,"first":"A","seed":5}"#;

    /// A game after the fleet was placed at random.
    fn placed(choices: &str) -> Value {
        let random = played(&json!({ "action": { "random": 3 } }), &begun(choices));
        assert_eq!(random["draft"]["hand"], Value::Null);
        played(
            &json!({ "action": "accept", "draft": random["draft"]["ships"] }),
            &random,
        )
    }

    /// Shoots at field after field of the enemy's waters.
    #[test]
    fn games_are_played_to_the_end() {
        for (rules, shots_max) in [("italian", 100), ("german", 100), ("ships", 10)] {
            let mut position = placed(&CHOICES.replace("italian", rules));
            let targets = position["turn"]["targets"].as_array().expect("targets");
            let targets: Vec<_> = targets.iter().filter_map(Value::as_i64).collect();
            let [top, left, _, right] = targets[..] else {
                panic!("four sides");
            };
            for shot in 0..shots_max {
                if position["stage"] == "over" {
                    break;
                }
                let (y, x) = (
                    top + shot / (right - left + 1),
                    left + shot % (right - left + 1),
                );
                let ship = &position["turn"]["ships"][0];
                let order = match ship["class"].as_str() {
                    Some(class) => format!("SHOOT {} {class} {y} {x}", ship["index"]),
                    None => format!("SHOOT {y} {x}"),
                };
                position = played(&json!({ "action": { "execute": order } }), &position);
                assert_eq!(position["refused"], Value::Null, "{rules}: {order}");
                if rules == "ships" {
                    position = played(&json!({ "action": "end-turn" }), &position);
                }
            }
            assert!(rules == "ships" || position["stage"] == "over", "{rules}");
            let script = position["script"].as_str().expect("a script");
            assert!(!ask("run", script).contains("INVALID"), "{rules}");
        }
    }

    /// The positions of two games that differ only in what A cannot know are the same.
    #[test]
    fn positions_show_nothing_hidden() {
        for rules in ["italian", "ships"] {
            let mut position = placed(&CHOICES.replace("italian", rules));
            let script = position["script"].as_str().expect("a script").to_owned();
            let (mut row, mut column) = (20, 9);
            if rules == "italian" {
                (row, column) = (19, 8);
            }
            // B places its last ship elsewhere.
            let last = script.rfind("PLACE_SHIP").expect("B has placed its fleet");
            let end = last + script[last..].find('\n').expect("a line");
            let words: Vec<_> = script[last..end].split(' ').collect();
            let found = (11..=row)
                .flat_map(|y| (0..=column).map(move |x| (y, x)))
                .find_map(|(y, x)| {
                    let line = format!("PLACE_SHIP {y} {x} N {} {}", words[4], words[5]);
                    let changed = format!("{}{line}{}", &script[..last], &script[end..]);
                    let is_same = script[last..end] == line;
                    (!is_same && !ask("run", &changed).contains("INVALID")).then_some(changed)
                });
            let mut other = json!({ "script": found.expect("there is another place") });
            let look = json!({ "action": "look" });
            (position, other) = (played(&look, &position), played(&look, &other));
            assert_ne!(position["script"], other["script"]);
            for one in [&mut position, &mut other] {
                one["script"] = Value::Null;
            }
            assert_eq!(position, other, "{rules}");
        }
    }

    #[test]
    fn formatting_changes_only_blanks_and_numbers() {
        let script = "[state] \r\n \t\n\tREEF  +03   4\n REEF 3  x\nINFORMATION A a  b\n[state]";
        let formatted = "[state]\n\nREEF 3 4\n REEF 3  x\nINFORMATION A a b\n[state]";
        assert_eq!(ask("format", script), formatted);
        for file in std::fs::read_dir("../../fixtures").expect("a directory") {
            let path = file.expect("a file").path();
            if path.extension().is_none_or(|extension| extension != "in") {
                continue;
            }
            let script =
                String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
            let formatted = ask("format", &script);
            assert_eq!(ask("run", &formatted), ask("run", &script), "{path:?}");
            assert_eq!(ask("format", &formatted), formatted, "{path:?}");
        }
    }

    #[test]
    fn no_request_fails() {
        for name in [
            "language", "run", "turn", "to-end", "format", "check", "compare", "replay",
            "analysis", "games", "begin", "play", "page", "", "x",
        ] {
            for body in [
                "",
                "\n",
                "9999\n",
                "-1\n[state]",
                "3 99\n[state]",
                "[state]\nREEF 99 99\n",
                "BOARD_SIZE 2000000000 1",
            ] {
                let _ = ask(name, body);
            }
        }
        assert_eq!(answer(b"x\n[state]"), b"");
        let board = "[state]\nBOARD_SIZE 2000000000 2000000000\n[state]\n";
        assert!(ask_json("replay", board)["error"].is_string());
    }
}
