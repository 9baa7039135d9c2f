//! Addresses on the net: of mailboxes, pages and machines.

use std::net::IpAddr;

/// `ada@example.org`, also behind a name: `Ada <ada@example.org>`.
pub(super) fn is_email(text: &str) -> bool {
    let bare = text.strip_suffix('>').and_then(|text| text.rsplit_once('<'));
    let address = bare.map_or(text, |(_, address)| address);
    address.split_once('@').is_some_and(|(mailbox, host)| {
        let plain = |sign: char| !sign.is_whitespace() && !sign.is_control() && sign != '@';
        (1..=64).contains(&mailbox.len()) && mailbox.chars().all(plain) && is_host(host)
    })
}

/// `https://example.org/ada`, `www.example.org`.
pub(super) fn is_url(text: &str) -> bool {
    let schemes = ["http://", "https://", "ftp://"];
    let after = |scheme: &&str| {
        let head = text.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then(|| &text[scheme.len()..])
    };
    let address = schemes.iter().find_map(after);
    let page = address.is_some_and(|address| !address.is_empty());
    let unschemed = text.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("www."));
    (page || unschemed && text[4..].contains('.')) && !text.contains(char::is_whitespace)
}

/// `192.0.2.7`, `2001:db8::1`.
pub(super) fn is_network(text: &str) -> bool {
    text.contains(['.', ':']) && text != "::" && text.parse::<IpAddr>().is_ok()
}

/// Names between dots, the last of letters.
fn is_host(host: &str) -> bool {
    let proper = |name: &str| {
        !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || sign == '-')
    };
    let country = |last: &str| last.chars().count() >= 2 && last.chars().all(char::is_alphabetic);
    host.rsplit_once('.').is_some_and(|(names, last)| names.split('.').all(proper) && country(last))
}
