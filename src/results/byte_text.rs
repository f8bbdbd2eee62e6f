//! Bytes as text, for JSON.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes that are mostly ASCII. In JSON, each is the character with its number (Latin-1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ByteText(pub Vec<u8>);

impl Serialize for ByteText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text: String = self.0.iter().copied().map(char::from).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for ByteText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes: Result<_, _> = text.chars().map(u8::try_from).collect();
        bytes.map(Self).map_err(D::Error::custom)
    }
}
