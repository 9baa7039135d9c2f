//! The bytes of a file that holds a table, readable any number of times.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::digest::Digest;
use crate::encoding::{Malformed, TextEncoding};
use crate::error::{IoError, Problem};
use crate::foreign;
use crate::location::{Compression, Format, Location};
use crate::output::Output;
use crate::scratch::Scratch;

/// A file on disk, and what its bytes are.
#[derive(Clone, Debug)]
pub(crate) struct FileBytes {
    pub(crate) name: String,
    pub(crate) format: Format,
    pub(crate) bytes: u64,
    path: PathBuf,
    /// The encoding of the text, unless it is UTF-8.
    encoding: Option<TextEncoding>,
    /// What keeps a temporary file readable at its path: a handle to it and, of the copy of a stream
    /// that can be read only once, the file itself.
    _kept: Option<Arc<(File, Option<Scratch>)>>,
}

/// Bytes from which an encoding is guessed.
const GUESSED_FROM: u64 = 4 << 20;

impl FileBytes {
    pub(crate) fn open(location: &Location) -> Result<FileBytes, IoError> {
        let Location::Path(path) = location else {
            return FileBytes::spool("standard input".into(), &mut io::stdin().lock(), Format::CSV);
        };
        let name = location.to_string();
        if location.database().is_some() {
            return Err(IoError::new(name, Problem::Database));
        }
        let failed = |error| IoError::reading(&name, error);
        let metadata = fs::metadata(path).map_err(failed)?;
        if metadata.is_dir() {
            return Err(IoError::new(name, Problem::Folder));
        }
        let mut file = File::open(path).map_err(failed)?;
        let format = location.format();
        if !metadata.is_file() {
            // A pipe, as from `<(command)`.
            return FileBytes::spool(name, &mut file, format);
        }
        Ok(FileBytes {
            name,
            format,
            bytes: metadata.len(),
            path: path.clone(),
            encoding: None,
            _kept: None,
        })
    }

    /// What has been written to an output that is not in place yet.
    pub(crate) fn written(output: &Output) -> Result<FileBytes, IoError> {
        let name = output.name().to_owned();
        let (handle, path) = output.reader()?;
        let bytes = handle.metadata().map_err(|error| IoError::reading(&name, error))?.len();
        let _kept = Some(Arc::new((handle, None)));
        Ok(FileBytes { name, format: output.format(), bytes, path, encoding: None, _kept })
    }

    pub(crate) fn spool(
        name: String,
        stream: &mut dyn Read,
        format: Format,
    ) -> Result<FileBytes, IoError> {
        let failed = |error| IoError::reading(&name, error);
        let unspooled = |error| IoError::new(&name, Problem::NoSpool(error));
        let spool = Scratch::anywhere().map_err(unspooled)?;
        let bytes = copy(stream, &mut spool.file(), failed, unspooled)?;
        let (handle, path) = spool.reader().map_err(failed)?;
        let mut start = Vec::new();
        File::open(&path).and_then(|file| file.take(4).read_to_end(&mut start)).map_err(failed)?;
        // A name that promises a format is believed; one that does not is checked.
        let format = if format == Format::CSV { Format::sniff(&start) } else { format };
        let _kept = Some(Arc::new((handle, Some(spool))));
        Ok(FileBytes { name, format, bytes, path, encoding: None, _kept })
    }

    /// Finds out how a text file is encoded, unless somebody says it, and refuses files that are no text.
    pub(crate) fn recognise(&mut self, said: Option<TextEncoding>) -> Result<(), IoError> {
        let mut start = vec![0; foreign::LOOK];
        let read = self.stream(0)?.fill(&mut start)?;
        start.truncate(read);
        let marked = TextEncoding::of_mark(&start);
        self.encoding = said.or(marked).filter(|encoding| !encoding.is_utf8());
        if self.encoding.is_some() {
            return Ok(());
        }
        match foreign::problem(&self.name, &start) {
            // UTF-16 without its mark.
            Some(Problem::Binary) if TextEncoding::likely(&start).is_some() => {
                let likely = TextEncoding::likely(&start);
                Err(IoError::new(&self.name, Problem::NotUtf8 { likely }))
            }
            Some(problem) => Err(IoError::new(&self.name, problem)),
            None => Ok(()),
        }
    }

    /// The encoding that the file seems to have; none where one was said.
    pub(crate) fn likely_encoding(&self) -> Option<TextEncoding> {
        let mut bytes = Vec::new();
        let stream = self.stream(0).ok().filter(|_| self.encoding.is_none())?;
        stream.reader.take(GUESSED_FROM).read_to_end(&mut bytes).ok()?;
        TextEncoding::likely(&bytes)
    }

    /// The file, from its start.
    pub(crate) fn file(&self) -> Result<File, IoError> {
        let failed = |error| IoError::reading(&self.name, error);
        let file = File::open(&self.path).map_err(failed)?;
        if file.metadata().map_err(failed)?.len() != self.bytes {
            return Err(IoError::new(&self.name, Problem::Changed));
        }
        Ok(file)
    }

    pub(crate) fn digest(&self) -> Result<Digest, IoError> {
        self.file().and_then(|file| Digest::of_file(file, &self.name))
    }

    /// About how many bytes it has when decompressed.
    pub(crate) fn unpacked_estimate(&self) -> u64 {
        match self.format {
            Format::Delimited { compression: Compression::None, .. } => self.bytes,
            _ => self.bytes.saturating_mul(8),
        }
    }

    /// The decompressed bytes from `offset` on.
    pub(crate) fn stream(&self, offset: u64) -> Result<Stream, IoError> {
        let failed = |error| IoError::reading(&self.name, error);
        let compression = match self.format {
            Format::Delimited { compression, .. } => compression,
            Format::Parquet | Format::Spreadsheet => Compression::None,
        };
        let consumed = Arc::new(AtomicU64::new(0));
        let mut file = CountingReader { file: self.file()?, consumed: Arc::clone(&consumed) };
        let seekable = compression == Compression::None && self.encoding.is_none();
        if seekable {
            file.file.seek(SeekFrom::Start(offset)).map_err(failed)?;
            consumed.store(offset, Ordering::Relaxed);
        }
        let reader: Box<dyn Read + Send> = match compression {
            Compression::None => Box::new(file),
            Compression::Gzip => {
                let file = BufReader::with_capacity(COMPRESSED_BUFFER, file);
                Box::new(flate2::bufread::MultiGzDecoder::new(file))
            }
            #[cfg(not(feature = "zstd"))]
            Compression::Zstd => return Err(IoError::new(&self.name, Problem::NO_ZSTD)),
            #[cfg(feature = "zstd")]
            Compression::Zstd => {
                let file = BufReader::with_capacity(COMPRESSED_BUFFER, file);
                Box::new(zstd::stream::read::Decoder::with_buffer(file).map_err(failed)?)
            }
        };
        let reader = match self.encoding {
            Some(encoding) => encoding.decoding(reader),
            None => reader,
        };
        let mut stream = Stream { reader, compression, consumed, name: self.name.clone() };
        if !seekable {
            stream.skip(offset)?;
        }
        Ok(stream)
    }
}

const COMPRESSED_BUFFER: usize = 128 * 1024;

/// Copies a stream, and tells errors of reading from those of writing.
fn copy<E>(
    from: &mut dyn Read,
    to: &mut dyn Write,
    unread: impl Fn(io::Error) -> E,
    unwritten: impl Fn(io::Error) -> E,
) -> Result<u64, E> {
    let (mut buffer, mut bytes) = (vec![0; COMPRESSED_BUFFER], 0);
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok(bytes),
            Ok(read) => {
                to.write_all(&buffer[..read]).map_err(&unwritten)?;
                bytes += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unread(error)),
        }
    }
}

/// One reading of a source, decompressed.
pub(crate) struct Stream {
    reader: Box<dyn Read + Send>,
    compression: Compression,
    consumed: Arc<AtomicU64>,
    name: String,
}

impl Stream {
    /// Fills the buffer; fewer bytes than it holds mean that the end was reached.
    pub(crate) fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, IoError> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.reader.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        Ok(filled)
    }

    fn skip(&mut self, bytes: u64) -> Result<(), IoError> {
        let mut skipped = (&mut self.reader).take(bytes);
        io::copy(&mut skipped, &mut io::sink()).map(drop).map_err(|error| self.failed(error))
    }

    /// Bytes of the file (compressed, if it is) that have been read so far.
    pub(crate) fn consumed(&self) -> u64 {
        self.consumed.load(Ordering::Relaxed)
    }

    fn failed(&self, error: io::Error) -> IoError {
        let malformed = error.get_ref().and_then(|inner| inner.downcast_ref::<Malformed>());
        if let Some(Malformed(encoding)) = malformed {
            return IoError::new(&self.name, Problem::NotInEncoding(*encoding));
        }
        let format = match self.compression {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::None => return IoError::reading(&self.name, error),
        };
        let problem = if error.kind() == io::ErrorKind::UnexpectedEof {
            Problem::Truncated(format)
        } else if error.raw_os_error().is_some() {
            return IoError::reading(&self.name, error);
        } else {
            Problem::NotCompressed { format, reason: error.to_string() }
        };
        IoError::new(&self.name, problem)
    }
}

/// A file that counts what is read from it, for progress.
struct CountingReader {
    file: File,
    consumed: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.consumed.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
