//! The settings of the judge in files of results.

use std::collections::BTreeMap;

use admiralty_judge::{Grading, Task};
use admiralty_results::{FileHashes, Header, Kind, Shard, hash_file, hash_files};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::JudgeArgs;
use super::class::ClassEntry;
use super::table;
use crate::CliError;

/// Hashes of files, by what they belong to.
pub type ProgramFiles = BTreeMap<String, FileHashes>;

/// The settings of a class, as far as its report needs them.
#[derive(Debug, Serialize, Deserialize)]
pub struct ClassSettings {
    pub cases: Vec<String>,
    /// How many of them count.
    pub counted: usize,
    /// How outputs were judged.
    pub compare: String,
    /// How they earn points, if they do.
    pub grading: Option<Grading>,
}

/// The header of a shard of the programs in a directory.
pub fn header(
    args: &JudgeArgs,
    entries: &[ClassEntry],
    tasks: &[Task],
    grading: Option<&Grading>,
    shard: Shard,
) -> Result<Header, CliError> {
    let mut files = ProgramFiles::new();
    for entry in entries {
        files.insert(entry.row.program.clone(), entry.files()?);
    }
    let mut settings = judging(args, &mut files)?;
    let class = ClassSettings {
        cases: tasks.iter().map(|task| task.case.name.clone()).collect(),
        counted: table::counted(tasks),
        compare: super::comparing_name(args),
        grading: grading.cloned(),
    };
    append(&mut settings, json!(class));
    let names: Vec<_> = entries.iter().map(|entry| &entry.row.program).collect();
    settings["programs"] = json!(names);
    for task in tasks {
        files.insert(format!("case {}", task.case.name), files_of_case(task)?);
    }
    Ok(Header::new(
        Kind::Programs,
        settings,
        files,
        entries.len() as u64,
        shard,
    ))
}

/// Adds the members of an object to another one.
pub fn append(settings: &mut Value, mut others: Value) {
    if let (Some(settings), Some(others)) = (settings.as_object_mut(), others.as_object_mut()) {
        settings.append(others);
    }
}

/// Hashes of the files of a case, what is expected of it, and its own rules.
pub fn files_of_case(task: &Task) -> Result<FileHashes, CliError> {
    let mut hashes = FileHashes::new();
    let paths = [Some(&task.case.input), task.case.answer.as_ref()];
    for path in paths.into_iter().flatten() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        hashes.insert(name.into_owned(), hash_file(path)?);
    }
    let expectation = &task.expectation;
    hashes.insert("expected".to_owned(), expectation.expected.to_string());
    hashes.insert("reason".to_owned(), expectation.reason.clone());
    if let Some(rules) = &task.rules {
        hashes.insert("rules".to_owned(), format!("{rules:?}"));
    }
    Ok(hashes)
}

/// How programs are judged. Adds the files of the checker.
pub fn judging(args: &JudgeArgs, files: &mut ProgramFiles) -> Result<Value, CliError> {
    let limits = args.bounds.limits();
    if let Some(line) = &args.comparing.checker {
        let words = shlex::split(line).unwrap_or_default();
        files.insert("checker".to_owned(), hash_files(&words)?);
    }
    let selection = &args.selection;
    Ok(json!({
        "compare": super::comparing_name(args),
        "protocol": args.comparing.checker.as_ref().map(|_| format!("{:?}", args.comparing.protocol)),
        "exit_code": format!("{:?}", args.comparing.exit_code),
        "cpu_seconds": limits.cpu.map(|cpu| cpu.as_secs_f64()),
        "wall_seconds": limits.wall.as_secs_f64(),
        "memory_bytes": limits.memory,
        "output_bytes": limits.output,
        "processes": limits.processes,
        "sandbox": !args.bounds.no_sandbox,
        "repeat": super::repetition(args),
        "fail_fast": selection.fail_fast,
    }))
}
