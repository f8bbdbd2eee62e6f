//! The parts of the judge's environment that programs, builds and checkers get.

use super::call::Call;
use super::many::executable_at;
use super::room::Room;

/// Those that the judge has, and that could hold secrets, or change what a program prints or loads.
const OTHERS: [(&str, &str); 8] = [
    ("TOKEN", "secret"),
    ("LC_ALL", "de_DE"),
    ("LANGUAGE", "de"),
    ("CLASSPATH", "/nowhere"),
    ("JAVA_HOME", "/nowhere"),
    ("LD_LIBRARY_PATH", "/nowhere"),
    ("PYTHONPATH", "/nowhere"),
    ("LANG", "de_DE.UTF-8"),
];

/// The variables that a script expects to see, or not to see.
const SCRIPT: &str = "test -z \"$TOKEN$LC_ALL$LANGUAGE$CLASSPATH$PYTHONPATH\" && test \"$LANG\" = C.UTF-8 && test -d \"$HOME\"";

fn with_others(call: Call<'_>) -> Call<'_> {
    OTHERS
        .iter()
        .fold(call, |call, (name, value)| call.env(name, value))
}

#[apply(trial)]
fn a_program_gets_four_variables() {
    let here = std::env::var("PATH").expect("a path");
    for is_sandboxed in [false, crate::harness::has_sandbox()] {
        let room = Room::with(&[("case", "", "")]);
        let args = if is_sandboxed { "" } else { "--no-sandbox" };
        let call = room.judge(&format!("cases --bless {args}"));
        with_others(call)
            .env("PATH", &here)
            .args(&["--", "env"])
            .expect(0);
        let printed = room.read("cases/case.out");
        let mut variables: Vec<_> = printed.lines().collect();
        variables.sort_unstable();
        let room = room.path().display();
        let path = format!("PATH={here}");
        let [home, lang, found_path, tmpdir] = variables[..] else {
            panic!("{printed}");
        };
        assert_eq!((lang, found_path), ("LANG=C.UTF-8", &*path));
        if is_sandboxed {
            let own = home.strip_prefix("HOME=").expect("a home directory");
            assert_eq!(own, "/sandbox");
            assert_eq!(tmpdir, format!("TMPDIR={own}"));
        } else {
            assert_eq!(home, format!("HOME={room}/home"));
            assert_eq!(tmpdir, format!("TMPDIR={room}/tmp"));
        }
    }
}

#[apply(trial)]
fn builds_and_checkers_get_them_as_well() {
    let room = Room::with(&[("case", "", "ahoy\n")]);
    let build = format!("{SCRIPT} && test \"$HOME\" = \"$TMPDIR\" && cp \"$main\" found");
    let rule = format!(
        "[[build]]\nname = \"text\"\nfiles = [\"*.txt\"]\ncommands = ['''{build}''']\n\
         run = \"cat {{dir}}/found\"\n"
    );
    room.write("cases/judge.toml", rule);
    room.write("programs/anna/a.txt", "ahoy\n");
    executable_at(&room, "check", &format!("#!/bin/sh\n{SCRIPT}\n"));
    for args in ["", "--no-sandbox"] {
        let call = room.admiralty(&format!("grade cases programs --checker ./check {args}"));
        with_others(call).expect(0).prints("anna     1/1");
    }
}
