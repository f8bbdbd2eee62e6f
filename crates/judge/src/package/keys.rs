//! The keys of a file of settings, which are taken one by one; those that are left have no effect.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::yaml;

/// The longest file of settings, in bytes.
const BYTES_MAX: u64 = 1 << 20;

/// The keys of a table that have not been taken.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// What comes before the names: that of the table, if it is in another one.
    prefix: String,
    values: Map<String, Value>,
}

impl Keys {
    /// Reads a file; there are no keys in an empty one.
    pub fn read(path: &Path) -> Result<Self, String> {
        let length = fs::metadata(path).map_err(|error| error.to_string())?.len();
        if length > BYTES_MAX {
            return Err("it is longer than 1 MiB".to_owned());
        }
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let prefix = String::new();
        match yaml::parse(&text)? {
            Value::Object(values) => Ok(Self { prefix, values }),
            Value::Null => Ok(Self::default()),
            _ => Err("it is not a table".to_owned()),
        }
    }

    /// Takes the value of a key, if there is one.
    pub fn take<T: DeserializeOwned>(&mut self, key: &str) -> Result<Option<T>, String> {
        let value = self.values.remove(key).unwrap_or_default();
        serde_json::from_value(value).map_err(|error| format!("{}{key}: {error}", self.prefix))
    }

    /// Takes the table of a key; an empty one if there is none.
    pub fn table(&mut self, key: &str) -> Result<Self, String> {
        Ok(Self {
            prefix: format!("{}{key}.", self.prefix),
            values: self.take(key)?.unwrap_or_default(),
        })
    }

    /// The names of those that are left, except some.
    pub fn unused(&self, except: &[&str]) -> Vec<String> {
        let names = self
            .values
            .keys()
            .filter(|name| !except.contains(&&***name));
        names.map(|name| format!("{}{name}", self.prefix)).collect()
    }
}
