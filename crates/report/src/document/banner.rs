//! What every page begins with: what the report describes, and so how far it may go. A report on the
//! original table tells more than a published one may; a certificate leaves that out.

use crate::{Block, Tone};

use super::Made;
use super::part::{Part, Read};

/// What the form of every certificate begins with.
const CERTIFICATE: &str = "incrowd-certificate-";

const ORIGINAL: &str = "For the file, not for publication: this report describes the original table, and may tell more \
     about people than a published table may.";

const CERTIFIED: &str = "This is a certificate: it may go out with the published table. It holds what can be computed from the \
     published table, public files and the options, and of the original only its number of rows.";

const MEASURED: &str =
    "This report describes the table that was measured, and is as confidential as that table.";

const ADVERSARY: &str = "For the file, not for publication: this report describes what an adversary gets from the \
     published table and a register of the population.";

const LISTED: &str = " It lists the most exposed people of the register.";

/// Whether a document is a certificate.
pub fn is_certificate(whole: &Part<'_>) -> Read<bool> {
    Ok(whole.text("schema")?.is_some_and(|schema| schema.starts_with(CERTIFICATE)))
}

/// The banner of a page.
pub fn banner(made: Made, whole: &Part<'_>) -> Read<Block> {
    let certificate = is_certificate(whole)?;
    let text = match made {
        Made::Release | Made::Explore | Made::Scan | Made::Mask if certificate => {
            CERTIFIED.to_owned()
        }
        Made::Release | Made::Explore | Made::Scan | Made::Mask => ORIGINAL.to_owned(),
        Made::Check if certificate => format!("This is a certificate. {MEASURED}"),
        Made::Check => MEASURED.to_owned(),
        Made::Attack if whole.list("worst")?.is_empty() => ADVERSARY.to_owned(),
        Made::Attack => format!("{ADVERSARY}{LISTED}"),
    };
    Ok(Block::Note(Tone::Careful, text))
}
