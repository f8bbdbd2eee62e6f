//! `admiralty examples`: whoever has only the program gets what the documents use.

use std::fs;
use std::path::Path;

use crate::support::markdown::{blocks, documents, files_below};
use crate::support::{Call, text};
use regex_lite::Regex;

/// Runs `admiralty examples new` in a directory.
fn examples(folder: &Path) -> Call {
    Call::new("examples new").within(folder)
}

#[apply(trial)]
fn the_examples_are_the_files_of_the_repository() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = examples(folder.path()).output();
    assert!(output.status.success(), "{output:?}");
    let new = folder.path().join("new");
    let files = files_below(&new);
    for file in &files {
        let name = file.strip_prefix(&new).expect("below it");
        let original = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let contents = fs::read(file).expect("readable");
        assert_eq!(
            contents,
            fs::read(original).expect("readable"),
            "{}",
            name.display()
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = file.metadata().expect("a file").permissions().mode();
            let is_script = contents.starts_with(b"#!");
            assert_eq!(mode & 0o100 != 0, is_script, "{}", name.display());
        }
    }
    let printed = text(&output.stdout);
    let counts = printed.lines().map(|line| {
        let (_, count) = line.split_once(": ").expect("a directory and its files");
        let count = count.strip_suffix(" files").expect("a number of files");
        count.parse::<usize>().expect("a number")
    });
    assert_eq!(counts.sum::<usize>(), files.len(), "{printed}");
}

#[apply(trial)]
fn examples_replace_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let first = examples(folder.path()).output();
    let bots = folder.path().join("new/examples/bots");
    let (changed, missing) = (bots.join("scout.py"), bots.join("scout.c"));
    fs::remove_file(&missing).expect("removed");
    // The command completes what was interrupted.
    examples(folder.path()).expect(&text(&first.stdout), "", 0);
    assert!(missing.exists());

    fs::write(&changed, "mine").expect("written");
    fs::remove_file(&missing).expect("removed");
    let path = Path::new("new/examples/bots/scout.py");
    let message = format!(
        "admiralty: {} exists with other contents; nothing was written: name another directory\n",
        path.display()
    );
    examples(folder.path()).expect("", &message, 2);
    assert_eq!(fs::read(&changed).expect("readable"), b"mine");
    assert!(!missing.exists());
}

/// The tutorials, and the commands of all documents, name no other files of the repository.
#[apply(trial)]
fn the_examples_have_what_the_documents_use() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert!(examples(folder.path()).output().status.success());
    let new = folder.path().join("new");
    let files = files_below(&new).into_iter().map(|file| {
        let name = file.strip_prefix(&new).expect("below it");
        name.to_string_lossy().replace('\\', "/")
    });
    let files: Vec<_> = files.collect();
    let path = Regex::new(r"\b(fixtures|examples)/[\w./-]*").expect("a pattern");
    let mut count = 0;
    for (document, document_text) in documents() {
        let is_followed = document.starts_with("docs/") || document == "README.md";
        let commands = blocks(&document_text).into_iter();
        let commands = commands.filter(|block| block.language() == "sh" && block.mark() != "norun");
        let used = match document.strip_prefix("docs/tutorials/") {
            Some(_) => document_text,
            None if is_followed => commands.map(|block| block.body).collect(),
            None => continue,
        };
        for found in path.find_iter(&used) {
            // Up to the first character of a pattern such as `T*.*`.
            let found = found.as_str();
            let is_there = files.iter().any(|file| file.starts_with(found));
            assert!(is_there, "{document}: {found} is no example");
            count += 1;
        }
    }
    assert!(count > 10, "only {count} files");
}
