//! Types that have a text.

/// Declares an enum whose variants have texts, with all variants as `ALL`, the two functions after
/// the colon, which return the text and the variant with a text, and `Display`.
///
/// Only for the crates of this workspace.
#[doc(hidden)]
#[macro_export]
macro_rules! text_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident: $text:ident, $with_text:ident {
            $($(#[$doc:meta])* $variant:ident = $literal:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($literal),*].len()] = [$(Self::$variant),*];

            #[doc = concat!("The ", stringify!($text), ", byte for byte.")]
            pub const fn $text(self) -> &'static str {
                match self {
                    $(Self::$variant => $literal,)*
                }
            }

            #[doc = concat!("The one with that ", stringify!($text), ", if there is one.")]
            pub fn $with_text(text: &[u8]) -> Option<Self> {
                match text {
                    $(_ if text == $literal.as_bytes() => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.$text())
            }
        }
    };
}
