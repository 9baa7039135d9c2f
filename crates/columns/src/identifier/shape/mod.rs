//! What a single value looks like: one file per family of shapes.
//!
//! Only shapes that hardly anything else has decide here. Those that any number has are kept apart
//! ([`Hint`]) and count only where the name of the column agrees.

mod date;
mod given;
mod hint;
mod money;
mod month;
mod person;
mod phone;
mod place;
mod security;
mod thing;
mod web;

use super::Content;

pub(crate) use date::{DateForm, read_date};
pub(super) use hint::Hint;

/// No identifier is longer than this, web addresses apart.
const LONGEST: usize = 254;

/// Words from which on a text is a sentence rather than a label.
const SENTENCE: usize = 10;

type Shape = (Content, fn(&str) -> bool);

/// Shapes with the signs of an address.
const ADDRESSES: [Shape; 2] = [(Content::Email, web::is_email), (Content::Url, web::is_url)];

/// Shapes with digits, in the order in which they are tried: where two fit, the one that says more
/// comes first.
const NUMBERS: [Shape; 11] = [
    (Content::Network, web::is_network),
    (Content::Device, thing::is_mac),
    (Content::Code, thing::is_uuid),
    (Content::EventDate, is_date),
    (Content::SocialSecurity, security::is_written),
    (Content::Phone, phone::is_written),
    (Content::Account, money::is_card),
    (Content::Account, money::is_iban),
    (Content::Vehicle, thing::is_vin),
    (Content::Device, thing::is_imei),
    (Content::Coordinates, place::is_point),
];

/// Shapes of letters.
const NAMES: [Shape; 1] = [(Content::PersonName, person::is_name)];

/// What a value looks like, if its shape leaves little doubt.
///
/// ```
/// use incrowd_columns::identifier::{Content, by_value};
/// assert_eq!(by_value("ada@example.org"), Some(Content::Email));
/// assert_eq!(by_value("123-45-6789"), Some(Content::SocialSecurity));
/// assert_eq!(by_value("666-45-6789"), None);
/// assert_eq!(by_value("1234567890"), None);
/// ```
#[must_use]
pub fn by_value(text: &str) -> Option<Content> {
    let text = text.trim();
    if is_mere_number(text) {
        return None;
    }
    if text.len() > LONGEST {
        return if web::is_url(text) { Some(Content::Url) } else { sentence(text) };
    }
    let has = |signs: &[u8]| text.bytes().any(|byte| signs.contains(&byte));
    // Most cells are labels: a glance at their signs spares them most shapes.
    let addresses = has(b"@:.").then_some(&ADDRESSES[..]);
    let others = if has(b"0123456789:") { &NUMBERS[..] } else { &NAMES[..] };
    let mut shapes = addresses.into_iter().flatten().chain(others);
    let shaped = shapes.find(|(_, fits)| fits(text)).map(|&(content, _)| content);
    shaped.or_else(|| sentence(text))
}

/// Numbers that are too short for a card and without signs but a decimal point: no shape has them.
fn is_mere_number(text: &str) -> bool {
    let number = text.strip_prefix('-').unwrap_or(text);
    let points = number.bytes().filter(|&byte| byte == b'.').count();
    let digits = digit_count(number);
    digits + points == number.len() && points <= 1 && (digits < 14 || points == 1)
}

fn is_date(text: &str) -> bool {
    matches!(read_date(text), Some(DateForm::Day(_) | DateForm::Month(_) | DateForm::ShortYear))
        && digit_count(text) < text.len()
}

fn sentence(text: &str) -> Option<Content> {
    (text.split_whitespace().nth(SENTENCE - 1).is_some() && digit_count(text) * 2 < text.len())
        .then_some(Content::FreeText)
}

/// How many digits a text has.
fn digit_count(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && digit_count(text) == text.len()
}

/// The digits of a text in which only these signs stand between them; `None` if others do.
fn digits_between(text: &str, signs: &str) -> Option<Vec<u8>> {
    let allowed = |sign: char| sign.is_ascii_digit() || signs.contains(sign);
    text.chars()
        .all(allowed)
        .then(|| text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect())
}
