//! The documents, and the blocks of code in them.

use std::path::{Path, PathBuf};

/// A fenced block.
pub struct Block {
    /// The lines of its fences, from 1.
    pub first_line: usize,
    pub last_line: usize,
    /// The text after the fence: the language, then marks.
    pub info: String,
    pub body: String,
}

impl Block {
    /// The language, as readers of the page see it highlighted.
    pub fn language(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// The marks after the language.
    pub fn mark(&self) -> &str {
        self.info.split_once(' ').map_or("", |(_, mark)| mark)
    }
}

/// The blocks of a document, in order.
pub fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = (1..).zip(document.lines());
    while let Some((line, text)) = lines.next() {
        if let Some(info) = text.strip_prefix("```") {
            let body: Vec<_> = lines
                .by_ref()
                .map(|(_, text)| text)
                .take_while(|text| *text != "```")
                .collect();
            blocks.push(Block {
                first_line: line,
                last_line: line + body.len() + 1,
                info: info.to_owned(),
                body: body.iter().flat_map(|text| [text, "\n"]).collect(),
            });
        } else {
            let is_fence = text.trim_start().starts_with("```");
            assert!(!is_fence, "line {line}: an indented block is not tested");
        }
    }
    blocks
}

/// All documents of the repository, with their names.
pub fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = entries(root).filter(|path| path.is_file()).collect();
    for directory in ["docs", "crates", "examples", "fixtures"] {
        files.extend(files_below(&root.join(directory)));
    }
    files.retain(|path| path.extension().is_some_and(|is| is == "md"));
    files.sort();
    let named = files.iter().map(|path| {
        let name = path.strip_prefix(root).expect("a file of the repository");
        let text = std::fs::read_to_string(path).expect("the document is there");
        (name.to_string_lossy().into_owned(), text)
    });
    named.collect()
}

/// The files below a directory.
pub fn files_below(directory: &Path) -> Vec<PathBuf> {
    let files = entries(directory).flat_map(|path| {
        if path.is_dir() {
            files_below(&path)
        } else {
            vec![path]
        }
    });
    files.collect()
}

fn entries(directory: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(directory).expect("a readable directory");
    entries.map(|entry| entry.expect("a readable directory").path())
}
