//! The terminal: taken when the game begins, and given back however it ends.

use std::io::{self, Stdout, stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use admiralty::play::screen::App;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The terminal while a game is on it. It is given back when this is dropped, and
/// before the words of a panic, and when a signal ends the program.
pub struct GameTerminal {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl GameTerminal {
    /// Takes the terminal.
    pub fn open() -> io::Result<Self> {
        restore_on_panic();
        restore_on_signals()?;
        let entered = take();
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match terminal {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Draws what is to be seen.
    pub fn draw(&mut self, app: &mut App) -> io::Result<()> {
        if IS_FRESH.swap(false, Ordering::SeqCst) {
            self.terminal.clear()?;
        }
        self.terminal.draw(|frame| app.draw(frame))?;
        Ok(())
    }
}

impl Drop for GameTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether the terminal is ours.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether nothing that was drawn is on it any more.
static IS_FRESH: AtomicBool = AtomicBool::new(false);

/// Takes the terminal.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Gives the terminal back, once; says whether it was taken. If it is gone, there is
/// nothing to give.
fn restore() -> bool {
    if !IS_TAKEN.swap(false, Ordering::SeqCst) {
        return false;
    }
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    true
}

/// The program aborts when it panics, so nothing is dropped then.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}

/// Signals are waited for by a thread of their own, because a turn that is being
/// thought about does not look at them. The log is written line by line, and needs
/// no farewell.
#[cfg(unix)]
fn restore_on_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    /// What a shell adds to the number of a signal.
    const KILLED: i32 = 128;
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let goes_on = signal == SIGTSTP && stop().is_ok();
            if !goes_on {
                restore();
                std::process::exit(KILLED + signal);
            }
        }
    });
    Ok(())
}

/// Stops until the program is continued, and takes the terminal again.
#[cfg(unix)]
fn stop() -> io::Result<()> {
    use signal_hook::consts::{SIGTSTP, SIGWINCH};
    use signal_hook::low_level::{emulate_default_handler, raise};
    let was_taken = restore();
    emulate_default_handler(SIGTSTP)?;
    if !was_taken {
        return Ok(());
    }
    take()?;
    IS_FRESH.store(true, Ordering::SeqCst);
    // It could have another size now, and whoever waits for events is to draw.
    raise(SIGWINCH)
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it is fallible elsewhere")]
fn restore_on_signals() -> io::Result<()> {
    Ok(())
}
