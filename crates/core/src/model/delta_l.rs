//! # (delta,l)-diversity
//!
//! **Promises** that at most 1/l of the rows of any class have similar secrets. Two numbers are
//! similar if they are within 2 delta of each other. Mode `definition` counts, for each number of
//! the class, all similar numbers on both sides. Mode `window` counts the numbers in any interval
//! of width 2 delta.
//!
//! **Against** someone who knows that a person is in the table and wants the secret number to
//! within delta, for any guess: `window` bounds exactly the probability that a guess is right to
//! within delta. `definition` is stricter.
//!
//! **Not promised** that a class resembles the rest of the table. All its salaries may be high, and
//! an attacker learns that (`t-closeness` with `ordered`).
//!
//! **Example** with delta = 7.5 the class {40,60} has l = 2 by both; {40,50,60} has l = 1 by
//! `definition`, since all are within 15 of 50, and 3/2 by `window`, since no interval of width 15
//! holds all three.
//!
//! `incrowd release salaries.csv --qi age,zip --sensitive salary --k 5 --delta-l salary=500,2 -o out.csv`
//!
//! **Defined** by Zare-Mirakabad in two different ways: `definition` is definition 5, and `window`
//! is what the algorithm in figure 3 computes. l may be a fraction.
//!
//! **Deviations** Zare-Mirakabad claims that the union of two classes that hold also holds. For
//! definition 5 this is false: {40,60} and {50,80} with delta = 7.5 have l = 2, their union has 4/3
//! (definition 5 is (2 delta, l)-anonymity, see `eps-m`). For `window` it is true. Figure 3 accepts
//! a class of one row for any l; here its l is 1. Dates are numbers of days, missing values are
//! similar only to each other, and all decisions use integers.
//!
//! **Cost** one pass over the values of a class, after the column is sorted once: for a million
//! salaries, half of what sorting them costs. `window` is merge-monotone; `definition` is not, and
//! is pruned with `window` as the necessary condition. With `--deal` and a whole l, `window` is
//! enough for `definition` in every group (`dealing`).

use incrowd_terms::{Alike, DeltaL, DeltaLDiversity, Fraction, Radius};

use super::Setting;
use super::near::{Near, Sides};
use super::reach::Reach;

pub(super) fn near(asked: &DeltaLDiversity, setting: &Setting<'_>) -> Near {
    let DeltaLDiversity { column, delta_l } = asked.clone();
    let demand = move |l: Fraction| {
        let delta_l = DeltaL { l, ..delta_l };
        DeltaLDiversity { column: column.clone(), delta_l }.into()
    };
    Near {
        secret: setting.secret,
        reach: Reach::new(setting.numbers, Radius::Absolute(delta_l.delta), 2),
        sides: match delta_l.mode {
            Alike::Definition => Sides::Both,
            Alike::Window => Sides::One,
        },
        part: delta_l.l,
        demand: Box::new(demand),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ClassCounts, Histogram, Model, Whole};
    use super::*;
    use incrowd_terms::{Kind, Scalar};

    /// Whether a class of these numbers holds.
    fn holds(numbers: &[u32], delta: &str, mode: Alike) -> bool {
        let domain: Vec<Option<Scalar>> =
            (0..100).map(|n: u32| Kind::Integer.read(&n.to_string())).collect();
        let delta_l = DeltaL { delta: delta.parse().unwrap(), l: Fraction::from(2), mode };
        let asked = DeltaLDiversity { column: "s".into(), delta_l };
        let model = near(&asked, &Setting { numbers: &domain, ..Setting::default() });
        let counts = vec![1; numbers.len()];
        let secrets = [Histogram { values: numbers, counts: &counts }];
        let rows = numbers.len() as u64;
        let whole = Whole::of_rows(rows, Vec::new());
        model.holds(&ClassCounts::of_rows(rows, 0, &secrets, &[]), &whole)
    }

    #[test]
    fn paper_003_is_wrong_that_the_definition_is_monotone() {
        let classes: [&[u32]; 3] = [&[40, 60], &[50, 80], &[40, 50, 60, 80]];
        let by = |mode| classes.map(|class| holds(class, "7.5", mode));
        assert_eq!(by(Alike::Definition), [true, true, false]);
        assert_eq!(by(Alike::Window), [true, true, true]);
    }

    #[test]
    fn paper_003_is_wrong_about_a_class_of_one_row() {
        for mode in Alike::ALL {
            assert!(!holds(&[7], "1", mode), "{}", mode.name());
        }
    }
}
