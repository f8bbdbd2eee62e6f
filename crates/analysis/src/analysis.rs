//! The execution of a script that is being edited.

use admiralty_core::interpreter::Diagnostic;

use super::Progress;
use super::structure::line_at;

/// No more findings than this are kept.
pub const FINDINGS_MAX: usize = 1000;

/// No fewer lines are between two states that are kept.
const LINES_MIN: usize = 512;
/// A state is kept after as many lines as it has objects, divided by this: so the time for copies, and the memory for
/// them, are proportional to the lines.
const OBJECTS_A_LINE: usize = 4;
/// The beginning of a script shows whether it is text.
const BEGINNING_BYTES: usize = 8192;

/// The execution of a script that is being edited. It goes as far as it is asked to, and an edit takes it back to a
/// state before the line that has changed.
pub struct Analysis {
    /// The states that are kept, in order; the first is that before the first line.
    kept: Vec<Kept>,
    now: Progress,
    /// The lines since the last state that was kept.
    lines: usize,
    findings: Vec<Diagnostic>,
    /// What the end of the script reveals.
    at_end: Option<Vec<Diagnostic>>,
}

struct Kept {
    progress: Progress,
    /// How many findings there were.
    findings: usize,
}

impl Analysis {
    /// An execution that has not begun.
    pub fn new(script: &[u8]) -> Self {
        let now = Progress::new(script);
        Self {
            kept: vec![Kept {
                progress: now.clone(),
                findings: 0,
            }],
            now,
            lines: 0,
            findings: Vec::new(),
            at_end: None,
        }
    }

    /// Goes back, because the script has changed from a byte on.
    pub fn changed(&mut self, script: &[u8], byte: usize) {
        if byte < BEGINNING_BYTES {
            *self = Self::new(script);
            return;
        }
        self.at_end = None;
        let line = line_at(script, byte).start;
        if self.now.next_byte() <= line {
            return;
        }
        let valid = |kept: &Kept| kept.progress.next_byte() <= line;
        self.kept.truncate(self.kept.partition_point(valid).max(1));
        if let Some(last) = self.kept.last() {
            self.now = last.progress.clone();
            self.findings.truncate(last.findings);
            self.lines = 0;
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
            self.at_end = Some(end.take_findings());
            return;
        }
        let free = FINDINGS_MAX + 1 - self.findings.len();
        self.findings
            .extend(self.now.take_findings().into_iter().take(free));
        self.lines += 1;
        if self.lines < LINES_MIN {
            return;
        }
        let board = self.now.session().game().board();
        let objects = board.reefs().len() + board.ships().len();
        if self.lines >= LINES_MIN.max(objects / OBJECTS_A_LINE) {
            self.kept.push(Kept {
                progress: self.now.clone(),
                findings: self.findings.len(),
            });
            self.lines = 0;
        }
    }

    /// The findings so far, in the order of their lines; there may be one more than are to be shown.
    pub fn findings(&self) -> Vec<&Diagnostic> {
        let at_end = self.at_end.iter().flatten();
        let mut found: Vec<_> = self.findings.iter().chain(at_end).collect();
        found.sort_by_key(|found| found.line);
        found
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

#[cfg(test)]
mod tests {
    use admiralty_core::interpreter::check::check;
    use admiralty_core::rng::Rng;

    use super::*;

    fn checked(script: &[u8]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let result = check(script, |one| {
            found.push(one.clone());
            Ok(())
        });
        result.expect("a slice is read");
        found
    }

    /// However a script was edited, and however far it had been executed.
    #[test]
    fn an_edited_script_has_the_findings_of_a_new_one() {
        const LINES: [&str; 12] = [
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
        for seed in 0..5 {
            let mut rng = Rng::seeded(seed);
            let mut script: String = (0..3000).map(|_| -> &str { rng.choose(&LINES) }).collect();
            let mut analysis = Analysis::new(script.as_bytes());
            for _ in 0..8 {
                analysis.advance(script.as_bytes(), rng.index(4000));
                let at = rng.index(script.len());
                let end = (at + rng.index(40)).min(script.len());
                script.replace_range(at..end, rng.choose(&LINES));
                analysis.changed(script.as_bytes(), at);
                let asked = rng.index(script.len());
                let state = analysis.before(script.as_bytes(), asked);
                assert_eq!(state.next_byte(), line_at(script.as_bytes(), asked).start);
            }
            analysis.advance(script.as_bytes(), usize::MAX);
            let found: Vec<_> = analysis.findings().into_iter().cloned().collect();
            let expected = checked(script.as_bytes());
            if expected.len() <= FINDINGS_MAX {
                assert_eq!(found, expected, "seed {seed}");
            } else {
                assert!(found.len() > FINDINGS_MAX, "seed {seed}");
            }
        }
    }
}
