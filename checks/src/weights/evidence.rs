//! Thresholds of the checks on evidence.
