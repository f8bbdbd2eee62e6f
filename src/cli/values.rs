//! Arguments with a few named values.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Reads one of several names as the value that it stands for, so that an argument
/// can have a type of the library and needs no enum of its own.
pub fn one_of<T, const N: usize>(
    values: [(PossibleValue, T); N],
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(values.clone().map(|(name, _)| name));
    names.map(move |text| {
        let value = values.iter().find(|(name, _)| name.matches(&text, false));
        value.expect("a name that clap has accepted").1.clone()
    })
}

/// A value with its name and its line of help.
pub fn value<T>(name: &'static str, help: &'static str, value: T) -> (PossibleValue, T) {
    (PossibleValue::new(name).help(help), value)
}
