//! (eps,m)-anonymity (Li, Tao & Xiao 2008): for every value of a class, at most 1/m of the rows
//! have a value within eps of it, absolute or relative.
//!
//! Not monotone: {40,60} and {50,80} hold for (15,2), their union does not. `reach.rs` gives
//! the merge-monotone necessary condition that searches use: no shadow of a value contains more
//! than 1/m of the class.
//!
//! Deviations from Zare-Mirakabad's definition 2: a relative distance is a share of |x|, not of x;
//! dates are numbers of days; missing values are near each other only.
//!
//! Manual page: `docs/models/eps-m-anonymity.md`.

use incrowd_terms::{EpsMAnonymity, Fraction, Proximity};

use super::ModelContext;
use super::near::{Near, Sides};
use super::reach::ValueReach;

pub(super) fn near(asked: &EpsMAnonymity, setting: &ModelContext<'_>) -> Near {
    let EpsMAnonymity { column, proximity } = asked.clone();
    let demand = move |m: Fraction| {
        let proximity = Proximity { m, ..proximity };
        EpsMAnonymity { column: column.clone(), proximity }.into()
    };
    Near {
        secret: setting.secret,
        reach: ValueReach::new(setting.numbers, proximity.radius, 1),
        sides: Sides::Both,
        part: proximity.m,
        demand: Box::new(demand),
    }
}
