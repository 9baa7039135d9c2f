//! Files that appear complete or not at all.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

#[cfg(feature = "arrow")]
use crate::arrow::{ArrowOutput, ArrowRows, ArrowTable, WrittenArrow};
use crate::digest::Digest;
use crate::error::{IoError, Problem};
use crate::location::{Format, Location};
use crate::scratch::{Replaced, Scratch};

/// A file that will appear complete or not at all.
///
/// What is written goes to a temporary file in the target's folder, which takes the target's place in
/// [`Output::commit`] and vanishes if that is never reached. Until then an older file at the
/// target stays untouched. Outputs that belong together are put in place by [`crate::put_in_place`].
#[derive(Debug)]
pub struct Output {
    /// The temporary file; none where nothing is written to disk.
    scratch: Option<Scratch>,
    name: String,
    format: Format,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Standard,
    #[cfg(feature = "arrow")]
    Arrow(Box<ArrowOutput>),
    File {
        path: PathBuf,
        folder: PathBuf,
        replace: bool,
        access: Access,
    },
}

/// Who may read and write the file once it is in place.
#[derive(Debug)]
enum Access {
    /// As the user's mask has it for new files.
    Usual,
    /// The owner alone.
    Private,
    /// As before, with the same owner.
    Replaced(Box<fs::Metadata>),
}

impl Output {
    /// Makes sure that the target can be written, and begins.
    ///
    /// # Errors
    /// If the target exists and not `force`, is one of the `inputs` (also by another name), is
    /// a folder or a device, or if its folder is missing or admits no new file.
    pub fn create(
        location: &Location,
        force: bool,
        inputs: &[&Location],
    ) -> Result<Output, IoError> {
        let Location::Path(path) = location else { return Output::aside() };
        let format = location.format();
        let name = location.to_string();
        let fail = |problem| Err(IoError::new(&name, problem));
        if location.database().is_some() {
            return fail(Problem::Database);
        }
        if path.file_name().is_none() {
            return fail(Problem::Folder);
        }
        let existing = fs::metadata(path).ok();
        if let Some(existing) = &existing {
            if inputs.iter().filter_map(|input| input.path()).any(|input| same_file(path, input)) {
                return fail(Problem::IsInput);
            }
            if existing.is_dir() {
                return fail(Problem::Folder);
            }
            if !existing.is_file() {
                return fail(Problem::NotRegular);
            }
        }
        // A broken symbolic link also counts as existing.
        if !force && fs::symlink_metadata(path).is_ok() {
            return fail(Problem::Exists);
        }
        let path = behind_links(path);
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        if !folder.is_dir() {
            return fail(Problem::NoFolder(folder.display().to_string()));
        }
        let scratch = match Scratch::beside(&folder) {
            Ok(scratch) => scratch,
            Err(source) => {
                let folder = folder.display().to_string();
                return fail(Problem::ClosedFolder { folder, source });
            }
        };
        let access =
            existing.map_or(Access::Usual, |existing| Access::Replaced(Box::new(existing)));
        let target = Target::File { path, folder, replace: force, access };
        Ok(Output { scratch: Some(scratch), name, format, target })
    }

    /// The same for a file that nobody else may read, from its first byte on (mode 0600 on Unix).
    ///
    /// # Errors
    /// As for [`Output::create`], or if the permissions cannot be set.
    pub fn create_private(
        location: &Location,
        force: bool,
        inputs: &[&Location],
    ) -> Result<Output, IoError> {
        let mut output = Output::create(location, force, inputs)?;
        if let Target::File { access, .. } = &mut output.target {
            *access = Access::Private;
            output.set_access()?;
        }
        Ok(output)
    }

    /// A place for what is only to be judged: it vanishes unless it is committed, which sends it
    /// to standard output.
    ///
    /// # Errors
    /// If there is no room for temporary files.
    pub fn aside() -> Result<Output, IoError> {
        let name = "standard output".to_owned();
        let scratch = Scratch::anywhere().map_err(|error| IoError::writing(&name, error))?;
        let format = Location::Standard.format();
        Ok(Output { scratch: Some(scratch), name, format, target: Target::Standard })
    }

    /// A table that stays in memory as Arrow. Columns that are published as they are keep the values of
    /// the `original`; the others are texts, or dictionaries of texts if they are `categorical`.
    /// [`Output::into_arrow`] gives what was written. It needs the feature `arrow`.
    #[cfg(feature = "arrow")]
    #[must_use]
    pub fn in_memory(
        name: impl Into<String>,
        original: Option<ArrowTable>,
        categorical: bool,
    ) -> Output {
        let target = Target::Arrow(Box::new(ArrowOutput::new(original, categorical)));
        Output { scratch: None, name: name.into(), format: Format::CSV, target }
    }

    /// The table that was written to memory.
    ///
    /// # Errors
    /// If it is a file, or nothing was written.
    #[cfg(feature = "arrow")]
    pub fn into_arrow(self) -> Result<WrittenArrow, IoError> {
        match self.target {
            Target::Arrow(output) => output.into_written(&self.name),
            _ => Err(IoError::new(self.name, Problem::Empty)),
        }
    }

    /// Whether nothing of it is written to disk.
    #[must_use]
    pub fn is_in_memory(&self) -> bool {
        self.scratch.is_none()
    }

    #[cfg(feature = "arrow")]
    pub(crate) fn arrow(&self) -> Option<&ArrowOutput> {
        if let Target::Arrow(output) = &self.target { Some(output) } else { None }
    }

    /// Keeps the rows that were written to memory.
    #[cfg(feature = "arrow")]
    pub(crate) fn set_arrow(&mut self, rows: ArrowRows) -> Result<(), IoError> {
        match &mut self.target {
            Target::Arrow(output) => output.finish(&self.name, rows),
            _ => Err(IoError::new(&self.name, Problem::Empty)),
        }
    }

    /// The temporary file.
    fn scratch(&self) -> Result<&Scratch, IoError> {
        let missing = || IoError::writing(&self.name, io::Error::other("it is a table in memory"));
        self.scratch.as_ref().ok_or_else(missing)
    }

    /// The target's name for messages: its path, or `standard output`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A handle to the bytes that are not in place yet, and where to read them while it lives.
    pub(crate) fn reader(&self) -> Result<(File, PathBuf), IoError> {
        self.scratch()?.reader().map_err(|error| IoError::reading(&self.name, error))
    }

    /// What identifies the bytes written so far.
    ///
    /// # Errors
    /// If they cannot be read back.
    pub fn digest(&self) -> Result<Digest, IoError> {
        #[cfg(feature = "arrow")]
        if let Some(output) = self.arrow() {
            return output.table(&self.name)?.digest();
        }
        let (_handle, path) = self.reader()?;
        Digest::of(&path, &self.name)
    }

    /// The folder in which the file will appear; none of standard output.
    pub(crate) fn folder(&self) -> Option<&Path> {
        match &self.target {
            Target::File { folder, .. } => Some(folder),
            _ => None,
        }
    }

    /// Whether it flows to standard output, from where nothing can be taken back.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        matches!(self.target, Target::Standard)
    }

    /// Whether two outputs would end in one file.
    #[must_use]
    pub fn is_at_same_place(&self, other: &Output) -> bool {
        match (&self.target, &other.target) {
            (
                Target::File { path: one, folder: here, .. },
                Target::File { path: other, folder: there, .. },
            ) => one.file_name() == other.file_name() && same_file(here, there),
            _ => false,
        }
    }

    /// Whether two outputs would stand in one folder.
    #[must_use]
    pub fn is_in_same_folder(&self, other: &Output) -> bool {
        match (&self.target, &other.target) {
            (Target::File { folder: here, .. }, Target::File { folder: there, .. }) => {
                same_file(here, there)
            }
            _ => false,
        }
    }

    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// A handle to write with; it shares its position with every other.
    pub(crate) fn file(&self) -> Result<File, IoError> {
        self.scratch()?.file().try_clone().map_err(|error| IoError::writing(&self.name, error))
    }

    /// Appends bytes as they are: for files that are no tables.
    ///
    /// # Errors
    /// If the disk is full, or writing fails otherwise.
    pub fn write_all(&mut self, bytes: &[u8]) -> Result<(), IoError> {
        self.scratch()?.file().write_all(bytes).map_err(|error| IoError::writing(&self.name, error))
    }

    /// Runs something that only reads while the bytes go to the disk, so that [`Output::commit`]
    /// need not wait for them. What fails here fails there again.
    pub fn while_syncing<T: Send>(&self, read: impl FnOnce(&Output) -> T + Send) -> T {
        std::thread::scope(|scope| {
            if let (Target::File { .. }, Some(scratch)) = (&self.target, &self.scratch) {
                scope.spawn(|| {
                    let _ = scratch.file().sync_all();
                });
            }
            read(self)
        })
    }

    /// Puts the file in place, or copies it to standard output.
    ///
    /// # Errors
    /// If the bytes do not reach the disk, or if a file has appeared at the target meanwhile that
    /// may not be replaced. Then nothing is left behind, and that file is untouched.
    pub fn commit(self) -> Result<(), IoError> {
        crate::put_in_place(vec![self]).map(drop)
    }

    /// Makes the bytes last, with the permissions that the file will have, so that only its name is
    /// missing.
    pub(crate) fn sync(&self) -> Result<(), IoError> {
        let Target::File { .. } = self.target else { return Ok(()) };
        self.set_access()?;
        self.scratch()?.file().sync_all().map_err(|error| IoError::writing(&self.name, error))
    }

    fn set_access(&self) -> Result<(), IoError> {
        let Target::File { access, .. } = &self.target else { return Ok(()) };
        let scratch = self.scratch()?;
        let file = scratch.file();
        let set = match access {
            Access::Usual => scratch.show(),
            Access::Private => make_private(file),
            Access::Replaced(earlier) => {
                keep_owner(file, earlier);
                file.set_permissions(earlier.permissions())
            }
        };
        set.map_err(|error| IoError::writing(&self.name, error))
    }

    /// Copies what was written to standard output.
    pub(crate) fn copy_to_standard_output(self) -> Result<(), IoError> {
        let (mut file, mut out) = (self.scratch()?.file(), io::stdout().lock());
        file.seek(SeekFrom::Start(0))
            .and_then(|_| io::copy(&mut file, &mut out))
            .and_then(|_| out.flush())
            .map_err(|error| IoError::writing(&self.name, error))
    }

    /// Gives the file its name. With `keep`, what it replaces is kept until the result is dropped.
    pub(crate) fn place(self, keep: bool) -> Result<Placed, IoError> {
        let Output { scratch, name, target, .. } = self;
        let (Target::File { path, replace, .. }, Some(scratch)) = (target, scratch) else {
            return Ok(Placed::default());
        };
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => IoError::new(&name, Problem::Exists),
            _ => IoError::writing(&name, error),
        };
        let replaced = match keep && replace {
            true => Replaced::keep(&path).map_err(failed)?,
            false => None,
        };
        scratch.persist(&path, replace).map_err(failed)?;
        Ok(Placed { path: Some(path), replaced })
    }
}

/// A file that was put in place.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    path: Option<PathBuf>,
    replaced: Option<Replaced>,
}

impl Placed {
    /// Takes the file back, and puts back what it replaced.
    pub(crate) fn undo(self) {
        let Some(path) = self.path else { return };
        // It is undone because something failed, which is what the user is told.
        let _ = match self.replaced {
            Some(replaced) => replaced.restore(&path),
            None => fs::remove_file(path),
        };
    }
}

/// The file that a path leads to: behind a symbolic link, the file is replaced and not the link, even
/// if it does not exist yet.
fn behind_links(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    match fs::read_link(path) {
        Ok(target) => path.parent().map_or(target.clone(), |folder| folder.join(&target)),
        Err(_) => path.to_path_buf(),
    }
}

#[cfg(unix)]
fn make_private(file: &File) -> io::Result<()> {
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))
}

#[cfg(not(unix))]
fn make_private(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Gives a file the owner of the one it replaces, if the user may do so.
#[cfg(unix)]
fn keep_owner(file: &File, earlier: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    if let Ok(now) = file.metadata()
        && (now.uid(), now.gid()) != (earlier.uid(), earlier.gid())
    {
        let _ = fchown(file, Some(earlier.uid()), Some(earlier.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _earlier: &fs::Metadata) {}

/// Whether two paths lead to one file, be it through links.
fn same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |path| fs::metadata(path).ok().map(|m: fs::Metadata| (m.dev(), m.ino()));
        if identity(one).is_some_and(|identified| identity(other) == Some(identified)) {
            return true;
        }
    }
    let canonical = |path| fs::canonicalize(path).ok();
    canonical(one).is_some_and(|path| canonical(other) == Some(path))
}
