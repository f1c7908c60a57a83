use proptest::prelude::*;

use super::*;

fn network(number: usize) -> Network {
    Some(number.to_string().into())
}

/// Takes one at a time as often as it goes.
fn take_all(shares: &Shares, number: usize) -> Vec<Portion> {
    std::iter::from_fn(|| shares.one(network(number)).ok()).collect()
}

#[test]
fn a_share_shrinks_as_the_rest_does() {
    let shares = Shares::new(4_096, 64);
    let mut held: Vec<_> = (0..32).flat_map(|number| take_all(&shares, number)).collect();
    assert_eq!(held.len(), 2_048, "half of all, by 64 each");
    held.extend((32..160).flat_map(|number| take_all(&shares, number)));
    assert_eq!(held.len(), 2_048 + 1_024, "a quarter, by 8 each");
    let newcomers: Vec<_> = (160..672).flat_map(|number| take_all(&shares, number)).collect();
    assert_eq!(held.len() + newcomers.len(), 4_096, "the last quarter, by 2 each");
    assert_eq!(shares.one(network(5_000)).unwrap_err(), Refused::Full);
    drop(newcomers);
    assert_eq!(shares.one(network(0)).unwrap_err(), Refused::Share);
    drop(held);
    assert_eq!(take_all(&shares, 0).len(), 64);
}

#[test]
fn whoever_speaks_for_many_has_no_share_but_cannot_have_what_is_not_there() {
    let shares = Shares::new(4, 1);
    let held: Vec<_> = (0..4).map(|_| shares.one(None).unwrap()).collect();
    assert_eq!(shares.one(None).unwrap_err(), Refused::Full);
    drop(held);
    assert!(shares.one(None).is_ok());
}

#[test]
fn one_network_never_has_more_than_half() {
    assert_eq!(take_all(&Shares::new(8, 64), 0).len(), 4);
    assert_eq!(take_all(&Shares::new(1, 64), 0).len(), 1);
}

#[test]
fn what_is_needed_in_one_piece_can_be_had_by_whoever_holds_nothing() {
    let shares = Shares::new(100, 10);
    let mut large = shares.portion(network(0));
    large.hold(60).unwrap();
    assert_eq!(large.hold(61), Err(Refused::Share));
    let mut other = shares.portion(network(1));
    assert_eq!(other.hold(41), Err(Refused::Full));
    other.hold(40).unwrap();
    drop((large, other));
    let mut larger = shares.portion(network(0));
    larger.hold(1_000).unwrap();
    assert_eq!(shares.one(network(1)).unwrap_err(), Refused::Full);
    larger.hold(1).unwrap();
    assert!(shares.one(network(1)).is_ok());
}

#[test]
fn whoever_cannot_get_more_is_known() {
    let shares = Shares::new(160, 80);
    let (mut own, other) = (shares.portion(network(0)), shares.portion(network(1)));
    own.hold(70).unwrap();
    assert!(!own.is_hopeless());
    own.hold(71).unwrap();
    assert!(own.is_hopeless(), "its network has hardly anything left");
    assert!(!other.is_hopeless());
    own.hold_anyway(200);
    assert!(other.is_hopeless(), "nobody has");
    drop(own);
    assert!(!other.is_hopeless());
    assert!(shares.lock().by_network.is_empty());
}

proptest! {
    #[test]
    fn what_is_held_is_what_is_counted(
        steps in prop::collection::vec((0_usize..6, 0_usize..40), 1..80)
    ) {
        let shares = Shares::new(100, 20);
        let of = |number| if number == 0 { None } else { network(number) };
        let mut portions: Vec<_> = (0..6).map(|at| shares.portion(of(at % 4))).collect();
        for (at, amount) in steps {
            let before = portions[at].amount;
            let had = portions[at].hold(amount).is_ok();
            prop_assert_eq!(portions[at].amount, if had { amount } else { before });
            let all: usize = portions.iter().map(|portion| portion.amount).sum();
            prop_assert_eq!(shares.lock().all, all);
            prop_assert!(all <= 100);
            let counted: usize = shares.lock().by_network.values().sum();
            let uncounted: usize =
                portions.iter().filter(|one| one.network.is_none()).map(|one| one.amount).sum();
            prop_assert_eq!(counted + uncounted, all);
            prop_assert!(shares.lock().by_network.values().all(|held| *held > 0));
        }
        portions.clear();
        prop_assert_eq!(shares.lock().all, 0);
        prop_assert!(shares.lock().by_network.is_empty());
    }
}
