//! `admiralty replay`.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use admiralty_core::player::Player;
use admiralty_core::view::Viewer;
use admiralty_pages::replay::{Replay, ReplayError};
use admiralty_players::classic::PolicyKind;
use annotate_snippets::Renderer;
use clap::Args;

use super::completions::words;
use super::values::number;
use super::{CliError, signals, snippet, streams};

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The script, or the page of a replay; standard input if missing or `-`
    file: Option<PathBuf>,
    /// Where to write the page or the picture [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show where the enemy could be; where shots are announced, also the best shot, what each shot
    /// lost against it, and the worst
    #[arg(long)]
    analyse: bool,
    /// The player that finds the best shots for --analyse: density or posterior
    #[arg(long, value_name = "NAME", default_value_t = PolicyKind::Density, add = words(|| ["density", "posterior"]), requires = "analyse")]
    strategy: PolicyKind,
    /// Write a picture of the board after step N instead, as SVG; step 0 is the empty board
    #[arg(long, value_name = "N", value_parser = number(0..=usize::MAX), conflicts_with = "analyse")]
    svg: Option<usize>,
    /// Who sees the board of the picture: A, B, or all
    #[arg(long, value_name = "SEAT", default_value = "all", value_parser = seat, add = words(|| ["A", "B", "all"]), requires = "svg")]
    seat: Viewer,
}

/// Parses the seat of a viewer.
fn seat(text: &str) -> Result<Viewer, String> {
    match (text, Player::from_token(text.as_bytes())) {
        ("all", _) => Ok(Viewer::Referee),
        (_, Some(player)) => Ok(Viewer::Player(player)),
        _ => Err("expected A, B or all".to_owned()),
    }
}

pub fn replay(args: &ReplayArgs) -> Result<(), CliError> {
    let output = args
        .output
        .as_deref()
        .filter(|path| !streams::is_standard(path));
    if output.is_none() && io::stdout().is_terminal() {
        return Err(CliError::usage(
            "not printing a page to the terminal; use -o game.html",
        ));
    }
    let file = args.file.as_deref();
    streams::check_kept([file.unwrap_or(Path::new("-"))], output.into_iter())?;
    let (input, name) = streams::open_script(file)?;
    let mut replay = Replay::record(input).map_err(|error| match error {
        ReplayError::Read(source) => CliError::cannot_read(&name)(source),
        error => CliError::usage(format!("{name}: {error}")),
    })?;
    if args.analyse {
        let analysed = replay.analyse(args.strategy, 0);
        analysed.map_err(|error| CliError::usage(format!("{name}: {error}")))?;
    }
    let title = Path::new(&name)
        .file_name()
        .map_or(name.clone(), |name| name.to_string_lossy().into_owned());
    let text = match args.svg {
        Some(step) => replay
            .picture(step, args.seat, &title)
            .map_err(|error| CliError::usage(format!("{name}: {error}")))?,
        None => page(&replay, &name, &title),
    };
    if output.is_some() {
        // A signal that comes now is too late: it would leave a file without its name.
        signals::on_signals()?;
    }
    streams::write(output.unwrap_or(Path::new("-")), text.as_bytes())
}

/// The page of a replay; the name is that of the script in the explanation of a failure.
pub fn page(replay: &Replay, name: &str, title: &str) -> String {
    let failure = replay
        .failure()
        .map(|failure| snippet::render(&failure.diagnostic(), name, &Renderer::plain()));
    replay.page(title, failure.as_deref())
}

/// Writes the replay of a script to the directory of the replays of a report; returns its path relative
/// to the report. There is none for a report on standard output, or if the script is too large.
pub fn write_beside(
    report: &Path,
    file: &str,
    script: &[u8],
    name: &str,
    title: &str,
) -> Result<Option<String>, CliError> {
    let (Some(directory), Ok(replay)) = (directory(report), Replay::record(script)) else {
        return Ok(None);
    };
    fs::create_dir_all(&directory).map_err(CliError::cannot_write(&directory))?;
    let text = page(&replay, name, title);
    streams::write(&directory.join(file), text.as_bytes())?;
    let directory = directory.file_name().unwrap_or_default();
    Ok(Some(format!("{}/{file}", directory.to_string_lossy())))
}

/// The directory of the replays that a report links to: `report-games` for `report.html`.
pub fn directory(report: &Path) -> Option<PathBuf> {
    let stem = report.file_stem().filter(|_| !streams::is_standard(report));
    let mut name = stem?.to_owned();
    name.push("-games");
    Some(report.with_file_name(name))
}
