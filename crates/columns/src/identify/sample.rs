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
//! **Deviations** the paper knows no samples.
//!
//! **Cost** four bytes per cell drawn, half as many more until they are sorted out, and the texts
//! of the values.

use incrowd_terms::Fraction;

use super::{Columns, ColumnsBuilder, ColumnsError};
use crate::row_hash::RowHash;
use incrowd_core::table::Dictionary;

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
        }
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
        let kept = std::mem::replace(&mut self.kept, ColumnsBuilder::new(self.width));
        other.kept = match other.hashes.is_empty() {
            true => kept,
            false => std::mem::take(&mut other.kept).merge(kept),
        };
        other.hashes.append(&mut self.hashes);
        other.seen += std::mem::take(&mut self.seen);
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
        let draw = SampleSize { rows: self.hashes.len() as u64, of: self.seen };
        let (columns, texts) = self.kept.finish()?;
        Ok(TableSample { columns, texts, draw })
    }

    /// Drops what is not drawn, once there is enough of it to be worth the trouble.
    fn sort_out(&mut self) {
        if self.hashes.len() > self.most.saturating_add(self.most / 2).saturating_add(64) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.hashes.len() > self.most {
            let mut hashes = self.hashes.clone();
            let (_, &mut first_out, _) = hashes.select_nth_unstable(self.most);
            // Lots differ, so that one less parts the same rows, and this one is not the least.
            self.limit = first_out - 1;
        }
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
/// let draw = SampleSize { rows: 10_000, of: 1_000_000_000 };
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
}

impl SampleSize {
    /// Whether every row was drawn.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.rows == self.of
    }

    /// By how much the sample's share of unique rows may fall short, for any minimal set of at
    /// most so many of so many columns; 0 if every row was drawn.
    #[must_use]
    pub fn margin(self, width: usize, max_size: usize, confidence: Fraction) -> f64 {
        if self.is_whole() || self.rows == 0 {
            return if self.is_whole() { 0.0 } else { 1.0 };
        }
        let (rows, of) = (self.rows as f64, self.of as f64);
        let left = 1.0 - (rows - 1.0) / of;
        (left * doubt(width, max_size, confidence) / (2.0 * rows)).sqrt()
    }

    /// The least share of the sample's rows that is asked of a set instead of alpha; nothing if
    /// the margin leaves none.
    #[must_use]
    pub fn lowered(self, alpha: Fraction, margin: f64) -> Option<Fraction> {
        if self.is_whole() {
            return Some(alpha);
        }
        let short = (margin * self.rows as f64).ceil() as u64;
        let needed = alpha.floor_of(self.rows).saturating_sub(short);
        (needed > 0).then(|| Fraction::new(needed, self.rows))
    }

    /// So many rows are enough for the margin to leave something of alpha, however long the
    /// table.
    #[must_use]
    pub fn rows_needed(
        alpha: Fraction,
        width: usize,
        max_size: usize,
        confidence: Fraction,
    ) -> u64 {
        let alpha = alpha.to_f64();
        let doubt = doubt(width, max_size, confidence);
        // Half of alpha is left to the search, and two rows to rounding.
        (2.0 * doubt / (alpha * alpha)).max(4.0 / alpha).ceil() as u64
    }
}

/// The logarithm of how many sets may fail at once over the chance that one may.
fn doubt(width: usize, max_size: usize, confidence: Fraction) -> f64 {
    let size = max_size.min(width / 2);
    let choices = |at: usize| ((width - at) as f64 / (at + 1) as f64).ln();
    let sets: f64 = (0..size).map(choices).sum();
    let chance = 1.0 - confidence.to_f64();
    sets - chance.ln()
}
