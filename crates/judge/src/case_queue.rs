//! The order in which the cases of several programs are run, and their results.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{CaseResult, ExpectedStatus, JudgeError, JudgingStep};

/// The cases of several programs that are yet to be run, and the results of the others.
///
/// The programs take turns, so that a slow one does not occupy all threads; of those with the
/// fewest running cases, the first is next. Which cases are left out does not depend on the order
/// in which runs end: a case counts unless an earlier one has failed, if that is to be the last.
pub struct CaseQueue {
    is_fail_fast: bool,
    state: Mutex<QueueState>,
}

struct QueueState {
    programs: Vec<ProgramState>,
    reported: usize,
}

#[derive(Default)]
struct ProgramState {
    /// The next case to start.
    next: usize,
    running: usize,
    /// Where the cases that count end, as far as is known.
    end: usize,
    /// The results by case, until they are reported.
    results: Vec<Option<CaseResult>>,
    /// The next case to report.
    expected: usize,
    error: Option<JudgeError>,
}

impl CaseQueue {
    /// All cases of a number of programs, except those whose results are known; with `is_fail_fast`,
    /// the first failed case of a program is its last.
    pub fn new(
        programs: usize,
        cases: usize,
        is_fail_fast: bool,
        known: impl Fn(usize, usize) -> Option<CaseResult>,
    ) -> Self {
        let program = |program| {
            let mut state = ProgramState {
                end: cases,
                results: (0..cases).map(|_| None).collect(),
                ..ProgramState::default()
            };
            for case in 0..cases {
                if let Some(result) = known(program, case) {
                    state.add(case, result, is_fail_fast);
                }
            }
            state.skip_known();
            state
        };
        Self {
            is_fail_fast,
            state: Mutex::new(QueueState {
                programs: (0..programs).map(program).collect(),
                reported: 0,
            }),
        }
    }

    /// Starts a case: its program, and its number.
    pub fn next(&self) -> Option<(usize, usize)> {
        let mut state = self.lock();
        let left = (0..).zip(&mut state.programs);
        let left = left.filter(|(_, program)| program.next < program.end);
        let (index, program) = left.min_by_key(|(_, program)| program.running)?;
        let case = program.next;
        program.running += 1;
        program.next += 1;
        program.skip_known();
        Some((index, case))
    }

    /// Whether a case need not be run, because an earlier one is the last that counts.
    pub fn is_left_out(&self, program: usize, case: usize) -> bool {
        case >= self.lock().programs[program].end
    }

    /// Records how a case ended; fails with an error that does not concern this program alone.
    pub fn finish(
        &self,
        program: usize,
        case: usize,
        result: Result<CaseResult, JudgeError>,
    ) -> Result<(), JudgeError> {
        let mut state = self.lock();
        let program = &mut state.programs[program];
        program.running -= 1;
        if case >= program.end {
            return Ok(());
        }
        match result {
            Ok(result) => program.add(case, result, self.is_fail_fast),
            Err(error @ JudgeError::Start { .. }) => {
                program.end = case;
                program.error = Some(error);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Reports, in order, what has become known.
    pub fn report(&self, mut report: impl FnMut(JudgingStep)) {
        loop {
            let mut state = self.lock();
            let reported = state.reported;
            let Some(program) = state.programs.get_mut(reported) else {
                return;
            };
            let step = if program.expected < program.end {
                let Some(result) = program.results[program.expected].take() else {
                    return;
                };
                program.expected += 1;
                JudgingStep::Case(Box::new(result))
            } else {
                let error = program.error.take();
                state.reported += 1;
                JudgingStep::End(error.map_or(Ok(()), Err))
            };
            drop(state);
            report(step);
        }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // A panic ends everything, so that the state is of no use afterwards.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProgramState {
    fn skip_known(&mut self) {
        let known = self.results[self.next..].iter();
        self.next += known.take_while(|result| result.is_some()).count();
    }

    fn add(&mut self, case: usize, result: CaseResult, is_fail_fast: bool) {
        if is_fail_fast && result.status == ExpectedStatus::Failed {
            self.end = self.end.min(case + 1);
        }
        self.results[case] = Some(result);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;
    use admiralty_core::rng::Rng;

    const CASES: usize = 12;

    fn result(case: usize, mark: u8) -> CaseResult {
        let verdict = match mark {
            b'W' => Verdict::WrongAnswer,
            _ => Verdict::Accepted,
        };
        CaseResult::of(&case.to_string(), verdict)
    }

    /// What each program's cases would be, were all of them run: `x` for a program that cannot be
    /// started.
    const PROGRAMS: [&str; 4] = [
        "..W.WW......",
        "............",
        "W..WWW......",
        "xxxxxxxxxxxx",
    ];

    /// Runs the queue with several threads' cases ending in random order, of which one in `known_in` is
    /// known; returns what is reported.
    fn run(is_fail_fast: bool, threads: usize, seed: u64, known_in: u32) -> Vec<String> {
        let known = |program: usize, case| {
            let number = (program * CASES + case) as u64;
            let mut rng = Rng::seeded(seed * 1000 + number);
            let is_known = known_in > 0 && rng.one_in(known_in);
            let mark = PROGRAMS[program].as_bytes()[case];
            (is_known && mark != b'x').then(|| result(case, mark))
        };
        let queue = CaseQueue::new(PROGRAMS.len(), CASES, is_fail_fast, known);
        let mut rng = Rng::seeded(seed);
        let (mut running, mut reported) = (Vec::new(), vec![String::new()]);
        loop {
            while running.len() < threads
                && let Some(next) = queue.next()
            {
                running.push(next);
            }
            if running.is_empty() {
                break;
            }
            let (program, case) = running.swap_remove(rng.index(running.len()));
            assert!(known(program, case).is_none(), "it is run again");
            let result = match PROGRAMS[program].as_bytes()[case] {
                b'x' => Err(JudgeError::Start {
                    program: "x".into(),
                    source: std::io::ErrorKind::NotFound.into(),
                }),
                mark => Ok(result(case, mark)),
            };
            queue.finish(program, case, result).expect("no other error");
            queue.report(|step| {
                let text = match step {
                    JudgingStep::Case(result) => result.name + " ",
                    JudgingStep::End(Ok(())) => "end".to_owned(),
                    JudgingStep::End(Err(_)) => "error".to_owned(),
                };
                let is_end = text.starts_with('e');
                reported.last_mut().expect("a program").push_str(&text);
                if is_end {
                    reported.push(String::new());
                }
            });
        }
        reported.pop();
        reported
    }

    #[test]
    fn what_is_left_out_depends_neither_on_time_nor_on_what_is_known() {
        let upto = |count: usize| -> String {
            let cases: Vec<_> = (0..count).map(|case| format!("{case} ")).collect();
            cases.concat() + "end"
        };
        for (is_fail_fast, cases) in [(false, [12, 12, 12]), (true, [3, 12, 1])] {
            let mut expected: Vec<_> = cases.map(upto).to_vec();
            expected.push("error".to_owned());
            for threads in [1, 2, 4, 40] {
                for seed in 0..20 {
                    for known_in in [0, 1, 3] {
                        let found = run(is_fail_fast, threads, seed, known_in);
                        // A program that cannot be started may have been tried only once.
                        assert_eq!(found, expected, "{is_fail_fast} {threads} {seed}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_slow_program_holds_up_no_other() {
        let queue = CaseQueue::new(2, CASES, false, |_, _| None);
        assert_eq!(queue.next(), Some((0, 0)));
        for case in 0..CASES {
            assert_eq!(queue.next(), Some((1, case)));
            let ended = queue.finish(1, case, Ok(result(case, b'.')));
            ended.expect("no error");
        }
        // Only when nothing else is left does it get a second thread.
        assert_eq!(queue.next(), Some((0, 1)));
    }
}
