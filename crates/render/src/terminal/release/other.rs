//! Releases that generalize nothing, and demands that no release meets.

use incrowd_document::{NearestDemand, People, ReleaseDocument};

use super::{people, place};
use crate::terminal::learned::learned;
use crate::terminal::style::{FAINT, STRONG};
use crate::terminal::words::{short, verdict, verdicts};

/// A release by Anatomy: sensitive values by group in a table of their own.
pub fn anatomy(document: &ReleaseDocument) -> String {
    let places = match (&document.output, document.secrets.as_ref().and_then(Option::as_ref)) {
        (Some(table), Some(secrets)) => {
            Some(format!("{STRONG}{table}{STRONG:#} and {STRONG}{secrets}{STRONG:#}"))
        }
        _ => None,
    };
    let mut text = format!(
        "{}: {} rows, their secrets in {} groups\n{}\n",
        place(places, document),
        document.rows.unwrap_or_default().published,
        document.classes.flatten().unwrap_or_default(),
        people(document)
    );
    for (demand, guarantee) in document.demands.iter().zip(&document.guarantees) {
        text += &verdict(demand, guarantee);
        text += &format!("  {FAINT}against {}{FAINT:#}\n", guarantee.against);
    }
    text += &learned(document.learned.as_deref().unwrap_or_default(), document.presence.is_some());
    let searched = document.search.among.is_some();
    let loss = document.cost.as_ref().and_then(|cost| cost.loss).filter(|_| searched);
    if let Some(loss) = loss {
        text += &format!("\nloss of the quasi-identifiers {}\n", short(loss));
    }
    text
}

/// A release of people who were drawn at random.
pub fn randomised(document: &ReleaseDocument) -> String {
    let rows = document.rows.unwrap_or_default();
    let (members, others) = document.draw.map_or((0, 0), |draw| (draw.members, draw.others));
    format!(
        "{STRONG}{} people published{STRONG:#}, drawn at random: {members} of the {} members, {others} of the {} others\n\n{}\n  \
         {FAINT}against someone who has the register and knows these numbers and the algorithm; rows of people\n  \
         who are not in the table are among those published, and only quasi-identifiers are{FAINT:#}\n",
        rows.published,
        rows.input,
        document
            .people
            .and_then(People::of_register)
            .unwrap_or_default()
            .saturating_sub(rows.input),
        verdicts(&document.demands, &document.guarantees)
    )
}

/// That there is no release, and which demands one would meet.
pub fn refused(document: &ReleaseDocument, nearest: &[NearestDemand]) -> String {
    let words: Vec<&str> = nearest.iter().filter_map(|near| near.demand.as_deref()).collect();
    match document.recoding.as_str() {
        "anatomy" if document.search.among.is_none() => match words.as_slice() {
            [] => "Nothing published: no demand of this kind can be met\n".to_owned(),
            words => {
                format!("Nothing published: the nearest that can be met is {}\n", words.join(", "))
            }
        },
        "randomised" => {
            format!("Nothing published. Nearest demand that could be met: {}\n", words.join("; "))
        }
        _ => {
            format!("Nothing published. Nearest demands that could be met: {}\n", words.join("; "))
        }
    }
}
