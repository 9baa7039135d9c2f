//! Noticing plain columns that may identify people, while their cells stream by.

use incrowd::table::Uniqueness;

/// Rows from the start of a table that are searched for the shapes of identifiers.
const LOOKED_AT: u64 = 1000;

/// What is noticed about a plain column, in fixed memory.
#[derive(Clone, Default)]
pub struct Suspicion {
    uniqueness: Uniqueness,
    looked_at: u64,
    shaped: u64,
}

impl Suspicion {
    /// Sees a cell of a row, counted from the start of the table.
    pub fn see(&mut self, row: u64, cell: &str) {
        self.uniqueness.add(cell);
        if row < LOOKED_AT && !cell.is_empty() {
            self.looked_at += 1;
            self.shaped += u64::from(is_identifier(cell));
        }
    }

    /// Adds what was noticed elsewhere.
    pub fn merge(self, other: Suspicion) -> Suspicion {
        Suspicion {
            uniqueness: self.uniqueness.merge(other.uniqueness),
            looked_at: self.looked_at + other.looked_at,
            shaped: self.shaped + other.shaped,
        }
    }

    /// A sentence, if the column may identify people.
    pub fn warning(&self, column: &str) -> Option<String> {
        let advice = format!("drop it (--id {column}) or treat it as a quasi-identifier (--qi)");
        if self.shaped * 2 > self.looked_at {
            return Some(format!("the plain column '{column}' looks like an identifier; {advice}"));
        }
        let unique = self.uniqueness.unique_share();
        let percent = (unique * 100.0).round();
        (unique > 0.5).then(|| {
            format!("the plain column '{column}' may identify people: {percent}% of its values are unique; {advice}")
        })
    }
}

/// Whether a text has the shape of an e-mail or web address, a phone or social security number, or
/// a network address.
fn is_identifier(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let only = |others: &str| text.chars().all(|c| c.is_ascii_digit() || others.contains(c));
    let dashes: Vec<usize> = text.split('-').map(str::len).collect();
    let mail =
        text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    let security_number = dashes == [3, 2, 4] && only("-");
    let phone = (10..=15).contains(&digits) && only("+-() ./") && !only("-.") && !only("/");
    let phone = phone || (digits == 10 && dashes == [3, 3, 4] && only("-"));
    let network = text.parse::<std::net::IpAddr>().is_ok();
    let web = text.starts_with("http://") || text.starts_with("https://");
    mail || security_number || phone || network || web
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_have_shapes() {
        for text in [
            "ada@example.org",
            "123-45-6789",
            "+44 20 7946 0958",
            "(212) 555-0100",
            "212-555-0100",
            "192.0.2.7",
            "2001:db8::1",
            "https://example.org/ada",
        ] {
            assert!(is_identifier(text), "{text}");
        }
        for text in [
            "",
            "flu",
            "2024-03-09",
            "1234567890",
            "12.5",
            "47906-1234",
            "a@b",
            "[15,20)",
            "1999-12-31T10:00:00",
        ] {
            assert!(!is_identifier(text), "{text}");
        }
    }
}
