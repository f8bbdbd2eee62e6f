//! What there is to say of a run.

use signal_hook::low_level::signal_name;

use super::compare::{Comparison, Difference};
use super::{CheckerVerdict, Judge, Verdict};
use crate::process::{Limit, Limits, Run, Termination, Usage};

/// What there is to say of a run of a program on a case.
#[derive(Clone, Debug)]
pub struct JudgedRun {
    /// The verdict.
    pub verdict: Verdict,
    /// What the verdict does not say: a signal, an exit status, a checker's
    /// message.
    pub detail: Option<String>,
    /// What the run took.
    pub usage: Usage,
    /// What the comparison found, if there was one.
    pub comparison: Option<Comparison>,
    /// The end of what the program said on standard error.
    pub stderr_tail: Vec<u8>,
    /// The whole output, if it is to be kept.
    pub output: Option<Vec<u8>>,
}

impl JudgedRun {
    /// The first difference between the output and the answer, if there is one.
    pub fn difference(&self) -> Option<&Difference> {
        self.comparison.as_ref()?.difference.as_deref()
    }

    /// The judge's own trouble.
    pub(super) fn of_trouble(detail: String) -> Self {
        Self {
            verdict: Verdict::JudgeError,
            detail: Some(detail),
            usage: Usage::default(),
            comparison: None,
            stderr_tail: Vec::new(),
            output: None,
        }
    }
}

/// Judges what happened.
pub(super) fn judged_run(
    judge: &Judge,
    run: Run,
    checker_verdict: Option<CheckerVerdict>,
    comparison: Option<Comparison>,
    output: Option<Vec<u8>>,
) -> JudgedRun {
    let (verdict, detail) = match run.end {
        end if judge.exit_code.accepts(end) => match (checker_verdict, &comparison) {
            (Some(checker_verdict), _) => (checker_verdict.verdict, checker_verdict.message),
            (None, Some(comparison)) => compared(comparison),
            (None, None) => (Verdict::Accepted, String::new()),
        },
        Termination::Stopped(limit) => stopped(limit, &judge.limits, &run.usage),
        end => (Verdict::RuntimeError, crashed(end, comparison.as_ref())),
    };
    JudgedRun {
        verdict,
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        usage: run.usage,
        comparison,
        stderr_tail: run.stderr_tail,
        output,
    }
}

/// The verdict of a comparison, and which looser one would accept.
fn compared(comparison: &Comparison) -> (Verdict, String) {
    let verdict = comparison.verdict();
    if verdict == Verdict::Accepted {
        return (verdict, String::new());
    }
    let looser = comparison.strictest;
    let detail = looser.map(|mode| format!("--compare {mode} would accept"));
    (verdict, detail.unwrap_or_default())
}

/// How a program ended that should not have, and whether its output was right all the
/// same.
fn crashed(end: Termination, comparison: Option<&Comparison>) -> String {
    let ended = ended(end);
    match (comparison.map(Comparison::verdict), end) {
        (Some(Verdict::Accepted), Termination::Exited(_)) => {
            format!("{ended}; the output is right, and --exit-code any would accept")
        }
        (Some(Verdict::Accepted), _) => format!("{ended}; the output is right"),
        (Some(_), _) => format!("{ended}; the output is wrong, too"),
        (None, _) => ended,
    }
}

fn stopped(limit: Limit, limits: &Limits, usage: &Usage) -> (Verdict, String) {
    let seconds = |time: std::time::Duration| format!("more than {} s", time.as_secs_f64());
    let bytes = |bytes: u64| format!("more than {} MiB", bytes >> 20);
    match limit {
        Limit::Cpu => {
            let limit = limits.cpu.unwrap_or_default();
            (Verdict::TimeLimitExceeded, seconds(limit))
        }
        // A program that works most of the time does not wait for anything.
        Limit::Wall if usage.cpu > usage.idle => (
            Verdict::TimeLimitExceeded,
            format!("{} from start to end", seconds(limits.wall)),
        ),
        Limit::Wall => (Verdict::IdlenessLimitExceeded, seconds(limits.wall)),
        Limit::Starvation => {
            let cpu = usage.cpu.as_secs_f64();
            let wall = usage.wall.as_secs_f64();
            let detail =
                format!("the machine is too busy: it gave the program {cpu:.1} s of {wall:.1} s");
            (Verdict::JudgeError, detail)
        }
        Limit::Memory => {
            let limit = limits.memory.unwrap_or_default();
            (Verdict::MemoryLimitExceeded, bytes(limit))
        }
        Limit::Output => (Verdict::OutputLimitExceeded, bytes(limits.output)),
        Limit::Processes => {
            let limit = limits.processes.unwrap_or_default();
            (
                Verdict::RuntimeError,
                format!("more than {limit} processes"),
            )
        }
    }
}

/// How a program ended, in words.
pub(super) fn ended(end: Termination) -> String {
    match end {
        Termination::Exited(code) => format!("exit status {code}"),
        Termination::Signalled(signal) => match signal_name(signal) {
            Some(name) => format!("signal {signal}, {name}"),
            None => format!("signal {signal}"),
        },
        Termination::Stopped(Limit::Wall | Limit::Cpu) => "too much time".to_owned(),
        Termination::Stopped(Limit::Output) => "too much output".to_owned(),
        Termination::Stopped(_) => "a limit".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_crash_says_whether_the_output_was_right() {
        let comparison = |accepted| Comparison {
            accepted,
            strictest: None,
            difference: None,
        };
        for (end, output, expected) in [
            (Termination::Exited(3), None, "exit status 3"),
            (
                Termination::Exited(1),
                Some(false),
                "exit status 1; the output is wrong, too",
            ),
            (
                Termination::Exited(1),
                Some(true),
                "exit status 1; the output is right, and --exit-code any would accept",
            ),
            (
                Termination::Signalled(6),
                Some(true),
                "signal 6, SIGABRT; the output is right",
            ),
        ] {
            assert_eq!(crashed(end, output.map(comparison).as_ref()), expected);
        }
    }

    #[test]
    fn who_works_all_the_time_is_not_idle() {
        let limits = Limits::of_time(Duration::from_secs(4));
        for (cpu, idle, verdict) in [
            (0, 4, Verdict::IdlenessLimitExceeded),
            (2, 2, Verdict::IdlenessLimitExceeded),
            (3, 1, Verdict::TimeLimitExceeded),
            // There may be many processors.
            (9, 0, Verdict::TimeLimitExceeded),
        ] {
            let usage = Usage {
                cpu: Duration::from_secs(cpu),
                // On a busy machine it is much longer.
                wall: 3 * limits.wall,
                idle: Duration::from_secs(idle),
                memory: 0,
            };
            assert_eq!(stopped(Limit::Wall, &limits, &usage).0, verdict, "{cpu} s");
        }
    }

    #[test]
    fn a_busy_machine_is_no_fault_of_the_program() {
        let limits = Limits::of_time(Duration::from_secs(4));
        let usage = Usage {
            cpu: Duration::from_millis(1510),
            wall: 10 * limits.wall,
            ..Usage::default()
        };
        let (verdict, detail) = stopped(Limit::Starvation, &limits, &usage);
        assert_eq!(verdict, Verdict::JudgeError);
        assert!(detail.ends_with("1.5 s of 40.0 s"), "{detail}");
    }
}
