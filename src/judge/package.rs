//! Problem packages in the Kattis problem format, "legacy"
//! (<https://www.kattis.com/problem-package-format/spec/legacy.html>), which `DOMjudge` reads, too.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use admiralty_core::escape::escape;
use admiralty_judge::compare::Mode;
use admiralty_judge::{CaseRules, Expected, OutputCheck, Task};

use super::JudgeArgs;
use super::tasks;
use crate::CliError;

/// Makes the validator: a script that calls this program. `DOMjudge` makes only this one executable.
const BUILD: &str = r#"#!/bin/sh
# Makes the output validator, which is `admiralty validate`.
chmod +x admiralty
cat > run <<'END'
#!/bin/sh
exec "$(dirname "$0")/admiralty" validate "$@"
END
chmod +x run
"#;

/// The answer of a case without a fixed one.
const OPEN: &[u8] = b"?\n";

pub fn write_package(args: &JudgeArgs, directory: &Path) -> Result<u8, CliError> {
    let tasks = tasks::select(args, None)?.tasks;
    let usual = super::rules(args)?;
    let fits = |task: &&Task| !matches!(task.expectation.expected, Expected::OneOf(_));
    let (kept, left_out): (Vec<_>, Vec<_>) = tasks.iter().partition(fits);
    let rules = kept.iter();
    let rules = rules.map(|task| task.rules.as_ref().unwrap_or(&usual));
    let rules: Vec<_> = rules.collect();
    let mode = common_mode(&rules)?;
    let failed = |source| CliError::cannot_write(directory)(source);
    fs::create_dir_all(directory).map_err(failed)?;
    if fs::read_dir(directory).map_err(failed)?.next().is_some() {
        let name = directory.display();
        return Err(CliError::usage(format!("{name} is not empty")));
    }
    let name = args.cases.canonicalize()?;
    let name = name.file_stem().unwrap_or_default().to_string_lossy();
    let written = write_files(directory, &name, mode, &rules, &kept);
    written.map_err(failed)?;
    let mut out = io::stdout();
    let cases = match kept.len() {
        1 => "1 case".to_owned(),
        count => format!("{count} cases"),
    };
    writeln!(out, "{cases} in {}", directory.display())?;
    if !left_out.is_empty() {
        let names = left_out.iter().map(|task| escape(&task.case.name));
        let names: Vec<_> = names.collect();
        writeln!(
            out,
            "left out, as a package has no expected verdicts: {}",
            names.join(", ")
        )?;
    }
    Ok(0)
}

fn common_mode(rules: &[&CaseRules]) -> Result<Mode, CliError> {
    let mut common = None;
    for rules in rules {
        let OutputCheck::Mode(mode) = rules.comparing else {
            let message = "a package has no other checker than admiralty";
            return Err(CliError::usage(message));
        };
        let first = *common.get_or_insert(mode);
        if first != mode {
            return Err(CliError::usage(format!(
                "a package compares all cases in one way, not as {first} and as {mode}; choose \
                     cases with --filter"
            )));
        }
    }
    common.ok_or_else(|| CliError::usage("no case is left for a package"))
}

fn write_files(
    directory: &Path,
    name: &str,
    mode: Mode,
    rules: &[&CaseRules],
    tasks: &[&Task],
) -> io::Result<()> {
    // The largest limits.
    let limits = || rules.iter().map(|rules| &rules.limits);
    let cpu = limits().map(|limits| limits.cpu.unwrap_or(limits.wall));
    let memory = limits().filter_map(|limits| limits.memory).max();
    let output = limits().map(|limits| limits.output).max();
    let mebibytes = |bytes: Option<u64>| bytes.unwrap_or(0).div_ceil(1 << 20).max(1);
    let settings = format!(
        "problem_format_version: legacy\nname: {}\nvalidation: custom\nvalidator_flags: --compare {}\n\
         limits:\n  memory: {}\n  output: {}\n",
        serde_json::to_string(name)?,
        mode,
        mebibytes(memory),
        mebibytes(output),
    );
    fs::write(directory.join("problem.yaml"), settings)?;
    let seconds = cpu.max().unwrap_or_default().as_secs_f64().to_string();
    fs::write(directory.join(".timelimit"), seconds + "\n")?;
    let validator = directory.join("output_validators/admiralty");
    fs::create_dir_all(&validator)?;
    fs::copy(env::current_exe()?, validator.join("admiralty"))?;
    let build = validator.join("build");
    fs::write(&build, BUILD)?;
    fs::set_permissions(&build, fs::Permissions::from_mode(0o755))?;
    let digits = tasks.len().to_string().len();
    for (number, task) in (1..).zip(tasks) {
        let (kind, name) = match task.case.name.split_once('/') {
            Some(("sample", name)) => ("sample", name),
            Some(("secret", name)) => ("secret", name),
            _ => ("secret", &*task.case.name),
        };
        // Numbers keep the order, and a name begins with one of these characters.
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
        let name: String = name
            .chars()
            .map(|c| if is_allowed(c) { c } else { '_' })
            .collect();
        let case = directory.join("data").join(kind);
        fs::create_dir_all(&case)?;
        let file = |extension: &str| case.join(format!("{number:0digits$}-{name}.{extension}"));
        fs::copy(&task.case.input, file("in"))?;
        let needed = task.expectation.expected.needs_answer();
        let answer = task.answer.as_deref().filter(|_| needed);
        fs::write(file("ans"), answer.unwrap_or(OPEN))?;
    }
    Ok(())
}
