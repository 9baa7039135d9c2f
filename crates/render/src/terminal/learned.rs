//! What someone learns of sensitive values.

use std::fmt::Write;

use incrowd_judge::Learned;

use super::style::{BAD, FAINT, STRONG};

/// What can be learned of people's secrets, by someone who knows that a person is in the table and
/// by someone who does not (Nergiz, Atzori & Clifton 2007 (slides): existential certainty and uncertainty).
pub fn learned(columns: &[(String, Learned)], has_population: bool) -> String {
    let mut text = String::new();
    for (column, Learned { certain, uncertain }) in columns {
        let Some(certain) = certain else { continue };
        let _ = writeln!(text, "\n{STRONG}What can be learned of {column}{STRONG:#}");
        let _ = writeln!(
            text,
            "  by someone who knows that a person is in the table: at worst {}\n    {FAINT}that it is {}, of whoever is in {}{FAINT:#}",
            likely(&certain.probability),
            told(&certain.value),
            certain.class
        );
        let other = match uncertain {
            Some(guess) => format!(
                "at worst {}\n    {FAINT}that the person is in the table and it is {}, of whoever is in {}{FAINT:#}",
                likely(&guess.probability),
                told(&guess.value),
                guess.class
            ),
            None if has_population => {
                "less than that, but people match several classes, so how much less is not decided"
                    .to_owned()
            }
            None => {
                "no more than that; how much less, only a table of the population tells".to_owned()
            }
        };
        let _ = writeln!(text, "  by someone who does not know that: {other}");
    }
    text
}

/// A value as people can read it, also where nothing is written.
pub fn told(value: &str) -> &str {
    if value.trim().is_empty() { "missing" } else { value }
}

/// A probability as people speak of it.
fn likely(probability: &str) -> String {
    match probability {
        "1" => format!("{BAD}certainty{BAD:#}"),
        other => {
            let share: Option<f64> = other.split_once('/').and_then(|(above, below)| {
                Some(above.parse::<f64>().ok()? / below.parse::<f64>().ok()?)
            });
            match share {
                Some(share) => format!("a chance of {other} ({:.1}%)", 100.0 * share),
                None => format!("a chance of {other}"),
            }
        }
    }
}
