//! Damaged files, and sets of files that do not belong together.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, fs, slice};

use serde_json::json;
use tempfile::TempDir;

use super::shard_set::FILES_NAMED_MAX;
use super::*;
use crate::worker_pool::SpawnError;

impl From<SpawnError> for ResultsError {
    fn from(SpawnError(source): SpawnError) -> Self {
        Self::Read {
            path: PathBuf::new(),
            source,
        }
    }
}

const UNITS: u64 = 7;

/// A directory, in memory if possible: synchronising complete files with a disk takes long.
fn directory() -> TempDir {
    let memory = Path::new("/dev/shm");
    let temporary = env::temp_dir();
    let place = if memory.is_dir() { memory } else { &temporary };
    tempfile::tempdir_in(place).expect("a directory")
}

fn header(units: u64, seed: u64, shard: &str) -> Header {
    let shard = shard.parse().expect("a shard");
    let settings = json!({"games": units, "seed": seed});
    Header::new(RunKind::Arena, settings, [].into(), units, shard)
}

fn result(unit: u64) -> u64 {
    unit * unit * 1001
}

/// Opens a file, and checks the results in it.
fn open(path: &Path, header: Header) -> Result<ResultsWriter, ResultsError> {
    let shard = header.shard;
    let mut known = 0;
    ResultsWriter::open(path, header, Some("games"), |found: UnitResult<u64>| {
        let unit = shard.unit(known);
        let found = (found.key, found.count, found.result);
        assert_eq!(found, (unit, 1, result(unit)));
        known += 1;
        Ok(())
    })
}

/// Writes a shard, or the missing part of it.
fn run(path: &Path, header: &Header) -> Result<(), ResultsError> {
    let mut writer = open(path, header.clone())?;
    while writer.units() < header.shard.len(header.units) {
        let unit = header.shard.unit(writer.units());
        writer.append(1, &result(unit))?;
    }
    writer.finish()
}

/// Checks the files, which must be complete.
fn check(paths: &[PathBuf]) -> Result<(), ResultsError> {
    let mut set = ShardSet::new(paths.to_vec(), false);
    if set.discover()?.is_none() {
        return Err(ResultsError::unfit(&paths[0], "is incomplete"));
    }
    let missing = set.check::<ResultsError>(NonZeroUsize::MIN, &AtomicBool::new(false))?;
    if missing.is_empty() {
        return Ok(());
    }
    Err(missing.into())
}

fn merged(paths: &[PathBuf]) -> Vec<(u64, u64)> {
    let mut set = ShardSet::new(paths.to_vec(), false);
    set.discover().expect("headers");
    let mut results = Vec::new();
    loop {
        match set.read().expect("a result") {
            NextResult::Result(found) => results.push((found.key, found.result)),
            NextResult::Gap => panic!("{results:?}"),
            NextResult::End => return results,
        }
    }
}

#[test]
fn a_file_cut_at_any_byte_is_not_complete_and_is_continued() {
    let directory = directory();
    let path = directory.path().join("file");
    let header = header(UNITS, 1, "1/1");
    run(&path, &header).expect("written");
    let whole = fs::read(&path).expect("a file");
    check(slice::from_ref(&path)).expect("complete");
    for length in 0..whole.len() {
        for name in [&path, &partial_path(&path)] {
            let _ = fs::remove_file(&path);
            fs::write(name, &whole[..length]).expect("written");
            let error = check(slice::from_ref(&path)).expect_err("incomplete");
            assert!(
                error.to_string().contains("is incomplete"),
                "{length}: {error}"
            );
            run(&path, &header).expect("continued");
            assert!(fs::read(&path).expect("a file") == whole, "{length}");
            assert!(!partial_path(&path).exists());
        }
    }
}

/// The file must not pass as complete: appended results would be lost.
#[test]
fn a_file_that_ends_too_early_is_continued() {
    let directory = directory();
    let path = directory.path().join("file");
    let header = header(UNITS, 1, "1/1");
    let mut writer = open(&path, header.clone()).expect("a new file");
    writer.append(1, &result(1)).expect("written");
    writer.finish().expect("written");
    drop(writer);
    check(slice::from_ref(&path)).expect_err("incomplete");
    run(&path, &header).expect("continued");
    check(slice::from_ref(&path)).expect("complete");
}

#[test]
fn a_file_with_any_byte_changed_is_refused_or_repaired() {
    let directory = directory();
    let path = directory.path().join("file");
    let header = header(UNITS, 1, "1/1");
    run(&path, &header).expect("written");
    let whole = fs::read(&path).expect("a file");
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= [1, 4, 0x20, 0x80][at % 4];
        for name in [&path, &partial_path(&path)] {
            let _ = fs::remove_file(&path);
            fs::write(name, &changed).expect("written");
            assert!(check(slice::from_ref(&path)).is_err(), "{at}");
            match run(&path, &header) {
                Ok(()) => assert!(fs::read(&path).expect("a file") == whole, "{at}"),
                // The first line is not reported again.
                Err(_) => fs::remove_file(name).expect("it is left alone"),
            }
        }
    }
}

#[test]
fn shards_of_any_number_have_all_results_in_order() {
    let directory = directory();
    let all: Vec<_> = (1..=UNITS).map(|unit| (unit, result(unit))).collect();
    for count in 1..=UNITS + 2 {
        let mut paths = Vec::new();
        // In any order.
        for number in (1..=count).rev() {
            let path = directory.path().join(format!("{number}-of-{count}"));
            let header = header(UNITS, 1, &format!("{number}/{count}"));
            run(&path, &header).expect("written");
            // Nothing is left to do.
            run(&path, &header).expect("read");
            paths.push(path);
        }
        check(&paths).expect("complete");
        assert_eq!(merged(&paths), all, "{count}");
    }
}

#[test]
fn a_run_grows_from_a_complete_file_or_a_partial_one() {
    let directory = directory();
    let [path, expected] = ["file", "expected"].map(|name| directory.path().join(name));
    run(&expected, &header(UNITS, 1, "2/3")).expect("written");
    run(&path, &header(4, 1, "2/3")).expect("written");
    run(&path, &header(UNITS, 1, "2/3")).expect("continued");
    assert_eq!(
        fs::read(&path).expect("a file"),
        fs::read(&expected).expect("a file")
    );
    // With fewer units, the others would be lost.
    let error = run(&path, &header(4, 1, "2/3")).expect_err("more units");
    assert!(
        error.to_string().contains("has more results than the run"),
        "{error}"
    );
    fs::rename(&path, partial_path(&path)).expect("renamed");
    run(&path, &header(UNITS + 3, 1, "2/3")).expect("continued");
    run(&expected, &header(UNITS + 3, 1, "2/3")).expect("continued");
    assert_eq!(
        fs::read(&path).expect("a file"),
        fs::read(&expected).expect("a file")
    );
}

#[test]
fn files_that_do_not_belong_together_are_refused_by_name() {
    let directory = directory();
    let file = |name: &str, header: &Header| {
        let path = directory.path().join(name);
        run(&path, header).expect("written");
        path
    };
    let one = file("one", &header(UNITS, 1, "1/2"));
    let foreign = directory.path().join("foreign");
    fs::write(&foreign, "notes\n").expect("written");
    let version = directory.path().join("version");
    fs::write(&version, "{\"format\":\"admiralty-results-0\"}\n").expect("written");
    for (other, message) in [
        (
            file("again", &header(UNITS, 1, "1/2")),
            "again are both shard 1/2",
        ),
        (
            file("seed", &header(UNITS, 2, "2/2")),
            "seed belongs to another run: its seed is 2, not 1",
        ),
        (
            file("three", &header(UNITS, 1, "2/3")),
            "its number of shards is 3, not 2",
        ),
        (file("units", &header(9, 1, "2/2")), "its games is 9, not 7"),
        (foreign, "foreign is not a file of results"),
        (version, "written by another version"),
        (directory.path().join("none"), "none does not exist"),
    ] {
        let error = check(&[one.clone(), other]).expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn all_missing_shards_are_listed_in_one_line() {
    const COUNT: u64 = 12;
    let directory = directory();
    let path = |number: u64| directory.path().join(number.to_string());
    for number in 1..=COUNT {
        let header = header(COUNT, 1, &format!("{number}/{COUNT}"));
        run(&path(number), &header).expect("written");
    }
    for (missing, line) in [
        (
            &[12][..],
            "1 of 12 shards is missing or incomplete: --array=12",
        ),
        (
            &[1, 2],
            "2 of 12 shards are missing or incomplete: --array=1-2",
        ),
        (
            &[2, 5, 6, 7, 9],
            "5 of 12 shards are missing or incomplete: --array=2,5-7,9",
        ),
    ] {
        let mut paths: Vec<_> = (1..=COUNT)
            .filter(|number| !missing.contains(number))
            .map(path)
            .collect();
        assert_eq!(check(&paths).expect_err(line).to_string(), line);
        // The last shard has a file.
        let empty = directory.path().join("empty");
        fs::write(&empty, "").expect("written");
        paths.insert(0, empty);
        let error = check(&paths).expect_err(line).to_string();
        let (first, second) = error.split_once('\n').expect("two lines");
        assert_eq!(first, line);
        assert!(
            second.ends_with("empty is empty, or ends within its first line"),
            "{error}"
        );
    }
    let names = 0..2 * u64::try_from(FILES_NAMED_MAX).expect("small");
    let paths: Vec<_> = names
        .map(|name| path(100 + name))
        .chain([path(1)])
        .collect();
    let error = check(&paths).expect_err("missing").to_string();
    assert_eq!(error.lines().count(), 1 + FILES_NAMED_MAX + 1, "{error}");
}

#[test]
fn a_partial_set_takes_a_broken_line_as_the_end_of_its_file() {
    let directory = directory();
    let [whole, broken] = ["whole", "broken"].map(|name| directory.path().join(name));
    run(&whole, &header(UNITS, 1, "1/2")).expect("written");
    run(&broken, &header(UNITS, 1, "2/2")).expect("written");
    let bytes = fs::read(&broken).expect("a file");
    let ends = (0..bytes.len()).filter(|&at| bytes[at] == b'\n');
    for (line, end) in (1..).zip(ends) {
        let mut bytes = bytes.clone();
        bytes[end - 3] ^= 1;
        fs::write(&broken, bytes).expect("written");
        let paths = [whole.clone(), broken.clone()];
        let error = check(&paths).expect_err("broken").to_string();
        // The shard to repeat, if the header still names it.
        let of_line = match line {
            1 => Some(error.as_str()),
            _ => error.strip_prefix("1 of 2 shards is missing or incomplete: --array=2\n"),
        };
        let of_line = of_line.expect("the shard");
        let start = format!("line {line} of {} is broken: ", broken.display());
        assert!(of_line.starts_with(&start), "{error}");
        let mut set = ShardSet::new(paths.to_vec(), true);
        set.discover().expect("a header");
        let missing = set.check::<ResultsError>(NonZeroUsize::MIN, &AtomicBool::new(false));
        let missing = missing.expect("accepted");
        let [found] = &missing.broken_lines[..] else {
            panic!("{missing:?}")
        };
        assert_eq!(found.to_string(), of_line);
        assert!(!missing.is_empty());
        let mut units = Vec::new();
        loop {
            match set.read::<u64>().expect("accepted") {
                NextResult::Result(found) => units.push(found.key),
                NextResult::Gap => set.leave_out(),
                NextResult::End => break,
            }
        }
        let expected = (1..=UNITS).filter(|unit| unit % 2 == 1 || unit / 2 < line - 1);
        assert_eq!(units, expected.collect::<Vec<_>>(), "line {line}");
    }
}

#[test]
fn a_file_of_something_else_is_never_touched() {
    let directory = directory();
    let path = directory.path().join("file");
    let with = |settings, files| Header::new(RunKind::Arena, settings, files, UNITS, Shard::WHOLE);
    let (ours, bot) = (header(UNITS, 1, "1/1"), ("bot".to_owned(), [].into()));
    for (ours, other, message) in [
        (
            header(UNITS, 1, "2/2"),
            header(UNITS, 1, "1/2"),
            "belongs to another shard: 1/2, not 2/2",
        ),
        (
            ours.clone(),
            header(UNITS, 1, "1/2"),
            "its number of shards is 2, not 1",
        ),
        (
            ours.clone(),
            header(UNITS, 2, "1/1"),
            "its seed is 2, not 1",
        ),
        (
            ours.clone(),
            header(UNITS + 1, 1, "1/1"),
            "has more results than the run",
        ),
        (
            ours.clone(),
            with(json!({"games": 7, "seed": 1, "sprt": 5}), [].into()),
            "its sprt is 5, not null",
        ),
        (
            ours.clone(),
            with(json!({"games": 7, "seed": 1}), [bot].into()),
            "bot has changed",
        ),
    ] {
        for is_begun in [false, true] {
            run(&path, &other).expect("written");
            let theirs = fs::read(&path).expect("a file");
            if is_begun {
                // A partial file of this run does not make the other file its own.
                let own = directory.path().join("own");
                run(&own, &ours).expect("written");
                fs::rename(own, partial_path(&path)).expect("renamed");
            }
            let error = run(&path, &ours).expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
            assert!(fs::read(&path).expect("a file") == theirs, "{message}");
            let files = fs::read_dir(&directory).expect("a directory").count();
            assert_eq!(files, 1 + usize::from(is_begun), "{message}");
            let _ = fs::remove_file(partial_path(&path));
            fs::rename(&path, partial_path(&path)).expect("renamed");
            let error = run(&path, &ours).expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
            assert!(
                fs::read(partial_path(&path)).expect("a file") == theirs,
                "{message}"
            );
            fs::remove_file(partial_path(&path)).expect("removed");
        }
    }
}

#[test]
fn a_partial_file_without_results_does_not_hide_the_complete_one() {
    let directory = directory();
    let path = directory.path().join("file");
    let header = header(UNITS, 1, "1/1");
    run(&path, &header).expect("written");
    let whole = fs::read(&path).expect("a file");
    fs::write(partial_path(&path), &whole[..20]).expect("written");
    assert_eq!(open(&path, header).expect("opened").units(), UNITS);
    assert!(fs::read(&path).expect("a file") == whole);
}

#[cfg(unix)]
#[test]
fn only_regular_files_have_results() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let directory = directory();
    let [socket, link, dangling, file] =
        ["socket", "link", "dangling", "file"].map(|name| directory.path().join(name));
    let _listener = UnixListener::bind(&socket).expect("a socket");
    symlink("none", &dangling).expect("a link");
    let header = header(UNITS, 1, "1/1");
    for path in [&socket, &dangling, directory.path()] {
        let error = run(path, &header).expect_err("refused").to_string();
        assert!(error.ends_with(" is not a regular file"), "{error}");
    }
    fs::write(&file, "").expect("written");
    symlink(&file, &link).expect("a link");
    run(&link, &header).expect("written");
    assert!(link.is_symlink());
    check(&[file]).expect("complete");
    let left = fs::read_dir(&directory).expect("a directory").count();
    assert_eq!(left, 4, "no partial file is left behind");
}

#[test]
fn two_processes_do_not_write_to_the_same_file() {
    let directory = directory();
    let path = directory.path().join("file");
    let header = header(UNITS, 1, "1/1");
    let _writer = open(&path, header.clone()).expect("opened");
    let error = open(&path, header).expect_err("locked").to_string();
    assert!(error.starts_with("another run is writing to"), "{error}");
}

/// Children that are just starting have the file open for a moment.
#[cfg(unix)]
#[test]
fn a_file_that_was_closed_can_be_opened_while_programs_are_started() {
    let directory = directory();
    let path = directory.path().join("file");
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                let child = std::process::Command::new("true").status();
                assert!(child.expect("a child").success());
            }
        });
        let opened: Result<Vec<_>, _> = (0..2000).map(|_| open_keyed(&path).map(drop)).collect();
        is_done.store(true, Ordering::Relaxed);
        opened.expect("it is not locked");
    });
}

/// The results of a keyed run by their keys, and the number of its first broken line.
type FoundKeys = (BTreeMap<String, u64>, Option<u64>);

fn keyed_header(shard: &str) -> Header {
    let shard = shard.parse().expect("a shard");
    Header::new(RunKind::Grade, json!({}), [].into(), UNITS, shard)
}

/// Opens a keyed file, keeps what is not in `stale`, and reads it.
fn open_without(path: &Path, stale: &[&str]) -> Result<(ResultsWriter, FoundKeys), ResultsError> {
    let mut found = BTreeMap::new();
    let keeps = |line: ResultLine<String, u64>| {
        let is_kept = !stale.contains(&&*line.key);
        if is_kept {
            found.insert(line.key, line.result);
        }
        is_kept
    };
    let file = ResultsWriter::open_keyed(path, keyed_header("1/1"), keeps)?;
    let broken_line = file.broken_line;
    Ok((file, (found, broken_line)))
}

fn open_keyed(path: &Path) -> Result<(ResultsWriter, FoundKeys), ResultsError> {
    open_without(path, &[])
}

/// Writes results with the keys `0`, `1` and so on.
fn write_keyed(path: &Path, count: u64) {
    let (mut file, _) = open_keyed(path).expect("opened");
    for number in 0..count {
        let key = number.to_string();
        file.append_keyed(&key, &result(number)).expect("written");
    }
    file.finish().expect("complete");
}

/// The first results of [`write_keyed`].
fn first_keys(count: u64) -> BTreeMap<String, u64> {
    let line = |number: u64| (number.to_string(), result(number));
    (0..count).map(line).collect()
}

#[test]
fn a_keyed_file_cut_at_any_byte_is_continued() {
    let directory = directory();
    let path = directory.path().join("file");
    write_keyed(&path, 5);
    let whole = fs::read(&path).expect("a file");
    for length in 0..=whole.len() {
        let _ = fs::remove_file(&path);
        fs::write(partial_path(&path), &whole[..length]).expect("written");
        let (mut file, found) = open_keyed(&path).expect("opened");
        let lines = memchr::memchr_iter(b'\n', &whole[..length]).count() as u64;
        let results = lines.saturating_sub(1).min(5);
        assert_eq!(found, (first_keys(results), None), "{length}");
        let added = (results..5).map(|number| (number.to_string(), result(number)));
        for (key, result) in added {
            file.append_keyed(&key, &result).expect("written");
        }
        file.finish().expect("complete");
        assert!(fs::read(&path).expect("a file") == whole, "{length}");
    }
}

#[test]
fn a_changed_byte_of_a_keyed_file_costs_no_result_before_it() {
    let directory = directory();
    let path = directory.path().join("file");
    write_keyed(&path, 5);
    let whole = fs::read(&path).expect("a file");
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= [1, 4, 0x20, 0x80][at % 4];
        fs::write(&path, &changed).expect("written");
        let lines = memchr::memchr_iter(b'\n', &whole[..at]).count() as u64;
        if lines == 0 {
            // The first line is not reported again.
            assert!(open_keyed(&path).is_err(), "{at}");
            assert!(fs::read(&path).expect("a file") == changed, "{at}");
            continue;
        }
        let (mut file, (found, broken_line)) = open_keyed(&path).expect("opened");
        assert_eq!(found, first_keys(lines - 1), "{at}");
        // A last line without a line feed is not broken: it was never complete.
        let is_last_feed = at + 1 == whole.len();
        assert_eq!(broken_line, (!is_last_feed).then_some(lines + 1), "{at}");
        assert!(fs::read(&path).expect("a file") == changed, "{at}");
        file.append_keyed(&"new", &1).expect("written");
        file.finish().expect("complete");
        drop(file);
        let (_, (mut found, broken_line)) = open_keyed(&path).expect("opened");
        assert_eq!((found.remove("new"), broken_line), (Some(1), None));
        assert_eq!(found, first_keys(lines - 1), "{at}");
    }
}

/// A complete file stays until the new one is complete, wherever that was interrupted.
#[test]
fn stale_lines_are_replaced_when_the_new_file_is_complete() {
    let directory = directory();
    let path = directory.path().join("file");
    write_keyed(&path, 5);
    let whole = fs::read(&path).expect("a file");
    let others = |range: std::ops::Range<u64>| {
        let all = first_keys(range.end).into_iter();
        all.filter(|(key, _)| key != "2")
            .collect::<BTreeMap<_, _>>()
    };
    for is_interrupted in [true, false] {
        let (mut file, (found, _)) = open_without(&path, &["2"]).expect("opened");
        assert_eq!(found, others(0..5));
        assert!(fs::read(&path).expect("a file") == whole);
        if !is_interrupted {
            file.append_keyed(&"2", &7).expect("written");
            // The last line of a key counts.
            file.append_keyed(&"2", &8).expect("written");
            file.finish().expect("complete");
        }
    }
    assert!(!partial_path(&path).exists());
    let (_, (mut found, _)) = open_keyed(&path).expect("opened");
    assert_eq!(found.remove("2"), Some(8));
    assert_eq!(found, others(0..5));
    check(&[path]).expect("complete");
}

#[test]
fn keyed_files_are_read_shard_by_shard() {
    let directory = directory();
    let paths = [1, 2].map(|number| directory.path().join(number.to_string()));
    for (number, path) in (1..).zip(&paths) {
        let header = keyed_header(&format!("{number}/2"));
        let mut file = ResultsWriter::open_keyed(path, header, |_: ResultLine<String, u64>| true)
            .expect("opened");
        for key in ["a", "b"] {
            let key = format!("{key}{number}");
            file.append_keyed(&key, &number).expect("written");
        }
        if number == 1 {
            file.finish().expect("complete");
        }
    }
    let read = || {
        let mut set = ShardSet::new(paths.to_vec(), false);
        set.discover().expect("headers").expect("a header");
        let missing = set.check::<ResultsError>(NonZeroUsize::MIN, &AtomicBool::new(false));
        let mut lines = Vec::new();
        set.read_keyed(|shard, line: ResultLine<String, u64>| {
            lines.push(format!("{shard} {} {}", line.key, line.result));
        })
        .expect("lines");
        (lines, missing.expect("checked").to_string())
    };
    let (lines, missing) = read();
    assert_eq!(lines, ["1/2 a1 1", "1/2 b1 1", "2/2 a2 2", "2/2 b2 2"]);
    assert!(
        missing.contains("1 of 2 shards is missing or incomplete: --array=2"),
        "{missing}"
    );
    assert!(missing.ends_with("its last line is missing"), "{missing}");
}

#[test]
fn runs_of_different_kinds_do_not_share_a_file() {
    let directory = directory();
    let [keyed, shard, notes, old, other] =
        ["keyed", "shard", "notes", "old", "other"].map(|name| directory.path().join(name));
    let header = header(UNITS, 1, "1/1");
    write_keyed(&keyed, 2);
    run(&shard, &header).expect("written");
    fs::write(&notes, "notes\n").expect("written");
    fs::write(&old, "{\"format\":\"admiralty-results-3\"}\n").expect("written");
    let of_other =
        ResultsWriter::open_keyed(&other, keyed_header("2/3"), |_: ResultLine<String, u64>| {
            true
        });
    of_other
        .and_then(|mut file| file.finish())
        .expect("complete");
    let all = [&keyed, &shard, &notes, &old, &other];
    let contents = all.map(|path| fs::read(path).expect("a file"));
    for (error, message) in [
        (
            run(&keyed, &header).expect_err("a class"),
            "its kind is \"grade\", not \"arena\"",
        ),
        (
            open_keyed(&shard).expect_err("a tournament"),
            "its kind is \"arena\", not \"grade\"",
        ),
        (
            open_keyed(&notes).expect_err("notes"),
            "is not a file of results",
        ),
        (
            open_keyed(&old).expect_err("an old file"),
            "was written by another version of this program: admiralty-results-3, this is admiralty-results-4",
        ),
        (
            open_keyed(&other).expect_err("another shard"),
            "belongs to another shard: 2/3, not 1/1; a new run needs another file",
        ),
    ] {
        assert!(error.to_string().contains(message), "{error}");
    }
    assert!(all.map(|path| fs::read(path).expect("a file")) == contents);
    assert!(all.iter().all(|path| !partial_path(path).exists()));
    let _writer = open_without(&keyed, &["1"]).expect("opened");
    let error = open_keyed(&keyed).expect_err("locked").to_string();
    assert!(error.starts_with("another run is writing to"), "{error}");
}

#[test]
fn all_bytes_are_text() {
    let bytes = ByteText((0..=255).collect());
    let text = serde_json::to_string(&bytes).expect("text");
    assert_eq!(
        serde_json::from_str::<ByteText>(&text).expect("bytes"),
        bytes
    );
    assert!(serde_json::from_str::<ByteText>("\"\u{100}\"").is_err());
}
