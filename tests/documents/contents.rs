//! The documents are true: tables are complete, links lead somewhere, and the files that are
//! named exist. What their commands print is tested in `tests/documents/commands.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::golden;
use crate::support::markdown::{blocks, documents, files_below};
use crate::tidy::modules::{Modules, Uses, used};
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Reason;
use admiralty_players::{Fact, PlayerEntry};
use regex_lite::Regex;

/// The tables of the reference are complete.
#[apply(trial)]
fn the_reference_names_all_players_facts_reasons_and_rule_sets() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = ["LANGUAGE.md", "AI-MEMORY.md", "CLASSIC.md"].map(|name| {
        std::fs::read_to_string(root.join("docs").join(name)).expect("the document is there")
    });
    let reference = documents.concat();
    let names = PlayerEntry::names().into_iter();
    let strategies = names.map(|name| format!("| `{name}` |"));
    let facts = Fact::ALL.iter().map(|fact| format!("| `{fact} "));
    let reasons = Reason::ALL.iter().map(|reason| format!("| `{reason}` |"));
    let rules = RuleSet::ALL.iter().skip(1);
    let rules = rules.map(|rules| format!("| `{}`", rules.name));
    for row in strategies.chain(facts).chain(reasons).chain(rules) {
        assert!(reference.contains(&row), "no row begins {row}");
    }
}

/// The graph of the crates agrees with their manifests.
#[apply(trial)]
fn the_architecture_draws_the_dependencies_of_the_crates() {
    const NAME: &str = "docs/ARCHITECTURE.md";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut imports = Uses::new();
    for entry in std::fs::read_dir(root.join("crates")).expect("a readable directory") {
        let crate_ = entry.expect("a readable directory").path();
        let name = crate_.file_name().expect("a name").to_string_lossy();
        let manifest = std::fs::read_to_string(crate_.join("Cargo.toml")).expect("a manifest");
        let manifest = manifest.split("[dev-dependencies]").next().expect("a part");
        let ours = manifest.lines().filter_map(|line| {
            let (name, _) = line.strip_prefix("admiralty-")?.split_once(['.', ' '])?;
            Some(name.to_owned())
        });
        imports.insert(name.into_owned(), ours.collect());
    }
    let document = std::fs::read_to_string(root.join(NAME)).expect("the document is there");
    check_order("crates/", &document, &imports);
    let (before, rest) = document.split_once(FENCE).expect("a drawing");
    let (_, after) = rest.split_once("```\n").expect("the end of the drawing");
    let expected = drawing(&imports);
    golden::check(NAME, format!("{before}{FENCE}{expected}```\n{after}"));
}

/// The modules of the core import only those that are listed before them.
#[apply(trial)]
fn the_modules_of_the_core_import_those_above_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = root.join("crates/core/src");
    let mut imports = Uses::new();
    let module = |file: &str| {
        let name = file.split('/').next().expect("a name");
        name.trim_end_matches(".rs").to_owned()
    };
    for (file, used) in Modules::read(&sources).uses() {
        let mut found: BTreeSet<_> = used.iter().map(|file| module(file)).collect();
        found.remove(&module(&file));
        imports.entry(module(&file)).or_default().extend(found);
    }
    imports.remove("lib");
    let document = std::fs::read_to_string(root.join("docs/ARCHITECTURE.md"));
    check_order("", &document.expect("the document is there"), &imports);
}

/// All source files named in documents exist.
#[apply(trial)]
fn the_documents_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files: Vec<_> = [
        "src",
        "crates",
        "tests",
        "benches",
        "fuzz/fuzz_targets",
        "fuzz/src",
        "examples",
    ]
    .iter()
    .flat_map(|directory| files_below(&root.join(directory)))
    .collect();
    for (document, text) in documents() {
        let is_source = |word: &&str| Path::new(word).extension().is_some_and(|is| is == "rs");
        let named = text.split('`').filter(is_source);
        for name in named {
            assert!(
                files.iter().any(|file| file.ends_with(name)),
                "{document} names {name}"
            );
        }
    }
}

/// Links to files of the repository lead to files, and to headings of documents.
#[apply(trial)]
fn the_links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let link = Regex::new(r"\]\(([^)\s]+)\)").expect("a pattern");
    let documents: BTreeMap<_, _> = documents().into_iter().collect();
    let mut count = 0;
    for (document, text) in &documents {
        for link in link.captures_iter(&prose(text)) {
            let target = link.get(1).expect("a target").as_str();
            if target.contains("://") {
                continue;
            }
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = match path {
                "" => PathBuf::from(document),
                path => Path::new(document).with_file_name("").join(path),
            };
            let file = root.join(file).canonicalize();
            let file = file.unwrap_or_else(|_| panic!("{document}: there is no {target}"));
            if !heading.is_empty() {
                let root = root.canonicalize().expect("the repository");
                let name = file.strip_prefix(root).expect("a file of the repository");
                let text = &documents[name.to_string_lossy().as_ref()];
                let has_heading = headings(text).any(|found| found == heading);
                assert!(has_heading, "{document}: no heading for {target}");
            }
            count += 1;
        }
    }
    assert!(count > 100, "only {count} links");
}

/// The text of a document without its blocks.
fn prose(document: &str) -> String {
    let mut is_block = false;
    let lines = document.lines().filter(|line| {
        is_block ^= line.starts_with("```");
        !is_block
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The names that the headings of a document have in addresses.
fn headings(document: &str) -> impl Iterator<Item = String> {
    let prose = prose(document);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    let name = |heading: &str| {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
        text.chars()
            .filter(kept)
            .collect::<String>()
            .replace(' ', "-")
    };
    headings.map(name).collect::<Vec<_>>().into_iter()
}

/// Excerpts, whose fences name a file, are parts of it.
#[apply(trial)]
fn the_documents_show_files_as_they_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for (document, text) in documents() {
        for block in blocks(&text) {
            let name = block.mark();
            if !name.contains('/') {
                continue;
            }
            let file = std::fs::read_to_string(root.join(name)).expect(name);
            assert!(file.contains(&block.body), "{name} in {document}");
            count += 1;
        }
    }
    assert!(count > 0);
}

const FENCE: &str = "```mermaid\n";

/// Each of them is listed, below those that it imports: as an item whose name follows `prefix`.
fn check_order(prefix: &str, document: &str, imports: &Uses) {
    let items = document.lines().filter_map(|line| {
        let name = line.strip_prefix("- `")?.strip_prefix(prefix)?;
        name.split_once("`:").map(|(name, _)| name)
    });
    let mut above = BTreeSet::new();
    for name in items.filter(|name| imports.contains_key(*name)) {
        let missing: Vec<_> = imports[name]
            .iter()
            .filter(|import| !above.contains(*import))
            .collect();
        assert!(
            missing.is_empty(),
            "{name} imports {missing:?}, which are not above it"
        );
        above.insert(name.to_owned());
    }
    assert!(imports.keys().eq(&above), "some are not listed");
}

/// The graph of the imports, without those implied by others.
fn drawing(imports: &Uses) -> String {
    let edges = imports.iter().map(|(name, direct)| {
        let far: BTreeSet<_> = direct.iter().flat_map(|near| used(imports, near)).collect();
        let near: Vec<_> = direct.difference(&far).map(String::as_str).collect();
        if near.is_empty() {
            format!("    {name}\n")
        } else {
            format!("    {name} --> {}\n", near.join(" & "))
        }
    });
    std::iter::once("flowchart TD\n".to_owned())
        .chain(edges)
        .collect()
}

#[apply(trial)]
fn the_manual_of_the_judge_names_all_keys_and_its_examples_are_valid() {
    let manual = fs::read_to_string("docs/JUDGE.md").expect("a document");
    let examples: Vec<_> = manual
        .split("```toml\n")
        .skip(1)
        .filter_map(|text| text.split("```").next())
        .collect();
    // The second one, on builds, has keys of the file, which come before its tables.
    let [points, builds] = examples.as_slice() else {
        panic!("{} examples", examples.len());
    };
    let (keys, tables) = builds.split_at(builds.find("[[").expect("a table"));
    let example = &format!("{keys}{points}{tables}");
    let numbered: Vec<_> = (1..=36).map(|number| format!("T{number:02}")).collect();
    let names: Vec<_> = numbered.iter().map(String::as_str).collect();
    let parsed = admiralty_judge::JudgeConfig::parse(example, &names, false);
    assert!(parsed.is_ok(), "{:?}", parsed.err());
    // The error for an unknown key lists those that there are.
    for table in ["", "[late]", "[limits]", "[[group]]", "[[build]]"] {
        let unknown = format!("{table}\nunknown = 1\n");
        let errors = admiralty_judge::JudgeConfig::parse(&unknown, &names, false)
            .expect_err("an unknown key");
        let (_, keys) = errors[0].message.split_once("expected").expect("the keys");
        let keys: Vec<_> = keys.split('`').skip(1).step_by(2).collect();
        assert!(keys.len() > 1, "{keys:?}");
        for key in keys {
            let row = format!("\n| `{key}` | ");
            assert!(manual.contains(&row), "{table} {key}");
        }
    }
}
