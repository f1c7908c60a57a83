#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| citable::fuzzing::mcp_message(data));
