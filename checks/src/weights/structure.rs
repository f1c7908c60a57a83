//! Thresholds of the checks on structure.
