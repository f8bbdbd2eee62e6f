//! The program under test.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

/// The path of the program, built with the profile of this benchmark as a user builds it: the packages
/// of tests are not compiled for it, and incremental compilation, which changes the code, is off.
pub static ADMIRALTY: LazyLock<String> = LazyLock::new(|| {
    let benchmark = std::env::current_exe().expect("the path of this benchmark");
    // TARGET/PROFILE/deps/NAME
    let directory = benchmark.ancestors().nth(2).expect("a directory");
    let profile = directory.file_name().expect("the name of a profile");
    let built = Command::new(env!("CARGO"))
        .args([
            "build",
            "--locked",
            "--package=admiralty",
            "--bins",
            "--profile",
        ])
        .arg(profile)
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .status();
    assert!(
        built.expect("cargo starts").success(),
        "the program is not built"
    );
    let program = directory.join("admiralty").into_os_string();
    program.into_string().expect("a path in UTF-8")
});
