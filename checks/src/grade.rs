//! How much a measure is worth that lies between failing and passing.
//!
//! A warning that rests on a number says how far that number is from the one that passes: what
//! lacks a few words is worth nearly as much as what lacks none, and mending it gains little.

/// The most that a measured condition takes off where a check asks for several: half, so that two
/// that are missed altogether leave nothing.
const COST_MAX: usize = 50;

/// How far a length may lie beyond its bound before it misses it, in percent of the bound: nobody
/// reads a difference of a few words.
const NEAR_PERCENT: usize = 10;

/// Whether a measure is above its bound by more than a few percent.
pub(crate) fn is_above(most: usize, measured: usize) -> bool {
    measured.saturating_mul(100) > most.saturating_mul(100 + NEAR_PERCENT)
}

/// Whether a measure is below its bound by more than a few percent.
pub(crate) fn is_below(least: usize, measured: usize) -> bool {
    measured.saturating_mul(100) < least.saturating_mul(100 - NEAR_PERCENT)
}

/// What a measure is worth in percent: 0 at `fail_at` and beyond, 100 at `pass_at` and beyond, in
/// equal steps between them, rounded down. Either of both may be the greater one.
pub(crate) fn between(fail_at: usize, pass_at: usize, measured: usize) -> u8 {
    let passes = match fail_at < pass_at {
        true => measured >= pass_at,
        false => measured <= pass_at,
    };
    if passes {
        return 100;
    }
    let (low, high) = (fail_at.min(pass_at), fail_at.max(pass_at));
    let way = measured.clamp(low, high).abs_diff(fail_at);
    let percent = (way as u128 * 100).checked_div((high - low) as u128).unwrap_or(0);
    u8::try_from(percent).unwrap_or(100).min(99)
}

/// What a warning is worth that rests on a measure: 1 to 99, since it neither fails nor passes.
pub(crate) fn warned(fail_at: usize, pass_at: usize, measured: usize) -> u8 {
    as_warning(between(fail_at, pass_at, measured))
}

/// That worth within the bounds of a warning.
pub(crate) fn as_warning(value: u8) -> u8 {
    value.clamp(1, 99)
}

/// What a condition takes off that is missed by that much, where a check asks for several: 1 right
/// beside the bound, half of all at `fail_at` and beyond, nothing where it is met.
pub(crate) fn cost(fail_at: usize, pass_at: usize, measured: usize) -> usize {
    let lacks = 100 - usize::from(between(fail_at, pass_at, measured));
    (lacks * COST_MAX).div_ceil(100)
}

/// What is left of 100 once all that is taken off.
pub(crate) fn left_after(costs: impl IntoIterator<Item = usize>) -> u8 {
    let taken = costs.into_iter().fold(0_usize, usize::saturating_add);
    u8::try_from(100_usize.saturating_sub(taken)).unwrap_or(100)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_few_percent_beyond_a_bound_do_not_miss_it() {
        assert_eq!([120, 132, 133].map(|words| is_above(120, words)), [false, false, true]);
        assert_eq!([15, 14, 13].map(|words| is_below(15, words)), [false, false, true]);
        assert!(!is_above(usize::MAX, usize::MAX) && !is_below(0, 0));
    }

    #[test]
    fn a_measure_is_worth_its_part_of_the_way() {
        for (fail_at, pass_at, measured, expected) in [
            (0, 3, 0, 0),
            (0, 3, 1, 33),
            (0, 3, 2, 66),
            (0, 3, 3, 100),
            (0, 3, 9, 100),
            (240, 120, 120, 100),
            (240, 120, 123, 97),
            (240, 120, 180, 50),
            (240, 120, 240, 0),
            (240, 120, 900, 0),
            (20, 50, 49, 96),
            (5, 5, 5, 100),
            (0, usize::MAX, usize::MAX / 2, 49),
            (usize::MAX, 0, 1, 99),
        ] {
            assert_eq!(
                between(fail_at, pass_at, measured),
                expected,
                "{fail_at} {pass_at} {measured}"
            );
        }
        assert_eq!((warned(0, 3, 0), warned(0, 3, 3)), (1, 99));
        assert_eq!((cost(240, 120, 123), cost(240, 120, 500), cost(240, 120, 9)), (2, 50, 0));
        assert_eq!((left_after([]), left_after([2, 50]), left_after([50, 50, 1])), (100, 48, 0));
    }

    proptest! {
        #[test]
        fn nearer_is_never_worth_less(fail_at: usize, pass_at: usize, one: usize, other: usize) {
            let (far, near) = match fail_at < pass_at {
                true => (one.min(other), one.max(other)),
                false => (one.max(other), one.min(other)),
            };
            let (less, more) = (between(fail_at, pass_at, far), between(fail_at, pass_at, near));
            prop_assert!(less <= more && more <= 100);
            prop_assert!(cost(fail_at, pass_at, near) <= cost(fail_at, pass_at, far));
            prop_assert_eq!(between(fail_at, pass_at, pass_at), 100);
            prop_assert!((1..=99).contains(&warned(fail_at, pass_at, one)));
        }

        #[test]
        fn only_what_passes_costs_nothing(bound in 0_usize..1_000, over in 1_usize..1_000) {
            let fail_at = bound * 2 + 1;
            prop_assert!(cost(fail_at, bound, bound + over) > 0);
            prop_assert!(between(fail_at, bound, bound + over) < 100);
        }
    }
}
