//! A uniform sample of a table's rows, and what it implies for quasi-identifiers.
//!
//! **Promises** that each row is as likely to be drawn as any other, in memory for the rows drawn
//! alone; that the rows drawn depend on the seed and on row numbers only; and that a search in the
//! sample with alpha lowered by the [`SampleSize::margin`] finds, with the confidence asked for, a subset
//! of every alpha-quasi-identifier of the whole table. The converse is not promised: a set that
//! singles out many rows of a sample may single out fewer of all.
//!
//! **Defined** by a keyed hash of the row numbers: the rows with the smallest hashes are the
//! sample. A row that is unique among all rows is unique in every sample that holds it, so of a set
//! that makes the fraction alpha unique the sample's share is short of alpha only if too few of
//! those rows were drawn. How likely that is, Hoeffding (1963) bounds and Serfling (1974) sharpens
//! for draws without replacement: exp(-2 m eps^2 / (1 - (m - 1) / n)) for m rows of n. It must hold
//! for all minimal sets at once. None of them contains another, so there are at most w over s of
//! them among w columns, s the largest size or half of w (Sperner).
//!
//! **People** are drawn with all their rows where rows say whose they are ([`Sampler::of_people`]): who
//! is unique among all is then unique in every sample that holds them, which a part of their rows
//! would not be. A sample has room for so many rows, and how many people these are is not known
//! beforehand. So people are drawn with a probability of 1, 1/2, 1/4, ..., the largest for which their
//! rows find room. Which one that is depends on who was drawn, so the margin holds for all 65 of them
//! at once; for each it is that of the people drawn, who are any so many with the same probability.
//!
//! **Deviations** the paper knows no samples.
//!
//! **Cost** four bytes per cell drawn, half as many more until they are sorted out, and the texts
//! of the values; of people, some thirty bytes for each of the whole table.

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use incrowd_terms::Fraction;

use super::{Columns, ColumnsBuilder, ColumnsError};
use crate::row_hash::RowHash;
use incrowd_core::table::{Dictionary, PersonKey};

/// Draws rows of a table while they stream by, in any order: all of them, if they are no more
/// than asked for.
///
/// ```
/// use incrowd_columns::identify::Sampler;
/// let mut sampler = Sampler::new(1, 3, 7);
/// for row in 0..100 {
///     sampler.add(row, [row.to_string().as_str()]).unwrap();
/// }
/// let sample = sampler.finish().unwrap();
/// assert_eq!((sample.draw.rows, sample.draw.of, sample.columns.distinct(0)), (3, 100, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    row_hash: RowHash,
    width: usize,
    most: usize,
    kept: ColumnsBuilder,
    /// The lots of the rows that are kept.
    hashes: Vec<u64>,
    /// Rows with a lot above are surely not drawn.
    limit: u64,
    seen: u64,
    /// Everybody who was seen, where people are drawn.
    people: Option<HashSet<PersonKey, FixedState>>,
}

/// The rows that were drawn.
#[derive(Debug)]
pub struct TableSample {
    /// Their cells.
    pub columns: Columns,
    /// The texts behind each column's codes.
    pub texts: Vec<Dictionary>,
    /// How many they are.
    pub draw: SampleSize,
}

impl Sampler {
    /// A sample of at most so many rows, and one at least, of a table of so many columns. Rows are
    /// numbered by 32 bits, so there are never more than four billion.
    #[must_use]
    pub fn new(width: usize, most: u64, seed: u64) -> Self {
        Sampler {
            row_hash: RowHash::new(seed),
            width,
            most: most.clamp(1, u64::from(u32::MAX - 1)) as usize,
            kept: ColumnsBuilder::new(width),
            hashes: Vec::new(),
            limit: u64::MAX,
            seen: 0,
            people: None,
        }
    }

    /// A sample of people with all their rows, which are at most so many. Nobody is drawn if the rows
    /// of a single person find no room.
    ///
    /// ```
    /// use incrowd_columns::identify::{PeopleDrawn, Sampler};
    /// use incrowd_core::table::PersonKey;
    /// use incrowd_core::terms::NormalForm;
    /// let (mut sampler, form) = (Sampler::of_people(1, 1000, 7), NormalForm::default());
    /// for (id, age) in [("a", "31"), ("b", "52"), ("A", "32")] {
    ///     sampler.add_of(PersonKey::of(&form, id).unwrap(), [age]).unwrap();
    /// }
    /// let sample = sampler.finish().unwrap();
    /// assert_eq!(sample.draw.people, Some(PeopleDrawn { drawn: 2, of: 2 }));
    /// assert_eq!((sample.draw.rows, sample.columns.people()), (3, Some(2)));
    /// ```
    #[must_use]
    pub fn of_people(width: usize, most: u64, seed: u64) -> Self {
        let (kept, people) = (ColumnsBuilder::of_people(width), Some(HashSet::default()));
        Sampler { kept, people, ..Sampler::new(width, most, seed) }
    }

    /// Sees a row, given whose it is, where people are drawn.
    ///
    /// # Errors
    /// As [`Sampler::add`].
    pub fn add_of<'a>(
        &mut self,
        person: PersonKey,
        cells: impl IntoIterator<Item = &'a str, IntoIter: ExactSizeIterator>,
    ) -> Result<(), ColumnsError> {
        let hash = self.row_hash.hash(person.low_half());
        if hash <= self.limit {
            self.kept.add_of(person, cells)?;
            self.hashes.push(hash);
            self.sort_out();
        }
        self.people.iter_mut().for_each(|people| {
            people.insert(person);
        });
        self.seen += 1;
        Ok(())
    }

    /// Sees a row, given its number in the table.
    ///
    /// # Errors
    /// If the row has more or fewer cells than there are columns.
    pub fn add<'a>(
        &mut self,
        row: u64,
        cells: impl IntoIterator<Item = &'a str, IntoIter: ExactSizeIterator>,
    ) -> Result<(), ColumnsError> {
        let hash = self.row_hash.hash(row);
        if hash <= self.limit {
            self.kept.add(cells)?;
            self.hashes.push(hash);
            self.sort_out();
        }
        self.seen += 1;
        Ok(())
    }

    /// How many rows are kept at the moment.
    #[must_use]
    pub fn held(&self) -> usize {
        self.hashes.len()
    }

    /// Gives all rows to a sampler of other rows of the same table, with the same seed, and goes
    /// on empty.
    pub fn pour_into(&mut self, other: &mut Sampler) {
        let empty = match &self.people {
            Some(_) => ColumnsBuilder::of_people(self.width),
            None => ColumnsBuilder::new(self.width),
        };
        let kept = std::mem::replace(&mut self.kept, empty);
        other.kept = match other.hashes.is_empty() {
            true => kept,
            false => std::mem::take(&mut other.kept).merge(kept),
        };
        other.hashes.append(&mut self.hashes);
        other.seen += std::mem::take(&mut self.seen);
        if let (Some(people), Some(all)) = (&mut self.people, &mut other.people) {
            all.extend(people.drain());
        }
        other.limit = other.limit.min(self.limit);
        other.sort_out();
        self.limit = other.limit;
    }

    /// The rows that were drawn.
    ///
    /// # Errors
    /// Never: a sample has no more rows than can be numbered.
    pub fn finish(mut self) -> Result<TableSample, ColumnsError> {
        self.cut();
        let rows = self.hashes.len() as u64;
        let (columns, texts) = self.kept.finish()?;
        let drawn = columns.people().zip(self.people.map(|people| people.len() as u64));
        let people = drawn.map(|(drawn, of)| PeopleDrawn { drawn, of });
        let draw = SampleSize { rows, of: self.seen, people };
        Ok(TableSample { columns, texts, draw })
    }

    /// Drops what is not drawn, once there is enough of it to be worth the trouble.
    fn sort_out(&mut self) {
        if self.hashes.len() > self.most.saturating_add(self.most / 2).saturating_add(64) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.people.is_some() {
            return self.cut_people();
        }
        if self.hashes.len() > self.most {
            let mut hashes = self.hashes.clone();
            let (_, &mut first_out, _) = hashes.select_nth_unstable(self.most);
            // Lots differ, so that one less parts the same rows, and this one is not the least.
            self.limit = first_out - 1;
        }
        self.drop_others();
    }

    /// Halves the people until their rows find room. Rows only ever become more, so a half that was
    /// too many is too many in the end.
    fn cut_people(&mut self) {
        self.drop_others();
        while self.hashes.len() > self.most {
            if self.limit == 0 {
                // A person of the least hash there is, whose rows find no room.
                self.kept.keep(&[]);
                return self.hashes.clear();
            }
            self.limit >>= 1;
            self.drop_others();
        }
    }

    /// Drops the rows that are beyond the limit.
    fn drop_others(&mut self) {
        let places = (0..).zip(&self.hashes).filter(|&(_, &hash)| hash <= self.limit);
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        if places.len() < self.hashes.len() {
            self.kept.keep(&places);
            self.hashes = places.into_iter().map(|place| self.hashes[place]).collect();
        }
    }
}

/// How many rows were drawn, and of how many.
///
/// ```
/// use incrowd_columns::identify::SampleSize;
/// use incrowd_terms::Fraction;
/// let draw = SampleSize::of_rows(10_000, 1_000_000_000);
/// let margin = draw.margin(15, 5, Fraction::new(99, 100));
/// assert!((margin - 0.0251).abs() < 1e-4);
/// assert_eq!(draw.lowered(Fraction::new(1, 5), margin), Some(Fraction::new(1748, 10_000)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleSize {
    /// Rows drawn.
    pub rows: u64,
    /// Rows of the table.
    pub of: u64,
    /// The people, where these are drawn and counted.
    pub people: Option<PeopleDrawn>,
}

/// How many people were drawn with all their rows, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeopleDrawn {
    /// People drawn.
    pub drawn: u64,
    /// People of the table.
    pub of: u64,
}

/// The probabilities with which people may have been drawn: 1, 1/2, ..., and 0.
const LEVELS: f64 = 65.0;

impl SampleSize {
    /// So many rows of so many, where rows are drawn and counted.
    #[must_use]
    pub fn of_rows(rows: u64, of: u64) -> Self {
        SampleSize { rows, of, people: None }
    }

    /// How many there are of what is counted, and in how large a table: people or rows.
    #[must_use]
    pub fn members(self) -> (u64, u64) {
        self.people.map_or((self.rows, self.of), |people| (people.drawn, people.of))
    }

    /// Whether every row was drawn.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.rows == self.of
    }

    /// By how much the sample's share of unique rows or people may fall short, for any minimal set of
    /// at most so many of so many columns; 0 if every row was drawn.
    #[must_use]
    pub fn margin(self, width: usize, max_size: usize, confidence: Fraction) -> f64 {
        let (drawn, of) = self.members();
        if self.is_whole() || drawn == 0 {
            return if self.is_whole() { 0.0 } else { 1.0 };
        }
        let (drawn, of) = (drawn as f64, of as f64);
        let left = 1.0 - (drawn - 1.0) / of;
        (left * self.doubt(width, max_size, confidence) / (2.0 * drawn)).sqrt()
    }

    /// The least share of the sample's rows or people that is asked of a set instead of alpha; nothing
    /// if the margin leaves none.
    #[must_use]
    pub fn lowered(self, alpha: Fraction, margin: f64) -> Option<Fraction> {
        if self.is_whole() {
            return Some(alpha);
        }
        let (drawn, _) = self.members();
        let short = (margin * drawn as f64).ceil() as u64;
        let needed = alpha.floor_of(drawn).saturating_sub(short);
        (needed > 0).then(|| Fraction::new(needed, drawn))
    }

    /// So many rows are enough for the margin to leave something of alpha, however long the table. Of
    /// people, twice the rows that as many have on average: the half that is drawn may be just too
    /// large.
    #[must_use]
    pub fn rows_needed(
        self,
        alpha: Fraction,
        width: usize,
        max_size: usize,
        confidence: Fraction,
    ) -> u64 {
        let alpha = alpha.to_f64();
        let doubt = self.doubt(width, max_size, confidence);
        // Half of alpha is left to the search, and two rows to rounding.
        let members = (2.0 * doubt / (alpha * alpha)).max(4.0 / alpha).ceil();
        let each = self.people.map_or(1.0, |people| 2.0 * self.of as f64 / people.of.max(1) as f64);
        (members * each).ceil() as u64
    }

    /// The logarithm of how many sets may fail at once over the chance that one may.
    fn doubt(self, width: usize, max_size: usize, confidence: Fraction) -> f64 {
        let size = max_size.min(width / 2);
        let choices = |at: usize| ((width - at) as f64 / (at + 1) as f64).ln();
        let sets: f64 = (0..size).map(choices).sum();
        let levels = self.people.map_or(1.0, |_| LEVELS).ln();
        let chance = 1.0 - confidence.to_f64();
        sets + levels - chance.ln()
    }
}
