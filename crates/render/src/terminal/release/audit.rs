//! What someone who knows the algorithm can rule out.

use incrowd_document::AuditDocument;
use incrowd_terms::Fraction;

use crate::terminal::style::STRONG;

/// What an audit means.
pub fn audit(audit: &AuditDocument, cut_short: bool) -> String {
    let AuditDocument { samples, reproduced, interval, presence } = audit;
    let Some([low, high]) = interval else {
        return format!(
            "\n{STRONG}Audit:{STRONG:#} no other set of members fits the release: it is certain who is in the table\n"
        );
    };
    let meaning = match (reproduced * 20 >= samples * 19, *reproduced == 0) {
        _ if cut_short => {
            "the search was cut short and its repetitions were not, so this says nothing: search without --time-limit"
        }
        (true, _) => {
            "whoever knows the algorithm learns hardly more from this release than others do"
        }
        (false, true) => {
            "whoever knows the algorithm can rule out nearly everybody else's membership: publish with --recoding randomised if that is to be feared"
        }
        (false, false) => {
            "whoever knows the algorithm can rule out the others, and so learn more than the deltas say: publish with --recoding randomised if that is to be feared"
        }
    };
    format!(
        "\n{STRONG}Audit:{STRONG:#} {reproduced} of {samples} other sets of members that fit the release lead to it\n\
         (with 95% confidence {:.1}% to {:.1}% of all others); among those that do, and the table's own,\n\
         presence is {} to {};\n{meaning}\n",
        100.0 * low,
        100.0 * high,
        plain(&presence.min),
        plain(&presence.max),
    )
}

/// A fraction as a decimal where that is exact.
fn plain(fraction: &str) -> String {
    fraction.parse::<Fraction>().map_or_else(|_| fraction.to_owned(), |exact| exact.plain())
}
