//! The pages of the judge.

use super::hostile::assert_no_controls;
use super::room::Room;
use crate::support::markup::words_of_page;
use crate::support::{Call, text as text_of};

#[apply(trial)]
fn a_page_has_every_case() {
    let room = Room::with(&[
        ("right", "print yes\n", "yes\n"),
        ("wrong", "print no\n", "yes\n"),
        ("exits", "say ouch\nexit 3\n", "yes\n"),
        ("free", "print ?\n", "?\n"),
    ]);
    room.obedient("cases --html=page --json=json", 1);
    let page = room.read("page");
    let words = words_of_page(&page);
    let has = |word: &str| assert!(words.iter().any(|it| it == word), "{word} in {words:?}");
    let report = room.json("json");
    for case in report["cases"].as_array().expect("cases") {
        let name = case["name"].as_str().expect("a name");
        let is_it = |word: &&String| {
            *word == name
                || word
                    .strip_prefix(name)
                    .is_some_and(|it| it.starts_with(": "))
        };
        assert_eq!(words.iter().filter(is_it).count(), 1, "{name} in {words:?}");
        let seconds = case["cpu_seconds"].as_f64().expect("seconds");
        let bytes = case["memory_bytes"].as_f64().expect("bytes");
        for figure in [
            format!("{seconds:.3} s"),
            format!("{:.1} MiB", bytes / f64::from(1 << 20)),
        ] {
            let is_there = words.iter().any(|word| word.contains(&figure));
            assert!(is_there, "{figure} in {words:?}");
        }
    }
    has(" of 3 cases accepted");
    has("2 cases failed.");
    for word in [
        "wrong: WA",
        "line 1, column 1",
        "expected",
        "found",
        "y",
        "es",
        "n",
        "o",
    ] {
        has(word);
    }
    let ended = "exit status 3; the output is wrong, too";
    for word in ["exits: RTE", ended, "standard error", "ouch"] {
        has(word);
    }
    // The failures have the numbers of their cases (exits, free, right, wrong).
    for id in ["failure-1", "failure-4"] {
        assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
    }
}

/// Boards and lines are side by side, with marks (here in brackets) where they differ first.
#[apply(trial)]
fn differences_are_marked_on_a_page() {
    let room = Room::with(&[
        ("board", "+ x\n@x%\n  #\n", "+ x\n@!%\n  #\n"),
        ("lines", "one\nA wins\n", "one\nA won\nend\n"),
        ("newline", "one", "one\n"),
        ("ends", "one\n", "one\ntwo\n"),
    ]);
    room.judge("cases --compare exact --html=page -- cat")
        .expect(1);
    let page = room.read("page");
    let page = page.replace("<mark>", "[").replace("</mark>", "]");
    let mut text = words_of_page(&page).concat();
    text.retain(|letter| !letter.is_whitespace());
    for panes in [
        "expected1+·x2≠@[!]%3··#found1+·x2≠@[x]%3··#",
        "expected1one2≠A·w[o]n3≠endfound1one2≠A·w[i]ns",
        "expected1≠one[¶]found1≠one",
        "expected1one2≠[t]wofound1one(theoutputendshere)",
    ] {
        assert!(text.contains(panes), "{panes} in {text}");
    }
}

#[apply(trial)]
fn what_a_program_prints_is_text_on_a_page() {
    let evil = "<script>alert(1)\u{1b}[2J\u{202e}name";
    let shown = "<script>alert(1)\\u{1b}[2J\\u{202e}name";
    let room = Room::with(&[(
        evil,
        "say <b>\\e[2J\u{2066}\nprint <i>\\e]0;x&amp;\n",
        "yes\n",
    )]);
    room.obedient("cases --html=page", 1);
    let page = room.read("page");
    assert_no_controls(&page);
    assert!(!page.contains(['\u{202e}', '\u{2066}']));
    assert!(!page.contains("<i>") && !page.contains("<b>\\"));
    let words = words_of_page(&page);
    assert!(words.contains(&format!("{shown}: WA")), "{words:?}");
    assert!(words.concat().contains("<i>\\x1b]0;x&amp;"), "{words:?}");
}

#[apply(trial)]
fn a_page_of_random_scripts_has_the_script_and_its_replay() {
    let room = Room::new();
    let args = "stress --cases cases --scripts 500 --cpu 100 --wall 600 --html pages/report.html";
    room.write("pages/other", "");
    room.admiralty(args).mock("mistaken").expect(1);
    let page = room.read("pages/report.html");
    let words = words_of_page(&page);
    let files = room
        .path()
        .join("pages/report-games")
        .read_dir()
        .expect("replays");
    let names: Vec<_> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let [name] = &names[..] else {
        panic!("{names:?}")
    };
    assert!(page.contains(&format!("href=\"./report-games/{name}\"")));
    let script = room.read(&format!("cases/{}", name.replace(".html", ".in")));
    for line in script.lines() {
        assert!(words.iter().any(|word| word == line), "{line} in {words:?}");
    }
    assert!(page.contains("WA: wrong answer."));
    // The replay is the script.
    let replay = room.path().join(format!("pages/report-games/{name}"));
    let call = Call::new("run").arg(replay.display().to_string());
    let answer = room.read(&format!("cases/{}", name.replace(".html", ".out")));
    assert_eq!(text_of(&call.output().stdout), answer);
}
