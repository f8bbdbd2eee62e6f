//! The reports of the judge: on a program, on a class of programs, and on random scripts.

mod class;
mod difference;
mod page_names;
mod program;
mod stress;
#[cfg(test)]
mod tests;

pub use class::class_page;
pub use page_names::PageNames;
pub use program::{FAILURES_SHOWN_MAX, ProgramPage, ShortScript, shown_failures};
pub use stress::stress_page;
