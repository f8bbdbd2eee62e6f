//! The page of a replay.

use askama::Template;
use serde::Serialize;

use super::embedded::embed;
use super::{Analysis, Replay, ShipLabel, Step};
use crate::board::{PICTURE_SIDE_MAX, board_picture};
use crate::shell::Shell;
use admiralty_core::escape::escape;
use admiralty_core::interpreter::Session;
use admiralty_core::player::Player;
use admiralty_core::view::Viewer;

#[derive(Template)]
#[template(path = "replay.html", config = "src/askama.toml")]
struct ReplayPage {
    shell: Shell,
    /// The players with their names, if the script has them.
    names: Vec<String>,
    /// How the script ends.
    ending: String,
    script_gz: String,
    replay_gz: String,
}

/// What the script of the page is given.
#[derive(Serialize)]
struct PageData<'r> {
    /// How the script ends.
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

impl Replay {
    /// The board after a step, as a viewer sees it, as SVG.
    ///
    /// # Errors
    ///
    /// Why there is no picture: there is no such step, or the board is too large.
    pub fn picture(&self, number: usize, viewer: Viewer, title: &str) -> Result<String, String> {
        let last = self.steps.len() - 1;
        let step = self.steps.get(number);
        let step = step.ok_or_else(|| format!("the last step is {last}"))?;
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

    /// The page. The title may be a file name; the explanation is shown with the failure that
    /// ended the script.
    pub fn page(&self, title: &str, explanation: Option<&str>) -> String {
        let title = escape(title);
        let ending = self.ending.to_string();
        let failure = self.failure();
        let data = PageData {
            ending: &ending,
            failed: failure.map(|failure| failure.line),
            explanation: explanation.filter(|_| failure.is_some()),
            opening: self.opening_step(),
            ships: &self.ships,
            steps: &self.steps,
            analysis: self.analysis.as_ref(),
        };
        let json = serde_json::to_vec(&data).unwrap_or_default();
        let page = ReplayPage {
            shell: Shell::new(&title, STYLE, Some(SCRIPT)),
            names: {
                let named = |player| Some(format!("{player}: {}", self.names[player].as_ref()?));
                Player::BOTH.into_iter().filter_map(named).collect()
            },
            ending,
            script_gz: embed(&self.script),
            replay_gz: embed(&json),
        };
        page.to_string()
    }
}

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
);
