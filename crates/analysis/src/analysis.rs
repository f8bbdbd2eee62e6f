//! The execution of a script that is being edited.

use std::collections::VecDeque;
use std::mem;

use admiralty_core::interpreter::Diagnostic;

use memchr::memchr;

use super::Progress;
use super::progress::Shift;
use super::structure::line_at;

/// No more findings than this are kept.
pub const FINDINGS_MAX: usize = 1000;

/// No fewer lines are between two states that are kept; in tests, there are many states in short scripts.
const LINES_MIN: usize = if cfg!(test) { 8 } else { 512 };
/// A state is kept after as many lines as it has objects, divided by this: so the time for copies, and the memory for
/// them, are proportional to the lines.
const OBJECTS_A_LINE: usize = 4;
/// The beginning of a script shows whether it is text.
const BEGINNING_BYTES: usize = 8192;

/// The execution of a script that is being edited. It goes as far as it is asked to, and an edit takes it back to a
/// state before the line that has changed. As soon as it is in a state in which it was behind the edit before, it takes
/// over what is known.
pub struct Analysis {
    /// The states that are kept, in order; the first is that before the first line.
    kept: Vec<Kept>,
    now: Progress,
    /// The lines since the last state that was kept.
    lines: usize,
    findings: Vec<Diagnostic>,
    /// What the end of the script reveals.
    at_end: Option<Vec<Diagnostic>>,
    /// What is known of the lines behind the last edits.
    known: Option<KnownRest>,
}

impl Analysis {
    /// An execution that has not begun.
    pub fn new(script: &[u8]) -> Self {
        let now = Progress::new(script);
        Self {
            kept: vec![Kept::first(now.clone())],
            now,
            lines: 0,
            findings: Vec::new(),
            at_end: None,
            known: None,
        }
    }

    /// Goes back, because the script was edited.
    pub fn edited(&mut self, script: &[u8], edit: Edit) {
        let at_end = self.at_end.take();
        if edit.first < BEGINNING_BYTES {
            let first = Kept::first(Progress::new(script));
            let rest = mem::replace(&mut self.kept, vec![first]);
            self.go_back(rest.into(), at_end);
        } else {
            let line = line_at(script, edit.first).start;
            if self.now.next_byte() > line {
                let is_before = |kept: &Kept| kept.progress.next_byte() <= line;
                let rest = self.kept.split_off(self.kept.partition_point(is_before));
                self.go_back(rest.into(), at_end);
            }
        }
        if let Some(known) = &mut self.known {
            known.edit(edit);
        }
    }

    /// Goes back to the last state that is kept; `rest` are those behind it.
    fn go_back(&mut self, rest: VecDeque<Kept>, at_end: Option<Vec<Diagnostic>>) {
        let Some(last) = self.kept.last() else {
            return;
        };
        let now = mem::replace(&mut self.now, last.progress.clone());
        let lines = mem::take(&mut self.lines);
        let findings = self.findings.split_off(last.findings);
        if let Some(at_end) = at_end {
            self.known = Some(KnownRest {
                kept: rest,
                now,
                lines,
                before: last.findings,
                findings,
                at_end,
                gained: 0,
                unchanged: 0,
            });
        }
    }

    /// Executes some more lines; returns whether the script is at its end.
    pub fn advance(&mut self, script: &[u8], lines: usize) -> bool {
        for _ in 0..lines {
            if self.at_end.is_some() {
                return true;
            }
            self.next_line(script);
        }
        self.at_end.is_some()
    }

    fn next_line(&mut self, script: &[u8]) {
        if self.now.step(script).is_none() {
            let mut end = self.now.clone();
            end.linter.finish();
            self.at_end = Some(end.take_findings().collect());
            self.known = None;
            return;
        }
        let free = FINDINGS_MAX + 1 - self.findings.len();
        self.findings.extend(self.now.take_findings().take(free));
        self.lines += 1;
        if !self.take_over() && self.is_to_be_kept() {
            self.keep(self.now.clone(), self.findings.len());
        }
    }

    fn keep(&mut self, progress: Progress, findings: usize) {
        self.kept.push(Kept { progress, findings });
        self.lines = 0;
    }

    /// Whether to keep the state: rather outside groups, where it names no lines.
    fn is_to_be_kept(&self) -> bool {
        if self.lines < LINES_MIN {
            return false;
        }
        let board = self.now.session().game().board();
        let objects = board.reefs().len() + board.ships().len();
        let lines = LINES_MIN.max(objects / OBJECTS_A_LINE);
        let is_outside = self.now.open_tag().is_none();
        self.lines >= if is_outside { lines } else { 2 * lines }
    }

    /// Takes over what is known, if this is a state that it has; returns whether it is.
    fn take_over(&mut self) -> bool {
        let Some(known) = &mut self.known else {
            return false;
        };
        let Some(mut first) = known.state_at(self.now.next_byte()) else {
            return false;
        };
        let found = self.findings.len();
        let shift = Shift::between(&first.progress, &self.now);
        if !first.progress.shift(shift) || known.lacks_findings(found, &first) {
            return false;
        }
        // The first error of a script, or none any more, only means that the run ends elsewhere.
        let ends_elsewhere =
            shift.lines == 0 && first.progress != self.now && known.is_quiet(&first);
        if ends_elsewhere {
            first.progress.end_run_as(&self.now);
        }
        if first.progress != self.now {
            return false;
        }
        let Some(known) = self.known.take() else {
            return false;
        };
        self.keep(first.progress, found);
        for mut kept in known.kept {
            // A finding may name lines in words.
            if shift.lines != 0 && kept.findings != first.findings {
                break;
            }
            if kept.progress.shift(shift) {
                if ends_elsewhere {
                    kept.progress.end_run_as(&self.now);
                }
                let findings = found + kept.findings - first.findings;
                self.keep(kept.progress, findings.min(FINDINGS_MAX + 1));
            }
        }
        if shift.lines == 0 {
            let mut end = known.now;
            end.shift(shift);
            if ends_elsewhere {
                end.end_run_as(&self.now);
            }
            self.now = end;
            self.lines = known.lines;
            let rest = known.findings.into_iter();
            self.findings
                .extend(rest.skip(first.findings - known.before));
            self.findings.truncate(FINDINGS_MAX + 1);
            self.at_end = Some(known.at_end);
        } else if let Some(last) = self.kept.last() {
            self.now = last.progress.clone();
        }
        true
    }

    /// The findings so far, in the order of their lines; there may be one more than are to be shown.
    pub fn findings(&self) -> Vec<&Diagnostic> {
        let at_end = self.at_end.iter().flatten();
        let mut found: Vec<_> = self.findings.iter().chain(at_end).collect();
        found.sort_by_key(|found| found.line);
        found
    }

    /// Where a line begins, counted from 1, or else the script ends; `earlier` is where an earlier line begins.
    pub fn line_start(&self, script: &[u8], line: u64, earlier: LineStart) -> LineStart {
        let is_before = |kept: &Kept| kept.progress.lines() < line;
        let before = self.kept[..self.kept.partition_point(is_before)].last();
        let before = before.map(|kept| LineStart {
            line: kept.progress.lines() + 1,
            byte: kept.progress.next_byte(),
        });
        let nearest = before.filter(|before| before.line > earlier.line);
        let mut start = nearest.unwrap_or(earlier);
        while start.line < line {
            let feed = memchr(b'\n', &script[start.byte..]);
            start.byte = feed.map_or(script.len(), |feed| start.byte + feed + 1);
            start.line += 1;
        }
        start
    }

    /// The state before the line that has a byte.
    pub fn before(&self, script: &[u8], byte: usize) -> Progress {
        let line = line_at(script, byte).start;
        let kept = self.kept.iter().map(|kept| &kept.progress);
        let states = kept.chain([&self.now]);
        let mut states = states.filter(|state| state.next_byte() <= line);
        let nearest = states
            .next_back()
            .or(self.kept.first().map(|kept| &kept.progress));
        let mut state = nearest.cloned().unwrap_or_else(|| Progress::new(script));
        while state.next_byte() < line && state.step(script).is_some() {}
        state
    }

    /// The state at the end of the script, as far as it was executed.
    pub const fn now(&self) -> &Progress {
        &self.now
    }
}

struct Kept {
    progress: Progress,
    /// How many findings there were.
    findings: usize,
}

impl Kept {
    const fn first(progress: Progress) -> Self {
        Self {
            progress,
            findings: 0,
        }
    }
}

/// Where a line of a script begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStart {
    /// The number of the line, from 1.
    pub line: u64,
    /// Its first byte.
    pub byte: usize,
}

impl LineStart {
    /// The beginning of a script.
    pub const FIRST: Self = Self { line: 1, byte: 0 };
}

/// Bytes of a script that others have replaced.
#[derive(Clone, Copy, Debug)]
pub struct Edit {
    /// The first byte.
    pub first: usize,
    /// How many bytes were removed.
    pub removed: usize,
    /// How many bytes have taken their place.
    pub inserted: usize,
}

/// What is known of the rest of a script, because it was executed to its end before edits.
struct KnownRest {
    kept: VecDeque<Kept>,
    now: Progress,
    /// The lines since the last state that was kept.
    lines: usize,
    /// How many findings there were before these.
    before: usize,
    findings: Vec<Diagnostic>,
    at_end: Vec<Diagnostic>,
    /// How many bytes the edits have added.
    gained: isize,
    /// The script has not changed from this byte on.
    unchanged: usize,
}

impl KnownRest {
    fn edit(&mut self, edit: Edit) {
        self.gained += edit.inserted.cast_signed() - edit.removed.cast_signed();
        let behind = self.unchanged.saturating_sub(edit.first + edit.removed);
        self.unchanged = edit.first + edit.inserted + behind;
    }

    /// The state that was kept before the line that begins at a byte now. Those before it are dropped.
    fn state_at(&mut self, byte: usize) -> Option<Kept> {
        let place = |kept: &Kept| kept.progress.next_byte().checked_add_signed(self.gained);
        let least = Some(byte.max(self.unchanged));
        while self.kept.front().is_some_and(|kept| place(kept) < least) {
            self.kept.pop_front();
        }
        let is_here = self
            .kept
            .front()
            .is_some_and(|kept| place(kept) == Some(byte));
        is_here.then(|| self.kept.pop_front()).flatten()
    }

    /// Whether nothing is found behind a state, and nobody wins.
    fn is_quiet(&self, state: &Kept) -> bool {
        self.before + self.findings.len() == state.findings
            && self.at_end.is_empty()
            && !self.now.linter.has_victory()
    }

    /// Whether findings behind a state are needed that were too many to be kept; `found` are those before it now.
    const fn lacks_findings(&self, found: usize, state: &Kept) -> bool {
        self.before + self.findings.len() > FINDINGS_MAX && found < state.findings
    }
}

#[cfg(test)]
mod tests {
    use admiralty_core::interpreter::check::check;
    use admiralty_core::rng::Rng;

    use super::*;
    use crate::lines;

    fn checked(script: &[u8]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let result = check(script, |one| {
            found.push(one.clone());
            Ok(())
        });
        result.expect("a slice is read");
        found
    }

    const ERRORS: &[&str] = &[
        "[state]\n",
        "[playerA]\n",
        "[playerB]\n",
        "REEF 3 4\n",
        "REEF 99 4\n",
        "SAVE\n",
        "MOVE 0 CRU F\n",
        "PLACE_SHIP 3 4 N 0 CRU\n",
        "\n",
        "A won\n",
        "BOARD_SIZE 30 30\n",
        "\r",
    ];
    const GROUPS: &[&str] = &[
        "[state]\nREEF 3 4\nPRINT 0\n[state]\n",
        "[state]\nSAVE\n\n[state]\n",
        "[playerA]\n[playerA]\n[playerB]\n\n[playerB]\n",
        "\n",
        "A won\n",
    ];

    /// However a script was edited, and however far it had been executed.
    #[test]
    fn an_edited_script_is_executed_as_a_new_one() {
        let mut at_once = 0;
        for seed in 0..5 {
            let mut rng = Rng::seeded(seed);
            let pieces = [ERRORS, GROUPS][rng.index(2)];
            let mut script: String = (0..1200).map(|_| -> &str { rng.choose(pieces) }).collect();
            let mut analysis = Analysis::new(script.as_bytes());
            for _ in 0..12 {
                at_once += usize::from(analysis.advance(script.as_bytes(), 100));
                let lines = rng.choose(&[0, 4000, usize::MAX, usize::MAX]);
                analysis.advance(script.as_bytes(), lines);
                let mut at = rng.index(script.len());
                if !rng.one_in(3) {
                    at = line_at(script.as_bytes(), at).start;
                }
                let length = rng.choose(&[0, 0, 1, 40, 2000]);
                let end = (at + length).min(script.len());
                let pieces = rng.choose(&[pieces, &["\n", " ", ""]]);
                let new: &str = rng.choose(pieces);
                script.replace_range(at..end, new);
                let edit = Edit {
                    first: at,
                    removed: end - at,
                    inserted: new.len(),
                };
                analysis.edited(script.as_bytes(), edit);
                let asked = rng.index(script.len());
                let state = analysis.before(script.as_bytes(), asked);
                let mut expected = Progress::new(script.as_bytes());
                while expected.next_byte() < line_at(script.as_bytes(), asked).start {
                    expected.step(script.as_bytes());
                    drop(expected.take_findings());
                }
                assert!(is_same(state, expected), "seed {seed}");
            }
            analysis.advance(script.as_bytes(), usize::MAX);
            let mut new = Analysis::new(script.as_bytes());
            new.advance(script.as_bytes(), usize::MAX);
            assert!(*analysis.now() == *new.now(), "seed {seed}");
            let mut earlier = LineStart::FIRST;
            for (line, number) in lines(script.as_bytes()).zip(1..) {
                let found = analysis.line_start(script.as_bytes(), number, earlier);
                assert_eq!(
                    (found.line, found.byte),
                    (number, line.start),
                    "seed {seed}"
                );
                earlier = if rng.one_in(9) { found } else { earlier };
            }
            assert_eq!(analysis.findings(), new.findings(), "seed {seed}");
            let expected = checked(script.as_bytes());
            if expected.len() <= FINDINGS_MAX {
                let found: Vec<_> = analysis.findings().into_iter().cloned().collect();
                assert_eq!(found, expected, "seed {seed}");
            }
        }
        assert!(at_once > 4, "{at_once}");
    }

    /// Errors that come and go, before others, before a victory, and before nothing at all.
    #[test]
    fn a_run_may_end_elsewhere() {
        const BEGINNING: &str = "[state]\nBOARD_SIZE 21 10\nEXTENDED_SHIPS\nSET_FLEET A 0 0 0 1\n\
            SET_FLEET B 0 0 0 1\nSHIP A 8 4 N 0 DES 11\nSHIP B 11 4 N 0 DES 10\n[state]\n";
        const QUIET: &[&str] = &["\n", "\n", "[state]\nPRINT 0\n[state]\n"];
        const LOUD: &[&str] = &[
            "P\n",
            "[state]\nPRINT 9\n[state]\n",
            "[playerA]\nSHOOT 0 DES 11 4\n[playerA]\n",
            "[state]\nINIT_POSITION A 9 9 2 2\n[state]\n",
        ];
        let mut at_once = 0;
        for seed in 0..60 {
            let mut rng = Rng::seeded(seed);
            let last = rng.index(3) * 10_000;
            let pieces = (0..600).map(|number| -> &str {
                let is_loud = number > 200 && last > 0 && rng.index(last) < 100;
                rng.choose(if is_loud { LOUD } else { QUIET })
            });
            let script: String = BEGINNING
                .chars()
                .chain(pieces.flat_map(str::chars))
                .collect();
            let mut script = script;
            let mut analysis = Analysis::new(script.as_bytes());
            analysis.advance(script.as_bytes(), usize::MAX);
            for _ in 0..8 {
                let from = BEGINNING.len() + rng.index(script.len() / 3);
                let at = from + script[from..].find("\n\n").expect("a blank line") + 1;
                for (removed, new) in [(0, "P"), (1, ""), (0, "P"), (1, " ")] {
                    script.replace_range(at..at + removed, new);
                    let (first, inserted) = (at, new.len());
                    let edit = Edit {
                        first,
                        removed,
                        inserted,
                    };
                    analysis.edited(script.as_bytes(), edit);
                    at_once += usize::from(analysis.advance(script.as_bytes(), 40));
                    analysis.advance(script.as_bytes(), usize::MAX);
                    let mut new = Analysis::new(script.as_bytes());
                    new.advance(script.as_bytes(), usize::MAX);
                    assert!(*analysis.now() == *new.now(), "seed {seed}");
                    assert_eq!(analysis.findings(), new.findings(), "seed {seed}");
                    let asked = rng.index(script.len());
                    let [one, other] =
                        [&analysis, &new].map(|one| one.before(script.as_bytes(), asked));
                    assert!(is_same(one, other), "seed {seed}");
                }
            }
        }
        assert!(at_once > 20, "{at_once}");
    }

    fn is_same(mut state: Progress, mut expected: Progress) -> bool {
        drop(state.take_findings());
        drop(expected.take_findings());
        state == expected
    }

    /// An edit that does not change what comes behind it takes as long in a script of any length.
    #[test]
    fn the_rest_of_a_script_is_executed_only_if_it_differs() {
        let mut script = GROUPS[0].repeat(5000);
        let mut analysis = Analysis::new(script.as_bytes());
        analysis.advance(script.as_bytes(), usize::MAX);
        let place = script.len() / 2 / GROUPS[0].len() * GROUPS[0].len();
        for at in [0, place] {
            for (removed, new, is_at_once) in [
                (0, "\n", true),
                (1, " \n", true),
                (1, "P", true),
                (1, " ", true),
                (0, GROUPS[0], true),
                (0, "A won\n", true),
                (0, "[state]\nREEF 5 5\n[state]\n", false),
                (0, "REEF 5 5\n", false),
                (8, "REEF 5 6", true),
            ] {
                script.replace_range(at..at + removed, new);
                let edit = Edit {
                    first: at,
                    removed,
                    inserted: new.len(),
                };
                analysis.edited(script.as_bytes(), edit);
                let lines = BEGINNING_BYTES;
                assert_eq!(
                    analysis.advance(script.as_bytes(), lines),
                    is_at_once,
                    "{new}"
                );
                analysis.advance(script.as_bytes(), usize::MAX);
            }
            script = GROUPS[0].repeat(5000);
            analysis = Analysis::new(script.as_bytes());
            analysis.advance(script.as_bytes(), usize::MAX);
        }
    }
}
