//! What every page begins with: what the report describes, and so who may see it. It is no verdict, so it
//! has no colour. A report on the
//! original table tells more than a published table may; a certificate leaves that out.

use crate::{PageBlock, Tone};

const MEASURED: &str =
    "This report describes the table that was measured, and is as confidential as that table.";

/// The banner of a page about an original table.
pub fn original() -> PageBlock {
    confidential(
        "For the file, not for publication: this report describes the original table, and may tell more \
         about people than a published table may.",
    )
}

/// The banner of a page about a table that was measured.
pub fn measured() -> PageBlock {
    confidential(MEASURED)
}

/// The banner of a page about an attack.
pub fn attack(lists_people: bool) -> PageBlock {
    let listed =
        if lists_people { " It lists the most exposed people of the register." } else { "" };
    confidential(&format!(
        "For the file, not for publication: this report describes what an adversary gets from the \
         published table and a register of the population.{listed}"
    ))
}

/// The banner of a page about guesses without a register.
pub fn guesses() -> PageBlock {
    confidential(
        "For the file, not for publication: this report describes what an attacker gets from the published \
         table without a register, and was measured with the original.",
    )
}

/// The banner of a certificate of a published table.
pub fn certificate() -> PageBlock {
    confidential(
        "This is a certificate: it may go out with the published table. It holds what can be computed from the \
         published table, public files and the options, of the original only its number of rows, and which kinds of \
         risks were found.",
    )
}

/// The banner of a certificate of a check.
pub fn check_certificate() -> PageBlock {
    confidential(&format!("This is a certificate. {MEASURED}"))
}

fn confidential(text: &str) -> PageBlock {
    PageBlock::Note(Tone::Neutral, text.to_owned())
}
