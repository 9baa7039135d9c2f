//! Zip codes to three digits where enough people share them.
//!
//! The rule keeps the first three digits where, by the census, more than 20,000 people live in all
//! areas that begin with them, and wants 000 elsewhere. The populations are the steward's to bring;
//! without them the areas of the census of 2000 serve, which are outdated but what the rule's own
//! guidance lists.

use std::collections::BTreeMap;

/// Areas with this many people or fewer are not told.
const FEW: u64 = 20_000;

/// What stands for every area with few people.
const NOWHERE: &str = "000";

/// The seventeen areas with few people in the census of 2000.
const CENSUS_2000: [&str; 17] = [
    "036", "059", "063", "102", "203", "556", "692", "790", "821", "823", "830", "831", "878",
    "879", "884", "890", "893",
];

/// Why a zip code, or a table of populations, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZipError {
    /// Not a zip code.
    #[error("'{value}' is no zip code; right would be 02138, 02138-1234 or 021")]
    NotAZip {
        /// As it was written.
        value: String,
    },
    /// A zip code that was kept as a number.
    #[error(
        "the zip code '{value}' has {digits} digits: it lost its leading zeros; write 0{value}"
    )]
    LostZero {
        /// As it was written.
        value: String,
        /// How many it has.
        digits: usize,
    },
    /// An area that is not three digits.
    #[error("'{value}' is no area; right would be the three first digits of a zip code, as 021")]
    NotAnArea {
        /// As it was written.
        value: String,
    },
    /// An area with two populations.
    #[error("the area {area} has two populations: {first} and {second}")]
    TwoPopulations {
        /// Its three digits.
        area: String,
        /// One population.
        first: u64,
        /// Another.
        second: u64,
    },
}

/// Which areas have more than 20,000 people.
///
/// ```
/// use incrowd_core::safe_harbor::Zip3;
/// let census = Zip3::census_2000();
/// assert_eq!(census.zip3("02138").unwrap(), "021");
/// assert_eq!(census.zip3("03601-1234").unwrap(), "000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zip3(Areas);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Areas {
    Census2000,
    Populations(BTreeMap<String, u64>),
}

impl Zip3 {
    /// The areas of the census of 2000.
    #[must_use]
    pub fn census_2000() -> Self {
        Zip3(Areas::Census2000)
    }

    /// Areas by their three digits, with their people. An area that is not there counts as small.
    ///
    /// # Errors
    /// If an area is not three digits, or has two populations.
    pub fn with_populations<'a>(
        populations: impl IntoIterator<Item = (&'a str, u64)>,
    ) -> Result<Self, ZipError> {
        let mut areas = BTreeMap::new();
        for (area, people) in populations {
            if area.len() != 3 || !is_digits(area) {
                return Err(ZipError::NotAnArea { value: area.to_owned() });
            }
            let before = areas.insert(area.to_owned(), people);
            if let Some(first) = before.filter(|before| *before != people) {
                let area = area.to_owned();
                return Err(ZipError::TwoPopulations { area, first, second: people });
            }
        }
        Ok(Zip3(Areas::Populations(areas)))
    }

    /// The first three digits of a zip code, or 000 if few people share them. Five digits, nine
    /// with or without a dash, and three that stand alone are zip codes. Three that are left of
    /// 00501 look like an area: such a column has codes of four digits too, which are refused.
    ///
    /// # Errors
    /// If it is no zip code, or has lost its leading zeros.
    pub fn zip3(&self, zip: &str) -> Result<String, ZipError> {
        let digits = zip_digits(zip.trim()).ok_or_else(|| no_zip(zip))?;
        let area = &digits[..3];
        let stays = match &self.0 {
            Areas::Census2000 => !CENSUS_2000.contains(&area),
            Areas::Populations(areas) => areas.get(area).is_some_and(|&people| people > FEW),
        };
        Ok(if stays { area } else { NOWHERE }.to_owned())
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The first digits of a zip code in any of its forms.
fn zip_digits(zip: &str) -> Option<&str> {
    let (area, rest) = zip.split_once(['-', ' ']).unwrap_or((zip, ""));
    let lengths = matches!((area.len(), rest.len()), (5, 0 | 4));
    let alone = zip.len() == area.len() && matches!(area.len(), 3 | 5 | 9);
    ((alone || lengths && !rest.is_empty()) && is_digits(area) && is_digits(rest)).then_some(area)
}

/// Says what is wrong with it.
fn no_zip(zip: &str) -> ZipError {
    let value = zip.trim().to_owned();
    let (area, rest) = value.split_once('-').unwrap_or((&value, ""));
    let digits = area.len();
    let numeric = is_digits(area) && is_digits(rest);
    match (digits, rest.len()) {
        (4 | 8, 0) | (4, 4) if numeric => ZipError::LostZero { value, digits },
        _ => ZipError::NotAZip { value },
    }
}
