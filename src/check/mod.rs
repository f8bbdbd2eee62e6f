//! All that is wrong or suspicious in a script, with places.
//!
//! A run ends with the first error. A check goes on: it executes as far as a
//! run would, so it finds what the rules refuse, and reads every line after
//! that for what can be seen without executing it.

mod suspicion;

use std::io;
use std::ops::ControlFlow;

use crate::diagnostic::{Diagnostic, Severity};
use crate::game::Refusal;
use crate::rules::{RuleSet, SHIPS};
use crate::script::{
    Command, Fault, FaultKind, LINE_BYTES_MAX, Tag, Tokens, Word, is_program_output, parse_command,
};
use crate::session::{Cause, Ending, Failure, Session};
use crate::vocabulary::Player;

/// Finds all that is wrong or suspicious in a script, in the order of its lines.
///
/// ```
/// use admiralty::check::check;
/// let found = check(b"[state]\nSET_FLEET A 11 0 0 0\nREEF 1\nREEF 2 x\n[state]\n");
/// let lines: Vec<_> = found.iter().map(|diagnostic| (diagnostic.line, diagnostic.code)).collect();
/// assert_eq!(lines, [(2, "large-count"), (3, "INVALID ARGUMENTS"), (4, "INVALID ARGUMENTS")]);
/// ```
pub fn check(script: &[u8]) -> Vec<Diagnostic> {
    let mut checker = Checker::default();
    let body = script.strip_suffix(b"\n").unwrap_or(script);
    if !script.is_empty() {
        for line in body.split(|&byte| byte == b'\n') {
            checker.line(line);
        }
    }
    checker.finish()
}

struct Checker {
    found: Vec<Diagnostic>,
    /// The number of the line, from 1.
    line: u64,
    execution: Execution,
    group: Option<Group>,
    rules: &'static RuleSet,
    is_extended: bool,
    /// The place of an `AUTO_SHOOTING` that nothing has made work yet.
    idle_auto: Option<Diagnostic>,
}

/// How far the script was executed.
enum Execution {
    Running(Box<Session>),
    /// Ended on a line by an error, which says so itself.
    Failed {
        line: u64,
    },
    /// Ended on a line by a victory; whether it was said that more follows.
    Won {
        line: u64,
        winner: Player,
        said: bool,
    },
}

/// The group that is open, as far as can be seen.
struct Group {
    tag: Tag,
    opening: Diagnostic,
    /// Shots without a ship in a player's group.
    shots: u32,
}

impl Default for Checker {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            line: 0,
            execution: Execution::Running(Box::default()),
            group: None,
            rules: &SHIPS,
            is_extended: false,
            idle_auto: None,
        }
    }
}

impl Checker {
    fn line(&mut self, text: &[u8]) {
        self.line += 1;
        if let Some(diagnostic) = self.execute(text) {
            self.follow_group(text);
            self.found.push(diagnostic);
            return;
        }
        let is_executed = matches!(self.execution, Execution::Running(_));
        if self.follow_group(text) {
            return;
        }
        match (&self.group, Tokens::new(text).next()) {
            (_, None) => {}
            (None, _) if is_program_output(text) => {}
            (group, Some(first)) => {
                let tag = group.as_ref().map(|group| group.tag);
                self.say_if_after_the_end(text);
                match (
                    Word::from_token(first.text),
                    parse_command(text, self.rules),
                ) {
                    _ if text.len() > LINE_BYTES_MAX => self.fault(text, Cause::LineTooLong, 0..0),
                    (None, _) => {
                        let fault = Fault::new(FaultKind::UnknownCommand, first.span());
                        self.fault(text, Cause::Fault(fault), first.span());
                    }
                    (Some(word), _)
                        if tag.is_none_or(|tag| !word.belongs_in(tag.kind(), self.rules)) =>
                    {
                        let cause = Cause::misplaced(word, tag, self.rules);
                        self.fault(text, cause, first.span());
                    }
                    (_, Err(fault)) => self.fault(text, Cause::Fault(fault), fault.span()),
                    (_, Ok(command)) => self.command(text, &command, is_executed),
                }
            }
        }
    }

    /// Executes the line, if the execution has come so far. What only prints
    /// is passed over: it cannot fail where it is well written.
    fn execute(&mut self, text: &[u8]) -> Option<Diagnostic> {
        let Execution::Running(session) = &mut self.execution else {
            return None;
        };
        let only_prints = matches!(
            parse_command(text, self.rules),
            Ok(Command::Print(_) | Command::Save)
        );
        let is_at_home = |(tag, _): (Tag, u64)| {
            Tokens::new(text)
                .next()
                .and_then(|token| Word::from_token(token.text))
                .is_some_and(|word| word.belongs_in(tag.kind(), self.rules))
        };
        let step = if only_prints && session.open_group().is_some_and(is_at_home) {
            session.line(b"", &mut io::sink())
        } else if text.len() > LINE_BYTES_MAX {
            session.fragment(text, true, &mut io::sink())
        } else {
            session.line(text, &mut io::sink())
        };
        match step {
            Ok(ControlFlow::Break(ending)) => self.end(ending),
            Ok(ControlFlow::Continue(())) | Err(_) => None,
        }
    }

    fn end(&mut self, ending: Ending) -> Option<Diagnostic> {
        let line = self.line;
        match ending {
            Ending::Won(winner) => {
                self.execution = Execution::Won {
                    line,
                    winner,
                    said: false,
                };
                None
            }
            Ending::Failed(failure) => {
                self.execution = Execution::Failed { line };
                let mut diagnostic = failure.diagnostic();
                diagnostic
                    .notes
                    .push("a run ends here; what follows was only read".to_owned());
                Some(diagnostic)
            }
        }
    }

    /// Keeps track of the groups; says whether the line was a tag.
    fn follow_group(&mut self, text: &[u8]) -> bool {
        let mut tokens = Tokens::new(text);
        let Some(tag) = tokens.next().and_then(|token| Tag::from_token(token.text)) else {
            return false;
        };
        if tokens.next().is_some() {
            return false;
        }
        match self.group.take() {
            Some(group) if group.tag == tag => {}
            open => {
                let opened_on = open.as_ref().map(|group| (group.tag, group.opening.line));
                if let Some((open, line)) = opened_on
                    && self.ended_before()
                {
                    self.fault(text, Cause::GroupNotClosed(open, line), 0..text.len());
                }
                let opening = self.never_closed(tag, text);
                self.group = Some(Group {
                    tag,
                    opening,
                    shots: 0,
                });
            }
        }
        true
    }

    /// Whether the execution ended on an earlier line, so that this line's
    /// errors are still to be told.
    fn ended_before(&self) -> bool {
        match self.execution {
            Execution::Running(_) => false,
            Execution::Failed { line } | Execution::Won { line, .. } => line < self.line,
        }
    }

    /// Looks at a command that is well written and stands in the right group.
    fn command(&mut self, text: &[u8], command: &Command, is_executed: bool) {
        match command {
            Command::Rules { rules, .. } => {
                self.rules = rules;
                self.is_extended = false;
                self.found.extend(self.idle_auto.take());
            }
            Command::ExtendedShips => {
                self.is_extended = true;
                self.idle_auto = None;
            }
            Command::AutoShooting if !self.is_extended => {
                self.idle_auto = Some(self.idle_auto_shooting(text));
            }
            Command::Shoot(_) if !self.is_extended => {
                let shots = self.group.as_mut().map_or(0, |group| {
                    group.shots += 1;
                    group.shots
                });
                let again = self
                    .rules
                    .calls()
                    .is_some_and(|calls| calls.again_after_hit);
                if shots > 1 && !is_executed && !again {
                    let refusal = if self.rules.announces_shots() {
                        Refusal::NoShotLeft { again }
                    } else {
                        Refusal::SecondBasicShot
                    };
                    self.fault(text, Cause::Refusal(refusal.into()), 0..text.len());
                }
            }
            _ => {}
        }
        self.suspect(text, command);
    }

    /// Says once that what follows a victory is not executed.
    fn say_if_after_the_end(&mut self, text: &[u8]) {
        if let Execution::Won {
            line,
            winner,
            said: said @ false,
        } = &mut self.execution
        {
            *said = true;
            let (line, winner) = (*line, *winner);
            self.suspect_after_the_end(text, line, winner);
        }
    }

    fn fault(&mut self, text: &[u8], cause: Cause, span: std::ops::Range<usize>) {
        let text = &text[..text.len().min(LINE_BYTES_MAX)];
        let failure = Failure {
            command: text.into(),
            cause,
            line: self.line,
            text: text.into(),
            span,
        };
        let mut diagnostic = failure.diagnostic();
        if let Execution::Won { .. } = self.execution {
            // A run does not come so far.
            diagnostic.severity = Severity::Warning;
        }
        self.found.push(diagnostic);
    }

    fn finish(mut self) -> Vec<Diagnostic> {
        if let Execution::Running(session) = &mut self.execution
            && let Ok(ControlFlow::Break(ending)) = session.end_of_input(&mut io::sink())
        {
            let diagnostic = self.end(ending);
            self.found.extend(diagnostic);
        }
        self.found
            .extend(self.group.take().map(|group| group.opening));
        self.found.extend(self.idle_auto.take());
        self.found.sort_by_key(|diagnostic| diagnostic.line);
        self.found
    }
}
