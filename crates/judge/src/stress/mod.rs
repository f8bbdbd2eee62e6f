//! Compares another program with this one on random scripts.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use admiralty_results::worker_pool::{PoolTask, WorkerPool};
use bstr::ByteSlice;

use crate::judge_case::IsCancelled;
use crate::run_slots::RunSlots;
use crate::{Judge, JudgeError, JudgedRun};
use admiralty_compare::ComparisonMode;
use tester::{ScriptTester, ScriptTrial};

mod case_scripts;
mod draw;
mod generator;
mod goals;
mod open_questions;
mod scope;
mod script_draft;
mod script_run;
mod shrink;
mod symptom;
mod tester;

pub(crate) use case_scripts::{FailedProgram, shorten_cases};
pub use generator::{ScriptKind, answer, random_command, random_script};
pub use scope::{ClassicSetup, Scope, ScriptContents};
pub use script_draft::ScriptDraft;
pub use shrink::{ATTEMPTS_MAX, Shrunk, shrink};
pub(super) use symptom::{OutputLine, Symptom};
pub use tester::Signature;

/// The most attempts to shorten a script if each run takes until the time limit.
const SLOW_TRIALS_MAX: u32 = 60;

/// How many scripts each worker may start ahead of the next one to be reported.
const AHEAD: u64 = 16;

/// A search for disagreements on random scripts.
#[derive(Clone, Copy, Debug)]
pub struct Stress {
    /// The seed of the first script; each following script has the next seed.
    pub seed: u64,
    /// How many scripts.
    pub scripts: usize,
    /// The contents of the scripts.
    pub contents: ScriptContents,
    /// How many different disagreements to find.
    pub findings: NonZeroUsize,
    /// The mode of comparing outputs.
    pub mode: ComparisonMode,
    /// How many programs run at the same time, at most.
    pub jobs: NonZeroUsize,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub enum StressProgress<'d> {
    /// Another script was tried.
    Tried,
    /// The script of this seed shows a disagreement, and is now being shortened.
    Found(u64),
    /// The script is shortened, and shows a new disagreement.
    Shortened(&'d Disagreement),
}

/// A script on which the program and this one disagree.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The seed of the script; `None` for the empty input, or the input of a case.
    pub seed: Option<u64>,
    /// How they disagree, on the original script and on the shortened one.
    pub signature: Signature,
    /// How many lines the original script has.
    pub lines: usize,
    /// The shortened script, and how many attempts it took.
    pub shrunk: Shrunk,
    /// The output of this program for the shortened script.
    pub answer: Vec<u8>,
    /// The program's run on the shortened script.
    pub judged_run: JudgedRun,
}

impl Judge {
    /// Tries the program on the empty input and on random scripts, until there are enough findings.
    /// Shortens each script on which it disagrees in a new way; an interruption leaves the script
    /// as short as it is by then. The scripts of the lowest seeds are found, whatever the number of
    /// jobs. `progress` gets each script tried, and each disagreement that counts.
    ///
    /// # Errors
    ///
    /// [`JudgeError`], also if interrupted after some disagreements.
    pub fn stress(
        &self,
        stress: &Stress,
        stop: &AtomicBool,
        mut progress: impl FnMut(StressProgress<'_>),
    ) -> Result<(), JudgeError> {
        let mut findings = StressFindings::new(stress.findings);
        let empty = self.alone(stress, stop, |tester| tester.on_empty_input())?;
        if let Some(disagreement) = empty {
            findings.left -= 1;
            progress(StressProgress::Shortened(&disagreement));
        }
        let mut next = 0;
        while findings.is_open() {
            let found = self.next_finding(stress, next, &findings, stop, &mut progress)?;
            let Some(ScriptFinding {
                script,
                disagreement,
                root,
            }) = found
            else {
                return Ok(());
            };
            next = script + 1;
            if findings.add(&disagreement.signature, root) {
                progress(StressProgress::Shortened(&disagreement));
            }
        }
        Ok(())
    }

    /// The first disagreement on a script, from a number on, that is not known, minimised; `None` if
    /// there is none.
    fn next_finding(
        &self,
        stress: &Stress,
        from: u64,
        findings: &StressFindings,
        stop: &AtomicBool,
        progress: &mut impl FnMut(StressProgress<'_>),
    ) -> Result<Option<ScriptFinding>, JudgeError> {
        let mut first = None;
        let slots = RunSlots::new(stress.jobs.get());
        let work = |(): &mut (), task: PoolTask<'_>| {
            let is_cancelled = || task.is_cancelled();
            let run_program = self.runner(stress.mode, &slots, &is_cancelled);
            let script = task.number;
            let seed = stress.seed.wrapping_add(script);
            let tester = ScriptTester::new(&stress.contents, &run_program);
            let Some(trial) = tester.run(random_script(seed, None, stress.contents))? else {
                return Ok(Some(None));
            };
            let signature = tester.signature(&trial)?;
            let found = signature.map(|signature| (script, seed, trial, signature));
            Ok(Some(found))
        };
        let take = |found: Option<(_, _, _, Signature)>| {
            progress(StressProgress::Tried);
            first = found.filter(|(.., signature)| !findings.is_known(signature));
            Ok(match first {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        };
        let pool = WorkerPool::new(stress.jobs, AHEAD, stop);
        let scripts = from..stress.scripts as u64;
        pool.run(scripts, || Ok::<_, JudgeError>(()), work, take)?;
        JudgeError::check_stop(stop)?;
        let Some((script, seed, trial, signature)) = first else {
            return Ok(None);
        };
        progress(StressProgress::Found(seed));
        let finding = self.alone(stress, stop, |tester| {
            let disagreement = shorten(&tester, Some(seed), &trial, &signature, ATTEMPTS_MAX)?;
            let root = if stress.findings == NonZeroUsize::MIN {
                None
            } else {
                tester.root(&disagreement.shrunk.script, &disagreement.signature)?
            };
            Ok(ScriptFinding {
                script,
                disagreement,
                root,
            })
        })?;
        Ok(Some(finding))
    }

    /// Runs the program on scripts until cancelled.
    fn runner<'p>(
        &'p self,
        mode: ComparisonMode,
        slots: &'p RunSlots,
        is_cancelled: &'p dyn Fn() -> bool,
    ) -> impl Fn(&[u8], &[u8]) -> Result<JudgedRun, JudgeError> + 'p {
        move |script, answer| {
            let once = |limits: &_, is_cancelled: IsCancelled<'_>| {
                self.judge_script(script, answer, mode, limits, is_cancelled)
            };
            slots.run(&self.rules.limits, &|| true, is_cancelled, once)
        }
    }

    /// Does some work while no other program runs.
    fn alone<T>(
        &self,
        stress: &Stress,
        stop: &AtomicBool,
        work: impl FnOnce(ScriptTester<'_>) -> Result<T, JudgeError>,
    ) -> Result<T, JudgeError> {
        JudgeError::check_stop(stop)?;
        let slots = RunSlots::new(1);
        let is_cancelled = || stop.load(Ordering::Relaxed);
        let run_program = self.runner(stress.mode, &slots, &is_cancelled);
        work(ScriptTester::new(&stress.contents, &run_program))
    }
}

/// Shortens a script so that it still shows the same disagreement.
fn shorten(
    tester: &ScriptTester<'_>,
    seed: Option<u64>,
    first: &ScriptTrial,
    signature: &Signature,
    attempts_max: u32,
) -> Result<Disagreement, JudgeError> {
    let attempts_max = if first.judged_run.verdict.is_about_time() {
        SLOW_TRIALS_MAX
    } else {
        attempts_max
    };
    // The last script that failed is the shortened one.
    let mut last = None;
    let shrunk = shrink(&first.script, attempts_max, &mut |script| {
        // The empty input is tried separately.
        if script.trim_ascii().is_empty() {
            return Ok(false);
        }
        let shown = match tester.show(script, signature) {
            Err(JudgeError::Cancelled) => None,
            shown => shown?,
        };
        let is_shorter = shown.is_some();
        last = shown.or_else(|| last.take());
        Ok::<_, JudgeError>(is_shorter)
    })?;
    let last = last.as_ref().unwrap_or(first);
    Ok(Disagreement {
        seed,
        signature: signature.clone(),
        lines: first.script.lines().count(),
        shrunk,
        answer: last.run.output.clone(),
        judged_run: last.judged_run.clone(),
    })
}

/// A disagreement on a random script.
struct ScriptFinding {
    /// The number of the script, from 0.
    script: u64,
    disagreement: Disagreement,
    /// The command after which a board was wrong, before the programs disagreed otherwise.
    root: Option<String>,
}

/// The different disagreements so far.
#[derive(Default)]
struct StressFindings {
    /// How many are still to be found.
    left: usize,
    signatures: HashSet<Signature>,
    /// The commands after which the board is wrong.
    roots: HashSet<String>,
    /// The commands that are executed instead of refused, or the reverse.
    changing: HashSet<String>,
}

impl StressFindings {
    fn new(findings: NonZeroUsize) -> Self {
        Self {
            left: findings.get(),
            ..Self::default()
        }
    }

    const fn is_open(&self) -> bool {
        self.left > 0
    }

    fn is_known(&self, signature: &Signature) -> bool {
        let root = signature.root();
        root.is_some_and(|root| self.roots.contains(root)) || self.signatures.contains(signature)
    }

    /// Records a disagreement; returns whether it is not a consequence of a known one.
    fn insert(&mut self, signature: Signature, root: Option<String>) -> bool {
        let is_direct = signature.root().is_some();
        let is_new = root.is_none_or(|root| {
            let is_changed = !is_direct && self.changing.contains(&root);
            !is_changed && self.roots.insert(root)
        });
        if is_new && let Some(command) = signature.symptom.state_change() {
            self.changing.insert(command.to_owned());
        }
        self.signatures.insert(signature);
        is_new
    }

    /// Adds the next disagreement; returns whether it counts: it is neither known nor a consequence
    /// of a known one.
    fn add(&mut self, signature: &Signature, root: Option<String>) -> bool {
        let counts = !self.is_known(signature) && self.insert(signature.clone(), root);
        self.left -= usize::from(counts);
        counts
    }
}

/// Programs with mistakes, simulated within this process.
#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::num::NonZeroUsize;

    use bstr::ByteSlice;

    use super::generator::random_script;
    use super::scope::{Scope, ScriptContents};
    use super::script_run::ScriptRun;
    use super::symptom::{BoardFault, Symptom};
    use super::tester::{Origin, ScriptTester, ScriptTrial, Signature};
    use super::{ATTEMPTS_MAX, StressFindings, shorten};
    use crate::{JudgedRun, Verdict, VerdictDetail};
    use admiralty_compare::{ComparisonMode, compare};

    /// The output of a program for a script; `None` if it crashes.
    type FakeProgram<'p> = &'p dyn Fn(&[u8]) -> Option<String>;

    fn right(script: &[u8]) -> String {
        ScriptRun::of(script).output.to_str_lossy().into_owned()
    }

    /// An output with one glyph of its boards replaced.
    fn redrawn(output: &str, from: &str, to: &str) -> String {
        let is_row =
            |line: &str| admiralty_core::script::Line::is_board_text(line.trim_end().as_bytes());
        let lines = output.split_inclusive('\n').map(|line| match line {
            row if is_row(row) => row.replace(from, to),
            line => line.to_owned(),
        });
        lines.collect()
    }

    /// The output of a program whose ships turn to the wrong side.
    fn turned(script: &[u8]) -> String {
        let turn = |line: &str| match line.strip_suffix('L') {
            Some(left) if line.starts_with("MOVE") => format!("{left}R"),
            _ => line.to_owned(),
        };
        let lines: Vec<_> = script.to_str_lossy().lines().map(turn).collect();
        right(lines.join("\n").as_bytes())
    }

    fn judge(program: FakeProgram<'_>, script: &[u8], answer: &[u8]) -> JudgedRun {
        let output = program(script);
        let printed = output.as_deref().unwrap_or_default();
        let comparison = compare(ComparisonMode::default(), answer, printed.as_bytes());
        let (verdict, detail) = match output {
            Some(_) => (Verdict::of(&comparison), None),
            None => (Verdict::RuntimeError, Some(VerdictDetail::Signalled(6))),
        };
        JudgedRun {
            verdict,
            detail,
            comparison: Some(comparison),
            ..JudgedRun::judge_error(String::new())
        }
    }

    fn of_assignment() -> ScriptContents {
        ScriptContents {
            scope: Scope::Assignment,
            ..ScriptContents::default()
        }
    }

    /// Runs a script through both programs, and returns the signature of their disagreement.
    fn tried(tester: &ScriptTester<'_>, script: &[u8]) -> (ScriptTrial, Option<Signature>) {
        let trial = tester.run(script.to_vec()).expect("judged");
        let trial = trial.expect("an answer");
        let signature = tester.signature(&trial).expect("judged");
        (trial, signature)
    }

    fn signature(program: FakeProgram<'_>, script: &str) -> String {
        let run_program = |script: &[u8], answer: &[u8]| Ok(judge(program, script, answer));
        let (_, signature) = tried(
            &ScriptTester::new(&ScriptContents::default(), &run_program),
            script.as_bytes(),
        );
        signature.map_or_else(String::new, |signature| signature.to_string())
    }

    const MOVES: &str = "\
        [state]\nSET_FLEET A 0 0 1 1\nSET_FLEET B 0 0 0 1\nREEF 9 0\nSHIP A 5 5 N 0 CRU 011\nSHIP A 9 9 N 0 DES 11\n\
        SHIP B 15 5 N 0 DES 11\n[state]\n[playerA]\nMOVE 0 CRU F\nMOVE 0 CRU L\nPRINT 1\n[playerA]\n\
        [playerB]\nSHOOT 9 9\n[playerB]\n[state]\nPRINT 0\nSAVE\n[state]\n\
        [playerA]\nMOVE 0 CRU L\nMOVE 0 CRU L\nMOVE 0 CRU F\nMOVE 0 CRU F\n[playerA]\n";

    const IN_REVERSE: &str = "a segment is healthy instead of destroyed, or the reverse";
    const SHIP_AFTER_MOVE: &str = "PRINT: a ship is missing or misplaced, after MOVE";

    #[test]
    fn mistakes_have_names() {
        for row in [
            "||",
            "MOVED ALREADY|CANNOT MOVE|MOVE: SHIP MOVED ALREADY expected, SHIP CANNOT MOVE found",
            "MOVE 0|MOVE 00|MOVE: not quoted correctly",
            "MOVE 0 CRU F\": SHIP MOVED ALREADY|[state]\": GROUP NOT CLOSED|MOVE: SHIP MOVED ALREADY expected, but it is executed",
            "INVALID OPERATION |INVALID |an error is not reported in the usual form",
            "B : |B : 1|PRINT: wrong number of parts remaining",
            "B :|B:|PRINT: the line of parts has the wrong form",
            "REEF 9 0\n||SAVE: REEF is missing",
            "CRU 011|CRU 111|SAVE: word 8 of SHIP",
        ] {
            let [from, to, expected] = row.split('|').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            let program = |script: &[u8]| Some(right(script).replace(from, to));
            assert_eq!(signature(&program, MOVES), expected);
        }
        for (from, to, expected) in [
            ("x", "+", IN_REVERSE),
            ("#", " ", "a reef is missing or misplaced"),
            ("?", " ", "an unknown field is shown"),
            ("%", "+", "wrong section of a ship"),
            (" \n", "\n", "rows of the wrong width"),
        ] {
            let program = |script: &[u8]| Some(redrawn(&right(script), from, to));
            assert_eq!(signature(&program, MOVES), format!("PRINT: {expected}"));
        }
        let without_failures = |script: &[u8]| {
            let output = right(script);
            let lines = output.split_inclusive('\n');
            Some(lines.filter(|line| !line.starts_with("INV")).collect())
        };
        let failing_shot = |script: &[u8]| {
            let output = right(script);
            let (printed, _) = output.split_once("PARTS")?;
            Some(printed.to_owned() + "INVALID OPERATION \"SHOOT 9 9\": FIELD DOES NOT EXIST\n")
        };
        let crashing = |script: &[u8]| (!script.contains_str("SHOOT")).then(|| right(script));
        let wrong_turn = |script: &[u8]| Some(turned(script));
        let without_view = MOVES.replace("PRINT 1\n", "");
        let executed = "MOVE: SHIP MOVED ALREADY expected, but it is executed";
        let refused = "SHOOT y x: refused with FIELD DOES NOT EXIST, but legal";
        let unseen = "PRINT: a known field is not shown, after MOVE";
        for (program, script, expected) in [
            (&without_failures as FakeProgram<'_>, MOVES, executed),
            (&failing_shot, MOVES, refused),
            (&crashing, MOVES, "signal 6, SIGABRT, after SHOOT y x"),
            (&wrong_turn, MOVES, unseen),
            (&wrong_turn, &without_view, SHIP_AFTER_MOVE),
        ] {
            assert_eq!(signature(program, script), expected);
        }
    }

    /// A program with several mistakes; some hide others.
    fn several(script: &[u8]) -> Option<String> {
        if script.contains_str("SPY 0 0 0") || script.trim_ascii().is_empty() {
            return None;
        }
        let output = turned(script)
            .replace("SHIP MOVED ALREADY", "SHIP CANNOT MOVE")
            .replace("SHIP ALREADY PRESENT", "ALL SHIPS OF THE CLASS ALREADY SET")
            .replace("PARTS REMAINING:: A : 0", "PARTS REMAINING:: A : 00");
        Some(redrawn(&output, "x", "+"))
    }

    #[test]
    fn shortened_scripts_show_the_same_disagreement() {
        let run_program = |script: &[u8], answer: &[u8]| Ok(judge(&several, script, answer));
        let tester = ScriptTester::new(&of_assignment(), &run_program);
        let mut known = HashSet::new();
        for seed in 0..600 {
            let (trial, signature) = tried(&tester, &random_script(seed, None, of_assignment()));
            let Some(signature) = signature else {
                continue;
            };
            let text = signature.to_string();
            if !known.insert(text.clone()) {
                continue;
            }
            let shortened = shorten(&tester, Some(seed), &trial, &signature, ATTEMPTS_MAX);
            let disagreement = shortened.expect("judged");
            let script = disagreement.shrunk.script;
            let (_, left) = tried(&tester, &script);
            let script = script.to_str_lossy();
            assert_eq!(left, Some(signature), "{script}");
            assert!(script.lines().count() <= 30, "{text}:\n{script}");
        }
        for mistake in [
            "PLACE_SHIP: SHIP ALREADY PRESENT expected, ALL SHIPS OF THE CLASS ALREADY SET found",
            "PRINT: wrong number of parts remaining",
            "PRINT: a segment is healthy instead of destroyed, or the reverse",
            SHIP_AFTER_MOVE,
        ] {
            assert!(known.contains(mistake), "{mistake} in {known:?}");
        }
    }

    /// A wrong board makes later commands fail.
    #[test]
    fn consequences_of_a_mistake_have_a_root() {
        let program = |script: &[u8]| Some(turned(script));
        let run_program = |script: &[u8], answer: &[u8]| Ok(judge(&program, script, answer));
        let tester = ScriptTester::new(&of_assignment(), &run_program);
        let after_left = "MOVE 0 CRU L\nMOVE 0 CRU F\nMOVE 0 CRU F\n";
        let refused = "MOVE: refused with SHIP WENT FROM BOARD, but legal";
        let executed = "MOVE: SHIP WENT FROM BOARD expected, but it is executed";
        let (ships, ship) = (
            "SHIP A 5 7 N 0 CRU 111\nREEF 5 9\n",
            "SHIP A 9 0 N 0 CRU 111\n",
        );
        for (state, turn, text, expected) in [
            (ships, after_left, refused, Some("MOVE")),
            (ship, "MOVE 0 CRU L\n", executed, None),
        ] {
            let script = format!("[state]\n{state}[state]\n[playerA]\n{turn}[playerA]\n");
            let (_, signature) = tried(&tester, script.as_bytes());
            let signature = signature.expect("different");
            assert_eq!(signature.to_string(), text);
            let root = tester.root(script.as_bytes(), &signature);
            assert_eq!(root.expect("judged").as_deref(), expected);
        }
    }

    fn refused(command: &str) -> Signature {
        let (command, reason) = (command.to_owned(), "SHIP CANNOT MOVE".to_owned());
        Signature {
            symptom: Symptom::Refused { command, reason },
            origin: Origin::Unknown,
        }
    }

    /// One mistake should be reported only once.
    #[test]
    fn consequences_of_a_known_mistake_are_known() {
        let of = |symptom, origin| Signature { symptom, origin };
        let board = |fault, origin| of(Symptom::Board(fault), origin);
        let after = |command: &str| Origin::After(command.to_owned());
        let root = || Some("MOVE".to_owned());
        let mut known = StressFindings::new(NonZeroUsize::MIN);
        assert!(known.insert(refused("MOVE"), None));
        assert!(!known.insert(refused("SHIP"), root()));
        assert!(known.is_known(&refused("SHIP")));
        assert!(!known.is_known(&board(BoardFault::Ship, after("MOVE"))));
        assert!(known.insert(board(BoardFault::Ship, after("MOVE")), root()));
        assert!(known.is_known(&board(BoardFault::Health, after("MOVE"))));
        assert!(!known.is_known(&board(BoardFault::Health, after("SHOOT y x"))));
        assert!(!known.is_known(&board(BoardFault::Health, Origin::AnyState)));
        assert!(!known.insert(of(Symptom::WrongWinner, Origin::Unknown), root()));
    }
}
