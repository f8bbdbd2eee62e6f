//! The harness: it runs what the attributes below mark, wherever it is.
//!
//! A `#[cfg(…)]` comes before them, or the harness would look for a test that is not compiled.

use std::sync::LazyLock;

use libtest_mimic::{Arguments, Failed, Trial};

/// What an attribute marks.
pub enum Marked {
    /// A test, with its path.
    Test(&'static str, fn()),
    /// The same, for tests that take long: they start first, so that no processor is idle at the end.
    LongTest(&'static str, fn()),
    /// The same, for tests that are skipped if the kernel does not support the sandbox.
    SandboxedTest(&'static str, fn()),
    /// A function that lists tests, such as one for each file of a directory.
    List(fn() -> Vec<Trial>),
}

inventory::collect!(Marked);

/// `#[apply(trial)]`: a function is a test.
macro_rules! trial {
    ($($function:tt)*) => {
        marked! { Test $($function)* }
    };
}

/// `#[apply(long_trial)]`: a function is a test that takes longer than most.
macro_rules! long_trial {
    ($($function:tt)*) => {
        marked! { LongTest $($function)* }
    };
}

/// `#[apply(sandboxed_trial)]`: a function is a test that needs the sandbox.
macro_rules! sandboxed_trial {
    ($($function:tt)*) => {
        marked! { SandboxedTest $($function)* }
    };
}

macro_rules! marked {
    ($kind:ident $(#[$attribute:meta])* $visibility:vis fn $name:ident() $body:block) => {
        $(#[$attribute])*
        $visibility fn $name() $body

        inventory::submit! {
            $crate::harness::Marked::$kind(concat!(module_path!(), "::", stringify!($name)), $name)
        }
    };
}

/// `#[apply(trials)]`: a function lists tests.
macro_rules! trials {
    ($(#[$attribute:meta])* $visibility:vis fn $name:ident() -> $list:ty $body:block) => {
        $(#[$attribute])*
        $visibility fn $name() -> $list $body

        inventory::submit! { $crate::harness::Marked::List($name) }
    };
}

/// A test that is run, or skipped if there is a reason, which becomes a part of its name.
pub fn named(
    name: &str,
    skipped: Option<&str>,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let reason = skipped.map_or(String::new(), |reason| format!(", skipped: {reason}"));
    Trial::test(format!("{name}{reason}"), test).with_ignored_flag(skipped.is_some())
}

/// Prints what a test has measured. As with the harness of Rust, that is shown with `--nocapture` only.
macro_rules! tell {
    ($($text:tt)*) => {
        if $crate::harness::tells() {
            println!($($text)*);
        }
    };
}

/// Whether the tests print what they have measured.
pub fn tells() -> bool {
    static TELLS: LazyLock<bool> =
        LazyLock::new(|| std::env::args().any(|argument| argument == "--nocapture"));
    *TELLS
}

/// Runs all tests that the command line asks for, and ends the program.
pub fn run() -> ! {
    let mut marked: Vec<_> = inventory::iter::<Marked>.into_iter().collect();
    marked.sort_by_key(|marked| order(marked));
    let trials = marked.into_iter().flat_map(trials).collect();
    let mut arguments = Arguments::from_args();
    // Most of these tests wait for other programs, but some of these have limits on their time: with more
    // at once, beside other work, the machine is too busy for them.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * processors);
    libtest_mimic::run(&arguments, trials).exit()
}

/// Long tests, lists, and then the rest by their paths.
fn order(marked: &Marked) -> (u8, &'static str) {
    match *marked {
        Marked::LongTest(path, _) => (0, path),
        Marked::List(_) => (1, ""),
        Marked::Test(path, _) | Marked::SandboxedTest(path, _) => (2, path),
    }
}

fn trials(marked: &Marked) -> Vec<Trial> {
    let (path, test, skipped) = match *marked {
        Marked::List(list) => return list(),
        Marked::Test(path, test) | Marked::LongTest(path, test) => (path, test, None),
        Marked::SandboxedTest(path, test) => {
            let skipped = (!has_sandbox()).then_some("the sandbox of this kernel has gaps");
            (path, test, skipped)
        }
    };
    // The first name is that of this executable.
    let (_, name) = path.split_once("::").expect("a path");
    let test = move || {
        test();
        Ok(())
    };
    vec![named(name, skipped, test)]
}

/// Whether the kernel supports the whole sandbox.
#[cfg(target_os = "linux")]
pub fn has_sandbox() -> bool {
    use admiralty_process::{HiddenPaths, MetadataChanges, Sandbox};
    let sandbox = Sandbox::new(HiddenPaths::default(), &[], MetadataChanges::Fail);
    sandbox.is_ok_and(|sandbox| sandbox.gaps().is_empty())
}

/// Elsewhere, there is none.
#[cfg(not(target_os = "linux"))]
pub fn has_sandbox() -> bool {
    false
}
