//! Zip codes to three digits where enough people share them.
//!
//! The rule keeps the first three digits where, by the census, more than 20,000 people live in all
//! areas that begin with them, and wants 000 elsewhere. The populations are the steward's to bring;
//! without them those of the census of 2020 serve, and an area that is not among them counts as small.

use std::collections::BTreeMap;

/// Areas with this many people or fewer are not told.
const FEW: u64 = 20_000;

/// What stands for every area with few people.
const NOWHERE: &str = "000";

/// Areas that may be told, as first and last of a row of numbers. By the census of 2020 (Demographic
/// and Housing Characteristics, table P1, ZIP code tabulation areas summed by their first three digits)
/// each has more than 22,000 people: the census of 2020 adds noise to its counts, so those a tenth above
/// the limit are not told. Neither are those that had few people in the censuses of 2000 or 2010 (the
/// lists that guidance and other tools still use), nor those that the census does not know.
#[rustfmt::skip]
const TOLD: [(u16, u16); 79] = [
    (6, 7), (9, 35), (37, 54), (56, 58), (60, 62), (64, 89), (100, 101), (103, 191), (193, 201),
    (206, 212), (214, 268), (270, 310), (312, 331), (333, 339), (341, 342), (344, 344),
    (346, 347), (349, 352), (354, 368), (370, 374), (376, 398), (400, 418), (420, 427),
    (430, 458), (460, 508), (510, 516), (520, 528), (530, 532), (534, 535), (537, 551),
    (553, 554), (557, 567), (570, 575), (577, 577), (580, 588), (590, 620), (622, 631),
    (633, 641), (644, 648), (650, 658), (660, 662), (664, 681), (683, 691), (693, 693),
    (700, 701), (703, 708), (710, 714), (716, 731), (734, 741), (743, 752), (754, 770),
    (773, 789), (791, 816), (820, 820), (822, 822), (824, 829), (832, 838), (840, 841),
    (843, 847), (850, 853), (855, 857), (859, 860), (863, 865), (870, 871), (873, 875),
    (877, 877), (880, 883), (891, 891), (894, 895), (897, 898), (900, 900), (902, 908),
    (910, 928), (930, 937), (939, 941), (943, 961), (967, 968), (970, 986), (988, 998),
];

/// Why a zip code, or a table of populations, cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ZipError {
    /// Not a zip code.
    #[error("'{value}' is not a zip code; valid values are 02138, 02138-1234 or 021")]
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
    #[error("'{value}' is not an area; use the first three digits of a zip code, such as 021")]
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
/// use incrowd_columns::safe_harbor::Zip3;
/// let census = Zip3::census();
/// assert_eq!(census.zip3("02138").unwrap(), "021");
/// assert_eq!(census.zip3("03601-1234").unwrap(), "000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zip3(Areas);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Areas {
    Census,
    Populations(BTreeMap<String, u64>),
}

impl Zip3 {
    /// The areas that the census of 2020 knows, without those that had few people then or before.
    #[must_use]
    pub fn census() -> Self {
        Zip3(Areas::Census)
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
            Areas::Census => is_told(area),
            Areas::Populations(areas) => areas.get(area).is_some_and(|&people| people > FEW),
        };
        Ok(if stays { area } else { NOWHERE }.to_owned())
    }
}

fn is_told(area: &str) -> bool {
    let area = area.parse::<u16>().ok();
    area.is_some_and(|area| TOLD.iter().any(|&(first, last)| (first..=last).contains(&area)))
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
