//! What a release shows together with earlier ones of the same people.

use incrowd_document::{AfterDocument, EarlierReleaseDocument};
use incrowd_terms::Guarantee;

use super::layout::{FactList, list, prose, table};
use crate::text::named;
use crate::{Grid, PageBlock, Tone, format};

/// The title of the section.
pub const TITLE: &str = "Together with earlier releases";

/// The earlier releases, the joint classes, and each demand measured on them.
pub fn blocks(document: Option<&AfterDocument>) -> Vec<PageBlock> {
    let Some(found) = document else { return Vec::new() };
    let names: Vec<&str> =
        found.releases.iter().map(|release| release.published.as_str()).collect();
    let mut blocks = vec![
        verdict(found),
        prose(format!(
            "Somebody who has {} as well can recognise rows of one release in another, by columns that both \
             publish or by their order. A joint class is made of the rows that stand in the same releases, and \
             there in the same classes. Rows that only some releases have are told apart, too.",
            named(&names)
        )),
    ];
    let mut facts = FactList::new();
    facts.figure("rows of all releases", Some(found.rows));
    facts.figure("people of all releases", found.people);
    facts.figure("rows that only this release has", Some(found.new_rows));
    facts.figure("joint classes", Some(found.classes));
    let counted = if found.people.is_some() { "people" } else { "rows" };
    facts.figure(&format!("{counted} of the smallest joint class"), found.k);
    let who = if found.people.is_some() { "who" } else { "that" };
    facts.figure(&format!("{counted} {who} are alone in a joint class"), Some(found.alone));
    let uncertain = Some(found.uncertain).filter(|&rows| rows > 0);
    facts.figure("rows that can be linked in several ways", uncertain);
    blocks.extend(facts.table("What the releases show together"));
    let mut demands = Grid::new(["demand", "demanded", "measured together", "holds"]);
    found.guarantees.iter().for_each(|guarantee| demands.row(row(guarantee, "")));
    for promise in &found.promises {
        demands.row(row(&promise.guarantee, &format!(" (demanded of {})", promise.published)));
    }
    blocks.extend(table("Every demand, measured on joint classes", demands));
    let mut releases = Grid::new([
        "release",
        "certificate",
        "rows",
        "in the table",
        "not any more",
        "lacks",
        "SHA-256",
    ]);
    for release in &found.releases {
        let EarlierReleaseDocument { certificate, published, sha256, rows, linked, gone, lacks } =
            release;
        let counts = [rows, linked, gone, lacks].map(u64::to_string);
        let names = [published.clone(), certificate.clone()];
        releases.row(names.into_iter().chain(counts).chain([sha256.clone()]));
    }
    blocks.extend(table("The earlier releases", releases));
    let worst = found.guarantees.iter().filter_map(|guarantee| guarantee.worst.clone());
    blocks.extend(list(worst.collect()));
    blocks
}

/// Whether the demands hold together.
fn verdict(found: &AfterDocument) -> PageBlock {
    let all = found.guarantees.len();
    let hold = found.guarantees.iter().filter(|guarantee| guarantee.holds).count();
    let broken = found.promises.iter().filter(|promise| !promise.guarantee.holds).count();
    let (tone, text) = match (hold == all, broken) {
        (false, _) => (
            Tone::Bad,
            format!("Together with the earlier releases, {hold} of {all} demands hold."),
        ),
        (true, 0) => (
            Tone::Good,
            format!(
                "Every demand holds together with the earlier releases, too ({hold} of {all})."
            ),
        ),
        (true, _) => (
            Tone::Careful,
            format!(
                "Every demand on this release holds together with the earlier ones, but {broken} of the demands on \
                 those does not any more."
            ),
        ),
    };
    PageBlock::Note(tone, text)
}

fn row(guarantee: &Guarantee, whose: &str) -> [String; 4] {
    let of = guarantee.column.as_ref().map_or(String::new(), |column| format!(" of {column}"));
    [
        format!("{}{of}{whose}", guarantee.model),
        format::plain(&guarantee.demanded),
        format::plain(&guarantee.measured),
        format::yes(guarantee.holds).to_owned(),
    ]
}
