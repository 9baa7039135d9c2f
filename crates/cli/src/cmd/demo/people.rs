//! What the made-up people of all stories have in common: how one of several is drawn, names, days.

use rand::RngExt;
use rand_chacha::ChaCha12Rng;

const WOMEN: [&str; 16] = [
    "Agnes", "Amal", "Carla", "Dalia", "Elif", "Fatima", "Greta", "Ilse", "Jana", "Lucia", "Nadia",
    "Olga", "Petra", "Rosa", "Tara", "Vera",
];
const MEN: [&str; 16] = [
    "Bela", "Bruno", "Chen", "Denis", "Emil", "Felix", "Hugo", "Ivan", "Joao", "Lars", "Mika",
    "Noel", "Omar", "Simon", "Umberto", "Yusuf",
];

const FAMILY: [&str; 40] = [
    "Abbas", "Adler", "Baker", "Berg", "Blum", "Castro", "Costa", "Dahl", "Dorn", "Egger", "Ferro",
    "Fink", "Garcia", "Graf", "Haas", "Ito", "Jensen", "Keller", "Kim", "Kovac", "Lang", "Lopez",
    "Marin", "Moser", "Nagy", "Novak", "Okoye", "Olsen", "Park", "Petit", "Quinn", "Reyes",
    "Rossi", "Sato", "Silva", "Thorn", "Vidal", "Weiss", "Yilmaz", "Zeller",
];

/// The lengths of the months in a year that is no leap year.
const MONTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const YEAR: u32 = 365;

/// One of several, each as likely as its share of all.
pub fn drawn<T: Copy>(from: &[(T, u32)], random: &mut ChaCha12Rng) -> T {
    let all = from.iter().map(|(_, share)| share).sum();
    let mut left = random.random_range(0..all);
    let found = from.iter().find(|(_, share)| {
        let here = left < *share;
        left = left.saturating_sub(*share);
        here
    });
    found.unwrap_or(&from[0]).0
}

/// A name that nobody has to bear, and F or M.
pub fn named(random: &mut ChaCha12Rng) -> (String, &'static str) {
    let given = random.random_range(0..WOMEN.len());
    let family = FAMILY[random.random_range(0..FAMILY.len())];
    let sex = sex(random);
    let given = if sex == "F" { WOMEN[given] } else { MEN[given] };
    (format!("{given} {family}"), sex)
}

/// F or M.
pub fn sex(random: &mut ChaCha12Rng) -> &'static str {
    ["F", "M"][random.random_range(0..2_usize)]
}

/// The date so many days after the first of a year. No year of a story is a leap year.
pub fn date(year: u32, days: u32) -> String {
    let (year, mut day) = (year + days / YEAR, days % YEAR);
    let mut month = 1;
    for length in MONTHS {
        if day < length {
            break;
        }
        (day, month) = (day - length, month + 1);
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_counted_through_months_and_years() {
        let days = [(0, "2023-01-01"), (58, "2023-02-28"), (59, "2023-03-01"), (364, "2023-12-31")];
        for (day, text) in days {
            assert_eq!(date(2023, day), text);
        }
        assert_eq!(date(2023, 365), "2024-01-01");
    }
}
