//! The head of all pages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use admiralty_escape::escape;

/// The script of the button for light and dark.
const THEME: &str = include_str!("assets/theme.js");

/// The head that all pages share, which the base template `page.html` shows.
///
/// The content security policy of a page allows its own style and scripts, by their hashes, and
/// nothing else: no network, no style attributes, no event attributes.
#[derive(Clone, Debug)]
pub(crate) struct PageShell {
    /// The title, safe to show.
    pub title: String,
    pub style: &'static str,
    /// The script of the button for light and dark.
    pub theme: &'static str,
    /// The other script of the page, if there is one.
    pub script: Option<&'static str>,
}

impl PageShell {
    /// A shell with a title that may come from outside, such as a file name.
    pub fn new(title: &str, style: &'static str, script: Option<&'static str>) -> Self {
        Self {
            title: escape(title).into(),
            style,
            theme: THEME,
            script,
        }
    }

    /// The content security policy.
    pub fn policy(&self) -> String {
        let scripts: Vec<_> = [self.theme]
            .into_iter()
            .chain(self.script)
            .map(hash)
            .collect();
        format!(
            "default-src 'none'; base-uri 'none'; form-action 'none'; style-src {}; script-src {}",
            hash(self.style),
            scripts.join(" ")
        )
    }
}

/// Modules as one script, which loads nothing: what they import is in it, and their order is such that a
/// module comes after those that it imports. An import is one line, and no two modules may have the same
/// name outside their functions and classes.
pub(crate) fn bundle(modules: &[&str]) -> String {
    let lines = modules
        .iter()
        .flat_map(|module| module.split_inclusive('\n'));
    let lines = lines.filter(|line| !line.starts_with("import "));
    lines
        .map(|line| line.strip_prefix("export ").unwrap_or(line))
        .collect()
}

/// The source expression that allows an inline element with this text.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
