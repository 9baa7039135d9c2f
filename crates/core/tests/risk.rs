//! From risk to delta: golden vectors, what is refused, and what must follow from any stakes.

use incrowd_core::presence_limits::{
    MisuseRisk, PARTS, PresenceLimits, Rational, Stakes, StakesError,
};
use incrowd_core::terms::Fraction;
use proptest::prelude::*;
use serde_json::Value;

fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}

fn cases() -> Vec<Value> {
    let golden = include_str!("golden/risk_delta.json");
    let golden: Value = serde_json::from_str(golden).unwrap();
    golden["cases"].as_array().unwrap().clone()
}

fn stakes(input: &Value) -> Stakes {
    let figure = |name: &str| fraction(input[name].as_str().unwrap());
    let share = figure("tau=|T|/|P|");
    Stakes {
        prior: figure("b_r"),
        members: share.numerator(),
        people: share.denominator(),
        cost: figure("am_max"),
        gain: Fraction::ONE,
        cost_out: Some(figure("am_min")),
    }
}

/// What the vectors call by these names.
fn found(risk: &MisuseRisk, name: &str) -> Rational {
    let zero = Rational::from(0);
    let least = || risk.lower().max(zero.clone());
    match name {
        "delta_max" => risk.upper(),
        "delta_min" => least(),
        "raw_delta_min" => risk.lower(),
        "b_o(presence=0)" => risk.posterior(&zero),
        "b_o(presence=tau)" => risk.posterior(risk.share()),
        "b_o(delta_max)" => risk.posterior(&risk.upper()),
        "b_o(delta_min)" => risk.posterior(&least()),
        "max_pairwise_gap" => &risk.posterior(&risk.upper()) - &risk.posterior(&least()),
        unknown => panic!("the vectors have something new: {unknown}"),
    }
}

#[test]
fn golden_vectors() {
    let cases = cases();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let risk = MisuseRisk::new(&stakes(&case["input"]));
        if let Some(error) = case["expected"].get("error") {
            assert!(error.as_str().unwrap().starts_with("tau > b_r"), "{case}");
            assert_eq!(risk.unwrap_err(), StakesError::PriorBelowShare { members: 1, people: 10 });
            continue;
        }
        let risk = risk.unwrap();
        for (name, wanted) in case["expected"].as_object().unwrap() {
            assert_eq!(found(&risk, name).to_string(), *wanted, "{name} of {case}");
        }
    }
}

/// Six decimals, towards the safe side, beside what the vectors have exactly.
#[test]
fn deltas_of_the_vectors_are_rounded_to_the_safe_side() {
    let rounded = [
        ("paper", "0.019355", "0.050322"),
        ("r0", "0", "0.102777"),
        ("r1", "0.022701", "0.053562"),
        ("r2", "0", "0.4"),
        ("r3", "0.05", "0.15"),
    ];
    for (id, least, most) in rounded {
        let case = cases().into_iter().find(|case| case["id"] == id).unwrap();
        let delta = MisuseRisk::new(&stakes(&case["input"])).unwrap().delta();
        assert_eq!(delta, PresenceLimits { least: fraction(least), most: fraction(most) }, "{id}");
    }
}

/// Nergiz, Atzori & Clifton 2007, section 4, in its own rounding: 5% and 2%.
#[test]
fn the_paper_in_money() {
    let stakes = Stakes {
        prior: fraction("0.07"),
        members: 1957,
        people: 45222,
        cost: fraction("100"),
        gain: fraction("10000"),
        cost_out: Some(fraction("200")),
    };
    let risk = MisuseRisk::new(&stakes).unwrap();
    let delta = risk.delta();
    assert_eq!((delta.least.plain(), delta.most.plain()), ("0.022701".into(), "0.053562".into()));
    assert!(risk.allows(&delta));
    let single = MisuseRisk::new(&Stakes { cost_out: None, ..stakes }).unwrap();
    assert_eq!(single.delta(), PresenceLimits { least: Fraction::ZERO, most: delta.most });
    assert_eq!(single.pair_gap(&single.delta()), {
        let posterior = |presence: Fraction| risk.posterior(&presence.into());
        &posterior(delta.most) - &posterior(Fraction::ZERO)
    });
}

#[test]
fn stakes_that_contradict_themselves_are_refused() {
    let good = Stakes {
        prior: fraction("0.1"),
        members: 5,
        people: 100,
        cost: fraction("1"),
        gain: fraction("20"),
        cost_out: None,
    };
    assert!(MisuseRisk::new(&good).is_ok());
    assert!(MisuseRisk::new(&Stakes { members: 10, ..good }).is_ok(), "a prior equal to the share");
    let refused = [
        (Stakes { prior: Fraction::ZERO, ..good }, "prior", "above 0 and below 1"),
        (Stakes { prior: Fraction::ONE, ..good }, "prior", "above 0 and below 1"),
        (Stakes { prior: fraction("1.5"), ..good }, "prior", "above 0 and below 1"),
        (Stakes { members: 11, ..good }, "prior", "below 11/100"),
        (Stakes { members: 100, ..good }, "prior", "below 100/100"),
        (Stakes { members: 101, ..good }, "members", "a part of the population"),
        (Stakes { members: 0, ..good }, "members", "at least 1 person"),
        (Stakes { people: 0, ..good }, "people", "at least 1 person"),
        (Stakes { gain: Fraction::ZERO, ..good }, "gain", "above 0"),
        (Stakes { cost: Fraction::ZERO, ..good }, "cost", "above 0"),
        (Stakes { cost_out: Some(Fraction::ZERO), ..good }, "cost_out", "above 0"),
    ];
    for (stakes, figure, says) in refused {
        let error = MisuseRisk::new(&stakes).unwrap_err();
        assert_eq!(error.figure(), figure, "{stakes:?}");
        assert!(error.to_string().contains(says), "{error}");
    }
}

/// Whoever accepts a change that no belief can make demands nothing.
#[test]
fn deltas_stay_probabilities() {
    let stakes = Stakes {
        prior: fraction("0.1"),
        members: 5,
        people: 100,
        cost: fraction("50"),
        gain: fraction("20"),
        cost_out: Some(fraction("50")),
    };
    let risk = MisuseRisk::new(&stakes).unwrap();
    assert!(risk.upper() > Rational::from(1) && risk.lower() < Rational::from(0));
    assert_eq!(risk.delta(), PresenceLimits { least: Fraction::ZERO, most: Fraction::ONE });
    assert_eq!(risk.posterior(&Rational::from(1)), Rational::from(1));
}

/// A cost so small that six decimals cannot tell it from none leaves no release, and that is known.
#[test]
fn rounding_that_forbids_every_release_is_noticed() {
    let stakes = Stakes {
        prior: fraction("1/2"),
        members: 1,
        people: 3,
        cost: fraction("1/100000000"),
        gain: Fraction::ONE,
        cost_out: None,
    };
    let risk = MisuseRisk::new(&stakes).unwrap();
    assert!(*risk.share() < risk.upper());
    assert_eq!(risk.delta().most, fraction("0.333333"));
    assert!(!risk.allows(&risk.delta()));
    let out = Stakes { cost: Fraction::ONE, cost_out: Some(stakes.cost), ..stakes };
    let risk = MisuseRisk::new(&out).unwrap();
    assert_eq!(risk.delta().least, fraction("0.333334"));
    assert!(!risk.allows(&risk.delta()));
}

fn any_fraction(most: u64) -> impl Strategy<Value = Fraction> {
    (1..=most, 1..=most).prop_map(|(above, below)| Fraction::new(above, below))
}

/// Stakes of ordinary and of enormous size that make sense.
fn any_stakes() -> impl Strategy<Value = Stakes> {
    let size = prop_oneof![Just(50_u64), Just(1_000_000), Just(u64::MAX)];
    size.prop_flat_map(|most| {
        let counts = (1..=most, 1..=most);
        (any_fraction(most), counts, any_fraction(most), any_fraction(most), any_fraction(most))
    })
    .prop_map(|(prior, (one, other), cost, gain, out)| Stakes {
        prior,
        members: one.min(other),
        people: one.max(other),
        cost,
        gain,
        cost_out: out.denominator().is_multiple_of(3).then_some(out),
    })
    .prop_filter("a prior of at least the share", |stakes| {
        let share = Fraction::new(stakes.members, stakes.people);
        share <= stakes.prior && stakes.prior < Fraction::ONE
    })
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 100_000, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn beliefs_change_by_no_more_than_is_accepted(stakes in any_stakes()) {
        let risk = MisuseRisk::new(&stakes).unwrap();
        let PresenceLimits { least, most } = risk.delta();
        let (prior, gain) = (Rational::from(stakes.prior), Rational::from(stakes.gain));
        let accepted = &Rational::from(stakes.cost) / &gain;
        let highest = risk.posterior(&most.into());
        prop_assert!(&highest - &prior <= accepted);
        prop_assert!(highest <= Rational::from(1));
        let lowest = risk.posterior(&least.into());
        prop_assert!(lowest >= Rational::from(0));
        match stakes.cost_out {
            Some(out) => prop_assert!(&prior - &lowest <= &Rational::from(out) / &gain),
            None => prop_assert_eq!(least, Fraction::ZERO),
        }
        prop_assert_eq!(risk.pair_gap(&risk.delta()), &highest - &lowest);
    }

    /// One step looser and more would be told than is accepted.
    #[test]
    fn no_looser_delta_would_do(stakes in any_stakes()) {
        let risk = MisuseRisk::new(&stakes).unwrap();
        let PresenceLimits { least, most } = risk.delta();
        let (prior, gain) = (Rational::from(stakes.prior), Rational::from(stakes.gain));
        let step = Rational::from(Fraction::new(1, PARTS));
        if most < Fraction::ONE {
            let above = risk.posterior(&(&Rational::from(most) + &step));
            prop_assert!(&above - &prior > &Rational::from(stakes.cost) / &gain);
        }
        if let Some(out) = stakes.cost_out.filter(|_| least > Fraction::ZERO) {
            let below = risk.posterior(&(&Rational::from(least) - &step));
            prop_assert!(&prior - &below > &Rational::from(out) / &gain);
        }
    }

    /// The formulas of the paper, written out with |T| and |P|, in floating point.
    #[test]
    fn bounds_are_those_of_the_paper(
        prior in 1_u64..100, members in 1_u64..50, people in 50_u64..5000,
        cost in 1_u64..100, out in 1_u64..100,
    ) {
        let stakes = Stakes {
            prior: Fraction::new(prior, 100),
            members,
            people,
            cost: cost.into(),
            gain: 1000.into(),
            cost_out: Some(out.into()),
        };
        prop_assume!(Fraction::new(members, people) <= stakes.prior);
        let risk = MisuseRisk::new(&stakes).unwrap();
        let (b, t, p) = (prior as f64 / 100.0, members as f64, people as f64);
        let (up, down) = (cost as f64 / 1000.0, out as f64 / 1000.0);
        let upper = (up * p + (1.0 - up - b) * t) / ((1.0 - b) * p);
        let lower = (-down * p + (1.0 + down - b) * t) / ((1.0 - b) * p);
        prop_assert!((risk.upper().to_f64() - upper).abs() < 1e-9);
        prop_assert!((risk.lower().to_f64() - lower).abs() < 1e-9);
        let gap = (risk.delta().most.to_f64() - risk.delta().least.to_f64()) * (1.0 - b) / (1.0 - t / p);
        prop_assert!((risk.pair_gap(&risk.delta()).to_f64() - gap).abs() < 1e-9);
    }
}
