//! Rule sets as arguments.

use admiralty::rules::{RULE_SETS, RuleSet};

/// A rule set and the side of its waters, if that is said.
#[derive(Clone, Copy, Debug)]
pub struct RulesArg {
    pub rules: &'static RuleSet,
    pub side: Option<u8>,
}

/// Reads `NAME` or `NAME:N`.
pub fn parse_rules(text: &str) -> Result<RulesArg, String> {
    let (name, side) = match text.split_once(':') {
        Some((name, side)) => (name, Some(side)),
        None => (text, None),
    };
    let rules = RuleSet::named(name.as_bytes()).ok_or_else(|| {
        let names: Vec<_> = RULE_SETS.iter().map(|rules| rules.name).collect();
        format!("there is no rule set {name}, only {}", names.join(", "))
    })?;
    let sides = rules.board_sides;
    let read = |side: &str| side.parse().ok().and_then(|side| sides.side(side));
    match side.map(read) {
        None => Ok(RulesArg { rules, side: None }),
        Some(Some(side)) => Ok(RulesArg {
            rules,
            side: Some(side),
        }),
        Some(None) if sides.min == sides.max => Err(format!(
            "the waters of {name} always have a side of {}",
            sides.default
        )),
        Some(None) => Err(format!(
            "the side of the waters of {name} is a number from {} to {}",
            sides.min, sides.max
        )),
    }
}
