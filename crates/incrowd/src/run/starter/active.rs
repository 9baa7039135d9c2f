//! Which quasi-identifiers a first release generalizes.
//!
//! Every quasi-identifier costs detail in all others, so a professional names few key variables: those
//! that others are likely to know and that single people out. The rest is a question to the steward.

use incrowd_columns::identify::{Role, is_known_trait};
use incrowd_core::terms::Kind;

use crate::scan::{Scan, ScannedColumn};

/// Quasi-identifiers that are generalized at most.
const MOST: usize = 10;

/// What becomes of the columns that may be quasi-identifiers.
pub struct ActiveColumns {
    /// Generalized, in the order of the table.
    pub active: Vec<usize>,
    /// Left out until the steward decides, because others are likely to know them.
    pub left_out: Vec<usize>,
    /// Published as they are, unless the steward says that others know them.
    pub questions: Vec<usize>,
}

impl ActiveColumns {
    pub fn of(scan: &Scan) -> ActiveColumns {
        let mut ranked = scan.with_role(Role::QuasiIdentifier);
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
        ActiveColumns { active, left_out, questions }
    }
}

/// Whether its name, its values or its kind say that others know it.
fn is_likely_known(column: &ScannedColumn) -> bool {
    column.evidence.is_some() || column.kind == Kind::Date || is_known_trait(&column.name)
}
