//! Keys of addresses.
