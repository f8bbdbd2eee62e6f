//! Random scripts through a program and through this one.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use admiralty::generator::Waters;
use admiralty::judge::report::command_line;
use admiralty::judge::{Disagreement, JudgeError, Progress, Stress};

use super::screen::{self, Screen};
use super::{Args, FAILED};
use crate::cli::CliError;

/// How many cases of the same seed are kept.
const CASES_OF_A_SEED_MAX: u32 = 1000;

/// Compares a program with this one on random scripts; writes the first
/// difference as a case.
pub fn stress(args: &Args, scripts: usize, stop: &AtomicBool) -> Result<u8, CliError> {
    if !args.cases.is_dir() {
        return Err(CliError::NoFolder(args.cases.display().to_string()));
    }
    let scratch = super::scratch(args)?;
    let scratch = scratch.as_ref().map(tempfile::TempDir::path);
    let judge = super::judge_of(args, super::command(args)?, scratch)?;
    let program = command_line(&judge.program.command);
    let seed = args.other.seed;
    let rules = args.other.rules;
    let stress = Stress {
        seed,
        scripts,
        scope: args.other.scope.into(),
        waters: rules.and_then(|rules| Waters::new(rules.rules, rules.side)),
        mode: args.comparing.compare,
        jobs: super::jobs(args),
    };
    let bar = screen::bar(scripts, "scripts");
    let begun = Instant::now();
    let found = judge.stress(&stress, stop, |progress| match progress {
        Progress::Tried => bar.inc(1),
        Progress::Found(seed) => bar.println(format!(
            "seed {seed} shows a difference, which is made short now; Ctrl-C ends that"
        )),
    });
    let tried = bar.position();
    bar.finish_and_clear();
    let found = match found {
        Err(JudgeError::Over) => {
            return Err(CliError::StressInterrupted { scripts: tried });
        }
        found => found?,
    };
    let Some(found) = found else {
        let last = seed.wrapping_add(scripts as u64).wrapping_sub(1);
        let seconds = begun.elapsed().as_secs_f64();
        writeln!(
            io::stdout(),
            "{program}: {scripts} random scripts (seeds {seed} to {last}), no difference in {seconds:.1} s"
        )?;
        return Ok(0);
    };
    // It may have taken long to find: it is written though nobody may be looking,
    // and shown though it may not be written.
    let written = write_case(&args.cases, &case_name(&stress, &found), &found);
    let mut screen = Screen::new(args, &[]);
    screen.show_disagreement(&program, &found)?;
    screen.say_case(&written?)?;
    Ok(FAILED)
}

/// What a case is called: by its seed, and its rule set if that is not `ships`.
fn case_name(stress: &Stress, found: &Disagreement) -> String {
    match stress.waters {
        Some(waters) => format!("stress-{}-{}", waters.rules().name, found.seed),
        None => format!("stress-{}", found.seed),
    }
}

/// Writes a case; with the path of its input. Cases that are there stay.
fn write_case(folder: &Path, name: &str, found: &Disagreement) -> Result<PathBuf, CliError> {
    let failed = |path: &Path, source| CliError::WriteFile {
        path: path.display().to_string(),
        source,
    };
    let script = &found.shrunk.script;
    for number in 1..=CASES_OF_A_SEED_MAX {
        let name = match number {
            1 => format!("{name}.in"),
            _ => format!("{name}-{number}.in"),
        };
        let path = folder.join(name);
        // The same case again is not a second one.
        if path.exists() && fs::read(&path).is_ok_and(|old| old != *script) {
            continue;
        }
        fs::write(&path, script).map_err(|source| failed(&path, source))?;
        let answer = path.with_extension("out");
        fs::write(&answer, &found.answer).map_err(|source| failed(&answer, source))?;
        return Ok(path);
    }
    let error = io::Error::from(io::ErrorKind::AlreadyExists);
    Err(failed(folder, error))
}
