//! YAML as far as the settings of packages use it.

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};
use serde_json::{Map, Number, Value};

/// How deep values are nested.
const DEPTH_MAX: usize = 32;

/// The first document of a text. Aliases and tags are errors: no setting needs them, and aliases of
/// aliases grow without limit.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    let mut events = Events(Parser::new_from_str(text));
    loop {
        match events.next()? {
            Event::StreamStart | Event::DocumentStart(_) => {}
            Event::StreamEnd => return Ok(Value::Null),
            event => return events.value(event, 0),
        }
    }
}

struct Events<'t>(Parser<'t, StrInput<'t>>);

impl<'t> Events<'t> {
    fn next(&mut self) -> Result<Event<'t>, String> {
        let event = self
            .0
            .next()
            .unwrap_or_else(|| unreachable!("the end of the stream comes first"));
        event
            .map(|(event, _)| event)
            .map_err(|error| error.to_string())
    }

    /// The value that begins with this event.
    fn value(&mut self, event: Event<'t>, depth: usize) -> Result<Value, String> {
        if depth > DEPTH_MAX {
            return Err("values are nested too deep".to_owned());
        }
        match event {
            Event::Scalar(text, ScalarStyle::Plain, _, None) => Ok(plain(&text)),
            Event::Scalar(text, _, _, None) => Ok(Value::String(text.into_owned())),
            Event::SequenceStart(_, None) => {
                let mut values = Vec::new();
                loop {
                    match self.next()? {
                        Event::SequenceEnd => return Ok(Value::Array(values)),
                        event => values.push(self.value(event, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(_, None) => {
                let mut values = Map::new();
                loop {
                    let key = match self.next()? {
                        Event::MappingEnd => return Ok(Value::Object(values)),
                        Event::Scalar(key, ..) => key.into_owned(),
                        _ => return Err("a key is not a text".to_owned()),
                    };
                    let event = self.next()?;
                    let value = self.value(event, depth + 1)?;
                    if values.contains_key(&key) {
                        return Err(format!("the key {key} is there twice"));
                    }
                    values.insert(key, value);
                }
            }
            _ => Err("aliases and tags are not supported".to_owned()),
        }
    }
}

/// A scalar without quotes, by the core schema of YAML 1.2 without octal and hexadecimal numbers.
fn plain(text: &str) -> Value {
    let number = || {
        let is_number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let decimal = text.chars().all(is_number).then(|| text.parse().ok())?;
        let whole = text.parse::<i64>().ok().map(Number::from);
        whole
            .or_else(|| Number::from_f64(decimal?))
            .map(Value::Number)
    };
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        _ => number().unwrap_or_else(|| Value::String(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_read_and_the_rest_is_an_error() {
        for (text, expected) in [
            ("", json!(null)),
            ("# nothing\n", json!(null)),
            (
                "name: Tom & Jerry\nlimits: {memory: 512, time_limit: 1.5}\n",
                json!({"name": "Tom & Jerry", "limits": {"memory": 512, "time_limit": 1.5}}),
            ),
            (
                "range: -inf +inf\nflags: \"1\"\n",
                json!({"range": "-inf +inf", "flags": "1"}),
            ),
            (
                "list:\n- a\n- true\n- ~\n",
                json!({"list": ["a", true, null]}),
            ),
            (
                "uuid: 1e9\nversion: 2023-07\n",
                json!({"uuid": 1e9, "version": "2023-07"}),
            ),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
        let deep = format!("a: {}{}", "[".repeat(100), "]".repeat(100));
        for text in [
            "a: &x [1]\nb: *x\n",
            "a: !!str 1\n",
            "a: [1\n",
            "a: 1\na: 2\n",
            "[a]: 1\n",
            &deep,
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
