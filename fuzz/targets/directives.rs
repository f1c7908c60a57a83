#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| citable_checks::fuzzing::directives(text));
