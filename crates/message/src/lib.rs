#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// A text for people in English, with a name and facts by which it can be said in other languages.
///
/// It is used as its English text. `web/locales` has the others, by name.
///
/// ```
/// use admiralty_message::message;
/// let message = message!("example", [count = 3], "there are {count} reefs");
/// assert_eq!(&*message, "there are 3 reefs");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    english: Cow<'static, str>,
    /// Empty if the text is only in English.
    name: &'static str,
    facts: Vec<(&'static str, Fact)>,
    /// Whether it is serialised with its name and facts instead of in English.
    is_for_translation: bool,
}

/// A fact in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number.
    Number(i64),
    /// A number with two decimal places, in hundredths.
    Hundredths(u64),
    /// A word that is the same in all languages, such as a command.
    Word(String),
    /// What is a text itself.
    Message(Message),
    /// Several texts, which become “a, b and c”.
    List(Vec<Message>),
}

impl Message {
    /// A text with its name and facts. The macro [`message!`] calls this, which keeps what it expands to small.
    #[doc(hidden)]
    #[cold]
    pub fn new(
        name: &'static str,
        english: fmt::Arguments<'_>,
        facts: &[(&'static str, &dyn ToFact)],
    ) -> Self {
        let facts = facts.iter().map(|(name, fact)| (*name, fact.to_fact()));
        Self {
            english: english.to_string().into(),
            facts: facts.collect(),
            ..Self::fixed(name, "")
        }
    }

    /// A text without facts.
    #[doc(hidden)]
    pub const fn fixed(name: &'static str, english: &'static str) -> Self {
        Self {
            english: Cow::Borrowed(english),
            name,
            facts: Vec::new(),
            is_for_translation: false,
        }
    }

    /// Texts one after the other.
    ///
    /// ```
    /// use admiralty_message::{Message, message};
    /// let texts = ["one", "two", "three"].map(Message::from);
    /// assert_eq!(&*Message::joined(texts), "one; two; three");
    /// ```
    pub fn joined(texts: impl IntoIterator<Item = Self>) -> Self {
        let both = |one, other| message!("both", [one, other], "{one}; {other}");
        texts.into_iter().reduce(both).unwrap_or_default()
    }

    /// The text as it is serialised for a reader of another language: an array of its name and its facts.
    pub const fn translate(&mut self) {
        self.is_for_translation = true;
    }
}

impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.english
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.english)
    }
}

/// A text that is only in English.
impl From<String> for Message {
    fn from(english: String) -> Self {
        Self {
            english: english.into(),
            ..Self::default()
        }
    }
}

/// A text that is only in English.
impl From<&'static str> for Message {
    fn from(english: &'static str) -> Self {
        Self::fixed("", english)
    }
}

/// A message without facts, as a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Phrase {
    name: &'static str,
    /// The text in English.
    pub english: &'static str,
}

impl Phrase {
    /// A phrase with its name.
    pub const fn new(name: &'static str, english: &'static str) -> Self {
        Self { name, english }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.english)
    }
}

impl ToFact for Phrase {
    fn to_fact(&self) -> Fact {
        Fact::Message(Message::fixed(self.name, self.english))
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Message {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_for_translation {
            NameAndFacts(self).serialize(serializer)
        } else {
            serializer.serialize_str(self)
        }
    }
}

/// A message for translation; one that is only in English has no name.
#[cfg(feature = "serde")]
struct NameAndFacts<'m>(&'m Message);

#[cfg(feature = "serde")]
impl serde::Serialize for NameAndFacts<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Facts<'m>(&'m [(&'static str, Fact)]);
        impl serde::Serialize for Facts<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, fact)| (name, fact)))
            }
        }
        match self.0.name {
            "" => serializer.serialize_str(self.0),
            name => (name, Facts(&self.0.facts)).serialize(serializer),
        }
    }
}

/// As in English.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Hundredths(all) => write!(f, "{}.{:02}", all / 100, all % 100),
            Self::Word(word) => word.fmt(f),
            Self::Message(message) => message.fmt(f),
            Self::List(texts) => match &texts[..] {
                [] => Ok(()),
                [one] => one.fmt(f),
                [others @ .., last] => {
                    let others: Vec<_> = others.iter().map(|text| &**text).collect();
                    write!(f, "{} and {last}", others.join(", "))
                }
            },
        }
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Fact {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Hundredths(hundredths) => serializer.serialize_f64(*hundredths as f64 / 100.0),
            Self::Word(word) => serializer.serialize_str(word),
            Self::Message(message) => NameAndFacts(message).serialize(serializer),
            Self::List(texts) => serializer.collect_seq(texts.iter().map(NameAndFacts)),
        }
    }
}

/// Makes a [`Message`]: its name, its facts, and its text in English, in which the facts can be used by their names.
///
/// A fact is a variable, or has a value after `=`. Further values may follow the text, as in `format!`.
#[macro_export]
macro_rules! message {
    ($name:literal, $english:literal) => {
        $crate::Message::fixed($name, $english)
    };
    ($name:literal, [$($fact:ident $(= $value:expr)?),+ $(,)?], $english:literal $($more:tt)*) => {{
        $($(let $fact = $value;)?)+
        $crate::Message::new(
            $name,
            ::std::format_args!($english $($more)*),
            &[$((::std::stringify!($fact), &$fact as &dyn $crate::ToFact)),+],
        )
    }};
}

/// What can be a fact of a message.
pub trait ToFact {
    /// It as a fact.
    fn to_fact(&self) -> Fact;
}

impl<T: ToFact + ?Sized> ToFact for &T {
    fn to_fact(&self) -> Fact {
        (**self).to_fact()
    }
}

impl ToFact for Fact {
    fn to_fact(&self) -> Fact {
        self.clone()
    }
}

impl ToFact for Message {
    fn to_fact(&self) -> Fact {
        Fact::Message(self.clone())
    }
}

impl ToFact for str {
    fn to_fact(&self) -> Fact {
        Fact::Word(self.to_owned())
    }
}

impl ToFact for String {
    fn to_fact(&self) -> Fact {
        Fact::Word(self.clone())
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl ToFact for $number {
            fn to_fact(&self) -> Fact {
                Fact::Number(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        }
    )*};
}

numbers!(u8 u32 u64 usize i32 i64);

/// Makes words of types that are shown the same in all languages.
#[macro_export]
macro_rules! words {
    ($($word:ty),+ $(,)?) => {$(
        impl $crate::ToFact for $word {
            fn to_fact(&self) -> $crate::Fact {
                $crate::Fact::Word(self.to_string())
            }
        }
    )+};
}
