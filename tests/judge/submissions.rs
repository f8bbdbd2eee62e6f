//! What students really hand in: sources that do not build as they are, or build in more than one
//! way.

use std::fs;

use super::archives::{tar, zip};
use super::building::{AHOY, hand_in, room_with};
use super::many::{executable_at, rows};
use super::room::Room;
use crate::support::{has, has_for};

/// A submission: its name, its files with their contents, and what the table says.
type Submission<'s> = (&'s str, &'s [(&'s str, &'s str)], &'s str);

const HELPED: &str = "void help(void);\nint main(void) { help(); return 0; }\n";
const HELP: &str = "#include <stdio.h>\nvoid help(void) { puts(\"ahoy\"); }\n";
const GENERATED: &str =
    "#include <stdio.h>\n#include \"word.h\"\nint main(void) { puts(WORD); return 0; }\n";
const YO: &str = "#include <stdio.h>\nint main(void) { puts(\"yo\"); return 0; }\n";
/// MSVC has all of these with `<iostream>`.
const MSVC: &str = "#include <iostream>\nint main() {\n    char text[8];\n    strcpy(text, \"ahoy\");\n\
                    \x20   if (std::max(sqrt(4.0), 1.0) == 2 && INT_MAX > 0) std::cout << text << '\\n';\n}\n";
const FUNCTIONS: &str = include_str!("msvc_functions.c");
const OVERFLOW: &str = "#include <stdio.h>\nint main() { char text[4]; strcpy_s(text, 4, \"ahoy\"); puts(text); return 0; }\n";
/// What the assert looks at is not so.
const ASSERT: &str = "#include <assert.h>\n#include <stdio.h>\nint main(int argc, char **argv) {\n\
                      \x20   assert(argc > 1);\n    puts(\"ahoy\");\n    return argv[0] == 0;\n}\n";
const LISTED: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<Project>\r\n  <ItemGroup>\r\n\
                      \x20   <ClCompile Include=\"Main.cpp\" />\r\n\
                      \x20   <ClCompile Include=\"..\\sea\\help.c\" />\r\n  </ItemGroup>\r\n</Project>\r\n";
const UNLISTED: &str = "<Project><ItemGroup><ClInclude Include=\"help.h\" /></ItemGroup></Project>";
const CPP_HELPED: &str = "extern \"C\" void help(void);\nint main() { help(); }\n";

const RULES: &str = r#"
[[build]]
name = "a rule that fails"
files = ["*.failing"]
commands = ["false"]
run = "{dir}/ships"

[[build]]
name = "a tool that is missing"
files = ["*.missing"]
commands = ["tool-that-is-missing $@"]
run = "{dir}/ships"

[[build]]
name = "the game"
programs = ["two programs, one chosen"]
files = ["game/*.c"]
commands = ['cc -o ships "$@"']
run = "{dir}/ships"

[[build]]
name = "without asserts"
programs = ["assert of its *"]
files = ["*.c"]
commands = ['cc -DNDEBUG -o ships "$@"']
run = "{dir}/ships"
"#;

const SUBMISSIONS: &[Submission<'_>] = &[
    (
        "Visual Studio project",
        &[
            ("ships.sln", ""),
            ("ships/ships.vcxproj", LISTED),
            ("ships/main.cpp", CPP_HELPED),
            ("ships/old main.cpp", "int main() { return nothing; }\n"),
            ("sea/help.c", HELP),
        ],
        "2/2  4 of 4  ..  Visual Studio",
    ),
    (
        "Visual Studio project without sources",
        &[
            ("ships.vcxproj", UNLISTED),
            ("main.c", HELPED),
            ("sea/help.c", HELP),
        ],
        "2/2  4 of 4  ..  Visual Studio",
    ),
    (
        "Visual Studio project with headers",
        &[("ships.vcxproj", UNLISTED), ("main.c", FUNCTIONS)],
        "2/2  4 of 4  ..  Visual Studio with headers (Visual Studio failed)",
    ),
    (
        "Visual Studio project of another program",
        &[("old/ships.vcxproj", LISTED), ("ships.c", AHOY)],
        "2/2  4 of 4  ..  C (Visual Studio, Visual Studio with headers failed)",
    ),
    (
        "headers of MSVC",
        &[("ships.cpp", MSVC)],
        "2/2  4 of 4  ..  C++ with headers (C++ failed)",
    ),
    (
        "functions of MSVC, C",
        &[("ships.c", FUNCTIONS)],
        "2/2  4 of 4  ..  C with headers (C failed)",
    ),
    (
        "functions of MSVC, C++",
        &[("ships.cpp", FUNCTIONS)],
        "2/2  4 of 4  ..  C++ with headers (C++ failed)",
    ),
    (
        "functions of MSVC, overflow",
        &[("ships.c", OVERFLOW)],
        "0/2  0 of 4  RR  C with headers (C failed)",
    ),
    (
        "main without a result",
        &[(
            "ships.c",
            "#include <stdio.h>\nvoid main(int argc, char *argv[]) { if (argv[argc] == NULL) puts(\"ahoy\"); }\n",
        )],
        "2/2  4 of 4  ..  C with headers (C failed)",
    ),
    ("assert", &[("ships.c", ASSERT)], "0/2  0 of 4  RR  C"),
    (
        "assert of a release",
        &[("ships.vcxproj", UNLISTED), ("ships.c", ASSERT)],
        "2/2  4 of 4  ..  Visual Studio",
    ),
    (
        "assert of its own rule",
        &[("ships.c", ASSERT)],
        "2/2  4 of 4  ..  without asserts",
    ),
    (
        "two programs",
        &[("editor/main.c", YO), ("game/main.c", AHOY)],
        "-          not judged: cannot tell which of these is the program: editor/main.c, game/main.c; \
         add a rule to judge.toml",
    ),
    (
        "two programs, one chosen",
        &[
            ("editor/main.c", YO),
            ("game/main.c", HELPED),
            ("game/help.c", HELP),
        ],
        "2/2  4 of 4  ..  the game",
    ),
    (
        "two programs, one broken",
        &[
            ("game/ships.c", HELPED),
            ("game/help.c", HELP),
            (
                "test/test.c",
                "#include \"unity.h\"\nint main(void) { return 0; }\n",
            ),
            ("test/help.c", HELP),
        ],
        "2/2  4 of 4  ..  C, game/ships.c",
    ),
    (
        "two programs, one called main",
        &[("main.c", HELPED), ("help.c", HELP), ("try.c", YO)],
        "2/2  4 of 4  ..  C, main.c",
    ),
    (
        "two scripts",
        &[("game.py", "print('ahoy')\n"), ("sea.py", "print('yo')\n")],
        "-          not judged: cannot tell which of these is the program: game.py, sea.py; \
         add a rule to judge.toml",
    ),
    (
        "missing tool",
        &[
            ("list.missing", ""),
            ("ships.c", "int main(void) { return x; }\n"),
        ],
        "-          not judged: tool-that-is-missing is not installed",
    ),
    (
        "missing tool of a later rule",
        &[("list.failing", ""), ("list.missing", "")],
        "-          not judged: tool-that-is-missing is not installed",
    ),
    (
        "missing tool, built without",
        &[("list.missing", ""), ("ships.c", AHOY)],
        "2/2  4 of 4  ..  C (a tool that is missing failed)",
    ),
    (
        "missing header of a library",
        &[(
            "ships.c",
            "#include <curses_of_another_machine.h>\nint main(void) { return 0; }\n",
        )],
        "-          not judged: the header curses_of_another_machine.h is not installed",
    ),
    (
        "missing header, but an error in another file",
        &[
            ("Makefile", "ships: a.c\n\tcc -include sea.h -o $@ $^\n"),
            ("a.c", "int main(void) { return 0 }\n"),
        ],
        "0/2  0 of 4  CE  a.c:1:26: error:",
    ),
    (
        "Makefile of Windows",
        &[
            ("Makefile", "ships.exe: ships.c\n\tcl-of-windows ships.c\n"),
            ("ships.c", AHOY),
        ],
        "2/2  4 of 4  ..  C (make failed)",
    ),
    (
        "Makefile of Windows alone",
        &[("Makefile", "all:\n\tcl-of-windows ships.c\n")],
        "-          not judged: cl-of-windows is not installed",
    ),
    (
        "Makefile in a directory",
        &[
            ("report.txt", "by anna\n"),
            ("ships/Makefile", "ships: ships.c\n\tcc -o $@ $^\n"),
            ("ships/ships.c", AHOY),
        ],
        "2/2  4 of 4  ..  make",
    ),
    (
        "Makefile that is unfinished",
        &[("Makefile", "all: ships.o\n"), ("ships.c", AHOY)],
        "2/2  4 of 4  ..  C (make failed)",
    ),
    (
        "Makefile with a generator and tests",
        &[
            (
                "Makefile",
                "all: ships test\nships: ships.c word.h\n\tcc -o $@ ships.c\nword.h: gen\n\t./gen > $@\n\
                 gen: gen.c\n\tcc -o $@ $^\nall_tests: tests.c\n\tcc -o $@ $^\n\
                 test: ships all_tests\n\t./all_tests\n\t./ships | grep ahoy\n",
            ),
            ("ships.c", GENERATED),
            (
                "gen.c",
                "#include <stdio.h>\nint main(void) { puts(\"#define WORD \\\"ahoy\\\"\"); return 0; }\n",
            ),
            ("tests.c", "int main(void) { return 0; }\n"),
        ],
        "2/2  4 of 4  ..  make",
    ),
    (
        "Makefile with a script",
        &[
            (
                "Makefile",
                "ships: ships.c\n\t./word.sh > word.h\n\tcc -o $@ $^\n",
            ),
            ("ships.c", GENERATED),
            ("word.sh", "#!/bin/sh\necho '#define WORD \"ahoy\"'\n"),
        ],
        "2/2  4 of 4  ..  make",
    ),
    (
        "Makefile and an old program",
        &[
            ("Makefile", "ships: ships.c\n\tcc -o $@ $^\n"),
            ("ships.c", AHOY),
            ("ships", "\u{7f}ELF\u{2}\u{1}\u{1}         \u{2}\0"),
        ],
        "2/2  4 of 4  ..  make",
    ),
    (
        "configure",
        &[
            (
                "configure",
                "#!/bin/sh\nsed s/@CC@/cc/ Makefile.in > Makefile\ntouch config.status\nchmod +x config.status\n",
            ),
            ("Makefile.in", "ships: ships.c\n\t@CC@ -o $@ $^\n"),
            ("ships.c", AHOY),
        ],
        "2/2  4 of 4  ..  configure",
    ),
    (
        "warnings before the error",
        &[("a.c", WARNINGS), ("b.c", "int main(void) { return 0 }\n")],
        "0/2  0 of 4  CE  b.c:1:",
    ),
];

/// Each line of the macro is a warning, and so is its use.
const WARNINGS: &str = "#define W(n) int f##n(void) { int unused##n; char c = 300; return c; }\n\
    W(1) W(2) W(3) W(4) W(5) W(6) W(7) W(8) W(9) W(10) W(11) W(12) W(13) W(14) W(15)\n";

#[apply(trial)]
fn what_students_hand_in_is_built_or_says_why_not() {
    let room = room_with(RULES);
    let mut expected: Vec<(String, String)> = Vec::new();
    for (name, files, row) in SUBMISSIONS {
        let has_file = |end: &str| files.iter().any(|(file, _)| file.ends_with(end));
        let tools = [
            ("Makefile", "make"),
            ("configure", "make"),
            (".cpp", "c++"),
            (".vcxproj", "c++"),
        ];
        let mut needed = tools.into_iter().filter(|(end, _)| has_file(end));
        if !needed.all(|(_, tool)| has_for(&format!("judge: {name}"), tool)) {
            continue;
        }
        hand_in(&room, name, files);
        expected.push(((*name).to_owned(), (*row).to_owned()));
    }
    let in_directory = [
        ("ships/main.c", HELPED),
        ("ships/sea/help.c", HELP),
        ("__MACOSX/ships/._main.c", "x"),
    ];
    let units = AHOY.encode_utf16();
    let low = units.clone().flat_map(u16::to_le_bytes);
    let high = units.flat_map(u16::to_be_bytes);
    let texts: [(&str, Vec<u8>); 3] = [
        ("UTF-8", [b"\xef\xbb\xbf", AHOY.as_bytes()].concat()),
        (
            "UTF-16, low",
            b"\xff\xfe".iter().copied().chain(low).collect(),
        ),
        (
            "UTF-16, high",
            b"\xfe\xff".iter().copied().chain(high).collect(),
        ),
    ];
    for (name, text) in texts {
        room.write(&format!("programs/{name}/ships.c"), text);
        expected.push((name.to_owned(), "2/2  4 of 4  ..  C".to_owned()));
    }
    room.write("programs/of windows.zip", zip(&[("ships\\main.c", AHOY)]));
    room.write("programs/packed.zip", zip(&in_directory));
    room.write("programs/packed.TGZ", tar(&in_directory, true));
    room.write("programs/packed.tar", tar(&in_directory, false));
    room.write("programs/uploaded/ships.tar.gz", tar(&in_directory, true));
    room.write("programs/uploaded/report.txt", "by anna\n");
    room.write("programs/nothing.zip", zip(&[("report.txt", "by anna\n")]));
    for name in [
        "of windows.zip",
        "packed.zip",
        "packed.TGZ",
        "packed.tar",
        "uploaded",
    ] {
        expected.push((name.to_owned(), "2/2  4 of 4  ..  C".to_owned()));
    }
    let nothing = "-          not judged: cannot unpack nothing.zip: the archive has no sources";
    expected.push(("nothing.zip".to_owned(), nothing.to_owned()));
    let judged = room
        .admiralty("grade cases programs --csv csv --json=json")
        .expect(1);
    let found = rows(&judged.stdout);
    assert_eq!(found.len(), expected.len(), "{}", judged.stdout);
    for (name, row) in &expected {
        // Without namespaces, what a build makes executable is not.
        if !crate::harness::has_sandbox() && name.contains("generator") {
            continue;
        }
        let is_it = |line: &&&str| {
            let rest = line.strip_prefix(&**name);
            rest.is_some_and(|rest| rest.trim_start().starts_with(&**row))
        };
        assert!(
            found.iter().any(|line| is_it(&line)),
            "{name}: {row}\n{}",
            judged.stdout
        );
    }
    // The first error, not the warnings before it.
    judged.prints("\nwarnings before the error could not be built (C):\n");
    assert!(
        judged.stdout.matches("300").count() <= 3,
        "{}",
        judged.stdout
    );
    let csv = room.read("csv");
    let has_line = |line: &str| csv.lines().any(|it| it == line);
    assert!(
        has_line("missing tool,,,,,,,not judged: tool-that-is-missing is not installed,,,,,"),
        "{csv}"
    );
    let built = ",C++ with headers (C++ failed),,4,4,4,AC,AC";
    assert_eq!(csv.contains(built), has("c++"), "{csv}");
    // Builds of the same sources are the same.
    let builds = fs::read_dir(room.path().join("home/.cache/admiralty/builds"));
    let builds = builds.expect("builds").count();
    assert!(builds < expected.len(), "{builds}");
}

/// Games as students write them with Visual Studio.
#[apply(trial)]
fn programs_for_visual_studio_get_their_marks() {
    if !has_for("judge: programs for Visual Studio", "c++") {
        return;
    }
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures");
    let class = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judge/handed_in");
    let room = Room::with(&[]);
    let call = room.admiralty("grade --filter T0* --filter T1[0-3]");
    let judged = call.args(&[cases, class]).expect(0);
    let right = "13/13  .............  ";
    let expected = [
        format!("console application  {right}Visual Studio with headers (Visual Studio failed)"),
        format!("old C                {right}C with headers (C failed)"),
    ];
    assert_eq!(rows(&judged.stdout), expected);
}

/// Tools as they are without others, or without a part of them: what they print, and the exit code.
const INCOMPLETE: &[(&str, &str, i32)] = &[
    (
        "cc",
        "case $* in *.cpp*) echo \"cc: fatal error: cannot execute ‘cc1plus’: execvp: No such file or directory\";; \
         *) echo \"collect2: fatal error: cannot find ‘ld’\"; esac",
        1,
    ),
    ("c++", "echo sh: 1: c++: not found", 127),
    ("dotnet", "echo sh: 1: dotnet: not found", 127),
    ("go", "echo sh: 1: go: not found", 127),
    ("make", "echo sh: 1: make: not found", 127),
    ("mcs", "echo sh: 1: mcs: not found", 127),
    ("node", "echo sh: 1: node: not found", 127),
    ("javac", "echo sh: 1: javac: not found", 127),
    ("cmake", "echo '  No CMAKE_CXX_COMPILER could be found.'", 1),
    ("cargo", "echo 'error: linker `cc` not found'", 101),
    (
        "rustc",
        "echo \"error: toolchain 'stable' is not installed\"",
        1,
    ),
];

#[apply(trial)]
fn a_missing_tool_is_never_the_fault_of_students() {
    let room = room_with("");
    for (tool, says, code) in INCOMPLETE {
        let script = format!("#!/bin/sh\n{says}\nexit {code}\n");
        executable_at(&room, &format!("tools/{tool}"), &script);
    }
    let submissions: [Submission<'_>; 12] = [
        ("cargo", &[("Cargo.toml", ""), ("src/main.rs", "")], "cc"),
        (
            "cmake",
            &[("CMakeLists.txt", ""), ("a.cpp", "")],
            "a C++ compiler",
        ),
        ("configure", &[("configure", "")], "make"),
        ("cpp", &[("a.cpp", "")], "c++"),
        ("go", &[("a.go", "")], "go"),
        ("java", &[("A.java", "")], "javac"),
        ("linker", &[("a.c", "")], "ld"),
        ("make", &[("Makefile", "")], "make"),
        ("net", &[("a.csproj", ""), ("a.cs", "")], "dotnet"),
        ("node", &[("a.js", "")], "node"),
        ("rust", &[("a.rs", "")], "toolchain 'stable'"),
        (
            "visual studio",
            &[("a.vcxproj", UNLISTED), ("a.cpp", "")],
            "g++",
        ),
    ];
    for (name, files, _) in submissions {
        hand_in(&room, name, files);
    }
    let paths = format!("{}/tools:/usr/bin:/bin", room.path().display());
    let call = room.admiralty("grade cases programs");
    let judged = call.env("PATH", &paths).expect(1);
    let row = |(name, _, tool)| format!("{name:13}    -  not judged: {tool} is not installed");
    assert_eq!(
        rows(&judged.stdout),
        submissions.map(row),
        "{}",
        judged.stderr
    );
}

#[apply(trial)]
fn a_rule_for_nobody_is_an_error() {
    let room = Room::with(&[("1", "", "ahoy\n")]);
    let rule = "[[build]]\nname = \"C99\"\nprograms = [\"carl\"]\nfiles = [\"*.c\"]\nrun = \"x\"\n";
    room.write("cases/judge.toml", rule);
    room.write("programs/carla/ships.c", AHOY);
    let judged = room.admiralty("grade cases programs").expect(2);
    judged.complains(
        "judge.toml: the rule \"C99\" is for carl, but no program in programs has that name",
    );
    room.write("cases/judge.toml", rule.replace("carl", "[carl"));
    let judged = room.admiralty("grade cases programs").expect(2);
    judged.complains("invalid range pattern");
}

/// The table of the manual lists the rules in the order in which they are tried.
#[apply(trial)]
fn the_manual_lists_the_rules_in_order() {
    let rules = include_str!("../../crates/judge/src/build/rules.toml");
    let names = rules
        .lines()
        .filter_map(|line| line.strip_prefix("name = "));
    let names: Vec<_> = names.map(|name| name.trim_matches('"')).collect();
    let manual = include_str!("../../docs/JUDGE.md");
    let (_, table) = manual
        .split_once("| rule | files |")
        .expect("the table of rules");
    let rows = table
        .lines()
        .skip(2)
        .map_while(|line| line.strip_prefix("| "));
    let listed: Vec<_> = rows.filter_map(|row| row.split(" |").next()).collect();
    assert_eq!(listed, names);
}
