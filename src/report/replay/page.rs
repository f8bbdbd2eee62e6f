//! The page of a replay.

use askama::Template;
use serde::Serialize;

use super::embedded::embed;
use super::{Analysis, Replay, ReplayEnding, ShipLabel, Step};
use crate::escape::escape;
use crate::interpreter::Session;
use crate::player::Player;
use crate::report::board::{PICTURE_SIDE_MAX, board_picture};
use crate::report::shell::Shell;
use crate::view::Viewer;

#[derive(Template)]
#[template(path = "replay.html", config = "src/report/askama.toml")]
struct ReplayPage {
    shell: Shell,
    /// The players with their names, if the script has them.
    names: Vec<String>,
    script_gz: String,
    replay_gz: String,
}

/// What the script of the page is given.
#[derive(Serialize)]
struct PageData<'r> {
    title: &'r str,
    ending: ReplayEnding,
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
            if session.lines() == step.lines[1] || session.apply(&session.read(text), text).is_err()
            {
                break;
            }
        }
        if number == last {
            // The end of the script may end a turn.
            let _ = session.end_input();
        }
        let title = format!("{title}, step {number}: {}", step.text);
        let too_large = || format!("a picture shows at most {PICTURE_SIDE_MAX} rows and columns");
        board_picture(session.game(), viewer, &title).ok_or_else(too_large)
    }

    /// The page. The title may be a file name; the explanation is shown with the failure that
    /// ended the script.
    pub fn page(&self, title: &str, explanation: Option<&str>) -> String {
        let title = escape(title);
        let mut ending = self.ending.clone();
        if let ReplayEnding::Failed {
            explanation: it, ..
        } = &mut ending
        {
            *it = explanation.map(str::to_owned);
        }
        let data = PageData {
            title: &title,
            ending,
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
    include_str!("../assets/theme.js"),
    include_str!("../assets/replay/model.js"),
    include_str!("../assets/replay/board.js"),
    include_str!("../assets/replay/script.js"),
    include_str!("../assets/replay/page.js"),
);
