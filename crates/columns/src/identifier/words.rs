//! The name of a column as words: `patientName`, `PATIENT_NAME` and `patient name` are the same.

use super::spelling;

/// Words of a column's name: lower case, without accents, without numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameWords(Vec<String>);

impl NameWords {
    /// Takes a name apart at blanks, signs, digits and where a capital starts a word.
    pub(crate) fn of(name: &str) -> Self {
        let signs: Vec<char> = name.chars().collect();
        let (mut words, mut word) = (Vec::new(), String::new());
        for (place, &sign) in signs.iter().enumerate() {
            let before = place.checked_sub(1).map(|before| signs[before]);
            let starts = starts_word(before, sign, signs.get(place + 1).copied());
            if (starts || !sign.is_alphabetic()) && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            if sign.is_alphabetic() {
                plain(sign, &mut word);
            }
        }
        words.extend((!word.is_empty()).then_some(word));
        NameWords(words)
    }

    /// Whether the name is this phrase and no more, its words apart or written together.
    pub(crate) fn are(&self, phrase: &str) -> bool {
        self.finds(phrase) == Some((0, self.0.len()))
    }

    /// Whether the phrase stands somewhere in the name.
    pub(crate) fn have(&self, phrase: &str) -> bool {
        self.finds(phrase).is_some()
    }

    /// Whether the name is any of the listed phrases and no more.
    pub(crate) fn are_any(&self, list: &str) -> bool {
        listed(list).any(|phrase| self.are(phrase))
    }

    /// Whether any of the listed phrases stands somewhere in the name.
    pub(crate) fn have_any(&self, list: &str) -> bool {
        listed(list).any(|phrase| self.have(phrase))
    }

    /// Whether the name ends with any of the listed phrases.
    pub(super) fn end_with_any(&self, list: &str) -> bool {
        let ends = |start: usize| NameWords(self.0[start..].to_vec()).are_any(list);
        (0..self.0.len()).any(ends)
    }

    /// Whether something of someone, or of something, is named: `patient_id`, `id_patient`, `name
    /// of patient`. Whose it is, is said in one word.
    pub(super) fn have_pair(&self, whose: &str, what: &str) -> bool {
        let name = self.0.concat();
        let one = |whose: &str, what: &str| {
            let orders = [
                format!("{whose} {what}"),
                format!("{what} {whose}"),
                format!("{what} of {whose}"),
            ];
            orders.iter().any(|phrase| self.have(phrase))
        };
        let possible = |whose: &&str| name.contains(*whose);
        listed(whose).filter(possible).any(|whose| listed(what).any(|what| one(whose, what)))
    }

    /// Whether both lists have a phrase in the name, wherever they stand.
    pub(super) fn have_both(&self, one: &str, other: &str) -> bool {
        self.have_any(one) && self.have_any(other)
    }

    /// The name with its short words in full and its long words apart; `None` if it is so already.
    pub(super) fn spelled_out(&self) -> Option<NameWords> {
        spelling::spelled_out(&self.0).map(NameWords)
    }

    /// The words that make up the phrase: written apart in any way, or together.
    fn finds(&self, phrase: &str) -> Option<(usize, usize)> {
        (0..self.0.len()).find_map(|start| {
            let mut rest = phrase;
            for (end, word) in self.0.iter().enumerate().skip(start) {
                rest = rest.trim_start_matches(' ');
                rest = strip_word(rest, word)?;
                if rest.is_empty() {
                    return Some((start, end + 1));
                }
            }
            None
        })
    }
}

/// The phrases of a list with commas.
pub(crate) fn listed(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|phrase| !phrase.is_empty())
}

/// What remains of a phrase after a word that may cover several of its words, or just one, but
/// no part of one.
fn strip_word<'a>(phrase: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = phrase;
    for sign in word.chars() {
        rest = rest.trim_start_matches(' ').strip_prefix(sign)?;
    }
    (rest.is_empty() || rest.starts_with(' ')).then_some(rest)
}

/// Whether a capital starts a word: after a small letter, or as the last of several before one.
fn starts_word(before: Option<char>, sign: char, after: Option<char>) -> bool {
    let small = |sign: Option<char>| sign.is_some_and(char::is_lowercase);
    let capital = |sign: Option<char>| sign.is_some_and(char::is_uppercase);
    sign.is_uppercase() && (small(before) || (capital(before) && small(after)))
}

/// A text in lower case and without accents; all but its letters is left out.
pub(super) fn folded(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    text.chars().for_each(|sign| plain(sign, &mut word));
    word
}

/// A letter in lower case and without its accent, as lexicons spell it.
fn plain(sign: char, word: &mut String) {
    for sign in sign.to_lowercase() {
        match sign {
            'à'..='å' => word.push('a'),
            'ç' => word.push('c'),
            'è'..='ë' => word.push('e'),
            'ì'..='ï' => word.push('i'),
            'ñ' => word.push('n'),
            'ò'..='ö' | 'ø' => word.push('o'),
            'ù'..='ü' => word.push('u'),
            'ß' => word.push_str("ss"),
            sign if sign.is_alphabetic() => word.push(sign),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_apart() {
        for name in ["patientName", "PATIENT_NAME", "patient name 2", "Patient-Name", "patientNAME"]
        {
            assert_eq!(NameWords::of(name).0, ["patient", "name"], "{name}");
        }
        assert_eq!(NameWords::of("HTTPServerIP").0, ["http", "server", "ip"]);
        assert_eq!(NameWords::of("Straße, Größe").0, ["strasse", "grosse"]);
        assert!(NameWords::of("12 %").0.is_empty());
    }

    #[test]
    fn phrases_stand_apart_or_together() {
        let are = |name: &str, phrase: &str| NameWords::of(name).are(phrase);
        assert!(are("first_name", "first name") && are("FIRSTNAME", "first name"));
        assert!(are("e-mail", "e mail") && are("email", "e mail") && are("eMail", "e mail"));
        assert!(are("dateOfBirth", "date of birth") && are("dateof_birth", "date of birth"));
        assert!(!are("filename", "name") && !are("first_names", "first name"));
        assert!(NameWords::of("the_e-mail_now").have("e mail"));
        assert!(!NameWords::of("usage").have("age") && !NameWords::of("").have("age"));
        let first = NameWords::of("patient_first_visit");
        assert!(first.end_with_any("last visit, first visit") && !first.end_with_any("first"));
        assert!(NameWords::of("nameOfPatient").have_pair("person, patient", "name"));
        assert!(!first.have_pair("patient", "visit") && first.have_both("visit", "patient"));
    }
}
