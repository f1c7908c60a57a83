#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| citable_checks::fuzzing::patch_page(data));
