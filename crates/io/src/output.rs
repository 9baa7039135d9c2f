//! Files that appear complete or not at all.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::digest::Digest;
use crate::error::{IoError, Problem};
use crate::location::{Format, Location};
use crate::scratch::Scratch;

/// A file that will appear complete or not at all.
///
/// What is written goes to a temporary file beside the target, which takes the target's place in
/// [`Output::commit`] and vanishes if that is never reached. Until then an older file at the
/// target stays untouched.
#[derive(Debug)]
pub struct Output {
    scratch: Scratch,
    name: String,
    format: Format,
    target: Target,
}

#[derive(Debug)]
enum Target {
    Standard,
    File { path: PathBuf, folder: PathBuf, replace: bool, permissions: Option<fs::Permissions> },
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
        // Behind a symbolic link, the file is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
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
        let permissions = existing.map(|existing| existing.permissions());
        let target = Target::File { path, folder, replace: force, permissions };
        Ok(Output { scratch, name, format, target })
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
        #[cfg_attr(not(unix), allow(unused_mut, reason = "only Unix has modes"))]
        let mut output = Output::create(location, force, inputs)?;
        #[cfg(unix)]
        if let Target::File { permissions, .. } = &mut output.target {
            use std::os::unix::fs::PermissionsExt;
            let private = fs::Permissions::from_mode(0o600);
            (output.scratch.file().set_permissions(private.clone()))
                .map_err(|error| IoError::writing(&output.name, error))?;
            *permissions = Some(private);
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
        Ok(Output { scratch, name, format, target: Target::Standard })
    }

    /// The target's name for messages: its path, or `standard output`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the bytes are until they are in place. The file's name says nothing of its format:
    /// read a table from here with [`crate::Table::reopen`].
    #[must_use]
    pub fn temporary(&self) -> &Path {
        self.scratch.path()
    }

    /// What identifies the bytes written so far.
    ///
    /// # Errors
    /// If they cannot be read back.
    pub fn digest(&self) -> Result<Digest, IoError> {
        Digest::of(self.temporary(), &self.name)
    }

    /// The path at which a file will appear that replaces none; nothing of standard output and of
    /// files that may be replaced.
    #[must_use]
    pub fn new_path(&self) -> Option<&Path> {
        match &self.target {
            Target::File { path, replace: false, .. } => Some(path),
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
        self.scratch.file().try_clone().map_err(|error| IoError::writing(&self.name, error))
    }

    /// Appends bytes as they are: for files that are no tables.
    ///
    /// # Errors
    /// If the disk is full, or writing fails otherwise.
    pub fn write_all(&mut self, bytes: &[u8]) -> Result<(), IoError> {
        self.scratch.file().write_all(bytes).map_err(|error| IoError::writing(&self.name, error))
    }

    /// Runs something that only reads while the bytes go to the disk, so that [`Output::commit`]
    /// need not wait for them. What fails here fails there again.
    pub fn while_syncing<T: Send>(&self, read: impl FnOnce(&Output) -> T + Send) -> T {
        std::thread::scope(|scope| {
            if let Target::File { .. } = self.target {
                scope.spawn(|| {
                    let _ = self.scratch.file().sync_all();
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
        let Output { scratch, name, target, .. } = self;
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => IoError::new(&name, Problem::Exists),
            _ => IoError::writing(&name, error),
        };
        match target {
            Target::Standard => {
                let mut file = scratch.file();
                let mut out = io::stdout().lock();
                file.seek(SeekFrom::Start(0))
                    .and_then(|_| io::copy(&mut file, &mut out))
                    .and_then(|_| out.flush())
                    .map_err(failed)
            }
            Target::File { path, folder, replace, permissions } => {
                if let Some(permissions) = permissions {
                    scratch.file().set_permissions(permissions).map_err(failed)?;
                }
                scratch.file().sync_all().map_err(failed)?;
                scratch.persist(&path, replace).map_err(failed)?;
                // The file is in place. Not every file system can sync a folder, so a failure here
                // is ignored.
                let _ = File::open(folder).and_then(|folder| folder.sync_all());
                Ok(())
            }
        }
    }
}

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
