//! Files of results: merging them, and continuing them.

use std::error::Error;
use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use admiralty_arena::report::TournamentReport;
use admiralty_arena::{ArenaError, FinishedPair, Tournament, TournamentSettings};
use admiralty_judge::class::StoredClass;
use admiralty_pages::solo_page;
use admiralty_results::{
    Header, NextResult, ResultLine, ResultsError, ResultsWriter, RunKind, ShardSet, UnitResult,
    hash_bytes, program_version,
};
use admiralty_solo::{ShotCounts, SoloError, SoloSettings};
use bstr::ByteSlice;
use flate2::Crc;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

/// The most files in an input.
const FILES_MAX: usize = 4;
/// Runs of more shards are not merged, because looking for all of them takes long.
const SHARDS_MAX: u64 = 1000;

/// The program merges any files, with a result for each unit if nothing is missing, and continues each to
/// its end; or it refuses them.
pub fn results(input: &[u8]) {
    let directory = tempfile::tempdir().expect("a directory");
    let paths: Vec<_> = (0..)
        .zip(files(input))
        .map(|(number, file)| {
            let path = directory.path().join(number.to_string());
            fs::write(&path, file).expect("written");
            path
        })
        .collect();
    for is_partial in [false, true] {
        let _ = merge(&paths, is_partial);
    }
    for path in paths {
        let _ = resume(&path);
    }
}

/// The files of an input, each from a header on. Checksums, which no fuzzer finds, and the version are
/// filled in: lines that have none get one, and empty texts are replaced.
fn files(input: &[u8]) -> Vec<Vec<u8>> {
    const START: &[u8] = b"{\"format\":";
    let version = format!("\"version\":\"{}\"", program_version());
    let mut files: Vec<Vec<u8>> = vec![Vec::new()];
    for line in input.lines_with_terminator() {
        let is_begun = files.last().is_some_and(|file| !file.is_empty());
        if line.starts_with(START) && is_begun && files.len() < FILES_MAX {
            files.push(Vec::new());
        }
        let file = files.last_mut().expect("one");
        let Some(object) = line
            .strip_suffix(b"}\n")
            .filter(|it| !it.contains_str("\"crc\""))
        else {
            file.extend(line);
            continue;
        };
        let hash = format!("\"sha256\":\"{}\"", hash_bytes(&file));
        let object = object
            .replace("\"version\":\"\"", &version)
            .replace("\"sha256\":\"\"", hash);
        let mut crc = Crc::new();
        crc.update(&object);
        file.extend(object);
        file.extend(format!(",\"crc\":\"{:08x}\"}}\n", crc.sum()).bytes());
    }
    files
}

fn merge(paths: &[PathBuf], is_partial: bool) -> Result<(), Box<dyn Error>> {
    let mut set = ShardSet::new(paths.to_vec(), is_partial);
    let Some(header) = set.discover()?.cloned() else {
        return Ok(());
    };
    if header.shard.count() > SHARDS_MAX {
        return Ok(());
    }
    let stop = AtomicBool::new(false);
    let missing = set.check::<ArenaError>(NonZeroUsize::MIN, &stop)?;
    let _ = missing.to_string();
    if header.kind == RunKind::Grade {
        return class(&mut set, &header);
    }
    let mut units = 0;
    while let Some(line) = next::<IgnoredAny>(&mut set, is_partial)? {
        units += line.count;
    }
    let is_complete = units == header.units;
    assert!(
        is_complete || !missing.is_empty(),
        "{units} units of {}",
        header.units
    );
    set.rewind()?;
    match header.kind {
        RunKind::Arena => tournament(&mut set, &header, is_partial)?,
        RunKind::Solo => experiments(&mut set, &header, is_partial)?,
        RunKind::Grade => {}
    }
    Ok(())
}

fn class(set: &mut ShardSet, header: &Header) -> Result<(), Box<dyn Error>> {
    let mut class = StoredClass::new(header)?;
    set.read_keyed(|shard, line| class.add(shard, line))?;
    let programs = class.settings.programs.len();
    assert!(class.rows().count() <= programs);
    Ok(())
}

/// The next result; incomplete shards are left out, or end the results.
fn next<T: DeserializeOwned>(
    set: &mut ShardSet,
    is_partial: bool,
) -> Result<Option<UnitResult<T>>, ResultsError> {
    loop {
        match set.read()? {
            NextResult::Result(line) => return Ok(Some(line)),
            NextResult::Gap if is_partial => set.leave_out(),
            NextResult::Gap | NextResult::End => return Ok(None),
        }
    }
}

fn tournament(set: &mut ShardSet, header: &Header, is_partial: bool) -> Result<(), ArenaError> {
    let tournament = Tournament::new(TournamentSettings::from_header(header)?)?;
    let mut standings = tournament.standings();
    while standings.next_pair().is_some()
        && let Some(line) = next::<FinishedPair>(set, is_partial)?
        && let Some(pair) = tournament.pair(line.key - 1)
    {
        standings.add(&pair, &line.result.games);
    }
    let report = TournamentReport::new(tournament.settings(), &standings);
    report.write_tables(&mut io::sink()).expect("written");
    serde_json::to_vec(&report).expect("JSON");
    Ok(())
}

fn experiments(set: &mut ShardSet, header: &Header, is_partial: bool) -> Result<(), SoloError> {
    let settings = SoloSettings::from_header(header);
    let experiments = settings.as_ref().and_then(SoloSettings::experiments);
    let (Some(settings), Some(experiments)) = (settings, experiments) else {
        return Ok(());
    };
    let mut counts = SoloSettings::no_games(&experiments);
    while let Some(line) = next::<ShotCounts>(set, is_partial)? {
        settings.merge(&mut counts, &line)?;
    }
    let runs: Vec<_> = experiments.iter().zip(&counts).collect();
    let _ = solo_page(&runs);
    Ok(())
}

/// Continues a file with a single result for all that is missing, and reads it again.
fn resume(path: &Path) -> Result<(), ResultsError> {
    let Some(header) = ResultsWriter::existing_header(path)? else {
        return Ok(());
    };
    if header.kind == RunKind::Grade {
        return resume_class(path, &header);
    }
    let open = || {
        let mut lines = Vec::new();
        let add = |line: UnitResult<Value>| {
            lines.push((line.key, line.count, line.result));
            Ok::<_, ResultsError>(())
        };
        let writer = ResultsWriter::open(path, header.clone(), None, add)?;
        Ok::<_, ResultsError>((writer, lines))
    };
    let (mut writer, mut lines) = open()?;
    let left = header.shard.len(header.units) - writer.units();
    if left > 0 {
        lines.push((header.shard.unit(writer.units()), left, json!(0)));
        writer.append(left, &json!(0)).expect("written");
    }
    writer.finish().expect("written");
    drop(writer);
    let (writer, again) = open().expect("a complete file");
    assert_eq!(writer.broken_line, None);
    assert_eq!(again, lines);
    Ok(())
}

fn resume_class(path: &Path, header: &Header) -> Result<(), ResultsError> {
    let open = || {
        let mut lines = Vec::new();
        let add = |line: ResultLine<Value, Value>| {
            lines.push((line.key, line.result));
            true
        };
        let writer = ResultsWriter::open_keyed(path, header.clone(), add)?;
        Ok::<_, ResultsError>((writer, lines))
    };
    let (mut writer, lines) = open()?;
    writer.finish().expect("written");
    drop(writer);
    let (writer, again) = open().expect("a complete file");
    assert_eq!(writer.broken_line, None);
    assert_eq!(again, lines);
    Ok(())
}
