//! A class that hands in sources.

use std::fs;
use std::os::unix::fs::symlink;

use super::many::{executable, executable_at, rows};
use super::room::Room;
use crate::harness::has_sandbox;
use crate::support::{has_for, quoted};

/// A program that is right.
pub const AHOY: &str = "#include <stdio.h>\nint main(void) { puts(\"ahoy\"); return 0; }\n";
const BAD: &str = "int main(void) { return 0 }\n";

const POINTS: &str = "[[group]]\nname = \"all\"\ncases = [\"*\"]\npoints = 4\n";

const RULES: &str = r#"
[[build]]
name = "text"
files = ["*.txt"]
commands = ["test $# = 1 && cp \"$main\" copy"]
run = "cat {dir}/copy"

[[build]]
name = "nothing"
files = ["*.dat"]
commands = ["true"]
run = "{dir}/nothing"
"#;

/// The names, inputs and answers.
const CASES: &[(&str, &str, &str)] = &[("1", "", "ahoy\n"), ("2", "", "ahoy\n")];

/// The files of a class, besides its copies.
const HANDED_IN: &[(&str, &str)] = &[
    ("a \"quote\"/ships.c", AHOY),
    ("b\nfeed/ships.c", AHOY),
    ("bad/ships.c", BAD),
    ("crash.c", "int main(void) { __builtin_trap(); }\n"),
    ("empty/.hidden.c", AHOY),
    (
        "flood.c",
        "#include <stdio.h>\nint main(void) { for (;;) puts(\"ahoy\"); }\n",
    ),
    ("hang.c", "int main(void) { for (;;) ; }\n"),
    ("none/notes", "no program\n"),
    ("nothing/a.dat", ""),
    ("tested/ships.c", AHOY),
    (
        "tested/tests.c",
        "#ifdef TEST\nint main(void) { return 0; }\n#endif\n",
    ),
    ("text/output.txt", "ahoy\n"),
    ("twice/a.txt", "ahoy\n"),
    ("twice/b.txt", "ahoy\n"),
    (
        "wrong.c",
        "int printf(const char *, ...);\nint main(void) { printf(\"yo\\n\"); }\n",
    ),
    (
        "warned.c",
        "#include <stdio.h>\nint main(void) { int unused; puts(\"ahoy\"); return 0; }\n",
    ),
];

/// A room with two cases for 4 points, and these rules.
pub fn room_with(rules: &str) -> Room {
    let room = Room::with(CASES);
    room.write("cases/judge.toml", format!("{POINTS}{rules}"));
    room
}

/// Hands in the files of a program, given by their names and contents.
pub fn hand_in(room: &Room, program: &str, files: &[(&str, &str)]) {
    for (file, text) in files {
        room.write(&format!("programs/{program}/{file}"), text);
    }
}

#[apply(trial)]
fn a_class_of_sources_gets_its_marks() {
    let room = room_with(RULES);
    for number in 10..16 {
        room.write(&format!("programs/copy {number}/main.c"), AHOY);
    }
    for (path, text) in HANDED_IN {
        room.write(&format!("programs/{path}"), text);
    }
    room.write("programs/notes", "no program\n");
    executable(&room, "script", "#!/bin/sh\necho ahoy\n");
    symlink("nowhere", room.path().join("programs/link")).expect("a link");
    let args = "grade cases programs --cpu 0.2 --json=json --csv csv";
    let judged = room.admiralty(&format!("{args} --html pages")).expect(1);
    let copies = (10..16).map(|number| format!("copy {number}    2/2  4 of 4  ..  C"));
    let mut expected: Vec<_> = [
        "a \"quote\"  2/2  4 of 4  ..  C",
        "b\\nfeed    2/2  4 of 4  ..  C",
        "bad        0/2  0 of 4  CE  ships.c:1:26: error: expected ‘;’ before ‘}’ token",
    ]
    .map(str::to_owned)
    .to_vec();
    expected.extend(copies);
    expected.extend(
        [
            "crash.c    0/2  0 of 4  RR  C",
            "empty        -          not judged: no executable and nothing to build",
            "flood.c    0/2  0 of 4  OO  C",
            "hang.c     0/2  0 of 4  TT  C",
            "link         -          not judged: a broken link and nothing to build",
            "none         -          not judged: no executable and nothing to build",
            "notes        -          not judged: not executable and nothing to build",
            "nothing      -          cannot start: there is no nothing",
            "script     2/2  4 of 4  ..",
            "tested     2/2  4 of 4  ..  C",
            "text       2/2  4 of 4  ..  text",
            "twice        -          not judged: cannot tell which of these is the program: \
             a.txt, b.txt; add a rule to judge.toml",
            "warned.c   2/2  4 of 4  ..  C",
            "wrong.c    0/2  0 of 4  WW  C",
        ]
        .map(str::to_owned),
    );
    let found: Vec<_> = rows(&judged.stdout);
    // Compilers differ in their words.
    let is_like = |found: &str, expected: &str| match expected.split_once("error:") {
        Some((begin, _)) => found.starts_with(begin.trim_end_matches("26: ")),
        None => found == expected,
    };
    assert_eq!(found.len(), expected.len(), "{}", judged.stdout);
    for (found, expected) in found.iter().zip(&expected) {
        assert!(is_like(found, expected), "{expected}\n{}", judged.stdout);
    }
    judged.prints("\nbad could not be built (C):\n    ");
    let json = room.json("json");
    let program = |name: &str| {
        let programs = json["programs"].as_array().expect("a list");
        let found = programs.iter().find(|program| program["program"] == name);
        found.unwrap_or_else(|| panic!("{name}")).clone()
    };
    let warned = program("warned.c");
    let messages = warned["build"]["messages"].to_string();
    assert!(messages.contains("unused"), "{messages}");
    assert_eq!(warned["build"]["failed"], false);
    assert_eq!(program("b\nfeed")["score"]["points"], 4.0);
    assert_eq!(program("nothing")["build"]["rule"], "nothing");
    assert_eq!(program("script").get("build"), None);
    let csv = room.read("csv");
    let has_row = |begin: &str, end: &str| {
        csv.lines()
            .any(|line| line.starts_with(begin) && line.ends_with(end))
    };
    assert!(has_row("bad,0,0,0,", ",0,4,0,CE,CE"), "{csv}");
    assert!(has_row("warned.c,2,0,0,", ",C,,4,4,4,AC,AC"), "{csv}");
    let remark = "not judged: not executable and nothing to build";
    assert!(has_row(&format!("notes,,,,,,,{remark}"), ""), "{csv}");
    check_page(&room.read("pages/index.html"));
}

/// The page of the class has the same marks and remarks.
fn check_page(index: &str) {
    for text in [
        ">1 could not be built, 6 not judged.<",
        "script</a></th><td class=\"a\">·</td><td class=\"a\">·</td></tr>",
        "hang.c</a></th><td class=\"T\">T</td><td class=\"T\">T</td></tr>",
        "wrong.c</a></th><td class=\"W\">W</td><td class=\"W\">W</td></tr>",
        "bad</a></th><td class=\"none\" colspan=\"2\">CE: ships.c:1:",
        "notes</a></th><td class=\"none\" colspan=\"2\">not judged: not executable and nothing to build</td></tr>",
        "<td class=\"wide brief none\">C, with warnings</td>",
    ] {
        assert!(index.contains(text), "{text} in {index}");
    }
}

/// The rule counts how often it is used.
#[apply(trial)]
fn builds_are_kept_by_their_contents() {
    let room = room_with(RULES);
    let count = room.path().join("count");
    let rule = format!(
        "[[build]]\nname = \"count\"\nfiles = [\"*.txt\"]\n\
         commands = ['''echo x >> {}''']\nrun = \"cat {{dir}}/{{main}}\"\n",
        quoted(count)
    );
    room.write("cases/judge.toml", &rule);
    let judge = |status: i32, count: usize| {
        room.admiralty("grade cases programs --no-sandbox")
            .expect(status);
        assert_eq!(room.read("count").lines().count(), count);
    };
    room.write("programs/anna/a.txt", "ahoy\n");
    judge(0, 1);
    judge(0, 1);
    // The contents count, not the place.
    room.write("programs/bob/a.txt", "ahoy\n");
    judge(0, 1);
    room.write("programs/anna/a.txt", "yo\n");
    judge(1, 2);
    room.write("cases/judge.toml", rule.replace("echo x", "echo y"));
    judge(1, 4);
}

#[apply(trial)]
fn builds_have_limits_and_a_sandbox() {
    let room = room_with(RULES);
    room.write("programs/slow/a.txt", "ahoy\n");
    let rule = |command: &str| {
        let text = format!(
            "build-limits = {{ cpu = 0.2, output = 1 }}\n[[build]]\nname = \"text\"\n\
             files = [\"*.txt\"]\ncommands = ['''{command}''']\nrun = \"cat {{dir}}/{{main}}\"\n"
        );
        room.write("cases/judge.toml", text);
    };
    let args = "grade cases programs";
    for (command, message) in [
        (
            "while :; do :; done",
            "CE  too much time: while :; do :; done",
        ),
        ("exec yes", "CE  too much output: exec yes"),
        (
            "nothing-like-it",
            "not judged: nothing-like-it is not installed",
        ),
    ] {
        rule(command);
        let judged = room.admiralty(args).run();
        let text = judged.stdout + &judged.stderr;
        assert!(text.contains(message), "{message}: {text}");
    }
    let outside = room.path().join("outside");
    rule(&format!("echo x > {} || exit 3", quoted(&outside)));
    if has_sandbox() {
        room.admiralty(args).expect(1);
        assert!(!outside.exists());
    }
    room.admiralty(&format!("{args} --no-sandbox")).expect(0);
    assert!(outside.exists());
}

/// Bytes and files; the commands write little enough to fill no disk if nothing ends them.
#[apply(trial)]
fn a_build_that_fills_the_disk_is_ended() {
    for command in [
        "for n in 1 2 3 4 5 6 7 8; do head -c 8000000 /dev/zero >$n; done",
        "n=0; while test $n -lt 5000; do n=$((n+1)); : >$n; done",
    ] {
        let room = room_with("");
        let rule = format!(
            "build-limits = {{ files = 16 }}\n[[build]]\nname = \"text\"\nfiles = [\"*.txt\"]\n\
             commands = ['''{command}; sleep 60''']\nrun = \"cat {{main}}\"\n"
        );
        room.write("cases/judge.toml", rule);
        room.write("programs/greedy/a.txt", "ahoy\n");
        let judged = room.admiralty("grade cases programs").expect(1);
        judged.prints("CE  too much output: ");
    }
}

#[apply(trial)]
fn sources_have_a_limit_and_programs_have_none() {
    let room = room_with(RULES);
    executable(&room, "program", "#!/bin/sh\necho ahoy\nexit\n");
    room.write("programs/source.c", AHOY);
    for name in ["program", "source.c"] {
        let path = room.path().join("programs").join(name);
        let file = fs::File::options().write(true).open(path).expect(name);
        file.set_len(65 << 20).expect("a file with holes");
    }
    let judged = room.admiralty("grade cases programs").expect(1);
    let expected = [
        "program   2/2  4 of 4  ..",
        "source.c    -          not judged: cannot build: it has more than 64 MiB, most of them in source.c",
    ];
    assert_eq!(rows(&judged.stdout), expected);
}

/// A compiler, the name of the program, and its files with their contents.
type Sources<'s> = (&'s str, &'s str, &'s [(&'s str, &'s str)]);

/// A program in each of several languages.
fn programs_in_many_languages() -> [Sources<'static>; 10] {
    const CPP: &str = "#include <iostream>\nint main() { std::cout << \"ahoy\\n\"; }\n";
    const MAKE: &str = "ships: ships.c helper.c\n\tcc -o $@ $^\n";
    const JAVA: &str = "package sea;\npublic class Ships {\n    public static void main(String[] args) {\n\
                        System.out.println(Words.AHOY);\n    }\n}\n";
    const WORDS: &str = "package sea;\nclass Words { static final String AHOY = \"ahoy\"; }\n";
    const CMAKE: &str =
        "cmake_minimum_required(VERSION 3.5)\nproject(ships C)\nadd_executable(ships a.c)\n";
    const HELPER: &str = "#include <stdio.h>\nvoid help(void) { puts(\"ahoy\"); }\n";
    const GO: &str = "package main\nimport \"fmt\"\nfunc main() { fmt.Println(word()) }\n";
    const GO_WORD: &str = "package main\nfunc word() string { return \"ahoy\" }\n";
    const GO_MODULE: &str = "package main\nimport (\n\t\"fmt\"\n\t\"ships/sea\"\n)\nfunc main() { fmt.Println(sea.Word) }\n";
    const C_SHARP: &str =
        "class Ships { static void Main() { System.Console.WriteLine(Word.Ahoy); } }\n";
    [
        (
            "c++",
            "cpp",
            &[("main.cpp", CPP), ("other.cpp", "int other;\n")],
        ),
        (
            "make",
            "make",
            &[
                ("Makefile", MAKE),
                (
                    "ships.c",
                    "void help(void);\nint main(void) { help(); return 0; }\n",
                ),
                ("helper.c", HELPER),
            ],
        ),
        (
            "javac",
            "java",
            &[("src/Ships.java", JAVA), ("src/Words.java", WORDS)],
        ),
        (
            "python3",
            "python",
            &[
                ("main.py", "import words\n"),
                ("words.py", "print('ahoy')\n"),
            ],
        ),
        (
            "cmake",
            "cmake",
            &[("CMakeLists.txt", CMAKE), ("a.c", AHOY)],
        ),
        (
            "rustc",
            "rust",
            &[("main.rs", "fn main() {\n    println!(\"ahoy\");\n}\n")],
        ),
        ("go", "go", &[("ships.go", GO), ("word.go", GO_WORD)]),
        (
            "go",
            "module of go",
            &[
                ("go.mod", "module ships\n\ngo 1.18\n"),
                ("cmd/ships/main.go", GO_MODULE),
                ("sea/word.go", "package sea\n\nconst Word = \"ahoy\"\n"),
                (
                    "sea/word_test.go",
                    "package sea\n\nimport \"testing\"\n\nfunc TestWord(*testing.T) {}\n",
                ),
            ],
        ),
        (
            "node",
            "node",
            &[
                ("index.js", "console.log(require('./word').word);\n"),
                ("word.js", "exports.word = 'ahoy';\n"),
            ],
        ),
        (
            "mcs",
            "mono",
            &[
                ("Ships.cs", C_SHARP),
                (
                    "Word.cs",
                    "static class Word { public const string Ahoy = \"ahoy\"; }\n",
                ),
            ],
        ),
    ]
}

/// Languages whose compilers are not installed are left out.
#[apply(long_trial)]
fn sources_in_many_languages_are_built() {
    let room = Room::with(CASES);
    let sources = programs_in_many_languages();
    let is_built = |(tool, name, _): &&Sources<'_>| has_for(&format!("judge: {name}"), tool);
    let there: Vec<_> = sources.iter().filter(is_built).collect();
    for (_, name, files) in &there {
        hand_in(&room, name, files);
    }
    let judged = room
        .admiralty("grade cases programs --cpu 10 --memory 1000")
        .run();
    for (_, name, _) in &there {
        let is_right = |row: &&str| row.starts_with(*name) && row.contains("  ..  ");
        assert!(
            rows(&judged.stdout).iter().any(is_right),
            "{name}: {}",
            judged.stdout
        );
    }
}

/// Tools that do what the rules need of them, with nothing else of their language.
#[apply(trial)]
fn a_rule_needs_only_its_tool() {
    const TOOLS: &[(&str, &str)] = &[
        (
            "dotnet",
            "for last; do :; done\ncase $1 in build) mkdir \"$last\"; cp *.cs \"$last/program.dll\";; *) cat \"$1\"; esac",
        ),
        ("mcs", "out=${1#-out:}\nshift\ncat \"$@\" > \"$out\""),
        ("mono", "cat \"$1\""),
        (
            "node",
            "for last; do :; done\ncase $1 in --check) grep -q ahoy \"$2\";; *) cat \"$last\"; esac",
        ),
    ];
    let room = room_with("");
    for (tool, does) in TOOLS {
        executable_at(
            &room,
            &format!("tools/{tool}"),
            &format!("#!/bin/sh\n{does}\n"),
        );
    }
    let classes = [
        ("net", "ships.csproj", ".NET"),
        ("mono", "notes.txt", "C#"),
        ("script", "main.mjs", "JavaScript"),
    ];
    for (program, file, rule) in classes {
        let source = if rule == "JavaScript" {
            file
        } else {
            "Ships.cs"
        };
        hand_in(&room, program, &[(file, ""), (source, "ahoy\n")]);
    }
    // A compiler that crashes is not the student's fault.
    executable_at(&room, "tools/javac", "#!/bin/sh\nkill -ABRT $$\n");
    hand_in(&room, "virtual", &[("Ships.java", "")]);
    let paths = format!("{}/tools:/usr/bin:/bin", room.path().display());
    let judged = room.admiralty("grade cases programs").env("PATH", &paths);
    let expected = [
        "mono     2/2  4 of 4  ..  C#",
        "net      2/2  4 of 4  ..  .NET",
        "script   2/2  4 of 4  ..  JavaScript",
        "virtual    -          not judged: javac has crashed",
    ];
    assert_eq!(rows(&judged.expect(1).stdout), expected);
}

/// More garbage than the limit of memory, but nothing that is kept; and a deep recursion.
#[apply(trial)]
fn java_collects_garbage_within_its_limit() {
    const SHIPS: &str = "public class Ships {\n\
        \x20   static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }\n\
        \x20   public static void main(String[] args) {\n        if (deep(50000) < 50000) return;\n\
        \x20       byte[] last = null;\n        for (int i = 0; i < 400; i++) last = new byte[1 << 20];\n\
        \x20       System.out.println(last.length > 0 ? \"ahoy\" : \"\");\n    }\n}\n";
    if !has_for("judge: java", "javac") {
        return;
    }
    let room = Room::with(&CASES[..1]);
    hand_in(&room, "java", &[("Ships.java", SHIPS)]);
    for limit in ["", "--memory 96"] {
        let judged = room
            .admiralty(&format!("grade cases programs --json=json {limit}"))
            .expect(0);
        judged.prints("java     1/1  .  Java");
    }
    let command = room.json("json")["programs"][0]["build"]["command"].to_string();
    assert!(command.contains("-Xmx{heap}m"), "{command}");
    let report = room.read("json");
    let here = room.path().display().to_string();
    assert!(!report.contains(&here), "{report}");
}
