//! The messages of the commands of a build: the part with the first error.

use std::cmp::Reverse;
use std::path::Path;

/// The most lines that are kept, the most characters of each, and the number of lines kept before the
/// first error.
const LINES_MAX: usize = 50;
const LINE_CHARS_MAX: usize = 400;
const LINES_BEFORE: usize = 3;

/// The lines around the first error. Without an error, the last lines of a failed build, or the first
/// lines of another. Paths are relative to the directory of the sources.
pub fn excerpt(output: &[u8], directory: &Path, has_failed: bool) -> Vec<String> {
    let directory = format!("{}/", directory.display());
    let text = String::from_utf8_lossy(output).replace(&directory, "");
    let lines: Vec<_> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let error = lines.iter().position(|line| is_error(line));
    let begin = match error.filter(|_| has_failed) {
        Some(error) => error.saturating_sub(LINES_BEFORE),
        None if has_failed => lines.len().saturating_sub(LINES_MAX),
        None => 0,
    };
    let shown = lines[begin..].iter().take(LINES_MAX);
    let cut = |line: &&str| line.chars().take(LINE_CHARS_MAX).collect();
    shown.map(cut).collect()
}

/// The index of the first line that is an error.
pub fn first_error(lines: &[String]) -> Option<usize> {
    lines.iter().position(|line| is_error(line))
}

/// How far a failed build came: its stage, and in the same stage, how few errors it had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BuildProgress {
    stage: BuildStage,
    errors: Reverse<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum BuildStage {
    #[default]
    NotBegun,
    /// A build system or a header is in the way.
    Preparing,
    Compiling,
    Linking,
    /// There are programs, but it is not clear which is meant.
    Complete,
}

impl BuildProgress {
    pub const COMPLETE: Self = Self {
        stage: BuildStage::Complete,
        errors: Reverse(0),
    };

    /// That of commands with this output.
    pub fn of(output: &[u8]) -> Self {
        let text = String::from_utf8_lossy(output);
        let errors: Vec<_> = text.lines().filter(|line| is_error(line)).collect();
        let of_system = |line: &str| line.contains(": *** ") || line.starts_with("CMake Error");
        let is_linking = |line: &&str| LINKER_ERRORS.iter().any(|error| line.contains(error));
        let stage = if errors.iter().any(is_linking) {
            BuildStage::Linking
        } else if errors.iter().all(|line| of_system(line)) || missing_include(&text).is_some() {
            BuildStage::Preparing
        } else {
            BuildStage::Compiling
        };
        Self {
            stage,
            errors: Reverse(errors.len()),
        }
    }
}

/// A header that a compiler has not found.
fn missing_include(text: &str) -> Option<&str> {
    const FATAL: &str = "fatal error: ";
    const NOT_FOUND: [&str; 2] = [": No such file or directory", " file not found"];
    text.lines().find_map(|line| {
        let (_, said) = line.split_once(FATAL)?;
        let header = NOT_FOUND.iter().find_map(|end| said.strip_suffix(end))?;
        Some(header.trim_matches('\''))
    })
}

/// A header that a compiler has not found although it is of the system: it is included as `<header>`,
/// which compilers quote.
pub fn missing_header(output: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(output);
    let header = missing_include(&text)?;
    let is_of_system = text.contains(&format!("<{header}>"));
    is_of_system.then(|| header.to_owned())
}

/// Whether one of the lines is an error.
pub fn has_error(lines: &[String]) -> bool {
    lines.iter().any(|line| is_error(line))
}

/// The command that a shell, or make, has not found.
pub fn missing_command(lines: &[String]) -> Option<&str> {
    const MAKE: &str = "make";
    const NOT_FOUND: [&str; 3] = [
        ": command not found",
        ": not found",
        ": No such file or directory",
    ];
    lines.iter().rev().find_map(|line| {
        let text = NOT_FOUND.iter().find_map(|end| line.strip_suffix(end))?;
        let is_shell = !line.ends_with(NOT_FOUND[2]) || line.starts_with(MAKE);
        text.rsplit(": ").next().filter(|_| is_shell)
    })
}

/// Whether make reports that one of its commands was not found.
pub fn is_missing_for_make(lines: &[String]) -> bool {
    let is_make = |line: &&String| line.contains(": *** ") && line.ends_with(" Error 127");
    lines.iter().any(|line| is_make(&line))
}

/// How compilers, linkers and build systems say that a part is missing, and what has that part.
const MISSING_PARTS: [(&str, &str); 12] = [
    ("fatal error: cannot execute 'cc1'", "gcc"),
    ("fatal error: cannot execute 'cc1plus'", "g++"),
    // The rules link with it.
    ("cannot find -lstdc++", "g++"),
    ("No CMAKE_C_COMPILER could be found", "a C compiler"),
    ("No CMAKE_CXX_COMPILER could be found", "a C++ compiler"),
    (
        "find a build program corresponding to \"Unix Makefiles\"",
        "make",
    ),
    // The C compiler of Debian does not need the C library, and what the rules include comes first.
    (
        "fatal error: assert.h: No such file or directory",
        C_LIBRARY,
    ),
    ("fatal error: stdio.h: No such file or directory", C_LIBRARY),
    (
        "fatal error: stdlib.h: No such file or directory",
        C_LIBRARY,
    ),
    ("fatal error: 'assert.h' file not found", C_LIBRARY),
    ("cannot find Scrt1.o", C_LIBRARY),
    ("cannot find crt1.o", C_LIBRARY),
];
const C_LIBRARY: &str = "libc6-dev";
/// Their words before and after the name of another tool that is missing.
const MISSING_TOOLS: [(&str, &str); 6] = [
    ("fatal error: cannot execute '", "'"),
    ("fatal error: cannot find '", "'"),
    ("unable to execute command: Executable \"", "\""),
    ("error: linker `", "` not found"),
    ("error: ", " is not installed"),
    ("error: rustup could not choose a version of ", " to run"),
];

/// The tool without which a compiler, a linker or a build system has failed.
pub fn missing_tool(output: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(output).replace(['‘', '’'], "'");
    let part = MISSING_PARTS.iter().find(|(said, _)| text.contains(said));
    if let Some((_, package)) = part {
        return Some((*package).to_owned());
    }
    text.lines().find_map(|line| {
        MISSING_TOOLS.iter().find_map(|(before, after)| {
            let (_, rest) = line.split_once(before)?;
            Some(rest.split_once(after)?.0.to_owned())
        })
    })
}

/// How linkers report errors.
const LINKER_ERRORS: [&str; 6] = [
    "undefined reference to ",
    "multiple definition of ",
    "duplicate symbol ",
    "Undefined symbols for ",
    "cannot find -l",
    "unresolved external symbol ",
];

/// Whether a compiler, a linker, an interpreter or a build system reports an error in a line.
fn is_error(line: &str) -> bool {
    const REMARKS: [&str; 3] = ["warning: ", ": warning ", "note: "];
    // GCC quotes sources behind a line number and this character.
    let is_quote = line
        .trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit())
        .starts_with('|');
    if is_quote || REMARKS.iter().any(|remark| line.contains(remark)) {
        return false;
    }
    LINKER_ERRORS.iter().any(|error| line.contains(error))
        || has_error_word(line)
        || line.starts_with("CMake Error")
        || is_python_error(line)
        // As make reports its own errors.
        || line.contains(": *** ") && !line.ends_with("(ignored)")
}

/// Whether a line has `error:` at its beginning or after its place, or one with a number, as
/// `error[E0425]:` of rustc and `error C2065:` of MSVC.
fn has_error_word(line: &str) -> bool {
    line.match_indices("error").any(|(at, word)| {
        let beginning = &line[..at];
        let before = beginning.strip_suffix("fatal ").unwrap_or(beginning);
        let after = &line[at + word.len()..];
        let number = after
            .strip_prefix(|c| c == ' ' || c == '[')
            .and_then(|number| number.split(':').next())
            .map(|number| number.trim_end_matches(']'));
        let is_number = |number: &str| {
            let digits = number.trim_start_matches(|c: char| c.is_ascii_uppercase());
            let is_digit = |c: char| c.is_ascii_digit();
            digits.len() < number.len() && !digits.is_empty() && digits.chars().all(is_digit)
        };
        (before.trim().is_empty() || before.ends_with(": "))
            && (after.starts_with(':') || number.is_some_and(is_number))
    })
}

/// As in `SyntaxError: invalid syntax`.
fn is_python_error(line: &str) -> bool {
    let line = line.strip_prefix("Sorry: ").unwrap_or(line);
    let name = line.split(": ").next().unwrap_or_default();
    name.len() < line.len()
        && name.ends_with("Error")
        && name.chars().all(|c| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_is_an_error_is_found() {
        let warning = "a.cpp:1:5: warning: unused variable 'error: x' [-Wunused]\n\
                       \x20   1 | int x; // error: none\n";
        let cases = [
            ("gcc", "a.cpp:7:3: error: 'y' was not declared"),
            (
                "gcc",
                "a.cpp:1:10: fatal error: conio.h: No such file or directory",
            ),
            (
                "ld",
                "/usr/bin/ld: a.o: in function `main':\na.cpp:(.text+0x5): undefined reference to `help()'",
            ),
            (
                "ld",
                "b.cpp:(.text+0x0): multiple definition of `main'; a.o:a.cpp:1: first defined here",
            ),
            (
                "ld",
                "/usr/bin/ld: cannot find -lships: No such file or directory",
            ),
            ("ld of macOS", "Undefined symbols for architecture arm64:"),
            ("lld", "ld.lld: error: undefined symbol: help()"),
            (
                "MSVC",
                r"C:\ships\a.cpp(12): error C2065: 'y': undeclared identifier",
            ),
            (
                "MSVC",
                "a.cpp(1) : fatal error C1083: Cannot open include file: 'x.h'",
            ),
            (
                "MSVC",
                "a.obj : error LNK2019: unresolved external symbol help",
            ),
            ("javac", "Ships.java:3: error: ';' expected"),
            ("rustc", "error[E0425]: cannot find value `y` in this scope"),
            ("rustc", "error: expected `;`, found `}`"),
            (
                "python",
                "  File \"a.py\", line 1\n    def\n       ^\nSyntaxError: invalid syntax",
            ),
            (
                "python",
                "Sorry: IndentationError: unexpected indent (a.py, line 2)",
            ),
            ("make", "Makefile:2: *** missing separator.  Stop."),
            (
                "make",
                "make: *** No rule to make target 'a.o', needed by 'ships'.  Stop.",
            ),
            ("CMake", "CMake Error at CMakeLists.txt:1 (project):"),
        ];
        for (tool, text) in cases {
            let output = format!("{}{text}\nmore\n", warning.repeat(60));
            let lines = excerpt(output.as_bytes(), Path::new("/copy"), true);
            let error = text.lines().last().unwrap_or_default();
            let first = first_error(&lines).map(|at| &*lines[at]);
            assert_eq!(first, Some(error), "{tool}");
            assert_eq!(lines.last().map(String::as_str), Some("more"), "{tool}");
            assert!(lines.len() <= LINES_BEFORE + 2, "{tool}: {lines:?}");
        }
        for line in [
            "1 error generated.",
            "gcc -c print_error.c -o error.o",
            "a.c:3:1: note: error: no",
            "a.cpp(3): warning C4996: 'scanf': error C1",
            "make: *** [Makefile:3: clean] Error 1 (ignored)",
        ] {
            assert!(!is_error(line), "{line}");
        }
    }

    #[test]
    fn builds_that_came_further_have_more_progress() {
        // From the least to the most.
        let outputs = [
            "Makefile:2: *** missing separator.  Stop.",
            "a.c:1:10: fatal error: sea.h: No such file or directory\n 1 | #include \"sea.h\"",
            "a.c:1:1: error: x\na.c:2:1: error: y\nmake: *** [ships] Error 1",
            "a.c:1:1: error: x\na.c:2:1: error: y",
            "a.c:1:1: error: x",
            "a.c:(.text+0x5): undefined reference to `f'\na.c:(.text+0x9): undefined reference to `g'",
            "a.c:(.text+0x5): undefined reference to `f'",
        ];
        let found = outputs.map(|output| BuildProgress::of(output.as_bytes()));
        assert!(found.is_sorted(), "{found:?}");
        assert!(BuildProgress::default() < found[0] && found[6] < BuildProgress::COMPLETE);
    }

    #[test]
    fn a_header_of_the_system_is_missing_but_not_one_of_the_program() {
        let output = |quoted: &str| {
            format!(
                "a.cpp:1:10: fatal error: ncurses.h: No such file or directory\n    1 | #include {quoted}\n"
            )
        };
        let found = missing_header(output("<ncurses.h>").as_bytes());
        assert_eq!(found.as_deref(), Some("ncurses.h"));
        assert_eq!(missing_header(output("\"ncurses.h\"").as_bytes()), None);
    }

    #[test]
    fn a_missing_tool_is_named() {
        for (line, tool) in [
            (
                "cc: fatal error: cannot execute ‘cc1plus’: execvp: No such file or directory",
                "g++",
            ),
            (
                "gcc: fatal error: cannot execute 'cc1': execvp: No such file or directory",
                "gcc",
            ),
            (
                "    c++: fatal error: cannot execute 'as': execvp: No such file or directory",
                "as",
            ),
            ("collect2: fatal error: cannot find ‘ld’", "ld"),
            (
                "clang: error: unable to execute command: Executable \"ld\" doesn't exist!",
                "ld",
            ),
            (
                "/usr/bin/ld: cannot find -lstdc++: No such file or directory",
                "g++",
            ),
            ("error: linker `cc` not found", "cc"),
            (
                "error: toolchain '1.60.0-x86_64-unknown-linux-gnu' is not installed",
                "toolchain '1.60.0-x86_64-unknown-linux-gnu'",
            ),
            (
                "error: rustup could not choose a version of cargo to run, because one wasn't",
                "cargo",
            ),
            (
                "headers.h:25:10: fatal error: assert.h: No such file or directory",
                "libc6-dev",
            ),
            (
                "/usr/bin/ld: cannot find Scrt1.o: No such file or directory",
                "libc6-dev",
            ),
            ("  No CMAKE_CXX_COMPILER could be found.", "a C++ compiler"),
            (
                "CMake Error: CMake was unable to find a build program corresponding to \"Unix Makefiles\".",
                "make",
            ),
        ] {
            let output = format!("one\n{line}\ncompilation terminated.\n");
            assert_eq!(missing_tool(output.as_bytes()).as_deref(), Some(tool));
        }
        for line in [
            "a.c:1:10: fatal error: ships.h: No such file or directory",
            "/usr/bin/ld: cannot find ships.o: No such file or directory",
            "/usr/bin/ld: cannot find -lships: No such file or directory",
            "error: could not compile `ships` (bin \"ships\") due to 1 previous error",
        ] {
            assert_eq!(missing_tool(line.as_bytes()), None, "{line}");
        }
    }

    /// CMake compiles sources by their whole paths.
    #[test]
    fn paths_are_those_of_the_sources() {
        let output = b"/home/x/copy/src/a.c:1:5: error: no\n/usr/include/a.h:2: note: yes\n";
        assert_eq!(
            excerpt(output, Path::new("/home/x/copy"), true),
            ["src/a.c:1:5: error: no", "/usr/include/a.h:2: note: yes"]
        );
    }
}
