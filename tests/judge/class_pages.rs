//! The pages of a class.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rustix::process::{Signal, kill_process};

use super::many::{executable, executable_at};
use super::room::{Room, within};
use crate::support::markup::words_of_page;
use crate::support::{Call, has_for, quoted, text};

/// A class on some of the assignment's cases, the last of which is hidden.
fn class(programs: &[(&str, &str)]) -> Room {
    let room = Room::new();
    for name in ["T02", "T09", "T13", "T26"] {
        for kind in ["in", "out"] {
            let file = format!("{name}.{kind}");
            let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
            let bytes = fs::read(fixtures.join(&file)).expect("a fixture");
            room.write(&format!("cases/{file}"), bytes);
        }
    }
    let config = "title = \"Ships\"\n[[group]]\nname = \"all\"\ncases = [\"T0*\", \"T13\"]\npoints = 3\n\
        [[group]]\nname = \"others\"\ncases = [\"T*\"]\npoints = 1\nhidden = true\n";
    room.write("cases/judge.toml", config);
    for (name, then) in programs {
        let solution = quoted(solution(&room));
        executable(&room, name, &format!("#!/bin/sh\n{solution} {then}\n"));
    }
    room
}

/// A copy of `admiralty`, which itself is hidden from programs.
fn solution(room: &Room) -> PathBuf {
    let copy = room.path().join("solution/ships");
    if !copy.exists() {
        room.write("solution/ships", "");
        fs::copy(env!("CARGO_BIN_EXE_admiralty"), &copy).expect("a copy");
    }
    copy
}

/// Directories of an export are named after their students, and the pages have names in which Moodle
/// finds the number of the participant between the first two underscores.
#[apply(trial)]
fn pages_of_an_export_are_named_as_moodle_takes_them() {
    let room = class(&[]);
    let solution = quoted(solution(&room));
    for name in [
        "Ada Byron_1201_assignsubmission_file_",
        "Emmy Noether_1203_assignsubmission_file",
        "Żółć_Gęś_1204_assignsubmission_file_",
        "team_2",
    ] {
        let program = format!("{name}/ships");
        executable(&room, &program, &format!("#!/bin/sh\n{solution}\n"));
    }
    let args = "grade cases programs --readable solution --no-build --cpu 100 --wall 300";
    let judged = room
        .admiralty(&format!("{args} --html pages --csv csv"))
        .expect(0);
    let csv = room.read("csv");
    let rows: Vec<_> = csv
        .lines()
        .filter_map(|line| line.split(',').next())
        .collect();
    assert_eq!(
        rows,
        [
            "program",
            "Ada Byron_1201",
            "Emmy Noether_1203",
            "team_2",
            "Żółć_Gęś_1204"
        ],
        "{}",
        judged.stderr
    );
    let found = names(&room.path().join("pages/students"));
    let expected = [
        "Ada Byron_1201_assignfeedback_file_result.html",
        "Emmy Noether_1203_assignfeedback_file_result.html",
        "team_2_assignfeedback_file_result.html",
        "Żółć Gęś_1204_assignfeedback_file_result.html",
    ];
    assert_eq!(found, expected);
    executable(&room, "team_2_assignsubmission_file/ships", "#!/bin/sh\n");
    let judged = room.admiralty(args).expect(2);
    let error = "admiralty: two programs in programs are called team_2\n";
    assert_eq!(judged.stderr, error);
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

const SHORTER: &str = "| sed s/REMAINING/LEFT/";

#[apply(trial)]
fn a_class_has_pages() {
    let room = class(&[
        ("wrong", SHORTER),
        ("Right", ""),
        ("right", ""),
        ("wrong, too\n<b>", SHORTER),
    ]);
    room.write("programs/text", "no program\n");
    let args =
        "grade cases programs --readable solution --no-build --cpu 100 --wall 300 --html pages";
    let judged = room.admiralty(args).expect(1);
    assert_eq!(judged.stderr, "");
    let students = room.path().join("pages/students");
    let found = names(&students);
    assert_eq!(found.len(), 7, "{found:?}");
    let index = room.read("pages/index.html");
    let mut words = words_of_page(&index);
    words.retain(|word| !word.trim().is_empty());
    assert!(words.contains(&"T26".to_owned()));
    let counts = "A dot for each program. Of 4 points: mean 2, median 2.";
    for text in ["Ships", counts, "mean 1.5 of 3 points, 50 %", "50 %"] {
        assert!(words.iter().any(|it| it == text), "{text} in {words:?}");
    }
    assert_helped(&index);
    let links = index.split("href=\"./students/").skip(1);
    let links = links.map(|link| {
        link.split(['"', '#'])
            .next()
            .expect("a path")
            .replace("%20", " ")
    });
    let links: Vec<_> = links.collect();
    for page in found.iter().filter(|name| !name.ends_with("-games")) {
        assert!(links.contains(page), "{page} in {links:?}");
    }
    assert!(links.iter().all(|link| found.contains(link)), "{links:?}");
    let page = room.read("pages/students/wrong.html");
    let words = words_of_page(&page);
    let is_of_others = |word: &String| {
        ["T26", "right", "Right", "too"]
            .iter()
            .any(|it| word.contains(it))
    };
    let others: Vec<_> = words.iter().filter(|word| is_of_others(word)).collect();
    assert!(
        others.iter().all(|word| word.contains("too much")),
        "{others:?}"
    );
    assert!(words.iter().any(|word| word == "One case is hidden."));
    assert!(
        words
            .iter()
            .any(|word| word.starts_with("A short script, with the same fault"))
    );
    // Its replay is the script.
    assert!(page.contains("href=\"./wrong-games/script-1.html\""));
    let replay = students.join("wrong-games/script-1.html");
    let call = Call::new("run").arg(replay.display().to_string());
    assert!(text(&call.output().stdout).contains("REMAINING"));
    // The same script serves for another program.
    let other = found
        .iter()
        .find(|name| name.starts_with("wrong- ") && name.ends_with("-games"));
    let other = students.join(other.expect("replays")).join("script-1.html");
    assert_eq!(
        fs::read(other).expect("a file"),
        fs::read(replay).expect("a file")
    );
    assert!(
        words_of_page(&room.read("pages/students/Right.html"))
            .iter()
            .all(|it| it != "WA")
    );
    // The pages of an earlier run are replaced, and nothing else.
    fs::remove_file(room.path().join("programs/Right")).expect("removed");
    room.write("pages/notes", "");
    room.admiralty(args).expect(1);
    assert_eq!(names(&students).len(), 6);
    assert!(room.path().join("pages/notes").exists());
    room.write("other/students/anna.html", "not ours");
    room.admiralty("grade cases programs --readable solution --no-build --html other")
        .expect(1);
    assert_eq!(room.read("other/students/anna.html"), "not ours");
    room.admiralty("grade cases programs --readable solution --no-build --html -")
        .expect(2);
    room.write("file", "");
    for (html, status) in [("file", 3), ("cases/T02.in", 2)] {
        room.admiralty(&format!(
            "grade cases programs --readable solution --no-build --html {html}"
        ))
        .expect(status);
    }
}

/// Those who have less than half are said to need help, and nobody else.
fn assert_helped(index: &str) {
    let help = index.split("id=\"help\"").nth(1).expect("a section");
    let help = help.split("</section>").next().expect("its end");
    for (name, is_helped) in [
        ("text", true),
        ("wrong", true),
        ("right", false),
        ("Right", false),
    ] {
        let has = help.contains(&format!(">{name}</a>"));
        assert_eq!(has, is_helped, "{name} in {help}");
    }
}

/// What a page and Gradescope have of a failed case depends on `show`. JSON, which is for teachers, has
/// all.
#[apply(trial)]
fn students_see_what_judge_toml_lets_them_see() {
    let room = Room::new();
    let kinds = ["all", "own", "verdict", "hidden"];
    let groups = kinds.map(|kind| {
        room.write(&format!("cases/{kind}.in"), format!("input-of-{kind}\n"));
        room.write(&format!("cases/{kind}.out"), format!("answer-of-{kind}\n"));
        let shown = match kind {
            "hidden" => "hidden = true".to_owned(),
            show => format!("show = \"{show}\""),
        };
        format!(
            "[[group]]\nname = \"{kind}\"\ncases = [\"{kind}\"]\npoints = 1\nhint = \"hint-for-{kind}\"\n{shown}\n"
        )
    });
    room.write("cases/judge.toml", groups.concat());
    // It prints a part of its input.
    let program = "#!/bin/sh\nread line\necho printed-for-${line#input-of-}\n\
        echo complaint-about-${line#input-of-} >&2\n";
    executable(&room, "anna", program);
    let args = "--json=json --html";
    room.admiralty(&format!("grade cases programs --no-build {args} pages"))
        .expect(1);
    room.admiralty("judge cases --html page --gradescope results -- programs/anna")
        .expect(1);
    let json = room.read("json");
    for (what, seen_in) in [
        ("input-of", &["all"][..]),
        ("answer-of", &["all"]),
        ("printed-for", &["all", "own"]),
        ("complaint-about", &["all", "own"]),
        ("hint-for", &["all", "own", "verdict"]),
    ] {
        for kind in kinds {
            let text = format!("{what}-{kind}");
            assert!(json.contains(&text), "{text} in {json}");
            for file in ["pages/students/anna.html", "page"] {
                let page = room.read(file).replace("<mark>", "").replace("</mark>", "");
                assert_eq!(
                    page.contains(&text),
                    seen_in.contains(&kind),
                    "{text} in {file}"
                );
            }
        }
    }
    for test in room.json("results")["tests"].as_array().expect("tests") {
        let (name, output) = (test["name"].as_str(), test["output"].as_str());
        let (name, output) = (name.expect("a name"), output.expect("a text"));
        for (what, seen_in) in [
            ("answer-of", &["all", "hidden"][..]),
            ("printed-for", &["all", "own", "hidden"]),
            ("hint-for", &kinds),
        ] {
            // Gradescope itself hides what is hidden.
            assert_eq!(
                output.contains(what),
                seen_in.contains(&name),
                "{what}: {test}"
            );
        }
    }
}

#[apply(trial)]
fn one_submission_is_judged_and_the_pages_of_others_stay() {
    let room = class(&[]);
    let solution = quoted(solution(&room));
    let hand_in = |name: &str, then: &str| {
        let path = format!("class/{name}_assignsubmission_file_/ships");
        executable_at(&room, &path, &format!("#!/bin/sh\n{solution} {then}\n"));
    };
    hand_in("Ada_1", "");
    hand_in("Bob_2", "");
    hand_in("Bob_3", "");
    let args = "grade cases class --no-build --cpu 100 --wall 300 --readable solution --html pages --json=json";
    room.admiralty(args).expect(0);
    let [index, ada] = ["index", "students/Ada_1_assignfeedback_file_result"]
        .map(|page| room.read(&format!("pages/{page}.html")));
    hand_in("Bob_2", SHORTER);
    for (name, status) in [("2", 1), ("Bob_2", 1), ("Ada", 0), ("Bob", 2), ("Carl", 2)] {
        let judged = room
            .admiralty(&format!("{args} --only {name}"))
            .expect(status);
        if status == 2 {
            assert!(judged.stderr.contains("are called"), "{}", judged.stderr);
        } else {
            let programs = room.json("json")["programs"].as_array().map(Vec::len);
            assert_eq!(programs, Some(1), "{name}");
        }
    }
    let bob = room.read("pages/students/Bob_2_assignfeedback_file_result.html");
    assert!(words_of_page(&bob).contains(&"T02: WA".to_owned()));
    assert_eq!(room.read("pages/index.html"), index);
    let path = "pages/students/Ada_1_assignfeedback_file_result.html";
    let [before, after] = [ada, room.read(path)].map(|page| words_of_page(&page).len());
    assert_eq!(before, after);
    assert_eq!(names(&room.path().join("pages/students")).len(), 4);
}

/// The times of a zip are those of the time zone of the deadline, unless it says more.
#[apply(trial)]
fn late_days_cost_points() {
    if !has_for("judge: late days", "zip") {
        return;
    }
    let room = Room::with(&[("case", "", "yes\n")]);
    let config = "[late]\ndue = 2026-11-20T23:59:00+01:00\npenalty = 1.5\n\
        [[group]]\nname = \"all\"\ncases = [\"*\"]\npoints = 5\n";
    room.write("cases/judge.toml", config);
    for (name, time) in [
        ("Ada_1", "202611202358"),
        ("Bob_2", "202611210001"),
        ("Carl_3", "202611230000"),
        ("Dora_4", "202612240000"),
    ] {
        let path = format!("class/{name}_assignsubmission_file_/ships");
        executable_at(&room, &path, "#!/bin/sh\necho yes\n");
        let touched = Command::new("touch")
            .env("TZ", "CET-1")
            .args(["-t", time])
            .arg(room.path().join(&path))
            .status();
        assert!(touched.expect("touch").success());
    }
    let zip = "export TZ=CET-1; (cd class && zip -qXr ../class.zip . && zip -qr ../exact.zip .) && \
        zip -qXr packed.zip class && mkdir flat && for path in class/*/ships; do \
        cp -p \"$path\" \"flat/$(basename \"$(dirname \"$path\")\")ships\"; done && \
        cd flat && zip -qXr ../flat.zip .";
    let zip = Command::new("sh")
        .args(["-c", zip])
        .current_dir(room.path())
        .status();
    assert!(zip.expect("zip").success());
    for class in [
        "class",
        "class.zip",
        "exact.zip",
        "packed.zip",
        "flat",
        "flat.zip",
    ] {
        let args = "--no-build --json=json --csv csv --html pages";
        let judged = room
            .admiralty(&format!("grade cases {class} {args}"))
            .expect(0);
        let json = room.json("json");
        let programs = json["programs"].as_array().expect("programs");
        let found: Vec<_> = programs
            .iter()
            .map(|program| {
                (
                    program["late_days"].as_u64(),
                    program["score"]["points"].as_f64(),
                )
            })
            .collect();
        let expected = [(0, 5.0), (1, 3.5), (3, 0.5), (34, 0.0)];
        assert_eq!(
            found,
            expected.map(|(days, points)| (Some(days), Some(points))),
            "{class}"
        );
        judged.prints("3 days late, 4.5 points less");
        let csv = room.read("csv");
        assert!(
            csv.contains(",points,points_max,late_days,points: all,"),
            "{csv}"
        );
        let page =
            words_of_page(&room.read("pages/students/Carl_3_assignfeedback_file_result.html"));
        let late = "Handed in 3 days late, 4.5 points less.";
        assert!(
            page.iter().any(|word| word == late) || class == "class",
            "{page:?}"
        );
    }
    for due in ["2026-11-20", "20", "'tomorrow'"] {
        room.write("cases/judge.toml", format!("[late]\ndue = {due}\n"));
        let judged = room.admiralty("grade cases class --no-build").expect(2);
        judged.complains("with its time zone");
    }
    let quoted = config.replace("2026-11-20T23:59:00+01:00", "'2026-11-20T23:59:00+01:00'");
    room.write("cases/judge.toml", quoted);
    let judged = room.admiralty("grade cases class.zip --no-build").expect(0);
    judged.prints("3 days late, 4.5 points less");
}

/// A page explains the marks, and folds what the compiler has said about a program that was built.
#[apply(trial)]
fn a_page_says_why_a_group_has_no_points() {
    let room = Room::with(&[
        ("1", "1\n", "1\n"),
        ("2", "2\n", "2\n"),
        ("3", "3\n", "no\n"),
    ]);
    let group = |name, keys| format!("[[group]]\nname = \"{name}\"\npoints = 3\n{keys}\n");
    let groups = [
        group("whole", "cases = [\"2\", \"3\"]\nscoring = \"all\""),
        group("each", "cases = [\"1\"]"),
    ];
    room.write("cases/judge.toml", groups.concat());
    let program =
        "#include <stdio.h>\nint main(void) { int unused; putchar(getchar()); puts(\"\"); }\n";
    room.write("class/anna/a.c", program);
    room.admiralty("grade cases class --html pages --json=json")
        .expect(1);
    let page = room.read("pages/students/anna.html");
    let words = words_of_page(&page);
    let reason = "1 of 2 cases, but this group counts only as a whole";
    for word in [reason, "1 of 1 cases", "3", " of 6 points"] {
        assert!(words.iter().any(|it| it == word), "{word} in {words:?}");
    }
    let group = &room.json("json")["programs"][0]["score"]["groups"][0];
    assert_eq!(
        (&group["cases_right"], &group["cases"]),
        (&1.into(), &2.into())
    );
    let (shown, folded) = page.split_once("<details>").expect("something folded");
    for word in ["unused", "final-newline"] {
        assert!(!shown.contains(word) && folded.contains(word), "{word}");
    }
    assert!(!words.iter().any(|word| word.contains("MLE")), "{words:?}");
}

#[apply(trial)]
fn reports_say_how_they_came_about() {
    let room = Room::with(&[("case", "", "yes\n")]);
    room.write("class/anna/anna.c", "int main(void) { return 0; }\n");
    let args = "grade cases class --cpu 3 --html pages --json=json --csv";
    let csv = room.path().join("marks.csv");
    let judged = room.admiralty(args).arg(&csv).expect(1);
    let provenance = &room.json("json")["provenance"];
    let command = format!("admiralty {args} marks.csv");
    assert_eq!(provenance["command"], command, "{}", judged.stderr);
    assert_eq!(provenance["rules"]["limits"]["cpu_seconds"], 3.0);
    let kernel = provenance["kernel"].as_str().expect("a kernel");
    let tool = provenance["tools"][0].as_str().expect("a compiler");
    assert!(tool.starts_with("cc: "), "{provenance}");
    for name in ["pages/index.html", "pages/students/anna.html"] {
        let page = room.read(name);
        let (_, foot) = page.split_once("<footer>").expect("a foot");
        for text in [kernel, tool, &command, "3 s of CPU time", "final-newline"] {
            assert!(foot.contains(text), "{text} in {foot}");
        }
    }
    room.judge("cases --json=json -- true").expect(1);
    let command = "admiralty judge cases --json=json -- true";
    assert_eq!(room.json("json")["provenance"]["command"], command);
}

#[apply(trial)]
fn failures_with_one_cause_say_so_once() {
    let room = Room::with(&[
        ("1", "a\n", "a\n"),
        ("2", "b\n", "b\n"),
        ("3", "c\n", "c\n"),
    ]);
    for (name, text) in [
        ("anna", "cat; exit 1"),
        ("bob", "cat; exit 1"),
        ("carl", "sed 's/$/\\r/'"),
        ("dora", "sed 's/$/\\r/'"),
        ("eve", "tr b x"),
    ] {
        executable(&room, name, &format!("#!/bin/sh\n{text}\n"));
    }
    let args = "grade cases programs --no-build --html pages --json=json";
    let judged = room.admiralty(args).expect(1);
    for text in [
        "the output is right, but the exit code is 1; exit-code = \"any\" would accept it:\n      anna (3 cases), bob (3 cases)\n",
        "the output has Windows line ends; compare = \"trailing\" would accept it:\n      carl (3 cases), dora (3 cases)\n",
        "2 programs end with exit code 1 after the right output: exit-code = \"any\" would accept them:\n      anna, bob: 1, 2, 3\n",
        "2 programs print Windows line ends: compare = \"trailing\" would accept them:\n      carl, dora: 1, 2, 3\n",
    ] {
        assert!(judged.stdout.contains(text), "{text} in {}", judged.stdout);
    }
    let cause =
        "the output has Windows line ends in 3 cases: compare = \"trailing\" would accept them";
    let programs = &room.json("json")["programs"];
    assert_eq!(programs[2]["cause"], cause);
    assert!(programs[4].get("cause").is_none());
    let has = |page: &str, text: &str| {
        let words = words_of_page(&room.read(&format!("pages/{page}.html")));
        assert!(words.iter().any(|word| word == text), "{text} in {words:?}");
    };
    has("index", cause);
    has(
        "students/carl",
        "In 3 cases, the output has Windows line ends.",
    );
    let judged = room.admiralty("judge cases -- programs/carl").expect(1);
    assert!(
        judged.stdout.contains(&format!("cause: {cause}\n")),
        "{}",
        judged.stdout
    );
}

/// Compilers and interpreters name files by their paths on the machine that judges.
#[apply(trial)]
fn pages_have_no_paths_of_the_machine() {
    let room = Room::with(&[("case", "", "yes\n")]);
    room.write(
        "class/anna/src/main.py",
        "def ships():\n    raise ValueError(__file__)\nships()\n",
    );
    room.write(
        "class/bob.c",
        "#include <assert.h>\nint main(void) { assert(__FILE__ == 0); }\n",
    );
    room.write("class/carl/carl.cpp", "int main() { return 0 }\n");
    let cmake =
        "cmake_minimum_required(VERSION 3.5)\nproject(ships C)\nadd_executable(ships dora.c)\n";
    room.write("class/dora/CMakeLists.txt", cmake);
    room.write(
        "class/dora/dora.c",
        "#include <assert.h>\nint main(void) { assert(0); }\n",
    );
    executable_at(
        &room,
        "class/eve",
        "#!/bin/sh\necho \"$0\"\n\"$0-missing\"\n",
    );
    room.admiralty("grade cases class --html pages --json=json")
        .expect(1);
    let place = room.path().display().to_string();
    for (name, file, tool) in [
        ("anna", "main.py", "python3"),
        ("bob.c", "bob.c:2", "cc"),
        ("carl", "carl.cpp:1", "c++"),
        ("dora", "dora.c:2", "cmake"),
        ("eve", "eve-missing", "sh"),
    ] {
        if !has_for(&format!("judge: paths in the page of {name}"), tool) {
            continue;
        }
        let page = room.read(&format!("pages/students/{name}.html"));
        let page = page.replace("<mark>", "").replace("</mark>", "");
        assert!(page.contains(file), "{file} in {page}");
        for path in [&*place, "/program/"] {
            assert!(!page.contains(path), "{path} in {page}");
        }
    }
}

#[apply(trial)]
fn pages_of_a_class_are_whole_when_interrupted() {
    let room = class(&[("first", ""), ("second", "> started; sleep 1000")]);
    let going = room
        .admiralty("grade cases programs --no-build --no-sandbox -j 1 --wall 300 --html pages")
        .start();
    let page = room.path().join("pages/students/first.html");
    let is_there = || page.exists() && room.path().join("started").exists();
    assert!(within(Duration::from_secs(60), is_there));
    kill_process(going.id(), Signal::INT).expect("sent");
    let judged = going.end();
    assert_eq!(judged.status.code(), Some(130), "{}", judged.stderr);
    assert_eq!(names(&room.path().join("pages/students")), ["first.html"]);
    let words = words_of_page(&room.read("pages/students/first.html"));
    assert!(
        words
            .iter()
            .any(|word| word == "4 of 4 cases accepted. Nothing failed.")
    );
    let index = words_of_page(&room.read("pages/index.html"));
    assert!(
        index
            .iter()
            .any(|word| word == "This is a partial report: 1 program missing.")
    );
}

/// All has been judged, so the report and the pages are those of a whole run.
#[apply(trial)]
fn ctrl_c_ends_the_search_for_short_scripts() {
    let slow = format!("{SHORTER}; sleep 0.3; echo >> runs");
    let room = class(&[("wrong", &slow)]);
    let args =
        "grade cases programs --no-build --no-sandbox --repeat 1 --cpu 100 --wall 300 --html pages";
    let going = room.admiralty(args).start();
    let runs = || {
        let text = fs::read_to_string(room.path().join("runs"));
        text.unwrap_or_default().len()
    };
    // The four cases, and a try.
    assert!(within(Duration::from_secs(60), || runs() > 4));
    kill_process(going.id(), Signal::INT).expect("sent");
    let judged = going.end();
    assert_eq!(judged.status.code(), Some(1), "{}", judged.stderr);
    judged.prints("wrong");
    let ended = runs();
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(runs(), ended);
    assert!(words_of_page(&room.read("pages/index.html")).contains(&"wrong".to_owned()));
    let words = words_of_page(&room.read("pages/students/wrong.html"));
    assert!(words.contains(&"T02: WA".to_owned()), "{words:?}");
}

/// Except for numbers, which are of another run, and the title. There is no short script for a case
/// whose answer is wrong.
#[apply(trial)]
fn a_merged_class_has_the_same_pages() {
    let room = class(&[("wrong", ""), ("right", "")]);
    room.write("cases/T02.out", "other\n");
    let args = "grade cases programs --readable solution --no-build --cpu 100 --wall 300";
    room.admiralty(&format!("{args} --html pages")).expect(1);
    room.admiralty(&format!("{args} --shard 1/1 --out file"))
        .expect(0);
    let digits = regex_lite::Regex::new("[0-9]+").expect("a pattern");
    let page = |name: &str| {
        // The foot tells how they came about.
        let page = room.read(name);
        let (page, _) = page.split_once("<footer>").expect("a foot");
        digits.replace_all(page, "0").into_owned()
    };
    let path = |name: &str| room.path().join(name).display().to_string();
    let call = Call::new("merge")
        .arg(path("file"))
        .arg("--html")
        .arg(path("merged"));
    assert_eq!(call.output().status.code(), Some(1));
    for name in ["wrong", "right"] {
        let [one, other] =
            ["pages", "merged"].map(|it| page(&format!("{it}/students/{name}.html")));
        assert!(one == other, "{name}");
    }
    let index = page("pages/index.html").replace(">programs</h0>", ">Class</h0>");
    let index = index.replace("<title>programs<", "<title>Class<");
    assert!(index == page("merged/index.html"));
}
