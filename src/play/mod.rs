//! `admiralty play`: a game in the terminal.

mod args;
mod files;
mod game_terminal;
mod host;
mod input;

use admiralty_escape::escape_path;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use admiralty_pages::replay::is_page;
use admiralty_play::screen::{App, LastGame, Options, Request};
use admiralty_play::{GameSession, Link, Messages, PuzzleScore, ResumeError, Setup};
use ratatui::crossterm::cursor::MoveToPreviousLine;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{self, Clear, ClearType};

pub use args::PlayArgs;
use files::{LogOpenError, SavedGames, SavedScripts};
use game_terminal::GameTerminal;

use super::{CliError, streams};
use crate::error::say;
use crate::values::secret_seed;

/// The poll timeout while nothing is expected.
const IDLE_TIMEOUT: Duration = Duration::from_secs(3600);

pub fn play(args: &PlayArgs) -> Result<(), CliError> {
    if let Some(address) = args.host {
        return host::host(args, address);
    }
    if let Some(address) = &args.connect {
        return play_remote(args, address);
    }
    if let Some(number) = args.puzzle {
        return play_puzzles(args, number);
    }
    // Nothing is written until it is certain that somebody can play.
    let resumed = args.resume.as_ref().map(|path| resume(args, path));
    let session = resumed.transpose()?;
    let setup = match &session {
        Some(session) => args.setup_after(session.rules()),
        None => args.setup()?,
    };
    check_log(args)?;
    check_terminal()?;
    let error = LogOpenError::default();
    let saved_games = SavedGames::of_user();
    let asks = session.is_none() && args.rules.is_none();
    let last = asks.then(|| saved_games.last()).flatten();
    let (last_path, last) = last.unzip();
    let mut app = App::new(Options {
        open_log: files::opener(
            args.log.clone(),
            args.resume.is_some(),
            Rc::clone(&error),
            saved_games.clone(),
        ),
        last: last.map(|session| LastGame {
            rules: *session.rules(),
            turn: session.turn_number(),
        }),
        ..args.options(setup)
    });
    match session {
        Some(session) => app.go_on(attach(args, session, &saved_games)?),
        None if args.rules.is_some() => {
            app.begin();
            if let (Some(source), Some(log)) = (error.take(), &args.log) {
                return Err(CliError::cannot_write(log)(source));
            }
        }
        None => {}
    }
    let mut screen = GameTerminal::open(true)?;
    let ended = run(
        &mut app,
        &mut screen,
        last_path.as_deref(),
        args.log.as_deref(),
    );
    drop(screen);
    ended?;
    Ok(())
}

/// Shows puzzles from a number on, and the points for the answers in the end.
fn play_puzzles(args: &PlayArgs, number: u32) -> Result<(), CliError> {
    let setup = Setup {
        seed: args.seed.unwrap_or_default(),
        ..args.setup()?
    };
    let rules = setup.rules;
    if !rules.announces_shots() {
        let message = "--puzzle is for rule sets with announced shots, not for";
        return Err(CliError::Usage(format!("{message} {}", rules.name)));
    }
    check_terminal()?;
    let messages = args.messages();
    say(&messages.text("puzzle-search"));
    let mut app = App::new(args.options(setup));
    if !app.begin_puzzles(number) {
        let message = format!("there is no puzzle {number} with this seed");
        return Err(CliError::Usage(message));
    }
    let mut screen = GameTerminal::open(true)?;
    let ended = run(&mut app, &mut screen, None, None);
    drop(screen);
    ended?;
    if let Some(PuzzleScore { answers, points }) = app.puzzle_score().filter(|one| one.answers > 0)
    {
        let args = [
            ("answers", answers.into()),
            ("points", messages.decimal(points).into()),
        ];
        say(&messages.format("puzzle-score", &args));
    }
    Ok(())
}

/// Plays games that an arena serves, until the person leaves.
fn play_remote(args: &PlayArgs, address: &str) -> Result<(), CliError> {
    check_terminal()?;
    let messages = args.messages();
    let address = match address.parse::<u16>() {
        Ok(port) => format!("127.0.0.1:{port}"),
        Err(_) => address.to_owned(),
    };
    let token = ask_for_token(&messages.text("connect-token"))?;
    loop {
        let link = connect(&messages, &address, &token)?;
        say(&messages.format("connect-waiting", &[("what", (&*address).into())]));
        if !play_remote_game(args, link, &address)? {
            return Ok(());
        }
    }
}

fn connect(messages: &Messages, address: &str, token: &str) -> Result<Link, CliError> {
    Link::open(address, token).map_err(|error| no_network(messages, address, &error))
}

fn no_network(messages: &Messages, address: &str, error: &io::Error) -> CliError {
    CliError::Usage(format!("{address}: {}", messages.network_error(error)))
}

/// Plays one of these games. Returns whether the person wants another one.
fn play_remote_game(args: &PlayArgs, link: Link, address: &str) -> Result<bool, CliError> {
    let messages = args.messages();
    let failed = |why: String| CliError::Usage(format!("{address}: {why}"));
    let session = GameSession::join(link).map_err(|error| failed(messages.join_error(&error)))?;
    let mut app = App::new(args.options(Setup {
        // With the clock's seed, two people who begin in the same second place alike.
        seed: args.seed.unwrap_or_else(secret_seed),
        ..args.setup_after(session.rules())
    }));
    app.go_on(session);
    let mut screen = GameTerminal::open(true)?;
    let again = run(&mut app, &mut screen, None, None);
    drop(screen);
    let again = again?;
    let end = app.session().filter(|session| !session.is_over());
    match end.and_then(GameSession::remote_end) {
        Some(end) if !again => Err(failed(messages.remote_end(end))),
        _ => Ok(again),
    }
}

/// Asks the person for the token of a seat, and erases it on the terminal.
fn ask_for_token(prompt: &str) -> Result<String, CliError> {
    let mut err = io::stderr();
    write!(err, "{prompt} ")?;
    let mut text = Vec::new();
    io::stdin().lock().read_until(b'\n', &mut text)?;
    if err.is_terminal() {
        let columns = terminal::size().map_or(80, |(columns, _)| columns.max(1));
        let length = prompt.chars().count() + 1 + text.trim_ascii_end().len();
        let rows = u16::try_from(length.div_ceil(columns.into())).unwrap_or(u16::MAX);
        execute!(
            err,
            MoveToPreviousLine(rows),
            Clear(ClearType::FromCursorDown)
        )?;
    }
    Ok(String::from_utf8_lossy(&text).trim().to_owned())
}

fn check_terminal() -> Result<(), CliError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let message = "a game needs a terminal as its standard input and output";
        return Err(CliError::usage(message));
    }
    if args::is_dumb_terminal() {
        let message = "a game needs a terminal on which it can draw, but TERM is dumb";
        return Err(CliError::usage(message));
    }
    Ok(())
}

fn resume(args: &PlayArgs, path: &Path) -> Result<GameSession, CliError> {
    let broken = |error: ResumeError| CliError::Usage(format!("{}: {error}", escape_path(path)));
    let (input, _) = streams::open_script(Some(path))?;
    let mut session = GameSession::resume(input).map_err(broken)?;
    args.set_controllers(&mut session)?;
    Ok(session)
}

/// Checks that the log overwrites no game: it is new, or the script to resume from.
fn check_log(args: &PlayArgs) -> Result<(), CliError> {
    let Some(log) = &args.log else { return Ok(()) };
    let script = args.resume.as_ref();
    let (path, message) = match script.filter(|script| files::is_script(log, script)) {
        Some(script) if is_page(&streams::read(script)?) => {
            let message = "is a page; name another file for the --log of its game";
            (script, message)
        }
        None if files::is_there(log) => (log, "exists; use --resume to continue it"),
        _ => return Ok(()),
    };
    Err(CliError::Usage(format!("{} {message}", escape_path(path))))
}

/// Attaches the requested log: the script itself, or a new file with everything so far. A
/// partial last line of the script is reported first.
fn attach(
    args: &PlayArgs,
    mut session: GameSession,
    saved_games: &SavedGames,
) -> Result<GameSession, CliError> {
    let Some(script) = &args.resume else {
        return Ok(session);
    };
    if let Some(line) = &session.script_end().cut {
        const SHOWN_MAX: usize = 200;
        let shown = line[..line.len().min(SHOWN_MAX)].escape_ascii();
        let message = "ignoring the last line, which is incomplete and invalid";
        say(&format!("{}: {message}: {shown}", escape_path(script)));
    }
    let is_played = session.people() > 0 && !session.is_over();
    if let Some(log) = &args.log {
        let attached = if files::is_script(log, script) {
            files::write_on(&mut session, log)
        } else {
            File::create(log).and_then(|file| session.log_mut().attach(Box::new(file), false))
        };
        attached.map_err(CliError::cannot_write(log))?;
        if is_played {
            saved_games.link(log);
        }
    } else if is_played && let Some(file) = saved_games.begin() {
        // Automatic saving is a convenience; its failure is not reported.
        let _ = session.log_mut().attach(Box::new(file), false);
    }
    Ok(session)
}

/// Resumes the last game in its own file.
fn go_on(path: &Path) -> io::Result<GameSession> {
    let mut session = files::read_game(path)?;
    files::write_on(&mut session, path)?;
    Ok(session)
}

/// Runs the app until it is done. Returns whether it asks to connect again.
fn run(
    app: &mut App,
    screen: &mut GameTerminal,
    last: Option<&Path>,
    log: Option<&Path>,
) -> io::Result<bool> {
    let mut saves = SavedScripts::default();
    let mut before = Instant::now();
    while !app.is_done() {
        screen.draw(|frame| app.draw(frame))?;
        let poll_timeout = app.poll_timeout().unwrap_or(IDLE_TIMEOUT);
        for event in input::next_events(poll_timeout)? {
            if !app.is_done() {
                app.handle(&event);
            }
        }
        let request = app.request();
        let script = app.session().map_or(&[][..], |game| game.log().text());
        match (request, last) {
            (Some(Request::Save(path)), _) => {
                let result = saves.save(&path, script);
                app.saved(&path, result);
            }
            (Some(Request::Replay), _) => {
                let (path, result) = files::write_replay(script, log);
                app.saved(&path, result);
            }
            (Some(Request::Reconnect), _) => return Ok(true),
            (Some(Request::Suspend), _) => game_terminal::suspend()?,
            (Some(Request::ResumeLast), Some(path)) => match go_on(path) {
                Ok(session) => app.go_on(session),
                Err(error) => app.last_game_failed(error),
            },
            _ => {}
        }
        let now = Instant::now();
        app.tick(now - before);
        before = now;
    }
    Ok(false)
}
