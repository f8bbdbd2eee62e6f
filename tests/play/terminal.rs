//! The program in a real terminal, if tmux is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::play::test_screen::state_after;
use crate::support::{has_for, quoted};

/// How long something may take on a machine that is busy.
pub const TIMEOUT: Duration = Duration::from_secs(30);

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_admiralty");

/// A terminal in which the program runs.
pub struct Terminal {
    socket: String,
    folder: tempfile::TempDir,
}

impl Terminal {
    /// A terminal without a program; `None` if tmux is missing.
    pub fn new() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let test = std::thread::current();
        if !has_for(test.name().unwrap_or("a test"), "tmux") {
            return None;
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Some(Self {
            socket: format!("admiralty-{}-{number}", std::process::id()),
            folder: tempfile::tempdir().expect("a temporary folder"),
        })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    #[must_use]
    fn tmux(&self, args: &[&str]) -> Output {
        let mut tmux = Command::new("tmux");
        tmux.args(["-u", "-L", &self.socket, "-f", "/dev/null"]);
        tmux.env_remove("TMUX").env("LC_ALL", "C.UTF-8");
        tmux.args(args).output().expect("tmux runs")
    }

    /// Has tmux do something, which must succeed.
    #[track_caller]
    pub fn command(&self, args: &[&str]) {
        let done = self.tmux(args);
        assert!(done.status.success(), "{args:?}: {done:?}");
    }

    /// Starts the program in a screen of 80 by 24.
    pub fn play(&self, args: &str) {
        let pid = self.path("pid");
        let _ = fs::remove_file(&pid);
        self.run(&format!(
            "sh -c 'echo $$ >\"$0\"; exec \"$@\"' {} {} play {args}; \
             printf '\\r\\nended %s\\r\\n' $?; read wait",
            quoted(pid),
            quoted(PROGRAM)
        ));
    }

    /// Runs a command of the shell in a screen of 80 by 24.
    pub fn run(&self, command: &str) {
        let state = quoted(self.path("state"));
        let variables = format!("export LC_ALL=C.UTF-8 XDG_STATE_HOME={state}");
        let command = format!("{variables}; {command}");
        self.command(&["new-session", "-d", "-x", "80", "-y", "24", &command]);
    }

    pub fn screen(&self) -> String {
        let captured = self.tmux(&["capture-pane", "-p"]);
        String::from_utf8_lossy(&captured.stdout).into_owned()
    }

    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            assert!(begun.elapsed() < TIMEOUT, "no {text:?} in:\n{screen}");
            sleep(Duration::from_millis(30));
        }
    }

    #[track_caller]
    fn wait_while(&self, text: &str) {
        let begun = Instant::now();
        while self.screen().contains(text) {
            assert!(begun.elapsed() < TIMEOUT, "still {text:?}");
            sleep(Duration::from_millis(30));
        }
    }

    pub fn keys(&self, keys: &str) {
        for key in keys.split_whitespace() {
            self.command(&["send-keys", key]);
        }
    }

    fn paste(&self, text: &str, options: &[&str]) {
        self.command(&["set-buffer", text]);
        self.command(&[&["paste-buffer"], options].concat());
    }

    /// The process of the program.
    fn pid(&self) -> Pid {
        let pid = fs::read_to_string(self.path("pid")).expect("written");
        let pid = pid.trim().parse().ok();
        pid.and_then(Pid::from_raw).expect("a number")
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("sent");
    }

    /// The program gives the terminal back before it stops, and is not continued by
    /// what comes in between.
    fn wait_until_stopped(&self) {
        let status = format!("/proc/{}/status", self.pid());
        let is_stopped = || {
            // Without `/proc`, it has had enough time.
            let status = fs::read_to_string(&status).unwrap_or_default();
            status.contains("\nState:\tT")
        };
        let begun = Instant::now();
        while !is_stopped() && begun.elapsed() < Duration::from_secs(5) {
            sleep(Duration::from_millis(30));
        }
    }

    /// Ends the terminal, for another one.
    pub fn close(&self) {
        // It has ended already if its only program has.
        let _ = self.tmux(&["kill-server"]);
        // The server goes when it likes.
        sleep(Duration::from_millis(300));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

fn script(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a script")
}

#[apply(trial)]
fn a_game_is_started_placed_shot_left_and_gone_on_with() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    let log = terminal.path("game.ships");
    let log_name = quoted(&log);
    let fixed = format!("--seed 5 --b random --lang en --log {log_name}");
    terminal.play(&format!("--rules italian {fixed}"));
    terminal.wait_for("Your ships to place");
    terminal.keys("z");
    terminal.wait_for("to battle!");
    terminal.keys("Enter");
    terminal.wait_for("Turn 1");
    terminal.keys("Enter");
    let screen = terminal.wait_for("Turn 2");
    assert!(screen.contains("you: E5"), "{screen}");
    terminal.keys("q");
    terminal.wait_for("Quit the game?");
    terminal.keys("Enter");
    let screen = terminal.wait_for("ended 0");
    assert!(!screen.contains("Enemy waters"), "{screen}");
    state_after(&script(&log));
    terminal.close();

    // The same game again, until it is killed.
    let again = format!("--lang en --resume {log_name} --log {log_name}");
    terminal.play(&again);
    terminal.wait_for("Turn 2");
    terminal.keys("Right Enter");
    terminal.wait_for("Turn 3");
    terminal.signal(Signal::KILL);
    terminal.wait_for("ended 137");
    let killed = script(&log);
    assert_eq!(
        killed
            .windows(9)
            .filter(|part| *part == b"[playerA]")
            .count(),
        6
    );
    state_after(&killed);
    terminal.close();

    terminal.play(&again);
    terminal.wait_for("Turn 3");
    terminal.signal(Signal::TERM);
    let screen = terminal.wait_for("ended 143");
    assert!(!screen.contains("Enemy waters"), "{screen}");
    assert_eq!(script(&log), killed);
}

#[apply(trial)]
fn a_game_is_chosen_and_saved_by_hand() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    terminal.play("--lang it");
    terminal.wait_for("Schieramento");
    terminal.keys("Enter Enter");
    terminal.wait_for("Le navi da schierare");
    terminal.keys("z Enter");
    terminal.wait_for("Campo nemico");
    let saved = terminal.path("saved.ships");
    terminal.keys("s");
    terminal.wait_for("Salva la partita");
    terminal.keys("C-u");
    terminal.wait_while("game.ships");
    terminal.command(&["send-keys", "-l", &saved.display().to_string()]);
    terminal.wait_for("saved.ships");
    terminal.keys("Enter");
    terminal.wait_for("Salvata in");
    state_after(&script(&saved));
}

/// A game without a log is saved, and continues from the start page in the same file.
#[apply(trial)]
fn the_last_game_goes_on() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    terminal.play("--rules italian --seed 5 --b random --lang en");
    terminal.wait_for("Your ships to place");
    terminal.keys("z Enter");
    terminal.wait_for("Turn 1");
    terminal.keys("Enter");
    terminal.wait_for("Turn 2");
    terminal.keys("q Enter");
    terminal.wait_for("ended 0");
    terminal.close();

    terminal.play("--lang en");
    terminal.wait_for("Resume: italian, turn 2");
    terminal.keys("Enter");
    terminal.wait_for("Turn 2");
    terminal.keys("Right Enter");
    terminal.wait_for("Turn 3");
    // After a crash as well.
    terminal.signal(Signal::KILL);
    terminal.close();
    terminal.play("--lang en");
    terminal.wait_for("Resume: italian, turn 3");
    terminal.keys("Enter");
    terminal.wait_for("Turn 3");
    terminal.keys("q Enter");
    terminal.wait_for("ended 0");
    let kept = terminal.path("state").join("admiralty").join("play");
    let files: Vec<_> = fs::read_dir(kept).expect("a folder").collect();
    assert_eq!(files.len(), 1);
    let path = files[0].as_ref().expect("a file").path();
    let written = script(&path);
    assert_eq!(
        String::from_utf8_lossy(&written).matches("\nSHOOT").count(),
        4
    );
    state_after(&written);
}

/// Resuming does not change the existing script, and only appends to it.
#[apply(trial)]
fn a_script_is_written_on_and_not_anew() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    let path = terminal.path("game.ships");
    let kept = "[state]\r\nRULES   msx\r\nSET_AI_PLAYER B\r\n\r\nNEXT_PLAYER A\r\n[state]\r\n";
    for (end, between) in [
        ("", ""),
        ("[playerA]", "\n"),
        ("[playerA]\r\nPRINT 0\r\nSHOOT 11", ""),
    ] {
        fs::write(&path, format!("{kept}{end}")).expect("written");
        let name = quoted(&path);
        terminal.play(&format!("--lang en --resume {name} --log {name}"));
        terminal.wait_for("Your ships to place");
        terminal.keys("z Enter");
        terminal.wait_for("Turn 1");
        terminal.keys("q Enter");
        let screen = terminal.wait_for("ended 0");
        assert_eq!(
            screen.replace('\n', "").contains("invalid: SHOOT 11"),
            end.ends_with("11")
        );
        let whole = end.strip_suffix("SHOOT 11").unwrap_or(end);
        let written = fs::read_to_string(&path).expect("a script");
        let begun = format!("{kept}{whole}{between}");
        let rest = written.strip_prefix(&begun).expect("what was there");
        assert!(rest.contains("PLACE_SHIP"), "{rest}");
        state_after(written.as_bytes());
        terminal.close();
    }
}

/// A finished game does not continue, and the rest of its file survives.
#[apply(trial)]
fn a_script_of_a_game_that_is_over_stays_as_it_is() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    let path = terminal.path("over.ships");
    let script = "[state]\nRULES italian\nSET_FLEET A 0 0 1\nSET_FLEET B 0 0 1\n\
        SHIP A 0 0 N 0 LAN 1\nSHIP B 11 0 N 0 LAN 1\n[state]\n\
        [playerA]\nSHOOT 11 0\n[playerA]\n; words of somebody\nand more";
    fs::write(&path, script).expect("written");
    let name = quoted(&path);
    terminal.play(&format!("--lang en --resume {name} --log {name}"));
    terminal.wait_for("A has won!");
    terminal.keys("q Enter");
    terminal.wait_for("ended 0");
    assert_eq!(fs::read_to_string(&path).expect("a script"), script);
}

/// A log that cannot be written is reported before the screen opens.
#[apply(trial)]
fn a_game_without_its_log_does_not_begin() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    let log = terminal.path("no").join("such").join("folder");
    terminal.play(&format!("--rules italian --log {}", quoted(log)));
    let screen = terminal.wait_for("ended 2");
    assert!(screen.contains("cannot write"), "{screen}");
}

#[apply(trial)]
fn the_terminal_is_given_back_for_each_signal() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    for (signal, status) in [
        (Signal::HUP, 129),
        (Signal::INT, 130),
        (Signal::QUIT, 131),
        (Signal::TERM, 143),
    ] {
        terminal.play("--lang en --rules italian");
        terminal.wait_for("Your ships to place");
        terminal.signal(signal);
        let screen = terminal.wait_for(&format!("ended {status}"));
        assert!(!screen.contains("Your ships"), "{screen}");
        terminal.close();
    }
}

/// Who stops the program has the terminal, and later the game again.
#[apply(trial)]
fn a_game_is_stopped_and_continued() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    terminal.play("--lang en --rules italian");
    terminal.wait_for("Your ships to place");
    terminal.signal(Signal::TSTP);
    terminal.wait_while("Your ships");
    terminal.wait_until_stopped();
    terminal.signal(Signal::CONT);
    terminal.wait_for("Your ships to place");
    terminal.keys("z");
    terminal.wait_for("to battle!");
    terminal.keys("q Enter");
    terminal.wait_for("ended 0");
}

/// Pasted text plays nothing, whether the terminal marks it (`-p`) or sends it as keys, and is
/// typed where a name is.
#[apply(trial)]
fn pasted_text_is_not_played() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    terminal.play("--lang en --rules italian --seed 5 --b random");
    terminal.wait_for("Your ships to place");
    terminal.keys("z Enter");
    terminal.wait_for("Turn 1");
    for marked in [&["-p"][..], &[]] {
        terminal.paste("quit\nB7\n\n", marked);
        let screen = terminal.wait_for("Pasted text has no effect here.");
        assert!(screen.contains("Turn 1"), "{screen}");
        terminal.keys("Left");
        terminal.wait_while("Pasted text");
        terminal.keys("s");
        terminal.wait_for("game.ships");
        terminal.keys("C-u");
        terminal.wait_while("game.ships");
        terminal.paste("one name\n", marked);
        terminal.wait_for("> one name");
        terminal.keys("Escape");
        terminal.wait_while("one name");
    }
    terminal.keys("q Enter");
    terminal.wait_for("ended 0");
}

/// The Linux console has few glyphs, and a dumb terminal cannot draw.
#[apply(trial)]
fn the_kind_of_terminal_is_respected() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    for term in ["linux", "linux-16color"] {
        terminal.run(&format!(
            "TERM={term} {PROGRAM} play --lang de --rules italian"
        ));
        let screen = terminal.wait_for("Deine Schiffe");
        assert!(screen.is_ascii(), "{screen}");
        terminal.close();
    }
    terminal.run(&format!(
        "TERM=dumb {PROGRAM} play; echo ended $?; read wait"
    ));
    let screen = terminal.wait_for("ended 2");
    assert!(screen.contains("TERM is dumb"), "{screen}");
}

/// Ctrl-Z suspends the program on every page and in every dialog, and gives the terminal back.
#[apply(trial)]
fn ctrl_z_suspends_every_page() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    terminal.run(&format!(
        "set -m; {} play --lang en; \
         while [ $? -gt 128 ]; do n=$((n+1)); clear; stty -a | grep -oE '[- ](icanon|echo) '; \
         echo suspended $n; read wait; fg; done; echo ended 0; read wait",
        quoted(PROGRAM)
    ));
    let pages = [
        ("", "Welcome", false),
        // The line of a name, where most keys are letters.
        ("Down Down x", "Name", false),
        ("Up Up Up Enter Enter", "Your ships to place", false),
        ("z Enter", "Turn 1", false),
        ("?", "Keys", true),
        ("s", "Save the game", true),
        ("q", "Quit the game?", true),
    ];
    for (number, (keys, page, is_dialog)) in (1..).zip(pages) {
        terminal.keys(keys);
        terminal.wait_for(page);
        terminal.keys("C-z");
        // The earlier output of the shell is back as soon as the page is gone.
        let screen = terminal.wait_for(&format!("suspended {number}"));
        assert!(
            screen.contains(" icanon") && screen.contains(" echo"),
            "{screen}"
        );
        assert!(!screen.contains(page), "{screen}");
        terminal.keys("Enter");
        terminal.wait_for(page);
        if is_dialog {
            // Read together with the next key, Escape would be Alt.
            terminal.keys("Escape");
            terminal.wait_while(page);
        }
    }
    terminal.keys("q Enter");
    terminal.wait_for("ended 0");
}

/// A terminal gets the control characters of a script escaped.
#[apply(trial)]
fn a_script_is_quoted_safely() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    let path = terminal.path("bad");
    let (program, name) = (quoted(PROGRAM), quoted(&path));
    for (command, text, shown) in [
        (
            "run --explain=never",
            "FIRE \u{1b}[2J\u{7}\n",
            r#""FIRE \u{1b}[2J\u{7}": UNK"#,
        ),
        ("check", "FIRE\u{1b}[2J\n", r"FIRE\u{1b}[2J"),
        ("othello", "c4 a\u{1b}[2J\n", r"a\u{1b}[2J Bianco"),
    ] {
        fs::write(&path, text).expect("written");
        terminal.run(&format!(
            "{program} {command} {name} 2>/dev/null; echo ended; read wait"
        ));
        let screen = terminal.wait_for("ended");
        assert!(screen.contains(shown), "{command}: {screen}");
        terminal.close();
    }
}
