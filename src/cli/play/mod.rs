//! `admiralty play`: a game in the terminal.

mod args;
mod files;
mod kept;
mod terminal;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use admiralty::play::screen::{App, LastGame, Options, Request};
use admiralty::play::{Log, Stage, Table};
use ratatui::crossterm::event;

pub use args::Play;
use files::{Saves, Trouble};
use kept::Kept;
use terminal::Screen;

use super::CliError;

/// How long nothing is looked at if nothing is expected.
const NAP: Duration = Duration::from_secs(3600);

/// Plays.
pub fn play(args: &Play) -> Result<(), CliError> {
    // Nothing is written before it is certain that somebody can play.
    let table = match &args.resume {
        Some(path) => Some(resume(args, path)?),
        None => None,
    };
    let setup = match &table {
        Some(table) => args.setup_after(table.rules()),
        None => args.setup()?,
    };
    check_log(args)?;
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(CliError::NoTerminal);
    }
    let trouble = Trouble::default();
    let kept = Kept::of_user();
    let asks = table.is_none() && !args.begins_at_once();
    let last = asks.then(|| kept.last()).flatten();
    let (last_path, last) = last.unzip();
    let mut app = App::new(Options {
        language: args.language(),
        theme: args.theme(),
        setup,
        effort: args.effort(),
        open_log: files::opener(
            args.log.clone(),
            args.resume.is_some(),
            Rc::clone(&trouble),
            kept.clone(),
        ),
        is_logged: args.log.is_some(),
        last: last.map(|table| LastGame {
            rules: table.rules(),
            turn: table.turn_number(),
        }),
    });
    match table {
        Some(table) => app.go_on(attach(args, table, &kept)?),
        None if args.begins_at_once() => {
            app.begin();
            if let (Some(source), Some(log)) = (trouble.take(), &args.log) {
                let path = log.display().to_string();
                return Err(CliError::WriteFile { path, source });
            }
        }
        None => {}
    }
    let mut screen = Screen::open()?;
    let ended = run(args, &mut app, &mut screen, last_path.as_deref());
    drop(screen);
    Ok(ended?)
}

/// The game that a script leaves.
fn resume(args: &Play, path: &Path) -> Result<Table, CliError> {
    let broken = |source| CliError::Resume {
        path: path.display().to_string(),
        source,
    };
    let (input, _) = super::streams::open(Some(path))?;
    let mut table = Table::resume(input, Log::new()).map_err(broken)?;
    table.set_placing(args.placing());
    args.seat(&mut table)?;
    Ok(table)
}

/// A log is new, or the script that is gone on from.
fn check_log(args: &Play) -> Result<(), CliError> {
    match (&args.log, &args.resume) {
        (Some(log), Some(script)) if files::is_script(log, script) => Ok(()),
        (log, _) => files::check_is_new(log.as_deref()),
    }
}

/// The game with the log that was asked for. If a last line of the script is left
/// out, that is said first.
fn attach(args: &Play, mut table: Table, kept: &Kept) -> Result<Table, CliError> {
    let Some(script) = &args.resume else {
        return Ok(table);
    };
    if let Some(line) = &table.script_end().cut {
        const SHOWN_MAX: usize = 200;
        let shown = line[..line.len().min(SHOWN_MAX)].escape_ascii();
        let words = "the last line has no end and means nothing, so it is left out";
        writeln!(
            io::stderr(),
            "admiralty: {}: {words}: {shown}",
            script.display()
        )?;
    }
    let is_played = table.people() > 0 && !matches!(table.stage(), Stage::Over(_));
    if let Some(log) = &args.log {
        files::attach(&mut table, log, script)?;
        if is_played {
            kept.link(log);
        }
    } else if is_played && let Some(file) = kept.begin() {
        // A convenience, of which nothing is said if it fails.
        let _ = table.log_mut().attach(Box::new(file), false);
    }
    Ok(table)
}

/// The last game, which is written on where it was.
fn go_on(args: &Play, path: &Path) -> io::Result<Table> {
    let mut table = kept::read(path)?;
    table.set_placing(args.placing());
    files::write_on(&mut table, path)?;
    Ok(table)
}

fn run(args: &Play, app: &mut App, screen: &mut Screen, last: Option<&Path>) -> io::Result<()> {
    let mut saves = Saves::default();
    let mut before = Instant::now();
    while !app.is_done() {
        screen.draw(app)?;
        let patience = app.patience().unwrap_or(NAP);
        if event::poll(patience)? {
            // All that has come, before anything is drawn again: a mouse says much.
            loop {
                app.handle(&event::read()?);
                if app.is_done() || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        match (app.request(), last) {
            (Some(Request::Save { path, script }), _) => {
                app.saved(&path, saves.save(&path, &script));
            }
            (Some(Request::GoOn), Some(path)) => match go_on(args, path) {
                Ok(table) => app.go_on(table),
                Err(error) => app.last_failed(&error),
            },
            _ => {}
        }
        let now = Instant::now();
        app.tick(now - before);
        before = now;
    }
    Ok(())
}
