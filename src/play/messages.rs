//! What is said to people, in their language.

use std::fmt;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A language that the game speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Italian.
    Italian,
    /// German.
    German,
    /// Portuguese.
    Portuguese,
}

/// All languages; the first is spoken where none is asked for.
pub const LANGUAGES: [Language; 4] = [
    Language::English,
    Language::Italian,
    Language::German,
    Language::Portuguese,
];

impl Language {
    /// The two letters of the language.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Italian => "it",
            Self::German => "de",
            Self::Portuguese => "pt",
        }
    }

    /// The language after this one, or before it.
    #[must_use]
    pub fn next(self, is_forward: bool) -> Self {
        let count = LANGUAGES.len();
        let at = LANGUAGES.iter().position(|language| *language == self);
        let step = if is_forward { 1 } else { count - 1 };
        LANGUAGES[(at.unwrap_or(0) + step) % count]
    }

    /// The language of a locale, such as `it_IT.UTF-8`.
    ///
    /// ```
    /// use admiralty::play::Language;
    /// assert_eq!(Language::of_locale("de_AT.UTF-8"), Some(Language::German));
    /// assert_eq!(Language::of_locale("C"), None);
    /// ```
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        LANGUAGES
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// How its own letters are spelled in ASCII: a German umlaut takes an e, an Italian
    /// accent is an apostrophe. Others are left.
    fn spelled_in_ascii(self, text: &str) -> String {
        let spelled = |letter: char| {
            let (plain, more) = match (self, letter) {
                (Self::German, 'ä') => ('a', "e"),
                (Self::German, 'ö') => ('o', "e"),
                (Self::German, 'ü') => ('u', "e"),
                (Self::German, 'Ä') => ('A', "e"),
                (Self::German, 'Ö') => ('O', "e"),
                (Self::German, 'Ü') => ('U', "e"),
                (Self::German, 'ß') => ('s', "s"),
                (Self::Italian, 'à') => ('a', "'"),
                (Self::Italian, 'è' | 'é') => ('e', "'"),
                (Self::Italian, 'ì') => ('i', "'"),
                (Self::Italian, 'ò') => ('o', "'"),
                (Self::Italian, 'ù') => ('u', "'"),
                (Self::Italian, 'È') => ('E', "'"),
                (_, '…') => ('.', ".."),
                (_, other) => (other, ""),
            };
            std::iter::once(plain).chain(more.chars())
        };
        text.chars().flat_map(spelled).collect()
    }

    /// All its messages, in the format of Fluent.
    pub const fn source(self) -> &'static str {
        match self {
            Self::English => include_str!("locales/en.ftl"),
            Self::Italian => include_str!("locales/it.ftl"),
            Self::German => include_str!("locales/de.ftl"),
            Self::Portuguese => include_str!("locales/pt.ftl"),
        }
    }
}

/// The messages of a language.
pub struct Messages {
    language: Language,
    is_ascii: bool,
    bundle: FluentBundle<FluentResource>,
}

impl Messages {
    /// The messages of a language.
    ///
    /// # Panics
    ///
    /// If its file cannot be read, which a test excludes.
    pub fn new(language: Language) -> Self {
        let resource = FluentResource::try_new(language.source().to_owned());
        let resource = resource.expect("the messages are well written");
        let code: LanguageIdentifier = language.code().parse().expect("a language");
        let mut bundle = FluentBundle::new(vec![code]);
        // The marks that keep the direction of writing are of no use in a grid.
        bundle.set_use_isolating(false);
        bundle
            .add_resource(resource)
            .expect("each message is there once");
        Self {
            language,
            is_ascii: false,
            bundle,
        }
    }

    /// The same as the language is written where there are only the letters of ASCII.
    /// What it has no letters for stays as it is.
    #[must_use]
    pub const fn in_ascii(mut self, is_ascii: bool) -> Self {
        self.is_ascii = is_ascii;
        self
    }

    /// The language.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// A message.
    pub fn text(&self, id: &str) -> String {
        self.format(id, &[])
    }

    /// A message that has facts in it.
    ///
    /// A message that is missing is its name, which a test excludes.
    pub fn format(&self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        let pattern = self
            .bundle
            .get_message(id)
            .and_then(|message| message.value());
        let Some(pattern) = pattern else {
            debug_assert!(false, "there is no message {id}");
            return id.to_owned();
        };
        let mut fluent_args = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            fluent_args.set(*name, value.clone());
        }
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(&fluent_args), &mut errors);
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        if self.is_ascii && !text.is_ascii() {
            return self.language.spelled_in_ascii(&text);
        }
        text.into_owned()
    }

    /// A number with one decimal place.
    pub fn decimal(&self, number: f64) -> String {
        let text = format!("{number:.1}");
        match self.language {
            Language::English => text,
            Language::Italian | Language::German | Language::Portuguese => text.replace('.', ","),
        }
    }

    /// A message, if there is one of that name.
    pub fn find(&self, id: &str) -> Option<String> {
        self.bundle.has_message(id).then(|| self.text(id))
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Messages({})", self.language.code())
    }
}
