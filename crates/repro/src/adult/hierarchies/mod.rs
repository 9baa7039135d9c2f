//! Our own hierarchies of the census table's columns, since the papers print none of theirs.
//!
//! Each file has one line per value, as users write them. Ages stand in intervals, which need no
//! file.

use incrowd_core::hierarchy::{HierarchyError, Spec, UnreadSpec};

/// The widths of the intervals that ages are generalized to.
const AGES: &str = "intervals:5,10,30";

/// The columns that have a hierarchy in a file, and the files.
const FILES: [(&str, &str); 8] = [
    ("workclass", include_str!("workclass.csv")),
    ("education", include_str!("education.csv")),
    ("marital-status", include_str!("marital-status.csv")),
    ("occupation", include_str!("occupation.csv")),
    ("relationship", include_str!("relationship.csv")),
    ("race", include_str!("race.csv")),
    ("sex", include_str!("sex.csv")),
    ("native-country", include_str!("native-country.csv")),
];

/// The hierarchy of a column; for a column that we made none for, its values or `*`.
///
/// # Errors
/// If a hierarchy of ours is wrong.
pub fn of(column: &str) -> Result<Spec, HierarchyError> {
    if column == "age" {
        return Ok(match Spec::parse(AGES)? {
            UnreadSpec::Ready(spec) => spec,
            UnreadSpec::File { .. } => Spec::flat(),
        });
    }
    let file = FILES.iter().find(|(name, _)| *name == column);
    Ok(file.map_or_else(Spec::flat, |(name, text)| Spec::chains(format!("{name}.csv"), *text)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use incrowd_core::hierarchy::{Domain, Hierarchy, build};
    use incrowd_core::terms::{Kind, Nulls};

    use super::*;

    fn grown(column: &str, values: &[&str]) -> Hierarchy {
        let values: Vec<(String, u64)> = values.iter().map(|&text| (text.to_owned(), 1)).collect();
        let kind = Kind::infer(values.iter().map(|(text, _)| text.as_str()));
        let domain = Domain { column, kind, values: &values, nulls: &Nulls::default() };
        build(&of(column).unwrap(), &domain).unwrap()
    }

    #[test]
    fn every_file_is_a_hierarchy() {
        let shape = |(column, text): &(&str, &str)| {
            let values: Vec<&str> =
                text.lines().filter_map(|line| line.split(';').next()).collect();
            let hierarchy = grown(column, &values);
            (hierarchy.leaves(), hierarchy.height())
        };
        let shapes = [(8, 2), (16, 3), (7, 2), (14, 2), (6, 2), (5, 1), (2, 1), (41, 2)];
        assert_eq!(FILES.each_ref().map(shape), shapes);
    }

    #[test]
    fn ages_stand_in_intervals_and_unknown_columns_are_flat() {
        let ages = grown("age", &["17", "38", "90"]);
        assert_eq!(ages.chain(1), ["38", "[35,40)", "[30,40)", "[30,60)", "*"]);
        assert_eq!(grown("income", &["<=50K", ">50K"]).height(), 1);
    }
}
