//! Bytes as text, for JSON.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes that are mostly ASCII. In JSON, each is the character with its number (Latin-1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByteText(#[serde(with = "super::byte_text")] pub Vec<u8>);

/// Writes bytes as [`ByteText`].
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<S: Serializer>(
    bytes: &impl AsRef<[u8]>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let characters = bytes.as_ref().iter().copied().map(char::from);
    serializer.serialize_str(&characters.collect::<String>())
}

/// Reads bytes from [`ByteText`].
///
/// # Errors
///
/// Those of the deserializer, and a character beyond Latin-1.
pub fn deserialize<'de, T: From<Vec<u8>>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes: Result<Vec<_>, _> = text.chars().map(u8::try_from).collect();
    bytes.map(T::from).map_err(D::Error::custom)
}
