//! The reports of the judge: on a program, on a class of programs, and on random scripts.

use admiralty_judge::report::Provenance;

mod builds;
mod class;
mod failure_texts;
mod page_names;
mod playground;
mod program;
mod shown;
mod stress;
mod verdict_words;

pub use class::class_page;
pub use failure_texts::ShortScript;
pub use page_names::PageNames;
pub use program::ProgramPage;
pub use shown::{FAILURES_SHOWN_MAX, explained_failures};
pub use stress::stress_page;

/// How results came about, in lines.
fn foot(compare: &str, provenance: Option<&Provenance>) -> Vec<String> {
    let lines = provenance.map(Provenance::lines).unwrap_or_default();
    let compared = format!("Comparison of outputs: {compare}");
    lines.into_iter().chain([compared]).collect()
}
