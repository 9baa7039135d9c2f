//! Text that is not UTF-8: decoded as it is read, and guessed where nobody said what it is.

use std::fmt;
use std::io::{self, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The encoding of a text file, such as `windows-1252`.
///
/// ```
/// use incrowd_io::TextEncoding;
/// assert_eq!(TextEncoding::named("latin1").unwrap().name(), "windows-1252");
/// assert!(TextEncoding::named("klingon").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TextEncoding(&'static Encoding);

impl fmt::Debug for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl TextEncoding {
    /// The encoding with this name, in any case and with any of its usual names.
    #[must_use]
    pub fn named(name: &str) -> Option<TextEncoding> {
        let alias = match name.to_ascii_lowercase().replace('_', "-").as_str() {
            "cp1252" | "ansi" => "windows-1252",
            "utf-16" | "utf16" => "utf-16le",
            "utf8" => "utf-8",
            other => return Encoding::for_label(other.as_bytes()).map(TextEncoding),
        };
        Encoding::for_label(alias.as_bytes()).map(TextEncoding)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether nothing needs to be decoded.
    pub(crate) fn is_utf8(self) -> bool {
        self.0 == UTF_8
    }

    /// What a byte order mark says.
    pub(crate) fn of_mark(start: &[u8]) -> Option<TextEncoding> {
        match start {
            [0xff, 0xfe, ..] => Some(TextEncoding(UTF_16LE)),
            [0xfe, 0xff, ..] => Some(TextEncoding(UTF_16BE)),
            _ => None,
        }
    }

    /// The most likely encoding of bytes that are not UTF-8.
    pub(crate) fn likely(bytes: &[u8]) -> Option<TextEncoding> {
        if bytes.contains(&0) {
            return wide(bytes).map(TextEncoding);
        }
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(bytes, true);
        Some(TextEncoding(detector.guess(None, Utf8Detection::Deny)))
    }

    pub(crate) fn decoding(self, reader: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(DecodingReader {
            reader,
            encoding: self,
            decoder: self.0.new_decoder_with_bom_removal(),
            raw: Vec::with_capacity(BUFFER),
            ended: false,
            text: Vec::new(),
            given: 0,
        })
    }
}

/// UTF-16 without a mark: of Latin text, every other byte is 0.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let most = bytes.len() / 4;
    match () {
        () if odd > most && even < odd / 8 => Some(UTF_16LE),
        () if even > most && odd < even / 8 => Some(UTF_16BE),
        () => None,
    }
}

/// Bytes that are not of the encoding that they should be of.
#[derive(Debug)]
pub(crate) struct Malformed(pub(crate) TextEncoding);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it holds bytes that are not {}", self.0.name())
    }
}

impl std::error::Error for Malformed {}

const BUFFER: usize = 64 * 1024;

/// Reads UTF-8 from a file in another encoding.
struct DecodingReader {
    reader: Box<dyn Read + Send>,
    encoding: TextEncoding,
    decoder: Decoder,
    /// Bytes that are not decoded yet.
    raw: Vec<u8>,
    ended: bool,
    text: Vec<u8>,
    /// How much of the text was handed out.
    given: usize,
}

impl DecodingReader {
    fn decode(&mut self) -> io::Result<()> {
        if !self.ended {
            let held = self.raw.len();
            self.raw.resize(BUFFER, 0);
            let read = self.reader.read(&mut self.raw[held..]);
            self.raw.truncate(held + *read.as_ref().unwrap_or(&0));
            self.ended = read? == 0;
        }
        let room = self.decoder.max_utf8_buffer_length_without_replacement(self.raw.len());
        self.text.resize(room.unwrap_or(BUFFER * 4), 0);
        let (result, used, written) =
            self.decoder.decode_to_utf8_without_replacement(&self.raw, &mut self.text, self.ended);
        self.text.truncate(written);
        self.given = 0;
        self.raw.drain(..used);
        match result {
            DecoderResult::Malformed(..) => {
                Err(io::Error::new(io::ErrorKind::InvalidData, Malformed(self.encoding)))
            }
            DecoderResult::InputEmpty | DecoderResult::OutputFull => Ok(()),
        }
    }
}

impl Read for DecodingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if self.ended && self.raw.is_empty() {
                return Ok(0);
            }
            self.decode()?;
        }
        let count = buffer.len().min(self.text.len() - self.given);
        buffer[..count].copy_from_slice(&self.text[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(name: &str, bytes: &[u8]) -> io::Result<String> {
        let bytes = bytes.to_vec();
        let mut text = String::new();
        let reader: Box<dyn Read + Send> = Box::new(io::Cursor::new(bytes));
        TextEncoding::named(name).unwrap().decoding(reader).read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn texts_are_decoded() {
        assert_eq!(decoded("latin1", b"M\xfcller").unwrap(), "Müller");
        assert_eq!(decoded("utf-16le", b"\xff\xfea\0\xfc\0").unwrap(), "aü");
        assert_eq!(decoded("utf-16be", b"\0a\0\xfc").unwrap(), "aü");
        assert_eq!(decoded("shift_jis", b"\x93\xfa").unwrap(), "日");
        let long = "ä".repeat(300_000);
        let bytes: Vec<u8> = long.chars().map(|_| 0xe4).collect();
        assert_eq!(decoded("windows-1252", &bytes).unwrap(), long);
    }

    #[test]
    fn bytes_of_another_encoding_are_an_error() {
        assert!(decoded("utf-8", b"M\xfcller").is_err());
        assert!(decoded("utf-16le", b"a").is_err());
    }

    #[test]
    fn encodings_are_guessed() {
        let guess = |bytes: &[u8]| TextEncoding::likely(bytes).map(TextEncoding::name);
        assert_eq!(
            guess(
                "Name,Ort\nM\u{fc}ller,K\u{f6}ln\n"
                    .encode_utf16()
                    .flat_map(u16::to_le_bytes)
                    .collect::<Vec<_>>()
                    .as_slice()
            ),
            Some("UTF-16LE")
        );
        assert_eq!(
            guess(b"name,city\nM\xfcller,K\xf6ln\nJ\xe4ger,M\xfcnchen\n"),
            Some("windows-1252")
        );
        assert_eq!(guess(b"\0\0\0\0\x01\x02"), None);
    }
}
