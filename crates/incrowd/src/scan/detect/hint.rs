//! What a release should be told about columns that it reads as text.

use incrowd_core::terms::{Kind, Nulls, option_with, quoted_name};

use crate::study::Study;

use super::column::ColumnForm;
use super::dates::DateFinding;
use super::numbers::NumberFinding;
use super::words;

/// Sentences about quasi-identifiers that are texts because of how their dates, numbers or missing
/// values are written, and would be kept or hidden as a whole. Columns with a hierarchy or a kind of
/// their own are what somebody said they are.
pub fn hints(study: &Study) -> Vec<String> {
    let plan = &study.plan;
    let qi = plan.qi.iter().zip(&study.encoded.hierarchies);
    let unsaid = qi.filter(|(name, _)| {
        let is_text = study.kinds.get(*name) == Some(&Kind::Text);
        is_text && !plan.hierarchies.contains_key(*name) && !plan.reading.kinds.contains_key(*name)
    });
    unsaid
        .filter_map(|(name, hierarchy)| {
            let leaves = (0..hierarchy.leaves() as u32).map(|leaf| hierarchy.leaf(leaf));
            hint(name, leaves, &plan.reading.nulls)
        })
        .collect()
}

/// What to say of a column with these values.
fn hint<'v>(name: &str, values: impl Iterator<Item = &'v str>, nulls: &Nulls) -> Option<String> {
    let mut form = ColumnForm::default();
    values.for_each(|value| form.add(value, |text| nulls.is_missing(text)));
    let missing = words::missing(std::slice::from_ref(&form));
    let column = quoted_name(name);
    let mut options: Vec<String> = missing.iter().map(|word| option_with("null", word)).collect();
    match (form.dates.finding(form.values), form.numbers.finding(form.values)) {
        (Some(DateFinding::Format(format) | DateFinding::ShortYear(format)), _) => {
            options.push(option_with("date-format", &format!("{column}={format}")));
        }
        (Some(DateFinding::Ambiguous(one, other)), _) => {
            let [one, other] = [one, other]
                .map(|format| option_with("date-format", &format!("{column}={format}")));
            options.push(format!("{one} or {other}"));
        }
        (None, Some(NumberFinding::Format { decimal, thousands })) => {
            let decimal = (decimal != '.').then_some(("decimal", decimal));
            let signs = decimal.into_iter().chain(thousands.map(|sign| ("thousands", sign)));
            options.extend(signs.map(|(key, sign)| option_with(key, &format!("{column}={sign}"))));
        }
        // Words for missing values make texts of numbers only.
        (None, _) if !form.is_numbers() => return None,
        (None, _) => {}
    }
    (!options.is_empty()).then(|| {
        format!(
            "'{name}' is read as text, and its values are kept or hidden as they are; it looks like dates or numbers: \
             {}",
            options.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(values: &[&str]) -> Option<String> {
        hint("x", values.iter().copied(), &Nulls::default())
    }

    #[test]
    fn formats_that_make_texts_of_values_are_named() {
        for (values, option) in [
            (&["31.12.1960", "01.02.1961"][..], "`date-format x = %d.%m.%Y`"),
            (&["01/02/1960", "03/04/1961"], "%m/%d/%Y"),
            (&["1.234,5", "12,5"], "`decimal x = ,`"),
            (&["31", "-", "40"], "`null = -`"),
        ] {
            let sentence = said(values).unwrap_or_default();
            assert!(sentence.contains(option), "{values:?}: {sentence}");
        }
        assert_eq!(said(&["north", "south", "NA"]), None);
        assert_eq!(said(&["a", "b"]), None);
    }
}
