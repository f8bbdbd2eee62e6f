//! Hashes the sources, so that results of different programs are never mixed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const SOURCES: [&str; 2] = ["src", "crates"];

fn main() -> io::Result<()> {
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
    println!("cargo:rustc-env=ADMIRALTY_SOURCE={hash:016x}");
    Ok(())
}

/// The parameters of FNV-1a (RFC 9923): a hash that is the same on every machine, without a crate.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

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
