//! Replays: the effects of a script, step by step, as a page.
//!
//! [`Replay::record`] executes a script and records what changes; the page draws it and knows no
//! rules.

mod analysis;
mod board_tracker;
mod embedded;
mod record;
mod step;

use std::{fmt, io};

use askama::Template;
use serde::Serialize;

use crate::board::{PICTURE_SIDE_MAX, board_picture};
use crate::shell::Shell;
use admiralty_core::escape::escape;
use admiralty_core::interpreter::{Failure, Session};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::view::Viewer;
use analysis::RecordedGame;
pub use analysis::{Analysis, PlayerAnalysis};
use embedded::embed;
pub use embedded::{is_page, script_of_page};
pub use step::{ShipLabel, Step, StepAnalysis};

const STYLE: &str = concat!(
    include_str!("../assets/base.css"),
    include_str!("../assets/replay.css"),
);
const SCRIPT: &str = concat!(
    include_str!("../assets/replay/model.js"),
    include_str!("../assets/replay/board.js"),
    include_str!("../assets/replay/analysis.js"),
    include_str!("../assets/replay/script.js"),
    include_str!("../assets/replay/page.js"),
    include_str!("../assets/replay/open.js"),
);

/// A recorded script.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The whole script, also the lines after its end.
    script: Vec<u8>,
    /// The ships that were ever on the board, in the order in which they appeared.
    pub ships: Vec<ShipLabel>,
    /// The steps; the first is the state before the first line.
    pub steps: Vec<Step>,
    ending: ReplayEnding,
    /// The first step after which both fleets are complete, if there is one.
    complete: Option<usize>,
    names: ByPlayer<Option<String>>,
    /// The last game in which shots are announced, if the script ends with one.
    game: Option<RecordedGame>,
    /// The analysis, if the game was analysed.
    pub analysis: Option<Analysis>,
}

impl Replay {
    /// The longest script, in bytes.
    pub const SCRIPT_BYTES_MAX: usize = 64 << 20;
    /// The largest board, in fields.
    pub const FIELDS_MAX: usize = 1_000_000;
    /// The most ships.
    pub const SHIPS_MAX: usize = 2_000;
    /// The most steps.
    pub const STEPS_MAX: usize = 200_000;

    /// The failure that ended the script, if one did.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.ending {
            ReplayEnding::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// The step that a page opens on: the failure, or the first complete board.
    fn opening_step(&self) -> usize {
        let last = self.steps.len() - 1;
        let complete = self.complete.filter(|_| self.failure().is_none());
        complete.unwrap_or(last)
    }

    /// The board after a step, as a viewer sees it, as SVG.
    ///
    /// # Errors
    ///
    /// Why there is no picture: there is no such step, or the board is too large.
    pub fn picture(&self, number: usize, viewer: Viewer, title: &str) -> Result<String, String> {
        let last = self.steps.len() - 1;
        let found = self.steps.get(number);
        let step = found.ok_or_else(|| format!("the last step is {last}"))?;
        let mut session = Session::new();
        for text in self.script.split(|&byte| byte == b'\n') {
            if session.lines() == step.lines[1] || session.line(text).is_err() {
                break;
            }
        }
        if number == last {
            // The end of the script may end a turn.
            let _ = session.end_input();
        }
        let title = format!("{title}, step {number}: {}", step.text_for(viewer));
        let too_large = || format!("a picture shows at most {PICTURE_SIDE_MAX} rows and columns");
        board_picture(session.game(), viewer, &title).ok_or_else(too_large)
    }

    /// What the page draws, as JSON; the explanation is that of the failure that ended the script.
    pub fn data(&self, explanation: Option<&str>) -> Vec<u8> {
        let failure = self.failure();
        let data = PageData {
            ending: &self.ending.to_string(),
            failed: failure.map(|failure| failure.line),
            explanation: explanation.filter(|_| failure.is_some()),
            opening: self.opening_step(),
            ships: &self.ships,
            steps: &self.steps,
            analysis: self.analysis.as_ref(),
        };
        serde_json::to_vec(&data).unwrap_or_default()
    }

    /// The page. The title may be a file name; the explanation is shown with the failure that
    /// ended the script.
    pub fn page(&self, title: &str, explanation: Option<&str>) -> String {
        let title = escape(title);
        let page = ReplayPage {
            shell: Shell::new(&title, STYLE, Some(SCRIPT)),
            names: {
                let named = |player| Some(format!("{player}: {}", self.names[player].as_ref()?));
                Player::BOTH.into_iter().filter_map(named).collect()
            },
            ending: self.ending.to_string(),
            script_gz: embed(&self.script),
            replay_gz: embed(&self.data(explanation)),
        };
        page.to_string()
    }
}

/// How a recorded script ends.
#[derive(Clone, Debug)]
enum ReplayEnding {
    /// A line was refused.
    Failed(Box<Failure>),
    Won(Player),
    /// Nobody has won; this player is to move.
    Open(Player),
}

impl fmt::Display for ReplayEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(failure) => write!(f, "Error in line {}", failure.line),
            Self::Won(winner) => write!(f, "{winner} has won"),
            Self::Open(next) => write!(f, "Nobody has won, {next} is to move"),
        }
    }
}

/// Why a script cannot become a page.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The script cannot be read.
    #[error("cannot read the script: {0}")]
    Read(#[from] io::Error),
    /// The script is longer than [`Replay::SCRIPT_BYTES_MAX`].
    #[error("the script is longer than {} MiB", Replay::SCRIPT_BYTES_MAX >> 20)]
    ScriptTooLong,
    /// The board has more than [`Replay::FIELDS_MAX`] fields.
    #[error("the board of line {0} has more than {max} fields", max = Replay::FIELDS_MAX)]
    BoardTooLarge(u64),
    /// There are more than [`Replay::SHIPS_MAX`] ships.
    #[error("line {0} has ship number {max}, and a page shows fewer", max = Replay::SHIPS_MAX)]
    TooManyShips(u64),
    /// There are more than [`Replay::STEPS_MAX`] steps.
    #[error("line {0} has step number {max}, and a page shows fewer", max = Replay::STEPS_MAX)]
    TooManySteps(u64),
}

#[derive(Template)]
#[template(path = "replay.html", config = "src/askama.toml")]
struct ReplayPage {
    shell: Shell,
    /// The players with their names, if the script has them.
    names: Vec<String>,
    ending: String,
    script_gz: String,
    replay_gz: String,
}

/// The data for the script of the page.
#[derive(Serialize)]
struct PageData<'r> {
    ending: &'r str,
    /// The line that was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'r str>,
    /// The step that the page opens on.
    opening: usize,
    ships: &'r [ShipLabel],
    steps: &'r [Step],
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<&'r Analysis>,
}
