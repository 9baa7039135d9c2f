//! # (eps,m)-anonymity
//!
//! **Promises** that of the rows of any class at most one m-th have a secret near that of any one
//! row: within eps of it, or within a share of its own magnitude (`10%`). Nobody's number can then
//! be told to within eps with a better chance than 1 in m, if the guess is a number of the class.
//!
//! **Against** someone who knows that a person is in the table and wants the secret number, not to
//! the last digit but well enough. Counting distinct values does not help there: 490, 500 and 510
//! are three values and one answer.
//!
//! **Not promised** anything about guesses between the numbers of a class, which can be near more
//! of them than m allows: of 40 and 60 neither is within 15 of the other, and 50 is of both. Use
//! `delta-l` for that.
//!
//! **Example** with eps = 15 the class {40,60} has m = 2, {40,50,60} has m = 1 because all are near
//! 50, and {500,600,700} with eps = 10 has m = 3.
//!
//! `incrowd release salaries.csv --qi age,zip --sensitive salary --k 5 --proximity salary=1000,2 -o out.csv`
//!
//! **Defined** by Li, Tao and Xiao (2008) as Zare-Mirakabad, definition 2, retells it: for every
//! value x of a class, m times the rows with a value within eps (relative: eps |x|) of x is at most
//! the rows of the class. m may be a fraction; eps = 0 and m = 1 are legal.
//!
//! **Deviations** for negative numbers the relative distance is a share of |x|, which
//! Zare-Mirakabad writes as x. Dates are numbers of days, and a relative eps makes no sense of
//! them. Missing values are near each other and nothing else. Everything is decided in whole
//! numbers.
//!
//! **Cost** one pass over the values of a class, after the column is sorted once. Not monotone:
//! {40,60} and {50,80} hold for (15,2), their union does not. A search prunes by a condition that
//! is: no value's *shadow* (what lies within eps below it; towards zero where eps is relative)
//! holds more than one m-th of the class. With `--deal` and a whole m, that is also enough
//! (`dealing`).

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
