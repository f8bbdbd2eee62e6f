//! Scripts: their lines, runs, checks and replays.

use std::io::{self, Read, Write};
use std::sync::LazyLock;

use admiralty_core::game::{For, Game};
use admiralty_core::interpreter::check::check as lint;
use admiralty_core::interpreter::{Ending, Session, StreamError, execute};
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Line, PrintMode};
use admiralty_core::view::{Viewer, print};
use admiralty_pages::replay::{Replay, is_page, script_of_page};
use admiralty_players::runner;
use bstr::ByteSlice;
use quick_xml::Reader;
use quick_xml::events::Event;

/// The most output of a script: boards may be huge.
const OUTPUT_BYTES_MAX: usize = 1 << 16;

/// Stores output up to a limit, then fails.
#[derive(Default)]
struct LimitedOutput(Vec<u8>);

impl Write for LimitedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > OUTPUT_BYTES_MAX {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns `count` bytes at a time.
pub struct PiecewiseInput<'i>(pub &'i [u8], pub usize);

impl Read for PiecewiseInput<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Any line is a command that is written and read back unchanged, or an error with a place in the line.
pub fn parse(text: &[u8]) {
    // One for each input, which takes less time.
    let rules = RuleSet::ALL[text.len() % RuleSet::ALL.len()];
    let mut session = Session::with_game(Game::new(rules));
    for line in text.split(|&byte| byte == b'\n') {
        for (start, word) in Line::word_indices(line) {
            assert!(line[start..].starts_with(word));
        }
        match Command::parse(line) {
            Ok(command) => assert_eq!(Command::parse(&command.to_bytes()), Ok(command)),
            Err(error) => {
                assert!(error.span().end <= line.len());
                let _ = error.explain(line);
            }
        }
        if let Err(failure) = session.line(line) {
            let _ = failure.diagnostic();
        }
    }
}

/// No script prints a board, which is not true: `.ci/fuzz` must find one that does, from nothing.
pub fn canary(script: &[u8]) {
    let mut output = LimitedOutput::default();
    let _ = runner::run(script, &mut output);
    assert!(!output.0.contains_str("PARTS REMAINING"));
}

/// Any script runs to its end. The output does not depend on how the input is split into reads, and is the
/// same if lines are executed one by one. The state at the end is saved, loaded, and saved again as the
/// same.
pub fn run(script: &[u8]) {
    let mut whole = LimitedOutput::default();
    let ending = runner::run(script, &mut whole);
    for bytes in [1, 7, 1 + script.len() / 2] {
        let mut pieces = LimitedOutput::default();
        let other = runner::run(PiecewiseInput(script, bytes), &mut pieces);
        assert_eq!(ending.as_ref().ok(), other.as_ref().ok());
        assert_eq!(whole.0.as_bstr(), pieces.0.as_bstr());
    }
    let mut fast = LimitedOutput::default();
    let Ok((ending, session)) = execute(script, &mut fast) else {
        return;
    };
    let (by_line, output) = execute_by_line(script);
    assert_eq!(ending, by_line);
    assert_eq!(fast.0.as_bstr(), output.as_bstr());
    if let Some(Ending::Failed(failure)) = &ending {
        let _ = failure.diagnostic();
    }
    session.game().check_invariants().expect("a valid state");
    check_saving(session.game());
}

/// How a script ends whose lines are executed one by one, and its output.
fn execute_by_line(script: &[u8]) -> (Option<Ending>, Vec<u8>) {
    let (mut session, mut output) = (Session::new(), Vec::new());
    for line in script.lines_with_terminator() {
        let applied = session.line(line.strip_suffix(b"\n").unwrap_or(line));
        let flow = session.print(applied, &mut output).expect("a vector");
        if flow.is_break() {
            return (flow.break_value(), output);
        }
    }
    let applied = session.end_input();
    let flow = session.print(applied, &mut output).expect("a vector");
    (flow.break_value(), output)
}

/// Checks that a state is the same after it was saved and loaded.
pub(super) fn check_saving(game: &Game) {
    let saved = game.script(For::Turn);
    let (ending, session) = execute(&*saved, &mut io::sink()).expect("a slice is read");
    assert_eq!(ending, None, "{}", saved.as_bstr());
    let again = session.game().script(For::Turn);
    assert_eq!(again.as_bstr(), saved.as_bstr());
    // The printed boards have nothing that is not saved.
    let states = [game, session.game()].map(|game| {
        let mut printed = LimitedOutput::default();
        // A huge board is compared up to the limit.
        let _ = print(game, Viewer::Referee, PrintMode::Extended, &mut printed);
        let modes = [game.is_extended(), game.is_auto()];
        let players = Player::BOTH.map(|player| {
            let counts: Vec<_> = game.fleet(player).counts().collect();
            let information = game.information(player).to_vec();
            (game.is_ai(player), game.start(player), counts, information)
        });
        let shots: Vec<_> = game.shots().collect();
        (
            printed.0,
            modes,
            players,
            shots,
            game.next_player(),
            game.seed(),
        )
    });
    assert_eq!(states[0], states[1]);
}

/// A check ends, its messages have places in their lines, and the error that is said to end a run does
/// so.
pub fn check(script: &[u8]) {
    let mut first = None;
    let checked = lint(script, |found| {
        for span in [
            Some(&found.span),
            found.replacement.as_ref().map(|it| &it.span),
        ] {
            let is_within = span.is_none_or(|it| it.start <= it.end && it.end <= found.text.len());
            assert!(is_within, "{found:?}");
        }
        let _ = found.columns();
        // Later errors may be on earlier lines.
        if found.run_note.is_some() {
            first.get_or_insert((found.line, found.code));
        }
        Ok(())
    });
    assert!(checked.is_ok());
    let failed = match execute(script, &mut LimitedOutput::default()) {
        Ok((Some(Ending::Failed(failure)), _)) => Some((failure.line, failure.reason().text())),
        Ok(_) => None,
        Err(StreamError::Write(_)) => return,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(first, failed);
}

/// The page of any script is data: the script and the steps are read back from it unchanged, and nothing
/// in it is markup that is not in the page of an empty script. The input may be a page, too.
pub fn replay(input: &[u8]) {
    let mut script = Vec::new();
    let read = script_of_page(input).and_then(|mut read| read.read_to_end(&mut script));
    if read.is_err() {
        assert!(is_page(input), "only a page can be broken");
        return;
    }
    if script.len() > OUTPUT_BYTES_MAX {
        return;
    }
    let Ok(replay) = Replay::record(&*script) else {
        return;
    };
    let title = String::from_utf8_lossy(script.lines().next().unwrap_or_default());
    let explanation = String::from_utf8_lossy(&script);
    let page = replay.page(&title, Some(&explanation));
    let mut embedded = Vec::new();
    let read = script_of_page(page.as_bytes());
    let read = read.and_then(|mut script| script.read_to_end(&mut embedded));
    read.expect("a script");
    assert_eq!(embedded.as_bstr(), script.as_bstr());
    let data: serde_json::Value =
        serde_json::from_slice(&replay.data(Some(&explanation))).expect("JSON");
    let steps = data["steps"].as_array().expect("steps").len();
    assert_eq!(steps, replay.steps.len());
    let tags = page.matches('<').count();
    let names = [0, 1, 2].map(|names| *FEWEST_TAGS + names * TAGS_OF_NAME);
    assert!(names.contains(&tags), "{tags} tags, {names:?} expected");
    let seats = Player::BOTH.map(Viewer::Player);
    for viewer in seats.into_iter().chain([Viewer::Referee]) {
        for step in [0, steps / 2, steps - 1] {
            if let Ok(picture) = replay.picture(step, viewer, &title) {
                check_well_formed(&picture);
            }
        }
    }
}

/// The tags of the page of an empty script.
static FEWEST_TAGS: LazyLock<usize> = LazyLock::new(|| {
    let empty = Replay::record(io::empty()).expect("a small script");
    empty.page("", None).matches('<').count()
});
/// The tags around a name, without anything else: `<small><bdi>A: name</bdi></small>`.
const TAGS_OF_NAME: usize = 4;

fn check_well_formed(markup: &str) {
    let mut reader = Reader::from_str(markup);
    while reader.read_event().expect("well-formed") != Event::Eof {}
}
