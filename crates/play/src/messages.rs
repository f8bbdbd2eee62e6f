//! Texts for people, in five languages.

use clap::ValueEnum;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

admiralty_core::text_enum! {
    /// A language of the user interface, by its ISO 639-1 code; the first is the default.
    #[derive(ValueEnum)]
    pub enum Language: code, from_code {
        /// English.
        #[value(name = "en")]
        English = "en",
        /// Italian.
        #[value(name = "it")]
        Italian = "it",
        /// German.
        #[value(name = "de")]
        German = "de",
        /// Portuguese.
        #[value(name = "pt")]
        Portuguese = "pt",
        /// Polish.
        #[value(name = "pl")]
        Polish = "pl",
    }
}

impl Language {
    /// The language of a locale, such as `it_IT.UTF-8`.
    ///
    /// ```
    /// use admiralty_play::Language;
    /// assert_eq!(Language::of_locale("de_AT.UTF-8"), Some(Language::German));
    /// assert_eq!(Language::of_locale("C"), None);
    /// ```
    pub fn of_locale(locale: &str) -> Option<Self> {
        let code = locale.split(['_', '-', '.', '@']).next()?;
        Self::from_code(code.to_ascii_lowercase().as_bytes())
    }

    /// Spells quotation marks, German umlauts, and Italian and Polish accents in ASCII (`ae`, `e'`, `e`);
    /// other letters stay.
    fn spelled_in_ascii(self, text: &str) -> String {
        let pairs: &[&str] = match self {
            Self::German => &["ä ae", "ö oe", "ü ue", "Ä Ae", "Ö Oe", "Ü Ue", "ß ss"],
            Self::Italian => &["à a'", "è e'", "é e'", "ì i'", "ò o'", "ù u'", "È E'"],
            Self::Polish => &[
                "ą a", "ć c", "ę e", "ł l", "ń n", "ó o", "ś s", "ź z", "ż z", "Ć C", "Ł L", "Ś S",
                "Ż Z",
            ],
            Self::English | Self::Portuguese => &[],
        };
        let pairs = pairs.iter().filter_map(|pair| pair.split_once(' '));
        let text = text.replace('…', "...").replace(['„', '“', '”'], "\"");
        pairs.fold(text, |text, (letter, plain)| text.replace(letter, plain))
    }

    /// All messages in Fluent's format.
    pub const fn source(self) -> &'static str {
        match self {
            Self::English => include_str!("locales/en.ftl"),
            Self::Italian => include_str!("locales/it.ftl"),
            Self::German => include_str!("locales/de.ftl"),
            Self::Portuguese => include_str!("locales/pt.ftl"),
            Self::Polish => include_str!("locales/pl.ftl"),
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
    /// If the file cannot be parsed, which a test excludes.
    pub fn new(language: Language) -> Self {
        let resource = FluentResource::try_new(language.source().to_owned());
        let resource = resource.expect("the messages are well written");
        let locale = language.code().parse().expect("a language");
        let mut bundle = FluentBundle::new(vec![locale]);
        // Marks for the direction of text would become cells of the screen.
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

    /// Spells letters in ASCII where the language has a spelling for them; others stay.
    #[must_use]
    pub const fn in_ascii(mut self, is_ascii: bool) -> Self {
        self.is_ascii = is_ascii;
        self
    }

    /// The language.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// A message without arguments.
    pub fn text(&self, id: &str) -> String {
        self.format(id, &[])
    }

    /// A message with arguments.
    ///
    /// A missing message yields its id, which a test excludes.
    pub fn format(&self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        let pattern = self
            .bundle
            .get_message(id)
            .and_then(|message| message.value());
        let Some(pattern) = pattern else {
            debug_assert!(false, "there is no message {id}");
            return id.to_owned();
        };
        let fluent_args: FluentArgs = args.iter().cloned().collect();
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
        if self.language == Language::English {
            text
        } else {
            text.replace('.', ",")
        }
    }

    /// A message, if it exists.
    pub fn find(&self, id: &str) -> Option<String> {
        self.bundle.has_message(id).then(|| self.text(id))
    }
}
