//! Safe harbor: golden vectors, what is refused, and ages counted day by day.

use incrowd_columns::identifier::{Content, Identifier};
use incrowd_columns::safe_harbor::{
    AgeError, DateError, ReferenceDay, Treatment, Zip3, ZipError, age, birth, year,
};
use proptest::prelude::*;
use serde_json::Value;

fn day(text: &str) -> ReferenceDay {
    text.parse().unwrap()
}

/// The table of populations of a vector; the area that it calls missing is left out.
fn areas(populations: &Value) -> Zip3 {
    let populations = populations.as_object().unwrap();
    let known =
        populations.iter().filter_map(|(area, people)| Some((area.as_str(), people.as_u64()?)));
    Zip3::with_populations(known).unwrap()
}

#[test]
fn golden_vectors() {
    let golden: Value = serde_json::from_str(include_str!("golden/hipaa.json")).unwrap();
    let cases = golden["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 12);
    for case in cases {
        let input = &case["input"];
        let found = if let Some(zip) = input["zip"].as_str() {
            areas(&input["zip3_population"]).zip3(zip).unwrap()
        } else if let Some(years) = input["age"].as_u64() {
            age(&years.to_string()).unwrap()
        } else {
            let reference = day(input["reference_date"].as_str().unwrap());
            birth(input["birth_date"].as_str().unwrap(), reference).unwrap()
        };
        assert_eq!(found, case["expected"]["out"].as_str().unwrap(), "{case}");
    }
}

/// Areas that had few people in any census since 2000, that are near the limit in 2020, or that the
/// census does not know.
#[test]
fn small_and_unknown_areas_are_hidden() {
    let census = Zip3::census();
    let zips = (1..1000).map(|area| format!("{area:03}"));
    let told: Vec<String> =
        zips.filter(|area| census.zip3(&format!("{area}01")).unwrap() == *area).collect();
    let hidden = "005 036 059 063 090 102 202 203 204 205 369 556 576 692 753 772 790 821 823 830 \
                  831 878 879 884 890 893 999";
    assert!(hidden.split_whitespace().all(|area| !told.contains(&area.to_owned())));
    // Of the 894 areas of the census of 2020.
    assert_eq!(told.len(), 869);
}

#[test]
fn zip_codes_in_all_forms() {
    let census = Zip3::census();
    for zip in ["02138", "02138-1234", "02138 1234", "021381234", "021", " 02138 ", "000"] {
        assert_eq!(census.zip3(zip).unwrap(), if zip == "000" { "000" } else { "021" }, "{zip}");
    }
    for zip in ["2138", "2138-1234", "21381234"] {
        let error = census.zip3(zip).unwrap_err();
        assert!(matches!(error, ZipError::LostZero { .. }), "{zip}");
        assert!(error.to_string().contains(&format!("write 0{zip}")), "{error}");
    }
    for zip in [
        "",
        "2",
        "0213",
        "02138-",
        "02138-12",
        "02138-12345",
        "0213A",
        "SW1A 1AA",
        "02138.0",
        "-2138",
        "021-1234",
        "1234567",
        "٠٢١٣٨",
        "021 38",
        "021381234 1234",
    ] {
        let error = census.zip3(zip).unwrap_err();
        let lost = matches!(error, ZipError::LostZero { .. });
        assert_eq!(lost, zip == "0213", "{zip}: {error}");
    }
}

#[test]
fn tables_of_populations_are_checked() {
    let areas =
        Zip3::with_populations([("021", 20_001), ("022", 20_000), ("021", 20_001)]).unwrap();
    let zip3 = |zip| areas.zip3(zip).unwrap();
    assert_eq!(
        (zip3("02138"), zip3("02201"), zip3("90210")),
        ("021".into(), "000".into(), "000".into())
    );
    let error = Zip3::with_populations([("021", 1), ("021", 2)]).unwrap_err();
    assert_eq!(error.to_string(), "the area 021 has two populations: 1 and 2");
    for area in ["21", "02138", "02a", "", "é1"] {
        assert!(Zip3::with_populations([(area, 1)]).is_err(), "{area}");
    }
}

#[test]
fn ages_over_89_are_not_told() {
    for (written, published) in [
        ("0", "0"),
        ("0.5", "0.5"),
        ("047", "047"),
        ("89.5", "89.5"),
        ("89.999", "89.999"),
        ("90.0", "90+"),
        ("130", "90+"),
        ("90+", "90+"),
        (">89", "90+"),
        (">=90", "90+"),
        ("≥90", "90+"),
        ("95+", "90+"),
        ("85+", "85+"),
        ("45-49", "45-49"),
        ("80-89", "80-89"),
        ("85-94", "85+"),
        ("90-94", "90+"),
        (" 91 ", "90+"),
        ("00", "00"),
    ] {
        assert_eq!(age(written).unwrap(), published, "{written}");
    }
    for strange in ["", "old", "45y", "49-45", "+", "-", "1-2-3", "9O", "90++", "5 months"] {
        assert!(matches!(age(strange), Err(AgeError::NotAnAge { .. })), "{strange}");
    }
    for impossible in ["-1", "131", "999", "40-999", "999+"] {
        assert!(matches!(age(impossible), Err(AgeError::Impossible { .. })), "{impossible}");
    }
}

#[test]
fn dates_become_years() {
    for date in [
        "2006-06-30",
        "2006-06-30T10:15:00Z",
        "06/30/2006",
        "30.6.2006",
        "30 Jun 2006",
        "2006-06",
        "2006",
        "20060630",
    ] {
        assert_eq!(year(date).unwrap(), "2006", "{date}");
    }
    assert!(matches!(year("06/30/06"), Err(DateError::ShortYear { .. })));
    for strange in ["", "yesterday", "2006-02-30", "200", "20061", "June"] {
        assert!(matches!(year(strange), Err(DateError::NotADate { .. })), "{strange}");
    }
}

#[test]
fn births_do_not_tell_an_age_over_89() {
    let born = |date, reference| birth(date, day(reference)).unwrap();
    // In April 1916 or in July: the person may be 90.
    assert_eq!(born("07/04/1916", "2006-05-01"), "90+");
    assert_eq!(born("1916-07-04", "2006-05-01"), "1916");
    assert_eq!(born("1916", "2006-01-01"), "90+");
    assert_eq!(born("1917", "2006-12-31"), "1917");
    assert_eq!(born("1916-07", "2006-06-30"), "1916");
    assert_eq!(born("1916-02-29", "2006-02-28"), "90+");
    assert_eq!(born("1916-02-29", "2006-02-27"), "1916");
    assert_eq!(born("2006-06-30", "2006-06-30"), "2006");
    assert_eq!(born("2006", "2006-06-30"), "2006");
    let error = birth("2006-07-01", day("2006-06-30")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the birth '2006-07-01' is after the day of reference, 2006-06-30"
    );
    assert!(birth("2007", day("2006-06-30")).is_err());
    assert_eq!(born("9990-01-01", "9999-12-31"), "9990");
    for reference in ["", "2006", "2006-13-01", "30.6.2006", "2006-06-30T00:00"] {
        assert!(reference.parse::<ReferenceDay>().is_err(), "{reference}");
    }
}

#[test]
fn every_content_has_a_treatment() {
    let treated = |content| Treatment::of(Some(content));
    assert_eq!(treated(Content::Zip), Treatment::Zip3);
    assert_eq!(treated(Content::BirthDate), Treatment::BirthYear);
    assert_eq!(treated(Content::BirthYear), Treatment::BirthYear);
    assert_eq!(treated(Content::DeathDate), Treatment::Year);
    assert_eq!(treated(Content::EventDate), Treatment::Year);
    assert_eq!(treated(Content::Age), Treatment::Age);
    for content in [
        Content::PersonName,
        Content::City,
        Content::County,
        Content::Coordinates,
        Content::DatePart,
        Content::Code,
        Content::FreeText,
        Content::Network,
        Content::Photo,
    ] {
        assert_eq!(treated(content), Treatment::Drop, "{content}");
        assert!(!Treatment::reason(Some(content)).is_empty());
    }
    assert_eq!(Treatment::of(None), Treatment::Keep);
    assert_eq!(Content::FreeText.identifier(), None);
    assert_eq!(Content::County.identifier(), Some(Identifier::Geography));
}

/// Completed years by counting: one less while the birthday of the year is still to come.
fn completed(born: (i32, i32, i32), on: (i32, i32, i32)) -> i32 {
    on.0 - born.0 - i32::from((on.1, on.2) < (born.1, born.2))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn ages_are_completed_years(
        born in (1900..2000i32, 1..=12i32, 1..=28i32), on in (2000..2100i32, 1..=12i32, 1..=28i32),
    ) {
        let written = |(year, month, day)| format!("{year:04}-{month:02}-{day:02}");
        let found = birth(&written(born), day(&written(on))).unwrap();
        let year = born.0.to_string();
        prop_assert_eq!(found, if completed(born, on) >= 90 { "90+" } else { &year });
    }

    /// A year of birth is told only if nobody born in it can be 90.
    #[test]
    fn years_of_birth_are_told_with_care(born in 1850..2000i32, on in 2000..2100i32) {
        let found = birth(&born.to_string(), day(&format!("{on}-06-30"))).unwrap();
        prop_assert_eq!(found == "90+", on - born >= 90);
    }

    #[test]
    fn nothing_panics(text in "\\PC{0,16}", numbers in "[0-9 .:/+>=-]{0,16}") {
        for text in [text, numbers] {
            let _ = (Zip3::census().zip3(&text), age(&text), year(&text));
            let _ = birth(&text, day("2006-06-30"));
            let _ = Zip3::with_populations([(text.as_str(), 1)]);
        }
    }
}
