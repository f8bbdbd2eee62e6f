//! The tests in the examples, which are not run otherwise.

#[path = "../examples/lake.rs"]
#[expect(
    dead_code,
    reason = "only the example itself has a use for its main function"
)]
mod lake;
