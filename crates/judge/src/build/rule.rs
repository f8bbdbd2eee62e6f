//! Rules that build programs from sources of each kind: the files of a rule, Visual Studio projects,
//! and the main functions of programs.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use serde::Deserialize;
use serde_json::{Value, json};

use super::source_tree::SourceTree;
use super::{DIRECTORY, MAIN};
use crate::NamePattern;

/// How many programs of the same sources are tried.
const PROGRAMS_MAX: usize = 4;
/// How many of them a message names.
const NAMES_MAX: usize = 6;

/// A rule that builds a program from sources of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildRule {
    /// Its name.
    pub name: String,
    /// Patterns of the files that it is for, at any depth.
    pub files: Vec<NamePattern>,
    /// Patterns of the names of the programs that it is for, by default all.
    #[serde(default)]
    pub programs: Vec<NamePattern>,
    /// Whether each of the files is a project, in whose directory the commands run. Of a Visual Studio
    /// project, "$@" are the sources.
    #[serde(default)]
    pub projects: bool,
    /// Commands for a shell, in a copy of the sources; "$@" are the files, "$main" is the main
    /// one, and "$msvc" a directory with what MSVC has and other compilers do not.
    #[serde(default)]
    pub commands: Vec<String>,
    /// The program and its arguments, as in a shell: {dir} is the directory of the commands, {main} the main
    /// file, {class} its Java class, {program} the only executable file that the commands have made, and
    /// {heap} the MiB that a heap may have within the limit of memory of a run.
    pub run: String,
}

impl BuildRule {
    /// The rule by names that do not change, to be hashed.
    pub(super) fn named(&self) -> Value {
        let texts = |patterns: &[NamePattern]| -> Vec<_> {
            patterns.iter().map(ToString::to_string).collect()
        };
        json!({
            "name": self.name,
            "files": texts(&self.files),
            "programs": texts(&self.programs),
            "projects": self.projects,
            "commands": self.commands,
            "run": self.run,
        })
    }
}

impl BuildRule {
    /// The programs that its commands begin with, and the compilers that build systems call.
    pub(crate) fn tools(&self) -> Vec<String> {
        let lines = self.commands.iter().chain([&self.run]);
        let words = lines.filter_map(|line| line.split_whitespace().next());
        let is_name = |word: &str| {
            word.chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-._".contains(c))
        };
        let mut tools: Vec<_> = words
            .filter(|word| is_name(word))
            .map(str::to_owned)
            .collect();
        if tools
            .iter()
            .any(|tool| ["make", "cmake"].contains(&&**tool))
        {
            tools.extend(["cc", "c++"].map(str::to_owned));
        }
        tools
    }
}

/// A way to build sources by a rule.
pub struct BuildAttempt<'r> {
    pub rule: &'r BuildRule,
    /// Which program it builds, if the sources may have several: its project, or its main file.
    pub program: Option<PathBuf>,
    /// Where the commands run, relative to the sources.
    pub directory: PathBuf,
    /// The files and the main one, if that is clear, or the project, relative to that directory.
    pub files: Vec<PathBuf>,
    pub main: Option<PathBuf>,
}

/// The sources may be several programs, whose projects or main files these are, or none of these is
/// obviously the main file.
#[derive(Debug)]
pub struct SeveralPrograms(pub Vec<PathBuf>);

/// Their paths.
impl fmt::Display for SeveralPrograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.0.iter().take(NAMES_MAX);
        let names: Vec<_> = shown.map(|path| path.to_string_lossy()).collect();
        f.write_str(&names.join(", "))?;
        match self.0.len() - names.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

impl BuildRule {
    /// The rules for the usual languages.
    pub(crate) fn usual() -> Vec<Self> {
        let rules: BTreeMap<String, _> =
            toml::from_str(include_str!("rules.toml")).expect("the file is part of the program");
        rules.into_values().flat_map(Vec::into_iter).collect()
    }

    /// A rule that runs the executable file with this name as it is.
    pub(crate) fn of_script(name: &str) -> Option<Self> {
        let pattern = glob::Pattern::escape(name).parse().ok()?;
        let run = shlex::try_quote(name).ok()?;
        Some(Self {
            name: "script".to_owned(),
            files: vec![pattern],
            programs: Vec::new(),
            projects: false,
            commands: Vec::new(),
            run: format!("{DIRECTORY}/{run}"),
        })
    }

    /// The usual rule for a source with this name, if there is one; none for a project.
    pub fn for_source(name: &str) -> Option<Self> {
        let mut rules = Self::usual().into_iter();
        rules.find(|rule| !rule.projects && rule.files.iter().any(|it| it.fits(name)))
    }

    /// The command line with which an interpreter runs a source, if one does.
    pub fn interpreter_line(&self, source: &str) -> Option<String> {
        let place = [DIRECTORY, MAIN].join("/");
        self.run
            .contains(&place)
            .then(|| self.run.replace(&place, source))
    }

    /// Whether it is for a program with this name and these sources.
    pub fn fits(&self, program: &str, tree: &SourceTree) -> bool {
        let mut patterns = self.programs.iter();
        let is_meant = patterns.len() == 0 || patterns.any(|it| it.fits(program));
        is_meant && !self.files_in(tree).is_empty()
    }

    /// The ways to build some sources with it, in the order in which to try them.
    ///
    /// # Errors
    ///
    /// If several of the files could be the program.
    pub fn attempts(&self, tree: &SourceTree) -> Result<Vec<BuildAttempt<'_>>, SeveralPrograms> {
        let files = self.files_in(tree);
        if self.projects {
            return self.project_attempts(files, tree);
        }
        let (main, mains) = main_files(&files, tree);
        let attempt = |program, files| BuildAttempt {
            rule: self,
            program,
            directory: PathBuf::new(),
            files,
            main: main.clone(),
        };
        if self.needs_main() {
            return match &main {
                Some(_) => Ok(vec![attempt(None, files)]),
                None if mains.is_empty() => Err(SeveralPrograms(files)),
                None => Err(SeveralPrograms(mains)),
            };
        }
        let mut attempts = vec![attempt(None, files.clone())];
        if mains.len() > 1 {
            let chosen = main.as_ref().filter(|main| mains.contains(main));
            let programs = chosen.map_or(&*mains, std::slice::from_ref);
            if programs.len() > PROGRAMS_MAX {
                return Err(SeveralPrograms(mains));
            }
            for program in programs {
                for files in files_of_program(program, &mains, &files) {
                    attempts.push(attempt(Some(program.clone()), files));
                }
            }
        }
        Ok(attempts)
    }

    fn files_in(&self, tree: &SourceTree) -> Vec<PathBuf> {
        let fits = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let path = path.to_string_lossy();
            let mut patterns = self.files.iter();
            patterns.any(|pattern| pattern.fits(&name) || pattern.fits(&path))
        };
        tree.files.iter().filter(fits).cloned().collect()
    }

    fn needs_main(&self) -> bool {
        let commands = self.commands.iter();
        commands.chain([&self.run]).any(|it| {
            let names = ["$main", "${main}", MAIN, "{class}"];
            names.iter().any(|name| it.contains(name))
        })
    }

    /// An attempt for each project that is not a part of another one.
    fn project_attempts(
        &self,
        mut projects: Vec<PathBuf>,
        tree: &SourceTree,
    ) -> Result<Vec<BuildAttempt<'_>>, SeveralPrograms> {
        let all = projects.clone();
        let is_part = |project: &Path| {
            let mut above = project.ancestors().skip(2);
            above.any(|directory| all.iter().any(|it| it.parent() == Some(directory)))
        };
        projects.retain(|project| !is_part(project));
        projects.dedup_by(|next, project| {
            // Build systems choose one of several files themselves.
            next.parent() == project.parent() && !is_visual_studio(next)
        });
        if projects.len() > PROGRAMS_MAX {
            return Err(SeveralPrograms(projects));
        }
        let is_several = projects.len() > 1;
        let attempts = projects.into_iter().map(|project| {
            let directory = project.parent().unwrap_or(Path::new("")).to_owned();
            let main = project.file_name().map(PathBuf::from);
            let files = if is_visual_studio(&project) {
                project_sources(&project, &directory, tree)
            } else {
                main.iter().cloned().collect()
            };
            BuildAttempt {
                rule: self,
                program: is_several.then_some(project),
                directory,
                files,
                main,
            }
        });
        Ok(attempts.collect())
    }
}

/// The main file, if that is clear: the only one, that called `main` or else `index`, or the only one
/// with a main function; and all files with a main function.
fn main_files(files: &[PathBuf], tree: &SourceTree) -> (Option<PathBuf>, Vec<PathBuf>) {
    let only = |mut fitting: Vec<&PathBuf>| (fitting.len() == 1).then(|| fitting.remove(0).clone());
    let named = |name: &str| {
        let is_named = |path: &&PathBuf| {
            let stem = path.file_stem().unwrap_or_default();
            stem.eq_ignore_ascii_case(name)
        };
        only(files.iter().filter(is_named).collect())
    };
    let mains: Vec<_> = files
        .iter()
        .filter(|path| has_main_function(&tree.text(path)))
        .cloned()
        .collect();
    let main = only(files.iter().collect())
        .or_else(|| named("main"))
        .or_else(|| named("index"))
        .or_else(|| only(mains.iter().collect()));
    (main, mains)
}

/// The sets of files that one of several programs may be built from: all files but the other main
/// ones, or only those of its directory and those that are in no main file's directory.
fn files_of_program(program: &Path, mains: &[PathBuf], files: &[PathBuf]) -> Vec<Vec<PathBuf>> {
    let is_other = |path: &&PathBuf| *path != program && mains.contains(path);
    let common = files.iter().filter(|path| !is_other(path));
    let directory_of = |path: &Path| {
        let mut above = path.ancestors().skip(1);
        let directory =
            above.find(|directory| mains.iter().any(|main| main.parent() == Some(directory)));
        directory.map(Path::to_owned)
    };
    let is_near = |path: &&PathBuf| {
        let directory = directory_of(path);
        directory.is_none() || directory.as_deref() == program.parent()
    };
    let near: Vec<_> = common.clone().filter(is_near).cloned().collect();
    let mut choices = vec![common.cloned().collect(), near];
    choices.dedup();
    choices
}

fn is_visual_studio(project: &Path) -> bool {
    project
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case(VISUAL_STUDIO_EXTENSION))
}

/// The sources of a Visual Studio project: those that it lists, or else all in its directory, relative to that.
fn project_sources(project: &Path, directory: &Path, tree: &SourceTree) -> Vec<PathBuf> {
    const SOURCES: [&str; 4] = ["c", "cc", "cpp", "cxx"];
    let Some(listed) = listed_sources(&tree.text(project)) else {
        let is_source = |path: &&Path| {
            let extension = path.extension().unwrap_or_default();
            SOURCES.iter().any(|it| extension.eq_ignore_ascii_case(it))
        };
        let inside = tree
            .files
            .iter()
            .filter_map(|path| path.strip_prefix(directory).ok());
        return inside.filter(is_source).map(Path::to_owned).collect();
    };
    let source = |listed: String| {
        let path = within(&directory.join(&listed))?;
        // Windows ignores the case.
        let is_same = |file: &&PathBuf| file.as_os_str().eq_ignore_ascii_case(&path);
        let path = tree.files.iter().find(is_same).unwrap_or(&path);
        let up = directory.components().map(|_| Component::ParentDir);
        let near = path.strip_prefix(directory).map(Path::to_owned);
        Some(near.unwrap_or_else(|_| up.collect::<PathBuf>().join(path)))
    };
    listed.into_iter().filter_map(source).collect()
}

/// A path without `..`, if it stays inside the directory to which it is relative.
fn within(path: &Path) -> Option<PathBuf> {
    let mut inner = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => inner.push(name),
            Component::CurDir => {}
            Component::ParentDir if inner.pop() => {}
            _ => return None,
        }
    }
    Some(inner)
}

/// The class of a Java file, with its package.
pub fn java_class(main: &Path, text: &str) -> String {
    let class = main.file_stem().unwrap_or_default().to_string_lossy();
    let package = text.lines().find_map(|line| {
        let package = line.trim_start().strip_prefix("package ")?;
        Some(package.split(';').next()?.trim().to_owned())
    });
    package.map_or_else(|| class.to_string(), |package| format!("{package}.{class}"))
}

/// The extension of a Visual Studio project.
const VISUAL_STUDIO_EXTENSION: &str = "vcxproj";

/// The sources that a Visual Studio project lists, with their paths as written there; `None` if it
/// does not list them one by one, which means all in its directory.
fn listed_sources(project: &str) -> Option<Vec<String>> {
    let mut reader = Reader::from_str(project.trim_start_matches('\u{feff}'));
    // Each with whether it is excluded.
    let mut sources: Vec<(String, bool)> = Vec::new();
    // Whether the text of the current element decides about the last one.
    let mut decides = false;
    loop {
        match reader.read_event() {
            Ok(Event::Start(element) | Event::Empty(element)) => {
                decides = element.local_name().as_ref() == b"ExcludedFromBuild";
                if element.local_name().as_ref() == b"ClCompile" {
                    sources.extend(included_path(&element).map(|source| (source, false)));
                }
            }
            Ok(Event::Text(text)) if decides => {
                if let Some((_, is_excluded)) = sources.last_mut() {
                    *is_excluded |= text.trim_ascii() == b"true";
                }
                decides = false;
            }
            // Everything before a fault counts.
            Ok(Event::Eof) | Err(_) => break,
            Ok(_) => {}
        }
    }
    let included: Vec<_> = sources
        .into_iter()
        .filter(|(_, is_excluded)| !is_excluded)
        .map(|(source, _)| source)
        .collect();
    let is_pattern = |source: &String| source.contains(['*', '$', '%']);
    (!included.is_empty() && !included.iter().any(is_pattern)).then_some(included)
}

/// The path of a source in an element of a Visual Studio project.
fn included_path(element: &BytesStart<'_>) -> Option<String> {
    let include = element.try_get_attribute("Include").ok()??;
    let value = include.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.replace('\\', "/"))
}

/// Whether a text defines a main function, or is a Python script.
fn has_main_function(text: &str) -> bool {
    const NAME: &str = "main";
    let code = without_comments(text);
    let is_defined = |at: usize| {
        let before = code[..at].chars().next_back();
        let is_name = before.is_none_or(|c| c.is_whitespace() || c == '*');
        let rest = code[at + NAME.len()..].trim_start();
        // A block, a type of results, the exceptions of Java, or the parameters of old C.
        let is_body = |c: char| c == '{' || c == '-' || c == ':' || c.is_ascii_alphabetic();
        is_name
            && after_parentheses(rest).is_some_and(|rest| rest.trim_start().starts_with(is_body))
    };
    text.contains("__main__") || code.match_indices(NAME).any(|(at, _)| is_defined(at))
}

/// The rest of a text after the parentheses at its beginning.
fn after_parentheses(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + 1..).filter(|_| c == ')');
        }
    }
    None
}

/// The text without what C, C++, Rust and Java call comments, and without the contents of strings.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n')
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map(|end| end + 4)
        } else if c == '"' {
            string_length(rest)
        } else if rest.starts_with("'\"'") {
            Some(3)
        } else {
            code.push(c);
            Some(c.len_utf8())
        };
        rest = &rest[skipped.unwrap_or(rest.len())..];
    }
    code
}

/// The length of the string at the beginning of a text, with its quotes.
fn string_length(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '"' && !is_escaped {
            return Some(at + 1);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_lists_its_sources_or_none() {
        let project = |items: &str| {
            format!(
                "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Project>\
                 <ItemDefinitionGroup><ClCompile><Optimization>Disabled</Optimization></ClCompile>\
                 </ItemDefinitionGroup><ItemGroup>{items}</ItemGroup></Project>"
            )
        };
        let listed = r#"<ClCompile Include="main.cpp" /><ClCompile Include="..\sea\a &amp; b.cpp"></ClCompile>
            <ClInclude Include="sea.h" /><ClCompile Include="old.cpp"><ExcludedFromBuild
            Condition="'$(Configuration)'=='Debug'">true</ExcludedFromBuild><ExcludedFromBuild
            Condition="'$(Configuration)'=='Release'">true</ExcludedFromBuild></ClCompile>
            <ClCompile Include="kept.cpp"><ExcludedFromBuild>false</ExcludedFromBuild></ClCompile>"#;
        let sources = ["main.cpp", "../sea/a & b.cpp", "kept.cpp"].map(str::to_owned);
        assert_eq!(listed_sources(&project(listed)), Some(sources.to_vec()));
        for items in [
            "",
            r#"<ClInclude Include="sea.h" />"#,
            r#"<ClCompile Include="**\*.cpp" />"#,
            r#"<ClCompile Include="$(ProjectDir)main.cpp" />"#,
        ] {
            assert_eq!(listed_sources(&project(items)), None, "{items}");
        }
        assert_eq!(listed_sources("no project <"), None);
    }

    #[test]
    fn main_functions_are_found_but_not_their_mention() {
        for text in [
            "int main(void) { return 0; }",
            "int main (int argc, char *argv[])\n{",
            "auto main() -> int {",
            "main(argc, argv) int argc; char **argv; {",
            "/* int f() */ void\nmain() {",
            "char quote = '\"';\nint main() {",
            "fn main() -> Result<(), Error> {",
            "public static void main(String[] args) throws IOException {",
            "if __name__ == \"__main__\":",
        ] {
            assert!(has_main_function(text), "{text}");
        }
        for text in [
            "",
            "// int main() {",
            "/* int main() { }",
            "void f() { main(); }",
            "int main(void);",
            "puts(\"int main() {\");",
            "int domain() {",
            "int main_loop() {",
            "int main(",
        ] {
            assert!(!has_main_function(text), "{text}");
        }
    }
}
