//! The settings of the judge in files of results.

use std::collections::BTreeMap;
use std::path::Path;

use admiralty::judge::{Grading, Task};
use admiralty::results::{FileHashes, Header, Kind, Shard, hash_file, hash_files};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::JudgeArgs;
use super::class::ClassEntry;
use super::table;
use crate::cli::CliError;

/// The settings of a class, as far as its report needs them.
#[derive(Debug, Serialize, Deserialize)]
pub struct ClassSettings {
    /// The names of the cases.
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
    let mut files = BTreeMap::new();
    for entry in entries {
        if let Some(build) = &entry.build {
            let sources = FileHashes::from([("sources".to_owned(), build.key.clone())]);
            files.insert(entry.name.clone(), sources);
        } else if let Ok([program]) = entry.program.as_deref() {
            let program = Path::new(program);
            let name = program.file_name().unwrap_or_default().to_string_lossy();
            let hash = hash_file(program)?;
            files.insert(
                entry.name.clone(),
                FileHashes::from([(name.into_owned(), hash)]),
            );
        }
    }
    let mut settings = judging(args, &mut files)?;
    let class = ClassSettings {
        cases: tasks.iter().map(|task| task.case.name.clone()).collect(),
        counted: table::counted(tasks),
        compare: super::comparing_name(args),
        grading: grading.cloned(),
    };
    settings["cases"] = json!(class.cases);
    settings["counted"] = json!(class.counted);
    settings["grading"] = json!(class.grading);
    let names: Vec<_> = entries.iter().map(|entry| &entry.name).collect();
    settings["programs"] = json!(names);
    for task in tasks {
        let mut hashes = FileHashes::new();
        for path in [Some(&task.case.input), task.case.answer.as_ref()]
            .into_iter()
            .flatten()
        {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            hashes.insert(name.into_owned(), hash_file(path)?);
        }
        let expectation = &task.expectation;
        hashes.insert("expected".to_owned(), expectation.expected.to_string());
        hashes.insert("reason".to_owned(), expectation.reason.clone());
        if let Some(rules) = &task.rules {
            hashes.insert("rules".to_owned(), format!("{rules:?}"));
        }
        files.insert(format!("case {}", task.case.name), hashes);
    }
    Ok(Header::new(
        Kind::Programs,
        settings,
        files,
        entries.len() as u64,
        shard,
    ))
}

/// How programs are judged. Adds the files of the checker.
pub fn judging(
    args: &JudgeArgs,
    files: &mut BTreeMap<String, FileHashes>,
) -> Result<Value, CliError> {
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
        "sandbox": args.bounds.sandbox,
        "repeat": selection.repeat,
        "fail_fast": selection.fail_fast,
        "give_up": super::give_up(args),
    }))
}
