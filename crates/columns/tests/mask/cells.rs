//! How many cells.

use incrowd_columns::mask::cells::{CellSize, CellSizeError};
use incrowd_terms::Fraction;

use super::{PEOPLE, case, cases, near, numbers};

fn crowd(universe: u64, k: u64, beta: &str) -> CellSize {
    CellSize::new(universe, k, beta.parse().unwrap()).unwrap()
}

#[test]
fn golden_cells() {
    let mut seen = 0;
    for case in cases("prob_anonymity_dprime") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let Some(bound) = expected["chernoff_D_approx"].as_f64() else { continue };
        let beta = input["beta"].to_string();
        let crowd = crowd(input["n"].as_u64().unwrap(), input["k"].as_u64().unwrap(), &beta);
        assert!(near(crowd.theorem_bound(), bound), "{case}");
        assert_eq!(crowd.theorem(), expected["chernoff_D_floor"].as_u64().unwrap(), "{case}");
        assert_eq!(crowd.exact(), expected["exact_binomial_D"].as_u64().unwrap(), "{case}");
        seen += 1;
    }
    assert_eq!(seen, 7);
}

#[test]
fn probability_of_a_crowd() {
    let case = case("prob_anonymity_dprime", "exact-small");
    let expected: Fraction = case["expected"]["P_at_least_k"].as_str().unwrap().parse().unwrap();
    assert!(near(crowd(5, 2, "0.5").probability(3), expected.to_f64()));
    // A beta that the tail meets exactly is met, and any less is not.
    assert_eq!(crowd(5, 2, "112/243").exact(), 3);
    assert_eq!(crowd(5, 2, "111999999/243000000").exact(), 2);
    // Of two cells each is empty of four people with probability 1/16.
    assert_eq!(crowd(4, 1, "1/8").simultaneous(), 2);
    assert_eq!(crowd(4, 1, "124/1000").simultaneous(), 1);
}

#[test]
fn the_second_root_is_refused() {
    let case = case("prob_anonymity_dprime", "spurious-root");
    let cells = case["input"]["D"].as_u64().unwrap();
    let crowd = crowd(PEOPLE, 100, "0.1");
    let (n, above) = (PEOPLE as f64, 99.0 * cells as f64);
    assert!((-(n - above).powi(2) / (2.0 * n * cells as f64)).exp() < 0.1, "the trap is there");
    assert_eq!(case["expected"]["accept"], false);
    assert!(crowd.theorem() < cells);
    assert!(crowd.exact() < cells);
}

#[test]
fn refused_crowds() {
    let refused = |n, k, beta: &str| CellSize::new(n, k, beta.parse().unwrap()).unwrap_err();
    assert_eq!(refused(10, 0, "0.1"), CellSizeError::KIsZero);
    assert_eq!(refused(10, 2, "0"), CellSizeError::BetaNotInside);
    assert_eq!(refused(10, 2, "1"), CellSizeError::BetaNotInside);
    assert_eq!(refused(10, 11, "0.1"), CellSizeError::TooFew { universe: 10, k: 11 });
    // One cell always holds everybody.
    let all = crowd(10, 10, "0.000001");
    assert_eq!((all.theorem(), all.exact(), all.simultaneous()), (1, 1, 1));
    let free = all.distribution_free();
    assert_eq!((free.cells, free.failure()), (1, 0.0));
}

#[test]
fn examples_of_cells() {
    // Example 6: sex, half-year of birth and four digits of the zip code.
    let case6 = case("prob_anonymity_dprime", "ex6");
    let product: u64 = numbers(&case6["input"]["generalised_domains"]).iter().product();
    assert_eq!(product, case6["expected"]["product"].as_u64().unwrap());
    assert!(product <= crowd(PEOPLE, 100, "0.1").theorem());
    let reduction = 4e9 / product as f64;
    assert!(near(reduction, case6["expected"]["reduction_approx"].as_f64().unwrap()));

    // Example 8: with 2 sexes and 100 ages, 75 zip codes if the constant is forgotten.
    let case8 = case("prob_anonymity_dprime", "ex8");
    let crowd8 = crowd(PEOPLE, 20_000, "0.1");
    let others: u64 = numbers(&case8["input"]["other_domains"]).iter().product();
    let expected = &case8["expected"];
    assert_eq!(PEOPLE / 20_000 / others, expected["zip_values_without_c"].as_u64().unwrap());
    assert_eq!(crowd8.theorem() / others, expected["zip_values_with_c_beta_0.1"].as_u64().unwrap());
    assert_eq!(100 * others <= crowd8.theorem(), expected["two_digit_zip_ok"]);
    let without = 1.0 - crowd8.probability(75 * others);
    assert!(without > 0.4, "without the constant nearly every other cell fails: {without}");
}

#[test]
fn theorem_against_the_exact_tail() {
    for n in [10, 100, 1_000, 50_000, 10_000_000, 10_000_000_000] {
        for k in [1, 2, 3, 5, 10, 100, 5_000] {
            for beta in ["0.5", "0.1", "0.01", "0.000001"] {
                let Ok(crowd) = CellSize::new(n, k, beta.parse().unwrap()) else { continue };
                let (theorem, exact, all) = (crowd.theorem(), crowd.exact(), crowd.simultaneous());
                let beta: f64 = beta.parse().unwrap();
                let tail = |cells: u64| 1.0 - crowd.probability(cells);
                let note = format!("{n} {k} {beta} {theorem} {exact} {all}");
                assert!(all <= exact && theorem <= exact, "{note}");
                assert!(tail(theorem) <= beta + 1e-9, "{note}");
                assert!(tail(exact) <= beta + 1e-9, "{note}");
                assert!(tail(all) * all as f64 <= beta + 1e-9 * all as f64, "{note}");
                let most = n.checked_div(k - 1).unwrap_or(u64::MAX);
                assert!(exact == most || tail(exact + 1) > beta - 1e-9, "{note}");
                assert!((k - 1) * exact <= n, "{note}");
            }
        }
    }
}

#[test]
fn cells_without_assumptions() {
    let free = crowd(1_000_000, 10, "0.1").distribution_free();
    assert_eq!(free.cells, 5_000);
    assert!(near(free.residual, (-121.0_f64 / 40.0).exp()));
    assert!(near(free.failure(), 0.1 + free.residual));
    // The worst spread: as many cells as possible just below 2k, the others at 2k; what fails is
    // within the promise.
    let (n, k, beta) = (2_000_u64, 5_u64, 0.25);
    let crowd = crowd(n, k, "0.25");
    let free = crowd.distribution_free();
    assert_eq!(free.cells, 50);
    let at_2k = 1.0 - crowd.probability(n / (2 * k));
    assert!(at_2k <= free.residual && at_2k > 0.0);
    assert!(free.cells as f64 * (2 * k) as f64 / n as f64 <= beta);
}
