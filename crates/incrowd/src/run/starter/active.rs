//! Which quasi-identifiers a first release generalizes.
//!
//! Every quasi-identifier costs detail in all others, so a professional names few key variables: those
//! that others are likely to know and that single people out. The rest is a question to the steward.

use incrowd_columns::identify::{Role, SetMeasure, is_known_trait};
use incrowd_core::terms::Kind;

use crate::scan::{Scan, ScannedColumn};

/// Quasi-identifiers that are generalized at most.
const MOST: usize = 10;

/// With fewer rows per value than this, two columns can say the same by chance.
const ROWS_PER_VALUE: u64 = 10;

/// What becomes of the columns that may be quasi-identifiers.
pub struct ActiveColumns {
    /// Generalized, in the order of the table.
    pub active: Vec<usize>,
    /// Left out, because another one says the same: `education-num` beside `education`. With that one.
    pub repeats: Vec<(usize, usize)>,
    /// Left out until the steward decides, because others are likely to know them.
    pub left_out: Vec<usize>,
    /// Published as they are, unless the steward says that others know them.
    pub questions: Vec<usize>,
}

impl ActiveColumns {
    pub fn of(scan: &Scan) -> ActiveColumns {
        let (mut ranked, repeats) = apart(scan, &scan.with_role(Role::QuasiIdentifier));
        let rank = |place: usize| {
            let column = &scan.columns[place];
            (is_likely_known(column), column.entropy)
        };
        ranked.sort_by(|&one, &other| {
            let ((one_known, one_bits), (known, bits)) = (rank(one), rank(other));
            known.cmp(&one_known).then(bits.total_cmp(&one_bits)).then(one.cmp(&other))
        });
        let rest = ranked.split_off(MOST.min(ranked.len()));
        let (mut left_out, mut questions): (Vec<usize>, Vec<usize>) =
            rest.into_iter().partition(|&place| is_likely_known(&scan.columns[place]));
        let mut active = ranked;
        for places in [&mut active, &mut left_out, &mut questions] {
            places.sort_unstable();
        }
        ActiveColumns { active, repeats, left_out, questions }
    }
}

/// The columns of which no two say the same, and the others with those that say the same.
fn apart(scan: &Scan, places: &[usize]) -> (Vec<usize>, Vec<(usize, usize)>) {
    let (mut kept, mut repeats): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    for &place in places {
        let Some(at) = kept.iter().position(|&other| say_the_same(scan, other, place)) else {
            kept.push(place);
            continue;
        };
        // Numbers and dates generalize to ranges.
        let is_better = |place: usize| scan.columns[place].kind.is_ordered();
        let (mut better, mut other) = (kept[at], place);
        if is_better(other) && !is_better(better) {
            (better, other) = (other, better);
            repeats.iter_mut().filter(|(_, kept)| *kept == other).for_each(|pair| pair.1 = better);
        }
        kept[at] = better;
        repeats.push((other, better));
    }
    (kept, repeats)
}

/// Whether each value of one column stands beside one value of the other, and the other way round.
fn say_the_same(scan: &Scan, one: usize, other: usize) -> bool {
    let (first, second) = (&scan.columns[one], &scan.columns[other]);
    let enough = first.distinct > 1 && first.distinct * ROWS_PER_VALUE <= scan.sample.draw.rows;
    enough
        && first.distinct == second.distinct
        && SetMeasure::of(&scan.sample.columns, &[one, other]).classes() == first.distinct
}

/// Whether its name, its values or its kind say that others know it.
fn is_likely_known(column: &ScannedColumn) -> bool {
    column.evidence.is_some() || column.kind == Kind::Date || is_known_trait(&column.name)
}
