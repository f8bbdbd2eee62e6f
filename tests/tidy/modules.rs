//! Which files of a crate use which others, as their paths say: `use`, `crate::`, `super::` and the
//! names of modules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::markdown::files_below;

/// What each file, module or crate uses.
pub type Uses = BTreeMap<String, BTreeSet<String>>;

/// What one uses, directly or through others.
pub fn used(uses: &Uses, name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        let new = uses
            .get(name)
            .into_iter()
            .flatten()
            .filter(|it| found.insert((*it).clone()));
        open.extend(new.map(String::as_str));
    }
    found
}

/// The names of a module from the root of its crate.
type ModulePath = Vec<String>;

/// The modules of a crate that are files, without those of tests.
pub struct Modules(BTreeMap<ModulePath, Module>);

struct Module {
    file: String,
    imports: Vec<Import>,
    /// Without comments, tests and imports.
    code: String,
}

/// A path that a `use` names.
struct Import {
    path: Vec<String>,
    /// What the path is called in the module.
    name: String,
    is_exported: bool,
}

/// What a path leads to.
struct Target {
    module: ModulePath,
    /// Whether it is the module itself, not an item of it.
    is_module: bool,
}

impl Modules {
    /// Reads the source files of a crate.
    pub fn read(sources: &Path) -> Self {
        let modules = files_below(sources).into_iter().filter_map(|file| {
            let name = file.strip_prefix(sources).expect("a file below");
            let name = name.to_string_lossy().replace('\\', "/");
            let mut path: ModulePath = name
                .strip_suffix(".rs")?
                .split('/')
                .map(Into::into)
                .collect();
            match path.last().map(String::as_str) {
                Some("tests") => return None,
                Some("mod") => _ = path.pop(),
                Some("lib" | "main") if path.len() == 1 => path.clear(),
                _ => {}
            }
            let text = std::fs::read_to_string(&file).expect("a readable file");
            Some((path, Module::read(name, &text)))
        });
        Self(modules.collect())
    }

    /// The files, and the code in each, without comments, tests and imports.
    pub fn code(&self) -> impl Iterator<Item = (&str, &str)> {
        let modules = self.0.values();
        modules.map(|module| (&*module.file, &*module.code))
    }

    /// The files whose items each file uses, except the files of its parents: a module is a part of them.
    pub fn uses(&self) -> Uses {
        let uses = self.0.iter().map(|(name, module)| {
            let imported = module.imports.iter().filter(|import| module.needs(import));
            let paths = imported
                .map(|import| import.path.clone())
                .chain(module.paths());
            let targets = paths.filter_map(|path| self.resolve(name, &path));
            let targets = targets.filter(|it| !it.is_module && !name.starts_with(&it.module));
            let files = targets.map(|it| self.0[&it.module].file.clone());
            (module.file.clone(), files.collect())
        });
        uses.collect()
    }

    /// What a path in a module leads to, unless it leads out of the crate.
    fn resolve(&self, module: &[String], path: &[String]) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.resolve_below(&[], rest),
            "self" => self.resolve_below(module, rest),
            "super" => {
                let (_, parent) = module.split_last()?;
                match rest.first().map(String::as_str) {
                    Some("super") => self.resolve(parent, rest),
                    _ => self.resolve_below(parent, rest),
                }
            }
            _ if self.0.contains_key(&[module, &path[..1]].concat()) => {
                self.resolve_below(module, path)
            }
            _ => self.resolve(module, &self.0[module].imported(path)?),
        }
    }

    /// What a path leads to that begins with a name in a module.
    fn resolve_below(&self, module: &[String], path: &[String]) -> Option<Target> {
        let target = |is_module| {
            let module = module.to_vec();
            Some(Target { module, is_module })
        };
        let Some((name, rest)) = path.split_first() else {
            return target(true);
        };
        let below = [module, &path[..1]].concat();
        if self.0.contains_key(&below) {
            return self.resolve_below(&below, rest);
        }
        let imported = self.0[module].imported(path);
        let imported = imported.and_then(|path| self.resolve(module, &path));
        imported
            .or_else(|| self.resolve_glob(module, name))
            .or_else(|| target(false))
    }

    /// The module in which a name is defined of which all names are imported.
    fn resolve_glob(&self, module: &[String], name: &str) -> Option<Target> {
        let globs = self.0[module]
            .imports
            .iter()
            .filter(|import| import.name == "*");
        let mut targets = globs.filter_map(|import| {
            let (_, path) = import.path.split_last()?;
            let target = self.resolve(module, path)?;
            self.0[&target.module].defines(name).then_some(Target {
                is_module: false,
                ..target
            })
        });
        targets.next()
    }
}

impl Module {
    fn read(file: String, text: &str) -> Self {
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or(text);
        let mut module = Self {
            file,
            imports: Vec::new(),
            code: String::new(),
        };
        let mut lines = code.lines().map(|line| match line.trim_start() {
            comment if comment.starts_with("//") => "",
            _ => line.split(" // ").next().unwrap_or(line),
        });
        while let Some(line) = lines.next() {
            let (exported, tree) = line.split_once("use ").unwrap_or((line, ""));
            let is_exported = exported.trim_start().starts_with("pub");
            if tree.is_empty() || !(exported.trim().is_empty() || is_exported) {
                module.code.extend([line, "\n"]);
                continue;
            }
            let mut tree = tree.to_owned();
            while !tree.ends_with(';') {
                tree += lines.next().expect("the end of the import").trim();
            }
            let paths = expanded(tree.trim_end_matches(';')).into_iter();
            module.imports.extend(paths.map(|(path, name)| Import {
                path,
                name,
                is_exported,
            }));
        }
        module
    }

    /// Whether an import is not only passed on.
    fn needs(&self, import: &Import) -> bool {
        !import.is_exported || self.words().any(|word| word == import.name)
    }

    /// Whether an item has this name.
    fn defines(&self, name: &str) -> bool {
        const ITEMS: [&str; 8] = [
            "const", "enum", "fn", "mod", "static", "struct", "trait", "type",
        ];
        let mut pairs = self.words().zip(self.words().skip(1));
        pairs.any(|(item, word)| word == name && ITEMS.contains(&item))
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.code.split(|c: char| c != '_' && !c.is_alphanumeric());
        words.filter(|word| !word.is_empty())
    }

    /// The paths in the code.
    fn paths(&self) -> impl Iterator<Item = Vec<String>> {
        let words = self
            .code
            .split(|c: char| !['_', ':'].contains(&c) && !c.is_alphanumeric());
        let paths = words
            .map(|word| word.trim_matches(':'))
            .filter(|word| word.contains("::"));
        paths.map(segments)
    }

    /// The whole path of one whose first name is imported.
    fn imported(&self, path: &[String]) -> Option<Vec<String>> {
        let mut imports = self.imports.iter();
        let import = imports.find(|import| import.name == path[0] && import.path[0] != path[0])?;
        Some([&import.path, &path[1..]].concat())
    }
}

/// The paths of a `use` with what they are called.
fn expanded(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let Some((prefix, group)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path = segments(path);
        let is_self = path.len() > 1 && path.last().is_some_and(|last| last == "self");
        path.truncate(path.len() - usize::from(is_self));
        let name = if name.is_empty() {
            path[path.len() - 1].clone()
        } else {
            name.to_owned()
        };
        return vec![(path, name)];
    };
    let mut depth = 0;
    let parts = group.strip_suffix('}').unwrap_or(group).split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts
        .flat_map(|part| expanded(&format!("{prefix}{}", part.trim())))
        .collect()
}

fn segments(path: &str) -> Vec<String> {
    path.split("::")
        .map(|name| name.trim().to_owned())
        .collect()
}
