//! Archives of submissions.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use admiralty_judge::{BuildRule, Builder, NamePattern};
use admiralty_process::Limits;

/// The rules of docs/JUDGE.md for the sources of a program.
const FILES_MAX: usize = 10_000;
const BYTES_MAX: u64 = 64 << 20;

/// The blocks of a tar file, and the parts of the header of a file.
const BLOCK_BYTES: usize = 512;
const CHECKSUM: std::ops::Range<usize> = 148..156;
const MAGIC: std::ops::Range<usize> = 257..262;

/// Any bytes are unpacked within a directory and within limits, or are no archive.
pub fn archives(bytes: &[u8]) {
    unpack("s.zip", bytes);
    unpack("s.tgz", bytes);
    unpack("s.tar", &with_checksums(bytes));
}

/// A tar file with the right checksums, which no fuzzer finds.
fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let blocks = bytes.chunks_exact_mut(BLOCK_BYTES);
    for header in blocks.filter(|block| &block[MAGIC] == b"ustar") {
        header[CHECKSUM].fill(b' ');
        let sum: u32 = header.iter().copied().map(u32::from).sum();
        header[CHECKSUM].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    }
    bytes
}

/// Builds the C files of an archive by a rule without commands, which only copies them.
fn unpack(name: &str, bytes: &[u8]) {
    let outside = tempfile::tempdir().expect("a directory");
    // From here, a few steps up reach nothing else.
    let directory = outside.path().join("1/2/3/4/5/6");
    fs::create_dir_all(&directory).expect("a directory");
    let (archive, cache) = (directory.join(name), directory.join("cache"));
    fs::write(&archive, bytes).expect("written");
    let builder = Builder {
        rules: vec![BuildRule {
            name: "C".to_owned(),
            files: vec!["*.c".parse::<NamePattern>().expect("a pattern")],
            programs: Vec::new(),
            projects: false,
            commands: Vec::new(),
            run: "true".to_owned(),
        }],
        limits: Limits::of_time(Duration::from_secs(1)),
        sandbox: None,
        cache: cache.clone(),
    };
    let stop = AtomicBool::new(false);
    let mut is_built = false;
    builder
        .build_all(
            slice::from_ref(&archive),
            NonZeroUsize::MIN,
            &stop,
            |_, built| {
                is_built = built.is_ok();
            },
        )
        .expect("nothing is interrupted");
    let all = files_below(outside.path());
    let (copied, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.starts_with(&cache));
    assert_eq!(others, [archive], "something is outside");
    if !is_built {
        assert_eq!(copied, Vec::<PathBuf>::new(), "something is left");
    }
    let bytes = copied
        .iter()
        .map(|path| path.metadata().expect("a file").len());
    // Besides the copy, there are the outcome and the headers of MSVC.
    assert!(copied.len() <= FILES_MAX + 20 && bytes.sum::<u64>() <= BYTES_MAX + (1 << 16));
}

/// The files below a directory, which must be regular ones.
fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).expect("a readable directory") {
        let entry = entry.expect("a readable directory");
        let kind = entry.file_type().expect("a file");
        if kind.is_dir() {
            files.extend(files_below(&entry.path()));
        } else {
            assert!(kind.is_file(), "{}", entry.path().display());
            files.push(entry.path());
        }
    }
    files
}
