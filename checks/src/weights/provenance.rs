//! Thresholds of the checks on provenance.
