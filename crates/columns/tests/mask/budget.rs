//! How many values per column.

use incrowd_columns::mask::budget::{Budget, BudgetColumn, BudgetError, continuous, whole};
use proptest::prelude::*;
use serde_json::Value;

use super::{PEOPLE, case, cases, near, number, numbers};

fn columns(weights: &Value, values: &Value) -> Vec<BudgetColumn> {
    let weights = weights.as_array().unwrap().iter().map(|weight| weight.as_f64().unwrap());
    weights.zip(numbers(values)).map(|(weight, values)| BudgetColumn { weight, values }).collect()
}

#[test]
fn golden_budgets() {
    let cases = cases("allocation");
    assert_eq!(cases.len(), 8);
    for case in cases {
        let (input, expected) = (&case["input"], &case["expected"]);
        let cells = input["D_prime"].as_u64().unwrap();
        let columns = columns(&input["w"], &input["d"]);
        let shares = continuous(cells, &columns).unwrap();
        let known = expected["continuous_approx"].as_array().unwrap();
        for (share, known) in shares.iter().zip(known) {
            assert!((share / known.as_f64().unwrap() - 1.0).abs() < 1e-6, "{case}");
        }
        let budget = whole(cells, &columns).unwrap();
        assert!(budget.is_proven(), "{case}");
        if let Some(uncapped) = expected.get("uncapped_approx") {
            let free: Vec<BudgetColumn> =
                columns.iter().map(|column| BudgetColumn { values: u64::MAX, ..*column }).collect();
            let share = continuous(cells, &free).unwrap()[0];
            assert!((share / uncapped.as_f64().unwrap() - 1.0).abs() < 1e-6);
            assert!(budget.values[0] == 2 && budget.values.iter().product::<u64>() <= cells);
            continue;
        }
        assert!(near(budget.loss, number(&expected["integer_optimum_cost"])), "{case}");
        let optima = expected["integer_optima"].as_array().unwrap();
        assert!(optima.iter().any(|optimum| numbers(optimum) == budget.values), "{case}");
    }
}

#[test]
fn the_curse_of_dimensionality() {
    let case = case("prob_anonymity_dprime", "curse");
    let columns = vec![BudgetColumn { weight: 1.0, values: 1000 }; 25];
    let cells = PEOPLE / 10;
    let shares = continuous(cells, &columns).unwrap();
    assert!(near(shares[0], case["expected"]["per_column_approx"].as_f64().unwrap()));
    assert!(1_u64 << 25 > cells);
    let budget = whole(cells, &columns).unwrap();
    assert!(budget.is_proven() && budget.values.iter().product::<u64>() <= cells);
    // One column of three values and one of a single one, the others of two.
    assert!(near(budget.loss, 1.0 + 23.0 / 2.0 + 1.0 / 3.0), "{budget:?}");
    assert_eq!(budget.cursed(&columns).len(), 24);
}

#[test]
fn refused_budgets() {
    let column = BudgetColumn { weight: 1.0, values: 3 };
    assert_eq!(whole(0, &[column]).unwrap_err(), BudgetError::NoCells);
    assert_eq!(
        whole(5, &[column, BudgetColumn { values: 0, ..column }]).unwrap_err(),
        BudgetError::NoValues(1)
    );
    for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            whole(5, &[BudgetColumn { weight, ..column }]).unwrap_err(),
            BudgetError::Weight(0)
        );
    }
    let none = Budget { values: Vec::new(), loss: 0.0, bound: 0.0 };
    assert_eq!(whole(5, &[]).unwrap(), none);
}

#[test]
fn large_budgets_are_proven() {
    // Dozens of columns of all weights, and few columns of very many values.
    let weight = |column: u64| 1.0 + (column * 7919 % 101) as f64 / 13.0;
    let many: Vec<BudgetColumn> = (0..36)
        .map(|column| BudgetColumn { weight: weight(column), values: 2 + column * 37 % 90 })
        .collect();
    let few: Vec<BudgetColumn> =
        (0..4).map(|column| BudgetColumn { weight: weight(column), values: u64::MAX }).collect();
    for (cells, columns) in
        [(2_443_425, &many), (10_000_000_000, &many), (999_999_937, &few), (u64::MAX, &few)]
    {
        let budget = whole(cells, columns).unwrap();
        let product: u128 = budget.values.iter().map(|&values| u128::from(values)).product();
        assert!(product <= u128::from(cells));
        assert!(budget.is_proven(), "{cells} {budget:?}");
    }
}

/// The least loss, by trying everything.
fn least_loss(cells: u64, columns: &[BudgetColumn]) -> f64 {
    let Some((first, others)) = columns.split_first() else { return 0.0 };
    let loss = |values: u64| first.weight / values as f64 + least_loss(cells / values, others);
    (1..=first.values.min(cells)).map(loss).fold(f64::INFINITY, f64::min)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn budgets_equal_brute_force(
        cells in 1_u64..400,
        columns in prop::collection::vec((1_u32..40, 1_u64..30), 1..5),
    ) {
        let columns: Vec<BudgetColumn> = columns
            .into_iter()
            .map(|(weight, values)| BudgetColumn { weight: f64::from(weight) / 4.0, values })
            .collect();
        let budget = whole(cells, &columns).unwrap();
        prop_assert!(budget.is_proven());
        prop_assert!(budget.values.iter().product::<u64>() <= cells);
        let within = |(kept, column): (&u64, &BudgetColumn)| (1..=column.values).contains(kept);
        prop_assert!(budget.values.iter().zip(&columns).all(within));
        let loss: f64 =
            budget.values.iter().zip(&columns).map(|(&kept, column)| column.weight / kept as f64).sum();
        prop_assert!(near(loss, budget.loss));
        prop_assert!(near(loss, least_loss(cells, &columns)));
        let shares = continuous(cells, &columns).unwrap();
        let real: f64 = shares.iter().zip(&columns).map(|(share, column)| column.weight / share).sum();
        prop_assert!(real <= loss * (1.0 + 1e-9));
    }
}
