#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| citable::fuzzing::query(text));
