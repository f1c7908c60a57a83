//! Thresholds of the checks on schema.
