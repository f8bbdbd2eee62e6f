//! What can be asked of random scripts.

use std::num::NonZeroUsize;

use admiralty::script::Keyword;
use clap::Args;

use super::args::COMMON;
use crate::cli::values::{RulesArg, parse_rules};

#[derive(Debug, Args)]
#[command(next_help_heading = "Random scripts")]
pub struct StressArgs {
    /// Compare with admiralty on N random scripts
    ///
    /// The empty input is tried, too. The first script on which they differ is made
    /// short and written as a case.
    #[arg(
        long,
        value_name = "N",
        help_heading = COMMON,
        conflicts_with_all = [
            "programs", "checker", "filter", "skip", "failed", "fail_fast", "repeat",
            "expectations", "json", "tap", "junit", "csv",
        ]
    )]
    pub stress: Option<usize>,
    /// Go on until K scripts are found that differ in different ways
    #[arg(long, value_name = "K", default_value = "1", requires = "stress")]
    pub findings: NonZeroUsize,
    /// No script has these commands, as in `SPY,AUTO_SHOOTING`
    #[arg(
        long,
        value_name = "COMMANDS",
        value_delimiter = ',',
        value_parser = parse_word,
        requires = "stress"
    )]
    pub without: Vec<Keyword>,
    /// Scripts also have what only the language reference decides, where the
    /// assignment is silent and other programs need not agree
    #[arg(long, requires = "stress")]
    pub strict: bool,
    /// The seed of the first script
    #[arg(long, value_name = "SEED", default_value = "0", requires = "stress")]
    pub seed: u64,
    /// The rule set of the scripts, of waters of N by N fields; each script
    /// has its own N if none is given [default: ships]
    #[arg(long, value_name = "NAME[:N]", value_parser = parse_rules, requires = "stress")]
    pub rules: Option<RulesArg>,
}

fn parse_word(text: &str) -> Result<Keyword, String> {
    Keyword::from_token(text.as_bytes()).ok_or_else(|| {
        let words = Keyword::ALL.map(Keyword::text).join(", ");
        format!("expected commands joined by commas, of {words}")
    })
}
