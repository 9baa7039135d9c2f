//! Figures in the words of messages.

use incrowd_core::terms::Guarantee;
use incrowd_render::terminal::figure;

pub use incrowd_render::terminal::short;

/// Why a demand is not met.
pub fn sentence(guarantee: &Guarantee) -> String {
    let of = guarantee.column.as_ref().map_or(String::new(), |column| format!(" of {column}"));
    let worst = guarantee.worst.as_ref().map_or(String::new(), |worst| format!(": {worst}"));
    let (demanded, found) = (figure(&guarantee.demanded), figure(&guarantee.measured));
    format!(
        "{}{of} does not hold: {demanded} is demanded, {found} is measured{worst}",
        guarantee.model
    )
}
