//! The table of docs/EDITORS.md that says what was tried in which editor.

use std::collections::BTreeMap;

const DOCUMENT: &str = include_str!("../../docs/EDITORS.md");

/// What was recorded in the editor of each column of the table.
const RECORDED: [&[&str]; 3] = [
    &[
        include_str!("real/neovim.txt"),
        include_str!("real/tree-sitter.txt"),
    ],
    &[include_str!("real/emacs.txt")],
    &[include_str!("real/vscode.txt")],
];

/// The rows of the tables of the document that have as many columns, with their heads.
fn rows<const N: usize>() -> impl Iterator<Item = [&'static str; N]> {
    DOCUMENT.lines().filter_map(|line| {
        let cells = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ");
        cells.collect::<Vec<_>>().try_into().ok()
    })
}

/// What was tried, by the rows of the table: the titles of the steps that were recorded.
fn tried(records: &[&'static str]) -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut tried = BTreeMap::<_, Vec<_>>::new();
    let lines = records.iter().flat_map(|record| record.lines());
    for title in lines.filter_map(|line| line.strip_prefix("== ")) {
        let (row, step) = title.split_once(": ").expect(title);
        tried.entry(row).or_default().push(step);
    }
    tried
}

/// Where nothing was recorded, the table says why.
#[apply(trial)]
fn the_table_of_editors_lists_what_was_recorded() {
    let mut columns = RECORDED.map(tried);
    let table: Vec<_> = rows::<4>().skip(1).collect();
    for [row, cells @ ..] in &table {
        for (cell, tried) in cells.iter().zip(&mut columns) {
            match tried.remove(row) {
                Some(steps) => assert_eq!(*cell, steps.join("; "), "{row}"),
                None => assert!(cell.starts_with("not "), "{row}: {cell}"),
            }
        }
    }
    assert!(columns.iter().all(BTreeMap::is_empty), "{columns:?}");
    for [shown, _] in rows::<2>().skip(1) {
        assert!(table.iter().any(|[row, ..]| *row == shown), "{shown}");
    }
}
