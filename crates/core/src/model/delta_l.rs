//! (delta,l)-diversity (Zare-Mirakabad): at most 1/l of the rows of a class have similar values,
//! that is, values within 2 delta of each other.
//!
//! The paper has two meanings. `DeltaLCounting::Definition` is its definition 5, which counts both sides of
//! a value. `DeltaLCounting::Window` is what its figure 3 computes: the rows in any interval of width 2
//! delta. The paper claims that both survive merging. That is true for the window only: {40,60} and
//! {50,80} with delta = 7.5 have l = 2 by the definition, their union has 4/3. The window is
//! therefore the necessary condition by which searches prune the definition. Figure 3 accepts a
//! class of one row for any l; here its l is 1.
//!
//! Manual page: `docs/models/delta-l-diversity.md`.

use incrowd_terms::{DeltaL, DeltaLCounting, DeltaLDiversity, Fraction, Radius};

use super::ModelContext;
use super::near::{Near, Sides};
use super::reach::ValueReach;

pub(super) fn near(asked: &DeltaLDiversity, setting: &ModelContext<'_>) -> Near {
    let DeltaLDiversity { column, delta_l } = asked.clone();
    let demand = move |l: Fraction| {
        let delta_l = DeltaL { l, ..delta_l };
        DeltaLDiversity { column: column.clone(), delta_l }.into()
    };
    Near {
        secret: setting.secret,
        reach: ValueReach::new(setting.numbers, Radius::Absolute(delta_l.delta), 2),
        sides: match delta_l.mode {
            DeltaLCounting::Definition => Sides::Both,
            DeltaLCounting::Window => Sides::One,
        },
        part: delta_l.l,
        demand: Box::new(demand),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ClassCounts, Histogram, Model, PublishedTable};
    use super::*;
    use incrowd_terms::{Kind, Scalar};

    /// Whether a class of these numbers holds.
    fn holds(numbers: &[u32], delta: &str, mode: DeltaLCounting) -> bool {
        let domain: Vec<Option<Scalar>> =
            (0..100).map(|n: u32| Kind::Integer.read(&n.to_string())).collect();
        let delta_l = DeltaL { delta: delta.parse().unwrap(), l: Fraction::from(2), mode };
        let asked = DeltaLDiversity { column: "s".into(), delta_l };
        let model = near(&asked, &ModelContext { numbers: &domain, ..ModelContext::default() });
        let counts = vec![1; numbers.len()];
        let secrets = [Histogram { values: numbers, counts: &counts }];
        let rows = numbers.len() as u64;
        let whole = PublishedTable::of_rows(rows, Vec::new());
        model.holds(&ClassCounts::of_rows(rows, 0, &secrets, &[]), &whole)
    }

    #[test]
    fn paper_003_is_wrong_that_the_definition_is_monotone() {
        let classes: [&[u32]; 3] = [&[40, 60], &[50, 80], &[40, 50, 60, 80]];
        let by = |mode| classes.map(|class| holds(class, "7.5", mode));
        assert_eq!(by(DeltaLCounting::Definition), [true, true, false]);
        assert_eq!(by(DeltaLCounting::Window), [true, true, true]);
    }

    #[test]
    fn paper_003_is_wrong_about_a_class_of_one_row() {
        for mode in DeltaLCounting::ALL {
            assert!(!holds(&[7], "1", mode), "{}", mode.name());
        }
    }
}
