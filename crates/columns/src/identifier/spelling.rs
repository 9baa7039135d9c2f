//! Names of columns spelled out: `pt_last_nm` is the patient's last name, and so is
//! `patientlastname`.
//!
//! Lexicons then need each word once. What stands alone is left as it is: `dt` may be a step of
//! time, and `pt` a measure of blood.

/// How headers of hospitals, registers and surveys shorten words: the word, then its short forms.
const SHORT: &[(&str, &str)] = &[
    ("name", "nm nme"),
    ("date", "dt dte fec fch"),
    ("year", "yr"),
    ("years", "yrs"),
    ("month", "mo mth mnth"),
    ("weekday", "wkday wday"),
    ("number", "no nbr num nr nmbr numb"),
    ("identifier", "ident"),
    ("code", "cd"),
    ("reference", "ref"),
    ("first", "fst frst"),
    ("last", "lst"),
    ("middle", "mid mdl"),
    ("birth", "bth brth bir"),
    ("address", "addr addrs"),
    ("apartment", "apt appt"),
    ("mobile", "mob"),
    ("account", "acct acnt"),
    ("license", "lic"),
    ("certificate", "cert"),
    ("insurance", "ins insur"),
    ("policy", "pol"),
    ("medical", "med"),
    ("record", "rec"),
    ("social", "soc"),
    ("security", "sec"),
    ("serial", "ser"),
    ("vehicle", "veh"),
    ("prescription", "rx"),
    ("claim", "clm"),
    ("encounter", "enc encntr"),
    ("admission", "adm admt admit"),
    ("discharge", "dis disch dsch"),
    ("patient", "pt pat ptnt"),
    ("person", "prsn"),
    ("subject", "subj"),
    ("respondent", "resp"),
    ("household", "hh"),
    ("member", "mbr memb mem"),
    ("subscriber", "subscr sbscr"),
    ("beneficiary", "bene"),
    ("guarantor", "guar"),
    ("provider", "prvdr"),
    ("physician", "phys physn"),
    ("employee", "emp"),
    ("customer", "cust"),
    ("student", "stu stud"),
    ("driver", "drvr"),
    ("emergency", "emerg"),
    ("kin", "nok"),
    ("county", "cnty"),
    ("city", "cty"),
    ("phone", "phn"),
    ("hospital", "hosp"),
    ("authorization", "auth"),
    ("mother", "mom"),
    ("father", "dad"),
];

/// Words that are written together, and may be taken apart where nothing is left over.
const JOINED: &str = "patient pat hh resp fax adm disch person member subscriber guarantor \
    provider customer client employee student mother father contact emergency home work cell \
    mobile phone telephone email mail street address city zip postal post code number num name nm \
    first last middle maiden full family given birth date dt year years yr yrs age account license \
    insurance policy medical record social security admission admit discharge visit death service";

/// Words that stand only behind another.
const BEHIND: &str = "of at in id no nr cd";

/// The words in full; `None` if they are so already.
pub(super) fn spelled_out(words: &[String]) -> Option<Vec<String>> {
    let apart: Vec<&str> = words.iter().flat_map(|word| parts(word)).collect();
    if apart.len() < 2 {
        return None;
    }
    let full: Vec<String> = apart.into_iter().map(|word| in_full(word).to_owned()).collect();
    (full != words).then_some(full)
}

/// The word that a short form stands for, or the word itself.
fn in_full(word: &str) -> &str {
    let known = SHORT.iter().find(|(_, short)| short.split(' ').any(|short| short == word));
    known.map_or(word, |(full, _)| full)
}

/// The words of which a word is made, or itself.
fn parts(word: &str) -> Vec<&str> {
    let mut found = Vec::new();
    if takes_apart(word, &mut found) { found } else { vec![word] }
}

/// Whether a text is nothing but words that may be taken apart, which are then listed.
fn takes_apart<'a>(text: &'a str, found: &mut Vec<&'a str>) -> bool {
    if text.is_empty() {
        return true;
    }
    let first = found.is_empty();
    let behind = BEHIND.split(' ').filter(|_| !first);
    JOINED.split_whitespace().chain(behind).any(|known| {
        let Some(rest) = text.strip_prefix(known) else { return false };
        found.push(&text[..known.len()]);
        let whole = takes_apart(rest, found);
        if !whole {
            found.pop();
        }
        whole
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(name: &str) -> Option<String> {
        let words: Vec<String> = name.split('_').map(str::to_owned).collect();
        spelled_out(&words).map(|words| words.join(" "))
    }

    #[test]
    fn short_and_joined_words_are_spelled_out() {
        for (name, full) in [
            ("pt_last_nm", "patient last name"),
            ("patientlastname", "patient last name"),
            ("birthyr", "birth year"),
            ("dateofbirth", "date of birth"),
            ("soc_sec_no", "social security number"),
            ("zipcode", "zip code"),
        ] {
            assert_eq!(spelled(name).as_deref(), Some(full), "{name}");
        }
    }

    #[test]
    fn other_words_stay() {
        for name in ["dt", "pt", "no", "usage", "agent", "firsthand", "patient_name", "atcode", ""]
        {
            assert_eq!(spelled(name), None, "{name}");
        }
    }

    /// A short form stands for one word, and never for a word that is in full itself.
    #[test]
    fn short_forms_are_unambiguous() {
        let mut forms: Vec<&str> = SHORT.iter().flat_map(|(_, short)| short.split(' ')).collect();
        assert!(forms.iter().all(|form| SHORT.iter().all(|(full, _)| full != form)));
        let count = forms.len();
        forms.sort_unstable();
        forms.dedup();
        assert_eq!(forms.len(), count);
    }
}
