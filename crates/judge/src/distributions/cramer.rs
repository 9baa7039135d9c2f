//! Cramer's V with the bias correction of Bergsma (2013): in a finite table, independent columns
//! seem associated, the more so the more values they have; the correction subtracts what chance
//! alone would give.

use super::joint_counts::JointCounts;

/// The association of two columns; `None` if either has only one group, or if there are too few
/// rows.
pub(super) fn corrected(meetings: &JointCounts) -> Option<f64> {
    let (first, second) = (meetings.rows_of_first(), meetings.rows_of_second());
    let rows: u64 = first.iter().sum();
    let occurring = |groups: &[u64]| groups.iter().filter(|&&rows| rows > 0).count() as f64;
    let (height, width) = (occurring(&first), occurring(&second));
    if height < 2.0 || width < 2.0 {
        return None;
    }
    let mut squares = 0.0;
    for (a, &rows_of_a) in first.iter().enumerate() {
        for (b, &rows_of_b) in second.iter().enumerate() {
            let together = meetings.rows(a, b) as f64;
            if together > 0.0 {
                squares += together * together / (rows_of_a as f64 * rows_of_b as f64);
            }
        }
    }
    let others = rows as f64 - 1.0;
    let by_chance = (height - 1.0) * (width - 1.0) / others;
    let freedom = |groups: f64| groups - 1.0 - (groups - 1.0).powi(2) / others;
    let most = freedom(height).min(freedom(width));
    let excess = (squares - 1.0 - by_chance).max(0.0);
    (most > 0.0).then(|| (excess / most).sqrt().min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strength(rows: &[&[u64]]) -> Option<f64> {
        corrected(&JointCounts::from_rows(rows))
    }

    #[test]
    fn columns_that_tell_each_other_have_one_and_strangers_none() {
        let close = |found: Option<f64>, expected: f64| {
            assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?}, not {expected}");
        };
        close(strength(&[&[5, 0], &[0, 7]]), 1.0);
        close(strength(&[&[0, 5, 0], &[3, 0, 0], &[0, 0, 1]]), 1.0);
        close(strength(&[&[4, 8], &[2, 4]]), 0.0);
        // Chi squared is 20/11 of 20 rows.
        let expected = (1.0 / 11.0 - 1.0 / 19.0) / (1.0 - 1.0 / 19.0_f64);
        close(strength(&[&[6, 4], &[3, 7]]), expected.sqrt());
        // Groups that do not occur count for nothing.
        close(strength(&[&[5, 0, 0], &[0, 0, 0], &[0, 0, 7]]), 1.0);
    }

    #[test]
    fn what_cannot_be_told_is_nothing() {
        assert_eq!(strength(&[]), None);
        assert_eq!(strength(&[&[5, 3], &[0, 0]]), None);
        assert_eq!(strength(&[&[5, 0], &[2, 0]]), None);
        // Every row is alone in both columns: any two such columns look like this.
        assert_eq!(strength(&[&[1, 0], &[0, 1]]), None);
    }
}
