//! The time zones of timestamps in a Parquet file.
//!
//! Parquet stores such a timestamp as a moment in UTC, and not where its clock stood. Programs that
//! build on Arrow put that into the schema that they keep beside it (`ARROW:schema`): a message of
//! Arrow's IPC format in base64. Only the names of fields and their zones are read from it; whatever
//! cannot be read leaves a column in UTC.

use std::collections::BTreeMap;

use super::zone::Zone;

/// The key of Arrow's schema in a file.
pub(super) const ARROW_SCHEMA: &str = "ARROW:schema";

/// The zones of fields, by their names.
pub(super) fn zones(schema: &str) -> BTreeMap<String, Zone> {
    let bytes = base64(schema).unwrap_or_default();
    let message = match bytes.get(..4) {
        // A mark of newer versions stands before the length.
        Some([0xff, 0xff, 0xff, 0xff]) => bytes.get(8..),
        _ => bytes.get(4..),
    };
    let fields = message.and_then(|message| Flat(message).fields()).unwrap_or_default();
    let zone = |(name, zone): (String, String)| Some((name, Zone::named(&zone)?));
    fields.into_iter().filter_map(zone).collect()
}

/// The bytes of a flatbuffer. Every place in it may be wrong.
#[derive(Clone, Copy)]
struct Flat<'a>(&'a [u8]);

/// The number of Arrow's type of timestamps.
const TIMESTAMP: u8 = 10;

impl Flat<'_> {
    /// The names of the fields that have a zone, and their zones.
    fn fields(self) -> Option<Vec<(String, String)>> {
        let message = self.follow(0)?;
        let schema = self.follow(self.member(message, 2)?)?;
        let fields = self.follow(self.member(schema, 1)?)?;
        let count = self.number(fields)?.min(self.0.len());
        let field = |at: usize| self.zoned(self.follow(fields + 4 + 4 * at)?);
        Some((0..count).filter_map(field).collect())
    }

    fn zoned(self, field: usize) -> Option<(String, String)> {
        let name = self.text(self.member(field, 0)?)?;
        let kind = *self.0.get(self.member(field, 2)?)?;
        let timestamp = self.follow(self.member(field, 3)?).filter(|_| kind == TIMESTAMP)?;
        Some((name, self.text(self.member(timestamp, 1)?)?))
    }

    fn number(self, at: usize) -> Option<usize> {
        let bytes = self.0.get(at..at.checked_add(4)?)?;
        usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
    }

    fn short(self, at: usize) -> Option<usize> {
        let bytes = self.0.get(at..at.checked_add(2)?)?;
        Some(u16::from_le_bytes(bytes.try_into().ok()?).into())
    }

    /// Where the offset at a place leads.
    fn follow(self, at: usize) -> Option<usize> {
        at.checked_add(self.number(at)?)
    }

    /// Where a member of a table stands, if it has it.
    fn member(self, table: usize, index: usize) -> Option<usize> {
        let back = self.0.get(table..table.checked_add(4)?)?;
        let back = i64::from(i32::from_le_bytes(back.try_into().ok()?));
        let layout = usize::try_from(i64::try_from(table).ok()? - back).ok()?;
        let entry = 4 + 2 * index;
        let offset = match entry < self.short(layout)? {
            true => self.short(layout.checked_add(entry)?)?,
            false => 0,
        };
        (offset > 0).then(|| table.checked_add(offset))?
    }

    fn text(self, at: usize) -> Option<String> {
        let start = self.follow(at)?;
        let length = self.number(start)?;
        let bytes =
            self.0.get(start.checked_add(4)?..start.checked_add(4)?.checked_add(length)?)?;
        str::from_utf8(bytes).ok().map(str::to_owned)
    }
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0_u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        held = (held << 6 | u32::from(value)) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
pub(crate) mod tests {
    use arrow_ipc::writer::StreamWriter;
    use arrow_schema::{DataType, Field, Schema, TimeUnit as Unit};

    use super::*;
    use crate::columnar::TimeUnit;

    /// Arrow's schema of columns of timestamps with these zones, as a file keeps it.
    pub(crate) fn written(zones: &[(&str, Option<&str>)]) -> String {
        let field = |&(name, zone): &(&str, Option<&str>)| {
            let kind = DataType::Timestamp(Unit::Microsecond, zone.map(Into::into));
            Field::new(name, kind, true)
        };
        let schema = Schema::new(zones.iter().map(field).collect::<Vec<_>>());
        let mut bytes = Vec::new();
        drop(StreamWriter::try_new(&mut bytes, &schema).unwrap());
        encoded(&bytes)
    }

    fn encoded(bytes: &[u8]) -> String {
        const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for three in bytes.chunks(3) {
            let number = three.iter().fold(0_u32, |sum, &byte| sum << 8 | u32::from(byte))
                << (8 * (3 - three.len()));
            for place in 0..=three.len() {
                let value = number >> (18 - 6 * place) & 63;
                text.push(SIGNS[value as usize] as char);
            }
        }
        while !text.len().is_multiple_of(4) {
            text.push('=');
        }
        text
    }

    #[test]
    fn zones_are_read_from_the_schema() {
        let schema = written(&[
            ("fixed", Some("+01:00")),
            ("plain", None),
            ("named", Some("America/New_York")),
            ("unknown", Some("Moon/Tycho")),
        ]);
        let zones = zones(&schema);
        assert_eq!(zones.keys().collect::<Vec<_>>(), ["fixed", "named"]);
        // 2022-12-31T23:30:00Z, and a day in summer.
        let unit = TimeUnit::Milliseconds;
        assert_eq!(zones["fixed"].on_its_clock(1_672_529_400_000, unit), Some(1_672_533_000_000));
        assert_eq!(zones["named"].on_its_clock(1_672_529_400_000, unit), Some(1_672_511_400_000));
        assert_eq!(zones["named"].on_its_clock(1_688_169_600_000, unit), Some(1_688_155_200_000));
    }

    #[test]
    fn what_is_no_schema_has_no_zones() {
        let schema = written(&[("a", Some("+01:00"))]);
        for end in 0..schema.len() {
            let _ = zones(&schema[..end]);
        }
        let mut bytes = base64(&schema).unwrap();
        for at in 0..bytes.len() {
            let was = bytes[at];
            for other in [0, 1, 127, 255] {
                bytes[at] = other;
                let _ = zones(&encoded(&bytes));
            }
            bytes[at] = was;
        }
        assert!(zones("").is_empty() && zones("!").is_empty());
    }
}
