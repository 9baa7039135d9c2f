//! What a tuple loses at least, whatever class it ends up in.
//!
//! A tuple that cannot be a class of its own shares one with others, and a box with both ends of a
//! pair loses what the pair loses. So the others are taken in from the nearest on, until all of them
//! together could make up what the tuple lacks: more rows, more people, people without rows for a
//! presence that is too high, or rows for one that is too low. Those that would make it worse need
//! not be in the class and are not counted.

use incrowd_terms::Fraction;

use super::Field;

/// More tuples than this are not paired up: nothing is claimed of them.
const MOST: usize = 4096;

/// The least loss of each tuple.
pub(super) fn floors(field: &Field<'_>) -> Vec<f64> {
    if field.tuples() > MOST {
        return vec![0.0; field.tuples()];
    }
    (0..field.tuples() as u32).map(|tuple| floor(field, tuple)).collect()
}

fn floor(field: &Field<'_>, tuple: u32) -> f64 {
    if field.holds(&[tuple]) {
        return 0.0;
    }
    let pair = |other: u32| -> f64 {
        let codes = field.codes(tuple).iter().zip(field.codes(other));
        let losses =
            codes.zip(field.rulers()).map(|((&a, &b), ruler)| ruler.loss(a.min(b), a.max(b)));
        losses.sum()
    };
    let others = (0..field.tuples() as u32).filter(|&other| other != tuple);
    let mut others: Vec<(f64, u32)> = others.map(|other| (pair(other), other)).collect();
    others.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut needs = Needs::of(field, tuple);
    for (loss, other) in others {
        needs.take(field, other);
        if needs.are_met(field) {
            return loss;
        }
    }
    // Nothing makes up for it: then there is no partition, and any claim is true.
    0.0
}

/// What a class around a tuple could have.
struct Needs {
    published: bool,
    rows: u64,
    people: u64,
    /// How far below the greatest presence, and above the least, in parts of a person.
    below: i128,
    above: i128,
}

impl Needs {
    fn of(field: &Field<'_>, tuple: u32) -> Self {
        let (rows, people) = (field.rows()[tuple as usize], field.people()[tuple as usize]);
        let (below, above) = slack(field, rows, people);
        Needs { published: rows > 0, rows, people, below, above }
    }

    fn take(&mut self, field: &Field<'_>, tuple: u32) {
        let (rows, people) = (field.rows()[tuple as usize], field.people()[tuple as usize]);
        let (below, above) = slack(field, rows, people);
        self.rows += rows;
        self.people += people;
        self.below += below.max(0);
        self.above += above.max(0);
    }

    fn are_met(&self, field: &Field<'_>) -> bool {
        let gate = field.gate();
        let counts = self.rows >= gate.rows && self.people >= gate.people;
        let presence = self.below >= 0 && self.above >= 0;
        presence && self.people >= gate.everyone && (!self.published || counts)
    }
}

/// `most * people - rows` and `rows - least * people`, each in parts of its denominator.
fn slack(field: &Field<'_>, rows: u64, people: u64) -> (i128, i128) {
    let Some((least, most)) = field.gate().presence else { return (0, 0) };
    let rows_over = |share: Fraction| i128::from(share.denominator()) * i128::from(rows);
    let people_over = |share: Fraction| i128::from(share.numerator()) * i128::from(people);
    (people_over(most) - rows_over(most), rows_over(least) - people_over(least))
}
