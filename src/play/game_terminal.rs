//! The terminal, entered when the game starts and restored however it ends.

use std::io::{self, Stdout, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

/// The terminal while a game is shown. It is restored on drop, before a panic message, and
/// when a signal ends the program.
pub struct GameTerminal {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl GameTerminal {
    /// Enters the alternate screen. With the mouse, its text cannot be selected.
    pub fn open(has_mouse: bool) -> io::Result<Self> {
        HAS_MOUSE.store(has_mouse, Ordering::SeqCst);
        // Once for all games.
        if !IS_PREPARED.swap(true, Ordering::SeqCst) {
            restore_on_panic();
            restore_on_signals()?;
        }
        let terminal = take().and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        let terminal = terminal.inspect_err(|_| {
            restore();
        })?;
        Ok(Self { terminal })
    }

    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _drawing = lock_drawing();
        if IS_FRESH.swap(false, Ordering::SeqCst) {
            self.terminal.clear()?;
        }
        self.terminal.draw(draw)?;
        Ok(())
    }
}

impl Drop for GameTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether panics and signals restore the terminal.
static IS_PREPARED: AtomicBool = AtomicBool::new(false);

/// Whether the terminal has to be restored.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether the terminal reports the mouse.
static HAS_MOUSE: AtomicBool = AtomicBool::new(true);

/// What is done before a signal ends the program.
static FAREWELL: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Sets what is done before a signal ends the program. It must not take long.
pub fn before_killed(farewell: impl FnOnce() + Send + 'static) {
    let mut last = FAREWELL.lock().unwrap_or_else(PoisonError::into_inner);
    *last = Some(Box::new(farewell));
}

/// Whether the terminal has to be redrawn completely.
static IS_FRESH: AtomicBool = AtomicBool::new(false);

/// Held while the screen is drawn, and while the program is suspended.
static DRAWING: Mutex<()> = Mutex::new(());

fn lock_drawing() -> MutexGuard<'static, ()> {
    DRAWING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Suspends the program and those that it runs in the foreground with, as a terminal does for
/// Ctrl-Z outside of raw mode.
#[cfg(unix)]
pub fn suspend() -> io::Result<()> {
    use nix::unistd::{getpgrp, getsid};
    use rustix::process::{Signal, kill_current_process_group};
    // A shell with job control gives each job a group of its own. Without one, nobody could
    // continue the program. Both are 0 if they are outside the PID namespace.
    if getsid(None)? != getpgrp() {
        kill_current_process_group(Signal::TSTP)?;
    }
    Ok(())
}

/// Does nothing: only Unix suspends programs.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it is fallible elsewhere")]
pub fn suspend() -> io::Result<()> {
    Ok(())
}

/// Enters raw mode and the alternate screen.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    // Older Windows consoles have no marks around pasted text, and report that as an error.
    let _ = execute!(stdout(), EnableBracketedPaste);
    execute!(stdout(), EnterAlternateScreen)?;
    if HAS_MOUSE.load(Ordering::SeqCst) {
        execute!(stdout(), EnableMouseCapture)?;
    }
    Ok(())
}

/// Restores the terminal once; returns whether it had to. Errors are ignored because the
/// terminal may be gone.
fn restore() -> bool {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return false;
    }
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = execute!(stdout(), DisableBracketedPaste);
    let _ = disable_raw_mode();
    true
}

/// A panic aborts the program, so nothing is dropped.
fn restore_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        restore();
        before(info);
    }));
}

/// Handles signals in a thread of their own, because a built-in player does not check for
/// them while it thinks. The log needs no cleanup: each line is flushed.
#[cfg(unix)]
fn restore_on_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    use crate::signals::KILLED;
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let goes_on = signal == SIGTSTP && stop().is_ok();
            if !goes_on {
                restore();
                let mut farewell = FAREWELL.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(farewell) = farewell.take() {
                    farewell();
                }
                std::process::exit(i32::from(KILLED) + signal);
            }
        }
    });
    Ok(())
}

/// Suspends the process, and enters the terminal again when it is continued.
#[cfg(unix)]
fn stop() -> io::Result<()> {
    use signal_hook::consts::{SIGTSTP, SIGWINCH};
    use signal_hook::low_level::{emulate_default_handler, raise};
    let _drawing = lock_drawing();
    let was_taken = restore();
    emulate_default_handler(SIGTSTP)?;
    if !was_taken {
        return Ok(());
    }
    take()?;
    IS_FRESH.store(true, Ordering::SeqCst);
    // The size may have changed, and the event loop has to wake up and draw.
    raise(SIGWINCH)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it is fallible elsewhere")]
fn restore_on_signals() -> io::Result<()> {
    Ok(())
}
