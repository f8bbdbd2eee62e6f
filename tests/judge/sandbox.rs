//! Actions that the sandbox forbids.

use std::fs;
use std::io::{self, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use admiralty_process::{ATTACKS, AttackTarget};

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

use super::many::{executable, executable_at};
use super::room::Room;
use crate::support::{has_for, quoted, scaled};

const ORDERS: &str = "write outside\nwrite here\nwrite inside\nexists inside\n\
    mode case\ntime case\ntcp\nudp\nlisten\nunix\n\
    priority\n";

fn room() -> Room {
    let room = Room::new();
    let path = |name: &str| room.path().join(name).display().to_string();
    let orders = ORDERS.replace("outside", &path("home/outside"));
    let orders = orders.replace("here", &path("here"));
    let orders = orders.replace("case", &path("cases/a.out"));
    for name in ["a", "b", "c"] {
        room.write(&format!("cases/{name}.in"), &orders);
    }
    room
}

fn answer(room: &Room, answer: &str) {
    for name in ["a", "b", "c"] {
        room.write(&format!("cases/{name}.out"), answer);
    }
}

#[apply(sandboxed_trial)]
fn a_sandbox_bars_files_and_sockets() {
    let room = room();
    answer(
        &room,
        "write barred\nwrite barred\nwrite free\nexists true\nmode barred\ntime barred\ntcp barred\nudp barred\nlisten barred\nunix free\n\
         priority free\n",
    );
    for jobs in ["-j 1", "-j 3"] {
        let args = format!("cases --sandbox {jobs}");
        room.obedient(&args, 0);
        assert!(!room.path().join("home/outside").exists());
        assert!(!room.path().join("here").exists());
        let left = room.path().join("tmp").read_dir().expect("a folder");
        assert_eq!(left.count(), 0);
    }
    // The judge itself is not in it.
    answer(&room, "");
    room.judge("cases --sandbox --bless --json=report.json")
        .mock("obedient")
        .expect(0);
    assert!(room.read("cases/a.out").contains("udp barred"));
    assert!(room.read("report.json").contains("WA"));
}

#[apply(sandboxed_trial)]
fn a_sandbox_is_fresh_for_each_case() {
    let order = "exists x\nwrite x\nexists x\n";
    let answer = "exists false\nwrite free\nexists true\n";
    let room = Room::with(&[("a", order, answer), ("b", order, answer)]);
    let args = "cases --sandbox -j 1 --repeat 2";
    room.obedient(args, 0);
}

/// A program that writes until its directory is full.
#[apply(sandboxed_trial)]
fn the_files_of_a_run_have_a_size_in_all() {
    const FILL: &str = "for n in 1 2 3; do head -c 1500000 /dev/zero >$n || echo full; done 2>&-";
    for (files, limits, answer) in [
        ("", "", ""),
        ("--files 3", "", "full\n"),
        ("", "files = 2", "full\nfull\n"),
        ("--files 2", "files = 5", ""),
    ] {
        let room = Room::with(&[("case", "", answer)]);
        room.write("cases/judge.toml", format!("limits = {{ {limits} }}\n"));
        let call = room
            .judge(&format!("cases {files} --"))
            .args(&["sh", "-c", FILL]);
        call.expect(0);
    }
}

/// The orders can be carried out without the sandbox.
#[apply(trial)]
fn without_a_sandbox_all_is_free() {
    let room = room();
    answer(
        &room,
        "write free\nwrite free\nwrite free\nexists true\nmode free\ntime free\ntcp free\nudp free\nlisten free\nunix free\n\
         priority free\n",
    );
    room.obedient("cases -j 1 --no-sandbox", 0);
    assert!(room.path().join("home/outside").exists());
}

/// A build that tries to get an answer, and a program that prints what it has got.
#[apply(sandboxed_trial)]
fn a_sandboxed_build_reads_its_own_sources_only() {
    const SECRET: &str = "the secret answer\n";
    let room = Room::with(&[("case", "", SECRET)]);
    let [answer, victim] =
        ["cases/case.out", "home/victim"].map(|name| quoted(room.path().join(name)));
    room.write("home/victim", "untouched\n");
    room.write("programs/bob/b.txt", SECRET);
    for (command, is_own) in [
        ("cp ANSWER found", false),
        ("ln ANSWER found", false),
        ("ln -s ANSWER found", false),
        ("cp ../../../../../../cases/case.out found", false),
        ("cat /proc/*/cwd/cases/case.out >found", false),
        ("cp ../../*/copy/b.txt found", false),
        ("ln -sf VICTIM ../outcome.json; cp a.txt found", false),
        ("cp a.txt found; mkdir made; cp made/../found made", true),
    ] {
        let shown = command;
        let command = command
            .replace("ANSWER", &answer)
            .replace("VICTIM", &victim);
        let rule = |name: &str, command: &str| {
            format!(
                "[[build]]\nname = \"{name}\"\nfiles = [\"{name}.txt\"]\n\
                 commands = ['''{command}''']\nrun = \"cat {{dir}}/found\"\n"
            )
        };
        let rules = rule("b", "cp b.txt found") + &rule("a", "sh script a.txt || :");
        room.write("cases/judge.toml", rules);
        room.write("programs/anna/script", command);
        room.write(
            "programs/anna/a.txt",
            if is_own { SECRET } else { "nothing\n" },
        );
        let judged = room.admiralty("grade cases programs").run();
        let row = judged.stdout.lines().find(|line| line.starts_with("anna"));
        let is_right = row.is_some_and(|row| row.contains("1/1"));
        assert_eq!(is_right, is_own, "{shown}: {}", judged.stdout);
        judged.prints("bob      1/1");
        assert_eq!(room.read("home/victim"), "untouched\n", "{shown}");
    }
}

#[apply(sandboxed_trial)]
fn path_opens_its_directories_and_their_libraries() {
    let room = Room::new();
    let mut orders = Vec::new();
    for (name, is) in [
        ("bin/tool", "free"),
        ("lib/part", "free"),
        ("solutions/1", "barred"),
        ("token", "barred"),
    ] {
        let name = format!("tools/{name}");
        room.write(&name, "");
        orders.push((format!("read {}", room.path().join(name).display()), is));
    }
    let lines = |end: &dyn Fn(&str) -> String| {
        let lines = orders
            .iter()
            .map(|(order, is)| order.clone() + &end(is) + "\n");
        lines.collect::<String>()
    };
    room.write("cases/case.in", lines(&|_| String::new()));
    room.write("cases/case.out", lines(&|is| format!(" {is}")));
    let paths = format!("{}/tools/bin:/usr/bin:/bin", room.path().display());
    let call = room.judge("cases").env("PATH", &paths);
    call.mock("obedient").expect(0);
}

/// Ways to name a program, from the directory above the cases.
#[apply(sandboxed_trial)]
fn programs_are_found_from_their_sandbox() {
    let room = Room::with(&[("case", "", "ahoy\n")]);
    for name in ["ships", "sub/ships", "with blank", "Prog 1 (x)/ships"] {
        executable_at(&room, name, "#!/bin/sh\necho ahoy\n");
    }
    executable_at(
        &room,
        "here",
        "#!/bin/sh\nexec cat \"$(dirname \"$0\")/sub/data\"\n",
    );
    executable_at(
        &room,
        "sub/here",
        "#!/bin/sh\ncd \"$(dirname \"$0\")\" && cat data\n",
    );
    room.write("data", "ahoy\n");
    room.write("sub/data", "ahoy\n");
    room.write("ships.py", "print('ahoy')\n");
    room.write("sub/words.py", "WORD = 'ahoy'\n");
    room.write("sub/main.py", "import words\nprint(words.WORD)\n");
    let absolute = room.path().join("ships").display().to_string();
    let (yes, no) = (0, 1);
    for (words, status) in [
        (&["./ships"][..], yes),
        (&[&*absolute], yes),
        (&["sub/ships"], yes),
        (&["./with blank"], yes),
        (&["sub/../ships"], yes),
        (&["sh", "ships"], yes),
        (&["sh", "-c", "./ships"], yes),
        (&["sh", "-c", "exec sub/ships <data 2>/dev/null"], yes),
        (&["sh", "-c", "cat sub/../data"], yes),
        (&["cat", "data"], yes),
        (&["sub/here"], yes),
        (&["sh", "sub/here"], yes),
        // The directory of the program holds the cases, but `sub` is named.
        (&["./here"], no),
        (&["./here", "sub"], yes),
        // The cases are not readable by naming a directory that holds them.
        (&["cat", "data", "."], no),
        (&["python3", "ships.py"], yes),
        (&["python3", "sub/main.py"], yes),
    ] {
        if words[0] == "python3" && !has_for(&format!("judge: {}", words.join(" ")), "python3") {
            continue;
        }
        let call = room.judge("cases --cpu 10 --").args(words);
        let judged = call.run();
        assert_eq!(
            judged.status.code(),
            Some(status),
            "{words:?}: {}",
            judged.stdout
        );
    }
    let above = room.judge("../cases -- ../ships").directory("sub");
    above.expect(0);
    let script = room.judge("../cases --").args(&["sh", "-c", "./ships"]);
    script.directory("Prog 1 (x)").expect(0);
    let readable = room.judge("cases --readable sub -- ./here");
    readable.expect(0);
}

/// A program and what it says about itself do not tell where the machine has it.
#[apply(sandboxed_trial)]
fn a_program_is_at_a_neutral_path() {
    const SHELL: &str = "#!/bin/sh\necho \"$0\"\n";
    let room = Room::with(&[("case", "", "/program/ships\n")]);
    executable(&room, "ships", SHELL);
    executable(&room, "sub/ships", SHELL);
    let absolute = room.path().join("programs/ships").display().to_string();
    let script = format!("exec {absolute} <&-");
    for words in [
        &[&*absolute][..],
        &["programs/sub/../ships"],
        &["sh", "-c", &script],
        &["sh", "programs/sub/ships"],
    ] {
        room.judge("cases --").args(words).expect(0);
    }
    // A program in a class whose directory has others.
    let judged = room.admiralty("grade cases programs --no-build").expect(0);
    judged.prints("ships    1/1");
    judged.prints("sub      1/1");
    // One that is built.
    let rule = "[[build]]\nname = \"text\"\nfiles = [\"*.txt\"]\n\
         commands = ['''pwd; test \"$PWD\" = /program && cp \"$main\" ships && chmod +x ships''']\nrun = \"{dir}/ships\"\n";
    room.write("cases/judge.toml", rule);
    room.write("built/anna/a.txt", SHELL);
    room.admiralty("grade cases built")
        .expect(0)
        .prints("anna     1/1");
}

/// `admiralty` would be a solution.
#[apply(sandboxed_trial)]
fn a_program_cannot_run_admiralty() {
    let room = Room::with(&[("case", "", "")]);
    let room_path = room.path().display();
    executable_at(&room, "tools/admiralty", "#!/bin/sh\n");
    let program = env!("CARGO_BIN_EXE_admiralty");
    let linked = room.path().join("tools/other");
    let has_link = fs::hard_link(program, &linked).is_ok();
    room.write("programs/linked/.keep", "");
    symlink(program, room.path().join("programs/linked/ships")).expect("a link");
    let paths = format!(
        "{room_path}/tools:{}",
        std::env::var("PATH").expect("a path")
    );
    for missing in [&[][..], &[NAMESPACES], &[LANDLOCK]] {
        for script in [
            "exec admiralty --version",
            &format!("cd {room_path}/tools && exec ./admiralty"),
            "exec other --version",
        ] {
            if script.contains("other") && !has_link {
                continue;
            }
            let call = room.call(without(missing), "judge cases --quiet --");
            let call = call.env("PATH", &paths).args(&["sh", "-c", script]);
            let judged = call.expect(1);
            judged.prints("RTE");
        }
        // What the command line names is judged.
        let call = room
            .call(without(missing), "judge cases --")
            .env("PATH", &paths);
        call.args(&["admiralty"]).expect(0);
        let call = room.call(without(missing), "grade cases programs --no-build");
        let judged = call.run();
        assert!(!judged.stdout.contains("1/1"), "{}", judged.stdout);
    }
}

/// Among many files, `admiralty` cannot be hidden without namespaces; then it is said, and all goes on.
#[apply(sandboxed_trial)]
fn what_cannot_be_hidden_is_said() {
    let room = Room::with(&[("case", "", "ahoy\n")]);
    for number in 0..100 {
        room.write(&format!("many/{number}"), "");
    }
    executable_at(&room, "many/admiralty", "#!/bin/sh\n");
    let paths = format!(
        "{}/many:{}",
        room.path().display(),
        std::env::var("PATH").expect("a path")
    );
    for (missing, is_said) in [(&[][..], false), (&[NAMESPACES], true)] {
        let call = room
            .call(without(missing), "judge cases --")
            .env("PATH", &paths);
        let judged = call.args(&["echo", "ahoy"]).expect(0);
        assert_eq!(
            judged.stdout.contains("running admiralty"),
            is_said,
            "{}",
            judged.stdout
        );
    }
}

/// On this machine; at night also with each wall missing, and as another user than root.
#[apply(sandboxed_trial)]
fn the_sandbox_stops_what_it_tests_itself_with() {
    const BY_NAMESPACES: [&str; 4] = [
        "see the size and times of a secret",
        "learn the name of the machine",
        "fill the disk",
        "make 12,000 files",
    ];
    let room = Room::new();
    // Some pass only on a machine that is fast enough for the limits of an attack.
    let check = |mut command: Command, passing: &[&str]| {
        let run = command.arg("sandbox-test").output().expect("it starts");
        let table = String::from_utf8_lossy(&run.stdout).into_owned();
        let passed = table.lines().filter_map(|line| line.strip_suffix("PASSED"));
        let passed: Vec<_> = passed.map(str::trim_end).collect();
        let is_known = |name: &&str| passing.contains(name);
        assert!(passed.iter().all(is_known), "{passed:?}: {table}");
        assert!(table.contains("attacks are stopped"), "{table}");
        let code = i32::from(!passed.is_empty());
        assert_eq!(run.status.code(), Some(code), "{table}");
    };
    check(without(&[]), &[]);
    if scaled(1) == 1 {
        return;
    }
    check(without(&[NAMESPACES]), &BY_NAMESPACES);
    check(without(&[LANDLOCK]), &[]);
    if rustix::process::geteuid().is_root() {
        const NOBODY: u32 = 65534;
        let copy = room.path().join("admiralty");
        fs::copy(env!("CARGO_BIN_EXE_admiralty"), &copy).expect("a copy");
        fs::set_permissions(room.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
        for (missing, passing) in [
            (&[][..], &[][..]),
            (&[NAMESPACES], &BY_NAMESPACES),
            (&[LANDLOCK], &[]),
        ] {
            let mut command = lacking(&copy, missing);
            command.uid(NOBODY).gid(NOBODY).current_dir("/");
            command.env("TMPDIR", "/tmp").env("HOME", "/nonexistent");
            check(command, passing);
        }
    }
}

/// What is stopped without a sandbox, too, would show nothing in the table.
#[apply(sandboxed_trial)]
fn attacks_pass_without_a_sandbox() {
    /// What takes long or counts only afterwards, and what a machine can lack or bar to others than the superuser.
    const OTHERS: [&str; 25] = [
        "read the memory of a process",
        "trace a process",
        "write beside a secret",
        "look beside a directory of PATH",
        "run admiralty from PATH",
        "get open files of the judge",
        "have a privilege",
        "write to the output of a process",
        "enter the namespaces of a process",
        "set the disk priority of all processes",
        "run before all others (SCHED_FIFO)",
        "type into the terminal",
        "make a character device",
        "make a block device",
        "copy a mount",
        "make a user namespace",
        "watch all files (fanotify)",
        "read the kernel's log",
        "use calls of 32-bit programs (int 0x80)",
        "use calls of x32 programs",
        "wait as if for a disk",
        "keep memory in pipes",
        "fill the disk",
        "make 12,000 files",
        "nest 40,000 directories",
    ];
    let room = Room::new();
    room.write("secret", "");
    let mut process = Command::new("sleep").arg("60").spawn().expect("it starts");
    let target = AttackTarget {
        secret: room.path().join("secret"),
        process: process.id(),
        machine: rustix::system::uname()
            .nodename()
            .to_string_lossy()
            .into_owned(),
    };
    let _socket = UnixListener::bind(room.path().join(AttackTarget::SOCKET)).expect("a socket");
    let address = SocketAddr::from_abstract_name(target.abstract_name()).expect("an address");
    let _abstract_socket = UnixListener::bind_addr(&address).expect("a socket");
    for (number, attack) in ATTACKS.iter().enumerate() {
        if OTHERS.contains(&attack.name) || attack.name.starts_with("leave") {
            continue;
        }
        let directory = tempfile::tempdir().expect("a directory");
        let mut command = Command::new(env!("CARGO_BIN_EXE_admiralty"));
        command.arg("sandbox-attack").arg(number.to_string());
        command.current_dir(&directory).stdin(Stdio::piped());
        let mut attacker = command.spawn().expect("it starts");
        let mut input = attacker.stdin.take().expect("a pipe");
        input.write_all(target.lines().as_bytes()).expect("written");
        drop(input);
        assert!(
            attacker.wait().expect("it ends").success(),
            "{}",
            attack.name
        );
    }
    process.kill().expect("killed");
    process.wait().expect("it ends");
}

/// Some programs do what their name says, which may be that of a link.
#[apply(sandboxed_trial)]
fn a_link_keeps_its_name() {
    let room = Room::with(&[("case", "", "left\n")]);
    room.write("programs/readme", "");
    let [shell, link] = ["programs/shell", "programs/left"].map(|name| room.path().join(name));
    fs::copy("/bin/sh", &shell).expect("a copy");
    symlink("shell", &link).expect("a link");
    let call = room
        .call(without(&[]), "judge cases --")
        .arg(&*link.to_string_lossy());
    call.args(&["-c", "echo ${0##*/}"]).expect(0);
}

/// Among many programs, each has the files of its own directory, and not those of others.
#[apply(sandboxed_trial)]
fn a_program_reads_the_files_of_its_own_directory() {
    let room = Room::with(&[("case", "", "ahoy\n")]);
    for (name, file) in [("anna", "data"), ("bob", "../anna/data")] {
        let text = format!("#!/bin/sh\ncat \"$(dirname \"$0\")/{file}\"\n");
        executable(&room, &format!("{name}/ships"), &text);
    }
    room.write("programs/anna/data", "ahoy\n");
    let judged = room.admiralty("grade cases programs --no-build").expect(1);
    judged.prints("anna     1/1");
    judged.prints("bob      0/1");
}

/// The checker reads the input and what else it needs.
#[apply(sandboxed_trial)]
fn a_checker_is_outside_of_the_sandbox() {
    let room = Room::with(&[("case", "", "ahoy\n")]);
    room.write("needed", "ahoy\n");
    let script = format!(
        "#!/bin/sh\ncmp -s \"$2\" {} && test -r \"$1\"\n",
        quoted(room.path().join("needed"))
    );
    executable(&room, "check", &script);
    let checker = quoted(room.path().join("programs/check"));
    let call = room.judge("cases --checker").arg(checker);
    call.args(&["--", "echo", "ahoy"]).expect(0);
}

/// As on a kernel with neither namespaces nor Landlock.
#[apply(sandboxed_trial)]
fn a_missing_sandbox_is_said_first() {
    const NAME: &str = "No sandbox, because this kernel has no Landlock, which the sandbox needs: programs can read \
        all files, even the answers, change them, use the network, and stop admiralty.";
    let room = Room::with(&[("case", "print yes\n", "yes\n")]);
    executable(&room, "ships", "#!/bin/sh\necho yes\n");
    for (args, code) in [
        ("judge cases", 0),
        ("judge cases --no-sandbox", 0),
        ("grade cases programs --no-build", 0),
        ("judge cases --json", 0),
        ("judge cases --sandbox", 3),
    ] {
        let call = room.call(without(&[NAMESPACES, LANDLOCK]), args);
        let call = if args.starts_with("grade") {
            call
        } else {
            call.mock("obedient")
        };
        let judged = call.expect(code);
        let (stdout, stderr) = (judged.stdout.lines().next(), judged.stderr.trim_end());
        match args {
            "judge cases --no-sandbox" => assert_ne!(stdout, Some(NAME)),
            "judge cases --json" => assert_eq!(stderr, format!("admiralty: {NAME}")),
            "judge cases --sandbox" => judged.complains("no Landlock"),
            _ => assert_eq!(stdout, Some(NAME)),
        }
    }
}

#[apply(sandboxed_trial)]
fn a_missing_wall_is_said_first() {
    const NAME: &str = "looking at names, sizes and times of files (no namespaces: Function \
        not implemented (os error 38)).";
    let room = Room::with(&[("case", "print yes\n", "yes\n")]);
    for (missing, is_said) in [
        (&[][..], false),
        (&[NAMESPACES], true),
        (&[LANDLOCK], false),
    ] {
        let judge = room.call(without(missing), "judge cases --sandbox");
        let judged = judge.mock("obedient").expect(0);
        let first = judged.stdout.lines().next().unwrap_or_default();
        // An older Landlock has gaps of its own.
        assert_eq!(first.ends_with(NAME), is_said, "{first}");
    }
}

/// The calls with which each wall of the sandbox begins.
const LANDLOCK: libc::c_long = libc::SYS_landlock_create_ruleset;
const NAMESPACES: libc::c_long = libc::SYS_unshare;

/// `admiralty` on a kernel that seems not to have some calls.
fn without(calls: &[libc::c_long]) -> Command {
    lacking(Path::new(env!("CARGO_BIN_EXE_admiralty")), calls)
}

fn lacking(program: &Path, calls: &[libc::c_long]) -> Command {
    let mut command = Command::new(program);
    if calls.is_empty() {
        return command;
    }
    let filter = SeccompFilter::new(
        calls.iter().map(|call| (*call, Vec::new())).collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(libc::ENOSYS.unsigned_abs()),
        std::env::consts::ARCH.try_into().expect("an architecture"),
    );
    let filter: BpfProgram = filter.and_then(TryInto::try_into).expect("a filter");
    let apply = move || seccompiler::apply_filter(&filter).map_err(io::Error::other);
    #[expect(unsafe_code, reason = "the kernel has to seem older to the judge only")]
    // SAFETY: it makes two system calls.
    unsafe {
        command.pre_exec(apply);
    }
    command
}
