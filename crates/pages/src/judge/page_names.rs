//! Names of files for the pages of programs.

use std::collections::HashSet;

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A file system takes 255 bytes, with an extension or the end of the name of a directory.
const NAME_BYTES_MAX: usize = 180;

/// Names of files for the pages of programs, whatever the programs are called.
#[derive(Clone, Debug, Default)]
pub struct PageNames {
    /// In lower case.
    known: HashSet<String>,
}

impl PageNames {
    /// A name for the page of the next program, without an extension: the name of the program, unless it
    /// has other characters than letters, digits and blanks that some file system could not take, or
    /// differs from an earlier one only in case. Then it has a hash.
    pub fn add(&mut self, program: &str) -> String {
        let plain = plain(program);
        if plain.nfc().eq(program.nfc()) && self.is_new(&plain) {
            return plain;
        }
        let mut hashed = (0_u32..).map(|number| {
            let hash = Sha256::digest(format!("{number} {program}"));
            let hash = u32::from_be_bytes([hash[0], hash[1], hash[2], hash[3]]);
            format!("{plain}-{hash:08x}")
        });
        hashed.find(|name| self.is_new(name)).unwrap_or_default()
    }

    fn is_new(&mut self, name: &str) -> bool {
        self.known.insert(name.to_lowercase())
    }
}

/// The parts of a name that can be in any file name. Letters are composed, as some file systems tell
/// both forms apart and others do not.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in name.nfc() {
        if plain.len() + c.len_utf8() > NAME_BYTES_MAX {
            break;
        }
        plain.push(if is_safe(c) { c } else { '-' });
    }
    plain.truncate(plain.trim_end().len());
    // No hidden files, no options, no devices of Windows.
    let is_special = plain.is_empty() || plain.starts_with(['.', '-', ' ']) || is_device(&plain);
    if is_special {
        plain.insert(0, '_');
    }
    plain
}

fn is_safe(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '-' | '_' | '.' | ' ')
}

/// Whether Windows takes a file of this name, with any extension, for a device.
fn is_device(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or_default();
    let stem = stem.trim_end();
    match stem.split_at_checked(3) {
        Some(("con" | "prn" | "aux" | "nul", number)) => number.is_empty(),
        Some(("com" | "lpt", number)) => {
            let mut digits = number.chars();
            let is_digit = |c| matches!(c, '0'..='9' | '¹' | '²' | '³');
            digits.next().is_some_and(is_digit) && digits.next().is_none()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn usual_names_are_kept() {
        let mut pages = PageNames::default();
        for name in [
            "anna",
            "s-12_b.v2",
            "Ben",
            "konrad",
            "comma",
            "Żółć",
            "Łukasz Gęś_12",
            "水",
        ] {
            assert_eq!(pages.add(name), name);
        }
        // The same name in another form, in capitals, and a decomposed one.
        for name in ["Z\u{307}o\u{301}łc\u{301}", "ŻÓŁĆ"] {
            assert_ne!(pages.add(name).to_lowercase(), "żółć");
        }
        assert_eq!(pages.add("Zoe\u{308}"), "Zoë");
    }

    proptest! {
        #[test]
        fn names_are_safe_and_differ(
            names in vec("[aAbB./\"'\n -]{0,4}|con|NUL\\.x|com¹|[a-zé水]{70,300}|a-[0-9a-f]{8}|.{0,9}", 0..20)
        ) {
            let mut pages = PageNames::default();
            let mut known = HashSet::new();
            for name in names {
                let page = pages.add(&name);
                prop_assert!(page.len() <= 200 && page.chars().all(is_safe), "{page:?}");
                prop_assert!(!page.starts_with(['.', '-', ' ']) && !page.is_empty(), "{page:?}");
                prop_assert!(!is_device(&page), "{page:?}");
                prop_assert!(known.insert(page.to_lowercase()), "{page:?}");
            }
        }
    }
}
