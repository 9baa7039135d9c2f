//! # (eps,m)-anonymity
//!
//! **Promises** that for any row, at most 1/m of the rows of its class have a secret near its own:
//! within eps, or within a share of its magnitude (`10%`). An attacker who guesses a number of the
//! class is right to within eps with a probability of at most 1/m.
//!
//! **Against** someone who knows that a person is in the table and wants to know the secret number
//! approximately. Counting distinct values does not prevent that: 490, 500 and 510 are three
//! values, but almost the same number.
//!
//! **Not promised** protection against guesses between the numbers of a class: 40 and 60 are not
//! within 15 of each other, but 50 is within 15 of both. Use `delta-l` for that.
//!
//! **Example** with eps = 15 the class {40,60} has m = 2, {40,50,60} has m = 1 because all are near
//! 50, and {500,600,700} with eps = 10 has m = 3.
//!
//! `incrowd release salaries.csv --qi age,zip --sensitive salary --k 5 --proximity salary=1000,2 -o out.csv`
//!
//! **Defined** by Li, Tao and Xiao (2008), as cited by Zare-Mirakabad, definition 2: for every
//! value x of a class, m times the rows with a value within eps (relative: eps |x|) of x is at most
//! the rows of the class. m may be a fraction; eps = 0 and m = 1 are legal.
//!
//! **Deviations** for negative numbers the relative distance is a share of |x|, which
//! Zare-Mirakabad writes as x. Dates are numbers of days, for which a relative eps is not allowed.
//! Missing values are near each other and nothing else. All decisions use integers.
//!
//! **Cost** one pass over the values of a class, after the column is sorted once. Not monotone:
//! {40,60} and {50,80} hold for (15,2), their union does not. A search prunes by a monotone
//! condition: no *shadow* of a value (the values within eps below it; towards zero if eps is
//! relative) contains more than 1/m of the class. With `--deal` and an integer m, this is also
//! sufficient (`dealing`).

use incrowd_terms::{EpsMAnonymity, Fraction, Proximity};

use super::Setting;
use super::near::{Near, Sides};
use super::reach::Reach;

pub(super) fn near(asked: &EpsMAnonymity, setting: &Setting<'_>) -> Near {
    let EpsMAnonymity { column, proximity } = asked.clone();
    let demand = move |m: Fraction| {
        let proximity = Proximity { m, ..proximity };
        EpsMAnonymity { column: column.clone(), proximity }.into()
    };
    Near {
        secret: setting.secret,
        reach: Reach::new(setting.numbers, proximity.radius, 1),
        sides: Sides::Both,
        part: proximity.m,
        demand: Box::new(demand),
    }
}
