//! Hashes the sources, so that results of different programs are never mixed; says which commit a
//! release is, and when; and lists the files that `admiralty examples` writes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

const SOURCES: [&str; 2] = ["src", "crates"];

/// What `admiralty examples` writes: all files below these directories, and those in the next one,
/// which Cargo does not watch: each change of a fixture would build the program again.
const EXAMPLES: [&str; 3] = ["examples", "fixtures/beyond", "fixtures/othello"];
const CASES: &str = "fixtures";

fn main() -> io::Result<()> {
    println!("cargo:rustc-env=ADMIRALTY_SOURCE={:016x}", source_hash()?);
    println!("cargo:rustc-env=ADMIRALTY_VERSION={}", version());
    let date = source_time().map(date).unwrap_or_default();
    println!("cargo:rustc-env=ADMIRALTY_DATE={date}");
    let directory = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&directory).join("examples.rs"), examples()?)
}

fn source_hash() -> io::Result<u64> {
    let mut files = vec![PathBuf::from("Cargo.lock")];
    // The packed program has no `crates`: `Cargo.lock` has their checksums.
    for directory in SOURCES.iter().filter(|it| Path::new(it).is_dir()) {
        files_below(Path::new(directory), &mut files)?;
        println!("cargo:rerun-if-changed={directory}");
    }
    files.sort();
    let mut hash = FNV_OFFSET;
    for path in files.iter().filter(|path| path.is_file()) {
        println!("cargo:rerun-if-changed={}", path.display());
        let name = path.to_string_lossy();
        for byte in name.bytes().chain([0]).chain(fs::read(path)?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }
    Ok(hash)
}

/// The parameters of FNV-1a (RFC 9923): a hash that is the same on every machine, without a crate.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

/// The version, with the commit and its date. Without them where there are none, as in a packed
/// crate, and in debug builds, which each commit would build again.
fn version() -> String {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let log = Path::new(".git/logs/HEAD");
    if !is_release || !log.is_file() {
        return version;
    }
    println!("cargo:rerun-if-changed={}", log.display());
    match commit("%h %cs") {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    }
}

/// What Git says about the commit.
fn commit(format: &str) -> Option<String> {
    // A packed crate may have been unpacked within the repository of something else.
    if !Path::new(".git").exists() {
        return None;
    }
    let format = format!("--format={format}");
    let mut git = Command::new("git");
    let log = git.args(["log", "-1", "--abbrev=10", &format]).output();
    let log = log.ok().filter(|log| log.status.success())?;
    Some(String::from_utf8_lossy(&log.stdout).trim_end().to_owned())
}

/// When the sources were last changed, in seconds since 1970: `SOURCE_DATE_EPOCH`
/// (<https://reproducible-builds.org/specs/source-date-epoch/>), or the time of the commit.
fn source_time() -> Option<u64> {
    println!("cargo:rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let time = env::var("SOURCE_DATE_EPOCH").ok();
    time.or_else(|| commit("%ct"))?.parse().ok()
}

/// The date of a time, such as `2026-11-27`, by the algorithm `civil_from_days` in
/// <https://howardhinnant.github.io/date_algorithms.html>: years begin in March, and eras have 400
/// years.
fn date(time: u64) -> String {
    let days = time / (24 * 60 * 60) + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{}-{month:02}-{day:02}", 400 * era + year + later)
}

/// The examples as an expression in Rust: pairs of a path and contents.
fn examples() -> io::Result<String> {
    let mut files = Vec::new();
    for directory in EXAMPLES {
        files_below(Path::new(directory), &mut files)?;
        println!("cargo:rerun-if-changed={directory}");
    }
    for entry in fs::read_dir(CASES)? {
        files.push(entry?.path());
    }
    files.sort();
    let files = files.iter().filter(|path| path.is_file());
    let pairs = files.map(|path| {
        let name = path.to_string_lossy().replace('\\', "/");
        format!(
            "({name:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {name:?}))),\n"
        )
    });
    Ok(format!("&[\n{}]", pairs.collect::<String>()))
}

fn files_below(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            files_below(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
