//! Names of files for the pages of programs, whatever the programs are called.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

const NAME_BYTES_MAX: usize = 80;

/// The names of the pages so far.
#[derive(Clone, Debug, Default)]
pub struct PageNames {
    /// In lower case.
    known: HashSet<String>,
}

impl PageNames {
    /// A name for the page of the next program, without an extension: the name of the program,
    /// unless a file system, an address or a shell could not take it, or it differs from an earlier
    /// one only in case. Then it has a hash.
    pub fn add(&mut self, program: &str) -> String {
        let plain = plain(program);
        if plain == program && self.is_new(&plain) {
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
        self.known.insert(name.to_ascii_lowercase())
    }
}

/// The parts of a name that can be in any file name and address.
fn plain(name: &str) -> String {
    let safe = |c: char| if is_safe(c) { c } else { '-' };
    let mut plain: String = name.chars().map(safe).take(NAME_BYTES_MAX).collect();
    // No hidden files, no options, no devices of Windows.
    let is_special = plain.is_empty() || plain.starts_with(['.', '-']) || is_device(&plain);
    if is_special {
        plain.insert(0, '_');
    }
    plain
}

const fn is_safe(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// Whether Windows takes a file of this name, with any extension, for a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.to_ascii_lowercase();
    let (word, number) = stem.split_at(stem.len().min(3));
    match word {
        "con" | "prn" | "aux" | "nul" => number.is_empty(),
        "com" | "lpt" => matches!(number.as_bytes(), [b'0'..=b'9']),
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
        for name in ["anna", "s-12_b.v2", "Ben", "konrad", "comma"] {
            assert_eq!(pages.add(name), name);
        }
    }

    proptest! {
        #[test]
        fn names_are_safe_and_differ(
            names in vec("[aAbB./\"'\n -]{0,4}|con|NUL\\.x|[a-zé水]{70,300}|a-[0-9a-f]{8}|.{0,9}", 0..20)
        ) {
            let mut pages = PageNames::default();
            let mut known = HashSet::new();
            for name in names {
                let page = pages.add(&name);
                prop_assert!(page.len() <= 100 && page.chars().all(is_safe), "{page:?}");
                prop_assert!(!page.starts_with(['.', '-']) && !page.is_empty(), "{page:?}");
                prop_assert!(!is_device(&page), "{page:?}");
                prop_assert!(known.insert(page.to_lowercase()), "{page:?}");
            }
        }
    }
}
