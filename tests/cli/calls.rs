//! The program from outside: arguments, streams, exit codes.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use regex_lite::Regex;

use crate::judge::junit::Element;
use crate::support::Call;

const SCRIPT: &str = "[state]\nBOARD_SIZE 2 3\nREEF 1 2\nPRINT 0\n[state]\n";
const BOARD: &str = "   \n  #\nPARTS REMAINING:: A : 0 B : 0\n";
const BROKEN: &str = "[state]\nREEF 3 99\n[state]\n";
const BROKEN_OUT: &str = "INVALID OPERATION \"REEF 3 99\": REEF IS NOT PLACED ON BOARD\n";
const BROKEN_ERR: &str = "\
error[REEF IS NOT PLACED ON BOARD]: a reef on 3 99 is not on the board, which has rows 0 to 20 and columns 0 to 9
 --> <stdin>:2:8
  |
2 | REEF 3 99
  |        ^^ off the board
";

/// Starts the program with a pipe for its input.
fn start(args: &[&str], stdout: impl Into<Stdio>, stderr: impl Into<Stdio>) -> Child {
    Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .expect("the program starts")
}

/// Writes all input of a program that may have ended already.
fn feed(child: &mut Child, input: &str) {
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all(input.as_bytes());
}

#[apply(trial)]
fn a_script_comes_from_standard_input_or_a_file() {
    Call::new("").stdin(SCRIPT).expect(BOARD, "", 0);
    Call::new("run").stdin(SCRIPT).expect(BOARD, "", 0);
    Call::new("run -").stdin(SCRIPT).expect(BOARD, "", 0);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a script.txt");
    fs::write(&path, SCRIPT).expect("written");
    Call::new("run")
        .arg(path.to_str().expect("UTF-8"))
        .stdin("FIRE")
        .expect(BOARD, "", 0);
    Call::new("")
        .arg(path.to_str().expect("UTF-8"))
        .expect(BOARD, "", 0);
}

#[apply(trial)]
fn a_file_that_is_not_there_may_be_a_subcommand_misspelt() {
    let near = "admiralty: there is no file chek; did you mean `admiralty check`?\n";
    Call::new("chek").expect("", near, 2);
    let far = "admiralty: cannot open board: No such file or directory (os error 2)\n";
    Call::new("board").expect("", far, 2);
}

/// For a word that it does not know, the program guesses what was meant, and says nothing else.
#[apply(trial)]
fn what_was_meant_is_suggested() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [
        ("ok.ships", SCRIPT),
        ("ships.c", "int main(void) {}"),
        ("ships.py", "print()"),
        ("ships.rar", ""),
        ("T1.in", SCRIPT),
        ("T1.out", BOARD),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let source = "ships.c is source text; compile it and give the program, or build and judge the \
        sources in a directory with `admiralty grade`";
    for (args, words) in [
        ("rum ok.ships", "did you mean `admiralty run ok.ships`?"),
        (
            "judge . ./ships",
            "after `--`, as in `admiralty judge CASES -- ./ships`",
        ),
        (
            "judge . ships",
            "after `--`, as in `admiralty judge CASES -- ./ships`",
        ),
        ("judge . ships.c", source),
        ("judge . -- ships.c", source),
        (
            "judge . -- ./ships.py",
            "ships.py is source text; run it by its interpreter, `-- python3 ",
        ),
        ("judge . ships.go", "ships.go is source text; compile it"),
        (
            "judge . -- ./ships.rar",
            "ships.rar is an archive; put it into",
        ),
        ("judge . -- ./ships.c", source.trim_start_matches("ships.c")),
        (
            "run --explian ok.ships",
            "a similar argument exists: '--explain'",
        ),
        (
            "check --json ok.ships",
            "unexpected argument '--json' found",
        ),
        ("-x ok.ships", "unexpected argument '-x' found"),
    ] {
        let output = Call::new(args).within(folder.path()).output();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(words), "{args}: {message}");
        assert!(!message.contains("as a value"), "{args}: {message}");
        assert_eq!(output.status.code(), Some(2), "{args}");
    }
}

/// What `judge` did with these options is done by commands of their own.
#[apply(trial)]
fn old_options_of_judge_name_the_new_command() {
    for (old, new) in [
        (
            "judge tests --programs class --build --html pages --resume judged",
            "grade tests class --html pages --out judged",
        ),
        (
            "judge --cpu 1 tests -q --programs=class --scripts 2 --shard 1/2 --out f",
            "grade tests class --cpu 1 -q --shard 1/2 --out f --no-build",
        ),
        (
            "judge tests --stress 50 --findings 3 -- ./ships --programs",
            "stress --cases tests --scripts 50 --findings 3 -- ./ships --programs",
        ),
        (
            "judge tests --mutants faulty --build --stress 9 --json=x",
            "mutants tests faulty --scripts 9 --json=x",
        ),
        (
            "judge --package pack tests --compare exact",
            "package tests pack --compare exact",
        ),
    ] {
        let error = format!("error: this is a command of its own now:\n\n  admiralty {new}\n");
        Call::new(old).expect("", &error, 2);
    }
}

/// The help of each command begins with what it needs and ends with an example, and an error about its
/// arguments shows that, too.
#[apply(trial)]
fn commands_show_an_example() {
    let help = |args: &str| {
        let output = Call::new(args).output();
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let commands = commands();
    for name in &commands {
        let (short, long) = (help(&format!("{name} -h")), help(&format!("{name} --help")));
        // Two screens.
        let judges = "judge grade stress mutants package".contains(&**name);
        let help = if judges { &long } else { &short };
        assert!(help.lines().count() <= 80, "{help}");
        let example = short.split("\nExample:\n  ").nth(1).expect(name);
        assert!(
            example.starts_with(&format!("admiralty {name}")),
            "{example}"
        );
        assert!(long.ends_with(&format!("Example:\n  {example}")), "{long}");
        let options = short.split("\nOptions:\n").nth(1).expect(name);
        let has_own = options.contains(
            "
      --",
        );
        let is_first = options.trim_start().starts_with("-h, --help");
        assert!(!(has_own && is_first), "{short}");
        let wrong = Call::new(&format!("{name} --nonsense")).output();
        let error = String::from_utf8_lossy(&wrong.stderr);
        assert!(
            error.contains(&format!("Example: {}", example.trim_end())),
            "{error}"
        );
    }
    // The README has them in the same order.
    let readme = fs::read_to_string("README.md").expect("a file");
    let pattern = Regex::new("(?m)^\\| `admiralty ([a-z][a-z-]+).*\\|$").expect("a pattern");
    let rows = pattern.captures_iter(&readme).map(|row| row[1].to_owned());
    let rows: Vec<_> = rows.collect();
    let known = commands.iter().filter(|name| rows.contains(name)).cloned();
    assert_eq!(rows, known.collect::<Vec<_>>());
}

/// The names of all commands, in order.
fn commands() -> Vec<String> {
    let output = Call::new("--help").output();
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let list = help.split("Commands:\n").nth(1).expect("commands");
    let list = list.split("\n\n").next().expect("a list");
    let names = list
        .lines()
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// A number out of range is answered with the range and what was given.
#[apply(trial)]
fn numbers_out_of_range_say_the_range() {
    for (args, range) in [
        ("--effort=", "from 1 to 1000"),
        ("play --level=", "from 1 to 5"),
        ("play --rules ships --reefs=", "from 0 to 500"),
        ("play --rules german --fleet=", "from 0 to 20"),
        ("play --rules german:", "from 10 to 20"),
        ("play --puzzle=", "from 1 to 100"),
        ("play --seed=", "from 0 to 18446744073709551615"),
        ("arena random hunt --games=", "from 2 to 4294967295"),
        (
            "arena random hunt --seed=",
            "from 0 to 18446744073709551615",
        ),
        ("arena random hunt --reefs=", "from 0 to 4294967295"),
        ("arena random hunt --fleet=", "from 0 to 4294967295"),
        ("arena random hunt --turn-limit=", "from 1 to 4294967295"),
        ("arena random hunt --wall=", "from 0.001 to 86400"),
        ("arena random hunt -j", "from 1 to 18446744073709551615"),
        ("solo --games=", "from 1 to 1000000000000"),
        ("solo --fleet=", "from 0 to 255"),
        ("judge fixtures --jobs=", "from 1 to 18446744073709551615"),
        ("judge fixtures --repeat=", "from 1 to 18446744073709551615"),
        ("judge fixtures --memory=", "from 1 to 17592186044415"),
        ("stress --scripts=", "from 0 to 18446744073709551615"),
        ("stress --seed=", "from 0 to 18446744073709551615"),
        ("replay --svg=", "from 0 to 18446744073709551615"),
    ] {
        for given in ["99999999999999999999", "ten", "1e-3x"] {
            let output = Call::new(&format!("{args}{given}")).output();
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let says = |words| message.contains(words);
            assert!(says(range) && says(given), "{args}{given}: {message}");
            assert_eq!(output.status.code(), Some(2), "{args}{given}");
        }
    }
}

#[apply(trial)]
fn an_empty_script_says_so() {
    for script in ["", "\n", " \r\n\t\n"] {
        for args in ["", "run", "check -"] {
            let said = "admiralty: standard input is empty: there is no script\n";
            Call::new(args).stdin(script).expect("", said, 0);
        }
    }
    // A file that exists is not missing, whatever it is.
    Call::new("").stdin("[state]").expect("", "", 0);
}

/// A directory stands for the scripts in it and below, in their natural order.
#[apply(trial)]
fn check_takes_directories() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let below = folder.path().join("below");
    fs::create_dir_all(below.join("empty")).expect("directories");
    for (name, text) in [
        ("T10.in", BROKEN),
        ("T2.in", BROKEN),
        ("T2.out", BROKEN),
        ("below/game.ships", BROKEN),
        ("below/notes.txt", BROKEN),
    ] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", below.join("loop")).expect("a link");
    let call = Call::new("check --format short .").within(folder.path());
    let found = String::from_utf8(call.output().stdout).expect("UTF-8");
    let names: Vec<_> = found
        .lines()
        .filter_map(|line| line.split(':').next())
        .collect();
    assert_eq!(names, ["./T2.in", "./T10.in", "./below/game.ships"]);
    Call::new("check below/empty").within(folder.path()).expect(
        "",
        "admiralty: below/empty has no scripts, *.in or *.ships\n",
        2,
    );
}

#[apply(trial)]
fn options_of_running_are_rejected_where_nothing_runs() {
    let subcommands = "check arena judge othello solo play completions man";
    for subcommand in subcommands.split(' ') {
        let help = stdout(&Call::new(subcommand).arg("--help"));
        for option in ["--stats", "--explain", "--to-end"] {
            assert!(!help.contains(option), "{subcommand} {option}");
            for args in [
                format!("{subcommand} {option}"),
                format!("{option} {subcommand}"),
            ] {
                assert_eq!(Call::new(&args).output().status.code(), Some(2), "{args}");
            }
        }
    }
    let help = stdout(&Call::new("run").arg("--help"));
    assert!(help.contains("--stats") && help.contains("--explain"));
}

#[apply(trial)]
fn a_broken_rule_is_a_normal_result() {
    Call::new("").stdin(BROKEN).expect(BROKEN_OUT, "", 0);
}

#[apply(trial)]
fn an_error_is_explained_when_that_is_asked_for() {
    for args in [
        "--explain run",
        "--explain",
        "--explain=always",
        "run --explain",
        "run - --explain",
    ] {
        Call::new(args)
            .stdin(BROKEN)
            .expect(BROKEN_OUT, BROKEN_ERR, 0);
    }
    Call::new("--explain=never")
        .stdin(BROKEN)
        .expect(BROKEN_OUT, "", 0);
    Call::new("--explain").stdin(SCRIPT).expect(BOARD, "", 0);
}

#[apply(trial)]
fn wrong_arguments_and_unreadable_files_are_status_2() {
    let output = Call::new("--nonsense").output();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert_eq!(Call::new("run one two").output().status.code(), Some(2));
    let missing = "admiralty: cannot open no/such/file: No such file or directory (os error 2)\n";
    Call::new("run no/such/file").expect("", missing, 2);
    Call::new("check no/such/file").expect("", missing, 2);
    let folder = Call::new("run .").output();
    assert_eq!(folder.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&folder.stderr).starts_with("admiralty: cannot read .: "));
}

#[apply(trial)]
fn a_file_that_cannot_be_read_does_not_keep_the_others_from_being_checked() {
    let output = Call::new("check no/such/file - and/none")
        .stdin(BROKEN)
        .output();
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("1 error, 0 warnings\n"));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 2);
    assert_eq!(output.status.code(), Some(2));
}

#[apply(trial)]
fn check_says_by_its_status_whether_there_are_errors() {
    Call::new("check -").stdin(SCRIPT).expect("", "", 0);
    let json = Call::new("check --format json -");
    json.stdin(SCRIPT).expect("[]\n", "", 0);
    for (script, code) in [(BROKEN, 1), ("[state]\n", 0)] {
        let output = Call::new("check -").stdin(script).output();
        assert_eq!(output.status.code(), Some(code), "{script}");
    }
}

#[apply(trial)]
fn what_was_printed_comes_before_more_is_read() {
    let mut child = start(&[], Stdio::piped(), Stdio::inherit());
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = child.stdout.take().expect("a pipe");
    for part in [
        "[state]\nBOARD_SIZE 2 3\nREEF 1 2\nPRINT 0\n",
        "PRINT 0\nREEF",
        " 0 0\nREEF 1 2\nREEF 1 2\nPRINT",
    ] {
        stdin.write_all(part.as_bytes()).expect("the program reads");
        if part.ends_with("PRINT") {
            break;
        }
        let mut board = vec![0; BOARD.len()];
        stdout.read_exact(&mut board).expect("the board comes");
        assert_eq!(String::from_utf8_lossy(&board), BOARD);
    }
    stdin.write_all(b" 0").expect("the program reads");
    drop(stdin);
    let mut rest = String::new();
    stdout
        .read_to_string(&mut rest)
        .expect("the last board comes");
    assert_eq!(rest, BOARD.replacen(' ', "#", 1));
    assert!(child.wait().expect("the program ends").success());
}

#[apply(trial)]
fn a_closed_pipe_ends_it_quietly() {
    let helps = [&["--help"][..], &["judge", "--help"]];
    let scripts = [&["completions", "elvish"][..], &["completions", "zsh"]];
    for args in [&["run", "-"][..], &["man"]]
        .into_iter()
        .chain(helps)
        .chain(scripts)
    {
        let mut child = start(args, Stdio::piped(), Stdio::piped());
        drop(child.stdout.take());
        let huge = "[state]\nBOARD_SIZE 2000000000 2000000000\nPRINT 0\n[state]\n";
        feed(&mut child, huge);
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{args:?}: {}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[apply(trial)]
fn long_rows_are_passed_over_and_other_long_lines_refused() {
    let row = "? ".repeat(1 << 20);
    Call::new("")
        .stdin(format!("{row}\r\n{SCRIPT}{row}"))
        .expect(BOARD, "", 0);
    let blank = " ".repeat(3 << 20);
    Call::new("")
        .stdin(format!(
            "[state]\n{blank}\nBOARD_SIZE 2 3\nREEF 1 2\nPRINT 0\n"
        ))
        .expect(BOARD, "", 0);
    let long = format!(
        "[state]\nREEF 3 4\nINFORMATION A {}\nPRINT 0\n[state]\n",
        "x".repeat(2 << 20)
    );
    let echo = format!("INFORMATION A {}...", "x".repeat(50));
    let refused = format!("INVALID OPERATION \"{echo}\": LINE TOO LONG\n");
    Call::new("").stdin(&long).expect(&refused, "", 0);
    let explained = Call::new("--explain").stdin(&long).output();
    assert!(String::from_utf8_lossy(&explained.stderr).contains("<stdin>:3:1"));
}

#[apply(trial)]
fn completions_and_the_manual_page_name_every_subcommand() {
    // Bash, fish and zsh ask the program: `completion.rs` tests them.
    for args in ["man", "completions elvish", "completions powershell"] {
        // In a manual page, hyphens are escaped.
        let text = stdout(&Call::new(args)).replace('\\', "");
        for subcommand in subcommands() {
            assert!(text.contains(&subcommand), "{args}: {subcommand}");
        }
    }
}

#[apply(trial)]
fn the_example_of_the_help_works() {
    let help = Call::new("--help").output();
    let help = String::from_utf8_lossy(&help.stdout);
    let script = help
        .lines()
        .skip_while(|line| !line.contains("[playerA]"))
        .take_while(|line| !line.is_empty());
    let output = Call::new("")
        .stdin(script.collect::<Vec<_>>().join("\n"))
        .output();
    let output = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.ends_with("PARTS REMAINING:: A : 3 B : 0\n"),
        "{output}"
    );
}

#[apply(trial)]
fn what_cannot_be_said_does_not_change_the_exit_status() {
    let full = || fs::File::create("/dev/full");
    if full().is_err() {
        return;
    }
    let run = |args: &[&str]| {
        let mut child = start(args, Stdio::null(), full().expect("it was there"));
        feed(&mut child, BROKEN);
        child.wait().expect("the program ends").code()
    };
    assert_eq!(run(&["--explain"]), Some(0));
    assert_eq!(run(&["run", "no/such/file"]), Some(2));
}

/// The output of each kind of line: an announcement, a victory, a board, a saved
/// state, an error, a turn of the program.
#[apply(trial)]
fn a_failed_write_is_reported_once() {
    let full = || fs::File::create("/dev/full");
    if full().is_err() {
        return;
    }
    let shot = "[state]\nRULES msx\nSET_FLEET A 1 0 0 0\nSET_FLEET B 0 0 0 1\nSHIP A 0 0 E 0 P 1111\n\
        SHIP B 11 0 E 0 S 1\n[state]\n[playerA]\nSHOOT 11 0\n";
    let turn = "[state]\nSET_AI_PLAYER A\n[state]\n";
    let saved = "[state]\nSAVE\n[state]\n";
    for script in [SCRIPT, BROKEN, shot, turn, saved] {
        let mut child = start(
            &["--explain"],
            full().expect("it was there"),
            Stdio::piped(),
        );
        feed(&mut child, script);
        let output = child.wait_with_output().expect("the program ends");
        let expected = "admiralty: cannot write: No space left on device (os error 28)\n";
        assert_eq!(
            String::from_utf8_lossy(&output.stderr),
            expected,
            "{script}"
        );
        assert_eq!(output.status.code(), Some(2), "{script}");
    }
}

/// Whatever a file is called, its name is one line of visible text, or what a format has instead.
#[cfg(unix)]
#[apply(trial)]
fn names_of_files_are_escaped() {
    const NAME: &str = "a\u{1b}[2J\n\u{202e}.in";
    const ESCAPED: &str = "a\\u{1b}[2J\\n\\u{202e}";
    const PLACE: &str = "a\\u{1b}[2J\\n\\u{202e}.in:1:1";
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join(NAME), "FIRE\n").expect("written");
    for (args, name) in [
        ("check", PLACE),
        ("check --format short", PLACE),
        ("check --format json", "\"a\\u001b[2J\\n\u{202e}.in\""),
        ("check --format sarif", "\"a%1B%5B2J%0A%E2%80%AE.in\""),
        ("run --explain", PLACE),
        ("merge", ESCAPED),
        ("othello none", ESCAPED),
        ("judge", ESCAPED),
        ("examples", ESCAPED),
        ("completions", ESCAPED),
        ("man", ESCAPED),
    ] {
        let output = Call::new(args).arg(NAME).within(folder.path()).output();
        let printed = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8(printed).expect("UTF-8");
        assert!(printed.contains(name), "{args}: {printed}");
        assert!(!printed.contains('\u{1b}'), "{args}: {printed:?}");
    }
}

/// Where the values of a SARIF log are. Each is a property of the schema of SARIF 2.1.0
/// (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/>), and no required one is missing.
const SARIF_VALUES: &str = "\
/$schema
/runs/*/columnKind
/runs/*/results/*/fixes/*/artifactChanges/*/artifactLocation/uri
/runs/*/results/*/fixes/*/artifactChanges/*/replacements/*/deletedRegion/endColumn
/runs/*/results/*/fixes/*/artifactChanges/*/replacements/*/deletedRegion/startColumn
/runs/*/results/*/fixes/*/artifactChanges/*/replacements/*/deletedRegion/startLine
/runs/*/results/*/fixes/*/artifactChanges/*/replacements/*/insertedContent/text
/runs/*/results/*/level
/runs/*/results/*/locations/*/physicalLocation/artifactLocation/uri
/runs/*/results/*/locations/*/physicalLocation/region/endColumn
/runs/*/results/*/locations/*/physicalLocation/region/startColumn
/runs/*/results/*/locations/*/physicalLocation/region/startLine
/runs/*/results/*/message/text
/runs/*/results/*/partialFingerprints/line/v1
/runs/*/results/*/ruleId
/runs/*/tool/driver/name
/runs/*/tool/driver/rules/*/defaultConfiguration/level
/runs/*/tool/driver/rules/*/fullDescription/text
/runs/*/tool/driver/rules/*/help/text
/runs/*/tool/driver/rules/*/id
/runs/*/tool/driver/rules/*/name
/runs/*/tool/driver/rules/*/shortDescription/text
/runs/*/tool/driver/version
/version
";

/// Adds the path of each number and text in the value, with `*` for the positions in arrays.
fn add_paths(value: &serde_json::Value, path: &str, paths: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Array(items) => {
            for item in items {
                add_paths(item, &format!("{path}/*"), paths);
            }
        }
        serde_json::Value::Object(properties) => {
            for (name, property) in properties {
                add_paths(property, &format!("{path}/{name}"), paths);
            }
        }
        _ => {
            paths.insert(format!("{path}\n"));
        }
    }
}

#[apply(trial)]
fn check_writes_valid_sarif() {
    let script = format!("{BROKEN}FIRE 1\nREEFS 1\nSHOOT \u{202e}\n[state]\n");
    let output = Call::new("check --format sarif -").stdin(&script).output();
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut paths = BTreeSet::new();
    add_paths(&log, "", &mut paths);
    assert_eq!(paths.into_iter().collect::<String>(), SARIF_VALUES);
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 5);
    let fixes: Vec<_> = results.iter().map(|result| &result["fixes"]).collect();
    let text = "/0/artifactChanges/0/replacements/0/insertedContent/text";
    assert_eq!(fixes[2].pointer(text).expect("a text"), "REEF");
    assert_eq!(fixes.iter().filter(|fix| !fix.is_null()).count(), 1);
}

/// Each format has the findings as its readers want them, in the order of lines.
#[apply(trial)]
fn check_writes_for_ci_servers() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(
        folder.path().join("50%,a:b.in"),
        "[state]\nREEF 99 1\nREEF 99 1\n",
    )
    .expect("written");
    fs::write(folder.path().join("right.in"), "[state]\n[state]\n").expect("written");
    let printed = |format: &str| {
        let args = format!("check --format {format} .");
        let output = Call::new(&args).within(folder.path()).output();
        assert_eq!(output.status.code(), Some(1), "{format}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let reef = "a reef on 99 1 is not on the board, which has rows 0 to 20 and columns 0 to 9";
    let github = printed("github");
    let lines: Vec<_> = github.lines().collect();
    let place = "file=./50%25%2Ca%3Ab.in";
    let warning = format!(
        "::warning {place},line=1,col=1,endColumn=7,title=group-never-closed::this [state]"
    );
    assert!(lines[0].starts_with(&warning), "{github}");
    let error = format!(
        "::error {place},line=2,col=6,endColumn=7,title=REEF IS NOT PLACED ON BOARD::{reef}"
    );
    assert!(lines[1].starts_with(&error), "{github}");
    assert_eq!(lines.len(), 3);
    let issues: serde_json::Value = serde_json::from_str(&printed("gitlab")).expect("JSON");
    let issues = issues.as_array().expect("a list");
    let lines: Vec<_> = issues
        .iter()
        .map(|issue| issue["location"]["lines"]["begin"].as_u64())
        .collect();
    assert_eq!(lines, [Some(1), Some(2), Some(3)]);
    let prints: BTreeSet<_> = issues
        .iter()
        .map(|issue| issue["fingerprint"].as_str())
        .collect();
    assert_eq!(prints.len(), issues.len());
    assert_eq!(issues[0]["severity"], "minor");
    assert_eq!(issues[1]["severity"], "major");
    assert_eq!(issues[1]["location"]["path"], "50%,a:b.in");
    let documented = |issue: &serde_json::Value, fields: &[&str]| {
        let issue = issue.as_object().expect("an object");
        assert_eq!(issue.len(), fields.len());
        assert!(fields.iter().all(|field| issue.contains_key(*field)));
    };
    for issue in issues {
        let fields = [
            "description",
            "check_name",
            "fingerprint",
            "severity",
            "location",
        ];
        documented(issue, &fields);
        documented(&issue["location"], &["path", "lines"]);
        documented(&issue["location"]["lines"], &["begin"]);
        assert!(fields[..4].iter().all(|field| issue[*field].is_string()));
    }
    let junit = Element::read(&printed("junit"));
    assert_eq!(junit.name, "testsuites");
    junit.assert_attributes(&[]);
    let suite = &junit.children[0];
    assert_eq!((&*suite.name, junit.children.len()), ("testsuite", 1));
    suite.assert_attributes(&["name", "tests", "failures", "errors"]);
    let counts = ["tests", "failures", "errors"].map(|count| suite.get(count));
    assert_eq!(counts, ["2", "1", "0"]);
    let [wrong, right] = &suite.children[..] else {
        panic!("{suite:?}")
    };
    for (case, file) in [(wrong, "./50%,a:b.in"), (right, "./right.in")] {
        assert_eq!(case.name, "testcase");
        // GitLab reads the file, which Jenkins' schema does not have.
        case.assert_attributes(&["name", "classname", "file"]);
        assert_eq!([case.get("name"), case.get("file")], [file, file]);
    }
    assert!(right.children.is_empty());
    let [failure] = &wrong.children[..] else {
        panic!("{wrong:?}")
    };
    assert_eq!(failure.name, "failure");
    failure.assert_attributes(&["message"]);
    assert_eq!(failure.get("message"), "2 errors");
    assert!(failure.text.starts_with("./50%,a:b.in:1:1: warning"));
    assert_eq!(failure.text.lines().count(), 3);
    let log: serde_json::Value = serde_json::from_str(&printed("sarif")).expect("JSON");
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules");
    let helps: Vec<_> = rules
        .iter()
        .map(|rule| rule["help"]["text"].as_str())
        .collect();
    assert_eq!(helps.len(), 2);
    assert!(helps.contains(&Some("the script ends in a group, and so closes it")));
}

/// The pattern of the problem matcher finds the parts of each line.
#[apply(trial)]
fn the_problem_matcher_matches_each_line() {
    let matcher = include_str!("../../examples/github/admiralty-matcher.json");
    let matcher: serde_json::Value = serde_json::from_str(matcher).expect("JSON");
    let pattern = &matcher["problemMatcher"][0]["pattern"][0];
    let regex = Regex::new(pattern["regexp"].as_str().expect("text")).expect("a pattern");
    let script = format!("{BROKEN}[state]\nNOISE: a: b\n");
    let output = Call::new("check --format short -").stdin(&script).output();
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let parts = ["file", "line", "column", "severity", "code"];
    let parts = parts.map(|part| {
        pattern[part]
            .to_string()
            .parse::<usize>()
            .expect("a number")
    });
    let found: Vec<_> = lines
        .lines()
        .map(|line| {
            let found = regex.captures(line).expect(line);
            parts.map(|part| found[part].to_owned()).join(" ")
        })
        .collect();
    let expected = [
        "<stdin> 2 8 error REEF IS NOT PLACED ON BOARD",
        "<stdin> 4 1 warning group-never-closed",
        "<stdin> 5 1 error UNKNOWN COMMAND",
    ];
    assert_eq!(found, expected);
}

/// More errors than a buffer holds are printed while the script is still coming.
#[apply(long_trial)]
fn check_prints_while_it_reads() {
    const LINES: usize = 3000;
    for format in ["human", "short", "json", "sarif"] {
        let mut child = start(
            &["check", "--format", format, "-"],
            Stdio::piped(),
            Stdio::inherit(),
        );
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut stdout = child.stdout.take().expect("a pipe");
        let (sender, receiver) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut output = vec![0; 1000];
            stdout.read_exact(&mut output).expect("there is something");
            sender.send(()).expect("somebody waits");
            stdout.read_to_end(&mut output).expect("the rest comes");
            output
        });
        let script = "FIRE 3 4\n".repeat(LINES);
        stdin.write_all(script.as_bytes()).expect("it reads");
        let waited = receiver.recv_timeout(std::time::Duration::from_secs(60));
        drop(stdin);
        assert!(waited.is_ok(), "nothing is printed before the end");
        let output = String::from_utf8(reader.join().expect("it reads")).expect("UTF-8");
        let name = if format == "sarif" {
            "\"unknown-command\""
        } else {
            "UNKNOWN COMMAND"
        };
        let results = output.split("\"tool\"").next().unwrap_or_default();
        assert_eq!(results.matches(name).count(), LINES);
        if format == "sarif" {
            let text = output.trim_start_matches('\0');
            let log: serde_json::Value = serde_json::from_str(text).expect("JSON");
            assert_eq!(
                log["runs"][0]["results"].as_array().map(Vec::len),
                Some(LINES)
            );
        }
        assert_eq!(child.wait().expect("it ends").code(), Some(1));
    }
}

#[apply(trial)]
fn check_keeps_its_verdict_when_nobody_reads_it() {
    let mut child = start(&["check", "-"], Stdio::piped(), Stdio::inherit());
    drop(child.stdout.take());
    feed(&mut child, BROKEN);
    assert_eq!(child.wait().expect("the program ends").code(), Some(1));
}

/// The names of all subcommands but `help`.
pub fn subcommands() -> Vec<String> {
    let help = stdout(&Call::new("--help"));
    let (_, commands) = help.split_once("Commands:\n").expect("a list");
    let name = Regex::new("(?m)^  ([a-z-]+)").expect("a pattern");
    let (commands, _) = commands.split_once("\n\n").expect("an end");
    let names = name
        .captures_iter(commands)
        .map(|found| found[1].to_owned());
    names.filter(|name| name != "help").collect()
}

/// The options of a subcommand, with their values.
pub fn options(subcommand: &str) -> Vec<String> {
    let help = stdout(&Call::new(subcommand).arg("--help"));
    let option = r"(?m)^  (?:-\w, |    )(--[a-z0-9-]+(?: ?\[=?<[^>]+>\])?(?: <[^>]+>)*)";
    let option = Regex::new(option).expect("a pattern");
    let options = option.captures_iter(&help);
    let options: Vec<_> = options.map(|found| found[1].to_owned()).collect();
    assert!(
        options.iter().any(|option| option == "--version"),
        "{options:?}"
    );
    options
}

#[apply(trial)]
fn every_subcommand_has_a_manual_page() {
    // Without Git, nobody knows the date of the sources.
    let log = Command::new("git").args(["log", "-1"]).output();
    let has_commit = log.is_ok_and(|log| log.status.success());
    for name in subcommands() {
        let page = stdout(&Call::new("man").arg(&name));
        let title = page
            .lines()
            .find(|line| line.starts_with(".TH"))
            .expect("a title");
        let date = Regex::new(r"^\.TH \S+ 1 20\d\d-\d\d-\d\d ").expect("a pattern");
        assert!(date.is_match(title) || !has_commit, "{title}");
        // In the synopsis, options have their values.
        let (_, synopsis) = page.split_once(".SH SYNOPSIS\n").expect("a synopsis");
        let synopsis = synopsis
            .split("\n.SH")
            .next()
            .expect("a synopsis")
            .replace('\\', "");
        for option in options(&name) {
            assert!(
                synopsis.contains(&format!("[{option}]")),
                "{option}: {synopsis}"
            );
        }
    }
    Call::new("man nonsense").expect("", "admiralty: there is no subcommand nonsense\n", 2);
}

#[apply(trial)]
fn every_subcommand_has_a_version() {
    let version = concat!(" ", env!("CARGO_PKG_VERSION"));
    for name in subcommands() {
        let said = stdout(&Call::new(&name).arg("--version"));
        assert!(
            said.starts_with("admiralty") && said.contains(version),
            "{name}: {said}"
        );
    }
}

/// Backticks are for what is typed. A name between them is one that the lints of doc comments do not know
/// (clippy.toml).
#[apply(trial)]
fn help_quotes_no_names() {
    let quoted = Regex::new("`([^`]*)`").expect("a pattern");
    for name in [String::new()].into_iter().chain(subcommands()) {
        for flag in ["--help", "-h"] {
            let help = stdout(&Call::new(&name).arg(flag));
            for word in quoted.captures_iter(&help).map(|found| found[1].to_owned()) {
                let has = |is_kind: fn(&char) -> bool| word.chars().any(|c| is_kind(&c));
                let is_name = word.chars().all(char::is_alphanumeric)
                    && has(char::is_ascii_uppercase)
                    && has(char::is_ascii_lowercase);
                assert!(!is_name, "{name} {flag}: {word}");
            }
        }
    }
}

/// A game between two built-in players.
const GAME: &str = "[state]\nBOARD_SIZE 4 12\nSET_FLEET A 0 0 1 1\nSET_FLEET B 0 0 1 1\n\
    INIT_POSITION A 0 0 3 4\nINIT_POSITION B 0 7 3 11\nSET_AI_PLAYER A\nSET_AI_PLAYER B\n[state]\n";

fn stdout(call: &Call) -> String {
    let output = call.output();
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("all text is ASCII")
}

#[apply(trial)]
fn a_strategy_is_chosen_for_each_player_and_remembered() {
    for strategy in admiralty_players::STRATEGIES {
        let name = strategy.name();
        let flags = format!("--strategy A={name} --strategy B=random");
        let first = stdout(&Call::new(&flags).stdin(GAME));
        let remembered = format!("\nINFORMATION A STRATEGY {name}\n");
        assert!(first.contains(&remembered), "{first}");
        // B has not played, so it has no memory.
        assert!(!first.contains("INFORMATION B"), "{first}");
        let second = stdout(&Call::new(&flags).stdin(&first));
        assert!(
            second.contains("\nINFORMATION B STRATEGY random\n"),
            "{second}"
        );
        // The next turns use them, and the flags change nothing.
        let third = stdout(&Call::new("").stdin(&second));
        assert_eq!(third, stdout(&Call::new(&flags).stdin(&second)));
        // It is stored once, and lasts.
        assert_eq!(third.matches(&remembered).count(), 2, "{third}");
    }
    let first = stdout(&Call::new("").stdin(GAME));
    assert!(!first.contains("STRATEGY"), "{first}");
}

/// Two players may share a name; each game gets the one that plays it.
#[apply(trial)]
fn a_strategy_is_chosen_where_shots_are_announced() {
    let game = "[state]\nRULES msx\nSET_AI_PLAYER A\nINFORMATION A STRATEGY admiral\n[state]\n";
    for shot_policy in admiralty_players::ShotPolicy::ALL {
        let flags = format!("--strategy A={} --strategy B=admiral", shot_policy.name());
        let first = stdout(&Call::new(&flags).stdin(game));
        let (_, after) = first.split_once("FORGET").expect("the turn is remembered");
        let remembered = format!("INFORMATION A STRATEGY {}\n", shot_policy.name());
        assert!(after.contains(&remembered), "{first}");
    }
}

#[apply(trial)]
fn statistics_are_printed_apart() {
    let game = "[state]\nRULES msx\nSHOT A 11 0\n[state]\n";
    for flags in ["--stats", "--stats=text", "run --stats", "--stats run"] {
        let output = Call::new(flags).stdin(game).output();
        assert!(output.stdout.is_empty());
        let table = String::from_utf8(output.stderr).expect("all text is ASCII");
        assert!(
            table.contains("shots                   1        0\n"),
            "{table}"
        );
    }
    let output = Call::new("--stats=csv").stdin(game).output();
    assert_eq!(output.status.code(), Some(2));
    // An error is explained first.
    let output = Call::new("--stats=json --explain").stdin("FIRE").output();
    let told = String::from_utf8(output.stderr).expect("all text is ASCII");
    assert!(
        told.starts_with("error[UNKNOWN COMMAND]") && told.ends_with("}\n"),
        "{told}"
    );
}

#[apply(trial)]
fn the_strategy_given_last_counts() {
    let is_random = |output: &str| output.contains("INFORMATION A STRATEGY random\n");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("game");
    fs::write(&path, GAME).expect("written");
    let path = path.to_str().expect("UTF-8");
    for flags in [
        "--strategy A=admiral --strategy A=random run",
        "--strategy A=admiral run --strategy A=random",
        "--strategy A=random run",
        "run --strategy A=random --effort 1000",
        "run --strategy=A=random",
    ] {
        assert!(is_random(&stdout(&Call::new(flags).arg(path))), "{flags}");
    }
    // The flag overrides the memory.
    let remembered = GAME.replacen("[state]\n", "[state]\nINFORMATION A STRATEGY random\n", 1);
    let output = stdout(&Call::new("--strategy A=admiral").stdin(remembered));
    assert!(
        output.contains("INFORMATION A STRATEGY admiral\n"),
        "{output}"
    );
    let (_, after) = output.split_once("FORGET").expect("the turn is remembered");
    assert!(!is_random(after), "{output}");
}

#[apply(trial)]
fn the_effort_is_a_number_from_1_to_1000() {
    const GAME: &str = "[state]\nSET_AI_PLAYER A\nSRAND 1\n[state]\n";
    let default = stdout(&Call::new("").stdin(GAME));
    assert_eq!(stdout(&Call::new("--effort 10").stdin(GAME)), default);
    let small = stdout(&Call::new("--effort 1 run").stdin(GAME));
    assert_ne!(small, default);
    // The last one counts.
    let last = stdout(&Call::new("--effort 1000 run --effort 1").stdin(GAME));
    assert_eq!(last, small);
    stdout(&Call::new("--effort 1000").stdin(GAME));
    for effort in ["0", "1001", "-1", "ten", "4294967297"] {
        let flag = format!("--effort={effort}");
        assert_eq!(Call::new(&flag).output().status.code(), Some(2), "{effort}");
    }
}

/// The rule set is known when the script has been executed, so its output comes first.
#[apply(trial)]
fn a_strategy_must_play_the_rule_set() {
    let complaint = |player: char, rules: &str, names: &str| {
        let what = format!("no --strategy of {player} plays the rule set {rules}");
        format!("admiralty: {what}; its players are {names}\n")
    };
    let ships = complaint('A', "ships", "admiral, hunt, random");
    let played = format!("{SCRIPT}[state]\nSET_AI_PLAYER A\n[state]\n");
    for flags in ["--strategy A=density", "run --to-end --strategy A=density"] {
        Call::new(flags).stdin(&played).expect(BOARD, &ships, 2);
    }
    let classic = "hunt, random, parity, density, posterior, forgetful, forced, chase";
    Call::new("--strategy B=admiral")
        .stdin("[state]\nRULES german\nSET_AI_PLAYER B\n[state]\n")
        .expect("", &complaint('B', "german", classic), 2);
    // One of several names is enough, and none is needed where the program does not play.
    let flags = "--strategy A=hunt --strategy A=density";
    assert!(stdout(&Call::new(flags).stdin(GAME)).contains("STRATEGY hunt"));
    let flags = "--strategy A=density";
    Call::new(flags).stdin(SCRIPT).expect(BOARD, "", 0);
    Call::new(flags).stdin(BROKEN).expect(BROKEN_OUT, "", 0);
}

#[apply(trial)]
fn an_unknown_strategy_is_told_what_there_is() {
    let names = admiralty_players::PlayerEntry::names();
    let list = names.join(", ");
    for (given, complaint) in [
        (
            "A=nelson",
            format!("there is no strategy nelson, only {list}"),
        ),
        (
            "A=Random",
            format!("there is no strategy Random, only {list}"),
        ),
        ("C=random", "there is no player C, only A and B".to_owned()),
        (
            "random",
            "expected a player and a strategy, as in A=random".to_owned(),
        ),
    ] {
        for subcommand in ["", "run"] {
            let output = Call::new(subcommand).arg("--strategy").arg(given).output();
            assert_eq!(output.status.code(), Some(2));
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(error.contains(&complaint), "{error}");
        }
    }
    let help = Call::new("--help").output();
    let help = String::from_utf8_lossy(&help.stdout);
    assert!(names.iter().all(|name| help.contains(name)), "{help}");
}

/// Under any of its names.
#[cfg(unix)]
#[apply(trial)]
fn no_output_replaces_what_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("cases")).expect("made");
    for (name, text) in [
        ("game", SCRIPT),
        ("cases/1.in", SCRIPT),
        ("cases/1.out", BOARD),
    ] {
        fs::write(path(name), text).expect("written");
    }
    let call = |args: &str| Call::new(args).within(folder.path());
    let shard = call("solo --strategy hunt --games 5 --shard 1/1 --out shard").output();
    assert!(shard.status.success());
    for (input, args) in [
        ("game", "replay game -o "),
        ("shard", "merge shard --html "),
        ("cases/1.in", "judge cases --no-sandbox --json="),
        ("cases/1.out", "judge cases --no-sandbox --html="),
    ] {
        std::os::unix::fs::symlink(path(input), path("symlink")).expect("linked");
        fs::hard_link(path(input), path("hardlink")).expect("linked");
        let before = fs::read(path(input)).expect("a file");
        for output in [input, &format!("./cases/../{input}"), "symlink", "hardlink"] {
            let message = format!(
                "admiralty: the command reads {output}, so it cannot write there; name another file\n"
            );
            call(&format!("{args}{output}")).expect("", &message, 2);
        }
        assert!(fs::read(path(input)).expect("a file") == before);
        fs::remove_file(path("symlink")).expect("removed");
        fs::remove_file(path("hardlink")).expect("removed");
    }
    // A pattern of the shell puts a file of results in the place of the report.
    let other = call("solo --strategy hunt --games 5 --out other").output();
    assert!(other.status.success());
    let results = fs::read(path("other")).expect("a file");
    let message = "admiralty: other has the results of a run, so nothing else can be written there; name another file\n";
    for args in [
        "merge --partial --json other shard",
        "solo --games 1 --html other",
        "arena random random --games 2 --csv other",
        "judge cases --no-sandbox --junit=other",
        "replay game -o other",
    ] {
        call(args).expect("", message, 2);
        assert!(fs::read(path("other")).expect("a file") == results);
    }
    let mut redirected = Command::new(env!("CARGO_BIN_EXE_admiralty"));
    redirected
        .args(["replay", "-o", "game"])
        .current_dir(folder.path());
    redirected.stdin(fs::File::open(path("game")).expect("a file"));
    assert_eq!(redirected.output().expect("it ends").status.code(), Some(2));
    assert_eq!(fs::read_to_string(path("game")).expect("a file"), SCRIPT);
}

/// No temporary file beside it.
#[cfg(unix)]
#[apply(trial)]
fn an_error_names_the_file_that_was_asked_for() {
    let output = Call::new("replay - -o none/page").stdin(SCRIPT).output();
    let error = String::from_utf8_lossy(&output.stderr);
    let message = "admiralty: cannot write none/page: No such file or directory (os error 2)\n";
    assert!(error.starts_with(message), "{error}");
    assert_eq!(output.status.code(), Some(2));
}
