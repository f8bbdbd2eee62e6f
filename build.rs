//! Hashes the sources, so that results of different programs are never mixed; says which commit a
//! release is; and lists the files that `admiralty examples` writes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

const SOURCES: [&str; 2] = ["src", "crates"];

/// What `admiralty examples` writes: all files below these directories, and those in the next one.
const EXAMPLES: [&str; 3] = ["examples", "fixtures/beyond", "fixtures/othello"];
const CASES: &str = "fixtures";

fn main() -> io::Result<()> {
    println!("cargo:rustc-env=ADMIRALTY_SOURCE={:016x}", source_hash()?);
    println!("cargo:rustc-env=ADMIRALTY_VERSION={}", version());
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
    // A packed crate may have been unpacked within the repository of something else.
    let log = Path::new(".git/logs/HEAD");
    if !is_release || !log.is_file() {
        return version;
    }
    println!("cargo:rerun-if-changed={}", log.display());
    let mut git = Command::new("git");
    let commit = git.args(["log", "-1", "--abbrev=10", "--format=%h %cs"]);
    match commit.output() {
        Ok(output) if output.status.success() => {
            let commit = String::from_utf8_lossy(&output.stdout);
            format!("{version} ({})", commit.trim_end())
        }
        _ => version,
    }
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
