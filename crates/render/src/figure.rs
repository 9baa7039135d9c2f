//! Numbers as a reader sees them.

/// A number with up to six significant digits, which reads back as the same number up to there.
/// Whole numbers are whole, very small and very large ones have an exponent.
///
/// ```
/// assert_eq!(incrowd_render::figure(0.1 + 0.2), "0.3");
/// assert_eq!(incrowd_render::figure(1_000_000.0), "1000000");
/// assert_eq!(incrowd_render::figure(0.000_012_5), "1.25e-5");
/// ```
#[must_use]
pub fn figure(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{value:.0}");
    }
    let scientific = format!("{value:.5e}");
    let (digits, power) = parts(&scientific);
    match power {
        -4..=14 => plain(value, usize::try_from(5 - power).unwrap_or(0)),
        _ => format!("{digits}e{power}"),
    }
}

/// Numbers along a scale, as short as they can be told apart.
pub fn ticks(values: &[f64]) -> Vec<String> {
    let labels: Vec<String> = values.iter().copied().map(short).collect();
    if labels.windows(2).any(|pair| pair[0] == pair[1]) {
        return values.iter().map(|value| format!("{value}")).collect();
    }
    labels
}

/// A number in little room: thousands and millions by a letter, the rest by powers of ten.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() || size == 0.0 || (1e-3..1e4).contains(&size) {
        figure(value)
    } else if (1e4..1e6).contains(&size) {
        figure(value / 1e3) + "k"
    } else if (1e6..1e9).contains(&size) {
        figure(value / 1e6) + "M"
    } else {
        power(value)
    }
}

/// A number with three digits at most, to be written into a picture.
pub fn brief(value: f64) -> String {
    let three = format!("{value:.2e}");
    short(three.parse().unwrap_or(value))
}

fn power(value: f64) -> String {
    let scientific = format!("{value:.5e}");
    let (digits, power) = parts(&scientific);
    let raised: String = power.to_string().chars().map(superscript).collect();
    match digits {
        "1" => format!("10{raised}"),
        "-1" => format!("-10{raised}"),
        _ => format!("{digits}×10{raised}"),
    }
}

/// Digits without needless zeros, and the power of ten.
fn parts(scientific: &str) -> (&str, i32) {
    let (digits, power) = scientific.split_once('e').unwrap_or((scientific, "0"));
    (digits.trim_end_matches('0').trim_end_matches('.'), power.parse().unwrap_or(0))
}

fn plain(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn superscript(digit: char) -> char {
    match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_whole_decimal_or_scientific() {
        for (value, text) in [
            (-0.0, "0"),
            (12.0, "12"),
            (-30162.0, "-30162"),
            (1.0 / 3.0, "0.333333"),
            (1234567.8, "1234568"),
            (0.000123456789, "0.000123457"),
            (1e-9, "1e-9"),
            (-2.5e20, "-2.5e20"),
            (999_999.999_9, "1000000"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(figure(value), text);
        }
    }

    #[test]
    fn ticks_are_short_but_differ() {
        assert_eq!(ticks(&[0.0, 5e5, 1e6]), ["0", "500k", "1M"]);
        assert_eq!(ticks(&[1e-6, 1e-3, 1e9, 2e9]), ["10⁻⁶", "0.001", "10⁹", "2×10⁹"]);
        assert_eq!(ticks(&[1_000_000.0, 1_000_000.5]), ["1000000", "1000000.5"]);
        assert_eq!(brief(1234.567), "1230");
        assert_eq!(brief(0.123_456), "0.123");
    }
}
