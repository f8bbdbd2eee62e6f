//! How sources of each kind become programs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use globset::GlobBuilder;
use schemars::JsonSchema;
use serde::Deserialize;

use super::source_tree::SourceTree;

/// How sources of one kind become a program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildRule {
    /// Its name.
    pub name: String,
    /// Patterns of the files that it is for, at any depth; the first rule with a file is used.
    pub files: Vec<String>,
    /// Commands for a shell, in a copy of the sources; "$@" are the files, and "$main" is the main
    /// one.
    #[serde(default)]
    pub commands: Vec<String>,
    /// The program and its arguments, as in a shell: {dir} is the copy, {main} the main file,
    /// {class} its Java class, {program} the only executable file that the commands have made.
    pub run: String,
}

pub struct RuleFiles<'r> {
    pub rule: &'r BuildRule,
    pub files: Vec<PathBuf>,
    /// The main file, if that is clear.
    pub main: Option<PathBuf>,
}

impl BuildRule {
    /// The rules for the usual languages.
    pub(in crate::judge) fn usual() -> Vec<Self> {
        let rules: BTreeMap<String, _> =
            toml::from_str(include_str!("rules.toml")).expect("the file is part of the program");
        rules.into_values().flat_map(Vec::into_iter).collect()
    }

    /// The files of this rule in some sources; `None` if there are none.
    pub fn files_in(&self, tree: &SourceTree) -> Option<RuleFiles<'_>> {
        let globs = self.files.iter().filter_map(|glob| {
            // In a name, as in `*.c`, or in a path.
            let glob = GlobBuilder::new(glob).literal_separator(true).build();
            Some(glob.ok()?.compile_matcher())
        });
        let globs: Vec<_> = globs.collect();
        let fits = |path: &&PathBuf| {
            let name = Path::new(path.file_name().unwrap_or_default());
            globs
                .iter()
                .any(|glob| glob.is_match(name) || glob.is_match(path))
        };
        let files: Vec<_> = tree.files.iter().filter(fits).cloned().collect();
        if files.is_empty() {
            return None;
        }
        let main = main_file(&files, tree);
        let rule = self;
        Some(RuleFiles { rule, files, main })
    }
}

/// The only file, that called `main`, or the only one with a main function.
fn main_file(files: &[PathBuf], tree: &SourceTree) -> Option<PathBuf> {
    const MAINS: [&str; 4] = ["fn main(", "static void main(", "__main__", "int main("];
    let only = |mut fitting: Vec<&PathBuf>| (fitting.len() == 1).then(|| fitting.remove(0).clone());
    let is_named = |path: &&PathBuf| {
        let stem = path.file_stem().unwrap_or_default();
        stem.eq_ignore_ascii_case("main")
    };
    let has_main = |path: &&PathBuf| {
        let text = tree.text(path);
        MAINS.iter().any(|main| text.contains(main))
    };
    only(files.iter().collect())
        .or_else(|| only(files.iter().filter(is_named).collect()))
        .or_else(|| only(files.iter().filter(has_main).collect()))
}

pub fn java_class(main: &Path, tree: &SourceTree) -> String {
    let class = main.file_stem().unwrap_or_default().to_string_lossy();
    let text = tree.text(main);
    let package = text.lines().find_map(|line| {
        let package = line.trim_start().strip_prefix("package ")?;
        Some(package.split(';').next()?.trim().to_owned())
    });
    package.map_or_else(|| class.to_string(), |package| format!("{package}.{class}"))
}
