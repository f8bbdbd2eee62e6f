#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| admiralty_fuzz::canary(input));
