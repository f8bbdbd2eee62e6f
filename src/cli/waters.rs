//! Rule sets with the side of their waters, as arguments name them.

use admiralty::rules::{RULE_SETS, RuleSet};

/// A rule set and the side of its waters.
#[derive(Clone, Copy, Debug)]
pub struct Waters {
    pub rules: &'static RuleSet,
    pub side: u8,
}

/// Reads `NAME` or `NAME:N`.
pub fn parse_waters(text: &str) -> Result<Waters, String> {
    let (name, side) = match text.split_once(':') {
        Some((name, side)) => (name, Some(side)),
        None => (text, None),
    };
    let rules = RuleSet::named(name.as_bytes()).ok_or_else(|| {
        let names: Vec<_> = RULE_SETS.iter().map(|rules| rules.name).collect();
        format!("there is no rule set {name}, only {}", names.join(", "))
    })?;
    let sides = rules.sides;
    let side = match side {
        None => Some(sides.usual),
        Some(side) => side.parse().ok().and_then(|side| sides.side(side)),
    };
    match side {
        Some(side) => Ok(Waters { rules, side }),
        None if sides.least == sides.most => Err(format!(
            "the waters of {name} always have a side of {}",
            sides.usual
        )),
        None => Err(format!(
            "the side of the waters of {name} is a number from {} to {}",
            sides.least, sides.most
        )),
    }
}
