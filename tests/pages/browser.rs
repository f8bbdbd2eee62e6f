//! Pages in a browser, which `cargo test` does not need.

use std::process::Command;

use libtest_mimic::Trial;

use crate::harness::named;

#[apply(trials)]
fn browser() -> Vec<Trial> {
    let test = || {
        let mut node = Command::new("node");
        node.args(["tests/browser/run.mjs", "--admiralty"]);
        match node.arg(env!("CARGO_BIN_EXE_admiralty")).status() {
            Ok(status) if status.success() => Ok(()),
            ended => Err(format!("{ended:?}; see `.ci/run`").into()),
        }
    };
    let skipped = Some("it is run by .ci/run");
    vec![named("pages in a browser", skipped, test)]
}
