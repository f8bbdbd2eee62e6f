//! The program in a real terminal: tmux, where it is there.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::hand::state_after;

/// How long something may take on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal in which the program runs.
struct Terminal {
    socket: String,
    folder: tempfile::TempDir,
}

impl Terminal {
    /// A terminal without a program; nothing where tmux is missing.
    fn new() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if Command::new("tmux").arg("-V").output().is_err() {
            // Past the test runner, which keeps what tests print that pass.
            let words = "skipped: tmux is not there, so nothing is played in a real terminal";
            let _ = writeln!(std::io::stderr(), "{words}");
            return None;
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Some(Self {
            socket: format!("admiralty-{}-{number}", std::process::id()),
            folder: tempfile::tempdir().expect("a temporary folder"),
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn tmux(&self, args: &[&str]) -> Output {
        let mut tmux = Command::new("tmux");
        tmux.args(["-u", "-L", &self.socket, "-f", "/dev/null"]);
        tmux.env_remove("TMUX").env("LC_ALL", "C.UTF-8");
        tmux.args(args).output().expect("tmux runs")
    }

    /// Starts the program in a screen of 80 by 24.
    fn play(&self, args: &str) {
        let program = env!("CARGO_BIN_EXE_admiralty");
        let pid = self.path("pid");
        let command = format!(
            "LC_ALL=C.UTF-8 sh -c 'echo $$ > {}; exec {program} play {args}'; \
             printf '\\r\\nended %s\\r\\n' $?; read wait",
            pid.display()
        );
        let _ = fs::remove_file(&pid);
        let started = self.tmux(&["new-session", "-d", "-x", "80", "-y", "24", &command]);
        assert!(started.status.success(), "{started:?}");
    }

    fn screen(&self) -> String {
        let captured = self.tmux(&["capture-pane", "-p"]);
        String::from_utf8_lossy(&captured.stdout).into_owned()
    }

    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(text) {
                return screen;
            }
            assert!(begun.elapsed() < PATIENCE, "no {text:?} in:\n{screen}");
            sleep(Duration::from_millis(30));
        }
    }

    fn keys(&self, keys: &str) {
        for key in keys.split_whitespace() {
            self.tmux(&["send-keys", key]);
        }
    }

    fn signal(&self, signal: &str) {
        let pid = fs::read_to_string(self.path("pid")).expect("a number");
        let killed = Command::new("kill").args([signal, pid.trim()]).status();
        assert!(killed.expect("kill runs").success());
    }

    /// Ends the terminal, for another one.
    fn close(&self) {
        self.tmux(&["kill-server"]);
        // The server goes when it likes.
        sleep(Duration::from_millis(300));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

fn script(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a script")
}

#[test]
fn a_game_is_started_placed_shot_left_and_gone_on_with() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    let log = terminal.path("game.ships");
    let log_name = log.display();
    let fixed = format!("--seed 5 --begins a --b random --lang en --log {log_name}");
    terminal.play(&format!("--rules italian {fixed}"));
    terminal.wait_for("Your ships to place");
    terminal.keys("a");
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
    terminal.signal("-KILL");
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
    terminal.signal("-TERM");
    let screen = terminal.wait_for("ended 143");
    assert!(!screen.contains("Enemy waters"), "{screen}");
    assert_eq!(script(&log), killed);
}

#[test]
fn a_game_is_chosen_and_saved_by_hand() {
    let Some(terminal) = Terminal::new() else {
        return;
    };
    terminal.play("--lang it");
    terminal.wait_for("Schieramento");
    terminal.keys("Enter Enter");
    terminal.wait_for("Le navi da schierare");
    terminal.keys("a Enter");
    terminal.wait_for("Mappa nemica");
    let saved = terminal.path("saved.ships");
    terminal.keys("s");
    terminal.wait_for("Salva la partita");
    for _ in 0.."game.ships".len() {
        terminal.keys("BSpace");
    }
    terminal.tmux(&["send-keys", "-l", &saved.display().to_string()]);
    terminal.keys("Enter");
    terminal.wait_for("Salvata in");
    state_after(&script(&saved));
}
