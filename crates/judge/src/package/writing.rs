//! Writes problem packages in the format "legacy"
//! (<https://www.kattis.com/problem-package-format/spec/legacy.html>).

use admiralty_escape::escape_path;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::system::make_executable;
use crate::{CaseRules, Expected, JudgingTask, OutputCheck};
use admiralty_compare::ComparisonMode;

/// Makes the validator: a script that calls this program. DOMjudge makes only this one executable.
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

/// Why a package cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// No case is left that a package can have.
    #[error("no cases to package; check --filter and --skip")]
    NoCase,
    /// A case is judged by a checker.
    #[error("the only checker of a package is admiralty")]
    Checker,
    /// Outputs are compared in different ways.
    #[error(
        "a package compares all cases in the same way, not both {0} and {1}; choose cases with --filter"
    )]
    Modes(ComparisonMode, ComparisonMode),
    /// The directory has files.
    #[error("{} is not empty", escape_path(.0))]
    NotEmpty(PathBuf),
    /// A file cannot be written.
    #[error("cannot write {}: {source}", escape_path(path))]
    Write {
        /// The directory of the package.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

/// A package to write.
#[derive(Clone, Copy, Debug)]
pub struct Package<'a> {
    /// The name of the problem.
    pub name: &'a str,
    /// The cases; those with expected verdicts are left out, because a package has none.
    pub tasks: &'a [JudgingTask],
    /// How cases without rules of their own are judged.
    pub usual: &'a CaseRules,
    /// The program, which becomes the output validator.
    pub program: &'a Path,
}

impl Package<'_> {
    /// Writes the package to a directory, which is created or must be empty; returns the number of
    /// cases.
    ///
    /// # Errors
    ///
    /// [`PackageError`].
    pub fn write(&self, directory: &Path) -> Result<usize, PackageError> {
        let tasks: Vec<_> = self.tasks.iter().filter(|task| fits(task)).collect();
        let rules = tasks.iter();
        let rules = rules.map(|task| task.rules.as_ref().unwrap_or(self.usual));
        let rules: Vec<_> = rules.collect();
        let mode = common_mode(&rules)?;
        let failed = |source| PackageError::Write {
            path: directory.to_owned(),
            source,
        };
        fs::create_dir_all(directory).map_err(failed)?;
        if fs::read_dir(directory).map_err(failed)?.next().is_some() {
            return Err(PackageError::NotEmpty(directory.to_owned()));
        }
        let written = self.write_files(directory, mode, &rules, &tasks);
        written.map_err(failed)?;
        Ok(tasks.len())
    }

    /// The names of the cases that are left out.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        let left_out = self.tasks.iter().filter(|task| !fits(task));
        left_out.map(|task| &*task.case.name)
    }

    fn write_files(
        &self,
        directory: &Path,
        mode: ComparisonMode,
        rules: &[&CaseRules],
        tasks: &[&JudgingTask],
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
            serde_json::to_string(self.name)?,
            mode,
            mebibytes(memory),
            mebibytes(output),
        );
        fs::write(directory.join("problem.yaml"), settings)?;
        let seconds = cpu.max().unwrap_or_default().as_secs_f64().to_string();
        fs::write(directory.join(".timelimit"), seconds + "\n")?;
        let validator = directory.join("output_validators/admiralty");
        fs::create_dir_all(&validator)?;
        fs::copy(self.program, validator.join("admiralty"))?;
        let build = validator.join("build");
        fs::write(&build, BUILD)?;
        make_executable(&build)?;
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
}

/// Whether a package can have the case.
const fn fits(task: &JudgingTask) -> bool {
    !matches!(task.expectation.expected, Expected::OneOf(_))
}

fn common_mode(rules: &[&CaseRules]) -> Result<ComparisonMode, PackageError> {
    let mut common = None;
    for rules in rules {
        let OutputCheck::Mode(mode) = rules.comparing else {
            return Err(PackageError::Checker);
        };
        let first = *common.get_or_insert(mode);
        if first != mode {
            return Err(PackageError::Modes(first, mode));
        }
    }
    common.ok_or(PackageError::NoCase)
}
