#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| citable_actors::fuzzing::address(text));
