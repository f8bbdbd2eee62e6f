//! Selection, repetition and concurrency of cases.

use super::call::Judged;
use super::cases::names;
use super::room::Room;

const YES: (&str, &str) = ("print yes\n", "yes\n");
const NO: (&str, &str) = ("print no\n", "yes\n");

fn room(cases: &[(&str, (&str, &str))]) -> Room {
    let cases: Vec<_> = cases
        .iter()
        .map(|&(name, (input, answer))| (name, input, answer))
        .collect();
    Room::with(&cases)
}

fn judged(room: &Room, args: &str, status: i32) -> Judged {
    room.obedient(&format!("cases --no-sandbox {args}"), status)
}

#[apply(trial)]
fn cases_are_chosen_by_patterns() {
    let room = room(&[("a1", YES), ("a2", YES), ("b1", YES), ("sample/a1", YES)]);
    for (args, expected) in [
        ("--filter a?", vec!["a1", "a2"]),
        ("--filter *", vec!["a1", "a2", "b1"]),
        ("--filter */a*", vec!["sample/a1"]),
        ("--filter **", vec!["a1", "a2", "b1", "sample/a1"]),
        ("--filter a1 --filter b1", vec!["a1", "b1"]),
        ("--skip a*", vec!["b1", "sample/a1"]),
        ("--filter a* --skip *2", vec!["a1"]),
        ("--filter [a-c]1", vec!["a1", "b1"]),
    ] {
        assert_eq!(names(&judged(&room, args, 0).stdout), expected, "{args}");
    }
}

#[apply(trial)]
fn what_failed_is_judged_again() {
    let room = room(&[("a", YES), ("b", NO), ("c", NO)]);
    judged(&room, "-q", 1);
    assert_eq!(names(&judged(&room, "-q --failed", 1).stdout), ["b", "c"]);
    // Cases that were not judged keep their record.
    room.write("cases/c.in", YES.0);
    judged(&room, "-q --filter a", 0);
    assert_eq!(names(&judged(&room, "-q --failed", 1).stdout), ["b", "c"]);
    assert_eq!(names(&judged(&room, "-q --failed", 1).stdout), ["b"]);
    room.write("cases/b.in", YES.0);
    judged(&room, "-q --failed", 0);
    // If no case is known to fail, all are judged.
    let all = judged(&room, "-q --failed", 0);
    assert_eq!(names(&all.stdout), ["a", "b", "c"]);
    let other = room.judge("cases -q --failed").mock("right").expect(1);
    assert_eq!(names(&other.stdout), ["a", "b", "c"]);
}

#[apply(trial)]
fn the_first_failure_can_be_the_last() {
    let cases =
        ["1", "2", "3", "4", "5", "6"].map(|name| (name, if name < "3" { YES } else { NO }));
    let room = room(&cases);
    for jobs in ["-j 1", "-j 4"] {
        let judged = judged(
            &room,
            &format!("-q --fail-fast --json=report.json {jobs}"),
            1,
        );
        assert_eq!(names(&judged.stdout), ["1", "2", "3"]);
        judged.prints("2 of 6 accepted, 3 not run");
        assert_eq!(
            room.json("report.json")["cases"].as_array().map(Vec::len),
            Some(3)
        );
    }
}

#[apply(trial)]
fn the_worst_of_many_runs_counts() {
    let room = room(&[("case", ("flaky count 3\n", "yes\n"))]);
    let judged = judged(&room, "--repeat 5 --json=report.json", 1);
    judged.prints("AC/WA");
    judged.prints("unstable: 4 x AC, 1 x WA");
    assert_eq!(room.read("count").len(), 5);
    let report = room.json("report.json");
    let case = &report["cases"][0];
    assert_eq!((&case["runs"], &case["worst_runs"]), (&5.into(), &1.into()));
    assert_eq!(case["verdict"], "WA");
    assert_eq!(case["unstable"], serde_json::json!(["AC", "WA"]));
    // Whatever comes later.
    judged_well(&room);
}

fn judged_well(room: &Room) {
    let judged = judged(room, "--repeat 5 --json=report.json", 0);
    assert!(!judged.stdout.contains("unstable"), "{}", judged.stdout);
    let report = room.json("report.json");
    let case = &report["cases"][0];
    assert_eq!((&case["runs"], &case["worst_runs"]), (&5.into(), &5.into()));
}

#[apply(trial)]
fn many_at_a_time_say_the_same() {
    let names: Vec<_> = (1..=20).map(|number| number.to_string()).collect();
    let cases: Vec<_> = names
        .iter()
        .map(|name| match name.as_str() {
            "1" => (name.as_str(), ("sleep 300\nprint yes\n", "yes\n")),
            "7" => (name.as_str(), ("print a\nprint b\n", "a\nc\n")),
            "13" => (name.as_str(), ("say ouch\nexit 3\n", "")),
            _ => (name.as_str(), YES),
        })
        .collect();
    let room = room(&cases);
    let [one, four, many] = ["-j 1", "-j 4", "-j 100"].map(|jobs| {
        let judged = judged(&room, &format!("--wall 100 --cpu 50 {jobs}"), 1);
        masked(&judged.stdout)
    });
    assert_eq!(one, four);
    assert_eq!(one, many);
    assert!(one.contains("18 of 20 accepted"), "{one}");
}

/// The text with N for times and amounts.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    for line in text.lines() {
        let line = line
            .split_once("; at most ")
            .map_or(line, |(begin, _)| begin);
        let mut words: Vec<_> = line.split_whitespace().collect();
        for at in 1..words.len() {
            if ["s", "s;", "MiB"].contains(&words[at]) {
                words[at - 1] = "N";
            }
        }
        masked.push_str(&words.join(" "));
        masked.push('\n');
    }
    masked
}

/// A run that comes close to a limit while others run is repeated alone, unless it took so long that
/// there is no doubt.
#[apply(trial)]
fn only_one_at_a_time_is_near_a_limit() {
    let slow = ("flaky count 0\nspin 255\n", "yes\n");
    let room = room(&[("slow", slow), ("quick", YES)]);
    for (args, runs, status, why) in [
        ("-j 2 --cpu 0.3", 2, 0, "85 per cent of the limit"),
        ("-j 1 --cpu 0.3", 1, 0, "nothing else was running"),
        ("-j 2 --cpu 40", 1, 0, "far from the limit"),
        ("-j 2 --cpu 0.2", 2, 1, "not far from the limit"),
        ("-j 2 --cpu 0.1", 1, 1, "more than twice the limit"),
    ] {
        room.write("count", "");
        judged(&room, &format!("--wall 100 {args}"), status);
        assert_eq!(room.read("count").len(), runs, "{why}");
    }
}

/// Two programs at a time sleep until a third has run.
#[apply(trial)]
fn idle_programs_make_room_for_others() {
    let sleeper = ("sleep 3000\nexists ../count\n", "exists true\n");
    let room = room(&[
        ("1", sleeper),
        ("2", sleeper),
        ("3", ("flaky count 0\n", "yes\n")),
    ]);
    judged(&room, "--wall 100 -j 2", 0);
}
