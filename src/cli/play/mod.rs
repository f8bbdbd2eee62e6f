//! `admiralty play`: a game in the terminal.

mod args;
mod files;
mod terminal;

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use admiralty::play::screen::{App, Options, Request};
use admiralty::play::{Log, Table};
use ratatui::crossterm::event;

pub use args::Play;
use files::Saves;
use terminal::Screen;

use super::CliError;

/// How long nothing is looked at if nothing is expected.
const NAP: Duration = Duration::from_secs(3600);

/// Plays.
pub fn play(args: &Play) -> Result<(), CliError> {
    let setup = args.setup()?;
    let table = match &args.resume {
        Some(path) => Some(resume(args, path)?),
        None => None,
    };
    if table.is_none() {
        files::check_is_new(args.log.as_deref())?;
    }
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        return Err(CliError::NoTerminal);
    }
    let mut app = App::new(Options {
        language: args.language(),
        theme: args.theme(),
        setup,
        effort: args.effort(),
        open_log: files::opener(args.log.clone(), args.resume.is_some()),
    });
    match table {
        Some(table) => app.go_on(table),
        None if args.begins_at_once() => {
            app.begin();
        }
        None => {}
    }
    let mut screen = Screen::open()?;
    let ended = run(&mut app, &mut screen);
    drop(screen);
    Ok(ended?)
}

/// The game that a script leaves, with the log that was asked for.
fn resume(args: &Play, path: &std::path::Path) -> Result<Table, CliError> {
    let broken = |source| CliError::Resume {
        path: path.display().to_string(),
        source,
    };
    let (input, _) = super::streams::open(Some(path))?;
    let mut table = Table::resume(input, Log::new()).map_err(broken)?;
    args.seat(&mut table)?;
    if let Some(log) = &args.log {
        files::attach(table.log_mut(), log, path)?;
    }
    Ok(table)
}

fn run(app: &mut App, screen: &mut Screen) -> io::Result<()> {
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
        if let Some(Request::Save { path, script }) = app.request() {
            app.saved(&path, saves.save(&path, &script));
        }
        let now = Instant::now();
        app.tick(now - before);
        before = now;
    }
    Ok(())
}
