//! Values as whole numbers of the same order, so that one piece of code, and a quick one, serves
//! all kinds of values.

/// A value of a column that has an order: whole numbers (dates as days among them), and doubles.
pub trait SortKey: Copy {
    /// A number that is as large among numbers as the value among values. Equal values have equal
    /// numbers: -0.0 is 0.0. What is not a number lies beyond all numbers.
    fn key(self) -> u64;

    /// The value of a key.
    fn of_key(key: u64) -> Self;
}

const SIGN: u64 = 1 << 63;

impl SortKey for i64 {
    fn key(self) -> u64 {
        self as u64 ^ SIGN
    }

    fn of_key(key: u64) -> Self {
        (key ^ SIGN) as i64
    }
}

impl SortKey for f64 {
    fn key(self) -> u64 {
        let bits = (self + 0.0).to_bits();
        // Negative numbers are the larger the smaller their bits are.
        let flip = ((bits as i64 >> 63) as u64) | SIGN;
        bits ^ flip
    }

    fn of_key(key: u64) -> Self {
        f64::from_bits(if key & SIGN == 0 { !key } else { key ^ SIGN })
    }
}
