//! Values that are text in JSON: bytes, and types with a text of their own.

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

/// Implements the traits of serde by `Display` and `FromStr`.
#[macro_export]
macro_rules! serde_as_text {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
